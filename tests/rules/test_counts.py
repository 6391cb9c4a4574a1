"""How many positions there are: counted one by one, by a formula, and as published."""

import json
from collections import Counter
from itertools import product
from math import comb
from pathlib import Path

import pytest

from tests.rules.solver import Position, after, positions, unfinished
from ur.rules import RULE_SETS, RuleSet
from ur.rules.route import ROUTES, Route
from ur.rules.ruleset import variant

PUBLISHED = json.loads((Path(__file__).parent / "expected_values.json").read_text("ascii"))[
    "position_counts"
]
every_route = pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)


def squares(route: Route) -> tuple[int, int]:
    """How many squares a side has for itself, and how many both walk."""
    meets = Counter(bool(step) for step in route.meets[1 : route.home])
    return meets[False], meets[True]


def by_formula(route: Route, pieces: int) -> int:
    """All positions with one side to throw.

    Light has i pieces on its own squares and a on the shared ones, dark j and b
    on those that are left; the others of each are in hand or home.
    """
    own, shared = squares(route)
    return sum(
        comb(own, i)
        * comb(own, j)
        * comb(shared, a)
        * comb(shared - a, b)
        * max(0, pieces - i - a + 1)
        * max(0, pieces - j - b + 1)
        for i, j in product(range(own + 1), repeat=2)
        for a in range(shared + 1)
        for b in range(shared - a + 1)
    )


def lost(route: Route, pieces: int) -> int:
    """The positions in which the other side is home, whoever is to throw."""
    length = sum(squares(route))
    return sum(comb(length, board) * (pieces - board + 1) for board in range(pieces + 1))


def small(rules: RuleSet, pieces: int) -> RuleSet:
    """The same game with fewer pieces."""
    return variant(rules, {"name": "small", "pieces": pieces})


@pytest.mark.parametrize(
    ("name", "own", "shared"), [("bell", 6, 8), ("masters", 4, 12), ("aseb", 4, 12)]
)
def test_a_route_is_private_and_shared(name, own, shared):
    """On the short route both sides meet on eight squares, on the long ones on twelve."""
    assert squares(ROUTES[name]) == (own, shared)


@pytest.mark.parametrize(
    ("name", "pieces", "count"),
    [
        ("bell", 1, 496),
        ("bell", 7, 275_827_872),
        ("masters", 1, 624),
        ("masters", 7, 1_002_065_904),
        ("aseb", 1, 624),
        ("aseb", 7, 1_002_065_904),
    ],
)
def test_there_are_as_many_positions_as_published(name, pieces, count):
    """With either side to throw, the formula gives the published figures."""
    assert 2 * by_formula(ROUTES[name], pieces) == count


@every_route
@pytest.mark.parametrize("pieces", range(1, 8))
def test_the_formula_gives_every_count_of_the_file(route, pieces):
    """All positions, those already lost, and those still open, for one to seven pieces."""
    one_side, over = by_formula(route, pieces), lost(route, pieces)
    assert PUBLISHED[route.name][str(pieces)] == {
        "both_sides": 2 * one_side,
        "one_side": one_side,
        "already_lost_one_side": over,
        "stored_by_royalur": one_side - over,
        "unfinished_one_side": one_side - 2 * over + 1,  # both sides home is counted in both
    }


@every_route
@pytest.mark.parametrize("pieces", [1, 2])
def test_counting_one_by_one_gives_the_same(route, pieces):
    """Every way to put the pieces, no square holding two, makes what the formula says."""
    rules = RuleSet("counted", route, pieces=pieces)
    every = list(positions(rules))
    home = (rules.home,) * pieces
    assert len(every) == len(set(every)) == by_formula(route, pieces)
    assert len([theirs for _, theirs in every if theirs == home]) == lost(route, pieces)
    for mine, theirs in every:
        stand = [(route.squares.light, step) for step in mine]
        stand += [(route.squares.dark, step) for step in theirs]
        taken = [walked[step - 1] for walked, step in stand if 0 < step < rules.home]
        assert len(taken) == len(set(taken))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_open_position_comes_up(rules):
    """Played on from its start, a game of one piece each comes to all positions there are.

    Only in masters not: no throw is blank there, so who comes to a rosette with
    a lone piece always moves it on before the other side throws.
    """
    rules = small(rules, 1)
    met = reached(rules)
    every = set(unfinished(rules))
    assert met <= every
    assert len(every - met) == (277 - 216 if rules.zero_value else 0)


def reached(rules: RuleSet) -> set[Position]:
    """All open positions that come up, each as the side to throw and the other see it."""
    waiting = [((0,) * rules.pieces, (0,) * rules.pieces)]
    met = set(waiting)
    for position in waiting:
        for value in rules.chances:
            for game in after(rules, position, value):
                seen = game.pieces.seen_by(game.to_move)
                if not game.winner and seen not in met:
                    met.add(seen)
                    waiting.append(seen)
    return met
