"""What may be played and what it does, as tables that read like the rules.

Light walks d1 c1 b1 a1, a2 to h2, h1 g1: steps 1 to 14, home is 15.
"""

import pytest

import ur.rules.ruleset
from tests.rules.variants import (
    ASEB,
    BLANK_IS_FOUR,
    BLITZ,
    BOUNCE,
    BOUNCING_TOKENS,
    FINKEL,
    FIVE,
    HUNTERS,
    LONG_TOKENS,
    MASTERS,
    NO_EXTRA,
    QUICK,
    TABLET,
    THREE_DICE,
    UNSAFE,
    UNSAFE_HUNTERS,
    game,
)
from ur.rules import (
    BySide,
    Event,
    Game,
    IllegalMove,
    Move,
    RuleSet,
    Side,
    legal_moves,
    lose_turn,
    play,
    start,
    throw,
    write_position,
)
from ur.rules.route import BELL, Board, Route
from ur.rules.ruleset import Sheltered

START = "4xx2/8/4xx2 l 7 0 7 0"


def assert_played(rules: RuleSet, row: tuple[str, int, int, str, str]) -> None:
    """A row of a table holds: line before, throw, step played from, line after, events."""
    before, value, step, after, happened = row
    position = game(before, value, rules)
    (move,) = (move for move in legal_moves(position) if move.step == step)
    new, events = play(position, move)
    assert (write_position(new), " ".join(events)) == (after, happened)


@pytest.mark.parametrize(
    ("before", "value", "step", "after", "happened"),
    [
        pytest.param(START, 1, 0, "4xx2/8/3lxx2 d 6 0 7 0", "entered", id="enter with 1"),
        pytest.param(START, 2, 0, "4xx2/8/2l1xx2 d 6 0 7 0", "entered", id="enter with 2"),
        pytest.param(
            START, 4, 0, "4xx2/8/l3xx2 l 6 0 7 0", "entered rosette again", id="enter on a rosette"
        ),
        pytest.param(
            "4xx2/8/4xx2 d 7 0 7 0", 1, 0, "3dxx2/8/4xx2 l 7 0 6 0", "entered", id="dark enters"
        ),
        pytest.param(
            "4xx2/8/2l1xx2 l 6 0 7 0", 3, 2, "4xx2/l7/4xx2 d 6 0 7 0", "advanced", id="advance"
        ),
        pytest.param(
            "4xx2/8/lll1xx2 l 4 0 7 0",
            *(3, 2, "4xx2/l7/ll2xx2 d 4 0 7 0", "advanced"),
            id="pass over one's own",
        ),
        pytest.param(
            "4xx2/dd6/l3xx2 l 6 0 5 0",
            *(3, 4, "4xx2/ddl5/4xx2 d 6 0 5 0", "advanced"),
            id="pass over the others",
        ),
        pytest.param(
            "4xx2/2d5/l3xx2 l 6 0 6 0",
            *(3, 4, "4xx2/2l5/4xx2 d 6 0 7 0", "advanced captured"),
            id="capture",
        ),
        pytest.param(
            "d3xx2/2l5/4xx2 d 6 0 6 0",
            *(3, 4, "4xx2/2d5/4xx2 l 7 0 6 0", "advanced captured"),
            id="dark captures",
        ),
        pytest.param(
            "4xx2/5d1l/4xx2 l 6 0 6 0",
            *(1, 12, "4xx2/5d2/4xx1l d 6 0 6 0", "advanced"),
            id="leave the shared row",
        ),
        pytest.param(
            "4xx2/l7/4xx2 l 6 0 7 0",
            *(3, 5, "4xx2/3l4/4xx2 l 6 0 7 0", "advanced rosette again"),
            id="onto the middle rosette",
        ),
        pytest.param(
            "4xx2/3l1d2/4xx2 l 6 0 6 0",
            *(2, 8, "4xx2/5l2/4xx2 d 6 0 7 0", "advanced captured"),
            id="capture from the middle rosette",
        ),
        pytest.param(
            "1d2xx2/8/4xx2 l 7 0 6 0",
            *(3, 0, "1d2xx2/8/1l2xx2 d 6 0 6 0", "entered"),
            id="own rows are private at the entrance",
        ),
        pytest.param(
            "4xx1d/7l/4xx2 l 6 0 6 0",
            *(1, 12, "4xx1d/8/4xx1l d 6 0 6 0", "advanced"),
            id="own rows are private at the exit",
        ),
        pytest.param(
            "4xx2/8/4xx1l l 6 0 7 0",
            *(1, 13, "4xx2/8/4xxl1 l 6 0 7 0", "advanced rosette again"),
            id="onto the last rosette",
        ),
        pytest.param(
            "4xx2/8/4xxl1 l 6 0 7 0",
            *(1, 14, "4xx2/8/4xx2 d 6 1 7 0", "borne-off"),
            id="bear off",
        ),
        pytest.param(
            "4xx2/6l1/4xx2 l 6 0 7 0",
            *(4, 11, "4xx2/8/4xx2 d 6 1 7 0", "borne-off"),
            id="bear off from the shared row",
        ),
        pytest.param(
            "4xx2/8/4xxl1 l 0 6 7 0", 1, 14, "4xx2/8/4xx2 l 0 7 7 0", "borne-off won", id="win"
        ),
        pytest.param(
            "4xx1d/8/4xx2 d 7 0 0 6",
            2,
            13,
            "4xx2/8/4xx2 d 7 0 0 7",
            "borne-off won",
            id="dark wins",
        ),
    ],
)
def test_a_move_does_what_the_rules_say(before, value, step, after, happened):
    """Under Finkel's rules a move enters, advances, captures, bears off or wins."""
    assert_played(FINKEL, (before, value, step, after, happened))


