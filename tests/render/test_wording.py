"""What is said of moves, tokens and ends, as tables."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ur.house import TEMPLATES, load_text
from ur.port import Person
from ur.referee import match as matches
from ur.referee.match import Deed, Thrown, Turn
from ur.referee.story import story
from ur.render.address import Address
from ur.render.answer import granted
from ur.render.pages import game_page
from ur.render.view import Choice
from ur.render.wording import Wording
from ur.rules import RULE_SETS, BySide, Event, Move, Side, legal_moves, start

AT = datetime(2026, 11, 30, tzinfo=UTC)
ADA = Person(1, "ada")
ENGLISH = Wording(load_text(TEMPLATES, "en"), Address("https://x", "a/b", "main"))
ENTERED, ADVANCED, BORNE_OFF = Event.ENTERED, Event.ADVANCED, Event.BORNE_OFF


def last_step(tokens: BySide[int], rules: str = "tablet", *, home: int = 15) -> matches.Match:
    """A game that White wins by its next move, of the piece two steps from home."""
    match = matches.begin(3, RULE_SETS[rules], Side.LIGHT, Deed(ADA, AT, 1))
    others = RULE_SETS[rules].pieces - 1
    light = (home - 2, *(home,) * others)
    game = match.game._replace(pieces=match.game.pieces._replace(light=light), tokens=tokens)
    return matches.throw(replace(match, game=game), Thrown(2, "1100"), AT)


def won(tokens: BySide[int], rules: str = "tablet") -> matches.Match:
    """The same game, won by issue 7."""
    match = last_step(tokens, rules)
    [move] = [move for move in legal_moves(match.game) if move.to == match.rules.home]
    return matches.move(match, move, Deed(ADA, AT, 7))


@pytest.mark.parametrize(
    ("move", "events", "choice", "did"),
    [
        (
            Move(0, 2),
            (ENTERED,),
            "Bring a new piece onto tile 2",
            "brought a new piece onto tile 2",
        ),
        (
            Move(0, 4),
            (ENTERED, Event.ROSETTE, Event.AGAIN),
            "Bring a new piece onto tile 4 🏵 and throw again",
            "brought a new piece onto tile 4, a rosette",
        ),
        (
            Move(5, 7, 7),
            (ADVANCED, Event.CAPTURED),
            "Move tile 5 to tile 7 ⚔️ and capture",
            "moved from tile 5 to tile 7, capturing a piece",
        ),
        (
            Move(5, 7, 7),
            (ADVANCED, Event.CAPTURED, Event.AGAIN),
            "Move tile 5 to tile 7 ⚔️, capture and throw again",
            "moved from tile 5 to tile 7, capturing a piece",
        ),
        (
            Move(5, 9, 9, bounced=True),
            (ADVANCED, Event.BOUNCED, Event.CAPTURED, Event.PAID),
            "Move tile 5 to tile 9, bouncing past the rosette ⚔️, capture and pay a token",
            (
                "moved from tile 5 to tile 9, bouncing past the rosette, capturing a piece,"
                " paying a token into the pot"
            ),
        ),
        (
            Move(6, 8),
            (ADVANCED, Event.ROSETTE, Event.TOOK, Event.AGAIN),
            "Move tile 6 to tile 8 🏵, take a token from the pot and throw again",
            "moved from tile 6 to tile 8, a rosette, taking a token from the pot",
        ),
        (
            Move(7, 9),
            (ADVANCED, Event.PAID),
            "Move tile 7 to tile 9 and pay a token",
            "moved from tile 7 to tile 9, paying a token into the pot",
        ),
        (
            Move(14, 15),
            (BORNE_OFF, Event.WON),
            "Bear off the piece on tile 14 and win the game",
            "bore off the piece on tile 14 and won the game",
        ),
        (
            Move(13, 15),
            (BORNE_OFF, Event.PAID, Event.WON),
            "Bear off the piece on tile 13, pay a token and win the game",
            "bore off the piece on tile 13, paying a token into the pot, and won the game",
        ),
    ],
)
def test_a_move_is_told_before_and_after(move, events, choice, did):
    """A link says what it would do, and the record what was done."""
    turn = Turn(Side.LIGHT, Thrown(1), AT, move, events)
    assert ENGLISH.choice(Choice("A", move, events)) == choice
    assert ENGLISH.did(turn) == did


@pytest.mark.parametrize(
    ("light", "dark", "over", "words"),
    [
        (10, 10, False, "White holds 10 tokens, Black 10; the pot is empty."),
        (1, 9, False, "White holds 1 token, Black 9; 10 lie in the pot."),
        (9, 10, False, "White holds 9 tokens, Black 10; 1 lies in the pot."),
        (8, 9, True, "White held 8 tokens, Black 9; 3 stay in the pot."),
    ],
)
def test_tokens_are_counted_in_words(light, dark, over, words):
    """Who holds how many, and what lies in the pot."""
    game = start(RULE_SETS["tablet"])._replace(tokens=BySide(light, dark))
    assert ENGLISH.tokens(game, over=over) == words


@pytest.mark.parametrize(
    ("light", "dark", "words"),
    [
        (6, 8, "White takes the pot: it won the race, and 12 tokens to 8."),
        (0, 15, "White takes the pot: it won the race, with 5 tokens to 15."),
    ],
)
def test_the_winner_takes_the_pot_in_the_answer(light, dark, words):
    """The winning move's answer tells the final tokens."""
    match = won(BySide(light, dark))
    assert words in granted(ENGLISH, story(match, 7), None, None).text


