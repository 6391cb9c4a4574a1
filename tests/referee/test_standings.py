"""What turns came to."""

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from math import erfc, exp, pi, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.referee.people import KEEPER, NOON, cast, deed, in_play, moved, player, thrown, turn
from ur.errors import KeeperFault
from ur.port import Person
from ur.referee import club as clubs
from ur.referee import match as matches
from ur.referee.club import (
    LEADERS_KEPT,
    PAST_KEPT,
    REFUSED_KEPT,
    REQUESTS_KEPT,
    Club,
    leading,
    remembered,
)
from ur.referee.fairness import LIMITS, Row, Throws, fairness
from ur.referee.figures import Figures, counted
from ur.referee.match import Match, Seat, Thrown
from ur.referee.standings import (
    BEST_KEPT,
    BOARDS,
    LAST_KEPT,
    MATES_KEPT,
    PAGED_FROM,
    Player,
    Totals,
    added,
    after,
    in_short,
    leaders,
    named_on_pages,
    summary,
    tally,
    totals,
)
from ur.rules import RULE_SETS, BySide, Event, Side, variant
from ur.settings import parse

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
    sides = {(one.by, one.side) for one in turns if one.by}
    seats = tuple(Seat(player(by - 1000), side, 1, NOON, 5000 + by) for by, side in sorted(sides))
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
    figures = counted(Figures(), matches.abandon(match_of(CASE_2), deed(KEEPER, issue=8)), 4)
    assert (figures.games, figures.won, figures.abandoned) == (1, (0, 0), 1)
    assert (figures.moves, figures.lost, figures.players) == (4, 0, 4)


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


@pytest.mark.parametrize("by", BOARDS)
def test_leaders_are_cut_when_shown_and_kept_whole(by):
    """Case 15: a newcomer to 25 people moves in three games and is counted 1, 2, 3."""
    everybody = {
        number: Player(Totals(player(number), 1, *(40 + number,) * 5)) for number in range(25)
    }
    newcomer = player(99)
    for count in (1, 2, 3):
        (new,) = after(match_of([turn(LIGHT, newcomer)], number=count), everybody)
        everybody[newcomer.id] = new
        ranked = [one.totals for one in everybody.values()]
        shown = leaders(ranked, by, 10)
        assert len(shown) == 10
        assert newcomer not in [one.person for one in shown]
        assert (new.totals.moves, new.totals.games, len(new.last)) == (count, count, count)
        assert new.totals in leading(ranked)


@pytest.mark.parametrize("by", BOARDS)
def test_leaders_are_ranked_then_by_moves_then_wins_then_age(by):
    """Most of what the board counts first; then more moves, more wins, the older account."""
    base = Totals(player(9), moves=5, wins=2, captures=1, rosettes=1)
    ranked = [
        replace(base, person=player(4), **{by: 9}),
        *((replace(base, person=player(5), moves=6),) if by != "moves" else ()),
        *((replace(base, person=player(3), wins=3),) if by != "wins" else ()),
        replace(base, person=player(1)),
        replace(base, person=player(2)),
    ]
    for _ in range(5):
        shuffled = random.sample(ranked, len(ranked))
        assert leaders(shuffled, by, 9) == tuple(ranked)
    assert leaders(ranked, by, 1) == (ranked[0],)
    assert leaders(ranked, by, 0) == ()


def test_who_has_none_of_it_leads_in_nothing():
    """Where nobody has captured yet, nobody leads in captures."""
    everybody = [Totals(player(1), moves=3, wins=1), Totals(player(2), moves=2, rosettes=1)]
    assert leaders(everybody, "moves", 9) == tuple(everybody)
    assert leaders(everybody, "wins", 9) == (everybody[0],)
    assert leaders(everybody, "captures", 9) == ()
    assert leaders(everybody, "rosettes", 9) == (everybody[1],)


def test_as_many_leaders_are_kept_as_can_be_shown():
    """The settings allow no more to be shown than the club keeps of each board."""
    with pytest.raises(KeeperFault):
        parse(b"readme: {leaders: %d}" % (LEADERS_KEPT + 1))