@pytest.mark.parametrize(
    ("rules", "before", "value", "step", "after", "happened"),
    [
        pytest.param(
            UNSAFE,
            "4xx2/l2d4/4xx2 l 6 0 6 0",
            *(3, 5, "4xx2/3l4/4xx2 l 6 0 7 0", "advanced captured rosette again"),
            id="no shelter: capture on the rosette",
        ),
        pytest.param(
            UNSAFE_HUNTERS,
            "4xx2/l2d4/4xx2 l 4 0 4 0",
            *(3, 5, "4xx2/3l4/4xx2 l 4 0 5 0", "advanced captured rosette again"),
            id="a capture on a rosette earns one throw, not two",
        ),
        pytest.param(
            HUNTERS,
            "4xx2/2d5/l3xx2 l 6 0 6 0",
            *(3, 4, "4xx2/2l5/4xx2 l 6 0 7 0", "advanced captured again"),
            id="extra on capture",
        ),
        pytest.param(
            HUNTERS,
            "4xx2/8/l3xx2 l 6 0 7 0",
            *(3, 4, "4xx2/2l5/4xx2 d 6 0 7 0", "advanced"),
            id="extra on capture needs one",
        ),
        pytest.param(
            NO_EXTRA, START, 4, 0, "4xx2/8/l3xx2 d 6 0 7 0", "entered rosette", id="no extra throw"
        ),
        pytest.param(
            QUICK,
            "4xx2/8/4xxl1 l 6 0 7 0",
            *(4, 14, "4xx2/8/4xx2 d 6 1 7 0", "borne-off"),
            id="any sufficient throw bears off",
        ),
        pytest.param(
            FIVE, "4xx2/8/4xxl1 l 0 4 5 0", 1, 14, "4xx2/8/4xx2 l 0 5 5 0", "borne-off won", id="5"
        ),
        pytest.param(
            BLANK_IS_FOUR, START, 4, 0, "4xx2/8/l3xx2 l 6 0 7 0", "entered rosette again", id="0=4"
        ),
        pytest.param(
            BOUNCE,
            "4xx2/2d1l3/4xx2 l 6 0 6 0",
            *(1, 9, "4xx2/2d2l2/4xx2 d 6 0 6 0", "advanced"),
            id="a plain move does not bounce",
        ),
        pytest.param(
            QUICK,
            "4xx2/8/4xx1l l 6 0 7 0",
            *(4, 13, "4xx2/8/4xx2 d 6 1 7 0", "borne-off"),
            id="past the last rosette, too",
        ),
        pytest.param(
            BLITZ,
            "4xx2/d7/2l1xx2 l 4 0 4 0",
            *(3, 2, "4xx2/l7/4xx2 l 4 0 5 0", "advanced captured again"),
            id="blitz: a capture earns another throw",
        ),
        pytest.param(
            BLITZ,
            "4xx1d/6l1/4xx2 l 4 0 4 0",
            *(2, 11, "4xx1l/8/4xx2 l 4 0 5 0", "advanced captured again"),
            id="blitz: at the far end, too",
        ),
        pytest.param(
            BLITZ,
            "4xxd1/6l1/4xx2 l 4 0 4 0",
            *(1, 11, "4xxl1/8/4xx2 l 4 0 5 0", "advanced captured rosette again"),
            id="blitz: on a rosette one throw, not two",
        ),
        pytest.param(
            BLITZ,
            "4xx2/8/2l1xx2 l 4 0 5 0",
            *(3, 2, "4xx2/l7/4xx2 d 4 0 5 0", "advanced"),
            id="blitz: no capture, no throw",
        ),
        pytest.param(
            ASEB,
            "4/5l6/4 l 4 0 5 0",
            *(2, 10, "4/7l4/4 l 4 0 5 0", "advanced rosette again"),
            id="aseb: onto the rosette h2",
        ),
        pytest.param(
            ASEB,
            "4/6l1d3/4 l 4 0 4 0",
            *(2, 11, "4/8l3/4 d 4 0 5 0", "advanced captured"),
            id="aseb: capture behind it",
        ),
        pytest.param(
            ASEB,
            "4/10l1/4 l 4 0 5 0",
            *(1, 15, "4/11l/4 l 4 0 5 0", "advanced rosette again"),
            id="aseb: onto the last square",
        ),
        pytest.param(
            ASEB,
            "4/11l/4 l 4 0 5 0",
            *(1, 16, "4/12/4 d 4 1 5 0", "borne-off"),
            id="aseb: bear off",
        ),
    ],
)
def test_each_ingredient_does_what_it_says(  # noqa: PLR0917 - a row of the table
    rules, before, value, step, after, happened
):
    """Each field of a rule set changes the game in its one way."""
    assert_played(rules, (before, value, step, after, happened))


