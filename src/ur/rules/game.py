"""A game: rules, where the pieces are, whose turn it is, and what was thrown.

Laws:
    1. Each side always has all its pieces, each somewhere from hand to home.
    2. No two pieces stand on one square.
    3. A game is over when one side's pieces are all home; nothing follows.
"""

from typing import NamedTuple

from ur.rules.ruleset import RuleSet
from ur.rules.sides import BySide, Side

Steps = tuple[int, ...]
"""One side's pieces as steps, in ascending order, hand and home included."""


class Game(NamedTuple):
    """A position with its rules.

    ``throw`` is None while the side to move has not thrown. ``tokens`` are those
    each side holds; what both lack of the start lies in the pot.
    """

    rules: RuleSet
    pieces: BySide[Steps]
    to_move: Side
    throw: int | None
    tokens: BySide[int]

    @property
    def winner(self) -> Side | None:
        """The side whose pieces are all home."""
        home = self.rules.home
        if self.pieces.light[0] == home:
            return Side.LIGHT
        return Side.DARK if self.pieces.dark[0] == home else None

    @property
    def pot(self) -> int:
        """The tokens that neither side holds."""
        return 2 * self.rules.tokens - sum(self.tokens)

    def hand(self, side: Side) -> int:
        """How many pieces of a side have not entered."""
        return self.pieces.of(side).count(0)

    def home(self, side: Side) -> int:
        """How many pieces of a side were borne off."""
        return self.pieces.of(side).count(self.rules.home)


def start(rules: RuleSet, first: Side = Side.LIGHT) -> Game:
    """A game in which all pieces are in hand and ``first`` is to throw."""
    waiting = (0,) * rules.pieces
    return Game(rules, BySide(waiting, waiting), first, None, BySide(rules.tokens, rules.tokens))
