"""Logs of rossjrw's community: read, replayed, and refused where they cannot be."""

import json
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.referee.people import NOON
from tests.store.logs import log_of, played, written
from ur import paths
from ur.errors import KeeperFault
from ur.port import NAMED
from ur.referee import match as matches
from ur.referee.club import Club
from ur.referee.match import Match, Thrown
from ur.rules import Side
from ur.store import codec, rossjrw
from ur.store import state as store
from ur.store.rossjrw import MOST_ROWS, ORIGIN, Log

WHERE = "game-03.json, game 3"
HOME = "https://github.com/somebody/else"
MATCH = played()
ROWS = log_of(MATCH)


def read(rows: object, *, origin: str = ORIGIN) -> Log:
    """The game of a log."""
    return rossjrw.replay(WHERE, rossjrw.read_rows(WHERE, written(rows)), 3, origin)


def refused(rows: object) -> str:
    """What is said to a log that is refused."""
    with pytest.raises(KeeperFault) as caught:
        read(rows)
    assert caught.value.remedy == rossjrw.REMEDY
    return f"{caught.value.where}: {caught.value.what}"


def first(what: str, **wanted: object) -> int:
    """The first row of an action in which something stands, or stands not."""
    return next(
        number
        for number, row in enumerate(ROWS)
        if row["action"] == what and all(row[key] == value for key, value in wanted.items())
    )


def other(number: int, **new: object) -> list[dict]:
    """The rows with something else in one."""
    rows = deepcopy(ROWS)
    rows[number] |= new
    return rows


def story(match: Match) -> list[tuple]:
    """Every turn of a match but for who people are."""
    names = {seat.person.id: seat.person.login for seat in match.seats}
    return [
        (turn.side, turn.thrown, turn.move, turn.events, turn.at, names.get(turn.by), turn.issue)
        for turn in match.turns
    ]


@given(chance=st.integers(0, 2**32))
def test_a_log_tells_the_whole_game(chance):
    """Every turn, its throw, time, person and request are as they were played; nothing is odd."""
    match = played(chance)
    log = read(log_of(match))
    assert story(log.match) == story(match)
    assert (log.match.winner, log.match.first, log.match.number) == (match.winner, match.first, 3)
    assert (log.match.began.at, log.match.began.issue) == (match.began.at, match.began.issue)
    assert {(seat.person.login, seat.side) for seat in log.match.seats} == {
        (seat.person.login, seat.side) for seat in match.seats if seat.turn and _moved(match, seat)
    }
    assert log.odd == ()
    text = codec.write_match(log.match)
    assert codec.read_match("record.json", text) == log.match


def _moved(match: Match, seat: object) -> bool:
    return any(turn.by == seat.person.id for turn in match.turns)


def test_a_game_is_known_by_where_it_was_played():
    """It carries the address, and none of its requests is one of this repository."""
    assert read(ROWS).match.origin == ORIGIN
    assert read(ROWS, origin=HOME).match.origin == HOME
    assert read(ROWS).match.issues == frozenset()
    assert {turn.issue for turn in read(ROWS).match.turns} - {None} <= MATCH.issues


def test_a_seat_is_taken_with_the_first_move():
    """Each seat has turn, time and request of the first move of its person on its side."""
    for seat in read(ROWS).match.seats:
        number, turn = next(
            (number, turn)
            for number, turn in enumerate(read(ROWS).match.turns, 1)
            if turn.by == seat.person.id
        )
        assert (seat.turn, seat.at, seat.issue) == (number, turn.at, turn.issue)


def test_people_are_known_by_name_in_any_spelling():
    """Made ids are no account's, and the same however a login is written; the newest is shown."""
    assert rossjrw.person("Ada").id == rossjrw.person("aDA").id >= NAMED
    assert rossjrw.person("Ada").named
    assert rossjrw.person("Ada").id != rossjrw.person("Eve").id
    rows = deepcopy(ROWS)
    name = rows[-1]["username"]
    rows[-1]["username"] = name.upper()
    assert name.upper() in {seat.person.login for seat in read(rows).match.seats}


def test_times_are_cut_to_seconds_and_never_run_back():
    """A row that is older than the one before it has its time, and that is told."""
    row = first("move")
    rows = other(row, time="2020-07-30T14:24:20.999Z")
    log = read(rows)
    assert log.match.turns[row - 1].at == log.match.began.at
    assert log.odd == (f"row {row}: is older than the row before it, and gets its time",)
    rows = other(0, time="2020-07-30T14:24:20Z")
    assert read(rows).match.began.at.isoformat() == "2020-07-30T14:24:20+00:00"


