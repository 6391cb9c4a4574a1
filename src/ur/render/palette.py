"""The colours of every picture.

One short palette for all boards keeps the pictures small, and lets a test prove
that what has to be told apart can be. The stones are those of the board from
Ur: shell, lapis lazuli and red limestone, set in bitumen.
"""

from collections.abc import Mapping
from enum import IntEnum


class Colour(IntEnum):
    """A colour by its place in the palette.

    NIGHT is the ground, dark enough for a white page and light enough for a
    dark one. BITUMEN holds the board together; it is Black's pieces, and words
    on light things. SHELL is frames and petals, White's pieces, and words on
    dark things. LAPIS and LIMESTONE are what pieces stand on. VEIN is meant to
    be overlooked. GOLD is what may be played, TURQUOISE the last move, and
    neither is anything else.
    """

    NIGHT = 0
    BITUMEN = 1
    SHELL = 2
    LAPIS = 3
    LIMESTONE = 4
    VEIN = 5
    GOLD = 6
    TURQUOISE = 7


PALETTE: Mapping[Colour, tuple[int, int, int]] = {
    Colour.NIGHT: (24, 33, 50),
    Colour.BITUMEN: (7, 8, 11),
    Colour.SHELL: (246, 236, 214),
    Colour.LAPIS: (41, 99, 168),
    Colour.LIMESTONE: (178, 62, 44),
    Colour.VEIN: (104, 150, 204),
    Colour.GOLD: (255, 200, 61),
    Colour.TURQUOISE: (92, 214, 190),
}
"""Red, green and blue of each, 0 to 255."""
