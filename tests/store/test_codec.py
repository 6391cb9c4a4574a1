"""Documents: what is written is read again, and broken ones are refused by place."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.referee.people import KEEPER, NOON, cast, deed, moved, player, thrown
from tests.store.games import FINKEL, LONE, ODD, SEED, Play, changed, document
from ur.errors import KeeperFault
from ur.port import Person
from ur.referee import match as matches
from ur.referee.club import LEADERS_KEPT, PAST_KEPT, REFUSED_KEPT, REQUESTS_KEPT, Club, leading
from ur.referee.fairness import Throws
from ur.referee.figures import Figures
from ur.referee.match import Match, Seat, Thrown
from ur.referee.standings import BEST_KEPT, LAST_KEPT, Player, Summary, Totals, summary
from ur.rules import BySide, Side, seeded
from ur.rules.ruleset import as_fields
from ur.store.codec import (
    read_club,
    read_match,
    read_players,
    write_club,
    write_match,
    write_players,
)
from ur.store.reader import MOST, REMEDY

PATH = "state/match.json"
ANN, BOB = player(1), player(2)

PLAYS = st.builds(
    lambda chance, most, end, **kinds: (
        (play := Play(chance, **kinds).moves(most)) and (play.abandon() if end else play).reveal()
    ),
    chance=st.integers(0, 2**32),
    most=st.sampled_from([0, 1, 2, 5, 20, 400]),
    end=st.booleans(),
    rules=st.sampled_from([FINKEL, LONE, ODD]),
    number=st.integers(1, 10**9),
    first=st.sampled_from([None, *Side]),
    sealed=st.booleans(),
    faces=st.just(value=True),
).map(lambda play: play.match)


def short_match() -> Match:
    """Game 3: dark throws more and begins; a move, a lost turn, a move; dark has a 1 to play."""
    match = matches.begin(3, FINKEL, None, deed(KEEPER, issue=10))
    match = cast(match, [1, 3, 4])
    match = cast(moved(match, 0, ANN, seconds=60, issue=11), [0, 2], seconds=60)
    return cast(moved(match, 0, BOB, seconds=120, issue=12), [1], seconds=120)


SHORT = write_match(short_match())
ENDED = write_match(matches.abandon(short_match(), deed(KEEPER, seconds=180, issue=13)))
SEALED = Play(5, rules=LONE, sealed=True, first=None).moves(400).reveal().match
WON = write_match(SEALED)
OWN = write_match(Play(1, rules=ODD).moves(9).match)
ORIGIN = "https://github.com/somebody/else"
ELSEWHERE = write_match(
    replace(
        matches.abandon(short_match(), deed(KEEPER, seconds=180, issue=13)),
        origin=ORIGIN,
        seats=(
            *short_match().seats,
            Seat(ANN, Side.LIGHT, 4, NOON + timedelta(seconds=120), 12),
        ),
        turns=tuple(
            turn if turn.move else replace(turn, thrown=Thrown(0, known=False))
            for turn in short_match().turns
        ),
    )
)


def test_a_match_is_written_like_this():
    """A document tells the match in its order, one item of a list a line."""
    assert SHORT.decode() == (
        "{\n"
        ' "schema": 1,\n'
        ' "game": 3,\n'
        ' "rules": "finkel",\n'
        ' "first": "dark",\n'
        ' "seal": null,\n'
        ' "seed": null,\n'
        ' "began": {"id": 1, "login": "owner-x", "at": "2026-11-30T12:00:00Z", "issue": 10},\n'
        ' "opening": [\n'
        '  {"throw": 1, "faces": "1000"}\n'
        ' ,{"throw": 3, "faces": "1110"}\n'
        " ],\n"
        ' "seats": [\n'
        '  {"id": 1001, "login": "player-01", "side": "dark", "turn": 1,'
        ' "at": "2026-11-30T12:01:00Z", "issue": 11}\n'
        ' ,{"id": 1002, "login": "player-02", "side": "light", "turn": 3,'
        ' "at": "2026-11-30T12:02:00Z", "issue": 12}\n'
        " ],\n"
        ' "turns": [\n'
        '  {"turn": 1, "side": "dark", "throw": 4, "faces": "1111", "move": "hand-a3",'
        ' "by": 1001, "issue": 11, "at": "2026-11-30T12:01:00Z"}\n'
        ' ,{"turn": 2, "side": "dark", "throw": 0, "faces": "0000", "move": "-",'
        ' "at": "2026-11-30T12:01:00Z"}\n'
        ' ,{"turn": 3, "side": "light", "throw": 2, "faces": "1100", "move": "hand-c1",'
        ' "by": 1002, "issue": 12, "at": "2026-11-30T12:02:00Z"}\n'
        " ],\n"
        ' "throw": {"throw": 1, "faces": "1000"},\n'
        ' "abandoned": null\n'
        "}\n"
    )


@given(match=PLAYS)
@settings(max_examples=50)
def test_a_match_is_read_as_it_was_written(match):
    """In play, won, abandoned, sealed, thrown for: a document gives the same match and bytes."""
    text = write_match(match)
    assert read_match(PATH, text) == match
    assert write_match(read_match(PATH, text)) == text
    assert text.isascii()
    assert text.endswith(b"\n}\n")


def test_dice_that_nobody_saw_are_read_as_they_were_written():
    """A throw of which only the value is known stays so."""
    match = Play(3, faces=False).moves(20).match
    text = write_match(match)
    assert b"faces" not in text
    assert read_match(PATH, text) == match


def test_a_match_played_elsewhere_says_so():
    """Its address, a throw that nobody knows and somebody's two seats are kept."""
    match = read_match(PATH, ELSEWHERE)
    assert (match.origin, match.issues) == (ORIGIN, frozenset())
    assert match.turns[1].thrown == Thrown(0, known=False)
    assert [seat.side for seat in match.seats if seat.person == ANN] == [Side.DARK, Side.LIGHT]
    assert write_match(match) == ELSEWHERE
    assert f' "game": 3,\n "origin": "{ORIGIN}",\n'.encode() in ELSEWHERE
    assert b'"side": "dark", "throw": 0, "unknown": true, "move": "-"' in ELSEWHERE


