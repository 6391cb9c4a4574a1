"""What a keeper does by hand, by the very commands that docs/keeping.md shows."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from tests.test_install import README, published, put
from tests.town import OWNER, USUAL, Town
from ur import paths
from ur.commands import main
from ur.hosts import folder
from ur.house import ROOT
from ur.port import NAMED
from ur.referee.match import Match
from ur.rules import Side
from ur.sandbox.origin import ALONE
from ur.store.codec import read_club, read_match, write_club

PAGE = (ROOT / "docs" / "keeping.md").read_text("utf-8")
OLD = "https://github.com/tiamat/old"
NEW = "https://github.com/tiamat/new"


def recipe(name: str) -> str:
    """The commands of a recipe."""
    [found] = re.findall(rf"<!-- recipe: {name} -->\n```sh\n(.*?)```", PAGE, re.DOTALL)
    return found


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Town]:
    """A town whose game was installed, with issues that no made-up move has."""
    with Town(tmp_path / "town", numbers_above=5000) as town:
        town.create({paths.README: README, paths.SETTINGS: USUAL})
        put(ROOT, town.checkout)
        published(town)
        town._git(town.folder, "init", "--quiet", "--bare", "new.git")
        yield town


def sh(town: Town, commands: str) -> "subprocess.CompletedProcess[str]":
    """Run commands as a keeper would, in their checkout, with the copy's own code."""
    known = {name: town.environment()[name] for name in ("GITHUB_REPOSITORY", "GITHUB_SERVER_URL")}
    who = {
        f"GIT_{one}_{what}": "keeper@x"
        for one in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    elsewhere = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{town.folder / 'new.git'}.insteadOf",
        "GIT_CONFIG_VALUE_0": NEW,
    }
    python = {
        "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    return subprocess.run(
        ["sh", "-euc", commands],
        cwd=town.checkout,
        env={**os.environ, **ALONE, **known, **who, **python, **elsewhere},
        capture_output=True,
        text=True,
        check=False,
    )


def cook(town: Town, name: str) -> str:
    """Follow a recipe; what it prints."""
    done = sh(town, recipe(name))
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def whole(town: Town) -> None:
    """What was pushed is what its records come to, and proves itself."""
    town._git(town.checkout, "pull", "--quiet")
    for words in ("rebuild --check --all", "verify"):
        done = sh(town, f"PYTHONPATH=src python -m ur {words}")
        assert done.returncode == 0, done.stdout + done.stderr


def won(town: Town) -> int:
    """A game that was just won; the issue that won it."""
    town.begin(*[1] * 400)
    match = town.skip_to_the_last_move()
    return town.asked(_player(match), f"ur-move-1@14-1.{match.next_turn}")


def _player(match: Match) -> int:
    return 1 if match.game.to_move is Side.LIGHT else 2


def test_the_last_move_is_taken_back_and_another_played(kept):
    """The throw lies there again, the request is not played again, and the next one counts."""
    town = kept
    town.begin(3, 2, 4, 1)
    town.move(1, 0)
    before = town.match()
    board = town.read("state/board-0001-0002.png")
    undone = town.move(2, 0)
    joined = town.asked(3, "ur-join-white-1")

    said = cook(town, "undo")

    assert f"Game 1: turn 2 is taken back, the move of #{undone}" in said
    after = town.match()
    assert (after.turns, after.thrown, after.game) == (before.turns, before.thrown, before.game)
    assert [seat.person.id for seat in after.seats] == [1001, 1003]
    assert joined in after.issues
    assert town.read("state/board-0001-0002.png") == board
    assert "state/board-0001-0003.png" not in town.files()
    whole(town)

    town.world.issue(undone).state = "open"
    assert town.play()
    assert town.answer(undone) == "moved"
    assert town.match() == after
    town.move(4, 0)
    assert [turn.by for turn in town.match().turns] == [1001, 1004]
    whole(town)


