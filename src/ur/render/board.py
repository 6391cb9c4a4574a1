"""The picture of a position: board, pieces, hands, homes, dice, and what may be played.

Gold is what may be played. A piece in a golden frame may move, and its letter
stands again where it would land: on a tag, on golden petals where it lands on
a rosette, beside a piece in golden corners which it captures. Turquoise is the
last move.
"""

from io import BytesIO
from itertools import pairwise

from PIL import Image

from ur.render import shapes
from ur.render.around import Words, draw_around
from ur.render.palette import Colour
from ur.render.pen import Pen
from ur.render.places import WIDTH, Places
from ur.render.view import BoardView, Choice
from ur.rules import Event, Side

_NUMBER = 34
"""Height of the smallest words: 11 pixels on a phone that shows the picture 358 wide."""


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
    for part in (_squares, _frames, _numbers, _trail, _pieces, _tags):
        part(pen, places, view)
    return pen.png()


def same_picture(one: bytes, other: bytes) -> bool:
    """Whether two PNG files show the same, however encoded; False if one cannot be read."""
    try:
        first, second = (
            Image.open(BytesIO(file), formats=["PNG"]).convert("RGB") for file in (one, other)
        )
    except (OSError, SyntaxError, ValueError):
        return False
    return first.size == second.size and first.tobytes() == second.tobytes()


def _squares(pen: Pen, places: Places, view: BoardView) -> None:
    """The board, without numbers and pieces."""
    board, pitch = view.game.rules.route.board, places.pitch
    landings = _landings(view)
    plain = landings.keys() | _standing(view).keys()
    for name in board.squares:
        x, y = places.corner(name)
        pen.box((x - 5, y - 5), (pitch + 10, pitch + 10), Colour.BITUMEN)
    for name in board.squares:
        _, y = places.corner(name)
        shapes.square(pen, places.corner(name), pitch, rosette=name in board.rosettes)
        if name in board.rosettes:
            gold = any(Event.ROSETTE in choice.events for choice in landings.get(name, ()))
            at = places.middle(name)
            shapes.rosette(pen, at, y + pitch - 7 - at[1], gold=gold)
        elif name not in plain:
            shapes.five_dots(pen, places.middle(name), pitch // 5)


def _frames(pen: Pen, places: Places, view: BoardView) -> None:
    """The ends of the last move; what may move, and what it may capture."""
    at, pitch, to_move = view.game.rules.route.square, places.pitch, view.game.to_move
    movers = {name for choice in view.choices if (name := at(to_move, choice.move.step))}
    if view.last:
        side, move = view.last
        for name in (at(side, move.step), at(side, move.to)):
            if name:
                width = 13 if name in movers else 6
                shapes.frame(pen, places.corner(name), pitch, width, Colour.TURQUOISE)
    for name in movers:
        shapes.frame(pen, places.corner(name), pitch, 7, Colour.GOLD)
    for name, choices in _landings(view).items():
        if choices[0].move.captured:
            shapes.brackets(pen, places.corner(name), pitch)


def _numbers(pen: Pen, places: Places, view: BoardView) -> None:
    """The step on each square; where it is not the same for both, two on their sides' colours."""
    steps, pitch = view.game.rules.route.steps, places.pitch
    size = min(_NUMBER, pitch // 3)
    for name in view.game.rules.route.board.squares:
        light, dark = steps.light.get(name), steps.dark.get(name)
        x, y = places.corner(name)
        if light and dark and light != dark:
            for side, step, right in ((Side.DARK, dark, 9), (Side.LIGHT, light, pitch - 45)):
                pen.box((x + right, y + 9), (36, 26), shapes.BODY[side])
                pen.text((x + right + 18, y + 22), str(step), size, shapes.INK[side])
        elif light or dark:
            at = (x + 12, y + 10 + size // 3)
            pen.text(at, str(light or dark), size, Colour.SHELL, anchor="l")


def _trail(pen: Pen, places: Places, view: BoardView) -> None:
    """The way of the last move."""
    if view.last:
        side, move = view.last
        way = places.way(view.game.rules.route, side, move.step, move.to)
        for start, end in pairwise(way):
            shapes.arrow(pen, start, end, places.pitch // 14)


def _pieces(pen: Pen, places: Places, view: BoardView) -> None:
    game, radius = view.game, (places.pitch - 14) // 3
    letters = {(game.to_move, choice.move.step): choice.letter for choice in view.choices}
    for name, (side, step) in _standing(view).items():
        if name in game.rules.route.board.rosettes:
            shapes.body(pen, side, places.middle(name), radius + 3, Colour.LIMESTONE)
        letter = letters.get((side, step), "")
        shapes.piece(pen, side, places.middle(name), radius, letter)


def _tags(pen: Pen, places: Places, view: BoardView) -> None:
    """Where the choices land on the board."""
    half = max(19, places.pitch // 5)
    for name, choices in _landings(view).items():
        letters = "".join(choice.letter for choice in choices)
        if choices[0].move.captured:
            small = max(16, places.pitch // 6)
            x, y = (edge + places.pitch + 18 - small for edge in places.corner(name))
            at = (x - shapes.tag_width(small, letters), y - small)
            shapes.tag(pen, at, small, letters)
        else:
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
