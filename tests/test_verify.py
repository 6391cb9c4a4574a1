"""Games that anybody can check: ``verify``, on real files, by its command."""

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.pasts import past
from tests.store.games import Play, changed, document
from ur.commands import main
from ur.records import line_of
from ur.rules import RULE_SETS, Side
from ur.rules.ruleset import variant
from ur.store import codec
from ur.store.record import record_text

OWN = variant(RULE_SETS["quick"], {"name": "our-own", "pieces": 3, "dice": 3})
WON, LEFT, OPENED = "state/archive/0001", "state/archive/0002", "state/archive/0003"


def write(root: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(data)


def a_club() -> dict[str, bytes]:
    """A sealed game that was won, one left, one by house rules that was thrown for; one in play."""
    won = Play(1, number=1, rules=RULE_SETS["blitz"], sealed=True).moves(900).reveal().match
    left = Play(2, number=2, issues=1000, sealed=True).moves(5).abandon().match
    opened = Play(3, number=3, issues=2000, rules=OWN, first=None, sealed=True).moves(900)
    now = Play(4, number=4, issues=3000, sealed=True).moves(9).match
    return past([won, left, opened.reveal().match], now)


CLUB = a_club()
SHARD = min(path for path in CLUB if path.startswith("state/players/"))


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A checkout with the state of a club."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path, CLUB)
    return tmp_path


def verify(capsys, *words: str) -> tuple[int, list[str]]:
    """The exit code of ``verify``, and the lines it prints."""
    code = main(["verify", *words])
    return code, capsys.readouterr().out.splitlines()


def test_a_whole_state_is_checked_file_by_file(here, capsys):
    """Every record, the game in play, the club and the totals have one line each."""
    code, lines = verify(capsys)

    assert code == 0
    assert lines[:7] == [
        f"{WON}/record.json: ok",
        f"{WON}/record.txt: ok",
        f"{LEFT}/record.json: ok, sealed, never revealed",
        f"{LEFT}/record.txt: ok",
        f"{OPENED}/record.json: ok",
        f"{OPENED}/record.txt: ok",
        "state/match.json: ok, sealed, not yet revealed",
    ]
    assert {line.partition(":")[0] for line in lines} == set(CLUB)
    assert lines[7:] == sorted(lines[7:])


def test_files_and_folders_may_be_named(here, capsys):
    """A path names one file, or every record in a folder; each is shown as it was named."""
    assert verify(capsys, f"{WON}/record.txt") == (0, [f"{WON}/record.txt: ok"])
    assert verify(capsys, OPENED, "state/match.json") == (
        0,
        [
            f"{OPENED}/record.json: ok",
            f"{OPENED}/record.txt: ok",
            "state/match.json: ok, sealed, not yet revealed",
        ],
    )
    assert len(verify(capsys, str(here))[1]) == 7
    write(here, {f"{WON}/mine.txt": b"[rules quick]\n[first dark]\n"})
    assert verify(capsys, f"{WON}/mine.txt") == (0, [f"{WON}/mine.txt: ok"])


def test_where_nothing_was_played_there_is_nothing_wrong(tmp_path, monkeypatch, capsys):
    """A fresh copy is whole."""
    monkeypatch.chdir(tmp_path)
    assert verify(capsys) == (0, ["state: ok, no game yet"])


def line_in(path: str, wanted: bytes) -> int:
    """The line of a file, counted from 1, in which something stands first."""
    lines = CLUB[path].split(b"\n")
    return next(number for number, line in enumerate(lines, 1) if wanted in line)


def turn_line(path: str, turn: int) -> int:
    return line_in(path, f'"turn": {turn}, "side"'.encode())


def faces_of(path: str, turn: int) -> bytes:
    return document(CLUB[path])["turns"][turn - 1]["faces"].encode()


def exchanged(path: str, turn: int, old: bytes, new: bytes) -> bytes:
    """A file in which something on the line of a turn was exchanged."""
    number = turn_line(path, turn) if path.endswith(".json") else line_in(path, b"%d. " % turn)
    lines = CLUB[path].split(b"\n")
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new)
    return b"\n".join(lines)


