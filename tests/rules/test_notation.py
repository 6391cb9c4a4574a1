"""Moves and positions as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.variants import BOUNCE, FINKEL, TABLET, game
from ur.rules import Move, Side, legal_moves, parse_move, parse_position, start, write_move
from ur.rules.notation import Unreadable, place, write_position

START = "4xx2/8/4xx2 l 7 0 7 0"


@pytest.mark.parametrize(
    ("line", "value", "step", "text"),
    [
        pytest.param(START, 3, 0, "hand-b1", id="enter"),
        pytest.param("4xx2/8/4xx2 d 7 0 7 0", 3, 0, "hand-b3", id="dark enters"),
        pytest.param("4xx2/8/1l2xx2 l 6 0 7 0", 4, 3, "b1-c2", id="advance"),
        pytest.param("4xx2/8/4xxl1 l 6 0 7 0", 1, 14, "g1-home", id="bear off"),
    ],
)
def test_a_move_is_written_from_where_to_where(line, value, step, text):
    """A move's text names hand, squares and home, and reads back to the same move."""
    position = game(line, value)
    (move,) = (move for move in legal_moves(position) if move.step == step)
    assert write_move(position, move) == text
    assert parse_move(position, text) == move


def test_a_bounce_is_written_to_where_it_lands():
    """What a bounced move names is the square it ends on."""
    position = game("4xx2/2ld4/4xx2 l 6 0 6 0", 1, BOUNCE)
    assert parse_move(position, "c2-e2") == Move(7, 9, 0, bounced=True)


def test_a_lost_turn_is_a_dash():
    """A lost turn is written and read as a dash, where it is one."""
    assert write_move(game(START, 0), None) == "-"
    assert parse_move(game(START, 0), "-") is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2, "-"),
        (None, "-"),
        (0, "hand-b1"),
        (3, "hand-b3"),
        (3, "hand-c1"),
        (3, "b1-hand"),
        (3, "HAND-b1"),
        (3, "hand-b1 "),
        (3, "hand-b1\n"),
        (3, ""),
    ],
)
def test_what_may_not_be_played_cannot_be_read(value, text):
    """Only a legal move, in its one spelling, is read."""
    with pytest.raises(Unreadable):
        parse_move(game(START, value), text)


@given(text=st.text(max_size=12))
def test_any_text_is_a_move_or_unreadable(text):
    """Whatever is written, reading gives a legal move or Unreadable."""
    position = game("4xx2/3l4/2l1xx2 l 5 0 7 0", 2)
    try:
        assert parse_move(position, text) in legal_moves(position)
    except Unreadable:
        assert text not in {"hand-c1", "d2-f2", "c1-a1"}


@pytest.mark.parametrize(
    ("side", "step", "text"),
    [
        (Side.LIGHT, 0, "hand"),
        (Side.LIGHT, 1, "d1"),
        (Side.DARK, 1, "d3"),
        (Side.DARK, 8, "d2"),
        (Side.DARK, 14, "g3"),
        (Side.LIGHT, 15, "home"),
    ],
)
def test_a_place_has_a_name(side, step, text):
    """Each step of a side is the hand, a square, or home."""
    assert place(FINKEL, side, step) == text


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        (FINKEL, START),
        (FINKEL, "4xxd1/6l1/4xx2 l 6 0 6 0"),
        (FINKEL, "ddddxxdd/8/4xx2 d 7 0 1 0"),
        (FINKEL, "4xx2/llldddl1/4xx2 d 0 3 0 4"),
        (FINKEL, "4xx2/8/4xx2 d 0 7 7 0"),
        (FINKEL, "4xx2/8/4xx2 d 7 0 0 7"),
        (TABLET, "4xx2/8/4xx2 l 5 0 5 0 t 10 10 0"),
        (TABLET, "4xx2/8/4xx2 l 5 0 5 0 t 0 3 17"),
    ],
)
def test_a_position_line_reads_and_writes_the_same(rules, line):
    """A position's line is the same after reading and writing."""
    assert write_position(parse_position(rules, line)) == line


