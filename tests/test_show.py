"""Positions and records to look at: ``show``, by its command."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from tests.store.games import Play
from ur.commands import main
from ur.house import ROOT
from ur.rules import RULE_SETS, start, write_position
from ur.store import codec
from ur.store.record import record_text

START = "4xx2/8/4xx2 l 7 0 7 0"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """An empty folder to stand in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def show(capsys, *words: str) -> tuple[int, str, str]:
    """The exit code of ``show``, and what it prints and complains of."""
    code = main(["show", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_position_with_a_throw_is_shown_with_its_moves(capsys):
    """Board, hands, homes, line, key, and each move with what it does."""
    code, out, _ = show(capsys, "4xx2/1d5l/2l1xx2 l 4 1 6 0", "--throw", "4")
    assert (code, out) == (
        0,
        """\
finkel: light to move, 4 thrown

3  *  .  .  .        *  .
2  .  d  .  *  .  .  .  l
1  *  .  l  .        *  .
   a  b  c  d  e  f  g  h

light  l  hand 4, home 1
dark   d  hand 6, home 0
position  4xx2/1d5l/2l1xx2 l 4 1 6 0
key       000100082010

A  c1-b2      advanced, captured
B  hand-a1    entered, rosette, again
""",
    )


def test_a_position_without_a_throw_is_shown_with_all_that_may_come(capsys):
    """Every throw, how likely it is, and what it allows."""
    _, out, _ = show(capsys, "4/12/4 d 5 0 5 0", "--rules", "aseb")
    assert "2  .  .  .  *  .  .  .  *  .  .  .  *\n" in out
    assert out.endswith(
        "throw 0, 1 of 16:  -\nthrow 1, 4 of 16:  hand-d3\nthrow 2, 6 of 16:  hand-c3\n"
        "throw 3, 4 of 16:  hand-b3\nthrow 4, 1 of 16:  hand-a3\n"
    )


def test_tokens_are_shown_where_there_are_any(capsys):
    """Each side's and the pot."""
    _, out, _ = show(capsys, "4xx2/8/4xx2 l 5 0 5 0 t 7 9 4", "--rules", "tablet")
    assert "light  l  hand 5, home 0, tokens 7\n" in out
    assert "\npot       4\n" in out


def test_a_throw_that_moves_nothing_loses_the_turn(capsys):
    """There is nothing to choose, and it says so."""
    assert show(capsys, START, "--throw", "0")[1].endswith("-  the turn is lost\n")


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_can_be_shown_and_drawn(capsys, here, name):
    """Its first position as text and as a picture."""
    line = write_position(start(RULE_SETS[name]))
    code, out, _ = show(capsys, line, "--rules", name, "--throw", "3", "--png", "board.png")
    assert (code, out.partition(":")[0]) == (0, name)
    assert Image.open(BytesIO((here / "board.png").read_bytes())).width == 1096


def test_a_record_is_shown_as_it_stands_or_before_a_turn(capsys, here):
    """Before a turn with the throw that was used there, and what was played; else as it ended."""
    turns = "1. l 4 1111: hand-a1\n2. l 1: hand-d1\n"
    text = f"[rules finkel]\n[first light]\n{turns}[result light resign]\n"
    (here / "game.txt").write_text(text)

    _, out, _ = show(capsys, "game.txt", "--turn", "2")
    assert out.startswith("finkel, turn 2: light to move, 1 thrown\n")
    assert out.endswith("A  hand-d1    entered\nB  a1-a2      advanced\nplayed    hand-d1\n")
    _, out, _ = show(capsys, "game.txt", "--turn", "2", "--throw", "2")
    assert "2 thrown" in out
    assert "played" not in out
    _, out, _ = show(capsys, "game.txt")
    assert out.startswith("finkel, turn 3: result light resign\n")
    _, out, _ = show(capsys, "game.txt", "--turn", "1", "--rules", "quick")
    assert out.startswith("quick, turn 1: light to move, 4 thrown\n")


def test_the_game_in_play_is_shown_with_the_throw_on_the_table(capsys, here):
    """A document of a match will do too."""
    match = Play(1).moves(6).match
    (here / "match.json").write_bytes(codec.write_match(match))
    _, out, _ = show(capsys, "match.json", "--png", "board.png")
    stands = f"{match.game.to_move} to move, {match.thrown.value} thrown\n"
    assert out.startswith(f"finkel, turn {match.next_turn}: {stands}")
    assert (here / "board.png").exists()


def test_a_finished_game_is_shown_with_its_winner(capsys, here):
    """After the last turn nobody is to move."""
    match = Play(1, rules=RULE_SETS["blitz"]).moves(900).match
    (here / "won.txt").write_bytes(record_text(match))
    _, out, _ = show(capsys, "won.txt")
    assert out.startswith(f"blitz, turn {match.next_turn}: result {match.winner} home\n")
    assert out.rstrip().splitlines()[-1].startswith("key ")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nothing.txt"], "nothing.txt:1: is missing"),
        (["4xx2/8/4xx2 l 7 0 7"], "a position has 6 fields"),
        (["4xx2/8/4xx2 l 7 0 6 0"], "dark has 6 pieces, not 7"),
        ([START, "--throw", "5"], "throw 5: the dice cannot make 5"),
        ([START, "--throw", "0", "--rules", "masters"], "throw 0: the dice cannot make 0"),
        (["broken.txt"], "broken.txt:3: move is no legal move in 4xx2/8/4xx2 l 7 0 7 0"),
        (["broken.json"], "broken.json:1: is no JSON"),
        (["good.txt", "--turn", "3"], "there are 1, and 2 is to come"),
        (["good.txt", "--turn", "0"], "there are 1, and 2 is to come"),
        ([START, "--png", "x\0.png"], "x\\x00.png': cannot be written"),
        ([START, "--png", f"{'x' * 300}.png"], "x.png: cannot be written"),
        ([START, "--png", "no/folder/x.png"], "no/folder/x.png: is in a folder that is not there"),
        ([START, "--png", "no/folder\0/x.png"], "is in a folder that is not there"),
        ([START, "--png", "good.txt/x.png"], "is in a folder that is not there"),
        ([START, "--png", "folder.png"], "folder.png: is there already, and is no PNG. Name "),
        ([START, "--png", "record.png"], "record.png: is there already, and is no PNG"),
        ([START, "--png", "empty.png"], "empty.png: is there already, and is no PNG"),
        (["record.png", "--png", "record.png"], "record.png: is there already, and is no PNG"),
        ([START, "--png", "link.png"], "link.png: is there already, and is no PNG"),
    ],
)
def test_what_cannot_be_shown_is_told_in_one_line(capsys, here, words, says):
    """What is wrong and where, exit code 1, and nothing written."""
    head = "[rules finkel]\n[first light]\n"
    (here / "broken.txt").write_text(f"{head}1. l 3: hand-c1\n")
    (here / "broken.json").write_text("{")
    (here / "good.txt").write_text(f"{head}1. l 3: hand-b1\n")
    (here / "record.png").write_text(f"{head}1. l 3: hand-b1\n")
    (here / "empty.png").touch()
    (here / "folder.png").mkdir()
    (here / "link.png").symlink_to("good.txt")
    before = {path: path.is_file() and path.read_bytes() for path in here.rglob("*")}

    code, out, err = show(capsys, *words)

    assert (code, out) == (1, "")
    assert {path: path.is_file() and path.read_bytes() for path in here.rglob("*")} == before
    assert says in err
    assert err.startswith("ur: ")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("words", [[], [START, "--throw", "x"]])