JSON = f"{WON}/record.json"
TEXT = f"{WON}/record.txt"
LAST = len(document(CLUB[JSON])["turns"])
FELL = faces_of(JSON, 5)
TURNED = FELL[1:] + FELL[:1]
SIDES = {b"light": b"dark", b"dark": b"light"}
MOVER = document(CLUB[JSON])["turns"][4]["side"].encode()
LOST = next(turn for turn in document(CLUB[JSON])["turns"] if turn["move"] == "-")["turn"]
SEED_LINE = b'"seed": "%s"' % document(CLUB[JSON])["seed"].encode()
SEED = document(CLUB[JSON])["seed"].encode()


@pytest.mark.parametrize(
    "wrong",
    [
        (JSON, exchanged(JSON, 5, FELL, TURNED), turn_line(JSON, 5), "turns[4].faces should be "),
        (JSON, exchanged(JSON, 5, b'"turn": 5', b'"turn": 6'), turn_line(JSON, 5), "should be 5"),
        (JSON, exchanged(JSON, 5, MOVER, SIDES[MOVER]), turn_line(JSON, 5), "turns[4].side should"),
        (JSON, exchanged(JSON, LOST, b'"-"', b'"hand-d1"'), turn_line(JSON, LOST), "is no legal"),
        (JSON, exchanged(JSON, LAST, b'"throw": ', b'"throw": 1'), turn_line(JSON, LAST), "throw"),
        (JSON, CLUB[JSON].replace(SEED, b"0" * 64), line_in(JSON, b'"seed"'), "does not make the"),
        (
            JSON,
            CLUB[JSON].replace(SEED_LINE, b'"seed": null'),
            line_in(JSON, b'"seal"'),
            "seal has no seed beside it, and the game was won",
        ),
        (
            JSON,
            exchanged(JSON, 5, FELL, TURNED).replace(b"\n ", b"\n\t"),
            turn_line(JSON, 5),
            "turns[4].faces should",
        ),
        ("state/archive/0009/record.json", CLUB[JSON], 3, "game is 1, not the folder's"),
        ("state/archive/notes/record.json", CLUB[JSON], 3, "game is 1, not the folder's"),
        ("state/club.json", None, 1, "is missing"),
        ("state/match.json", None, None, ""),
        ("state/match.json", CLUB[JSON], None, ""),
        (
            "state/club.json",
            CLUB["state/club.json"].replace(b'"moves": ', b'"moves": 9'),
            line_in("state/club.json", b'"moves"'),
            "is not what the records come to",
        ),
        (JSON, CLUB[JSON][:-3], CLUB[JSON].count(b"\n") - 1, "is no JSON"),
        (JSON, CLUB[JSON].replace(b'"schema": 1', b'"schema": 9'), 1, "has a newer schema"),
        (JSON, CLUB[JSON].replace(b'"game": 1', b'"game": 2'), 3, "game is 2, not the folder's"),
        (JSON, CLUB["state/match.json"].replace(b'"game": 4', b'"game": 1'), 1, "but not over"),
        (JSON, CLUB[JSON].replace(b'"first": ', b'"fist": '), 1, "has another key than"),
        (TEXT, exchanged(TEXT, 5, FELL, TURNED), line_in(TEXT, b"5. "), "faces should be "),
        (
            TEXT,
            exchanged(TEXT, LOST, b"-", b"hand-d1"),
            line_in(TEXT, b"%d. " % LOST),
            "move is no",
        ),
        (TEXT, CLUB[TEXT].replace(b" home]", b" resign]"), LAST + 4, "result should be "),
        (
            TEXT,
            CLUB[TEXT].replace(f" {FELL.decode()}:".encode(), b":"),
            line_in(TEXT, b" " + FELL),
            "is not what the document beside it tells",
        ),
        (TEXT, CLUB[TEXT].rsplit(b"[", 1)[0], LAST + 4, "result is missing"),
        (TEXT, None, 1, "is missing"),
        (JSON, None, 1, "is missing"),
        (
            "state/match.json",
            CLUB[f"{LEFT}/record.json"].replace(b'"game": 2', b'"game": 4'),
            1,
            "is over, and not as it is in the archive",
        ),
        (
            "state/club.json",
            CLUB["state/club.json"].replace(b'"games": 4', b'"games": 9'),
            1,
            "game 4 is not in the archive",
        ),
        (
            "state/club.json",
            CLUB["state/club.json"].replace(b'"games": 4', b'"games": -1'),
            4,
            "games is no whole number",
        ),
        (
            "state/club.json",
            CLUB["state/club.json"].replace(b'"schema": 1', b'"schema": 8'),
            1,
            "has a newer schema",
        ),
        (
            SHARD,
            CLUB[SHARD].replace(b'"wins": ', b'"wins": 1'),
            line_in(SHARD, b'"wins"'),
            "is not what the records come to",
        ),
        (
            SHARD,
            CLUB[SHARD].replace(b'"last": [', b'"last": [9, '),
            line_in(SHARD, b'"last"'),
            "is not what the records come to",
        ),
        (
            SHARD,
            CLUB[SHARD].replace(b'"mates": [', b'"mates": [[7, 9], '),
            line_in(SHARD, b'"mates"'),
            "is not what the records come to",
        ),
        (
            "state/club.json",
            CLUB["state/club.json"].replace(b'"counts": [', b'"counts": [1'),
            line_in("state/club.json", b'"counts"'),
            "is not what the records come to",
        ),
        (
            "state/club.json",
            CLUB["state/club.json"].replace(b" ,[", b" ,[1", 1),
            line_in("state/club.json", b" ,["),
            "is not what the records come to",
        ),
        (SHARD, None, 1, "is missing"),
        ("state/players/999.json", b"{}", 1, "is not what the records come to"),
    ],
)
def test_what_is_wrong_is_named_by_path_line_and_reason(here, capsys, wrong):
    """One damaged file: its line says where and why, the others are as they were."""
    path, broken, line, says = wrong
    if broken is None:
        (here / path).unlink()
    else:
        assert broken != CLUB.get(path)
        write(here, {path: broken})

    code, lines = verify(capsys)

    assert code == 1
    if line is None:
        path, line, says = "state/club.json", 1, "counts 4 games, and match.json is not the last"
    [found] = [one for one in lines if one.startswith(f"{path}:")]
    assert found.startswith(f"{path}:{line}: "), found
    assert says in found
    folder = path.rpartition("/")[0]
    others = [one for one in lines if not one.startswith((f"{folder}/", "state/club.json:"))]
    assert [one for one in others if ": ok" not in one] == [], "the others are as they were"