@given(chance=st.integers(0, 2**32))
def test_a_turn_more_is_a_line_more(chance):
    """A turn adds exactly one line to the list of turns and changes no other of its lines."""
    play = Play(chance).moves(3)
    before = _turns(write_match(play.match))
    for _ in range(10):
        play.move()
        after = _turns(write_match(play.match))
        assert after[: len(before)] == before
        assert len(after) == len(play.match.turns)
        before = after


def _turns(text: bytes) -> list[str]:
    """The lines of the list of turns."""
    _, behind = text.decode().split(' "turns": [\n')
    return behind.split("\n ],\n", maxsplit=1)[0].splitlines()


def test_a_tables_own_rules_are_carried_whole():
    """A house rule replays for ever, whatever becomes of the settings it came from."""
    assert document(OWN)["rules"] == as_fields(ODD)
    assert read_match(PATH, OWN).rules == ODD


@pytest.mark.parametrize("year", [1, 999, 1000, 9999])
def test_a_time_is_written_with_four_digits_of_the_year(year):
    """Any moment that can be read is written the same."""
    began = replace(deed(), at=datetime(year, 2, 3, 4, 5, 6, tzinfo=UTC))
    match = cast(matches.begin(1, FINKEL, Side.LIGHT, began), [])
    match = matches.throw(match, thrown(1), began.at)
    text = write_match(match)
    assert f'"at": "{year:04}-02-03T04:05:06Z"' in text.decode()
    assert read_match(PATH, text) == match


def put(*steps, to):
    """A change: the value at a place becomes another."""

    def change(plain):
        for step in steps[:-1]:
            plain = plain[step]
        plain[steps[-1]] = to

    return change


def drop(*steps):
    """A change: the value at a place goes."""

    def change(plain):
        for step in steps[:-1]:
            plain = plain[step]
        del plain[steps[-1]]

    return change


def both(*changes):
    """Several changes."""

    def change(plain):
        for one in changes:
            one(plain)

    return change


def add(*steps, item):
    """A change: one more item of a list."""

    def change(plain):
        for step in steps:
            plain = plain[step]
        plain.append(item)

    return change


MISSING = {
    ("schema",): '"schema" is missing',
    ("game",): '"game" is missing',
    ("rules",): '"rules" is missing',
    ("began",): '"began" is missing',
    ("opening",): '"opening" is missing',
    ("seats",): '"seats" is missing',
    ("turns",): '"turns" is missing',
    ("throw",): "waits for a throw",
    ("began", "at"): '"at" is missing',
    ("began", "id"): '"id" is missing',
    ("began", "login"): '"login" is missing',
    ("began", "issue"): '"issue" is missing',
    ("opening", 0, "throw"): '"throw" is missing',
    ("seats", 0, "side"): '"side" is missing',
    ("seats", 1, "turn"): '"turn" is missing',
    ("turns", 0, "turn"): '"turn" is missing',
    ("turns", 0, "side"): '"side" is missing',
    ("turns", 0, "throw"): '"throw" is missing',
    ("turns", 0, "move"): '"move" is missing',
    ("turns", 0, "by"): '"by" is missing',
    ("turns", 2, "issue"): '"issue" is missing',
    ("turns", 1, "at"): '"at" is missing',
}


@pytest.mark.parametrize(("steps", "what"), MISSING.items(), ids=lambda v: str(v)[:40])
def test_a_missing_value_is_named(steps, what):
    """Each value that a document needs is missed where it should stand."""
    with pytest.raises(KeeperFault, match=re.escape(what)):
        read_match(PATH, changed(SHORT, drop(*steps)))


