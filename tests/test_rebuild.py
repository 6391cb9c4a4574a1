"""What is derived follows from the records, and can be written again from them."""

import shutil

import pytest

from tests.town import OWNER, Town
from ur import paths
from ur.rules import Side
from ur.store import state as store


@pytest.fixture
def played(late_town: Town) -> Town:
    """A town with a game that was won and another in play."""
    town = late_town
    town.begin(*[1] * 400)
    match = town.skip_to_the_last_move()
    winner = 1 if match.game.to_move is Side.LIGHT else 2
    town.asked(winner, f"ur-move-1@14-1.{match.next_turn}")
    town.begin(3, 2)
    town.move(5, 0)
    return town


def test_what_play_wrote_is_what_rebuild_would_write(played: Town):
    """After a game, its end and the next, nothing differs from what the records say."""
    played._git(played.checkout, "pull", "--quiet")

    done = played.run("rebuild", "--check", "--all")

    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_an_abandoned_game_shows_a_picture_of_its_end(town: Town):
    """It has another name than the one with the choices, and is what a rebuild draws."""
    town.begin(1, 2, 3)
    waiting = paths.picture(1, town.match().next_turn)
    number = town.asked(OWNER, "ur-abandon-1")
    shown = store.picture(town.match())

    assert shown != waiting
    assert f"/raw/main/{shown}" in town.read("README.md").decode()
    assert shown in town.comments(number)[0]
    town._git(town.checkout, "pull", "--quiet")
    assert town.run("rebuild", "--check", "--all").returncode == 0


def test_rebuild_mends_what_was_damaged_and_leaves_the_rest(played: Town):
    """Derived files that were lost or changed are written again in the working tree."""
    played._git(played.checkout, "pull", "--quiet")
    whole = {path: data for path, data in played.tree().items() if path.startswith("state/")}
    damaged = ("state/club.json", "state/archive/0001/record.txt", "state/players/001.json")
    for path in damaged[1:]:
        (played.checkout / path).unlink()
    club = (played.checkout / damaged[0]).read_text()
    (played.checkout / damaged[0]).write_text(club.replace('"moves": ', '"moves": 9'))

    assert played.run("rebuild", "--check", "--all").returncode == 1
    done = played.run("rebuild", "--all")

    assert done.returncode == 0, done.stderr
    assert {path: (played.checkout / path).read_bytes() for path in whole} == whole


def test_rebuild_pushes_a_fresh_copys_own_links_and_makes_its_labels(town: Town):
    """The first push of a copy gives it a README of its own and the labels of the house."""
    assert town.run("rebuild", "--push").returncode == 0

    assert "/owner-x/repo-y/issues/new?title=ur-new&body=" in town.read("README.md").decode()
    assert town.world.label("rosette").color == "c8553d"
    log = town.log()
    assert town.run("rebuild", "--push").returncode == 0
    assert town.log() == log


def test_rebuild_leaves_another_repositorys_past_behind(town: Town):
    """In a copy of a template with a game in play, the state of the original goes."""
    town.begin(3)
    town.asked(OWNER, "ur-abandon-1")
    town.world.repository.id += 1

    assert town.run("rebuild", "--push").returncode == 0

    assert [path for path in town.files() if path.startswith("state/")] == ["state/README.md"]


def test_a_fault_names_file_and_remedy_and_writes_nothing(town: Town):
    """A README without markers is refused with what to do, and stays as it is."""
    (town.checkout / "README.md").write_text("mine\n")

    done = town.run("rebuild")

    assert done.returncode == 1
    assert "README.md: has no line <!-- ur:begin -->" in done.stderr
    assert (town.checkout / "README.md").read_text() == "mine\n"


def test_a_game_that_goes_on_is_not_counted_as_ended(played: Town):
    """Where the archive knows of an end that the game in play does not, the keeper is told."""
    played._git(played.checkout, "pull", "--quiet")
    archive = played.checkout / "state" / "archive"
    shutil.copytree(archive / "0001", archive / "0009")

    done = played.run("rebuild", "--check")

    assert done.returncode == 1
    assert (
        "state/archive/0009: tells the end of game 9, and state/match.json does not" in done.stderr
    )


@pytest.mark.parametrize(
    ("gone", "words", "told"),
    [
        ("archive/0001/record.json", "rebuild", "state/archive/0001/record.json: is missing"),
        ("archive/0001/record.json", "rebuild --all", "state/archive/0001/record.json: is missing"),
        ("archive/0001/record.json", "undo", "state/archive/0001/record.json: is missing"),
        ("archive/0001/record.json", "forget player-01", "state/archive/0001/record.json: is miss"),
        ("archive", "rebuild", "state/archive/0003/record.json: is missing"),
        ("archive", "rebuild --all", "state/archive/0003/record.json: is missing"),
        ("archive", "adopt https://github.com/x/y --abandon", "0003/record.json: is missing"),
        ("archive/0001", "rebuild --all", "state/archive/0001/record.json: is missing"),
        ("archive/0001", "forget player-01", "state/archive/0001/record.json: is missing"),
        ("players", "rebuild", "state/players: is missing"),
    ],
)
def test_a_past_that_is_not_all_there_is_not_counted_out(played: Town, gone, words, told):
    """Where records are missing, as in a sparse checkout, it is told and nothing is written."""
    for title in ("ur-abandon-2", "ur-new", "ur-abandon-3"):
        played.asked(OWNER, title)
    played._git(played.checkout, "pull", "--quiet")
    path = played.checkout / "state" / gone
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    before = played._git(played.checkout, "status", "--porcelain")

    done = played.run(*words.split())

    assert done.returncode == 1
    assert told in done.stderr
    assert "Check everything out" in done.stderr
    assert played._git(played.checkout, "status", "--porcelain") == before


@pytest.mark.parametrize("words", [(), ("nonsense",), ("rebuild", "--check", "--push")])
def test_wrong_usage_is_told_by_exit_2(town: Town, words):
    """Words that are no command are a usage error."""
    assert town.run(*words).returncode == 2


@pytest.mark.parametrize("command", ["play", "rebuild", "verify", "show", "import", "sandbox"])
def test_every_command_has_help_with_an_example(town: Town, command):
    """Help of a command shows an example of it."""
    done = town.run(command, "--help")

    assert done.returncode == 0
    assert f"Example: PYTHONPATH=src python -m ur {command}" in done.stdout