def test_a_game_without_a_winner_was_abandoned():
    """The last row ends it; a log that only begins is a game of no turns."""
    log = read(ROWS[:9])
    assert (log.match.winner, log.match.over, len(log.match.turns)) == (None, True, 8)
    assert (log.match.abandoned.issue, log.match.abandoned.at) == (
        ROWS[8]["issue"],
        log.match.turns[-1].at,
    )
    assert log.odd == ("row 8: the last, and nobody had won: kept as abandoned by it",)
    assert read(ROWS[:1]).match.abandoned.issue == ROWS[0]["issue"]
    text = codec.write_match(log.match)
    assert codec.read_match("record.json", text) == log.match


def test_a_throw_that_was_not_kept_is_not_known():
    """It lost its turn, so nought explains it; the document says that nobody knows."""
    row = first("pass")
    log = read(other(row, roll=None))
    assert log.match.turns[row - 1].thrown == Thrown(0, known=False)
    assert log.odd == (f"row {row}: the throw of a lost turn was not kept",)
    assert codec.read_match("record.json", codec.write_match(log.match)) == log.match


def test_a_lost_turn_with_a_request_of_its_own_is_told():
    """A lost turn is nobody's; that a log has a request for one is odd."""
    row = first("pass")
    log = read(other(row, issue=99))
    assert log.odd == (f"row {row}: a lost turn has a request of its own, #99, which is not kept",)


def test_one_person_may_have_moved_for_both_teams():
    """There nobody minded: such a person has a seat on each side, under one login."""
    rows = deepcopy(ROWS)
    for row in rows[:12]:
        row["username"] = "Everybody"
    rows[11]["username"] = "everybody"
    log = read(rows)
    both = [seat for seat in log.match.seats if seat.person.login == "everybody"]
    assert {seat.side for seat in both} == set(Side)
    assert log.odd == ("1 person moved for both teams",)
    assert codec.read_match("record.json", codec.write_match(log.match)) == log.match
    for row in rows:
        row["username"] = "everybody" if row["issue"] % 2 else "nobody"
    assert read(rows).odd == ("2 people moved for both teams",)


def bounced() -> tuple[Match, int]:
    """A match with a bounce off a sheltered piece that no throw leads to straight; its row."""
    for chance in range(999):
        match = played(chance)
        for row, turn in enumerate(match.turns, 1):
            if turn.move and turn.move.bounced and turn.thrown.value == 4:
                return match, row
    raise AssertionError


def test_a_bounce_may_be_logged_as_what_was_walked():
    """Then the throw is the one that bounces, and that is told; the throw itself is right too."""
    match, row = bounced()
    rows = log_of(match)
    assert read(rows).odd == ()
    rows[row]["roll"] = 5
    log = read(rows)
    assert log.odd == (f"row {row}: a bounce was logged as 5, 4 was thrown",)
    assert story(log.match) == story(match)


def either() -> tuple[Match, int]:
    """A match with a bounce to where another throw leads straight; its row."""
    for chance in range(999):
        match = played(chance)
        for row, turn in enumerate(match.turns, 1):
            if turn.move and turn.move.bounced and turn.thrown.value == 1:
                return match, row
    raise AssertionError


@pytest.mark.parametrize(
    ("issue", "origin", "thrown", "odd"),
    [
        (202, ORIGIN, 1, "a bounce was logged as 2, 1 was thrown"),
        (203, ORIGIN, 2, None),
        (202, HOME, 2, "a straight move or a bounce, taken as straight: 2 was thrown"),
    ],
)
def test_where_two_throws_explain_a_row_the_log_is_believed(issue, origin, thrown, odd):
    """But for two requests of the oldest log, whose titles say otherwise; elsewhere it is told."""
    match, row = either()
    rows = log_of(match)
    walk = rows[row]["toPosition"] - rows[row]["fromPosition"]
    rows[row] |= {"issue": issue, "roll": walk}
    for later in rows[row + 1 :]:
        if later["action"] == "move":
            break
        later["issue"] = issue
    log = read(rows, origin=origin)
    assert log.match.turns[row - 1].thrown.value == thrown
    told = [said for said in log.odd if said.startswith(f"row {row}: ")]
    assert told == ([f"row {row}: {odd}"] if odd else [])