BROKEN = [
    pytest.param(put("schema", to=2), "", "has a newer schema than 1", id="newer schema"),
    pytest.param(put("schema", to=0), "schema", "is no whole number", id="schema 0"),
    pytest.param(put("schema", to="1"), "schema", "is no whole number", id="schema a word"),
    pytest.param(put("schema", to=True), "schema", "is no whole number", id="schema true"),
    pytest.param(put("colour", to=1), "", "has another key", id="unknown key"),
    pytest.param(put("turns", 0, "note", to=1), "turns[0]", "has another key", id="in a turn"),
    pytest.param(put("turns", 1, "by", to=1001), "turns[1]", "has another key", id="lost, by"),
    pytest.param(put("seats", 0, "note", to=1), "seats[0]", "has another key", id="in a seat"),
    pytest.param(put("began", "note", to=1), "began", "has another key", id="in the beginning"),
    pytest.param(put("throw", "note", to=1), "throw", "has another key", id="in the throw"),
    pytest.param(put("opening", 0, "x", to=1), "opening[0]", "has another key", id="in opening"),
    pytest.param(put("game", to=0), "game", "is no whole number from 1", id="game 0"),
    pytest.param(put("game", to=3.0), "game", "is no whole number", id="game 3.0"),
    pytest.param(put("game", to=True), "game", "is no whole number", id="game true"),
    pytest.param(put("game", to=10**19), "game", "is no whole number", id="game too large"),
    pytest.param(put("rules", to="murray"), "rules", "is no rule set", id="unknown rules"),
    pytest.param(put("rules", to="Finkel"), "rules", "is not spelled", id="rules spelled wrong"),
    pytest.param(put("rules", to=None), "rules", "is not spelled", id="no rules"),
    pytest.param(
        put("rules", to={"name": "x"}), "rules", "is no rule set, whole", id="half a rule set"
    ),
    pytest.param(put("first", to="light"), "first", "should be dark", id="another began"),
    pytest.param(put("first", to="white"), "first", "is not spelled", id="no such side"),
    pytest.param(
        both(put("opening", to=[]), put("first", to=None)), "first", "is not decided", id="no first"
    ),
    pytest.param(
        both(put("opening", 1, "throw", to=1), put("opening", 1, "faces", to="0001")),
        *("first", "should be None"),
        id="equal throws decide nothing",
    ),
    pytest.param(
        both(drop("opening", 1), put("first", to=None)),
        *("first", "is not decided"),
        id="half an opening",
    ),
    pytest.param(
        add("opening", item={"throw": 1}), "opening[2]", "is a throw too many", id="opening goes on"
    ),
    pytest.param(put("opening", 0, "throw", to=5), "opening[0].throw", "is no throw", id="five"),
    pytest.param(put("opening", to={}), "opening", "is no list", id="opening a table"),
    pytest.param(put("opening", 0, to=[]), "opening[0]", "is no table", id="a throw a list"),
    pytest.param(put("seal", to="ab"), "seal", "is not spelled", id="seal too short"),
    pytest.param(put("seal", to=7), "seal", "is not spelled", id="seal a number"),
    pytest.param(put("seed", to="0" * 64), "seed", "is revealed before", id="seed revealed early"),
    pytest.param(put("began", to=None), "began", "is no table", id="began by nobody"),
    pytest.param(put("began", "id", to=0), "began.id", "is no whole number", id="id 0"),
    pytest.param(put("began", "id", to=-5), "began.id", "is no whole number", id="id below 0"),
    pytest.param(put("began", "id", to="1"), "began.id", "is no whole number", id="id a word"),
    pytest.param(put("began", "login", to=""), "began.login", "is not spelled", id="no login"),
    pytest.param(
        put("began", "login", to="@a\n"), "began.login", "is not spelled", id="login is no name"
    ),
    pytest.param(put("began", "at", to="today"), "began.at", "is not spelled", id="no time"),
    pytest.param(
        put("began", "at", to="2026-02-30T12:00:00Z"), "began.at", "is no moment", id="no such day"
    ),
    pytest.param(
        put("began", "at", to="2026-01-01T12:00:00+00:00"), "began.at", "is not", id="other zone"
    ),
    pytest.param(put("began", "at", to=0), "began.at", "is not spelled", id="time a number"),
    pytest.param(
        put("began", "at", to="2026-11-30T12:01:01Z"),
        *("seats[0]", "was taken before the game began"),
        id="seat before the beginning",
    ),
    pytest.param(put("seats", to=None), "seats", "is no list", id="no seats"),
    pytest.param(put("seats", 0, "side", to="l"), "seats[0].side", "is not spelled", id="side l"),
    pytest.param(put("seats", 0, to="ann"), "seats[0]", "is no table", id="seat a word"),
    pytest.param(put("seats", 1, "id", to=1001), "seats[1]", "is a second seat", id="seat twice"),
    pytest.param(
        drop("seats", 1), "turns[2].by", "has no seat on the side that moved", id="no seat"
    ),
    pytest.param(
        put("seats", 1, "side", to="dark"), "turns[2].by", "has no seat", id="seat on the other"
    ),
    pytest.param(
        put("seats", 0, "turn", to=2), "turns[0].by", "has no seat", id="seat after its move"
    ),
    pytest.param(
        add(
            "seats",
            item={
                "id": 9,
                "login": "x",
                "side": "dark",
                "turn": 5,
                "issue": 99,
                "at": "2026-11-30T12:02:00Z",
            },
        ),
        *("seats[2].turn", "is after the last turn"),
        id="seat after the last turn",
    ),
    pytest.param(put("turns", to="none"), "turns", "is no list", id="turns a word"),
    pytest.param(put("turns", 0, to=None), "turns[0]", '"turn" is missing', id="turn null"),
    pytest.param(put("turns", 0, "turn", to=2), "turns[0].turn", "should be 1", id="turn number"),
    pytest.param(put("turns", 2, "turn", to=2), "turns[2].turn", "should be 3", id="turn twice"),
    pytest.param(drop("turns", 1), "turns[1].turn", "should be 2", id="turn left out"),
    pytest.param(
        put("turns", 0, "side", to="light"), "turns[0].side", "should be dark", id="wrong side"
    ),
    pytest.param(
        put("turns", 0, "throw", to=5),
        "turns[0].throw",
        "is no throw of the dice of finkel",
        id="throw 5",
    ),
    pytest.param(
        put("turns", 0, "throw", to=3),
        "turns[0].faces",
        "are worth 4, which is not the throw",
        id="faces",
    ),
    pytest.param(
        put("turns", 0, "faces", to="111"), "turns[0].faces", "should be 4 dice", id="three dice"
    ),
    pytest.param(
        put("turns", 0, "faces", to=1111), "turns[0].faces", "is not spelled", id="faces a number"
    ),
    pytest.param(
        put("turns", 0, "move", to="hand-b3"), "turns[0].move", "is no legal move", id="illegal"
    ),
    pytest.param(
        put("turns", 0, "move", to="hand-a1"), "turns[0].move", "is no legal move", id="other row"
    ),
    pytest.param(put("turns", 0, "move", to=None), "turns[0].move", "is not spelled", id="null"),
    pytest.param(
        put("turns", 0, "move", to="-"), "turns[0].move", "is no lost turn", id="lost that was not"
    ),
    pytest.param(
        put("turns", 1, "move", to="a3-a3"),
        *("turns[1].move", "is no legal move in d3xx2/8/4xx2 d 7 0 6 0 with 0 thrown; there is -"),
        id="move when lost",
    ),
    pytest.param(
        put("turns", 2, "at", to="2026-11-30T12:00:59Z"),
        *("turns[2].at", "is before the turn before it"),
        id="time running back",
    ),
    pytest.param(
        put("turns", 0, "at", to="2026-11-30T11:59:59Z"),
        *("turns[0].at", "is before the turn before it"),
        id="turn before the beginning",
    ),
    pytest.param(put("turns", 0, "by", to=1003), "turns[0].by", "has no seat", id="by another"),
    pytest.param(put("turns", 0, "by", to=True), "turns[0].by", "is no whole", id="by true"),
    pytest.param(put("turns", 0, "issue", to=0), "turns[0].issue", "is no whole", id="issue 0"),
    pytest.param(put("throw", to=None), "", "waits for a throw that was not made", id="no throw"),
    pytest.param(put("throw", to=1), "throw", "is no table", id="throw a number"),
    pytest.param(
        put("throw", to={"throw": 0}), "throw", "moves nothing", id="throw that moves nothing"
    ),
    pytest.param(put("throw", to={"throw": 6}), "throw.throw", "is no throw", id="throw 6"),
    pytest.param(put("abandoned", to=5), "abandoned", "is no table", id="ended by a number"),
]