def test_pages_beside_the_records_are_not_its_concern(here, capsys):
    """Lists of games, pages of players and pictures are derived: ``rebuild`` checks them."""
    expected = verify(capsys)
    write(
        here,
        {
            "state/archive/README.md": b"x",
            "state/archive/games-0001.md": b"x",
            f"{WON}/README.md": b"x",
            f"{WON}/replay.gif": b"x",
            f"{WON}/race.png": b"x",
            "state/players/001/1001.md": b"x",
            "state/players/README.md": b"x",
        },
    )
    assert verify(capsys) == expected
    write(here, {"state/archive/notes.md": b"x"})
    assert "state/archive/notes.md/record.json:1: cannot be read" in verify(capsys)[1]


def test_what_was_counted_before_there_were_figures_is_to_be_counted_again(here, capsys):
    """Documents of an earlier version are read, and the remedy is told."""

    def before(plain: dict) -> None:
        for one in plain.get("players", [plain]):
            for key in ("figures", "last", "mates"):
                one.pop(key, None)

    for path in ("state/club.json", SHARD):
        write(here, {path: changed(CLUB[path], before)})
    code, lines = verify(capsys)
    assert code == 1
    for path in ("state/club.json", SHARD):
        [line] = [one for one in lines if one.startswith(f"{path}:")]
        assert line.endswith("rebuild --all counts again")


def a_town(numbers: list[int], *, imported: int) -> dict[str, bytes]:
    """State after games of these numbers, the last in play; so many were played elsewhere."""
    plays = [
        Play(number, number=number, issues=1000 * number, rules=RULE_SETS["blitz"]).moves(4)
        for number in numbers
    ]
    ended = [play.abandon().match for play in plays[:-1]]
    for at in range(imported):
        ended[at] = replace(ended[at], origin="https://github.com/owner-z/repo-z")
    return past(ended, plays[-1].match)


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """A folder of one's own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("numbers", "imported", "missing"),
    [
        ([1, 2, 4, 7, 8], 4, None),
        ([3, 9, 10, 11], 2, None),
        ([1, 2, 4, 6], 3, 5),
        ([1, 2, 4, 5], 2, 3),
        ([1, 2, 4], 0, 3),
    ],
)
def test_numbers_may_be_missing_among_games_that_were_played_elsewhere(
    fresh, capsys, numbers, imported, missing
):
    """Where the community came from they had gaps; above the last of them no game is missing."""
    write(fresh, a_town(numbers, imported=imported))
    code, lines = verify(capsys)
    wrong = [line for line in lines if ": ok" not in line]
    said = f"counts {numbers[-1]} games, and game {missing} is not in the archive"
    assert wrong == ([f"state/club.json:1: {said}"] if missing else [])
    assert code == bool(missing)


def test_a_past_that_was_only_imported_is_whole(fresh, capsys):
    """Before the first game of one's own the last that was played elsewhere stands on the table."""
    there = {"origin": "https://github.com/owner-z/repo-z"}
    games = [replace(Play(n, number=n).moves(4).abandon().match, **there) for n in (1, 2, 4)]
    write(fresh, past(games))
    code, lines = verify(capsys)
    assert (code, [line for line in lines if ": ok" not in line]) == (0, [])


