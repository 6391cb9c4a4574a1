"""What has to be told apart can be, by the contrast ratio of WCAG 2.2."""

import pytest

from ur.render.palette import PALETTE, Colour
from ur.render.shapes import BODY, INK

ON_BOARD = (Colour.LAPIS, Colour.LIMESTONE)
PAGES = {"light page": (255, 255, 255), "dark page": (13, 17, 23)}


def luminance(colour):
    channels = [part / 255 for part in colour]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("square", ON_BOARD)
@pytest.mark.parametrize("side", BODY)
def test_a_piece_stands_out_from_every_square(side, square):
    """Both sides' pieces have a contrast of 3 to 1 or more with all they can stand on."""
    assert contrast(PALETTE[BODY[side]], PALETTE[square]) >= 3


def test_the_sides_stand_out_from_each_other():
    """White's and Black's pieces are as far apart as text is from its page."""
    assert contrast(*(PALETTE[body] for body in BODY.values())) >= 7


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        *((Colour.SHELL, ground) for ground in (*ON_BOARD, Colour.NIGHT, Colour.BITUMEN)),
        (Colour.BITUMEN, Colour.GOLD),
        *((INK[side], BODY[side]) for side in BODY),
    ],
)
def test_words_can_be_read(ink, ground):
    """Every pair of text and ground has a contrast of 4.5 to 1 or more."""
    assert contrast(PALETTE[ink], PALETTE[ground]) >= 4.5


@pytest.mark.parametrize("square", ON_BOARD)
@pytest.mark.parametrize("mark", [Colour.GOLD, Colour.TURQUOISE])
def test_marks_stand_out_from_every_square(mark, square):
    """What may be played and the last move have a contrast of 3 to 1 or more with the squares."""
    assert contrast(PALETTE[mark], PALETTE[square]) >= 3


@pytest.mark.parametrize("side", BODY)
def test_the_lines_of_a_race_stand_out_from_their_ground(side):
    """Both lines have a contrast of 3 to 1 or more with the lapis that they are drawn on."""
    assert contrast(PALETTE[BODY[side]], PALETTE[Colour.LAPIS]) >= 3


def test_the_dice_of_a_replay_stand_out_from_its_banner():
    """Bitumen dice and their tips have a contrast of 3 to 1 or more with what is around them."""
    assert contrast(PALETTE[Colour.BITUMEN], PALETTE[Colour.LAPIS]) >= 3
    assert contrast(PALETTE[Colour.SHELL], PALETTE[Colour.BITUMEN]) >= 3


@pytest.mark.parametrize("banner", BODY.values())
def test_dice_stand_out_from_both_banners(banner):
    """A die has a contrast of 3 to 1 or more with the banner of either side."""
    assert contrast(PALETTE[Colour.LAPIS], PALETTE[banner]) >= 3


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_the_ground_is_no_page(page):
    """The picture's ground can be told from a light and from a dark page."""
    assert contrast(PALETTE[Colour.NIGHT], page) > 1.1


def test_the_palette_is_short():
    """There are at most sixteen colours, which a PNG keeps in half a byte, and no two alike."""
    assert len(PALETTE) == len(Colour) == len(set(PALETTE.values())) <= 16