@pytest.mark.parametrize(("change", "place", "what"), BROKEN)
def test_a_broken_match_names_file_and_place(change, place, what):
    """What breaks a document or a law of the game is the keeper's fault, at its place."""
    assert_broken(SHORT, change, place, what)


def assert_broken(text, change, place, what):
    with pytest.raises(KeeperFault) as caught:
        read_match(PATH, changed(text, change))
    assert caught.value.where == (f"{PATH}, {place}" if place else PATH)
    assert caught.value.what.startswith(what)
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        pytest.param(put("abandoned", to=True), "abandoned", "is no table", id="true"),
        pytest.param(
            put("abandoned", "at", to="2026-11-30T12:01:59Z"),
            *("abandoned", "ends a game that was over, or before"),
            id="before the last turn",
        ),
        pytest.param(put("throw", to={"throw": 0}), "throw", "moves nothing", id="idle throw"),
        pytest.param(put("seed", to="0" * 64), "seed", "does not make the seal", id="no seal"),
        pytest.param(put("abandoned", "x", to=1), "abandoned", "has another key", id="unknown key"),
    ],
)
def test_a_broken_end_names_file_and_place(change, place, what):
    """An abandoned match ends once, after its last turn, with a throw that could be played."""
    assert_broken(ENDED, change, place, what)


