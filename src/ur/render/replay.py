"""A match that has ended as a moving picture: its board, turn by turn, at half its size.

A frame weighs what differs from the one before. So both names stay where they
are, and an arrow points to that of the side that threw. Turquoise is the move
just made, as on the board, but in few pixels: a bar at the foot of the squares
that it left and reached, a frame in a tray. Where it captured there are corners
too, and the captured piece is framed in its hand.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from PIL import Image, ImageChops

from ur.referee.match import Match, Thrown, Turn
from ur.render import shapes
from ur.render.around import LABEL, Words, draw_banner, draw_emblem, draw_result, draw_sides
from ur.render.board import draw_scene
from ur.render.palette import Colour
from ur.render.pen import CHANNELS, Pen, Point
from ur.render.places import BANNER, INNER, MARGIN, WIDTH, Places
from ur.render.view import BoardView
from ur.rules import Event, Game, Move, Record, Side, games
from ur.rules import Turn as Played

Box = tuple[int, int, int, int]
Last = tuple[Side, Move] | None

START, THROW, LOST, END = 1500, 300, 800, 6000
"""How long a frame is seen, in milliseconds; ``THROW`` and ``LOST`` are throws that move a piece
or none."""
TIMES = {"capture": 1300, "again": 650, "bounce": 650, "move": 450}
"""How long what a throw did is seen; ``again`` lets its side throw once more."""
BLINK = 20
"""The shortest time, in milliseconds, that browsers keep to."""

_PART = 2
_CLEAR = len(Colour)
"""Instead of a colour: as in the frame before."""
_BITS = 4
"""Of a pixel: what nine colours need."""
_APART = 24
"""So many pixels between two parts weigh as much as a frame of its own."""
_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
_SIDE = 296
"""How much of the banner a side's name takes."""
_MIDDLE = MARGIN + BANNER // 2


def replay(match: Match, font: bytes, words: Words) -> bytes:
    """A match from its start to its end as a GIF that begins again, 548 pixels wide.

    Frames for the start, each throw and what it did, and the result. ``words`` are
    those of ``board.draw``, and ``start``, ``turn``, ``capture``, ``bounce``,
    ``again`` and ``lost-turn``.

    Raises:
        KeyError: a word is missing.
        OSError: the font cannot be read.
    """
    return _film(_frames(match, font, words))


def positions(match: Match) -> Iterator[Game]:
    """The game before the first turn and after each, nothing thrown yet."""
    turns = tuple(
        Played(turn.side, turn.thrown.value, turn.thrown.faces, turn.move) for turn in match.turns
    )
    return games(Record(match.game, match.first or Side.LIGHT, turns))


def _frames(match: Match, font: bytes, words: Words) -> Iterator[tuple[Image.Image, int]]:
    """What is seen, and for how long."""
    stage = _Stage(match, font, words)
    before, *others = positions(match)
    last: Last = None
    yield stage.draw(before, last).sheet, START
    for number, (turn, after) in enumerate(zip(match.turns, others, strict=True), 1):
        if turn.move is None:
            last = None
            yield stage.draw(before, last, number, words["lost-turn"]).sheet, LOST
        else:
            yield stage.draw(before, last, number).sheet, THROW
            deed, last = _deed(turn), (turn.side, turn.move)
            told = "" if deed == "move" else words[deed]
            yield stage.draw(after, last, number, told).sheet, TIMES[deed]
        before = after
    pen = stage.draw(before, last, len(match.turns))
    draw_result(pen, match.winner, words)
    yield pen.sheet, END


@dataclass(frozen=True)
class _Stage:
    """Where a match is shown again."""

    match: Match
    font: bytes
    words: Words

    def draw(self, game: Game, last: Last, number: int = 0, deed: str = "") -> Pen:
        """A position with its marks, the throw of a turn, and what is to be said of it."""
        places = Places(self.match.rules.route.board)
        pen = Pen(WIDTH, places.height, self.font, _PART)
        view = BoardView(game, last=last, over=True)
        turn = self.match.turns[number - 1] if number else None
        draw_sides(pen, places, view, self.words)
        draw_scene(pen, places, view)
        _banner(pen, self.words, turn.side if turn else game.to_move)
        if turn:
            _throw(pen, self.match, turn.thrown)
        told = f"{self.words['turn']} {number}" if number else self.words["start"]
        x, y = places.gap(1 if self.match.rules.tokens else 3)
        for line, level in ((told, y - 22), (deed, y + 20)):
            pen.text((x, level), line, LABEL, Colour.SHELL, room=220)
        return pen


