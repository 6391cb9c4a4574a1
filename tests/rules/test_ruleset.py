"""Rule sets, routes, sides and seeds: what the game is made of."""

from fractions import Fraction
from hashlib import sha256
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.variants import BLANK_IS_FOUR, EVERY, FINKEL, NO_EXTRA, TABLET, THREE_DICE, UNSAFE
from ur.rules import RULE_SETS, BySide, RuleSet, Side, start
from ur.rules.route import BELL, ROUTES, UR, Route
from ur.rules.ruleset import NAME, VALUES, Safety, Sheltered, as_fields, variant
from ur.rules.seeded import faces, seal


def test_finkel_is_what_the_sources_say():
    """The shipped rule set has the fields of Finkel's reconstruction."""
    assert as_fields(RULE_SETS["finkel"]) == {
        "name": "finkel",
        "route": "bell",
        "pieces": 7,
        "dice": 4,
        "zero_value": 0,
        "safe_rosettes": "all",
        "on_protected": "block",
        "extra_on_rosette": True,
        "extra_on_capture": False,
        "exact_exit": True,
        "tokens": 0,
    }


def test_every_shipped_rule_set_lies_under_its_own_name():
    """The name of a rule set is the key it is found by, spelled as names are."""
    for name, rules in RULE_SETS.items():
        assert rules.name == name
        assert NAME.fullmatch(name)


def test_the_rosettes_give_what_the_fields_say():
    """Rosettes shelter and earn a throw as the rule set has it."""
    rosettes = frozenset({4, 8, 14})
    for rules, shelters, again in (
        (FINKEL, rosettes, rosettes),
        (UNSAFE, frozenset(), rosettes),
        (NO_EXTRA, rosettes, frozenset()),
    ):
        earned = {move.to for move, outcome in rules.outcomes.items() if outcome.again}
        assert (rules.rosettes, rules.shelters, earned) == (rosettes, shelters, again)


@pytest.mark.parametrize(
    ("rules", "sixteenths"),
    [
        (FINKEL, {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}),
        (THREE_DICE, {0: 2, 1: 6, 2: 6, 3: 2}),
        (BLANK_IS_FOUR, {1: 6, 2: 6, 3: 2, 4: 2}),
        (RuleSet("four", BELL, zero_value=4), {1: 4, 2: 6, 3: 4, 4: 2}),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_each_throw_has_its_chance(rules, sixteenths):
    """How likely each throw is follows from the number of dice and what a blank is worth."""
    assert rules.chances == {value: Fraction(n, 16) for value, n in sixteenths.items()}


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_the_chances_are_those_of_all_faces(rules):
    """Counting every way the dice can fall gives the chances."""
    falls = ["".join(fall) for fall in product("01", repeat=rules.dice)]
    values = [rules.value(fall) for fall in falls]
    counted = {value: Fraction(values.count(value), len(falls)) for value in set(values)}
    assert rules.chances == counted


@pytest.mark.parametrize(
    "fall", ["", "111", "11111", "1112", "11 1", "\uff11111", "111\n"], ids=repr
)
def test_only_its_own_dice_have_a_value(fall):
    """Faces of other dice are refused."""
    with pytest.raises(ValueError, match="not 4 dice"):
        FINKEL.value(fall)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("route", None),
        ("route", "bell"),
        ("route", Route("bell", UR, BELL.light[:5])),
        ("pieces", 0),
        ("pieces", 8),
        ("pieces", True),
        ("dice", 2),
        ("zero_value", 1),
        ("zero_value", False),
        ("safe_rosettes", "some"),
        ("on_protected", None),
        ("extra_on_rosette", 1),
        ("extra_on_capture", 0),
        ("exact_exit", "yes"),
        ("tokens", 5),
    ],
)
def test_a_field_takes_only_its_values(field, value):
    """A value that a field does not take is refused, naming the field."""
    fields = {"route": BELL, field: value}
    with pytest.raises(ValueError, match=f"^{field} takes one of "):
        RuleSet("other", **fields)


