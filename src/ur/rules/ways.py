"""Where every throw leads from every step, worked out once for a rule set.

What may be played is looked up here and never worked out again: a way knows its
move when the square is free, its move when the other side stands there, and the
way beyond if that piece is sheltered and pushes it on.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ur.rules.events import Event

if TYPE_CHECKING:
    from ur.rules.ruleset import RuleSet

NOBODY = -1
"""A step on which no piece ever stands."""


class Move(NamedTuple):
    """A piece's way from ``step`` to ``to``; ``captured`` is the other side's step there, or 0.

    ``bounced`` says that a sheltered piece pushed it one step on.
    """

    step: int
    to: int
    captured: int = 0
    bounced: bool = False


class Way(NamedTuple):
    """Where a throw leads.

    ``mine`` is the step whose own piece bars it, ``theirs`` the other side's step
    on the same square; both are ``NOBODY`` when bearing off. ``capture`` is None
    where a piece of theirs is sheltered, and then ``beyond`` is the way a bounce
    takes, if there is one.
    """

    mine: int
    theirs: int
    move: Move
    capture: Move | None
    beyond: "Way | None"


Ways = Mapping[int, Sequence[Way | None]]
"""By throw and step (hand and home included); None where no way leads."""


class Outcome(NamedTuple):
    """What a move does, whatever else is on the board.

    ``again`` is the event of another throw, or nothing. ``passed`` says that it
    passes a rosette, ``landed`` that it lands on one.
    """

    events: tuple[Event, ...]
    again: tuple[Event, ...]
    passed: bool
    landed: bool


def every_way(rules: "RuleSet") -> Ways:
    """All ways of a rule set, by the throws that move a piece."""
    return {
        throw: (*(_way(rules, step, step + throw) for step in range(rules.home)), None)
        for throw in rules.chances
        if throw
    }


def every_outcome(rules: "RuleSet") -> Mapping[Move, Outcome]:
    """What each move of a rule set does."""
    ways = [way for row in rules.ways.values() for way in row if way]
    ways += [way.beyond for way in ways if way.beyond]
    moves = {move for way in ways for move in (way.move, way.capture) if move}
    return {move: _outcome(rules, move) for move in moves}


def _way(rules: "RuleSet", step: int, to: int, *, pushed: bool = False) -> Way | None:
    home = rules.home
    if to >= home:
        leaves = not pushed and (to == home or not rules.exact_exit)
        return Way(NOBODY, NOBODY, Move(step, home), None, None) if leaves else None
    meets = rules.route.meets[to] or NOBODY
    move = Move(step, to, bounced=pushed)
    if to not in rules.shelters:
        capture = None if meets == NOBODY else move._replace(captured=meets)
        return Way(to, meets, move, capture, None)
    pushes = rules.bounces and not pushed
    return Way(to, meets, move, None, _way(rules, step, to + 1, pushed=True) if pushes else None)


def _outcome(rules: "RuleSet", move: Move) -> Outcome:
    landed, home = move.to in rules.rosettes, move.to == rules.home
    events = (
        (Event.ENTERED, not move.step and not home),
        (Event.ADVANCED, move.step and not home),
        (Event.BORNE_OFF, home),
        (Event.BOUNCED, move.bounced),
        (Event.CAPTURED, move.captured),
        (Event.ROSETTE, landed),
    )
    again = (landed and rules.extra_on_rosette) or (move.captured and rules.extra_on_capture)
    return Outcome(
        tuple(event for event, happens in events if happens),
        (Event.AGAIN,) if again else (),
        passed=any(move.step < rosette < move.to for rosette in rules.rosettes),
        landed=landed,
    )
