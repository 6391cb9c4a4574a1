"""What the pages draw that is no HTML: avatars, and the colours of labels."""

import colorsys
import re
from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from ur.house import the_font

SIDE = 80
_SCALE = 2
_GOLDEN = 0.618034
_LINEAR, _SLOPE = 0.04045, 12.92
_EVEN = 0.179


def avatar(login: str, number: int) -> bytes:
    """A PNG: the first letter of a login on a colour that follows from a number."""
    side = SIDE * _SCALE
    red, green, blue = colorsys.hls_to_rgb(number * _GOLDEN % 1, 0.36, 0.5)
    colour = (int(red * 255), int(green * 255), int(blue * 255))
    image = Image.new("RGB", (side, side), colour)
    letter = next(iter(re.findall("[A-Za-z0-9]", login)), "?").upper()
    pen = ImageDraw.Draw(image)
    pen.text((side / 2, side / 2), letter, "white", _font(side * 0.6), anchor="mm")
    file = BytesIO()
    image.reduce(_SCALE).quantize(16).save(file, "PNG", optimize=True)
    return file.getvalue()


def _font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(the_font()), size)


def label_style(colours: list[str]) -> str:
    """CSS of labels: each colour of six hex digits, with black or white on it."""
    return "".join(
        f".c-{colour} {{ background: #{colour}; color: {_legible(colour)}; }}\n"
        for colour in colours
        if re.fullmatch("[0-9a-f]{6}", colour)
    )


def _legible(colour: str) -> str:
    """Black or white, whichever has the higher contrast (WCAG 2.1)."""
    red, green, blue = (_light(int(colour[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return "#000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > _EVEN else "#fff"


def _light(part: float) -> float:
    return part / _SLOPE if part <= _LINEAR else ((part + 0.055) / 1.055) ** 2.4