def test_an_end_of_a_game_that_goes_on_is_no_whole_past(fresh, capsys):
    """What a restored state left in the archive is named: it would be counted twice."""
    game = Play(1, number=2, issues=1000, sealed=True)
    now = game.moves(5).match
    write(fresh, past([Play(2, number=1).moves(900).match, game.moves(900).reveal().match]))
    write(fresh, past([Play(2, number=1).moves(900).match], now))
    code, lines = verify(capsys)
    assert code == 1
    assert "state/match.json:1: is in play, and its end is in the archive" in lines

    write(fresh, past([], Play(2, number=1).moves(3).match))
    code, lines = verify(capsys)
    assert code == 1
    assert "state/club.json:1: counts 1 games, and game 2 is in the archive" in lines


def test_games_are_counted_in_the_order_of_their_numbers(fresh, capsys):
    """Game 10000 comes after game 9999, though its folder stands before it by name."""
    write(fresh, a_town([9998, 9999, 10000, 10001], imported=2))
    code, lines = verify(capsys)
    assert (code, lines[-1].rpartition(": ")[2]) == (0, "ok")
    folders = [line.split("/")[2] for line in lines if "record.txt" in line]
    assert folders == ["9998", "9999", "10000"]


def test_a_text_alone_is_checked_against_its_seed(here, capsys):
    """Without a document beside it the text is proved by itself: it holds all that is needed."""
    write(here, {"elsewhere.txt": CLUB[TEXT], "turned.txt": exchanged(TEXT, 5, FELL, TURNED)})
    code, lines = verify(capsys, "elsewhere.txt", "turned.txt")
    assert (code, lines[0]) == (1, "elsewhere.txt: ok")
    assert lines[1].startswith(f"turned.txt:{line_in(TEXT, b'5. ')}: faces should be ")


def test_house_rules_are_known_from_the_document_beside_or_the_settings(here, capsys):
    """A text names a house rule set; what it is stands beside it, or in the keeper's settings."""
    assert b"[rules our-own]" in CLUB[f"{OPENED}/record.txt"]
    write(here, {"copy.txt": CLUB[f"{OPENED}/record.txt"]})
    assert verify(capsys, "copy.txt")[1][0].startswith("copy.txt:1: rules are none that are known")

    mix = b"house_rules: {our-own: {base: quick, pieces: 3, dice: 3}}"
    write(here, {".github/ur.yml": mix})
    assert verify(capsys, "copy.txt") == (0, ["copy.txt: ok"])
    write(here, {".github/ur.yml": b"rules: chess"})
    assert verify(capsys, "copy.txt")[0] == 1


def test_another_rule_set_says_where_the_two_part(here, capsys):
    """A finkel game is one of quick until somebody could have gone home; masters has three dice."""
    match = Play(4, number=4).moves(3).match
    write(here, {"some.json": codec.write_match(match), "some.txt": record_text(match)})

    assert verify(capsys, "some.json", "some.txt", "--rules", "quick")[0] == 0
    code, lines = verify(capsys, "some.json", "some.txt", "--rules", "masters")
    assert code == 1
    assert re.fullmatch(
        r"some\.json:1\d: under masters, turns\[0\]\.faces should be 3 dice.*", lines[0]
    )
    assert lines[1].startswith("some.txt:3: under masters, faces should be 3 dice")


def test_a_rule_set_that_is_not_known_is_wrong_usage(here, capsys):
    """The names that are known are told, and nothing is checked."""
    code = main(["verify", "--rules", "chess"])
    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert "finkel, five-piece, masters" in told.err


