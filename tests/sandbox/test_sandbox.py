"""The sandbox as a whole: it plays, keeps its game, goes wrong on purpose, and ends cleanly."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest
import requests

from tests.sandbox.test_sources import FILES, committed
from tests.town import USUAL, template
from ur import paths
from ur.errors import KeeperFault
from ur.house import ROOT
from ur.sandbox import sources
from ur.sandbox.sandbox import ABOUT, WORLD, Sandbox
from ur.sandbox.troubles import CHOICES
from ur.store import codec

WAIT = 30.0


def until(done: Callable[[], object]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + WAIT
    while not done():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.02)


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def asked(sandbox: Sandbox, login: str, title: str) -> int:
    """Open an issue as the page does, and wait for the end of its run."""
    number = sandbox.world.open_issue(login, title)
    sandbox.opened(number)
    until(lambda: not sandbox.actions.busy)
    return number


def answers(sandbox: Sandbox, number: int) -> list[str]:
    """The codes of the answers to an issue."""
    comments = sandbox.world.issue(number).comments
    lines = [comment.body.splitlines()[0] for comment in comments]
    return [line.split()[2] for line in lines if line.startswith("<!-- ur:answer ")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a sandbox will be."""
    return tmp_path / ".sandbox"


def test_it_goes_on_where_it_was_left(folder):
    """Opened again it has the same people, issues, runs, dice and board, on the same port."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        sandbox.add_person("shub-ad")
        number = asked(sandbox, "ada", "ur-new")
        assert answers(sandbox, number) == ["started"]
        before = (sandbox.url, sandbox.people(), sandbox.origin.commits()[0].id)
        match = codec.read_match(paths.MATCH, sandbox.origin.read(paths.MATCH))

    with Sandbox.open(folder) as sandbox:
        assert (sandbox.url, sandbox.people(), sandbox.origin.commits()[0].id) == before
        assert [run.conclusion for run in sandbox.actions.all()] == ["success"]
        side = "white" if match.game.to_move == "light" else "black"
        later = asked(sandbox, "shub-ad", f"ur-join-{side}-1")
        assert (later, answers(sandbox, later)) == (number + 1, ["joined"])
        assert codec.read_match(paths.MATCH, sandbox.origin.read(paths.MATCH)).seal == match.seal


def test_another_port_gets_links_of_its_own(folder):
    """When the address changes the README's links are made anew."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        assert f"{sandbox.url}/keeper/keeper/issues/new".encode() in sandbox.origin.read(
            "README.md"
        )
    with Sandbox.open(folder, free_port()) as sandbox:
        readme = sandbox.origin.read("README.md").decode()
        assert readme.count("/issues/new?title=ur-new") == readme.count(
            f"{sandbox.url}/keeper/keeper/issues/new?title=ur-new"
        )


def test_what_waited_is_taken_up(folder):
    """A request that was still open when the sandbox ended is answered when it begins again."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        number = sandbox.world.open_issue("ada", "ur-new")
        sandbox.world.open_issue("ada", "How do I play?")
    with Sandbox.open(folder) as sandbox:
        until(lambda: sandbox.actions.all() and not sandbox.actions.busy)
        assert answers(sandbox, number) == ["started"]
        assert len(sandbox.actions.all()) == 1


def test_a_fresh_one_has_forgotten_everything(folder):
    """Begun anew there are no issues, no runs and no game of before."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        asked(sandbox, "ada", "ur-new")
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        assert (sandbox.actions.all(), sandbox.world.issues()) == ([], [])
        assert sandbox.origin.kind(paths.MATCH) is None
        assert asked(sandbox, "ada", "ur-new") == 1


def test_only_requests_start_a_run(folder):
    """Other issues are nobody's business, as in the workflow."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        asked(sandbox, "ada", "How do I play?")
        assert sandbox.actions.all() == []


@pytest.mark.parametrize("trouble", [key for key, _ in CHOICES])
def test_whatever_dies_when_everybody_is_answered_once(folder, trouble):
    """A refused push, or a run that is killed at any point: the next run gives the one answer."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        sandbox.troubles.set(trouble)
        assert len(sandbox.troubles.active) == 1
        number = asked(sandbox, "ada", "ur-new")
        assert sandbox.troubles.active == []
        assert [run.conclusion for run in sandbox.actions.of_issue(number)] == ["failure"]
        assert sandbox.world.issue(number).state == "open"

        sandbox.actions.start("workflow_dispatch", "keeper")
        until(lambda: not sandbox.actions.busy)

        assert sandbox.actions.all()[0].conclusion == "success", sandbox.actions.all()[0].log
        assert sandbox.world.issue(number).state == "closed"
        assert answers(sandbox, number) == ["started"]
        subjects = [commit.subject for commit in sandbox.origin.commits()]
        assert sum(subject.startswith("Game 1 begins") for subject in subjects) == 1


