"""Throws that follow from a seed: the same as others compute, and fair."""

from collections import Counter

import pytest

from tests.rules.variants import FINKEL
from ur.rules import Side
from ur.rules.seeded import begins, faces, opening

FACADE_1 = b"facade 1"
THROWS = 100_000

# Chi-square: a fair die exceeds these by chance once in a thousand seeds (0.999),
# of sixteen faces (15 degrees of freedom) and of two (1).
SIXTEEN_FACES = 37.70
TWO_FACES = 10.83


def chi_square(counted: Counter, kinds: int) -> float:
    """How far counts are from being all the same."""
    expected = counted.total() / kinds
    seen = sum((count - expected) ** 2 / expected for count in counted.values())
    return seen + (kinds - len(counted)) * expected


def test_a_known_seed_throws_as_in_the_perl_game():
    """Game::RoyalUr 0.01 tests this seed: its first throw, number 0, is worth two."""
    fell = faces(bytes.fromhex("5f1c9a"), 0, 4)
    assert fell == "1001"
    assert FINKEL.value(fell) == 2


def test_light_and_dark_throw_for_who_begins():
    """The opening throws are the first of the game, light's before dark's; equal ones repeat."""
    fell = [faces(FACADE_1, number, 4) for number in range(4)]
    assert fell == ["1011", "1101", "0000", "0001"]
    assert opening(FACADE_1, 4) == (4, Side.DARK)


@pytest.mark.parametrize(
    ("marked", "first"),
    [
        pytest.param([], None, id="nothing thrown"),
        pytest.param([3], None, id="dark has not thrown"),
        pytest.param([3, 2], Side.LIGHT, id="light more"),
        pytest.param([0, 1], Side.DARK, id="dark more"),
        pytest.param([3, 3], None, id="the same"),
        pytest.param([3, 3, 4], None, id="the same, and light again"),
        pytest.param([3, 3, 0, 1], Side.DARK, id="the same, then dark more"),
        pytest.param([0, 0, 4, 4, 2, 1], Side.LIGHT, id="twice the same"),
    ],
)
def test_more_marked_dice_begin(marked, first):
    """Whoever marked more dice begins; until then it is open."""
    assert begins(marked) is first


def test_either_side_begins_half_the_games():
    """Over many seeds neither side begins more often, nor before both have thrown."""
    openings = [opening(b"ur %d" % seed, 4) for seed in range(5000)]
    assert chi_square(Counter(first for _, first in openings), 2) < TWO_FACES
    assert {spent % 2 for spent, _ in openings} == {0}
    assert min(spent for spent, _ in openings) == 2


def test_every_face_of_the_dice_is_as_likely():
    """Of one seed's throws each of the sixteen ways to fall comes as often as chance has it."""
    falls = Counter(faces(b"ur", number, 4) for number in range(THROWS))
    assert len(falls) == 16
    assert chi_square(falls, 16) < SIXTEEN_FACES
    for die in range(4):
        sides: Counter = Counter()
        for fell, count in falls.items():
            sides[fell[die]] += count
        assert chi_square(sides, 2) < TWO_FACES