def test_what_cannot_be_read_is_told(here, capsys):
    """No file, an empty folder, a name that no file can have."""
    (here / "empty").mkdir()
    names = ("nothing.txt", "empty", "x" * 5000, "nu\0l", os.fsdecode(b"\xff"))
    code, lines = verify(capsys, *names)
    assert code == 1
    assert lines[0] == "nothing.txt:1: is missing"
    assert lines[1] == "empty:1: holds no record"
    assert len(lines) == len(names)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary() | st.text().map(str.encode), name=st.sampled_from(["a.txt", "a.json"]))
def test_no_bytes_break_it(here, capsys, data, name):
    """Whatever a file holds, it has a line that says what is wrong."""
    write(here, {name: data})
    code, [line] = verify(capsys, name)
    assert code == 1
    assert re.match(rf"{name}:\d+: \S", line)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 10**4), bit=st.integers(0, 7), path=st.sampled_from([JSON, TEXT]))
def test_no_flipped_bit_breaks_it(here, capsys, at, bit, path):
    """A damaged record is found wrong at a line of it, or tells another whole story."""
    data = bytearray(CLUB[path])
    data[at % len(data)] ^= 1 << bit
    write(here, {"a" + path[-5:]: bytes(data)})
    code, [line] = verify(capsys, "a" + path[-5:])
    assert re.match(r"ad?\.?\w+: ok", line) if code == 0 else re.match(r"a\S+:\d+: \S", line)


@pytest.mark.parametrize(
    ("place", "line"),
    [("", 1), ("b", 3), ("b[1]", 5), ("b[1].c", 6), ("b[1].d", 5), ("b[7]", 3), ("e.f", 1)],
)
def test_a_place_in_a_document_has_a_line(place, line):
    """The line of a place, or of what is around it where it is missing."""
    text = b'{\n "a": 1,\n "b": [\n  1,\n  {\n   "c": 2}\n ]\n}\n'
    assert line_of(text, place) == line
    assert line_of(b"{", place) == 1


def test_a_revealed_opening_decides_who_began(here, capsys):
    """Opening throws are the seed's first, and who began follows from them."""
    path = f"{OPENED}/record.json"
    first = document(CLUB[path])["first"]
    other = Side(first).other
    broken = CLUB[path].replace(f'"first": "{first}"'.encode(), f'"first": "{other}"'.encode())
    write(here, {path: broken})
    assert f"{path}:{line_in(path, b'first')}: first should be {first}" in verify(capsys)[1]
    assert replace(codec.read_match(path, CLUB[path]), seats=()).opening


def test_where_a_record_is_wrong_nothing_is_said_of_what_was_counted(here, capsys):
    """One wrong record makes no totals wrong: they cannot be told."""
    write(here, {JSON: exchanged(JSON, 5, FELL, TURNED)})
    lines = verify(capsys)[1]
    assert [line for line in lines if line.startswith("state/players/")] == []
    assert "state/club.json: ok as far as can be told: a record is wrong" in lines


def test_a_name_that_was_shipped_later_changes_no_old_game(here, capsys):
    """A rule set that is carried whole is played as it is carried, whatever is called so now."""
    mine = variant(OWN, {"name": "quick"})
    match = Play(3, number=1, rules=mine).moves(900).match
    write(here, {"a/record.json": codec.write_match(match), "a/record.txt": record_text(match)})
    assert b'"name": "quick"' in (here / "a/record.json").read_bytes()
    assert verify(capsys, "a") == (0, ["a/record.json: ok", "a/record.txt: ok"])


def test_the_same_file_is_shown_as_it_is_checked(here, capsys):
    """A text of house rules beside its document is shown too."""
    assert main(["show", f"{OPENED}/record.txt"]) == 0
    assert capsys.readouterr().out.startswith("our-own, turn ")


def test_what_is_no_ordinary_file_is_not_waited_for(here, capsys):
    """A pipe and a device are no records; a link that leads nowhere, and a file for a folder."""
    os.mkfifo(here / "pipe.txt")
    (here / "zero.json").symlink_to("/dev/zero")
    assert verify(capsys, "pipe.txt", "zero.json") == (
        1,
        ["pipe.txt:1: cannot be read", "zero.json:1: cannot be read"],
    )
    shutil.rmtree(here / "state")
    (here / "state").symlink_to("nowhere")
    assert verify(capsys) == (1, ["state:1: leads nowhere"])
    (here / "state").unlink()
    (here / "state").write_text("")
    assert verify(capsys) == (1, ["state:1: cannot be read"])