@pytest.mark.parametrize(
    "name", ["", "Finkel", "a b", "a_b", "-a", "a-", "a--b", "a" * 41, "a\n", "\u0436"], ids=repr
)
def test_a_rule_set_has_a_plain_name(name):
    """A name is words in lower case with single dashes between, at most forty letters."""
    with pytest.raises(ValueError, match=r"^name: "):
        RuleSet(name, BELL)


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
def test_plain_fields_make_the_same_rule_set(rules):
    """A rule set is told whole by its plain fields."""
    assert variant(FINKEL, as_fields(rules)) == rules


def test_a_variant_differs_where_it_says():
    """What is not named stays as in the base."""
    other = variant(TABLET, {"name": "other", "dice": 3, "safe_rosettes": "none"})
    assert other == RuleSet("other", BELL, pieces=5, dice=3, safe_rosettes=Safety.NONE, tokens=10)
    assert variant(FINKEL, {"on_protected": "bounce"}).on_protected is Sheltered.BOUNCE
    assert variant(FINKEL, {}) == FINKEL


@pytest.mark.parametrize(
    ("differences", "message"),
    [
        ({"colour": "red"}, "the fields of a rule set are route, pieces, "),
        ({"name": 3}, "the fields of a rule set are route, pieces, "),
        ({"name": "A"}, "name: "),
        ({"dice": 5}, "dice takes one of 3, 4"),
        ({"dice": "4"}, "dice takes one of 3, 4"),
        ({"pieces": True}, "pieces takes one of 1, 2, 3, 4, 5, 6, 7"),
        ({"exact_exit": 1}, "exact_exit takes one of true, false"),
        ({"route": "murray"}, "route takes one of bell"),
        ({"safe_rosettes": ["all"]}, "safe_rosettes takes one of all, none"),
    ],
)
def test_a_variant_of_no_such_field_or_value_is_refused(differences, message):
    """The refusal names the field and what it takes."""
    with pytest.raises(ValueError, match=f"^{message}"):
        variant(FINKEL, differences)


VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 11) | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=3,
)


@given(differences=st.dictionaries(st.sampled_from(["name", "colour", *VALUES]), VALUE, max_size=3))
def test_any_differences_make_a_rule_set_or_a_value_error(differences):
    """Whatever is asked for, a variant is whole or refused with ValueError."""
    try:
        rules = variant(FINKEL, differences)
    except ValueError:
        return
    assert variant(FINKEL, as_fields(rules)) == rules


def test_the_route_is_walked_as_the_sources_say():
    """Light's and dark's squares, and the steps on which they meet."""
    assert " ".join(BELL.squares.light) == "d1 c1 b1 a1 a2 b2 c2 d2 e2 f2 g2 h2 h1 g1"
    assert " ".join(BELL.squares.dark) == "d3 c3 b3 a3 a2 b2 c2 d2 e2 f2 g2 h2 h3 g3"
    assert BELL.meets == (0, 0, 0, 0, 0, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0)
    assert BELL.rosettes == {4, 8, 14}
    assert BELL.home == 15


@pytest.mark.parametrize("route", VALUES["route"], ids=lambda route: route.name)
@pytest.mark.parametrize("side", Side)
def test_step_and_square_are_each_others_inverse(route, side):
    """Every step on the board has its square, and hand and home have none."""
    for step in range(1, route.home):
        assert route.steps.of(side)[route.square(side, step)] == step
    assert route.square(side, 0) is None
    assert route.square(side, route.home) is None


@pytest.mark.parametrize("route", VALUES["route"], ids=lambda route: route.name)
def test_sides_meet_on_squares(route):
    """A step meets the other side's step on the same square, and that one meets it."""
    for step in range(1, route.home):
        met = route.meets[step]
        if met:
            assert route.square(Side.LIGHT, step) == route.square(Side.DARK, met)
            assert route.meets[met] == step
        else:
            assert route.square(Side.LIGHT, step) not in route.squares.dark


