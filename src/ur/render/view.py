"""What there is to show of a game, for the picture, its words and the README alike."""

from dataclasses import dataclass

from ur.referee.match import Match
from ur.rules import Event, Game, Move, Side, legal_moves, play

LETTERS = "ABCDEFGH"
"""The names of the choices, in the order of their steps: one for each legal move (at most 8)."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move by its letter, and what it would do."""

    letter: str
    move: Move
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """A position as people see it.

    ``faces`` are the dice on the table (a 1 for each marked), None when nobody
    is to throw any more. ``last`` is the move played last and by whom.
    """

    game: Game
    faces: str | None
    last: tuple[Side, Move] | None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be played now."""
        moves = legal_moves(self.game)
        return tuple(
            Choice(letter, move, play(self.game, move)[1])
            for letter, move in zip(LETTERS, moves, strict=False)
        )


def view(match: Match) -> BoardView:
    """What there is to show of a match as it stands."""
    last = next((turn for turn in reversed(match.turns) if turn.move), None)
    return BoardView(
        match.game._replace(throw=None) if match.over else match.game,
        match.thrown.faces if match.thrown and not match.over else None,
        (last.side, last.move) if last and last.move else None,
    )