@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        pytest.param(put("origin", to=7), "origin", "is not spelled", id="number"),
        pytest.param(put("origin", to="somebody/else"), "origin", "is not spelled", id="name"),
        pytest.param(
            put("origin", to="http://github.com/a/b"), "origin", "is not spelled", id="http"
        ),
        pytest.param(put("origin", to=f"{ORIGIN}/x"), "origin", "is not spelled", id="too long"),
        pytest.param(put("origin", to=f"{ORIGIN})"), "origin", "is not spelled", id="bracket"),
        pytest.param(put("origin", to=None), "seats[2]", "is a second seat", id="none, two seats"),
        pytest.param(
            both(drop("origin"), drop("seats", 2)),
            "turns[1]",
            "has another key",
            id="none, unknown",
        ),
        pytest.param(
            put("seats", 2, "side", to="dark"), "seats[2]", "is a second seat", id="seat twice"
        ),
        pytest.param(
            put("abandoned", to=None), "origin", "is of a game that is not over", id="in play"
        ),
        pytest.param(put("turns", 1, "unknown", to=1), "turns[1].unknown", "is not true", id="one"),
        pytest.param(
            put("turns", 1, "unknown", to=False), "turns[1].unknown", "is not true", id="false"
        ),
        pytest.param(
            put("turns", 1, "faces", to="0000"), "turns[1].unknown", "is not true", id="faces"
        ),
        pytest.param(
            both(drop("turns", 0, "faces"), put("turns", 0, "unknown", to=True)),
            *("turns[0]", "has another key"),
            id="of a move",
        ),
        pytest.param(
            put("turns", 1, "throw", to=1), "turns[1].move", "is no lost turn", id="could be played"
        ),
        pytest.param(
            put("throw", to={"throw": 1, "unknown": True}), "throw", "has another key", id="waiting"
        ),
    ],
)
def test_a_broken_match_of_elsewhere_names_file_and_place(change, place, what):
    """Another address, seat or throw that nobody knows stands only where it may."""
    assert_broken(ELSEWHERE, change, place, what)


def test_an_abandoned_match_may_have_no_throw_on_the_table():
    """A match that was ended before its next throw is whole too."""
    assert read_match(PATH, changed(ENDED, put("throw", to=None))).thrown is None


def test_a_key_that_stands_twice_is_refused():
    """Of two values for one key none is taken."""
    with pytest.raises(KeeperFault, match="has a key that stands twice"):
        read_match(PATH, SHORT.replace(b'"schema": 1,', b'"schema": 1, "schema": 1,'))


def test_bytes_that_are_no_text_are_found_by_their_line():
    """What is not UTF-8 is told with the line it stands in."""
    with pytest.raises(KeeperFault, match=r"line 3: is no UTF-8"):
        read_match(PATH, SHORT.replace(b'"game"', b'"g\xffme"'))


def test_a_seed_that_fits_nothing_is_refused():
    """A revealed seed makes the seal and every throw, opening throws first."""
    other = (b"x" * 32).hex()
    assert_broken(WON, put("seed", to=other), "seed", "does not make the seal")
    resealed = both(put("seed", to=other), put("seal", to=seeded.seal(b"x" * 32)))
    assert_broken(WON, resealed, "opening[0].faces", "should be ")
    assert_broken(WON, put("seed", to="A" * 64), "seed", "is not spelled")
    fell = SEALED.turns[-1].thrown
    other = f"{fell.faces[1:]}{fell.faces[0]}"
    assert other != fell.faces
    last = len(SEALED.turns) - 1
    said = f"should be {fell.faces} by the seed"
    assert_broken(WON, put("turns", -1, "faces", to=other), f"turns[{last}].faces", said)


def test_a_won_game_reveals_its_seed():
    """A seal without its seed is no proof of a game that was won; an abandoned one may lack it."""
    assert_broken(WON, put("seed", to=None), "seal", "has no seed beside it, and the game was won")
    assert read_match(PATH, ENDED).seed is None


def test_dice_that_nobody_wrote_down_follow_from_the_seed():
    """A throw whose dice are not told is checked by its worth alone."""
    bare = read_match(PATH, changed(WON, drop("turns", -1, "faces")))
    assert bare.turns[-1].thrown == Thrown(SEALED.turns[-1].thrown.value)


def test_nothing_follows_a_won_game():
    """After the winning move there is no turn, no throw and no other end."""
    again = add("turns", item={"turn": len(SEALED.turns) + 1})
    assert_broken(WON, again, f"turns[{len(SEALED.turns)}]", "comes after the end of the game")
    assert_broken(WON, put("throw", to={"throw": 1}), "throw", "lies on the table after the end")
    end = {"id": 1, "login": "x", "at": "2027-11-30T12:00:00Z", "issue": 9999}
    assert_broken(WON, put("abandoned", to=end), "abandoned", "ends a game that was over")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (put("rules", "name", to="A"), "is not spelled"),
        (put("rules", "name", to=None), "is not spelled"),
        (drop("rules", "name"), '"name" is missing'),
        (drop("rules", "dice"), "is no rule set, whole"),
        (put("rules", "colour", to=1), "is no rule set, whole"),
        (put("rules", "dice", to=5), "dice takes one of 3, 4"),
        (put("rules", "pieces", to=True), "pieces takes one of"),
        (put("rules", "route", to=["bell"]), "route takes one of"),
        (put("rules", "tokens", to={}), "tokens takes one of"),
    ],
)
def test_a_broken_house_rule_is_named(change, what):
    """A table's own rule set is whole, valid, and under a name of its own."""
    with pytest.raises(KeeperFault) as caught:
        read_match(PATH, changed(OWN, change))
    assert caught.value.where.startswith(f"{PATH}, rules")
    assert caught.value.what.startswith(what)