def test_a_missing_word_or_one_of_the_wrong_kind_is_wrong_usage(capsys, words):
    """The usage is told, with code two."""
    with pytest.raises(SystemExit) as left:
        main(["show", *words])
    assert left.value.code == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "words",
    [
        ["--rules", "chess"],
        ["--turn", "5"],
        *(["--png", name] for name in ("", "x", "x.gif", "match.json", "x.png.txt", "x.png/")),
    ],
)
def test_words_that_do_not_go_together_are_wrong_usage(capsys, here, words):
    """A rule set that is not known; a turn of a position, which has none; a picture of no PNG."""
    (here / "match.json").write_text("{}")
    code, out, err = show(capsys, START, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"ur: {words[0]}")
    assert [(path.name, path.read_text()) for path in here.iterdir()] == [("match.json", "{}")]


def test_a_picture_takes_the_place_of_an_older_one(capsys, here):
    """A PNG may be written again, in a folder that is there, whatever the case of its name."""
    (here / "pictures").mkdir()
    for line in (START, "4xx2/1d5l/2l1xx2 l 4 1 6 0"):
        assert show(capsys, line, "--png", "pictures/board.PNG")[0] == 0
    last = (here / "pictures" / "board.PNG").read_bytes()
    assert show(capsys, START, "--png", "board.png")[0] == 0
    assert (here / "board.png").read_bytes() != last
    assert Image.open(BytesIO(last)).format == "PNG"


