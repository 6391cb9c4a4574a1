"""The picture of a position: board, pieces, hands, homes, dice, and what may be played.

Gold is what may be played. A piece in a golden frame may move, and its letter
stands again where it would land: on a tag, on golden petals where it lands on
a rosette, beside a piece in golden corners which it captures. Turquoise is the
last move: with corners where it captured, and a frame in a hand or home.
"""

from collections.abc import Collection
from io import BytesIO
from itertools import pairwise

from PIL import Image, ImageSequence

from ur.render import shapes
from ur.render.around import LABEL, Words, draw_around
from ur.render.palette import Colour
from ur.render.pen import Pen, Point
from ur.render.places import WIDTH, Places
from ur.render.view import BoardView, Choice
from ur.rules import Event, Side
from ur.rules.route import Route


def draw(view: BoardView, font: bytes, words: Words) -> bytes:
    """The picture as a PNG, 1096 pixels wide, in the colours of the palette.

    ``font`` is a font file that FreeType reads (TrueType, OpenType, WOFF2) with
    digits and the letters of ``words``, which are: ``light`` and ``dark``, the
    sides' names; ``light-to-move``, ``dark-to-move``; ``light-won``,
    ``dark-won``, ``nobody-won``; ``hand`` and ``home``; ``pot``, of tokens.

    Raises:
        KeyError: a word is missing.
        OSError: the font cannot be read.
    """
    places = Places(view.game.rules.route.board)
    pen = Pen(WIDTH, places.height, font)
    draw_around(pen, places, view, words)
    draw_board(pen, places, view)
    return pen.png()


def draw_board(pen: Pen, places: Places, view: BoardView) -> None:
    """The board with its pieces, and what may be played."""
    for part in (_squares, _frames, _numbers, _trail, _pieces, _tags):
        part(pen, places, view)


def draw_scene(pen: Pen, places: Places, view: BoardView) -> None:
    """The board with its pieces, and the ends of its last move in few pixels."""
    for part in (_squares, _numbers, _pieces, _ends):
        part(pen, places, view)


def same_picture(one: bytes, other: bytes) -> bool:
    """Whether two PNG or GIF files show the same, however encoded, every frame as long.

    False if one cannot be read.
    """
    try:
        first, second = (_shown(file) for file in (one, other))
    except (OSError, SyntaxError, ValueError, EOFError):
        return False
    return first == second