def test_leaders_kept_are_the_first_of_every_board():
    """Who leads in one thing only is kept; the order is that of moves."""
    crowd = [Totals(player(number), moves=500 - number) for number in range(LEADERS_KEPT + 10)]
    alone = [Totals(player(number), 1, 1, 1, 1, 1) for number in range(900, 905)]
    kept = leading(iter([*alone, *crowd]))
    assert kept == (*crowd[:LEADERS_KEPT], *alone)
    assert leading([]) == ()


HISTORIES = st.lists(
    st.lists(
        st.tuples(
            st.sampled_from(Side),
            st.integers(0, 7),
            st.sets(st.sampled_from([Event.CAPTURED, Event.ROSETTE, Event.BORNE_OFF])),
        ),
        max_size=8,
    ),
    max_size=14,
)
"""Games as turns: side, player (0 is a lost turn), what happened."""


def games_of(history) -> list[Match]:
    """Ended matches of a history: the last move wins in two of three, the others are abandoned."""
    games = []
    for number, told in enumerate(history, 1):
        turns = [
            turn(side, player(by) if by else None, *sorted(happened)) for side, by, happened in told
        ]
        won = number % 3 and turns and turns[-1].by
        if won:
            turns[-1] = replace(turns[-1], events=(*turns[-1].events, Event.WON))
        match = match_of(turns, number=number)
        games.append(match if won else matches.abandon(match, deed(issue=9)))
    return games


def winner_of(match: Match) -> Side | None:
    """Whose move won."""
    return next((one.side for one in match.turns if Event.WON in one.events), None)


@given(HISTORIES)
def test_what_is_added_game_by_game_is_what_all_games_come_to(history):
    """Totals, last games and mates of everybody, and the figures, counted again at a glance."""
    games = games_of(history)
    players: dict[int, Player] = {}
    figures = Figures()
    for match in games:
        new = after(match, players)
        newcomers = sum(one.totals.person.id not in players for one in new)
        players |= {one.totals.person.id: one for one in new}
        figures = counted(figures, match, newcomers)

    moves = [(match, one) for match in games for one in match.turns if one.by]
    assert set(players) == {one.by for _, one in moves}
    for person, found in players.items():
        mine = [(match, one) for match, one in moves if one.by == person]
        played = [match for match in games if any(one.by == person for one in match.turns)]
        won = [match for match, one in mine if one.side is winner_of(match)]
        assert found.totals == Totals(
            player(person - 1000),
            len(played),
            len({match.number for match in won}),
            len(mine),
            *(
                sum(event in one.events for _, one in mine)
                for event in (Event.CAPTURED, Event.ROSETTE, Event.BORNE_OFF)
            ),
        )
        assert found.last == tuple(match.number for match in reversed(played))[:LAST_KEPT]
        together = Counter(mate for match in games for mate in beside(match, person))
        met = {mate: match.number for match in games for mate in beside(match, person)}
        ranked = sorted(together.items(), key=lambda pair: (-pair[1], -met[pair[0]], pair[0]))
        assert found.mates == tuple(ranked)
    assert figures.players == len(players)
    assert (figures.games, figures.moves) == (len(games), len(moves))
    assert figures.moves + figures.lost == sum(len(match.turns) for match in games)
    told = [summary(match) for match in games]
    for side in Side:
        assert figures.won.of(side) == sum(one.winner is side for one in told)
        for name in ("captures", "rosettes", "home"):
            assert getattr(figures, name).of(side) == sum(
                getattr(one, name).of(side) for one in told
            )
    assert figures.lost == sum(one.lost for one in told)
    assert sum(sum(one.counts) for one in figures.throws) == figures.moves + figures.lost


def beside(match: Match, person: int) -> set[int]:
    """Who moved on a side on which a person moved."""
    sides = {one.side for one in match.turns if one.by == person}
    return {one.by for one in match.turns if one.by and one.side in sides} - {person}


