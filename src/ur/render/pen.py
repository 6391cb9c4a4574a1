"""A sheet to draw on, and what becomes of it: a small PNG, or a frame of a film.

Edges are hard: a smooth one costs as much again as the shape it goes around,
and most pages show the picture reduced, which smooths it.
"""

import struct
import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from io import BytesIO
from math import ceil
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from ur.render.palette import PALETTE, Colour

_BEFORE = {"l": 0.0, "m": 0.5, "r": 1.0}
"""How much of a word lies before its anchor."""

Point = tuple[int, int]
"""Pixels from the left and from the top."""

CHANNELS = bytes(channel for colour in Colour for channel in PALETTE[colour])
"""The palette as picture files keep it."""


class Pen:
    """Draws on one sheet of ``width`` by ``height`` pixels, everything ``part`` times as small.

    ``sheet`` has the numbers of the colours as its pixels.
    """

    def __init__(self, width: int, height: int, font: bytes, part: int = 1) -> None:
        self.sheet = Image.new("P", (width // part, height // part), Colour.NIGHT)
        self.sheet.putpalette(CHANNELS)
        self._draw = ImageDraw.Draw(self.sheet)
        self._draw.fontmode = "1"
        self._font, self._part = font, part

    def disc(self, centre: Point, radius: int, fill: Colour) -> None:
        """A filled circle."""
        (x, y), part = centre, self._part
        left, top, wide = (x - radius) // part, (y - radius) // part, 2 * radius // part - 1
        self._draw.ellipse((left, top, left + wide, top + wide), fill)

    def polygon(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        """A filled area with straight edges."""
        self._draw.polygon([(x / self._part, y / self._part) for x, y in points], fill)

    def box(self, corner: Point, size: Point, fill: Colour) -> None:
        """A filled rectangle: its upper left corner, its width and height; nothing without them."""
        (x, y), (width, height), part = corner, size, self._part
        right, low = (x + width) // part - 1, (y + height) // part - 1
        if right >= x // part and low >= y // part:
            self._draw.rectangle((x // part, y // part, right, low), fill)

    def tile(self, at: Point, half: int, fill: Colour) -> None:
        """A filled square around a point; ``half`` its side."""
        self.box((at[0] - half, at[1] - half), (2 * half, 2 * half), fill)

    def text(
        self, at: Point, text: str, size: int, fill: Colour, *, anchor: str = "m", room: int = 0
    ) -> int:
        """A line of words, and how wide it came out.

        Its left end, middle or right end (``anchor`` l, m or r) stands at the
        point, the middle of a capital letter's height level with it. Words
        wider than ``room`` (0 for no limit) are drawn smaller until they fit.
        """
        part = self._part
        size, room = size // part, room // part
        word = _word(self._font, size, text)
        if room and word.width > room:
            word = _word(self._font, int(size * room / word.width), text)
        x, y = at[0] // part, at[1] // part
        left = x - ceil(word.width * _BEFORE[anchor])
        self._draw.bitmap((left + word.left, y + word.top), word.mask, fill)
        return round(word.width * part)

    def png(self) -> bytes:
        """The sheet as a file, half a byte a pixel.

        Packed by the library that Python has: the one within Pillow is quicker,
        and makes a board a tenth heavier.
        """
        (width, height), across = self.sheet.size, (self.sheet.width + 1) // 2
        packed = self.sheet.tobytes("raw", "P;4")
        rows = (packed[start : start + across] for start in range(0, len(packed), across))
        head = struct.pack(">2I5B", width, height, 4, 3, 0, 0, 0)
        data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        parts = ((b"IHDR", head), (b"PLTE", CHANNELS), (b"IDAT", data), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    """A piece of a PNG file: its length, its kind, what it holds, its check sum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


class _Word(NamedTuple):
    """A line of words as a mask, and where that begins from the middle of the words' left end."""

    mask: Image.Image
    left: int
    top: int
    width: float


@lru_cache(512)
def _word(file: bytes, size: int, text: str) -> _Word:
    """Drawn once: the same few words and numbers stand on every picture of a game."""
    font = _font(file, size)
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text, anchor="ls"))
    mask = Image.new("1", (max(1, right - left), max(1, bottom - top)))
    pen = ImageDraw.Draw(mask)
    pen.fontmode = "1"
    pen.text((-left, -top), text, 1, font, "ls")
    level = round(font.getbbox("H", anchor="ls")[1] / 2)
    return _Word(mask, left, top - level, font.getlength(text))


@cache
def _font(file: bytes, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is the same with and without the shaping library.
    return ImageFont.truetype(BytesIO(file), size, layout_engine=ImageFont.Layout.BASIC)
