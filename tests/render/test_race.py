"""The chart of a match.

Its golden pictures are drawn anew by ``PYTHONPATH=src:. python tests/render/test_race.py``.
"""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from tests.render.test_board import ENGLISH, FONT, GOLDEN
from tests.render.test_replay import DEED, abandoned, begun, played
from ur.referee import match as matches
from ur.referee.match import Thrown
from ur.render.palette import PALETTE, Colour
from ur.render.places import MARGIN, WIDTH
from ur.render.race import HEIGHT, course, race
from ur.render.shapes import BODY
from ur.rules import RULE_SETS, BySide, Side

WORDS = {
    **ENGLISH,
    "turn": "turn",
    "tiles-to-go": "tiles to go",
    "captured": "piece lost",
    "piece-home": "piece home",
}


def shown():
    return {
        "race-won": played(),
        "race-one-turn": abandoned(played("aseb", turns=1)),
        "race-long": played("masters", 3),
    }


def chart(match, words=WORDS):
    return Image.open(BytesIO(race(match, FONT, words))).convert("RGB")


@pytest.mark.parametrize("name", shown())
def test_a_race_looks_as_it_did(name):
    """Hardly a pixel differs from the golden picture, whatever library drew the letters."""
    golden, drawn = Image.open(GOLDEN / f"{name}.png").convert("RGB"), chart(shown()[name])
    assert drawn.size == golden.size
    changed = ImageChops.difference(drawn, golden).convert("L").point(lambda level: level > 8)
    assert sum(changed.histogram()[1:]) < 0.003 * drawn.width * drawn.height


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_race_is_small_and_in_the_palette_by_every_rule_set(name):
    """It weighs at most 10 kB, is as wide as the board, and has no colours of its own."""
    file = race(played(name), FONT, WORDS)
    image = Image.open(BytesIO(file))
    assert len(file) <= 10_000
    assert (image.format, image.mode, image.size) == ("PNG", "P", (WIDTH, HEIGHT))
    assert {colour for _, colour in image.convert("RGB").getcolors()} <= set(PALETTE.values())


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 400])
def test_a_match_of_any_length_stays_on_its_ground(turns):
    """Nothing is drawn on the margin, however few or many turns there were."""
    match = abandoned(long(turns))
    image, ground = chart(match), Image.new("RGB", (WIDTH, HEIGHT), PALETTE[Colour.NIGHT])
    inside = ImageChops.difference(image, ground).getbbox()
    assert inside == (MARGIN, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN)
    assert len(course(match).light) == turns + 1


def long(turns):
    """A match of so many turns: up to 60 as they were played, then lost ones."""
    match = played(seed=3, turns=min(turns, 60))
    while len(match.turns) < turns:
        match = matches.throw(match, Thrown(0), DEED.at)
    return match


def test_the_course_is_told_by_the_rules():
    """All pieces have the whole way before them at first; the winner has nothing left."""
    match = played()
    left = course(match)
    whole = match.rules.pieces * match.rules.home
    assert (left.light[0], left.dark[0]) == (whole, whole)
    assert left.of(match.winner)[-1] == 0
    assert left.of(match.winner.other)[-1] > 0
    for number, turn in enumerate(match.turns, 1):
        before, after = (BySide(left.light[n], left.dark[n]) for n in (number - 1, number))
        walked = turn.move.to - turn.move.step if turn.move else 0
        captured = turn.move.captured if turn.move else 0
        assert before.of(turn.side) - after.of(turn.side) == walked
        assert after.of(turn.side.other) - before.of(turn.side.other) == captured


def test_the_names_stand_apart_where_the_lines_end_together():
    """Both names are whole even when both sides have as far to go."""
    image = chart(abandoned(begun()))
    for side in Side:
        other = chart(abandoned(begun()), {**WORDS, side: "Zzz"})
        box = ImageChops.difference(image, other).getbbox()
        again = chart(abandoned(begun()), {**WORDS, side.other: "Zzz"})
        assert ImageChops.difference(image, again).crop(box).getbbox() is None


def test_what_joins_a_line_to_its_name_cannot_be_taken_for_moves():
    """Right of the last turn there is no line of a side up to the names, only dots of the grid."""
    match = abandoned(played(turns=14))
    image = chart(match)
    names = min(name_box(image, match, side)[0] for side in Side) - 20
    beyond = image.crop((names - 22, MARGIN + 60, names, HEIGHT - MARGIN))
    colours = {colour for _, colour in beyond.getcolors()}
    assert colours == {PALETTE[Colour.LAPIS], PALETTE[Colour.VEIN]}


@pytest.mark.parametrize("name", RULE_SETS)
def test_beside_a_name_stands_how_much_is_left(name):
    """It is whole for the longest route too, apart from the name, and another after a move."""
    before, after = (abandoned(match) for match in (begun(name), played(name, turns=20)))
    image, later = chart(before), chart(after)
    for side in Side:
        assert course(before).of(side)[-1] != course(after).of(side)[-1]
        number, other = (number_of(*one, side) for one in ((image, before), (later, after)))
        for shown in (number, other):
            ground, ink = PALETTE[BODY[side]], PALETTE[BODY[side.other]]
            assert {colour for _, colour in shown.getcolors()} == {ground, ink}
            assert shown.crop((0, 0, 3, shown.height)).getcolors()[0][1] == ground
        assert number.size != other.size or number.tobytes() != other.tobytes()


def name_box(image, match, side):
    """Where the name of a side stands."""
    return ImageChops.difference(image, chart(match, {**WORDS, side: " "})).getbbox()


def number_of(image, match, side):
    """What stands on a side's plate right of its name."""
    _, top, right, bottom = name_box(image, match, side)
    return image.crop((right, top, WIDTH - MARGIN - 26, bottom))


def test_the_legend_shows_the_marks_of_both_sides():
    """There are two for each of its words, the first in White's colour, the second in Black's."""
    image = chart(begun(), {**WORDS, "captured": " ", "piece-home": " "})
    strip = image.crop((WIDTH // 2, MARGIN + 16, WIDTH - MARGIN, MARGIN + 52))
    ground, marks = PALETTE[Colour.LAPIS], [[]]
    for x in range(strip.width):
        column = [strip.getpixel((x, y)) for y in range(strip.height)]
        if set(column) != {ground}:
            marks[-1] += [colour for colour in column if colour != ground]
        elif marks[-1]:
            marks.append([])
    shown = [max(set(mark), key=mark.count) for mark in marks if mark]
    assert shown == [PALETTE[BODY[side]] for side in (Side.LIGHT, Side.DARK)] * 2


@pytest.mark.parametrize("key", ["light", "dark", "turn", "tiles-to-go", "captured", "piece-home"])
def test_the_words_are_those_handed_in(key):
    """Another word is another picture; a missing one is a fault."""
    assert chart(played()).tobytes() != chart(played(), {**WORDS, key: "Zzz"}).tobytes()
    with pytest.raises(KeyError, match=key):
        race(played(), FONT, {word: text for word, text in WORDS.items() if word != key})


def test_the_same_match_is_the_same_file():
    """Drawing twice makes the same bytes."""
    assert race(played(), FONT, WORDS) == race(played(), FONT, WORDS)


if __name__ == "__main__":
    for name, match in shown().items():
        (GOLDEN / f"{name}.png").write_bytes(race(match, FONT, WORDS))