@given(HISTORIES)
def test_who_was_kept_leads_exactly(history):
    """The first of each board, kept from game to game, are the first among everybody."""
    everybody: dict[int, Player] = {}
    kept: tuple[Totals, ...] = ()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clubs, "LEADERS_KEPT", 2)
        for match in games_of(history):
            new = after(match, everybody)
            everybody |= {one.totals.person.id: one for one in new}
            known = {one.person.id: one for one in kept}
            kept = leading({**known, **{one.totals.person.id: one.totals for one in new}}.values())
            ranked = [one.totals for one in everybody.values()]
            assert kept == leading(ranked)
            for by in BOARDS:
                for most in (0, 1, 2):
                    assert leaders(kept, by, most) == leaders(ranked, by, most)


def test_mates_are_who_moved_on_the_same_side():
    """A game counts once for a pair, whoever moved how often; nobody is their own mate."""
    first = [turn(LIGHT, P1), turn(LIGHT, P2), turn(LIGHT, P1), turn(DARK, P3), turn(LIGHT, None)]
    second = [turn(LIGHT, P3), turn(LIGHT, P1), turn(DARK, P4)]
    players = {one.totals.person.id: one for one in after(match_of(first, number=1), {})}
    assert players[P1.id].mates == ((P2.id, 1),)
    assert players[P3.id].mates == ()
    again = {one.totals.person.id: one for one in after(match_of(second, number=2), players)}
    assert set(again) == {P1.id, P3.id, P4.id}
    assert again[P1.id].mates == ((P3.id, 1), (P2.id, 1))
    assert again[P1.id].last == (2, 1)
    (one, *_) = after(match_of(second, number=3), again)
    assert one.mates == ((P3.id, 2), (P2.id, 1))


def test_who_moved_for_both_sides_has_mates_on_both():
    """In a game that was played elsewhere: still one game, won, and once a mate of each."""
    turns = [
        *(turn(LIGHT, P1), turn(DARK, P1), turn(LIGHT, P2), turn(DARK, P2)),
        *(turn(DARK, P3), turn(DARK, P1, *WIN)),
    ]
    one, two, three = after(match_of(turns), {})
    assert one.totals == Totals(P1, games=1, wins=1, moves=3, home=1)
    assert one.mates == ((P2.id, 1), (P3.id, 1))
    assert two.mates == ((P1.id, 1), (P3.id, 1))
    assert two.totals.wins == 1
    assert three.mates == ((P1.id, 1), (P2.id, 1))
    assert tally(turns).players == 3


def test_of_too_many_mates_the_least_and_longest_ago_go():
    """What is kept of a player is bounded, however many they played with."""
    crowd = [player(number) for number in range(2, MATES_KEPT + 4)]
    match = match_of([turn(LIGHT, P1), *(turn(LIGHT, one) for one in crowd)])
    players = {one.totals.person.id: one for one in after(match, {})}
    assert [mate for mate, _ in players[P1.id].mates] == [one.id for one in crowd[:MATES_KEPT]]
    late = match_of([turn(LIGHT, P1), turn(LIGHT, crowd[-1])], number=8)
    one, *_ = after(late, players)
    assert [mate for mate, _ in one.mates] == [crowd[-1].id, *(one.id for one in crowd)][
        :MATES_KEPT
    ]


def test_those_named_on_pages_are_the_first_mates_of_who_has_one():
    """Whoever has too few games has no page, and needs no names."""
    mates = tuple((number, 9) for number in range(1, 9))
    often, once = (Player(Totals(P1, games), (), mates) for games in (PAGED_FROM, PAGED_FROM - 1))
    assert named_on_pages([once]) == set()
    assert named_on_pages([often, once]) == {1, 2, 3, 4, 5}


def test_a_club_names_some_of_the_best():
    """A place that a crowd shares is told in names that are bounded, and a number."""
    crowd = [player(number) for number in range(1, 14)]
    turns = [turn(LIGHT, one) for one in crowd]
    turns[-1] = turn(LIGHT, crowd[-1], *WIN)
    told = summary(match_of(turns))
    assert (told.best, told.more) == (tuple(crowd), 0)
    short = in_short(told)
    assert (short.best, short.more) == (tuple(crowd[:BEST_KEPT]), len(crowd) - BEST_KEPT)
    assert in_short(short) == short
    few = summary(match_of(CASE_4))
    assert in_short(few) == few


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


