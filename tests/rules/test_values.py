"""How likely who throws first is to win, as others have worked it out for small games."""

import gzip
import json
from pathlib import Path

import pytest

from tests.rules.solver import solve, unfinished
from ur.rules import RULE_SETS, RuleSet
from ur.rules.ruleset import variant

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "expected_values.json").read_text("ascii"))["first_mover"]
FOUR_DICE = {"name": "masters-four-dice", "dice": 4, "zero_value": 0}
KNOWN = {**RULE_SETS, "masters-four-dice": variant(RULE_SETS["masters"], FOUR_DICE)}
TOKENS = "tablet"

without_coverage = pytest.mark.no_cover  # counting lines takes longer than the millions of moves


def of_pieces(rules: RuleSet, pieces: int) -> RuleSet:
    """The same game with fewer pieces."""
    return variant(rules, {"name": f"{pieces}-piece-{rules.name}", "pieces": pieces})


def test_the_file_of_values_knows_every_shipped_rule_set():
    """Each rule set has its values, or is the same race as one that has."""
    assert set(EXPECTED) == set(KNOWN)
    race = variant(RULE_SETS[TOKENS], {"name": "five-piece", "tokens": 0})
    assert race == RULE_SETS["five-piece"]


@without_coverage
@pytest.mark.parametrize("pieces", [1, 2])
@pytest.mark.parametrize("name", sorted(set(KNOWN) - {TOKENS}))
def test_who_begins_wins_as_often_as_others_found(name, pieces):
    """Solved by the engine's moves, a small game has as many positions and the same value."""
    expected = EXPECTED[name][str(pieces)]
    rules = of_pieces(KNOWN[name], pieces)
    values = solve(rules)
    assert len(values) == expected["unfinished_positions_one_side"]
    hand = (0,) * pieces
    assert values[hand, hand] == pytest.approx(expected["first_mover"], abs=1e-9)
    assert all(0 < value < 1 for value in values.values())


@without_coverage
def test_every_position_of_the_two_piece_game_has_its_published_value():
    """Finkel's game with two pieces, solved by RoyalUr and again apart from it, agrees throughout.

    RoyalUr stores a value as a share of 65535.
    """
    table = json.loads(gzip.decompress((HERE / "oracle_finkel2p.json.gz").read_bytes()))
    rules = of_pieces(RULE_SETS["finkel"], 2)
    values = solve(rules)
    told = {}
    for row in table["positions"]:
        *sides, share, value = row
        mine, theirs = (
            (0,) * hand + tuple(steps) + (rules.home,) * home
            for hand, home, steps in (sides[:3], sides[3:])
        )
        told[mine, theirs] = value
        assert share / 65535 == pytest.approx(value, abs=1e-4)
    assert len(told) == table["count"] == 12990
    won = {position for position in told if position[0] == (rules.home, rules.home)}
    assert set(told) - won == set(values) == set(unfinished(rules))
    assert {told[position] for position in won} == {1}
    assert all(abs(told[position] - value) < 1e-11 for position, value in values.items())
