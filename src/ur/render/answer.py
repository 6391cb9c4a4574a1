"""Answers: what is said to a request, and the labels it gets."""

from ur.errors import KeeperFault
from ur.port import Answer
from ur.referee.judge import ABANDONED, GRANTED, JOINED, MOVED, STARTED, Verdict
from ur.referee.match import Match
from ur.referee.parse import NAME_OF_TEAM, NewAsk
from ur.referee.story import Story
from ur.render.told import choices
from ur.render.wording import Wording
from ur.rules import Event, Side

REFUSED = "refused"
CHOOSING = {"bad-title", "game-in-progress", "stale-link", "illegal-move"}
"""Refusals after which the player may well choose a move."""
LABEL_OF = {
    Event.ROSETTE: "rosette",
    Event.CAPTURED: "capture",
    Event.BORNE_OFF: "home",
    Event.WON: "winner",
}
COLOURS = {
    "white": "f5ecd9",
    "black": "2b2a33",
    "rosette": "c8553d",
    "capture": "b3261e",
    "home": "2f7d4f",
    "winner": "d4a017",
    REFUSED: "8a8f98",
    "keeper": "7b4fb5",
}
"""The labels of the house, and their colours."""


def granted(wording: Wording, story: Story, shown: Match | None, picture: str | None) -> Answer:
    """The answer to a granted request; ``picture`` is the address of the board ``shown``."""
    match, say = story.match, wording.text.say
    lines = _lines(wording, story)
    if match.winner:
        lines.append(say("answer.won", team=wording.team(match.winner), game=match.number))
        if tokens := wording.tokens(match.game, over=True):
            lines.append(tokens)
    for turn in story.lost:
        team = wording.team(turn.side)
        lines.append(say("answer.lost", team=team, lost=wording.did(turn)))
    text = wording.text.page(
        "answer.md.j2",
        code=story.code,
        lines=lines,
        next=_next(wording, match),
        choices=choices(wording, match),
        picture=picture,
        alt=wording.alt(shown) if shown else None,
        links=_links(wording, match),
    )
    return Answer(story.code, granted=True, labels=labels(story), text=text)


def refused(wording: Wording, verdict: Verdict, match: Match | None, picture: str | None) -> Answer:
    """The answer to a refused request; ``match`` is how the board stood, if there was one."""
    facts = dict(verdict.facts)
    side = facts.pop("side", None)
    line = wording.text.say(
        f"answer.{verdict.code}",
        board=wording.address.board,
        contact=wording.address.any_issue,
        team=wording.team(side) if isinstance(side, Side) else None,
        **facts,
    )
    text = wording.text.page(
        "answer.md.j2",
        code=verdict.code,
        lines=[line],
        next=_next(wording, match) if match else None,
        choices=choices(wording, match) if match and verdict.code in CHOOSING else [],
        picture=picture if match and not match.over else None,
        alt=wording.alt(match) if match else None,
        links=_links(wording, match),
    )
    return Answer(verdict.code, granted=False, labels=(REFUSED,), text=text)


def settled(code: str, known: tuple[str, ...] = ()) -> Answer:
    """The rest of an answer whose comment was given; ``known`` are a granted one's labels."""
    ours = code in GRANTED
    return Answer(code, granted=ours, labels=known if ours else (REFUSED,), text=None)


def labels(story: Story) -> tuple[str, ...]:
    """The labels of a granted request."""
    if story.turn:
        events = (LABEL_OF[event] for event in LABEL_OF if event in story.turn.events)
        return (NAME_OF_TEAM[story.turn.side], *events)
    return (NAME_OF_TEAM[story.seat.side],) if story.seat else ()


def held(wording: Wording) -> str:
    """What a request hears while the house waits for its keeper."""
    return wording.text.page("held.md.j2")


def to_keeper(wording: Wording, fault: KeeperFault | None) -> str:
    """The issue to the keeper: a fault, or that it is mended."""
    where, what, remedy = (fault.where, fault.what, fault.remedy) if fault else (None,) * 3
    return wording.text.page("keeper.md.j2", where=where, what=what, remedy=remedy)


def _lines(wording: Wording, story: Story) -> list[str]:
    match, say = story.match, wording.text.say
    lines = []
    if story.code == MOVED and story.turn:
        lines.append(say("answer.moved", did=wording.did(story.turn)))
        if Event.AGAIN in story.turn.events:
            lines.append(say("answer.again"))
        if story.seat:
            lines.append(say("answer.seated", team=wording.team(story.seat.side)))
    if story.code == JOINED and story.seat:
        team = wording.team(story.seat.side)
        lines.append(say("answer.joined", team=team, game=match.number))
    if story.code == STARTED and match.first:
        title, about = wording.rules_title(match.rules.name), wording.rules_about(match.rules.name)
        lines.append(say("answer.started", game=match.number, rules=title, about=about))
        lines.append(say("answer.begins", team=wording.team(match.first)))
        sealed = say("answer.sealed", seal=match.seal) if match.seal else say("answer.unsealed")
        lines.append(sealed)
    if story.code == ABANDONED:
        lines.append(say("answer.abandoned", game=match.number))
        if tokens := wording.tokens(match.game, over=True):
            lines.append(tokens)
    return lines


def _next(wording: Wording, match: Match) -> str | None:
    if match.over or match.thrown is None:
        return None
    team = wording.team(match.game.to_move)
    return wording.text.say("answer.next", team=team, throw=match.thrown.value)


def _links(wording: Wording, match: Match | None) -> list[str]:
    """Where to go on: the board, and the next game where none is in play."""
    say, address = wording.text.say, wording.address
    links = [say("answer.board", link=address.board)]
    if match is None or match.over:
        links.append(say("answer.begin", link=wording.ask(NewAsk(None))))
    if match and match.over:
        links.append(say("answer.page", game=match.number, link=address.game(match.number)))
    return links