QUICK = RULE_SETS["quick"]
FOURS = variant(RULE_SETS["finkel"], {"name": "fours", "zero_value": 4})
THREES = variant(RULE_SETS["finkel"], {"name": "threes", "dice": 3})


def left(rules, *, opening=(), turns=(), table=None) -> Match:
    """An abandoned match of throws: opening, of turns, and on the table."""
    match = replace(matches.begin(1, rules, LIGHT, deed()), opening=tuple(opening))
    lost = tuple(replace(turn(LIGHT, None), thrown=one) for one in turns)
    return matches.abandon(replace(match, turns=lost, thrown=table), deed(issue=9))


def test_every_throw_that_fell_is_counted():
    """Opening throws, those of turns and the one left on the table, by what they are worth."""
    match = left(
        RULE_SETS["finkel"],
        opening=map(thrown, (3, 1)),
        turns=map(thrown, (0, 1, 1, 4)),
        table=thrown(2),
    )
    assert counted(Figures(), match, 0).throws == (Throws(4, 0, (1, 3, 1, 1, 1)),)


def test_a_throw_that_nobody_wrote_down_counts_for_nothing():
    """What only explains a turn is no throw; dice that nobody knows a throw of are not there."""
    guess = Thrown(3, known=False)
    match = left(RULE_SETS["finkel"], turns=[guess, thrown(1)], table=guess)
    assert counted(Figures(), match, 0).throws == (Throws(4, 0, (0, 1, 0, 0, 0)),)
    assert counted(Figures(), left(RULE_SETS["finkel"], turns=[guess]), 0).throws == ()


def test_throws_are_counted_by_kind_of_dice():
    """Rule sets with the same dice share an entry; four marked and none may be worth the same."""
    figures = Figures()
    for rules, values in (
        (FOURS, [Thrown(4, "0000"), Thrown(4, "1111"), Thrown(1, "0100")]),
        (THREES, [Thrown(0, "000"), Thrown(3)]),
        (RULE_SETS["finkel"], [thrown(2)]),
        (QUICK, [thrown(2), thrown(0)]),
        (THREES, [Thrown(3)]),
    ):
        figures = counted(figures, left(rules, turns=values), 0)
    assert figures.throws == (
        Throws(3, 0, (1, 0, 0, 2)),
        Throws(4, 0, (1, 0, 2, 0, 0)),
        Throws(4, 4, (1, 0, 0, 2)),
    )
    assert [list(one.falls) for one in figures.throws] == [
        [0, 1, 2, 3],
        [0, 1, 2, 3, 4],
        [1, 2, 3, 4],
    ]


def test_figures_count_won_games_by_side():
    """Won games, captures, rosettes and pieces home are the sides'; the rest was abandoned."""
    figures = counted(counted(Figures(), match_of(CASE_3), 3), match_of(CASE_4), 0)
    figures = counted(figures, matches.abandon(match_of(CASE_2), deed(issue=8)), 1)
    assert replace(figures, throws=()) == Figures(
        games=3,
        won=BySide(2, 0),
        moves=15,
        lost=4,
        players=4,
        captures=BySide(1, 0),
        rosettes=BySide(0, 1),
        home=BySide(2, 0),
    )
    assert figures.abandoned == 1


