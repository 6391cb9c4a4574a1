"""All ended games together, in figures."""

from dataclasses import dataclass

from ur.referee.fairness import Throws, with_those_of
from ur.referee.match import Match
from ur.referee.standings import summary
from ur.rules import BySide

_NONE = BySide(0, 0)


@dataclass(frozen=True, slots=True)
class Figures:
    """All ended games together; ``players`` are the people who moved, each counted once.

    ``throws`` are those that are known, opening throws and those left on the
    table too: one entry for each kind of dice, in order.
    """

    games: int = 0
    won: BySide[int] = _NONE
    moves: int = 0
    lost: int = 0
    players: int = 0
    captures: BySide[int] = _NONE
    rosettes: BySide[int] = _NONE
    home: BySide[int] = _NONE
    throws: tuple[Throws, ...] = ()

    @property
    def abandoned(self) -> int:
        """How many games nobody won."""
        return self.games - sum(self.won)


def counted(figures: Figures, match: Match, newcomers: int) -> Figures:
    """Figures with those of one more match that is over, in which so many moved for the first time.

    Raises:
        ValueError: it is not over.
    """
    past, won = summary(match), figures.won
    return Figures(
        games=figures.games + 1,
        won=won.put(past.winner, won.of(past.winner) + 1) if past.winner else won,
        moves=figures.moves + past.moves,
        lost=figures.lost + past.lost,
        players=figures.players + newcomers,
        captures=_sum(figures.captures, past.captures),
        rosettes=_sum(figures.rosettes, past.rosettes),
        home=_sum(figures.home, past.home),
        throws=with_those_of(figures.throws, match),
    )


def _sum(one: BySide[int], other: BySide[int]) -> BySide[int]:
    return BySide(one.light + other.light, one.dark + other.dark)