@pytest.mark.parametrize(
    ("squares", "message"),
    [
        ((), "empty, or visits a square twice"),
        (("d1", "c1", "d1"), "empty, or visits a square twice"),
        (("d1", "e1"), "leaves the board"),
        (("d1", "D2"), "leaves the board"),
    ],
)
def test_a_route_stays_on_the_board_and_visits_a_square_once(squares, message):
    """A route that is none is refused by name."""
    with pytest.raises(ValueError, match=f"route odd: {message}"):
        Route("odd", UR, squares)


def test_the_board_has_twenty_squares():
    """The board of Ur has rows of eight, the outer two with a gap, and five rosettes."""
    assert " ".join(UR.squares) == ("a3 b3 c3 d3 g3 h3 a2 b2 c2 d2 e2 f2 g2 h2 a1 b1 c1 d1 g1 h1")
    assert UR.rosettes == {"a1", "a3", "d2", "g1", "g3"}
    assert UR.rosettes <= set(UR.squares)


@pytest.mark.parametrize(("column", "row"), [(-1, 2), (8, 2), (4, 1), (5, 3)])
def test_there_is_no_square_in_the_gap_or_off_the_board(column, row):
    """Where the board is not, there is no square."""
    assert UR.square(column, row) is None


def test_each_side_has_the_other_and_its_half_of_a_pair():
    """Pairs answer by side, and are exchanged and mapped without a change in place."""
    pair = BySide("l", "d")
    assert [side.other for side in Side] == [Side.DARK, Side.LIGHT]
    assert [pair.of(side) for side in Side] == ["l", "d"]
    assert pair.put(Side.LIGHT, "x") == ("x", "d")
    assert pair.put(Side.DARK, "x") == ("l", "x")
    assert pair.map(str.upper) == ("L", "D")
    assert pair == ("l", "d")


@pytest.mark.parametrize("first", Side)
def test_a_game_starts_with_all_pieces_in_hand(first):
    """At the start nothing is on the board, nothing thrown, and the chosen side is to throw."""
    game = start(TABLET, first)
    assert game.pieces == ((0,) * 5, (0,) * 5)
    assert (game.to_move, game.throw, game.winner) == (first, None, None)
    assert (game.tokens, game.pot) == ((10, 10), 0)


# The first byte of SHA-256 over fa ca de 01 and "roll:0", "roll:1", ...: by hand, with sha256sum.
THROWS_OF_FACADE01 = "0101 0011 1011 1011 0101 0000 1110 1011 1111 0101 0011 0111"


def test_a_seed_gives_the_throws_that_anybody_can_compute():
    """Throw n is the first byte of SHA-256 of seed and roll:n, a die marked by its bit."""
    seed = bytes.fromhex("facade01")
    assert " ".join(faces(seed, number, 4) for number in range(12)) == THROWS_OF_FACADE01


@given(seed=st.binary(max_size=40), number=st.integers(0, 10**6), dice=st.sampled_from([3, 4]))
def test_each_die_is_a_bit_of_the_first_byte(seed, number, dice):
    """Die i is marked when bit i of the byte is 1; fewer dice look at fewer bits."""
    byte = sha256(seed + b"roll:" + str(number).encode()).digest()[0]
    fell = faces(seed, number, dice)
    assert [int(die) for die in fell] == [byte // 2**die % 2 for die in range(dice)]
    assert faces(seed, number, 3) == faces(seed, number, 4)[:3]


def test_a_seal_is_the_hash_of_the_seed():
    """The seal is SHA-256 of the seed's bytes, in hex."""
    assert seal(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize(
    ("route", "turned"),
    [("bell", {}), ("aseb", {}), ("masters", {12: 16, 13: 15, 15: 13, 16: 12})],
)
def test_where_teams_walk_towards_each_other_a_square_has_two_steps(route, turned):
    """Only the block of six on the long route is another step for each side; its middle is not."""
    assert ROUTES[route].turned == turned