def test_move_after_move_is_taken_back_to_the_first(kept):
    """Lost turns go with the move before them; before the first move there is nothing to undo."""
    town = kept
    town.begin(3, 2, 0, 0, 1)
    town.move(1, 0)
    town.move(2, 0)
    for turns in (1, 0):
        cook(town, "undo")
        assert len(town.match().turns) == turns
    whole(town)
    done = sh(town, recipe("undo"))
    assert done.returncode == 1
    assert "state/match.json: tells game 1, in which nothing was moved yet" in done.stderr


def test_the_move_that_won_is_taken_back(kept):
    """The game is in play again, its record, figures and players are gone, and it is won again."""
    town = kept
    winning = won(town)
    record = town.read("state/archive/0001/record.json")

    said = cook(town, "undo")

    assert f"the move of #{winning}" in said
    assert not town.match().over
    assert not [path for path in town.files() if path.startswith((paths.ARCHIVE, paths.PLAYERS))]
    assert read_club(paths.CLUB, town.read(paths.CLUB)).past == ()
    whole(town)
    match = town.match()
    town.asked(_player(match), f"ur-move-1@14-1.{match.next_turn}")
    again, before = (
        read_match("", text) for text in (town.read("state/archive/0001/record.json"), record)
    )
    assert again.game == before.game
    assert town.match().winner is before.winner
    whole(town)


def test_an_abandoned_sealed_game_goes_on(kept):
    """It can be played on with the same seal; that its seed was published is said."""
    town = kept
    town.secret = "long enough"
    town.asked(OWNER, "ur-new")
    before = town.match()
    ended = town.asked(OWNER, "ur-abandon-1")
    assert town.match().seed

    said = cook(town, "undo")

    assert f"Game 1: is in play again, #{ended} is taken back" in said
    assert "Its seed was published" in said
    assert town.match() == before
    match = town.match()
    [(player, title), *_] = town.foresee(1)
    assert town.answer(town.asked(player, title)) == "moved"
    assert town.match().seal == match.seal


@pytest.mark.parametrize("command", ["undo", "forget tiamat", f"adopt {OLD}"])
def test_where_there_is_no_game_nothing_is_done(kept, command):
    """The keeper is told, and no file is written."""
    done = sh(kept, f"PYTHONPATH=src python -m ur {command}")
    assert done.returncode == 1
    assert "ur: state" in done.stderr
    assert sh(kept, "git status --porcelain").stdout == ""


def test_a_held_house_forgets_the_end_of_a_game_that_goes_on(kept):
    """What came with the move that is dropped, a game's end too, goes with it."""
    town = kept
    winning = won(town)
    cook(town, "held")
    assert not [path for path in town.files() if path.startswith((paths.ARCHIVE, paths.PLAYERS))]
    assert winning not in town.match().issues
    whole(town)


def test_a_held_house_is_opened_again(kept):
    """A broken document is restored, what waited is answered, the issue to the keeper closes."""
    town = kept
    town.begin(3, 2)
    whole_text = town.read(paths.MATCH)
    town.push({paths.MATCH: b"{"}, "Break it")
    waiting = town.ask(1, "ur-move-3@0-1.1")
    assert not town.play()
    [keeper] = [one for one in town.world.issues() if "keeper" in one.title]
    assert (keeper.state, town.world.issue(waiting).state) == ("open", "open")

    cook(town, "held")

    assert town.read(paths.MATCH) == whole_text
    assert town.play()
    assert town.answer(waiting) == "moved"
    assert keeper.state == "closed"
    whole(town)


def test_a_name_is_taken_out_of_everything(kept):
    """No file tells the login or the id any more; games, figures and other people stay."""
    town = kept
    won(town)
    town.begin(3, 2, 1)
    town.move(5, 0)
    town.move(1, 0)
    town.asked(OWNER, "ur-abandon-2")
    town.begin(3, 2, 1)
    town.move(5, 0)
    before = read_club(paths.CLUB, town.read(paths.CLUB))
    assert any(b"player-05" in data for data in town.tree().values())

    said = cook(town, "forget player-05")

    assert "2 records changed: they name ghost instead" in said
    tree = {
        path: data for path, data in town.tree().items() if path.startswith(("state/", "README"))
    }
    assert not [
        path
        for path, data in tree.items()
        if b"player-05" in data or (b"1005" in data and path.endswith((".json", ".md")))
    ]
    club = read_club(paths.CLUB, town.read(paths.CLUB))
    assert (club.figures, club.games, club.requests) == (before.figures, 3, before.requests)
    assert [seat.person.id for seat in town.match().seats] == [NAMED]
    assert "https://github.com/ghost" in tree["README.md"].decode()
    whole(town)
    match = town.match()
    town.move(6, 0)
    assert len(town.match().turns) == len(match.turns) + 1