@pytest.mark.parametrize(
    ("before", "value", "step", "after", "happened"),
    [
        pytest.param(
            "4xxd1/6l1/4xx2 l 6 0 6 0",
            *(1, 11, "4xxl1/8/4xx2 l 6 0 7 0", "advanced captured rosette again"),
            id="g3: light 12 meets dark 16",
        ),
        pytest.param(
            "4xx1d/6l1/4xx2 l 6 0 6 0",
            *(2, 11, "4xx1l/8/4xx2 d 6 0 7 0", "advanced captured"),
            id="h3: light 13 meets dark 15",
        ),
        pytest.param(
            "4xx2/6ld/4xx2 l 6 0 6 0",
            *(3, 11, "4xx2/7l/4xx2 d 6 0 7 0", "advanced captured"),
            id="h2: both on 14",
        ),
        pytest.param(
            "4xx2/6l1/4xx1d l 6 0 6 0",
            *(4, 11, "4xx2/8/4xx1l d 6 0 7 0", "advanced captured"),
            id="h1: light 15 meets dark 13",
        ),
        pytest.param(
            "4xx2/7l/4xxd1 l 6 0 6 0",
            *(2, 14, "4xx2/8/4xxl1 l 6 0 7 0", "advanced captured rosette again"),
            id="g1: light 16 meets dark 12",
        ),
        pytest.param(
            "4xxl1/7d/4xx2 d 6 0 6 0",
            *(2, 14, "4xxd1/8/4xx2 d 7 0 6 0", "advanced captured rosette again"),
            id="dark captures on g3, its 16",
        ),
        pytest.param(
            "4xx2/6l1/4xxd1 l 6 0 6 0",
            *(1, 11, "4xxl1/8/4xxd1 l 6 0 6 0", "advanced rosette again"),
            id="both on 12 are on different squares",
        ),
        pytest.param(
            "4xx2/l2d4/4xx2 l 6 0 6 0",
            *(3, 5, "4xx2/3l4/4xx2 l 6 0 7 0", "advanced captured rosette again"),
            id="the middle rosette shelters nobody",
        ),
        pytest.param(
            "d3xx2/8/3lxx2 l 6 0 6 0",
            *(3, 1, "d3xx2/8/l3xx2 l 6 0 6 0", "advanced rosette again"),
            id="the first four squares are private",
        ),
        pytest.param(
            "4xx2/8/4xxl1 l 6 0 7 0",
            *(1, 16, "4xx2/8/4xx2 d 6 1 7 0", "borne-off"),
            id="bear off from the last",
        ),
        pytest.param(
            "4xx1l/8/4xx2 l 0 6 7 0",
            *(4, 13, "4xx2/8/4xx2 l 0 7 7 0", "borne-off won"),
            id="win across the far end",
        ),
    ],
)
def test_the_long_route_is_shared_to_its_end(before, value, step, after, happened):
    """Under the rules of masters both sides go around the far end, each the other way, and meet."""
    assert_played(MASTERS, (before, value, step, after, happened))


