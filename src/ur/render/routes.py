"""The way of both sides over a board: from the hand, along the numbers, home.

White's line is light with dark edges and begins at a round piece, Black's the
reverse at a square one. Each keeps to its own lane, so that both are seen where
they share squares.
"""

from itertools import pairwise

from ur.render import shapes
from ur.render.around import Words, draw_name, draw_tray
from ur.render.board import draw_numbers, draw_squares
from ur.render.palette import Colour
from ur.render.pen import Pen, Point
from ur.render.places import MARGIN, TRAY, WIDTH, Places
from ur.rules import Side
from ur.rules.route import Route

_PIECE = 22


def draw_route(route: Route, font: bytes, words: Words) -> bytes:
    """The routes of both sides as a PNG, as wide as the board and in its colours.

    ``words`` are ``light`` and ``dark``, the sides' names, ``hand`` and ``home``.

    Raises:
        KeyError: a word is missing.
        OSError: the font cannot be read.
    """
    places = Places(route.board, head=MARGIN)
    pen = Pen(WIDTH, places.height, font)
    for side in Side:
        draw_name(pen, (MARGIN, places.side_row(side)), side, words[side])
        for place, label in enumerate(("hand", "home")):
            draw_tray(pen, places.tray(side, place), words[label])
    draw_squares(pen, places, plain=route.board.squares)
    for side in Side:
        _lane(pen, places, route, side)
    draw_numbers(pen, places, route)
    return pen.png()


def _lane(pen: Pen, places: Places, route: Route, side: Side) -> None:
    """One side's line, with an arrow head from each square to the next, and one at its end."""
    (first, *between, last), size = _way(places, route, side), places.pitch // 12
    middle = places.side_row(side) + TRAY // 2
    stops = [(first[0], middle), *between, (last[0], middle)]
    half = places.pitch // 26
    for wide, fill in ((half + 3, shapes.INK[side]), (half, shapes.BODY[side])):
        for start, end in pairwise(stops):
            _stroke(pen, start, end, wide, fill)
    on = 1 if side is Side.LIGHT else -1
    heads = [*pairwise([first, *between]), ((last[0], middle - on), (last[0], middle + on))]
    for start, end in heads:
        fill, rim = shapes.BODY[side], shapes.INK[side]
        shapes.arrow(pen, start, end, size, fill=fill, rim=rim)
    shapes.piece(pen, side, stops[0], _PIECE)


def _way(places: Places, route: Route, side: Side) -> list[Point]:
    """The way from hand to home, aside from the other side's and from the numbers."""
    away = places.pitch // 11 * (1 if side is Side.LIGHT else -1)
    right, down = (0, 0) if places.roomy else (12, 11)
    return [(x + right + away, y + down + away) for x, y in places.way(route, side, 0, route.home)]


def _stroke(pen: Pen, start: Point, end: Point, half: int, fill: Colour) -> None:
    (left, right), (top, low) = (sorted(ends) for ends in zip(start, end, strict=True))
    size = right - left + 2 * half, low - top + 2 * half
    pen.box((left - half, top - half), size, fill)