def draw_squares(
    pen: Pen, places: Places, *, plain: Collection[str] = (), golden: Collection[str] = ()
) -> None:
    """The board, without numbers and pieces.

    ``plain`` squares have no pattern beneath what is drawn on them; ``golden``
    rosettes are landed on by a choice.
    """
    board, pitch = places.board, places.pitch
    for name in board.squares:
        x, y = places.corner(name)
        pen.box((x - 5, y - 5), (pitch + 10, pitch + 10), Colour.BITUMEN)
    for name in board.squares:
        shapes.square(pen, places.corner(name), pitch, rosette=name in board.rosettes)
        if name in board.rosettes:
            shapes.rosette(pen, places.middle(name), places.rosette, gold=name in golden)
        elif name not in plain:
            shapes.five_dots(pen, places.middle(name), pitch // 5)


def draw_numbers(pen: Pen, places: Places, route: Route) -> None:
    """The step on each square; where it is not the same for both, two on their sides' colours."""
    light, dark, pitch = *route.steps, places.pitch
    for name in places.board.squares:
        x, y = places.corner(name)
        step, other = light.get(name), dark.get(name)
        if step and other and step != other:
            for side, number, right in ((Side.DARK, other, 9), (Side.LIGHT, step, pitch - 45)):
                pen.box((x + right, y + 9), (36, 26), shapes.BODY[side])
                pen.text((x + right + 18, y + 22), str(number), LABEL, shapes.INK[side])
        elif step or other:
            at = (x + 13, y + 23) if places.roomy else (x + 11, y + 21)
            pen.text(at, str(step or other), LABEL, Colour.SHELL, anchor="l")


def _shown(file: bytes) -> list[tuple[Point, bytes, object]]:
    """Each frame of a picture: its size, its pixels, and how long it is seen."""
    with Image.open(BytesIO(file), formats=["PNG", "GIF"]) as picture:
        return [
            (frame.size, frame.convert("RGB").tobytes(), frame.info.get("duration"))
            for frame in ImageSequence.Iterator(picture)
        ]


def _squares(pen: Pen, places: Places, view: BoardView) -> None:
    landings = _landings(view)
    golden = {
        name
        for name, choices in landings.items()
        if any(Event.ROSETTE in choice.events for choice in choices)
    }
    draw_squares(pen, places, plain=landings.keys() | _standing(view).keys(), golden=golden)


def _frames(pen: Pen, places: Places, view: BoardView) -> None:
    """The ends of the last move; what may move, and what it may capture."""
    at, pitch, to_move = view.game.rules.route.square, places.pitch, view.game.to_move
    movers = {name for choice in view.choices if (name := at(to_move, choice.move.step))}
    if view.last:
        side, move = view.last
        for name in (at(side, move.step), at(side, move.to)):
            if name:
                width = 11 if name in movers else 6
                shapes.frame(pen, places.corner(name), pitch, width, Colour.TURQUOISE)
                if move.captured and name == at(side, move.to):
                    shapes.brackets(pen, places.corner(name), pitch, Colour.TURQUOISE)
    for name in movers:
        shapes.frame(pen, places.corner(name), pitch, 7, Colour.GOLD)
    for name, choices in _landings(view).items():
        if choices[0].move.captured:
            shapes.brackets(pen, places.corner(name), pitch, Colour.GOLD)


def _numbers(pen: Pen, places: Places, view: BoardView) -> None:
    draw_numbers(pen, places, view.game.rules.route)


def _trail(pen: Pen, places: Places, view: BoardView) -> None:
    """The way of the last move."""
    if view.last:
        side, move = view.last
        way = places.way(view.game.rules.route, side, move.step, move.to)
        for start, end in pairwise(way):
            shapes.arrow(pen, start, end, places.pitch // 14)


def _pieces(pen: Pen, places: Places, view: BoardView) -> None:
    game, radius = view.game, places.piece
    letters = {(game.to_move, choice.move.step): choice.letter for choice in view.choices}
    for name, (side, step) in _standing(view).items():
        if name in game.rules.route.board.rosettes:
            shapes.body(pen, side, places.middle(name), radius + 3, Colour.LIMESTONE)
        letter = letters.get((side, step), "")
        shapes.piece(pen, side, places.middle(name), radius, letter)


def _ends(pen: Pen, places: Places, view: BoardView) -> None:
    """The last move by a bar at the foot of the squares at its ends."""
    if view.last:
        side, move = view.last
        left, landed = (view.game.rules.route.square(side, on) for on in (move.step, move.to))
        for name in (left, landed):
            if name:
                shapes.foot(pen, places.corner(name), places.pitch, Colour.TURQUOISE)
        if landed and move.captured:
            shapes.brackets(pen, places.corner(landed), places.pitch, Colour.TURQUOISE)


def _tags(pen: Pen, places: Places, view: BoardView) -> None:
    """Where the choices land on the board."""
    for name, choices in _landings(view).items():
        letters = "".join(choice.letter for choice in choices)
        if choices[0].move.captured:
            small = max(16, places.pitch // 6)
            x, y = (edge + places.pitch + 18 - small for edge in places.corner(name))
            at = (x - shapes.tag_width(small, letters), y - small)
            shapes.tag(pen, at, small, letters)
        else:
            on_petals = name in places.board.rosettes and not places.roomy
            half = 15 if on_petals else max(19, places.pitch // 5)
            shapes.tag(pen, places.middle(name), half, letters)


def _standing(view: BoardView) -> dict[str, tuple[Side, int]]:
    """The pieces on the board by their squares: whose, and at which step."""
    game = view.game
    return {
        name: (side, step)
        for side in Side
        for step in game.pieces.of(side)
        if (name := game.rules.route.square(side, step))
    }


def _landings(view: BoardView) -> dict[str, list[Choice]]:
    """The choices by the square they land on; two may land on one, by a bounce."""
    landings: dict[str, list[Choice]] = {}
    for choice in view.choices:
        name = view.game.rules.route.square(view.game.to_move, choice.move.to)
        if name:
            landings.setdefault(name, []).append(choice)
    return landings