@pytest.mark.parametrize(
    ("before", "value", "step", "after", "happened"),
    [
        pytest.param(
            "4xx2/8/2l1xx2 l 4 0 5 0 t 10 10 0",
            *(3, 2, "4xx2/l7/4xx2 d 4 0 5 0 t 9 10 1", "advanced paid"),
            id="T1: past a rosette, pay",
        ),
        pytest.param(
            "4xx2/8/2l1xx2 l 4 0 5 0 t 10 10 0",
            *(1, 2, "4xx2/8/1l2xx2 d 4 0 5 0 t 10 10 0", "advanced"),
            id="T1: short of one, nothing",
        ),
        pytest.param(
            "d3xx2/8/4xx2 d 5 0 4 0 t 10 10 0",
            *(1, 4, "4xx2/d7/4xx2 l 5 0 4 0 t 10 10 0", "advanced"),
            id="T1: leaving one is not passing it",
        ),
        pytest.param(
            "4xx2/3d4/4xx2 d 5 0 4 0 t 10 10 0",
            *(4, 8, "4xx2/7d/4xx2 l 5 0 4 0 t 10 10 0", "advanced"),
            id="T1: leaving the middle one, neither",
        ),
        pytest.param(
            "4xx2/6l1/4xx2 l 4 0 5 0 t 10 10 0",
            *(4, 11, "4xx2/8/4xx2 d 4 1 5 0 t 9 10 1", "borne-off paid"),
            id="T2: leaving from 11 costs",
        ),
        pytest.param(
            "4xx2/7l/4xx2 l 4 0 5 0 t 10 10 0",
            *(3, 12, "4xx2/8/4xx2 d 4 1 5 0 t 9 10 1", "borne-off paid"),
            id="T2: leaving from 12 costs",
        ),
        pytest.param(
            "4xx2/8/4xx1l l 4 0 5 0 t 10 10 0",
            *(2, 13, "4xx2/8/4xx2 d 4 1 5 0 t 9 10 1", "borne-off paid"),
            id="T2: leaving from 13 costs",
        ),
        pytest.param(
            "4xx2/8/4xxl1 l 4 0 5 0 t 10 10 0",
            *(1, 14, "4xx2/8/4xx2 d 4 1 5 0 t 10 10 0", "borne-off"),
            id="T2: leaving from 14 is free",
        ),
        pytest.param(
            "4xx2/2ll4/4xx2 l 3 0 5 0 t 10 10 0",
            *(2, 7, "4xx2/3ll3/4xx2 d 3 0 5 0 t 9 10 1", "advanced paid"),
            id="T3: past one's own piece on it",
        ),
        pytest.param(
            "4xx2/2ld4/4xx2 l 4 0 4 0 t 10 10 0",
            *(2, 7, "4xx2/3dl3/4xx2 d 4 0 4 0 t 9 10 1", "advanced paid"),
            id="T3: past a sheltered piece on it",
        ),
        pytest.param(
            "4xx2/8/4xx2 l 5 0 5 0 t 9 10 1",
            *(3, 0, "4xx2/8/1l2xx2 d 4 0 5 0 t 9 10 1", "entered"),
            id="T4: entering passes none",
        ),
        pytest.param(
            "4xx2/8/4xx2 l 5 0 5 0 t 9 10 1",
            *(4, 0, "4xx2/8/l3xx2 l 4 0 5 0 t 10 10 0", "entered rosette took again"),
            id="T4: entering lands on one",
        ),
        pytest.param(
            "4xx2/8/2l1xx2 l 4 0 5 0 t 0 15 5",
            *(3, 2, "4xx2/l7/4xx2 d 4 0 5 0 t 0 15 5", "advanced"),
            id="T5: who has none pays none",
        ),
        pytest.param(
            "4xx2/l7/4xx2 l 4 0 5 0 t 10 10 0",
            *(3, 5, "4xx2/3l4/4xx2 l 4 0 5 0 t 10 10 0", "advanced rosette again"),
            id="T6: nothing to take from an empty pot",
        ),
        pytest.param(
            "4xx2/l7/4xx2 l 4 0 5 0 t 12 3 5",
            *(3, 5, "4xx2/3l4/4xx2 l 4 0 5 0 t 13 3 4", "advanced rosette took again"),
            id="T7: taken unasked, one at a time",
        ),
        pytest.param(
            "4xx2/8/4xx2 l 5 0 5 0 t 10 10 0",
            *(1, 0, "4xx2/8/3lxx2 d 4 0 5 0 t 10 10 0", "entered"),
            id="T8: no ante",
        ),
        pytest.param(
            "4xx2/8/2l1xx2 l 0 4 5 0 t 10 10 0",
            *(3, 2, "4xx2/l7/4xx2 d 0 4 5 0 t 9 10 1", "advanced paid"),
            id="T9: the only move, though it costs",
        ),
        pytest.param(
            "4xx2/ld6/4xx2 l 4 0 4 0 t 9 9 2",
            *(1, 5, "4xx2/1l6/4xx2 d 4 0 5 0 t 9 9 2", "advanced captured"),
            id="T10: a capture moves no token",
        ),
        pytest.param(
            "4xx2/8/4xx1l l 0 4 5 0 t 5 10 5",
            *(2, 13, "4xx2/8/4xx2 l 0 5 5 0 t 10 10 0", "borne-off paid won"),
            id="T11: the winner's own payment comes back",
        ),
        pytest.param(
            "4xx2/8/4xx1l l 0 4 5 0 t 0 14 6",
            *(2, 13, "4xx2/8/4xx2 l 0 5 5 0 t 6 14 0", "borne-off won"),
            id="T12: first home wins, with the fewer tokens",
        ),
    ],
)
def test_the_tablet_is_played_as_decided(before, value, step, after, happened):
    """Where the source of tablet is silent about tokens, each decision of ours is a row."""
    assert_played(TABLET, (before, value, step, after, happened))