BYTES = [
    pytest.param(b"", "line 1", "is no JSON", id="empty"),
    pytest.param(b'{"on":', "line 1", "is no JSON", id="truncated"),
    pytest.param(SHORT[:-3], "line 23", "is no JSON", id="without its end"),
    pytest.param(SHORT + b"x", "line 25", "is no JSON", id="something behind"),
    pytest.param(b"\xff\xfe{}", "line 1", "is no UTF-8", id="not UTF-8"),
    pytest.param("{}".encode("utf-16"), "line 1", "is no UTF-8", id="UTF-16"),
    pytest.param(b"\xef\xbb\xbf{}", "line 1", "is no JSON", id="a byte order mark"),
    pytest.param(b'{"schema": NaN}', "", "is no JSON that can be read", id="NaN"),
    pytest.param(b'{"schema": -Infinity}', "", "is no JSON that can be read", id="Infinity"),
    pytest.param(b"[" * 200_000, "", "is no JSON that can be read", id="nested deep"),
    pytest.param(
        b'{"schema": ' + b"9" * 5000 + b"}", "", "is no JSON that can be read", id="long number"
    ),
    pytest.param(b'{"schema": 1e999}', "schema", "is no whole number", id="beyond numbers"),
    pytest.param(b"[]", "", '"schema" is missing', id="a list"),
    pytest.param(b"null", "", '"schema" is missing', id="null"),
    pytest.param(b'"schema"', "", '"schema" is missing', id="a word"),
    pytest.param(b"{}", "", '"schema" is missing', id="an empty table"),
]


@pytest.mark.parametrize(("text", "place", "what"), BYTES)
@pytest.mark.parametrize("read", [read_match, read_club, read_players])
def test_what_is_no_document_is_the_keepers_fault(read, text, place, what):
    """Whatever the bytes, the fault names the file, and the line where there is one."""
    with pytest.raises(KeeperFault) as caught:
        read("state/x.json", text)
    assert caught.value.where == (f"state/x.json, {place}" if place else "state/x.json")
    assert caught.value.what.startswith(what)
    assert caught.value.remedy == REMEDY


@pytest.mark.parametrize("read", [read_match, read_club, read_players])
def test_a_newer_document_asks_for_a_newer_program(read):
    """What a later version wrote is not guessed at."""
    with pytest.raises(KeeperFault, match="Take the newer version of the program"):
        read("state/x.json", b'{"schema": 2}')


@pytest.mark.parametrize("read", [read_match, read_club, read_players])
@given(text=st.binary(max_size=60))
def test_any_bytes_are_the_keepers_fault(read, text):
    """Garbage raises nothing else."""
    with pytest.raises(KeeperFault):
        read(PATH, text)


