"""The keeper's rule on moves in a row."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.referee.people import (
    DAY,
    NOON,
    POLICY,
    SECOND,
    Desk,
    cast,
    deed,
    in_play,
    moved,
    player,
    turn,
)
from ur.referee import match as matches
from ur.rules import Event, Side

ANN, BOB = player(1), player(2)
LIGHT, DARK = Side
AGAIN = Event.AGAIN


def too_soon(turns, *, limit=1, by=ANN, after=SECOND):
    """Whether ``by`` is too soon after these turns, so long after the last."""
    match = replace(in_play(throw=1), turns=tuple(turns))
    return replace(POLICY, moves_in_a_row=limit).too_soon(match, by, match.last_at + after)


@pytest.mark.parametrize(
    ("turns", "limit", "soon"),
    [
        pytest.param([], 1, False, id="the first move"),
        pytest.param([turn(LIGHT, None)], 1, False, id="only a lost turn so far"),
        pytest.param([turn(LIGHT, BOB)], 1, False, id="somebody else moved last"),
        pytest.param([turn(LIGHT, ANN)], 0, False, id="no limit"),
        pytest.param([turn(LIGHT, ANN)], 1, True, id="one of one"),
        pytest.param([turn(LIGHT, ANN)], 2, False, id="one of two"),
        pytest.param(
            [turn(LIGHT, ANN), turn(DARK, None)], 1, True, id="a lost turn is nobody's move"
        ),
        pytest.param(
            [turn(LIGHT, ANN), turn(DARK, None), turn(LIGHT, None), turn(DARK, None)],
            *(1, True),
            id="many lost turns are nobody's",
        ),
        pytest.param(
            [turn(LIGHT, ANN), turn(DARK, None), turn(LIGHT, ANN)], 2, True, id="two of two"
        ),
        pytest.param(
            [turn(LIGHT, ANN), turn(DARK, BOB), turn(LIGHT, ANN)], 2, False, id="counted anew"
        ),
        pytest.param(
            [turn(LIGHT, ANN), turn(LIGHT, BOB), turn(LIGHT, ANN)], 1, True, id="one since"
        ),
        pytest.param([turn(LIGHT, ANN, AGAIN)], 1, False, id="another throw in one's own chain"),
        pytest.param(
            [turn(LIGHT, ANN, AGAIN), turn(LIGHT, ANN, AGAIN)], 1, False, id="and another"
        ),
        pytest.param(
            [turn(LIGHT, ANN, AGAIN), turn(LIGHT, ANN)], 1, True, id="a chain counts once"
        ),
        pytest.param(
            [turn(LIGHT, ANN, AGAIN), turn(LIGHT, ANN)], 2, False, id="a chain counts only once"
        ),
        pytest.param(
            [turn(LIGHT, ANN, AGAIN), turn(LIGHT, None), turn(DARK, None)],
            *(1, True),
            id="a chain that a lost turn ended",
        ),
        pytest.param(
            [turn(LIGHT, ANN), turn(DARK, None), turn(LIGHT, ANN, AGAIN)],
            *(1, False),
            id="in a chain one is never too soon",
        ),
        pytest.param(
            [turn(LIGHT, ANN, AGAIN), turn(LIGHT, BOB)], 1, False, id="others finished the chain"
        ),
        pytest.param([turn(LIGHT, BOB, AGAIN)], 1, False, id="somebody else's chain"),
    ],
)
def test_moves_in_a_row_are_limited(turns, limit, soon):
    """Turns since anybody else moved are counted, a chain of throws earned as one."""
    assert too_soon(turns, limit=limit) is soon


@pytest.mark.parametrize(
    ("after", "soon"),
    [(DAY - SECOND, True), (DAY, False), (DAY + SECOND, False), (timedelta(0), True)],
)
def test_the_limit_lapses_a_day_after_the_last_move(after, soon):
    """A board is never stuck: after a day anybody may move."""
    assert too_soon([turn(LIGHT, ANN)], after=after) is soon


def test_a_lost_turn_does_not_put_the_lapse_off():
    """The day is counted from the last move, not from a lost turn after it."""
    lost = replace(turn(DARK, None), at=NOON + timedelta(hours=1))
    assert not too_soon([turn(LIGHT, ANN), lost], after=timedelta(hours=23))


def test_the_referee_refuses_a_move_too_soon_and_grants_it_a_day_later():
    """One who moves twice in a row is asked to wait, until the limit lapses."""
    desk = Desk(in_play(throw=2), dice=[0, 2], policy=replace(POLICY, moves_in_a_row=1))
    assert desk.move(ANN, 0).code == "moved"
    before = desk.match
    assert desk.move(ANN, 2).code == "too-soon"
    assert desk.match is before
    desk.now += DAY
    assert desk.move(ANN, 2).code == "moved"


def test_a_chain_of_throws_is_played_to_its_end():
    """Whoever lands on a rosette may use the throw it earned, however strict the keeper."""
    desk = Desk(in_play(throw=4), dice=[4, 1], policy=replace(POLICY, moves_in_a_row=1))
    assert desk.move(ANN, 0).code == "moved"
    assert desk.move(ANN, 4).code == "moved"
    assert desk.match.turns[-1].events == (Event.ADVANCED, Event.ROSETTE, Event.AGAIN)
    assert desk.move(ANN, 8).code == "moved"


def test_opening_throws_are_no_turns():
    """Throws for who begins count for nobody's moves in a row."""
    match = cast(matches.begin(1, in_play(throw=1).rules, None, deed()), [1, 3, 2])
    assert match.first is DARK
    assert not replace(POLICY, moves_in_a_row=1).too_soon(match, ANN, NOON)
    assert moved(match, 0, ANN).seats[0].side is DARK