def test_troubles_can_be_taken_back(folder):
    """What was asked for and has not happened yet need not happen."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        for key, _ in CHOICES:
            sandbox.troubles.set(key)
        assert sandbox.troubles.active == [sentence for _, sentence in CHOICES]
        sandbox.troubles.clear()
        assert sandbox.troubles.active == []
        with pytest.raises(ValueError, match="no such trouble"):
            sandbox.troubles.set("../../x")
        assert answers(sandbox, asked(sandbox, "ada", "ur-new")) == ["started"]


def test_another_checkouts_game_goes_on(folder, tmp_path):
    """Its game in play, unsealed, under its own names and id; its first request is played."""
    source = sources.checkout(committed(tmp_path / "copy", FILES))
    with Sandbox.create(folder, source, free_port()) as sandbox:
        assert sandbox.notes[0].startswith("Game 2 was sealed")
        match = codec.read_match(paths.MATCH, sandbox.origin.read(paths.MATCH))
        mover = next(seat for seat in match.seats if seat.side is match.game.to_move)
        step = next(step for step in match.game.pieces.of(mover.side) if step >= 0)
        title = f"ur-move-{match.thrown.value}@{step}-2.{match.next_turn}"
        number = asked(sandbox, mover.person.login, title)
        assert answers(sandbox, number)[0] in {"moved", "illegal-move"}
        assert number > max(match.issues)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda folder: (folder / WORLD).write_text("{"), "is no whole sandbox"),
        (lambda folder: (folder / WORLD).unlink(), "is no whole sandbox"),
        (lambda folder: (folder / WORLD).write_text('{"schema": 9}'), "is no whole sandbox"),
        (lambda folder: (folder / ABOUT).write_text('{"wings": 2}'), "is no whole sandbox"),
        (lambda folder: (folder / "runs.json").write_text("[1]"), "is no whole sandbox"),
        (lambda folder: (folder / "origin.git" / "HEAD").unlink(), "has no branch main"),
    ],
)
def test_a_broken_folder_is_told_with_what_to_do(folder, spoil, says):
    """One sentence, with the way to begin anew; nothing is mended by guessing."""
    with Sandbox.create(folder, template(), free_port()):
        pass
    spoil(folder)
    with pytest.raises(KeeperFault, match=says) as fault:
        Sandbox.open(folder)
    assert "--fresh" in fault.value.remedy


def test_a_taken_port_is_told(folder):
    """Another program listens there: choose another."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(KeeperFault, match=f"port {port}: is taken"):
            Sandbox.create(folder, template(), port)


class Command:
    """``python -m ur sandbox`` as a person runs it."""

    def __init__(self, where: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "ur", "sandbox", "--no-browser", *words],
            cwd=where,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def said(self) -> str:
        """What it says first."""
        return self.process.stdout.readline()

    def interrupt(self) -> int:
        """Press Ctrl-C, as a terminal does: everybody in the group is told; its exit code."""
        os.killpg(self.process.pid, signal.SIGINT)
        code = self.process.wait(WAIT)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for stream in (self.process.stdout, self.process.stderr):
            stream.close()


def test_the_command_serves_until_it_is_interrupted(tmp_path):
    """It says where it is, answers there, ends with Ctrl-C, and goes on when it is run again."""
    port = free_port()
    for words in (("--port", str(port)), ()):
        with Command(tmp_path, *words) as command:
            assert f"http://localhost:{port} " in command.said()
            assert requests.get(f"http://localhost:{port}/", timeout=5).status_code == 200
            assert command.interrupt() == 0
        with pytest.raises(requests.ConnectionError):
            requests.get(f"http://localhost:{port}/", timeout=5)


def test_an_end_in_the_middle_of_a_run_leaves_no_process(tmp_path):
    """Ctrl-C while a run goes on ends the run too."""
    port = free_port()
    with Command(tmp_path, "--port", str(port)) as command:
        command.said()
        url = f"http://localhost:{port}"
        session = requests.Session()
        form = {"title": "ur-new", "body": "x"}
        made = session.post(f"{url}/keeper/keeper/issues", data=form, timeout=5)
        session.close()
        assert made.status_code == 200
        assert command.interrupt() == 0
    pid = tmp_path / ".sandbox" / "run.pid"
    if pid.exists():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid.read_text()), 0)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--port", "0"], "usage"),
        (["--port", "99999"], "usage"),
        (["--port", "x"], "usage"),
        (["--from", "nowhere"], "is no git checkout with a commit"),
    ],
)
def test_wrong_words_are_told(tmp_path, words, says):
    """A port that is none, a folder that is no checkout."""
    with Command(tmp_path, *words) as command:
        out, err = command.process.communicate(timeout=WAIT)
        assert command.process.returncode == (2 if says == "usage" else 1)
        assert says in err
        assert out == ""
    assert not (tmp_path / ".sandbox").exists()


