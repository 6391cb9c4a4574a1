"""What turns came to."""

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.referee.people import KEEPER, NOON, cast, deed, in_play, moved, player, turn
from ur.port import Person
from ur.referee import match as matches
from ur.referee.club import PAST_KEPT, REQUESTS_KEPT, Club, remembered
from ur.referee.match import Match, Seat
from ur.referee.standings import Totals, added, leaders, summary, tally, totals
from ur.rules import Event, Side

LIGHT, DARK = Side
P1, P2, P3, P4, P5 = (player(number) for number in range(1, 6))
WIN = (Event.BORNE_OFF, Event.WON)

CASE_2 = [turn(LIGHT, P1), turn(DARK, P2), turn(LIGHT, P3), turn(DARK, P4)]
CASE_3 = [
    turn(LIGHT, P1),
    turn(DARK, P2, Event.ADVANCED, Event.ROSETTE, Event.AGAIN),
    turn(DARK, None),
    turn(LIGHT, P3, Event.BORNE_OFF, Event.CAPTURED, Event.WON),
]
CASE_4 = [
    *(turn(LIGHT, P3), turn(DARK, P2)),
    *(turn(LIGHT, None), turn(DARK, P2)),
    *(turn(LIGHT, None), turn(DARK, P2)),
    *(turn(LIGHT, P1), turn(DARK, P2)),
    *(turn(LIGHT, None), turn(DARK, P2)),
    turn(LIGHT, P3, *WIN, seconds=50, issue=77),
]


def match_of(turns, *, began=KEEPER, number=7) -> Match:
    """A match of turn values, everybody who moved seated."""
    sides = {one.by: one.side for one in turns if one.by}
    seats = tuple(Seat(player(by - 1000), side, 1, NOON, 5000 + by) for by, side in sides.items())
    match = in_play(throw=None, number=number)
    return replace(match, began=deed(began), turns=tuple(turns), seats=seats)


def test_a_game_that_nobody_won_has_no_best_player():
    """Case 2: four moves of four players, abandoned by the keeper."""
    ended = summary(matches.abandon(match_of(CASE_2), deed(KEEPER, seconds=9, issue=8)))
    assert (ended.winner, ended.best, ended.best_moves) == (None, (), 0)
    assert (ended.moves, ended.lost, ended.players) == (4, 0, 4)
    assert ended.ended == deed(KEEPER, seconds=9, issue=8)
    assert tally(CASE_2).winning is None
    assert [one.wins for one in totals(match_of(CASE_2))] == [0, 0, 0, 0]


def test_a_move_is_somebodys():
    """Case 3: beginning and lost turn are no moves; the winners' best share the place."""
    counted = tally(CASE_3)
    assert (counted.moves, counted.lost, counted.players) == (3, 1, 3)
    assert counted.captures == (1, 0)
    assert counted.rosettes == (0, 1)
    assert counted.home == (1, 0)
    assert counted.winning is CASE_3[-1]
    assert counted.best == ((P1.id, P3.id), 1)
    assert summary(match_of(CASE_3, began=P1)).best == (P1, P3)


def test_a_lost_turn_is_nobodys():
    """Case 4: eight moves and three lost turns of three players; who began never moved."""
    match = match_of(CASE_4, began=P5)
    ended = summary(match)
    assert (ended.moves, ended.lost, ended.players) == (8, 3, 3)
    assert (ended.winner, ended.best, ended.best_moves) == (LIGHT, (P3,), 2)
    assert ended.began.by == P5
    assert (ended.ended.by, ended.ended.at, ended.ended.issue) == (
        *(P3, NOON + timedelta(seconds=50)),
        77,
    )
    assert {one.person: (one.moves, one.wins) for one in totals(match)} == {
        P1: (1, 1),
        P2: (5, 0),
        P3: (2, 1),
    }
    assert tally(CASE_4).moves_of == ({P3.id: 2, P1.id: 1}, {P2.id: 5})


def test_leaders_are_cut_when_shown_and_kept_whole():
    """Case 15: a newcomer to 25 people moves in three games and is counted 1, 2, 3."""
    everybody = {number: Totals(player(number), games=1, moves=40 + number) for number in range(25)}
    newcomer = player(99)
    for count in (1, 2, 3):
        (new,) = totals(match_of([turn(LIGHT, newcomer)]))
        everybody[99] = added(everybody.get(99), new)
        shown = leaders(everybody.values(), 10)
        assert len(shown) == 10
        assert newcomer not in [one.person for one in shown]
        assert (everybody[99].moves, everybody[99].games) == (count, count)
        assert len(leaders(everybody.values(), 50)) == 26