def test_two_who_leave_stay_two(kept):
    """Each is somebody of their own; an id will do, and who is not there is told."""
    town = kept
    town.begin(3, 2, 1)
    town.move(5, 0)
    town.move(6, 0)
    ask = "PYTHONPATH=src python -m ur forget"
    done = sh(town, f"git pull -q; {ask} PLAYER-05; {ask} 1006")
    assert done.returncode == 0, done.stderr
    match = read_match("", (town.checkout / paths.MATCH).read_bytes())
    assert [(one.person.id, one.person.login) for one in match.seats] == [
        (NAMED, "ghost"),
        (NAMED + 1, "ghost"),
    ]
    assert [turn.by for turn in match.turns] == [NAMED, NAMED + 1]
    done = sh(town, f"{ask} player-05")
    assert done.returncode == 1
    assert "state: tells of nobody with that name or id" in done.stderr


def test_a_name_that_several_had_is_nobodys_by_itself(kept):
    """Who took somebody's old name is another: their ids are said, and nothing is done."""
    town = kept
    town.begin(3, 2, 1)
    town.move(5, 0)
    town.world.rename("player-05", "elsewhere")
    town.world.rename("player-06", "player-05")
    town.asked("player-05", f"ur-move-{town.match().game.throw}@0-1.2")
    ask = "PYTHONPATH=src python -m ur forget"

    done = sh(town, f"git pull -q; {ask} player-05")

    assert done.returncode == 1
    assert "tells of 2 people who had that name" in done.stderr
    assert "Name one by id: 1005, 1006" in done.stderr
    assert sh(town, f"{ask} 1006").returncode == 0


@pytest.mark.parametrize("name", ["owner-x/renamed", "somebody/repo-y"])
def test_a_renamed_or_transferred_repository_keeps_its_game(kept, name):
    """Its id is the same: the game goes on, and a rebuild gives the README the new links."""
    town = kept
    town.begin(3, 2, 1)
    owner, _, called = name.partition("/")
    town.world.repository.name = called
    if owner != OWNER:
        town.world.owner.login = owner
    assert town.world.full_name == name
    assert town.run("rebuild", "--push").returncode == 0
    assert town.links()
    assert all(f"/{name}/issues/new" in link.url for link in town.links())
    assert town.answer(town.move(1, 0)) == "moved"


def test_a_past_is_taken_along_to_a_new_repository(kept, tmp_path):
    """Games are there, their issues are those of the old one, and number 1 is a new request."""
    town = kept
    won(town)
    club = read_club(paths.CLUB, town.read(paths.CLUB))
    town.push({paths.CLUB: write_club(replace(club, refused=((1, "bad-title"),)))}, "Refuse")
    left = town.git("rev-parse", "main")
    cook(town, "adopt")
    assert town.git("rev-parse", "main") == left
    made = town._git(town.checkout, "rev-parse", "HEAD")
    assert town._git(town.folder / "new.git", "rev-parse", "main") == made
    files = {
        path: (town.checkout / path).read_bytes()
        for path in sh(town, "git ls-files").stdout.splitlines()
    }
    with Town(tmp_path / "new", name="new-place") as new:
        new.world.repository.id = town.world.repository.id + 1
        new.create(files)
        assert new.run("rebuild", "--push").returncode == 0
        club = read_club(paths.CLUB, new.read(paths.CLUB))
        assert (club.repository, club.games) == (new.world.repository.id, 1)
        assert club.figures
        assert club.figures.games == 1
        page = new.read("state/archive/0001/README.md").decode()
        assert f"{OLD}/issues/" in page
        new.begin(3, 2)
        assert new.answer(1) == "started"
        assert new.match().number == 2
        assert new.answer(new.move(1, 0)) == "moved"
        new._git(new.checkout, "pull", "--quiet")
        done = sh(
            new, "PYTHONPATH=src python -m ur rebuild --all; PYTHONPATH=src python -m ur verify"
        )
        assert done.returncode == 0, done.stdout + done.stderr
        again = (new.checkout / "state/archive/0001/README.md").read_text()
        assert again == page.replace(town.server.url, new.server.url)


