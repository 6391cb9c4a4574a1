"""What there is to show of a game, for the picture, its words and the README alike."""

from dataclasses import dataclass

from ur.referee.match import Match
from ur.rules import Event, Game, Move, Side, legal_moves, play

LETTERS = "ABCDEFGH"
"""The names of the choices, in their order: one for each legal move (at most 8)."""

_TELLING = (Event.WON, Event.CAPTURED, Event.AGAIN, Event.ROSETTE, Event.BORNE_OFF)
"""What makes a choice worth reading first."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move by its letter, and what it would do."""

    letter: str
    move: Move
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """A position as people see it, with or without a match around it.

    ``game`` has the throw on the table, or None for one that is still to be thrown:
    then it is shown whose turn it is, without dice. ``faces`` are the dice as they
    fell (a 1 for each marked); without them dice that stand for the throw are shown.
    ``last`` is the move played last and by whom, None to show none. ``over`` says
    that nobody is to move any more; a game that is won is over without being told.
    """

    game: Game
    faces: str | None = None
    last: tuple[Side, Move] | None = None
    over: bool = False

    @property
    def ended(self) -> bool:
        """Whether the result is to be shown: the winner's, or nobody's."""
        return self.over or self.game.winner is not None

    @property
    def dice(self) -> str | None:
        """The dice to show: as they fell, or the marked ones first; None if nothing was thrown."""
        throw, dice = self.game.throw, self.game.rules.dice
        if throw is None:
            return None
        marked = throw if throw <= dice else 0
        return self.faces or "1" * marked + "0" * (dice - marked)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What may be played now, those that do most first, and else by their steps."""
        moves = () if self.over else legal_moves(self.game)
        told = [(move, play(self.game, move)[1]) for move in moves]
        told.sort(key=lambda one: (_rank(one[1]), one[0].step))
        return tuple(Choice(letter, *one) for letter, one in zip(LETTERS, told, strict=False))


def _rank(events: tuple[Event, ...]) -> int:
    return min(
        (_TELLING.index(event) for event in events if event in _TELLING), default=len(_TELLING)
    )


def view(match: Match) -> BoardView:
    """What there is to show of a match as it stands."""
    last = next((turn for turn in reversed(match.turns) if turn.move), None)
    return BoardView(
        match.game,
        faces=match.thrown.faces if match.thrown else None,
        last=(last.side, last.move) if last and last.move else None,
        over=match.over,
    )