@pytest.mark.parametrize(
    ("rules", "before", "value", "step", "after", "happened"),
    [
        pytest.param(
            BOUNCING_TOKENS,
            "4xx2/2ld4/4xx2 l 6 0 6 0 t 10 10 0",
            *(1, 7, "4xx2/3dl3/4xx2 d 6 0 6 0 t 9 10 1", "advanced bounced paid"),
            id="T15: a bounce passes the rosette",
        ),
        pytest.param(
            LONG_TOKENS,
            "4xx2/6l1/4xx2 l 6 0 7 0 t 10 10 0",
            *(2, 11, "4xx1l/8/4xx2 d 6 0 7 0 t 9 10 1", "advanced paid"),
            id="T15: the long route has its own rosettes",
        ),
        pytest.param(
            LONG_TOKENS,
            "4xx2/8/4xx1l l 6 0 7 0 t 10 10 0",
            *(4, 15, "4xx2/8/4xx2 d 6 1 7 0 t 9 10 1", "borne-off paid"),
            id="T15: leaving by more than enough passes the last",
        ),
    ],
)
def test_tokens_follow_any_route(  # noqa: PLR0917 - a row of the table
    rules, before, value, step, after, happened
):
    """Whatever else a rule set has, passing a rosette of its route costs a token."""
    assert_played(rules, (before, value, step, after, happened))


def test_a_move_that_costs_a_token_is_forced():
    """Nobody may lose the turn to save a token."""
    costly = game("4xx2/8/2l1xx2 l 0 4 5 0 t 10 10 0", 3, TABLET)
    assert legal_moves(costly) == (Move(2, 5),)
    with pytest.raises(ValueError, match="a turn is lost only"):
        lose_turn(costly)


