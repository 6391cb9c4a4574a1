"""Runs of the workflow: in their order, one at a time, each to its end."""

import signal
import sys
import time
from pathlib import Path

import pytest

from ur.sandbox import actions
from ur.sandbox.actions import QUEUE, Actions, Job, Run

WAIT = 20.0


class Stage:
    """Runs of small programs instead of the game; which, the test says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program = "print('done')"
        self.asked: list[int] = []

    def job(self, run: Run, summary: Path) -> Job:
        """The program that is to be run now."""
        self.asked.append(run.number)
        variables = {"SUMMARY": str(summary), "NUMBER": str(run.number)}
        return Job((sys.executable, "-u", "-c", self.program), self.folder, variables)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """A folder and a program."""
    return Stage(tmp_path)


@pytest.fixture
def runs(stage: Stage):
    """Actions that are at work."""
    at_work = Actions(stage.folder, stage.job)
    at_work.begin()
    yield at_work
    at_work.end()


def until(done) -> None:
    """Wait until something is so."""
    end = time.monotonic() + WAIT
    while not done():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.01)


def test_a_run_is_told_from_its_beginning_to_its_end(stage: Stage, runs: Actions):
    """What it printed, its summary, how it ended, and when."""
    stage.program = "import os; print('hello'); open(os.environ['SUMMARY'], 'w').write('- one')"
    run = runs.start("issues", "ada", 7)
    until(lambda: not runs.busy)

    assert (run.status, run.conclusion) == ("completed", "success")
    assert (run.log, run.summary) == ("hello\n", "- one")
    assert run.created_at <= run.started_at <= run.ended_at
    assert runs.of_issue(7) == [run] == [runs.run(run.number)]
    with pytest.raises(KeyError):
        runs.run(99)


def test_runs_wait_for_each_other(stage: Stage, runs: Actions):
    """They are made one at a time, in the order they came."""
    stage.program = (
        "import os, time; open('log', 'a').write('<'); time.sleep(.05); open('log', 'a').write('>')"
    )
    for _ in range(4):
        runs.start("workflow_dispatch", "ada")
    until(lambda: not runs.busy)
    assert (stage.folder / "log").read_text() == "<>" * 4
    assert stage.asked == [1, 2, 3, 4] == [run.number for run in reversed(runs.all())]


def test_a_run_that_fails_or_is_killed_is_shown_so(stage: Stage, runs: Actions):
    """An exit code that is not 0 is a failure, and so is a signal."""
    stage.program = "raise SystemExit('no')"
    failed = runs.start("issues", "ada", 1)
    until(lambda: not runs.busy)
    stage.program = "import time; print('up'); time.sleep(60)"
    killed = runs.start("issues", "ada", 2)
    until(lambda: killed.log)
    runs.kill()
    until(lambda: not runs.busy)

    assert (failed.conclusion, failed.log) == ("failure", "no\n")
    assert (killed.conclusion, killed.log) == ("failure", "up\nThe run was killed (SIGKILL).\n")


def test_a_full_queue_cancels_the_newcomer(stage: Stage, runs: Actions):
    """A hundred wait at most; the next is cancelled, as GitHub does."""
    stage.program = "import time; time.sleep(60)"
    first = runs.start("issues", "ada", 1)
    until(lambda: first.status == "in_progress")
    waiting = [runs.start("issues", "ada", number) for number in range(QUEUE)]
    late = runs.start("issues", "ada", 999)
    assert {run.status for run in waiting} == {"queued"}
    assert (late.status, late.conclusion) == ("completed", "cancelled")


def test_the_end_stops_what_goes_on_and_keeps_what_was(stage: Stage):
    """A run that goes on is ended with its process, those that wait are cancelled, all are kept."""
    stage.program = "import time; print('up'); time.sleep(60)"
    at_work = Actions(stage.folder, stage.job)
    at_work.begin()
    going = at_work.start("issues", "ada", 1)
    waiting = at_work.start("issues", "ada", 2)
    until(lambda: going.log)
    began = time.monotonic()
    at_work.end()

    assert time.monotonic() - began < WAIT / 2
    assert (going.conclusion, waiting.conclusion) == ("failure", "cancelled")
    assert signal.SIGTERM.name in going.log
    again = Actions(stage.folder, stage.job)
    assert again.all() == [waiting, going]
    again.begin()
    assert again.start("schedule", "bot").number == 3
    again.end()


def test_a_run_that_cannot_be_made_does_not_hold_up_the_next(
    stage: Stage, runs: Actions, monkeypatch
):
    """It has failed, its log says so, and the one behind it has its turn."""
    monkeypatch.setattr(stage, "folder", stage.folder / "nowhere")
    bad = runs.start("issues", "ada", 1)
    until(lambda: not runs.busy)
    monkeypatch.undo()
    good = runs.start("issues", "ada", 2)
    until(lambda: not runs.busy)
    assert (bad.conclusion, bad.log) == (
        "failure",
        "The run could not be made (FileNotFoundError).\n",
    )
    assert good.conclusion == "success"
    assert not runs.process_file.exists()


def test_a_process_that_will_not_go_is_made_to(stage: Stage):
    """Ctrl-C ends a run that ignores being asked, and a child that its process left behind."""
    stage.program = (
        "import signal, subprocess, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "subprocess.Popen(['sleep', '60'], preexec_fn=lambda: signal.signal(15, signal.SIG_IGN));"
        "print('up'); time.sleep(60)"
    )
    at_work = Actions(stage.folder, stage.job)
    at_work.begin()
    run = at_work.start("issues", "ada", 1)
    until(lambda: run.log)
    began = time.monotonic()
    at_work.end()
    assert time.monotonic() - began < WAIT / 2
    assert run.conclusion == "failure"


def test_the_timer_starts_runs_only_while_it_is_on(stage: Stage, monkeypatch):
    """Nothing happens by itself until the timer is switched on."""
    monkeypatch.setattr(actions, "EVERY", 0.05)
    at_work = Actions(stage.folder, stage.job)
    at_work.begin()
    time.sleep(0.2)
    assert at_work.all() == []
    at_work.timer = True
    until(at_work.all)
    at_work.timer = False
    at_work.end()
    assert {run.event for run in at_work.all()} == {"schedule"}
