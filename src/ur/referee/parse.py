"""What a title asks for, and the title that asks for it.

The spelling is one: matched whole, in ASCII, without leading zeros. It knows
no rule set, so a step of 15 is read here and refused by the game.
"""

import re
from dataclasses import dataclass

from ur.referee.mistakes import BadTitle
from ur.rules import Side

PREFIX = "ur-"


@dataclass(frozen=True, slots=True)
class MoveAsk:
    """Move the piece on ``step`` by ``throw``, at this turn of this game."""

    throw: int
    step: int
    game: int
    turn: int


@dataclass(frozen=True, slots=True)
class JoinAsk:
    """A seat on a team, in this game."""

    side: Side
    game: int


@dataclass(frozen=True, slots=True)
class NewAsk:
    """The next game; under the house's usual rules where ``rules`` is None."""

    rules: str | None


@dataclass(frozen=True, slots=True)
class AbandonAsk:
    """An end to this game, without a winner."""

    game: int


Ask = MoveAsk | JoinAsk | NewAsk | AbandonAsk

TEAM = {"white": Side.LIGHT, "black": Side.DARK}
NAME_OF_TEAM = {side: name for name, side in TEAM.items()}

_STEP = r"(0|[1-9][0-9]?)"
_NUMBER = r"(0|[1-9][0-9]{0,8})"
_MOVE = re.compile(rf"ur-move-([1-4])@{_STEP}-{_NUMBER}\.{_NUMBER}")
_JOIN = re.compile(rf"ur-join-(white|black)-{_NUMBER}")
_NEW = re.compile(r"ur-new(?:-([a-z0-9]+(?:-[a-z0-9]+)*))?")
_ABANDON = re.compile(rf"ur-abandon-{_NUMBER}")


def is_ours(title: str) -> bool:
    """Whether an issue of this title is a request, well spelled or not."""
    return title[: len(PREFIX)].lower() == PREFIX


def parse(title: str) -> Ask:
    """What a title asks for.

    Raises:
        BadTitle: it is no request in the one spelling there is.
    """
    if found := _MOVE.fullmatch(title):
        return MoveAsk(*(int(number) for number in found.groups()))
    if found := _JOIN.fullmatch(title):
        return JoinAsk(TEAM[found[1]], int(found[2]))
    if found := _NEW.fullmatch(title):
        return NewAsk(found[1])
    if found := _ABANDON.fullmatch(title):
        return AbandonAsk(int(found[1]))
    raise BadTitle


def title(ask: Ask) -> str:
    """The title that asks for it."""
    match ask:
        case MoveAsk(throw, step, game, turn):
            return f"ur-move-{throw}@{step}-{game}.{turn}"
        case JoinAsk(side, game):
            return f"ur-join-{NAME_OF_TEAM[side]}-{game}"
        case NewAsk(rules):
            return f"ur-new-{rules}" if rules else "ur-new"
        case AbandonAsk(game):  # pragma: no branch - every ask is one of these
            return f"ur-abandon-{game}"