@pytest.mark.parametrize(
    ("throws", "expected", "chi_square", "fair", "enough"),
    [
        # 16 throws as they should be.
        (Throws(4, 0, (1, 4, 6, 4, 1)), (1, 4, 6, 4, 1), 0.0, True, False),
        # 1/1 + 1/4
        (Throws(4, 0, (2, 3, 6, 4, 1)), (1, 4, 6, 4, 1), 1.25, True, False),
        # 25/5 + 25/30
        (Throws(4, 0, (10, 20, 25, 20, 5)), (5, 20, 30, 20, 5), 35 / 6, True, True),
        # 49/5 + 100/30 + 9/5
        (Throws(4, 0, (12, 20, 20, 20, 8)), (5, 20, 30, 20, 5), 224 / 15, False, True),
        # none marked is worth 4: 1/20 + 1/30 + 4/20 + 4/10
        (Throws(4, 4, (19, 31, 22, 8)), (20, 30, 20, 10), 41 / 60, True, True),
        # three dice: 25/5 + 25/15 + 25/15 + 25/5
        (Throws(3, 0, (10, 10, 10, 10)), (5, 15, 15, 5), 40 / 3, False, True),
        # three dice, none marked worth 4: as if it were 0
        (Throws(3, 4, (3, 3, 1, 1)), (3, 3, 1, 1), 0.0, True, False),
        # a half is expected
        (Throws(3, 0, (0, 2, 1, 1)), (0.5, 1.5, 1.5, 0.5), 4 / 3, True, False),
        (Throws(4, 0, (0, 0, 0, 0, 0)), (0, 0, 0, 0, 0), 0.0, True, False),
    ],
)
def test_dice_are_judged_by_chi_square(throws, expected, chi_square, fair, enough):
    """Known answers, each worked out by hand: squared distances, each by what is expected."""
    told = fairness(throws)
    assert tuple(row.expected for row in told.rows) == expected
    assert tuple(row.fell for row in told.rows) == throws.counts
    assert told.chi_square == pytest.approx(chi_square)
    assert (told.fair, told.enough) == (fair, enough)
    assert told.total == sum(throws.counts) == sum(row.expected for row in told.rows)
    assert told.freedom == len(throws.counts) - 1
    assert told.limit == LIMITS[told.freedom]


def test_expected_throws_are_exact():
    """A row tells value, throws and what is expected, as a fraction."""
    assert fairness(Throws(3, 0, (0, 2, 1, 1))).rows[0] == Row(0, 0, Fraction(1, 2))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_enough_throws_begin_where_the_rarest_is_expected_five_times(rules):
    """The usual rule: with eighty throws of four dice one can tell, with one less not."""
    rarest = min(rules.falls.values())
    enough = -(-5 * 2**rules.dice // rarest)
    for total in (enough - 1, enough):
        counts = (total, *(0,) * (len(rules.falls) - 1))
        told = fairness(Throws(rules.dice, rules.zero_value, counts))
        assert told.enough == (total == enough)
        assert not told.fair


def test_limits_leave_five_of_a_hundred():
    """The tails of chi-square in closed form, for each number of degrees of freedom."""
    tails = {
        3: lambda x: erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2),
        4: lambda x: exp(-x / 2) * (1 + x / 2),
    }
    assert tails.keys() == LIMITS.keys()
    for freedom, limit in LIMITS.items():
        assert tails[freedom](limit) == pytest.approx(0.05, abs=2e-5)
        assert tails[freedom](limit - 0.001) > 0.05 > tails[freedom](limit + 0.001)


@pytest.mark.parametrize("dice", [3, 4])
@pytest.mark.parametrize("blank", [0, 4])
def test_all_dice_that_there_are_have_a_limit(dice, blank):
    """Whatever a rule set throws with can be judged."""
    falls = Throws(dice, blank, ()).falls
    assert falls == variant(RULE_SETS["finkel"], {"dice": dice, "zero_value": blank}).falls
    assert len(falls) - 1 in LIMITS


@pytest.mark.parametrize(("dice", "blank"), [(2, 0), (5, 0), (4, 1), (0, 0)])
def test_dice_that_no_rule_set_has_are_refused(dice, blank):
    """Nothing is known of other dice."""
    with pytest.raises(ValueError, match="takes one of"):
        _ = Throws(dice, blank, ()).falls


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


def test_the_last_refusals_are_remembered():
    """So many of them are kept, oldest first, each known by its issue."""
    club = Club(1).refusing([(7, "stale-link"), (5, "bad-title")])
    assert (club.refusal_of(5), club.refusal_of(7), club.refusal_of(6)) == (
        *("bad-title", "stale-link"),
        None,
    )
    more = club.refusing((issue, "too-soon") for issue in range(100, 100 + REFUSED_KEPT - 1))
    assert len(more.refused) == REFUSED_KEPT
    assert (more.refusal_of(7), more.refusal_of(5)) == (None, "bad-title")
