"""The short key of a position."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.variants import EVERY, FINKEL, at_random, game
from ur.rules import RULE_SETS, Unreadable, parse_key, start, write_key, write_position


@pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
@given(chance=st.integers(0, 2**32))
def test_a_key_is_its_position(rules, chance):
    """Every position comes back from its key, and no two share one."""
    keys = {}
    for position in at_random(random.Random(chance), start(rules)):
        bare = position._replace(throw=None)
        key = write_key(position)
        assert parse_key(rules, key) == bare
        assert keys.setdefault(key, write_position(bare)) == write_position(bare)


@pytest.mark.parametrize(
    ("rules", "digits"), [("finkel", 12), ("masters", 12), ("aseb", 12), ("tablet", 15)]
)
def test_a_key_is_short(rules, digits):
    """Twenty squares, two homes and the side to move are twelve digits; tokens three more."""
    assert len(write_key(start(RULE_SETS[rules]))) == digits


@pytest.mark.parametrize(
    "key",
    [
        *("", "0" * 11, "0" * 13, "0" * 11 + "A", "0" * 11 + "g", "-00000000001"),
        pytest.param("f" * 12, id="more bits than squares"),
        pytest.param("600000000000", id="a square with both"),
        pytest.param("00000000007e", id="all home on both sides"),
        pytest.param("155555555550", id="too many pieces"),
    ],
)
def test_what_is_no_key_is_unreadable(key):
    """Digits, length and the laws of the game are seen to."""
    with pytest.raises(Unreadable):
        parse_key(FINKEL, key)


def test_a_key_has_no_more_tokens_than_there_are():
    """Tokens of both sides are at most those of the start."""
    tablet = RULE_SETS["tablet"]
    key = write_key(game("4xx2/8/4xx2 l 5 0 5 0 t 10 10 0", rules=tablet))
    with pytest.raises(Unreadable, match="20 tokens"):
        parse_key(tablet, f"{int(key, 16) + 1:015x}")