def test_a_lost_turn_moves_no_token():
    """T10: losing a turn neither costs nor brings anything."""
    lost = lose_turn(game("4xx2/8/2l1xx2 l 4 0 5 0 t 3 4 13", 0, TABLET))
    assert write_position(lost) == "4xx2/8/2l1xx2 d 4 0 5 0 t 3 4 13"


@pytest.mark.parametrize(
    ("rules", "line", "value", "moves"),
    [
        pytest.param(FINKEL, START, 0, [], id="nothing marked"),
        pytest.param(FINKEL, START, 3, [Move(0, 3)], id="one move for the hand"),
        pytest.param(
            FINKEL, "4xx2/8/1l2xx2 l 6 0 7 0", 3, [Move(3, 6)], id="one's own piece is in the way"
        ),
        pytest.param(
            FINKEL,
            "4xx2/d3l3/4xx2 d 6 0 6 0",
            *(4, [Move(0, 4), Move(5, 9, 9)]),
            id="every piece has its move",
        ),
        pytest.param(
            FINKEL,
            "4xx2/d2ll3/4xx2 d 5 0 6 0",
            *(3, [Move(0, 3)]),
            id="the middle rosette is held",
        ),
        pytest.param(
            BOUNCE,
            "4xx2/d2ll3/4xx2 d 5 0 6 0",
            *(3, [Move(0, 3), Move(5, 9, 9, bounced=True)]),
            id="or pushes on",
        ),
        pytest.param(
            BOUNCE,
            "4xx2/3dl3/l3xx1l l 0 4 6 0",
            *(4, []),
            id="a bounce onto one's own is no move, and the turn is lost",
        ),
        pytest.param(ASEB, "4/4l2d4/4 l 0 4 4 0", 3, [], id="aseb: h2 shelters"),
        pytest.param(ASEB, "4/8l2d/4 l 0 4 4 0", 3, [], id="aseb: l2 shelters"),
        pytest.param(ASEB, "4/4l2d4/4 l 1 3 4 0", 3, [Move(0, 3)], id="aseb: another moves"),
        pytest.param(ASEB, "4/4ld6/4 l 0 4 4 0", 1, [Move(9, 10, 10)], id="aseb: f2 does not"),
        pytest.param(UNSAFE, "4xx2/l2d4/4xx2 l 0 6 6 0", 3, [Move(5, 8, 8)], id="unsafe"),
        pytest.param(FINKEL, "4xx2/8/4xxl1 l 0 6 7 0", 2, [], id="too much to leave with"),
        pytest.param(QUICK, "4xx2/8/4xxl1 l 0 6 7 0", 2, [Move(14, 15)], id="enough to leave with"),
        pytest.param(QUICK, "4xx2/8/4xx1l l 0 6 7 0", 1, [Move(13, 14)], id="not enough to leave"),
        pytest.param(
            FINKEL,
            "4xx2/7l/4xxl1 l 4 1 7 0",
            *(3, [Move(0, 3), Move(12, 15)]),
            id="home pieces stay",
        ),
        pytest.param(
            FINKEL, "4xx2/8/4xxll l 0 5 7 0", 1, [Move(14, 15)], id="the one behind is blocked"
        ),
    ],
)
def test_every_legal_move_is_found_in_order_of_step(rules, line, value, moves):
    """Legal moves are all there are, by step."""
    assert legal_moves(game(line, value, rules)) == tuple(moves)


@pytest.mark.parametrize("step", [4, 5, 6, 7])
@pytest.mark.parametrize(
    ("on_8", "on_9", "to", "happened"),
    [
        ("nobody", "nobody", 8, "advanced rosette again"),
        ("nobody", "mine", 8, "advanced rosette again"),
        ("nobody", "theirs", 8, "advanced rosette again"),
        ("mine", "nobody", None, "nothing"),
        ("mine", "mine", None, "nothing"),
        ("mine", "theirs", None, "nothing"),
        ("theirs", "nobody", 9, "advanced bounced"),
        ("theirs", "mine", None, "nothing"),
        ("theirs", "theirs", 9, "advanced bounced captured"),
    ],
)
def test_who_stands_on_8_and_9_decides_a_move_to_the_rosette(step, on_8, on_9, to, happened):
    """Under rossjrw's rules a piece sheltered on 8 pushes on to 9, but never onto one's own."""
    stands = {8: on_8, 9: on_9}
    mine = [step, *(tile for tile, who in stands.items() if who == "mine")]
    theirs = [tile for tile, who in stands.items() if who == "theirs"]
    pieces = BySide(*((0,) * (7 - len(steps)) + tuple(steps) for steps in (mine, theirs)))
    position = Game(BOUNCE, pieces, Side.LIGHT, 8 - step, BySide(0, 0))
    told = {
        move.step: (move.to, " ".join(play(position, move)[1])) for move in legal_moves(position)
    }
    assert told.get(step, (None, "nothing")) == (to, happened)


