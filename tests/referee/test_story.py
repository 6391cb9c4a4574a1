"""What became of a request, told from the record."""

from dataclasses import replace

import pytest

from tests.referee.people import KEEPER, Desk, cast, deed, in_play, moved, player
from ur.referee import match as matches
from ur.referee.story import story
from ur.rules import Side

ANN, BOB = player(1), player(2)


@pytest.fixture
def desk() -> Desk:
    """A game begun by player-01 (1001), two lost turns, a move (1002), a seat (1003), a move."""
    desk = Desk(dice=[0, 0, 2, 0, 0, 1, 4, 1])
    desk.ask(ANN, "ur-new")
    desk.move(ANN, 0)
    desk.ask(BOB, "ur-join-black-8")
    return desk


def test_a_beginning_is_told_with_the_turns_it_lost(desk):
    """The board is that of the first throw that could be used."""
    told = story(desk.match, 1001)
    assert (told.code, told.turn, told.seat) == ("started", None, None)
    assert [turn.thrown.value for turn in told.lost] == [0, 0]
    assert (told.match.next_turn, told.match.game.throw) == (3, 2)


def test_a_move_is_told_with_the_turns_lost_after_it(desk):
    """The move, its new seat, both lost turns, and the board of whoever is next."""
    told = story(desk.match, 1002)
    assert (told.code, told.turn.issue, told.seat.person) == ("moved", 1002, ANN)
    assert [turn.side for turn in told.lost] == [Side.DARK, Side.LIGHT]
    assert (told.match.next_turn, told.match.game.to_move) == (6, Side.DARK)


def test_a_second_move_takes_no_seat(desk):
    """Who had a seat is not told to have joined."""
    desk.move(BOB, 0)
    assert desk.match.turns[-1].issue == 1004
    told = story(desk.match, 1004)
    assert (told.code, told.seat, told.lost) == ("moved", None, ())


def test_a_seat_is_told_with_the_board_of_then(desk):
    """A join plays nothing; the board is the one it was made before."""
    desk.move(BOB, 0)
    told = story(desk.match, 1003)
    assert (told.code, told.turn, told.lost) == ("joined", None, ())
    assert (told.seat.person, told.match.next_turn) == (BOB, 6)


def test_a_story_is_the_same_later(desk):
    """What is told of a request does not change with what happens after it."""
    before = [story(desk.match, issue) for issue in (1001, 1002, 1003)]
    desk.move(BOB, 0)
    after = [story(desk.match, issue) for issue in (1001, 1002, 1003)]
    assert [_without_later_seats(told) for told in before] == [
        _without_later_seats(told) for told in after
    ]


def _without_later_seats(told):
    return replace(told, match=replace(told.match, seats=()))


def test_an_end_without_winner_is_told():
    """The keeper's request is told with the match as it ended."""
    match = matches.abandon(cast(moved(in_play(throw=4), 0, ANN), [1]), deed(KEEPER, issue=9))
    told = story(match, 9)
    assert (told.code, told.match, told.turn, told.lost) == ("abandoned", match, None, ())


def test_a_winning_move_is_told():
    """After the last move nothing is lost and the match is over."""
    won = moved(in_play([14, *[15] * 6], throw=1), 14, ANN, issue=9)
    told = story(won, 9)
    assert (told.code, told.match, told.lost) == ("moved", won, ())
    assert told.match.winner is Side.LIGHT


@pytest.mark.parametrize("ended", [True, False])
def test_a_strange_request_has_no_story(desk, ended):
    """A request that is no part of a match cannot be told."""
    match = matches.abandon(desk.match, deed(issue=77)) if ended else desk.match
    with pytest.raises(ValueError, match="request 5 is no part of game 8"):
        story(match, 5)


def test_a_move_is_told_the_same_after_the_game_was_abandoned(desk):
    """What became of a move or a seat does not change with the keeper's end."""
    ended = matches.abandon(desk.match, deed(KEEPER, issue=9))

    for issue in sorted(desk.match.issues):
        assert story(ended, issue) == story(desk.match, issue)
