"""What became of a request, told from the record alone: the same whoever tells it, and when."""

from dataclasses import dataclass
from itertools import takewhile

from ur.referee.judge import ABANDONED, JOINED, MOVED, STARTED
from ur.referee.match import Match, Seat, Turn, rewound


@dataclass(frozen=True, slots=True)
class Story:
    """A granted request: ``match`` as it was when all that followed from it had happened.

    ``turn`` is the move it made, ``lost`` the lost turns that followed, ``seat``
    the seat that was taken by it.
    """

    code: str
    match: Match
    turn: Turn | None = None
    lost: tuple[Turn, ...] = ()
    seat: Seat | None = None


def story(match: Match, issue: int) -> Story:
    """What became of a request that is part of a match.

    Raises:
        ValueError: it is not.
    """
    seat = next((seat for seat in match.seats if seat.issue == issue), None)
    for number, turn in enumerate(match.turns, 1):
        if turn.issue == issue:
            lost = _lost(match, number)
            return Story(MOVED, rewound(match, number + len(lost)), turn, lost, seat)
    if seat:
        return Story(JOINED, rewound(match, seat.turn - 1), seat=seat)
    if match.began.issue == issue:
        lost = _lost(match, 0)
        return Story(STARTED, rewound(match, len(lost)), lost=lost)
    if match.abandoned and match.abandoned.issue == issue:
        return Story(ABANDONED, match)
    raise ValueError(f"request {issue} is no part of game {match.number}")


def _lost(match: Match, turns: int) -> tuple[Turn, ...]:
    """The turns that were lost one after another once so many had been used."""
    return tuple(takewhile(lambda turn: turn.move is None, match.turns[turns:]))