def test_a_game_in_play_is_not_taken_along_unless_it_is_abandoned(kept):
    """Its requests would be taken for those of the new repository."""
    town = kept
    town.begin(3, 2)
    moved = town.move(1, 0)
    done = sh(town, recipe("adopt"))
    assert done.returncode == 1
    assert "tells game 1, which is in play" in done.stderr
    assert sh(town, "git status --porcelain").stdout == ""

    done = sh(town, recipe("adopt").replace(OLD, f"{OLD} --abandon"))
    assert done.returncode == 0, done.stderr
    match = read_match("", (town.checkout / paths.MATCH).read_bytes())
    assert match.abandoned
    assert (match.origin, match.abandoned.issue) == (OLD, moved)


def test_a_game_without_a_move_is_abandoned_by_whoever_began_it(tmp_path, kept):
    """There is nobody else who asked for something."""
    town = kept
    town.begin(3, 2)
    commands = recipe("adopt").replace(OLD, f"{OLD} --abandon")
    assert sh(town, commands).returncode == 0
    match = read_match("", (town.checkout / paths.MATCH).read_bytes())
    assert match.abandoned
    assert match.abandoned.by == match.began.by


@pytest.mark.parametrize("command", ["install", "undo", "forget", "adopt"])
def test_every_command_of_a_keeper_has_help_with_an_example(command, capsys):
    """Help of a command shows an example of it."""
    with pytest.raises(SystemExit) as done:
        main([command, "--help"])
    assert done.value.code == 0
    assert f"Example: PYTHONPATH=src python -m ur {command}" in capsys.readouterr().out


def test_the_sandbox_is_not_part_of_a_copy(kept):
    """It says where it is."""
    done = sh(kept, "PYTHONPATH=src python -m ur sandbox")
    assert done.returncode == 1
    assert done.stderr.startswith("ur: ur.sandbox: is not here.")


@pytest.mark.parametrize("command", ["undo", "forget player-05"])
def test_where_writing_fails_the_keeper_is_told(kept, command, monkeypatch, capsys):
    """The file is named, and how to begin again."""
    kept.begin(3, 2)
    kept.move(5, 0)
    kept._git(kept.checkout, "pull", "--quiet")

    def full(*_):
        raise OSError(28, "No space left", "state/match.json")

    monkeypatch.chdir(kept.checkout)
    monkeypatch.setenv("GITHUB_REPOSITORY", kept.world.full_name)
    monkeypatch.setattr(folder, "write", full)
    assert main(command.split()) == 1
    assert "state/match.json: cannot be written" in capsys.readouterr().err


def test_dependabot_looks_after_everything_that_is_pinned():
    """Each action and each file of requirements is in a folder that it looks into."""
    told = yaml.safe_load((ROOT / ".github/dependabot.yml").read_bytes())["updates"]
    looked = {
        one["package-ecosystem"]: one.get("directories", [one.get("directory")]) for one in told
    }
    actions = {
        f"/{path.parent.relative_to(ROOT)}" for path in ROOT.glob(".github/actions/*/action.yml")
    }
    assert set(looked["github-actions"]) == {"/", *actions}
    assert looked["pip"] == ["/"]


def test_every_recipe_is_run_by_a_test():
    """The page has no other recipes than these."""
    assert re.findall(r"<!-- recipe: (.*?) -->", PAGE) == [
        *("undo", "held", "forget player-05", "adopt"),
    ]
