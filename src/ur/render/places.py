"""Where everything is on the picture of a board, in pixels from its upper left corner."""

from dataclasses import dataclass

from ur.render.pen import Point
from ur.rules import Side
from ur.rules.route import Board, Route

WIDTH = 1096
"""Of every picture: three times what a phone shows, twice what a wide page does."""
MARGIN = 36
INNER = WIDTH - 2 * MARGIN
BANNER = 92
TRAY = 68
SPACE = 18
NAME = 164
"""How much of a side's row its name takes."""
TRAY_WIDTH = (INNER - NAME - 2 * SPACE) // 2

_ROWS = 3
_NARROW = 100


@dataclass(frozen=True)
class Places:
    """The places for one board: banner, dark's row, the board, light's row, downwards.

    ``head`` is where dark's row begins: below the banner, if there is one.
    """

    board: Board
    head: int = MARGIN + BANNER + SPACE

    @property
    def pitch(self) -> int:
        """From a square to the next; even, so that equal squares are equal bytes."""
        return INNER // self.board.files // 2 * 2

    @property
    def height(self) -> int:
        """Of the whole picture."""
        return self.side_row(Side.LIGHT) + TRAY + MARGIN

    def side_row(self, side: Side) -> int:
        """Where the row with a side's name, hand and home begins."""
        if side is Side.DARK:
            return self.head
        return self._top + _ROWS * self.pitch + SPACE

    def corner(self, square: str) -> Point:
        """The upper left corner of a square."""
        column, row = ord(square[0]) - ord("a"), int(square[1])
        left = (WIDTH - self.pitch * self.board.files) // 2
        return left + column * self.pitch, self._top + (_ROWS - row) * self.pitch

    @property
    def roomy(self) -> bool:
        """Whether a square has room for a piece beside its number, not only below it."""
        return self.pitch > _NARROW

    @property
    def piece(self) -> int:
        """The radius of a piece."""
        return self.pitch * 3 // 10 if self.roomy else self.pitch // 4 + 2

    @property
    def rosette(self) -> int:
        """The radius of a rosette."""
        return self.pitch // 2 - (14 if self.roomy else 17)

    def middle(self, square: str) -> Point:
        """Where a piece stands: a little off the centre, to leave room for the number."""
        (x, y), half = self.corner(square), self.pitch // 2
        return (x + half + 6, y + half + 7) if self.roomy else (x + half, y + half + 12)

    def tray(self, side: Side, place: int) -> Point:
        """The upper left corner of a side's hand (0) or home (1)."""
        return MARGIN + NAME + SPACE + place * (TRAY_WIDTH + SPACE), self.side_row(side)

    def gap(self, row: int) -> Point:
        """The middle of that part of row 1 or 3 which has no squares."""
        columns = self.board.gap
        x, y = self.corner(f"a{row}")
        return x + (columns.start + columns.stop) * self.pitch // 2, y + self.pitch // 2

    def way(self, route: Route, side: Side, step: int, to: int) -> list[Point]:
        """The centres from one step to another; hand and home lie beyond the board's edge."""
        return [self._stop(route, side, on) for on in range(step, to + 1)]

    def _stop(self, route: Route, side: Side, step: int) -> Point:
        squares, half = route.squares.of(side), self.pitch // 2
        on = min(max(step, 1), len(squares))
        x, y = self.corner(squares[on - 1])
        beyond = 0 if on == step else self.pitch
        return x + half, y + half + (beyond if side is Side.LIGHT else -beyond)

    @property
    def _top(self) -> int:
        return self.side_row(Side.DARK) + TRAY + SPACE
