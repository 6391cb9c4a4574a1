"""Runs of the workflow: one at a time, in the order they came, each a process of its own.

As in ``play.yml``: one job runs, up to a hundred wait, and one that comes when
the queue is full is cancelled.
"""

import json
import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

Event = Literal["issues", "workflow_dispatch", "schedule", "push"]
Status = Literal["queued", "in_progress", "completed"]
Conclusion = Literal["success", "failure", "cancelled"]

QUEUE = 100
KEPT = 200
PATIENCE = 2.0
"""Seconds that a process is given to go by itself."""
LONGEST_LOG = 100_000
EVERY = 30.0
"""Seconds from one run of the timer to the next: GitHub's half hour, made short."""

_TIMES = ("created_at", "started_at", "ended_at")


@dataclass(slots=True)
class Run:
    """One run; times in UTC. ``log`` is what it printed so far, ``summary`` Markdown."""

    number: int
    event: Event
    actor: str
    issue: int | None
    created_at: datetime
    status: Status = "queued"
    conclusion: Conclusion | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    log: str = ""
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """How a run is made: the words of its process, where, and under what variables."""

    words: tuple[str, ...]
    folder: Path
    variables: Mapping[str, str]


class Actions:
    """The runs of one repository, kept in ``folder``.

    ``job`` tells how to run for an event and the issue that it is about.
    """

    def __init__(self, folder: Path, job: Callable[[Run, Path], Job]) -> None:
        self.timer = False
        self.process_file = folder / "run.pid"
        self._folder = folder
        self._file = folder / "runs.json"
        self._job = job
        self._runs: deque[Run] = deque(_load(self._file), maxlen=KEPT)
        self._number = self._runs[-1].number if self._runs else 0
        self._changed = threading.Condition()
        self._group: int | None = None
        self._ended = False
        self._threads = [
            threading.Thread(target=work, daemon=True) for work in (self._work, self._tick)
        ]

    def begin(self) -> None:
        """Take up what waits, and what comes."""
        self.process_file.unlink(missing_ok=True)
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Stop the run that goes on, cancel what waits, and start no more.

        A process that does not go when it is asked to is made to.
        """
        with self._changed:
            self._ended = True
            self._changed.notify_all()
            for run in self._waiting():
                _close(run, "cancelled")
        self.kill(signal.SIGTERM)
        for thread in self._threads:
            thread.join(PATIENCE)
            while thread.is_alive():
                self.kill()
                thread.join(PATIENCE)
        self._save()

    @property
    def busy(self) -> bool:
        """Whether a run goes on, or waits to."""
        with self._changed:
            return any(run.status != "completed" for run in self._runs)

    def all(self) -> list[Run]:
        """Every run that is kept, newest first."""
        with self._changed:
            return list(reversed(self._runs))

    def run(self, number: int) -> Run:
        """One run.

        Raises:
            KeyError: there is none of this number, or not any more.
        """
        for run in self.all():
            if run.number == number:
                return run
        raise KeyError(number)

    def of_issue(self, issue: int) -> list[Run]:
        """The runs that an issue started, newest first."""
        return [run for run in self.all() if run.issue == issue]

    def start(self, event: Event, actor: str, issue: int | None = None) -> Run:
        """One more run; it waits for those before it."""
        with self._changed:
            self._number += 1
            run = Run(self._number, event, actor, issue, _now())
            if len(self._waiting()) >= QUEUE:
                _close(run, "cancelled")
            self._runs.append(run)
            self._changed.notify_all()
        return run

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the process of the run that goes on, and what it started."""
        if self._group is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._group, how)

    def _waiting(self) -> list[Run]:
        return [run for run in self._runs if run.status == "queued"]

    def _work(self) -> None:
        while run := self._next():
            try:
                self._execute(run)
            except Exception as trouble:  # noqa: BLE001 - the next run must have its turn
                run.log += f"The run could not be made ({type(trouble).__name__}).\n"
                _close(run, "failure")
            finally:
                self._group = None
                self.process_file.unlink(missing_ok=True)
            self._save()

    def _next(self) -> Run | None:
        """The run whose turn it is; None when there will be no more."""
        with self._changed:
            while not self._ended:
                if waiting := self._waiting():
                    waiting[0].status = "in_progress"
                    waiting[0].started_at = _now()
                    return waiting[0]
                self._changed.wait()
        return None

    def _execute(self, run: Run) -> None:
        summary = self._folder / "summary.md"
        summary.unlink(missing_ok=True)
        job = self._job(run, summary)
        with subprocess.Popen(  # noqa: S603 - our own program
            job.words,
            cwd=job.folder,
            env={**os.environ, **job.variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        ) as process:
            self._group = process.pid
            self.process_file.write_text(str(process.pid), "ascii")
            if self._ended:
                self.kill(signal.SIGTERM)
            for line in process.stdout or ():
                run.log = (run.log + line)[-LONGEST_LOG:]
        if process.returncode < 0:
            run.log += f"The run was killed ({signal.Signals(-process.returncode).name}).\n"
        if summary.exists():
            run.summary = summary.read_text("utf-8", "replace")
        with self._changed:
            _close(run, "failure" if process.returncode else "success")

    def _tick(self) -> None:
        """Start a run now and then, while the timer is on."""
        with self._changed:
            while not self._ended:
                self._changed.wait_for(lambda: self._ended, EVERY)
                if self.timer and not self._ended:
                    self.start("schedule", "github-actions[bot]")

    def _save(self) -> None:
        runs = [
            {**asdict(run), **{key: _stamp(getattr(run, key)) for key in _TIMES}}
            for run in self.all()
        ]
        beside = self._file.with_suffix(".new")
        beside.write_text(json.dumps(runs[::-1]), "utf-8")
        beside.replace(self._file)


def _load(file: Path) -> list[Run]:
    """The runs that were kept; one that was cut off has failed."""
    if not file.exists():
        return []
    runs = []
    for kept in json.loads(file.read_text("utf-8")):
        times = {key: kept[key] and datetime.fromisoformat(kept[key]) for key in _TIMES}
        run = Run(**{**kept, **times})
        if run.status != "completed":
            _close(run, "cancelled")
        runs.append(run)
    return runs


def _close(run: Run, conclusion: Conclusion) -> None:
    run.status, run.conclusion, run.ended_at = "completed", conclusion, _now()


def _now() -> datetime:
    return datetime.now(UTC)


def _stamp(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