def test_settings_are_tried_before_they_are_pushed_for_good(folder):
    """A keeper's change is a push, after which the README is written again by a run of its own."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        assert sandbox.settings == USUAL.decode()
        sandbox.change_settings("rules: masters\r\noffer: [aseb]\r\n")
        until(lambda: not sandbox.actions.busy)

        assert sandbox.settings == "rules: masters\noffer: [aseb]\n"
        assert [run.event for run in sandbox.actions.all()] == ["push"]
        assert "ur-new-aseb" in sandbox.origin.read("README.md").decode()
        with pytest.raises(ValueError, match="as they were"):
            sandbox.change_settings(sandbox.settings)
        sandbox.change_settings("rules: chess\n")
        until(lambda: not sandbox.actions.busy)
        run = sandbox.actions.all()[0]
        assert run.conclusion == "failure"
        assert ".github/ur.yml, line 1" in run.log


def test_a_refused_push_of_settings_is_told_and_can_be_tried_again(folder):
    """Nothing of it stays behind: the same settings are pushed when nothing refuses them."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        sandbox.troubles.set("refuse-push")
        with pytest.raises(ValueError, match="the push was refused"):
            sandbox.change_settings("rules: blitz\n")
        before = len(sandbox.origin.commits())
        sandbox.change_settings("rules: blitz\n")
        until(lambda: not sandbox.actions.busy)
        assert sandbox.settings == "rules: blitz\n"
        assert len(sandbox.origin.commits()) == before + 2


def test_a_push_that_is_no_runs_kills_nobody(folder):
    """A trouble that kills a run waits for one."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        sandbox.troubles.set("kill-before-push")
        sandbox.local.push({"a.txt": b"a"}, "By hand")
        assert len(sandbox.troubles.active) == 1
        number = asked(sandbox, "ada", "ur-new")
        assert sandbox.actions.of_issue(number)[0].conclusion == "failure"


def test_a_persons_own_git_settings_change_nothing(folder, tmp_path, monkeypatch):
    """Signing, hooks and what else somebody has set up elsewhere stay out of it."""
    mine = tmp_path / "gitconfig"
    mine.write_text(
        "[commit]\n gpgsign = true\n[core]\n hooksPath = /nowhere\n"
        "[safe]\n bareRepository = explicit\n"
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(mine))
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        sandbox.troubles.set("refuse-push")
        number = asked(sandbox, "ada", "ur-new")
        assert sandbox.world.issue(number).state == "open"
    with Sandbox.open(folder) as sandbox:
        until(lambda: sandbox.actions.all()[0].conclusion)
        assert answers(sandbox, number) == ["started"]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "localhost.evil.example", "[x"]
)
def test_nobody_is_served_under_another_name(folder, host):
    """A site that points its own name at this machine sees nothing, neither pages nor the API."""
    with (
        Sandbox.create(folder, template(), free_port()) as sandbox,
        requests.Session() as session,
    ):
        for path in ("/keeper/keeper", "/repos/keeper/keeper", "/sandbox"):
            reply = session.get(sandbox.url + path, headers={"Host": host}, timeout=5)
            assert reply.status_code in (400, 421)
            assert "keeper" not in reply.text


def test_what_lies_in_the_way_is_removed_only_for_a_fresh_one(folder):
    """A file where the folder should be is no sandbox; begun anew, it gives way."""
    folder.write_text("in the way")
    with pytest.raises(KeeperFault, match="has no branch main"):
        Sandbox.open(folder)
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        assert sandbox.origin.resolve("main")


def test_one_folder_has_one_sandbox(tmp_path):
    """A second one in the same folder is told to wait, whatever its port."""
    with Command(tmp_path, "--port", str(free_port())) as first:
        first.said()
        with Command(tmp_path, "--fresh", "--port", str(free_port())) as second:
            _, err = second.process.communicate(timeout=WAIT)
            assert second.process.returncode == 1
            assert ".sandbox: is open in another sandbox" in err
        assert first.interrupt() == 0


def test_settings_are_pushed_from_the_sandboxs_page(folder):
    """The form shows them as they are, and what is sent is pushed; the same again is refused."""
    with Sandbox.create(folder, template(), free_port()) as sandbox:
        with requests.Session() as session:
            assert "rules: finkel" in session.get(f"{sandbox.url}/sandbox", timeout=5).text
            form = {"settings": "rules: blitz\r\n"}
            made = session.post(f"{sandbox.url}/sandbox/settings", data=form, timeout=5)
            assert (made.status_code, made.url) == (200, f"{sandbox.url}/keeper/keeper/actions")
            until(lambda: not sandbox.actions.busy)
            again = session.post(f"{sandbox.url}/sandbox/settings", data=form, timeout=5)
        assert again.status_code == 403
        assert "as they were" in again.text
        assert sandbox.settings == "rules: blitz\n"
        assert [run.conclusion for run in sandbox.actions.all()] == ["success"]
