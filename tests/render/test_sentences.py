"""The sentences of a language: all that are asked for are there, and no others.

A key that stands in a template or in code is read out of it. One that is put together
takes its values from a table of the product's own, or is listened to while games,
pages and pictures are made.
"""

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from tests.render.test_rulebook import ADDRESS, EVERY, LANGUAGES, Listening
from tests.store.games import Play
from ur.house import TEMPLATES, load_text, the_font
from ur.port import Person
from ur.referee.club import Club, leading
from ur.referee.figures import Figures
from ur.referee.judge import GRANTED
from ur.referee.match import Match
from ur.referee.mistakes import REFUSALS
from ur.referee.standings import Player, Totals
from ur.render.answer import COLOURS
from ur.render.board import draw
from ur.render.hall import hall
from ur.render.pages import game_page, player_page
from ur.render.race import race
from ur.render.replay import replay
from ur.render.rulebook import rulebook
from ur.render.text import Text
from ur.render.view import view
from ur.render.wording import Wording
from ur.rules import RULE_SETS, Side

SOURCE = TEMPLATES.parent / "src" / "ur"
JINJA = Environment(autoescape=True)
MADE = {
    *(f"answer.{mistake.key}" for mistake in REFUSALS),
    *(f"commit.{code}" for code in GRANTED),
    *(f"label.{label}" for label in COLOURS),
}
"""Keys put together from a table of the product's own."""


def in_code(path: Path) -> Iterator[str]:
    """The keys that a module names where it says something."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Call(
                func=ast.Name("say") | ast.Attribute(attr="say"),
                args=[ast.Constant(value=str(key)), *_],
            ):
                yield key


def in_template(text: str) -> Iterator[str]:
    """The keys that a page or a sentence names; it may put none together."""
    for call in JINJA.parse(text).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "say":
            assert isinstance(call.args[0], nodes.Const)
            yield call.args[0].value


def played(chance: int) -> list[Match]:
    """A game with tokens, after each of its moves."""
    game = Play(chance, rules=RULE_SETS["tablet"])
    stages = [game.match]
    while not game.match.over:
        game.move()
        stages.append(game.match)
    return stages


GAMES = [played(chance) for chance in range(4)]


def heard(text: Text) -> set[str]:
    """The keys that are asked for while rules and pages are written."""
    listening = Listening(text)
    wording = Wording(listening, ADDRESS)
    ada = Totals(Person(1, "ada"), *[9] * 6)
    for rules in EVERY.values():
        rulebook(wording, rules)
    wording.alt(GAMES[0][0])
    game_page(wording, GAMES[0][-1], ())
    player_page(wording, Player(ada, mates=((1, 9),)), {1: ada.person})
    hall(wording, Club(1, leaders=leading([ada]), figures=Figures(games=1)), 9)
    return set(listening.said)


class Labels(dict[str, str]):
    """The words of the pictures, remembering which were drawn."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__(words)
        self.drawn: set[str] = set()

    def __getitem__(self, word: str) -> str:
        self.drawn.add(word)
        return super().__getitem__(word)


def drawn(text: Text) -> set[str]:
    """The keys of what is written into pictures: of games from their beginning to their end."""
    words, font = Labels(text.words("board")), the_font()
    turned = next(
        pair for pair in pairwise(GAMES[0]) if pair[0].game.to_move != pair[1].game.to_move
    )
    abandoned = Play(0).abandon().match
    won = [stages[-1] for stages in GAMES]
    assert {match.winner for match in won} == set(Side)
    for match in (*turned, abandoned, *won):
        draw(view(match), font, words)
    race(won[0], font, words)
    for match in (won[0], Play(1, rules=RULE_SETS["rossjrw"]).moves(400).match):
        replay(match, font, words)
    return {f"board.{word}" for word in words.drawn}


def asked_for(text: Text) -> set[str]:
    """Every key that is asked for, also by sentences that are asked for themselves."""
    product = [path for path in SOURCE.rglob("*.py") if "sandbox" not in path.parts]
    asked = MADE | heard(text) | drawn(text)
    asked |= {key for path in product for key in in_code(path)}
    asked |= {key for page in text._pages.values() for key in in_template(page)}
    new = asked
    while new:
        new = {key for one in new for key in in_template(text._sentences.get(one, ""))} - asked
        asked |= new
    return asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_sentences_that_are_asked_for_and_no_others(language):
    """No sentence is missing, and none is dead: never asked for by template or code."""
    text = load_text(TEMPLATES, language)
    there, asked = set(text._sentences), asked_for(text)

    assert sorted(asked - there) == []
    assert sorted(there - asked) == []