JSON = st.recursive(
    st.one_of(
        *(st.none(), st.booleans(), st.integers(-3, 20), st.integers(), st.floats(allow_nan=False)),
        st.sampled_from(
            ["light", "dark", "-", "hand-a1", "1111", "finkel", "2026-11-30T12:00:00Z"]
        ),
        st.text(max_size=8),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=4,
)


def _mutated(plain: object, data: st.DataObject) -> object:
    """A document in which the value at some place is another, is gone, or stands twice."""
    if isinstance(plain, dict | list) and plain and data.draw(st.integers(0, 5)):
        keys = list(plain) if isinstance(plain, dict) else list(range(len(plain)))
        key = data.draw(st.sampled_from(keys))
        what = data.draw(st.sampled_from(["in", "in", "in", "gone", "twice"]))
        changed = plain.copy()
        if what == "gone":
            del changed[key]
        elif what == "twice" and isinstance(changed, list):
            changed.insert(key, changed[key])
        else:
            changed[key] = _mutated(plain[key], data)
        return changed
    return data.draw(JSON)


@pytest.mark.parametrize("text", [SHORT, ENDED, WON, OWN], ids=["short", "ended", "won", "own"])
@given(data=st.data())
@settings(max_examples=80)
def test_a_mutated_match_is_whole_or_the_keepers_fault(text, data):
    """One value changed to anything gives a fault or a match, which is written and read again."""
    try:
        match = read_match(PATH, json.dumps(_mutated(document(text), data)).encode())
    except KeeperFault:
        return
    assert read_match(PATH, write_match(match)) == match


CLUB = Club(
    repository=99,
    games=8,
    requests=((3, 6), (5, 7)),
    refused=((8, "stale-link"), (6, "bad-title")),
    past=(
        summary(SEALED),
        replace(
            summary(matches.abandon(short_match(), deed(KEEPER, seconds=180, issue=13))),
            origin="https://github.com/owner-z/repo-z",
            more=3,
        ),
    ),
    leaders=(Totals(ANN, 1, 2, 3, 4, 5, 6), Totals(Person(41898282, "github-actions[bot]"))),
    figures=Figures(
        *(8, BySide(3, 4), 500, 60, 70),
        *(BySide(1, 2), BySide(3, 4), BySide(5, 6)),
        (Throws(3, 4, (1, 2, 3, 4)), Throws(4, 0, (1, 2, 3, 4, 5))),
    ),
)
CLUB_TEXT = write_club(CLUB)
PLAYERS = {
    1001: Player(CLUB.leaders[0], (8, 7, 2), ((1002, 3), (5, 1))),
    41898282: Player(CLUB.leaders[1]),
}


@pytest.mark.parametrize("club", [CLUB, Club(0), Club(7, games=3)])
def test_a_club_is_read_as_it_was_written(club):
    """The community's document gives the same club and bytes."""
    text = write_club(club)
    assert read_club("state/club.json", text) == club
    assert write_club(read_club("state/club.json", text)) == text


def test_a_club_is_written_like_this():
    """Requests are pairs of issue and game, refusals of issue and code; a pair is a list."""
    plain = document(CLUB_TEXT)
    assert list(plain) == [
        *("schema", "repository", "games", "figures", "requests", "refused", "past", "leaders")
    ]
    assert plain["figures"] == {
        "games": 8,
        "won": [3, 4],
        "moves": 500,
        "lost": 60,
        "players": 70,
        "captures": [1, 2],
        "rosettes": [3, 4],
        "home": [5, 6],
        "throws": [
            {"dice": 3, "blank": 4, "counts": [1, 2, 3, 4]},
            {"dice": 4, "blank": 0, "counts": [1, 2, 3, 4, 5]},
        ],
    }
    assert not {"origin", "more"} & set(plain["past"][0])
    assert plain["past"][1]["origin"] == "https://github.com/owner-z/repo-z"
    assert plain["past"][1]["more"] == 3
    assert plain["requests"] == [[3, 6], [5, 7]]
    assert plain["past"][1]["winner"] is None
    assert plain["past"][1]["rosettes"] == [0, 1]
    assert plain["leaders"][0] == {
        "id": 1001,
        "login": "player-01",
        "games": 1,
        "wins": 2,
        "moves": 3,
        "captures": 4,
        "rosettes": 5,
        "home": 6,
    }
    assert BySide(*plain["past"][1]["rosettes"]) == CLUB.past[1].rosettes


@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        (drop("repository"), "", '"repository" is missing'),
        (drop("leaders"), "", '"leaders" is missing'),
        (put("repository", to=-1), "repository", "is no whole number"),
        (put("games", to=True), "games", "is no whole number"),
        (put("requests", to={}), "requests", "is no list"),
        (put("requests", 0, to=[1]), "requests[0]", "is no pair: an issue and a game"),
        (put("requests", 0, to=[1, 2, 3]), "requests[0]", "is no pair: an issue and a game"),
        (put("requests", 0, to=3), "requests[0]", "is no list"),
        (put("requests", 1, 0, to=0), "requests[1][0]", "is no whole number"),
        (put("refused", 0, to=[8]), "refused[0]", "is no pair: an issue and the code"),
        (put("refused", 1, 1, to="moved"), "refused[1][1]", "is not spelled"),
        (put("unheard", to=1), "", "has another key than schema"),
        (put("past", 0, "game", to=0), "past[0].game", "is no whole number"),
        (put("past", 0, "rules", to="A"), "past[0].rules", "is not spelled"),
        (put("past", 0, "winner", to="white"), "past[0].winner", "is not spelled"),
        (put("past", 0, "captures", to=[1]), "past[0].captures", "is no pair: light's and dark's"),
        (put("past", 0, "home", 1, to=None), "past[0].home[1]", "is no whole number"),
        (put("past", 0, "best", to=[1]), "past[0].best[0]", '"id" is missing'),
        (put("past", 1, "ended", "at", to=""), "past[1].ended.at", "is not spelled"),
        (put("leaders", 0, "wins", to=-1), "leaders[0].wins", "is no whole number"),
        (drop("leaders", 0, "login"), "leaders[0]", '"login" is missing'),
        (put("past", 1, "origin", to="owner-z"), "past[1].origin", "is not spelled"),
        (put("past", 1, "more", to=-1), "past[1].more", "is no whole number"),
        (put("figures", to=[]), "figures", '"throws" is missing'),
        (drop("figures", "won"), "figures", '"won" is missing'),
        (put("figures", "won", to=[1]), "figures.won", "is no pair: light's and dark's"),
        (put("figures", "players", to=None), "figures.players", "is no whole number"),
        (put("figures", "throws", to={}), "figures.throws", "is no list"),
        (put("figures", "throws", 0, "dice", to=5), "figures.throws[0]", "are of no dice"),
        (put("figures", "throws", 0, "blank", to=1), "figures.throws[0]", "are of no dice"),
        (
            put("figures", "throws", 0, "counts", to=[1, 2, 3]),
            *("figures.throws[0].counts", "are not the 4 throws of such dice"),
        ),
        (
            put("figures", "throws", 1, "counts", 4, to=-1),
            *("figures.throws[1].counts[4]", "is no whole number"),
        ),
        (
            lambda plain: plain["figures"]["throws"].reverse(),
            *("figures.throws", "have no order, or one kind"),
        ),
        (
            lambda plain: plain["figures"]["throws"].append(plain["figures"]["throws"][1]),
            *("figures.throws", "have no order, or one kind"),
        ),
    ],
)
def test_a_broken_club_names_file_and_place(change, place, what):
    """What breaks the community's document is the keeper's fault, at its place."""
    path = "state/club.json"
    with pytest.raises(KeeperFault) as caught:
        read_club(path, changed(CLUB_TEXT, change))
    assert caught.value.where == (f"{path}, {place}" if place else path)
    assert caught.value.what.startswith(what)