def test_an_abandoned_games_pot_stays_where_it_is():
    """Answer and alt text of a game without a winner give the pot to nobody."""
    words = "White held 8 tokens, Black 9; 3 stay in the pot."
    match = matches.abandon(last_step(BySide(8, 9)), Deed(ADA, AT, 9))
    assert words in granted(ENGLISH, story(match, 9), None, None).text
    assert words in ENGLISH.alt(match)


@pytest.mark.parametrize("name", sorted(set(RULE_SETS) - {"tablet"}))
def test_nothing_is_said_of_tokens_where_there_are_none(name):
    """Answer, page and alt text of a game without tokens know neither tokens nor pot."""
    rules = RULE_SETS[name]
    match = matches.begin(3, rules, Side.LIGHT, Deed(ADA, AT, 1))
    match = matches.throw(match, Thrown(2), AT)
    over = matches.abandon(match, Deed(ADA, AT, 9))
    texts = (
        granted(ENGLISH, story(match, 1), None, None).text,
        granted(ENGLISH, story(over, 9), None, None).text,
        game_page(ENGLISH, over, ()),
        ENGLISH.alt(match),
    )
    assert [text for text in texts if "token" in text or "pot" in text] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("finkel", "Game 3 has begun, by the rules *Finkel*. The usual game"),
        ("tablet", "Game 3 has begun, by the rules *Tablet*. Five pieces and ten tokens"),
        ("ours", "Game 3 has begun, by the rules *ours*.\n"),
    ],
)
def test_a_new_games_rules_are_told_by_their_title(name, words):
    """The answer names the rule set as people know it, and how it differs."""
    rules = RULE_SETS.get(name) or replace(RULE_SETS["finkel"], name=name)
    match = matches.throw(matches.begin(3, rules, Side.LIGHT, Deed(ADA, AT, 1)), Thrown(2), AT)
    text = granted(ENGLISH, story(match, 1), None, None).text
    assert words in text
    assert "White begins." in text


@pytest.mark.parametrize(
    ("name", "told"), [("finkel", False), ("masters", True), ("blitz", True), ("aseb", False)]
)
def test_the_words_of_a_board_with_two_numbers_say_whose_they_are(name, told):
    """Where a square is another tile for each team, the alt text says how tiles are counted."""
    match = matches.begin(3, RULE_SETS[name], Side.LIGHT, Deed(ADA, AT, 1))
    words = "Each team's tiles are counted along its own route."
    assert (words in ENGLISH.alt(match)) == told