def test_leaders_are_ranked_by_moves_then_wins_then_age():
    """Most moves first; among equals more wins, then the older account."""
    ranked = [
        Totals(player(4), moves=9, wins=0),
        Totals(player(3), moves=5, wins=2),
        Totals(player(1), moves=5, wins=1),
        Totals(player(2), moves=5, wins=1),
    ]
    for _ in range(5):
        shuffled = random.sample(ranked, len(ranked))
        assert leaders(shuffled, 9) == tuple(ranked)
    assert leaders(ranked, 0) == ()


def test_totals_count_what_each_person_did():
    """Moves, captures, rosettes and pieces home are the mover's."""
    turns = [
        turn(LIGHT, P1, Event.ADVANCED, Event.CAPTURED, Event.ROSETTE),
        turn(LIGHT, P1, Event.ADVANCED, Event.CAPTURED),
        turn(DARK, P2, *WIN),
    ]
    assert totals(match_of(turns)) == (
        Totals(P1, games=1, wins=0, moves=2, captures=2, rosettes=1, home=0),
        Totals(P2, games=1, wins=1, moves=1, captures=0, rosettes=0, home=1),
    )


def test_totals_add_up_under_the_newest_login():
    """A later game adds to each figure; the login is that of the later game."""
    old = Totals(Person(5, "old"), 1, 2, 3, 4, 5, 6)
    new = Totals(Person(5, "new"), 10, 20, 30, 40, 50, 60)
    assert added(old, new) == Totals(Person(5, "new"), 11, 22, 33, 44, 55, 66)
    assert added(None, new) is new


def test_who_has_no_seat_is_shown_by_number():
    """A mover without a seat, as in records of others, is named by their id."""
    match = replace(match_of(CASE_2), seats=())
    assert [one.person.login for one in totals(match)] == ["1001", "1002", "1003", "1004"]


@pytest.mark.parametrize(
    "last",
    [
        turn(LIGHT, P1),
        replace(turn(LIGHT, P1, *WIN), issue=None),
    ],
    ids=["nobody won", "won by nobody's issue"],
)
def test_a_match_in_play_has_no_summary(last):
    """Only what is over is summed up."""
    with pytest.raises(ValueError, match="game 7 is not over"):
        summary(match_of([last]))


def test_a_won_match_is_summed_up_from_the_rules_own_events():
    """A match that was played counts what the rules said of each move."""
    match = moved(in_play([14, *[15] * 6], throw=1), 14, P1, seconds=3, issue=9)
    ended = summary(match)
    assert (ended.winner, ended.moves, ended.home) == (LIGHT, 1, (1, 0))
    assert (ended.best, ended.best_moves) == ((P1,), 1)
    assert ended.ended == deed(P1, seconds=3, issue=9)
    assert (ended.number, ended.rules) == (7, "finkel")


@given(st.lists(st.tuples(st.sampled_from(Side), st.integers(0, 4)), max_size=30))
def test_everybodys_moves_are_all_moves(pairs):
    """Figures of sides and people add up to those of the match."""
    turns = [turn(side, player(number) if number else None) for side, number in pairs]
    counted = tally(turns)
    assert counted.moves + counted.lost == len(turns)
    assert sum(counted.moves_of.light.values()) + sum(counted.moves_of.dark.values()) == (
        counted.moves
    )
    by_person = Counter({one.person.id: one.moves for one in totals(match_of(turns))})
    assert sum(by_person.values()) == counted.moves
    assert len(by_person) == counted.players


def test_a_club_remembers_the_requests_of_its_last_games():
    """What is kept is bounded by games and by number; the newest stay."""
    club = Club(1)
    for game in range(1, 61):
        new = tuple((1000 * game + issue, game) for issue in range(3))
        club = replace(club, games=game, requests=remembered(club, new))
    assert len(club.requests) == 3 * PAST_KEPT
    assert {game for _, game in club.requests} == set(range(61 - PAST_KEPT, 61))
    assert club.game_of(60_001) == 60
    assert club.game_of(1000) is None
    many = tuple((70_000 + issue, 61) for issue in range(500))
    kept = remembered(club, many)
    assert len(kept) == REQUESTS_KEPT
    assert kept == many[-REQUESTS_KEPT:]


def test_a_club_without_requests_remembers_none():
    """Nothing is remembered of nothing."""
    assert remembered(Club(1), ()) == ()
    assert cast(in_play(throw=None), [1]).issues == {1}
