"""What there is to show of a position: its choices, those that do most first."""

import pytest

from ur.render.view import BoardView
from ur.rules import RULE_SETS, BySide, Event, Game, Side, legal_moves, throw


def choices(light, dark, thrown, rules="finkel"):
    """The letters and steps of White's choices, with what each would do."""
    rules = RULE_SETS[rules]
    pieces = BySide(tuple(sorted(light)), tuple(sorted(dark)))
    game = throw(Game(rules, pieces, Side.LIGHT, None, BySide(0, 0)), thrown)
    shown = BoardView(game).choices
    assert {choice.move for choice in shown} == set(legal_moves(game))
    return [(choice.letter, choice.move.step) for choice in shown]


@pytest.mark.parametrize(
    ("light", "dark", "thrown", "shown"),
    [
        pytest.param([0, 1, 2, 3, 15, 15, 15], [0] * 7, 4, "ABCD 0 1 2 3", id="a rosette first"),
        pytest.param(
            [0, 4, 5, 9, 15, 15, 15], [0, 0, 0, 0, 0, 0, 7], 2, "ABCD 5 0 4 9", id="capture"
        ),
        pytest.param(
            [0, 6, 10, 13, 15, 15, 15], [0] * 6 + [12], 2, "ABCD 10 6 13 0", id="all kinds"
        ),
        pytest.param([0, 0, 0, 0, 5, 9, 10], [0] * 7, 2, "ABCD 0 5 9 10", id="else by steps"),
    ],
)
def test_what_does_most_is_read_first(light, dark, thrown, shown):
    """A win, a capture, another throw and bearing off stand before the rest, which is by steps."""
    letters, *steps = shown.split()
    assert choices(light, dark, thrown) == list(zip(letters, map(int, steps), strict=True))


def test_a_win_is_read_before_anything_else():
    """The last piece home is the first choice."""
    rules = RULE_SETS["quick"]
    game = Game(rules, BySide((13, *[15] * 6), (0,) * 7), Side.LIGHT, None, BySide(0, 0))
    [first] = BoardView(throw(game, 3)).choices
    assert Event.WON in first.events