def test_a_position_line_says_everything_that_is_on_the_board():
    """What a line says is what the game holds, the throw aside."""
    position = game("4xxd1/6l1/4xx2 d 4 2 5 1")
    assert position.pieces.light == (0, 0, 0, 0, 11, 15, 15)
    assert position.pieces.dark == (0, 0, 0, 0, 0, 14, 15)
    assert position.to_move is Side.DARK
    assert position.throw is None
    assert (position.hand(Side.LIGHT), position.home(Side.LIGHT)) == (4, 2)
    assert (position.hand(Side.DARK), position.home(Side.DARK)) == (5, 1)


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        pytest.param(FINKEL, "", id="nothing"),
        pytest.param(FINKEL, START + " ", id="a space behind"),
        pytest.param(FINKEL, START + "\n", id="a newline behind"),
        pytest.param(FINKEL, START.replace(" ", "  ", 1), id="two spaces"),
        pytest.param(FINKEL, "4xx2/8/4xx2 w 7 0 7 0", id="no side"),
        pytest.param(FINKEL, "4xx2/8/4xx2 light 7 0 7 0", id="side in full"),
        pytest.param(FINKEL, "4xx2/8 l 7 0 7 0", id="two rows"),
        pytest.param(FINKEL, "4xx2/8/4xx2/8 l 7 0 7 0", id="four rows"),
        pytest.param(FINKEL, "4xx2/7/4xx2 l 7 0 7 0", id="row too short"),
        pytest.param(FINKEL, "4xx2/9/4xx2 l 7 0 7 0", id="row too long"),
        pytest.param(FINKEL, "4xx2/44/4xx2 l 7 0 7 0", id="two runs in one"),
        pytest.param(FINKEL, "4xx2/80/4xx2 l 7 0 7 0", id="an empty run"),
        pytest.param(FINKEL, "8/8/4xx2 l 7 0 7 0", id="no gap"),
        pytest.param(FINKEL, "4xx2/4xx2/4xx2 l 7 0 7 0", id="a gap too many"),
        pytest.param(FINKEL, "4lx2/8/4xx2 l 7 0 7 0", id="a piece in the gap"),
        pytest.param(FINKEL, "4xx2/8l/4xx2 l 6 0 7 0", id="a piece off the board"),
        pytest.param(FINKEL, "4xx2/3L4/4xx2 l 6 0 7 0", id="upper case"),
        pytest.param(FINKEL, "4xx2/\u0668/4xx2 l 7 0 7 0", id="another script's eight"),
        pytest.param(FINKEL, "4xx2/\u00b98/4xx2 l 7 0 7 0", id="a small one in a row"),
        pytest.param(FINKEL, "4xx2/\u2467/4xx2 l 7 0 7 0", id="an eight in a ring"),
        pytest.param(FINKEL, "l3xx2/8/4xx2 l 6 0 7 0", id="light in dark's row"),
        pytest.param(FINKEL, "4xx2/8/d3xx2 l 7 0 6 0", id="dark in light's row"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l 6 0 7 0", id="a piece too few"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l 7 0 7 1", id="a piece too many"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l 0 8 7 0", id="more home than there are"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l 07 0 7 0", id="a leading zero"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l -7 0 7 0", id="a sign"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l 700 0 7 0", id="three digits"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l \uff17 0 7 0", id="a full-width digit"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l \u00b2 0 7 0", id="a small two"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l  0 7 0", id="a missing number"),
        pytest.param(FINKEL, "4xx2/8/4xx2 l 0 7 0 7", id="both home"),
        pytest.param(FINKEL, START + " t 0 0 0", id="tokens of a game without"),
        pytest.param(TABLET, "4xx2/8/4xx2 l 5 0 5 0", id="no tokens in a game with"),
        pytest.param(TABLET, "4xx2/8/4xx2 l 5 0 5 0 t 10 10 1", id="a token too many"),
        pytest.param(TABLET, "4xx2/8/4xx2 l 5 0 5 0 x 10 10 0", id="no t"),
        pytest.param(TABLET, "4xx2/8/4xx2 l 5 0 5 0 t 10 10 -0", id="no number"),
    ],
)
def test_a_broken_position_line_is_unreadable(rules, line):
    """A line of another shape, or against a law of the game, is refused."""
    with pytest.raises(Unreadable):
        parse_position(rules, line)


LINES = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="ld x/0123456789t\u0663\uff17", max_size=40),
    st.tuples(
        st.text(alphabet="ldx12345678", max_size=9),
        st.text(alphabet="ldx12345678", max_size=9),
        st.text(alphabet="ldx12345678", max_size=9),
        st.sampled_from(["l", "d", "x"]),
        *[st.integers(-1, 12)] * 4,
    ).map(lambda parts: "{}/{}/{} {} {} {} {} {}".format(*parts)),
)


@given(rules=st.sampled_from([FINKEL, TABLET]), line=LINES)
def test_any_line_is_a_position_or_unreadable(rules, line):
    """Garbage is refused with Unreadable and nothing else; what is read is written the same."""
    try:
        position = parse_position(rules, line)
    except Unreadable:
        return
    assert write_position(position) == line


@given(data=st.data())
def test_one_changed_letter_never_breaks_the_reader(data):
    """A line with one letter exchanged is another position or Unreadable."""
    line = write_position(start(TABLET))
    at = data.draw(st.integers(0, len(line) - 1))
    other = line[:at] + data.draw(st.text(max_size=2)) + line[at + 1 :]
    try:
        assert write_position(parse_position(TABLET, other)) == other
    except Unreadable:
        assert other != line
