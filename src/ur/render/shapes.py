"""The things on the board: pieces, squares, dice, coins, and the marks of what may be played.

Upright edges cost next to nothing in a PNG, round ones are most of what it
weighs: so whatever may be square is square, as inlay work is.
"""

from functools import cache
from math import cos, pi, sin

from ur.render.palette import Colour
from ur.render.pen import Pen, Point
from ur.rules import Side

BODY = {Side.LIGHT: Colour.SHELL, Side.DARK: Colour.BITUMEN}
"""What a side's pieces are made of."""
INK = {Side.LIGHT: Colour.BITUMEN, Side.DARK: Colour.SHELL}
"""What is drawn on a side's pieces."""

_PETALS = 8
_EDGE = 2
"""Half of the bitumen between two squares."""
_FRAME = 4


def piece(pen: Pen, side: Side, at: Point, radius: int, letter: str = "") -> None:
    """A piece with its mark, or the letter of its choice: White's are round, Black's square."""
    body(pen, side, at, radius, BODY[side])
    if letter:
        pen.text(at, letter, radius * 29 // 20, INK[side])
    elif side is Side.LIGHT:
        for point in _quincunx(at, round(radius * 0.38)):
            pen.tile(point, max(2, radius // 8), Colour.BITUMEN)
    else:
        for share, fill in ((0.55, Colour.SHELL), (0.35, Colour.BITUMEN), (0.16, Colour.SHELL)):
            pen.tile(at, round(radius * share), fill)


def body(pen: Pen, side: Side, at: Point, radius: int, fill: Colour) -> None:
    """The outline of a piece, filled."""
    if side is Side.LIGHT:
        pen.disc(at, radius, fill)
    else:
        pen.tile(at, radius - radius // 12, fill)


def square(pen: Pen, corner: Point, size: int, *, rosette: bool) -> None:
    """A square of the board, without its pattern."""
    frame(pen, corner, size, _FRAME, Colour.SHELL)
    edge = _EDGE + _FRAME
    field = Colour.LIMESTONE if rosette else Colour.LAPIS
    x, y = corner
    pen.box((x + edge, y + edge), (size - 2 * edge, size - 2 * edge), field)


def frame(pen: Pen, corner: Point, size: int, width: int, fill: Colour) -> None:
    """A frame along the edge of a square, ``width`` going inwards."""
    x, y, long = corner[0] + _EDGE, corner[1] + _EDGE, size - 2 * _EDGE
    pen.box((x, y), (long, width), fill)
    pen.box((x, y + long - width), (long, width), fill)
    pen.box((x, y), (width, long), fill)
    pen.box((x + long - width, y), (width, long), fill)


def foot(pen: Pen, corner: Point, size: int, fill: Colour) -> None:
    """The lower edge of the frame of a square."""
    x, y = corner
    pen.box((x + _EDGE, y + size - _EDGE - 10), (size - 2 * _EDGE, 10), fill)


def rosette(pen: Pen, at: Point, radius: int, *, gold: bool) -> None:
    """Eight petals around a heart; golden where a choice lands."""
    fill = Colour.GOLD if gold else Colour.SHELL
    for turn in range(_PETALS):
        pen.polygon([(at[0] + x * radius, at[1] + y * radius) for x, y in _petal(turn)], fill)
    pen.tile(at, radius // 8, fill)


def five_dots(pen: Pen, at: Point, spread: int) -> None:
    """The pattern of a square without a rosette."""
    for point in _quincunx(at, spread):
        pen.tile(point, spread // 5, Colour.VEIN)


def tag(pen: Pen, at: Point, half: int, letters: str) -> None:
    """Where the choices of these letters land; ``half`` its height."""
    x, y = at
    wide = tag_width(half, letters)
    pen.box((x - wide - 3, y - half - 3), (2 * wide + 6, 2 * half + 6), Colour.BITUMEN)
    pen.box((x - wide, y - half), (2 * wide, 2 * half), Colour.GOLD)
    pen.text(at, letters, 2 * half, Colour.BITUMEN, room=2 * wide - 8)


def tag_width(half: int, letters: str) -> int:
    """Half the width of a tag."""
    return half * (1 + len(letters)) // 2


def brackets(pen: Pen, corner: Point, size: int, fill: Colour) -> None:
    """Corners inside the frame of a square on which a piece is captured."""
    thick, long, far = 8, size // 3, size - 2 * _EDGE
    for right in (0, 1):
        for low in (0, 1):
            x, y = corner[0] + _EDGE + right * far, corner[1] + _EDGE + low * far
            pen.box((x - right * long, y - low * thick), (long, thick), fill)
            pen.box((x - right * thick, y - low * long), (thick, long), fill)


def die(pen: Pen, at: Point, height: int, *, marked: bool, fill: Colour = Colour.LAPIS) -> None:
    """A tetrahedron as it fell, with or without a marked tip up."""
    x, y = at
    half, top, base = height * 7 // 12, y - height // 2, y + height // 2
    pen.polygon(((x, top), (x + half, base), (x - half, base)), fill)
    if marked:
        half, top, base = height // 4, y - height * 3 // 10, y + height * 3 // 20
        pen.polygon(((x, top), (x + half, base), (x - half, base)), Colour.SHELL)


def coin(pen: Pen, at: Point, half: int, rim: Colour) -> None:
    """A token, its rim of a colour that is seen on its ground."""
    pen.tile(at, half, rim)
    pen.tile(at, half - 4, Colour.LIMESTONE)
    pen.tile(at, half // 3, Colour.SHELL)


def arrow(
    pen: Pen,
    start: Point,
    end: Point,
    size: int,
    *,
    fill: Colour = Colour.TURQUOISE,
    rim: Colour = Colour.BITUMEN,
) -> None:
    """A small arrow head halfway between two places in one row or file."""
    x, y = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
    dx, dy = _sign(end[0] - start[0]), _sign(end[1] - start[1])
    for reach, colour in ((size * 8 // 5, rim), (size, fill)):
        a, b = dx * reach, dy * reach
        pen.polygon(((x + a, y + b), (x - a - b, y - b + a), (x - a + b, y - b - a)), colour)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _quincunx(at: Point, spread: int) -> tuple[Point, ...]:
    x, y = at
    return (at, *((x + a * spread, y + b * spread) for a in (-1, 1) for b in (-1, 1)))


@cache
def _petal(turn: int) -> tuple[tuple[float, float], ...]:
    """A petal's outline for a rosette of radius 1 around (0, 0)."""
    angle = (turn + 0.5) * 2 * pi / _PETALS
    outline = ((0.2, 0.0), (0.74, -0.22), (1.0, 0.0), (0.74, 0.22))
    return tuple(
        (x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)) for x, y in outline
    )
