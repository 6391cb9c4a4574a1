"""The record of a match as text, for anybody's program: see ``ur.rules.record``."""

from ur.referee.match import Match
from ur.rules import Record, Turn, write_record


def record_of(match: Match) -> Record:
    """A match without its people, times and issues.

    An opening is told only beside the seed that made it.
    """
    return Record(
        game=match.game._replace(throw=None),
        first=match.game.to_move if match.first is None else match.first,
        turns=tuple(
            Turn(turn.side, turn.thrown.value, turn.thrown.faces, turn.move) for turn in match.turns
        ),
        seed=match.seed,
        opening=len(match.opening) if match.seed else 0,
    )


def record_text(match: Match) -> bytes:
    """A match as the text of its record."""
    return write_record(record_of(match)).encode("ascii")