@given(data=st.data())
@settings(max_examples=80)
def test_a_mutated_club_is_whole_or_the_keepers_fault(data):
    """One value changed to anything gives a fault or a club, which is written and read again."""
    try:
        club = read_club(PATH, json.dumps(_mutated(document(CLUB_TEXT), data)).encode())
    except KeeperFault:
        return
    assert read_club(PATH, write_club(club)) == club


def test_a_club_from_before_figures_has_none():
    """They are still to be counted from the records, and are not guessed."""
    assert read_club(PATH, changed(CLUB_TEXT, drop("figures"))) == replace(CLUB, figures=None)


def test_a_club_from_before_refusals_remembers_none():
    """An older document is read as it is."""
    assert read_club(PATH, changed(CLUB_TEXT, drop("refused"))) == replace(CLUB, refused=())


LARGEST = 84_228
"""Bytes of club.json that are never exceeded."""


def test_the_clubs_document_is_bounded():
    """With 50,000 players, 10,000 games and more, its longest names and numbers, it stays small."""
    person = Person(MOST, "x" * 39 + "[bot]")
    everybody = [
        Totals(
            Person(MOST - number, person.login),
            MOST,
            *(MOST - (number * 7919 + shift) % 50_000 for shift in range(0, 50_000, 12_500)),
            MOST,
        )
        for number in range(50_000)
    ]
    game = Summary(
        *(MOST, "r" * 40, deed(person, issue=MOST), deed(person, issue=MOST), Side.LIGHT),
        *(MOST, MOST, MOST, *(BySide(MOST, MOST),) * 3, (person,) * BEST_KEPT, MOST),
        origin=f"https://github.com/{'o' * 39}/{'r' * 100}",
        more=MOST,
    )
    kinds = [Throws(dice, blank, ()) for dice in (3, 4) for blank in (0, 4)]
    club = Club(
        *(MOST, MOST, ((MOST, MOST),) * REQUESTS_KEPT),
        *(((MOST, "game-in-progress"),) * REFUSED_KEPT, (game,) * PAST_KEPT, leading(everybody)),
        Figures(
            *(MOST, BySide(MOST, MOST), *(MOST,) * 3, *(BySide(MOST, MOST),) * 3),
            tuple(replace(one, counts=(MOST,) * len(one.falls)) for one in kinds),
        ),
    )
    assert len(club.leaders) == 4 * LEADERS_KEPT
    text = write_club(club)
    assert read_club(PATH, text) == club
    assert len(text) <= LARGEST


def test_players_are_read_as_they_were_written():
    """Players are kept by id, in order of it, one a line, with their last games and mates."""
    text = write_players(reversed(PLAYERS.values()))
    assert read_players("state/players/001.json", text) == PLAYERS
    plain = document(text)["players"]
    assert [one["id"] for one in plain] == sorted(PLAYERS)
    assert plain[0]["last"] == [8, 7, 2]
    assert plain[0]["mates"] == [[1002, 3], [5, 1]]
    assert text.count(b"\n") == 5 + len(PLAYERS)
    assert write_players(read_players(PATH, text).values()) == text
    assert len(PLAYERS[1001].last) <= LAST_KEPT


def test_players_from_before_games_and_mates_have_neither():
    """An older document is read as it is."""
    text = write_players(PLAYERS.values())
    old = changed(text, both(drop("players", 0, "last"), drop("players", 0, "mates")))
    assert read_players(PATH, old)[1001] == Player(CLUB.leaders[0])


@pytest.mark.parametrize(
    ("change", "place", "what"),
    [
        (put("players", 0, "last", to=3), "last", "is no list"),
        (put("players", 0, "last", 1, to=0), "last[1]", "is no whole number from 1"),
        (put("players", 0, "mates", to={}), "mates", "is no list"),
        (put("players", 0, "mates", 0, to=5), "mates[0]", "is no list"),
        (put("players", 0, "mates", 0, to=[1, 2, 3]), "mates[0]", "is no pair: a mate"),
        (put("players", 0, "mates", 1, 0, to="x"), "mates[1][0]", "is no whole number from 1"),
        (put("players", 0, "mates", 1, 1, to=0), "mates[1][1]", "is no whole number from 1"),
    ],
)
def test_a_broken_player_names_file_and_place(change, place, what):
    """What breaks a document of players is the keeper's fault, at its place."""
    path = "state/players/001.json"
    with pytest.raises(KeeperFault) as caught:
        read_players(path, changed(write_players(PLAYERS.values()), change))
    assert caught.value.where == f"{path}, players[0].{place}"
    assert caught.value.what.startswith(what)


@given(data=st.data())
def test_mutated_players_are_whole_or_the_keepers_fault(data):
    """One value changed to anything gives a fault or players."""
    plain = document(write_players(PLAYERS.values()))
    try:
        players = read_players(PATH, json.dumps(_mutated(plain, data)).encode())
    except KeeperFault:
        return
    assert read_players(PATH, write_players(players.values())) == players


def test_the_short_match_is_what_its_story_says():
    """The match that the tables break is itself whole."""
    match = read_match(PATH, SHORT)
    assert match == short_match()
    assert (match.first, match.next_turn, match.game.throw) == (Side.DARK, 4, 1)
    assert match.began.at == NOON
    assert SEALED.seed == SEED