def test_whoever_reads_on_may_stop_early(here):
    """A pipe that is closed ends the command without a complaint, and the picture is there."""
    words = [sys.executable, "-m", "ur", "show", START, "--png", "board.png"]
    where = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=where, cwd=here
    ) as run:
        run.stdout.close()
        err = run.stderr.read()
    assert err == b""
    assert (here / "board.png").exists()


FULL = Path("/dev/full")


def printing(here: Path, *words: str, into: Path, **how: str) -> tuple[int, str]:
    """A command whose output goes into a file: its exit code, and what it complains of."""
    where = {key: said for key, said in os.environ.items() if key != "PYTHONUNBUFFERED"}
    run = [sys.executable, "-m", "ur", *words]
    with into.open("wb") as out:
        done = subprocess.run(
            run,
            stdout=out,
            stderr=subprocess.PIPE,
            env={**where, "PYTHONPATH": str(ROOT / "src"), **how},
            cwd=here,
            check=False,
            text=True,
        )
    return done.returncode, done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk to write to")
@pytest.mark.parametrize(
    ("words", "how"),
    [
        (["show", START], {}),
        (["show", START], {"PYTHONUNBUFFERED": "1"}),
        (["verify", "nothing.txt"], {}),
        (["doctor"], {}),
        (["show", "--help"], {}),
    ],
)
def test_what_cannot_be_printed_is_told_in_one_line(here, words, how):
    """A full disk behind the output of any command, also of its help."""
    said = printing(here, *words, into=FULL, **how)
    assert said == (1, "ur: standard output: No space left on device\n")


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk to write to")
def test_what_says_nothing_fails_by_its_own_fault(here):
    """With nothing to print a full disk behind the output is no trouble."""
    assert printing(here, "show", "no.txt", into=FULL) == (1, "ur: no.txt:1: is missing\n")
    assert printing(here, "show", into=FULL)[0] == 2


NUMBERS = st.integers(-(10**20), 10**20).map(str)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    what=st.text() | st.text(alphabet="4x28/ld 70t-\0") | st.binary().map(os.fsdecode),
    throw=NUMBERS,
    turn=NUMBERS,
)
def test_no_text_breaks_it(capsys, what, throw, turn):
    """Any text is a position, or one line says why it is not."""
    code, _, err = show(capsys, f"--throw={throw}", f"--turn={turn}", "--", what)
    assert (code in (1, 2), len(err.splitlines())) == (True, 1)
    assert "Traceback" not in err


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(), name=st.sampled_from(["a.txt", "a.json"]))
def test_no_bytes_in_a_file_break_it(capsys, data, name):
    """Any bytes are a record, or one line says why they are not."""
    Path(name).write_bytes(data)
    code, _, err = show(capsys, name)
    assert (code, len(err.splitlines())) == (1, 1)
