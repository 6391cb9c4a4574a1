"""A match, turn by turn."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.referee.people import (
    FINKEL,
    KEEPER,
    NOON,
    cast,
    deed,
    in_play,
    moved,
    player,
    thrown,
)
from ur.port import Person
from ur.referee import match as matches
from ur.referee.match import Match, Thrown
from ur.rules import Event, IllegalMove, Move, RuleSet, Side
from ur.rules.route import BELL

ANN, BOB = player(1), player(2)
BLANK_IS_FOUR = RuleSet("blank-is-four", BELL, dice=3, zero_value=4)


def begun(first: Side | None = Side.LIGHT) -> Match:
    """Game 7, before its first throw."""
    return matches.begin(7, FINKEL, first, deed())


def test_a_game_that_is_not_decided_waits_for_a_throw():
    """At its beginning a match waits for the dice, of which none were thrown."""
    match = begun()
    assert match.awaits_throw
    assert not match.over
    assert (match.next_turn, match.throws, match.last_at) == (1, 0, NOON)
    assert match.winner is None


def test_a_throw_with_a_move_lies_on_the_table():
    """What was thrown waits for somebody to use it."""
    match = cast(begun(), [3])
    assert (match.thrown, match.game.throw) == (thrown(3), 3)
    assert not match.awaits_throw
    assert (match.next_turn, match.throws) == (1, 1)


def test_a_first_throw_of_nought_loses_the_turn():
    """A throw that moves nothing is a turn, and nobody's."""
    match = cast(begun(), [0])
    (lost,) = match.turns
    assert (lost.side, lost.thrown, lost.move, lost.by, lost.issue) == (
        *(Side.LIGHT, thrown(0)),
        *(None, None, None),
    )
    assert match.game.to_move is Side.DARK
    assert match.awaits_throw


def test_a_throw_that_no_piece_can_use_loses_the_turn():
    """A throw may be lost without being nought."""
    match = cast(in_play([14, *[15] * 6], throw=None), [2])
    assert match.turns[-1].thrown == thrown(2)
    assert match.game.to_move is Side.DARK


def test_turns_are_lost_one_after_another():
    """Lost turns go to and fro until a throw can be used."""
    match = cast(begun(), [0, 0, 0, 1])
    assert [turn.side for turn in match.turns] == [Side.LIGHT, Side.DARK, Side.LIGHT]
    assert (match.game.to_move, match.game.throw, match.throws) == (Side.DARK, 1, 4)


@pytest.mark.parametrize(
    ("values", "opening", "first"),
    [
        ([1, 0], 2, Side.LIGHT),
        ([0, 1], 2, Side.DARK),
        ([2, 2, 4, 3], 4, Side.LIGHT),
        ([0, 0, 4, 4, 1, 2], 6, Side.DARK),
    ],
)
def test_more_marked_dice_begin(values, opening, first):
    """Both throw, light first; who marks more begins, and equal throws are repeated."""
    match = cast(begun(None), values)
    assert (len(match.opening), match.first) == (opening, first)
    assert match.game.to_move is first
    assert match.turns == ()
    assert match.throws == opening
    assert match.awaits_throw


@pytest.mark.parametrize("values", [[], [3], [3, 3], [3, 3, 1]])
def test_until_it_is_decided_opening_throws_go_on(values):
    """Half a pair or equal throws decide nothing."""
    match = cast(begun(None), values)
    assert (match.first, match.awaits_throw) == (None, True)


def test_opening_throws_compare_marked_dice_not_steps():
    """A blank that is worth four marks nothing; without faces the value is all there is."""
    match = matches.begin(1, BLANK_IS_FOUR, None, deed())
    for fell in (Thrown(4, "000"), Thrown(1, "010")):
        match = matches.throw(match, fell, NOON)
    assert match.first is Side.DARK
    match = matches.begin(1, BLANK_IS_FOUR, None, deed())
    for fell in (Thrown(4), Thrown(1)):
        match = matches.throw(match, fell, NOON)
    assert match.first is Side.LIGHT


def test_a_move_uses_the_throw():
    """A move is somebody's turn, by an issue, with what it did; the next throw is awaited."""
    match = moved(cast(begun(), [4]), 0, ANN, seconds=5, issue=12)
    (turn,) = match.turns
    assert (turn.side, turn.thrown, turn.move, turn.by, turn.issue) == (
        *(Side.LIGHT, thrown(4)),
        *(Move(0, 4), ANN.id, 12),
    )
    assert turn.events == (Event.ENTERED, Event.ROSETTE, Event.AGAIN)
    assert turn.at == match.last_at == NOON + timedelta(seconds=5)
    assert match.game.to_move is Side.LIGHT
    assert match.awaits_throw


def test_without_a_throw_there_is_no_move():
    """Nothing can be played that was not thrown."""
    with pytest.raises(ValueError, match="nothing was thrown"):
        matches.move(begun(), Move(0, 1), deed())


def test_an_illegal_move_is_not_played():
    """Only the rules' own moves can be played."""
    with pytest.raises(IllegalMove):
        matches.move(cast(begun(), [1]), Move(0, 2), deed())


def test_nothing_is_thrown_twice_or_after_the_end():
    """The dice wait for the throw on the table, and rest when the match is over."""
    match = cast(begun(), [1])
    with pytest.raises(ValueError, match="nobody is to throw"):
        cast(match, [1])
    won = moved(in_play([14, *[15] * 6], throw=1), 14, ANN)
    assert (won.winner, won.over, won.awaits_throw) == (Side.LIGHT, True, False)
    with pytest.raises(ValueError, match="nobody is to throw"):
        cast(won, [1])