def test_a_bounce_that_nothing_else_explains_is_no_riddle():
    """Where a community is not known only rows are told that a straight move explains too."""
    match, row = bounced()
    rows = log_of(match)
    assert read(rows, origin=HOME).odd == ()
    rows[row]["roll"] = 5
    assert read(rows, origin=HOME).odd == (f"row {row}: a bounce was logged as 5, 4 was thrown",)
    match, row = either()
    assert read(log_of(match), origin=HOME).match.turns[row - 1].thrown.value == 1


def test_a_log_has_no_more_rows_than_a_game_can_have():
    """What would be drawn for minutes is refused before it is replayed."""
    begun = {**ROWS[0], "team": "w"}
    lost = [
        {**ROWS[first("pass")], "team": "wb"[number % 2], "roll": 0} for number in range(MOST_ROWS)
    ]
    assert len(rossjrw.read_rows(WHERE, written([begun, *lost[1:]]))) == MOST_ROWS
    assert refused([begun, *lost]) == (
        f"{WHERE}: has {MOST_ROWS + 1} rows, and no game has more than {MOST_ROWS}"
    )


@pytest.mark.parametrize(
    "address",
    [
        ORIGIN,
        "https://github.com/a/b",
        "https://github.com/octo-cat_acme/.github",
        f"https://github.com/{'o' * 39}/{'r' * 100}",
    ],
)
def test_a_game_may_have_been_played_in_any_repository_of_github(address):
    """Whoever played there has an account there."""
    assert matches.ORIGIN.fullmatch(address)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/a/b",
        "https://github.com.example.org/a/b",
        "https://github.com:443/a/b",
        "https://someone@github.com/a/b",
        "http://github.com/a/b",
        "https://GitHub.com/a/b",
        "https://githubxcom/a/b",
        "https://github.com/a",
        "https://github.com/a/",
        "https://github.com/a/b/",
        "https://github.com/a/b\n",
        "https://github.com/-a/b",
        "https://github.com/a.b/c",
        f"https://github.com/{'o' * 40}/r",
        f"https://github.com/o/{'r' * 101}",
        "https://github.com/a/.",
        "https://github.com/a/..",
        "https://github.com/a/b.git",
        "https://github.com/a/b?c",
        "https://github.com/a/b)",
        "https://github.com/a/\u0431",
    ],
)
def test_a_game_was_not_played_anywhere_else(address):
    """No other host, and nothing that GitHub would not call a repository."""
    assert not matches.ORIGIN.fullmatch(address)


MOVE, PASS = first("move"), first("pass")
LATER = next(number for number in range(len(ROWS) - 1, 0, -1) if ROWS[number]["action"] == "move")
NONE = dict.fromkeys(("rosetteClaimed", "captureHappened", "ascensionHappened", "gameWon"), False)


@pytest.mark.parametrize(
    ("number", "new", "says"),
    [
        (MOVE, {"team": "b" if ROWS[MOVE]["team"] == "w" else "w"}, "it was the other team's turn"),
        (0, {"team": "b" if ROWS[0]["team"] == "w" else "w"}, "it was the other team's turn"),
        (MOVE, {"roll": ROWS[MOVE]["roll"] % 4 + 1}, "does not allow"),
        (MOVE, {"roll": 0}, "does not allow"),
        (MOVE, {"roll": 7}, "does not allow"),
        (MOVE, {"toPosition": 15}, "does not allow"),
        (MOVE, {"fromPosition": 9}, "does not allow"),
        (LATER, {"events": NONE}, "has other events than the move"),
        (MOVE, {"events": {**NONE, "captureHappened": True}}, "has other events than the move"),
        (MOVE, {"action": "pass", "roll": 1, "events": None}, "which could be played"),
        (PASS, {"roll": 5}, "which the dice cannot make"),
    ],
)
def test_what_does_not_replay_is_refused_by_its_row(number, new, says):
    """File, game and row are named, and what cannot have been."""
    said = refused(other(number, **new))
    row = number or 1
    assert said.startswith(f"{WHERE}, row {row}: ")
    assert says in said


def test_nothing_follows_the_end_of_a_game():
    """A row after the winning one is refused."""
    assert (
        refused([*ROWS, ROWS[-1]]) == f"{WHERE}, row {len(ROWS)}: comes after the end of the game"
    )