def test_a_bounce_never_chains(monkeypatch):
    """A piece is not pushed onto a second sheltered piece, nor beyond the route."""
    board = Board("many", 8, range(4, 6), frozenset({"d2", "e2", "h2"}))
    route = Route("many", board, BELL.light[:12])
    monkeypatch.setitem(ur.rules.ruleset.VALUES, "route", (BELL, route))
    rules = RuleSet("many", route, on_protected=Sheltered.BOUNCE, pieces=2)
    twice = Game(rules, BySide((0, 5), (8, 9)), Side.LIGHT, 3, BySide(0, 0))
    assert legal_moves(twice) == (Move(0, 3),)
    beyond = Game(rules, BySide((0, 11), (0, 12)), Side.LIGHT, 1, BySide(0, 0))
    assert legal_moves(beyond) == (Move(0, 1),)


@pytest.mark.parametrize(
    "move", [Move(0, 3), Move(1, 3), Move(0, 2, 2), Move(0, 2, 0, bounced=True)]
)
def test_a_move_that_is_not_legal_is_not_played(move):
    """Only what is among the legal moves may be played."""
    with pytest.raises(IllegalMove) as caught:
        play(game(START, 2), move)
    assert (caught.value.step, caught.value.throw) == (move.step, 2)
    assert str(caught.value) == f"no piece may move from step {move.step} with a throw of 2"


def test_nothing_is_played_before_the_throw():
    """Without a throw there are no moves."""
    assert legal_moves(start(FINKEL)) == ()
    with pytest.raises(IllegalMove):
        play(start(FINKEL), Move(0, 1))


def test_a_won_game_is_over():
    """After a win nothing is thrown, moved or lost."""
    over = game("4xx2/8/4xx2 l 0 7 7 0")
    assert over.winner is Side.LIGHT
    assert legal_moves(over._replace(throw=2)) == ()
    with pytest.raises(ValueError, match="nobody is to throw"):
        throw(over, 2)
    with pytest.raises(ValueError, match="a turn is lost only"):
        lose_turn(over)


def test_one_throws_once():
    """A throw on the table is used before the next."""
    with pytest.raises(ValueError, match="nobody is to throw"):
        throw(game(START, 2), 2)


@pytest.mark.parametrize(
    ("rules", "value"), [(FINKEL, 5), (FINKEL, -1), (THREE_DICE, 4), (BLANK_IS_FOUR, 0)]
)
def test_the_dice_make_only_what_they_can(rules, value):
    """A value that no dice of the rule set show is refused."""
    with pytest.raises(ValueError, match=f"the dice cannot make {value}"):
        throw(start(rules), value)


@pytest.mark.parametrize("value", [None, 1])
def test_a_turn_is_lost_only_by_a_throw_that_moves_nothing(value):
    """With nothing thrown, or a move to play, no turn is lost."""
    with pytest.raises(ValueError, match="a turn is lost only"):
        lose_turn(game(START, value))


def test_a_lost_turn_hands_the_dice_over():
    """After a lost turn the other side throws, and nothing has moved."""
    assert write_position(lose_turn(game(START, 0))) == "4xx2/8/4xx2 d 7 0 7 0"


def test_a_throw_of_nought_after_a_rosette_loses_the_rest_of_the_turn():
    """The extra throw may be lost like any other."""
    again, events = play(game(START, 4), Move(0, 4))
    assert Event.AGAIN in events
    assert again.to_move is Side.LIGHT
    assert lose_turn(throw(again, 0)).to_move is Side.DARK