def _banner(pen: Pen, words: Words, active: Side) -> None:
    """Both sides' names, and an arrow to the one that is to throw or threw."""
    draw_banner(pen, Colour.LAPIS)
    for side, away in ((Side.LIGHT, -1), (Side.DARK, 1)):
        left = MARGIN + (INNER - _SIDE) * (away > 0)
        pen.box((left + 4, MARGIN + 4), (_SIDE - 8, BANNER - 8), shapes.BODY[side])
        edge = WIDTH // 2 + away * INNER // 2
        draw_emblem(pen, side, (edge - away * BANNER // 2, _MIDDLE))
        at, anchor = (edge - away * 98, _MIDDLE), "r" if away > 0 else "l"
        pen.text(at, words[side], 52, shapes.INK[side], anchor=anchor, room=_SIDE - 116)
        if side is active:
            x = WIDTH // 2 + away * 182
            tip, foot = (x + away * 16, _MIDDLE), x - away * 16
            pen.polygon((tip, (foot, _MIDDLE - 22), (foot, _MIDDLE + 22)), Colour.TURQUOISE)


def _throw(pen: Pen, match: Match, thrown: Thrown) -> None:
    """What was thrown, as far as that is known."""
    middle = WIDTH // 2
    if not thrown.known:
        pen.text((middle, _MIDDLE), "?", 56, Colour.SHELL)
        return
    dice = BoardView(match.game._replace(throw=thrown.value), thrown.faces).dice or ""
    left = middle - 28 * len(dice) + 4
    for place, face in enumerate(dice):
        at = (left + place * 56, _MIDDLE)
        shapes.die(pen, at, 44, marked=face == "1", fill=Colour.BITUMEN)
    pen.text((left + len(dice) * 56, _MIDDLE), str(thrown.value), 56, Colour.SHELL)


def _deed(turn: Turn) -> str:
    """The most telling of what a move did."""
    told = {"capture": Event.CAPTURED, "bounce": Event.BOUNCED, "again": Event.AGAIN}
    return next((deed for deed, event in told.items() if event in turn.events), "move")


def _film(frames: Iterator[tuple[Image.Image, int]]) -> bytes:
    """A GIF of frames in the colours of the palette; each holds what differs from the last.

    What differs in places far apart is drawn one after another, too quickly to be
    seen: the pixels between them would weigh as much as they do. Written here, since
    Pillow counts on 256 colours: their codes weigh a tenth more.
    """
    before, start = next(frames)
    head = b"GIF89a" + struct.pack("<2H3B", *before.size, 0xB3, 0, 0)
    film = [head, CHANNELS.ljust(48, b"\0"), _FOR_EVER, _frame(before, (0, 0), start)]
    for sheet, time in frames:
        delta = ImageChops.subtract_modulo(sheet, before).point([0] + [255] * 255, "L")
        changed = sheet.copy()
        changed.paste(_CLEAR, mask=ImageChops.invert(delta))
        *first, last = _parts(delta, (0, 0, *sheet.size)) or [(0, 0, 1, 1)]
        film += [_frame(changed.crop(box), box[:2], BLINK) for box in first]
        film.append(_frame(changed.crop(last), last[:2], time - BLINK * len(first)))
        before = sheet
    return b"".join(film) + b";"


def _parts(delta: Image.Image, box: Box) -> list[Box]:
    """What differs within a box, in boxes with nothing wide between them."""
    found = delta.crop(box).getbbox()
    if found is None:
        return []
    left, top, right, bottom = (edge + box[at % 2] for at, edge in enumerate(found))
    columns, rows = delta.crop((left, top, right, bottom)).getprojection()
    if (at := bytes(rows).find(bytes(_APART))) > 0:
        halves = (left, top, right, top + at), (left, top + at, right, bottom)
    elif (at := bytes(columns).find(bytes(_APART))) > 0:
        halves = (left, top, left + at, bottom), (left + at, top, right, bottom)
    else:
        return [(left, top, right, bottom)]
    return [part for half in halves for part in _parts(delta, half)]


def _frame(picture: Image.Image, at: Point, time: int) -> bytes:
    """One frame, laid over the one before it."""
    control = b"!\xf9\x04" + struct.pack("<BHBB", 5, time // 10, _CLEAR, 0)
    place = b"," + struct.pack("<4HB", *at, *picture.size, 0)
    return control + place + bytes([_BITS]) + picture.tobytes("gif", "P", _BITS, 0) + b"\0"
