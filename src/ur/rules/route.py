"""Boards, and the routes that pieces walk on them.

Squares are a file letter and a row: row 1 is light's own, row 3 dark's, row 2
is shared. A piece's place is a *step*, counted in squares along its own route:
0 is in hand, 1 to ``len(squares)`` is on the board, one more is home.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from ur.rules.sides import BySide, Side

_MIRROR = str.maketrans("13", "31")


@dataclass(frozen=True, slots=True)
class Board:
    """A grid of three rows.

    ``files`` is the number of columns; ``gap`` the columns, counted from 0,
    that rows 1 and 3 leave out.
    """

    name: str
    files: int
    gap: range
    rosettes: frozenset[str]

    def square(self, column: int, row: int) -> str | None:
        """The square at a column (from 0) and row (1 to 3), None in the gap or off the board."""
        if not 0 <= column < self.files or (row != 2 and column in self.gap):  # noqa: PLR2004 - row 2 has no gap
            return None
        return f"{self.letters[column]}{row}"

    @property
    def letters(self) -> str:
        """The names of the columns."""
        return "abcdefghijkl"[: self.files]

    @property
    def squares(self) -> tuple[str, ...]:
        """Every square, row 3 first, each row from file a."""
        return tuple(
            square
            for row in (3, 2, 1)
            for column in range(self.files)
            if (square := self.square(column, row))
        )


@dataclass(frozen=True)
class Route:
    """The squares one side's pieces walk, in order, from hand to home; given for light.

    Dark walks the mirror image: rows 1 and 3 exchanged.

    Raises:
        ValueError: the route is empty, leaves the board, or visits a square twice.
    """

    name: str
    board: Board
    light: tuple[str, ...]

    def __post_init__(self) -> None:
        if not self.light or len(set(self.light)) < len(self.light):
            raise ValueError(f"route {self.name}: empty, or visits a square twice")
        if not set(self.light) <= set(self.board.squares):
            raise ValueError(f"route {self.name}: leaves the board")

    @cached_property
    def squares(self) -> BySide[tuple[str, ...]]:
        """Each side's squares in the order they are walked."""
        return BySide(self.light, tuple(square.translate(_MIRROR) for square in self.light))

    @cached_property
    def places(self) -> BySide[tuple[str, ...]]:
        """Each side's places by step: ``hand``, the squares, ``home``."""
        return self.squares.map(lambda squares: ("hand", *squares, "home"))

    @cached_property
    def steps(self) -> BySide[dict[str, int]]:
        """Each side's step on each square that it visits."""
        return self.squares.map(
            lambda squares: {square: step for step, square in enumerate(squares, 1)}
        )

    @cached_property
    def meets(self) -> tuple[int, ...]:
        """By step: the step at which the *other* side stands on the same square; 0 where none does.

        The same for both sides, since their routes are mirror images. Has an
        entry for hand (0) and home (0).
        """
        theirs = self.steps.dark
        return (0, *(theirs.get(square, 0) for square in self.light), 0)

    @cached_property
    def turned(self) -> Mapping[int, int]:
        """The shared steps that are another step for the other side, and which."""
        return {step: other for step, other in enumerate(self.meets) if other not in (0, step)}

    @cached_property
    def rosettes(self) -> frozenset[int]:
        """The steps that are rosettes, the same for both sides."""
        return frozenset(
            step for step, square in enumerate(self.light, 1) if square in self.board.rosettes
        )

    @property
    def home(self) -> int:
        """The step of a piece that was borne off."""
        return len(self.light) + 1

    def square(self, side: Side, step: int) -> str | None:
        """The square a side's step stands on; None for hand and home."""
        return self.squares.of(side)[step - 1] if 0 < step < self.home else None


def _squares(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Every source of the rules agrees on the squares and rosettes of these two.
UR = Board("ur", 8, range(4, 6), frozenset({"a1", "a3", "d2", "g1", "g3"}))
ASEB = Board("aseb", 12, range(4, 12), frozenset({"a1", "a3", "d2", "h2", "l2"}))

# Finkel 2007: the short route. Both sides meet on the eight squares of the middle row.
BELL = Route("bell", UR, _squares("d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 h1 g1"))
# James Masters: the long route leaves the middle row at g2 and runs around the far end, so
# both meet on the block of six too, where a square is another step for each.
MASTERS = Route("masters", UR, _squares("d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 g3 h3 h2 h1 g1"))
# The board of twenty squares: the middle row goes on to its end.
TWENTY = Route("aseb", ASEB, _squares("d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 i2 j2 k2 l2"))

ROUTES = {route.name: route for route in (BELL, MASTERS, TWENTY)}