def test_dice_cannot_make_any_value():
    """A throw that the rule set's dice cannot make is refused."""
    with pytest.raises(ValueError, match="the dice cannot make 5"):
        matches.throw(begun(), Thrown(5), NOON)


def test_time_never_runs_back():
    """A turn judged by a clock that is behind has the time of the turn before it."""
    match = moved(cast(begun(), [1]), 0, ANN, seconds=60)
    match = cast(match, [0], seconds=30)
    match = moved(cast(match, [1], seconds=20), 1, ANN, seconds=10)
    match = matches.join(match, Side.DARK, deed(BOB, seconds=5, issue=8))
    match = matches.abandon(match, deed(seconds=0, issue=9))
    late = NOON + timedelta(seconds=60)
    assert [turn.at for turn in match.turns] == [late] * 3
    assert [seat.at for seat in match.seats] == [late] * 2
    assert match.abandoned.at == late


def test_a_seat_is_never_older_than_its_game():
    """A seat taken by a clock that is behind has the time of the beginning."""
    match = matches.join(begun(), Side.DARK, deed(BOB, seconds=-100))
    assert match.seat(BOB.id).at == NOON


def test_a_seat_is_kept_under_the_newest_login():
    """Who moves again under another login is the same person on the same seat."""
    match = moved(cast(begun(), [4]), 0, ANN)
    match = cast(matches.join(match, Side.DARK, deed(BOB, issue=5)), [1])
    renamed = Person(ANN.id, "ann-of-ur")
    match = moved(match, 0, renamed, issue=6)
    ann, bob = match.seats
    assert (ann.person, ann.turn, ann.issue) == (renamed, 1, 2)
    assert bob.person == BOB


def test_elsewhere_somebody_may_have_moved_for_both_teams():
    """A match with an origin gives a person a seat on each side, under one login."""
    match = replace(begun(), origin="https://github.com/somebody/else")
    match = moved(cast(match, [1]), 0, ANN)
    renamed = Person(ANN.id, "ann-of-ur")
    match = moved(cast(match, [2]), 0, renamed, issue=3)
    match = moved(cast(match, [1]), 1, renamed, issue=4)
    assert [(seat.person, seat.side, seat.turn) for seat in match.seats] == [
        (renamed, Side.LIGHT, 1),
        (renamed, Side.DARK, 2),
    ]
    assert match.seat(ANN.id).side is Side.LIGHT
    assert match.seat(ANN.id, Side.DARK).issue == 3
    assert match.seat(BOB.id, Side.DARK) is None


def test_no_issue_of_a_match_played_elsewhere_is_ours():
    """Numbers of another repository's issues mean nothing here."""
    match = moved(cast(begun(), [4]), 0, ANN, issue=2)
    assert replace(match, origin="https://github.com/somebody/else").issues == frozenset()


def test_every_issue_of_a_match_is_known():
    """Beginning, seats, moves and end: each is part of the match; a lost turn is no issue's."""
    match = moved(cast(begun(), [4]), 0, ANN, issue=2)
    match = matches.join(cast(match, [0]), Side.DARK, deed(BOB, issue=3))
    assert match.issues == {1, 2, 3}
    assert matches.abandon(match, deed(issue=4)).issues == {1, 2, 3, 4}


def test_an_abandoned_match_is_over_without_winner():
    """The keeper's end makes nobody the winner; the throw that nobody used stays on the table."""
    match = matches.abandon(cast(begun(), [3]), deed(KEEPER, seconds=9, issue=4))
    assert match.over
    assert match.winner is None
    assert (match.thrown.value, match.game.throw) == (3, 3)
    assert not match.awaits_throw
    assert match.abandoned == deed(KEEPER, seconds=9, issue=4)


def test_a_match_can_be_looked_at_as_it_was():
    """Rewound, a match is what it was with so many turns used and the next throw waiting."""
    stages = [cast(begun(), [0, 4])]
    for step, throw in ((0, 2), (4, 1), (0, 3)):
        stages.append(cast(moved(stages[-1], step, (ANN, BOB)[step == 0], issue=20), [throw]))
    match = stages[-1]
    assert match.next_turn == 5
    for stage in stages:
        seen = matches.rewound(match, stage.next_turn - 1)
        assert replace(seen, seats=()) == replace(stage, seats=())
    first = matches.rewound(match, 0)
    assert (first.turns, first.thrown, first.game.to_move) == ((), thrown(0), Side.LIGHT)


def test_an_ended_match_is_looked_at_as_if_in_play():
    """Before its last turns an abandoned or sealed match was neither ended nor revealed."""
    match = cast(moved(cast(begun(), [4]), 0, ANN), [1])
    ended = replace(matches.abandon(match, deed()), seed=b"s" * 32, seal="seal")
    seen = matches.rewound(ended, 0)
    assert (seen.abandoned, seen.seed, seen.seal) == (None, None, "seal")
    assert (seen.thrown, seen.game.throw) == (thrown(4), 4)


def test_a_match_without_later_turns_is_what_it_is():
    """Nothing is rewound where nothing followed."""
    match = cast(begun(), [4])
    assert matches.rewound(match, 0) is match
    assert matches.rewound(match, 9) is match


def test_an_undecided_match_can_be_rewound_past_its_opening():
    """Opening throws stay when turns are taken back."""
    match = cast(begun(None), [1, 3, 0, 2])
    seen = matches.rewound(match, 0)
    assert (seen.opening, seen.first, seen.game.to_move) == (match.opening, Side.DARK, Side.DARK)
    assert seen.thrown == thrown(0)
