"""A sheet to draw on, and what becomes of it: a small PNG.

Edges are hard: a smooth one costs as much again as the shape it goes around,
and every page shows the picture reduced, which smooths it.
"""

from collections.abc import Sequence
from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from ur.render.palette import PALETTE, Colour

Point = tuple[int, int]
"""Pixels from the left and from the top."""


class Pen:
    """Draws on one sheet of ``width`` by ``height`` pixels."""

    def __init__(self, width: int, height: int, font: bytes) -> None:
        self._sheet = Image.new("P", (width, height), Colour.NIGHT)
        self._sheet.putpalette([channel for colour in Colour for channel in PALETTE[colour]])
        self._draw = ImageDraw.Draw(self._sheet)
        self._draw.fontmode = "1"
        self._font = font

    def disc(self, centre: Point, radius: int, fill: Colour) -> None:
        """A filled circle."""
        x, y = centre
        self._draw.ellipse((x - radius, y - radius, x + radius - 1, y + radius - 1), fill)

    def polygon(self, points: Sequence[tuple[float, float]], fill: Colour) -> None:
        """A filled area with straight edges."""
        self._draw.polygon(points, fill)

    def box(self, corner: Point, size: Point, fill: Colour) -> None:
        """A filled rectangle: its upper left corner, its width and height."""
        (x, y), (width, height) = corner, size
        self._draw.rectangle((x, y, x + width - 1, y + height - 1), fill)

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
        font = _font(self._font, size)
        width = font.getlength(text)
        if room and width > room:
            font = _font(self._font, int(size * room / width))
            width = font.getlength(text)
        x, y = at
        level = y - round(font.getbbox("H", anchor="ls")[1] / 2)
        self._draw.text((x, level), text, fill, font, f"{anchor}s")
        return round(width)

    def png(self) -> bytes:
        """The sheet as a file."""
        file = BytesIO()
        self._sheet.save(file, "PNG", optimize=True)
        return file.getvalue()


@cache
def _font(file: bytes, size: int) -> ImageFont.FreeTypeFont:
    # The basic layout is the same with and without the shaping library.
    return ImageFont.truetype(BytesIO(file), size, layout_engine=ImageFont.Layout.BASIC)
