"""The pictures of the routes, which the rules show.

``PYTHONPATH=src:. python tests/render/test_routes.py`` draws those in docs/routes anew.
"""

import re
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from PIL import Image, ImageChops

from tests.render.test_board import FONT, differs
from ur.render.palette import PALETTE
from ur.render.places import MARGIN, WIDTH, Places
from ur.render.routes import draw_route
from ur.render.shapes import BODY
from ur.rules import Side
from ur.rules.route import ROUTES

FOLDER = Path("docs/routes")
WORDS = yaml.safe_load(Path("templates/languages/en/board.yml").read_text("utf-8"))

every_route = pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)


def drawn(route, words=WORDS):
    return Image.open(BytesIO(draw_route(route, FONT, words))).convert("RGB")


@every_route
def test_the_committed_picture_is_what_is_drawn(route):
    """Hardly a pixel of it differs, whatever library drew the letters."""
    there, image = Image.open(FOLDER / f"{route.name}.png").convert("RGB"), drawn(route)
    assert there.size == image.size
    changed = ImageChops.difference(there, image).convert("L").point(lambda level: level > 8)
    assert sum(changed.histogram()[1:]) < 0.003 * image.width * image.height


def test_every_route_has_its_picture_and_no_other_is_there():
    """A route that nobody has drawn is red; names are safe in an address."""
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.png" for name in ROUTES}
    assert all(re.fullmatch(r"[a-z0-9-]+", name) for name in ROUTES)


@every_route
def test_a_route_is_small_and_in_the_palette(route):
    """It weighs at most 10 kB, is as wide as the board, and has no colours of its own."""
    file = draw_route(route, FONT, WORDS)
    image = Image.open(BytesIO(file))
    assert len(file) <= 10_000
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert {colour for _, colour in image.convert("RGB").getcolors()} <= set(PALETTE.values())


@every_route
@pytest.mark.parametrize("side", Side)
def test_a_line_crosses_every_square_of_its_side(route, side):
    """Each square has an edge that the line crosses in the colour of its side."""
    image, places = drawn(route), Places(route.board, head=MARGIN)
    squares = route.squares.of(side)
    stops = [places.corner(square) for square in squares]
    for (x, y), (to, level) in pairwise(stops):
        half = places.pitch // 2
        seam = ((x + to) // 2 + half, (y + level) // 2 + half)
        box = (seam[0] - 30, seam[1] - 30, seam[0] + 30, seam[1] + 30)
        assert PALETTE[BODY[side]] in {colour for _, colour in image.crop(box).getcolors()}


@pytest.mark.parametrize("key", ["light", "dark", "hand", "home"])
def test_the_words_are_those_handed_in(key):
    """Another word is another picture; a missing one is a fault."""
    route = ROUTES["bell"]
    whole = (0, 0, *drawn(route).size)
    assert differs(drawn(route), drawn(route, {**WORDS, key: "Zzz"}), whole)
    with pytest.raises(KeyError, match=key):
        draw_route(route, FONT, {word: text for word, text in WORDS.items() if word != key})


if __name__ == "__main__":
    for route in ROUTES.values():
        (FOLDER / f"{route.name}.png").write_bytes(draw_route(route, FONT, WORDS))