@pytest.mark.parametrize(
    ("number", "new", "place"),
    [
        (MOVE, {"username": "<script>"}, ", username"),
        (MOVE, {"username": None}, ", username"),
        (MOVE, {"issue": 0}, ", issue"),
        (MOVE, {"issue": True}, ", issue"),
        (MOVE, {"issue": 10**30}, ", issue"),
        (MOVE, {"time": "2020-02-30T14:24:20.028Z"}, ", time"),
        (MOVE, {"time": "0000-01-01T00:00:00Z"}, ", time"),
        (MOVE, {"time": "yesterday"}, ", time"),
        (MOVE, {"time": "2020-07-30T14:24:2\u0660Z"}, ", time"),
        (MOVE, {"team": "W"}, ", team"),
        (MOVE, {"action": "resign"}, ", action"),
        (MOVE, {"action": "new"}, ", action"),
        (0, {"action": "pass"}, ", action"),
        (MOVE, {"roll": None}, ", roll"),
        (MOVE, {"roll": 1.0}, ", roll"),
        (MOVE, {"roll": -1}, ", roll"),
        (PASS, {"roll": "0"}, ", roll"),
        (MOVE, {"fromPosition": None}, ", fromPosition"),
        (MOVE, {"toPosition": 99}, ", toPosition"),
        (MOVE, {"events": None}, ", events"),
        (MOVE, {"events": []}, ", events"),
        (MOVE, {"events": {**NONE, "gameWon": 0}}, ", events.gameWon"),
        (MOVE, {"events": {**NONE, "gameLost": False}}, ", events"),
        (MOVE, {"events": {}}, ", events"),
        (PASS, {"events": {**NONE, "gameWon": True}}, ", events"),
        (MOVE, {"message": "<b>hello</b>"}, ""),
    ],
)
def test_what_is_no_row_is_refused_by_its_place(number, new, place):
    """Wrong types, numbers, spellings and keys: the place is named and nothing is repeated."""
    said = refused(other(number, **new))
    assert said.startswith(f"{WHERE}, row {number}{place}: ")
    for value in new.values():
        assert not isinstance(value, str) or len(value) < 4 or value not in said.partition(": ")[2]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", f"{WHERE}, line 1: is no JSON"),
        (b"[\n{,}]", f"{WHERE}, line 2: is no JSON"),
        (b"[\n\xff]", f"{WHERE}, line 2: is no UTF-8"),
        (b"[NaN]", f"{WHERE}: is no JSON that can be read"),
        (b"[" * 10**5, f"{WHERE}: is no JSON that can be read"),
        (b"[1" + b"0" * 9999 + b"]", f"{WHERE}: is no JSON that can be read"),
        (b'[{"team": "w", "team": "b"}]', f"{WHERE}: has a key that stands twice"),
        (b"{}", f"{WHERE}: is no list"),
        (b"null", f"{WHERE}: is no list"),
        (b"[]", f"{WHERE}: is a log without rows"),
        (b"[[]]", f"{WHERE}, row 0: is no table"),
        (b"[{}]", f'{WHERE}, row 0: "action" is missing'),
    ],
)
def test_what_is_no_log_is_refused(text, says):
    """Whatever a file holds, what is wrong with it is said in a sentence."""
    with pytest.raises(KeeperFault) as caught:
        rossjrw.read_rows(WHERE, text)
    assert f"{caught.value.where}: {caught.value.what}" == says


@given(rows=st.recursive(st.none() | st.integers() | st.text(), st.lists) | st.binary())
def test_no_bytes_break_the_reading(rows):
    """Anything is a log or is refused."""
    text = rows if isinstance(rows, bytes) else json.dumps(rows).encode()
    with pytest.raises(KeeperFault):
        rossjrw.read_rows(WHERE, text)


def test_a_state_of_no_repository_is_the_first_ones_who_opens_it():
    """What was imported where no id was known is taken on, and keeps the id from then on."""
    match = read(ROWS).match
    club = Club(0, games=match.number)
    files = {
        paths.CLUB: codec.write_club(club),
        paths.MATCH: codec.write_match(match),
    }
    assert store.load(files, None).club.repository == 0
    ours = store.load(files, 77)
    assert (ours.foreign, ours.club.repository, ours.match) == (False, 77, match)
    following = replace(played(8, moves=1, number=4), origin=None)
    files |= store.save(ours, store.begun(ours, following))
    assert store.load(files, 77).club.repository == 77
    assert store.load(files, 78).foreign


def test_the_next_game_goes_on_from_theirs():
    """What imported games tell is no request of ours: nothing is remembered as answered here."""
    match = read(ROWS).match
    files = {
        paths.CLUB: codec.write_club(Club(77, games=3)),
        paths.MATCH: codec.write_match(match),
    }
    state = store.begun(store.load(files, 77), played(8, moves=1, number=4))
    assert (state.club.games, state.club.requests) == (4, ())
    assert match.began.at > NOON.replace(year=2000)
