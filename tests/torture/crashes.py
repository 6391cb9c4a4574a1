"""A run that is killed before and after every effect it has, one at a time.

The effects are found by a run that is left alone: every REST request, seen by
the stand-in's hook; every git command, seen by a ``git`` that stands before the
real one on the path; every hook of a push. So a new effect is covered by itself.
Whatever is killed when, later runs finish everything exactly once.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.torture.report import Out
from tests.torture.scenes import (
    Scene,
    batch,
    broken,
    ended,
    mended,
    start,
    town_in,
    unsaid,
)
from tests.torture.shares import Share, of, shared
from ur.house import ROOT
from ur.sandbox.faults import BEFORE, Call, Moment
from ur.sandbox.origin import ALONE

SCENES = (batch, ended, unsaid, broken, mended, start)
PATIENCE = 60

_GIT = """#!/bin/sh
# Stands before the real git: writes down every command, and kills the run round one of them.
for word in "$@"; do case "$word" in -c | *=*) ;; *) break ;; esac; done
echo "$word" >> "$UR_TORTURE/git"
mine=$(wc -l < "$UR_TORTURE/git")
read -r at when < "$UR_TORTURE/at"
[ "$mine" = "$at" ] && [ "$when" = before ] && kill -9 0
"$UR_GIT" "$@"
done=$?
[ "$mine" = "$at" ] && [ "$when" = after ] && kill -9 0
exit $done
"""
_HOOK = """#!/bin/sh
# Kills the run in the middle of its push: before the branch moves, or after.
[ -n "$UR_TORTURE" ] || exit 0
echo {name} >> "$UR_TORTURE/hooks"
read -r at when < "$UR_TORTURE/at"
if [ "$at" = {name} ]; then
    kill -9 "$(cat "$UR_TORTURE/pid")"
    [ "$when" = refuse ] && exit 1
fi
exit 0
"""


@dataclass(frozen=True, slots=True)
class Point:
    """A moment at which a run may die; ``at`` counts the effects of its kind from 1."""

    kind: str
    at: int | str
    when: str
    what: str

    def __str__(self) -> str:
        """As it is told."""
        return f"{self.when} {self.kind} {self.at} ({self.what})"


class Killer:
    """Runs ``play`` in a process of its own and kills it at a point."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self._scene = scene
        self._folder = folder
        self._wrapper = folder / "bin"
        self._wrapper.mkdir(parents=True, exist_ok=True)
        _script(self._wrapper / "git", _GIT)
        self.rest: list[str] = []
        self.said = ""

    def points(self) -> list[Point]:
        """Every moment of a run that is left alone."""
        code = self.run(None)
        if code not in self._scene.codes:
            raise AssertionError(f"a run that is left alone ends with {code}: {self.said}")
        git = (self._folder / "git").read_text().splitlines()
        hooks = self._folder / "hooks"
        found = [
            Point(kind, at, when, what)
            for kind, effects in (("rest", self.rest), ("git", git))
            for at, what in enumerate(effects, 1)
            for when in ("before", "after")
        ]
        for name in dict.fromkeys(hooks.read_text().split()) if hooks.exists() else ():
            ways = ("refuse", "accept") if name == "pre-receive" else ("accept",)
            found += [Point("hook", name, when, name) for when in ways]
        return found

    def run(self, point: Point | None) -> int:
        """One run; its exit code, -9 when it was killed."""
        town = self._scene.town
        for name in ("git", "hooks"):
            (self._folder / name).unlink(missing_ok=True)
        aimed = point and point.kind != "rest"
        (self._folder / "at").write_text(f"{point.at} {point.when}\n" if aimed else "0 never\n")
        for name in ("pre-receive", "post-receive"):
            _script(town.origin / "hooks" / name, _HOOK.format(name=name))
        self.rest = []
        process = self._begin()

        def see(moment: Moment, call: Call) -> None:
            if moment is BEFORE:
                self.rest.append(_kind(call.method, call.path))
            if (
                point
                and (point.kind, point.at) == ("rest", len(self.rest))
                and point.when == moment.value
            ):
                os.killpg(process.pid, signal.SIGKILL)
                if moment is BEFORE:
                    raise ConnectionAbortedError("killed on purpose")

        town.faults.hook = see
        (self._folder / "pid").write_text(str(process.pid))
        try:
            said, _ = process.communicate(timeout=PATIENCE)
            self.said = said[-500:].decode(errors="replace")
        finally:
            _all_gone(process.pid)
            town.faults.hook = None
        return process.returncode

    def _begin(self) -> "subprocess.Popen[bytes]":
        path = f"{self._wrapper}{os.pathsep}{os.environ['PATH']}"
        return subprocess.Popen(
            [sys.executable, "-m", "ur", "play"],
            cwd=self._scene.town.checkout,
            env={
                **os.environ,
                **ALONE,
                **self._scene.town.environment(),
                "PYTHONPATH": str(ROOT / "src"),
                "PATH": path,
                "UR_GIT": shutil.which("git") or "git",
                "UR_TORTURE": str(self._folder),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def run(out: Out) -> dict[str, int]:
    """Every point of every scene."""
    return dict(shared(out, _share, [prepare.__name__ for prepare in SCENES]))


def _share(name: str, share: Share) -> tuple[list[str], Counter[str]]:
    """A share of the points of a scene."""
    said: list[str] = []
    with TemporaryDirectory() as folder, scene_of(name, Path(folder)) as (scene, killer):
        every = killer.points()
        points = of(share, every)
        said.append(f"crashes: {name}: {len(points)} of {len(every)} points\n")
        return said, torture(said.append, scene, killer, points)


class _Scenes:
    """A scene made ready, with its killer, while the block runs."""

    def __init__(self, name: str, folder: Path) -> None:
        self._prepare = {one.__name__: one for one in SCENES}[name]
        self._town = town_in(folder / "town")
        self._folder = folder

    def __enter__(self) -> tuple[Scene, Killer]:
        town = self._town.__enter__()
        scene = Scene(self._prepare.__name__, town, self._prepare)
        if self._prepare is broken:
            scene.codes = (1,)
            whole = town._git(town.origin, "cat-file", "blob", "main~1:README.md")
            scene.mend = lambda: town.push({"README.md": whole}, "Mend it")
        scene.undisturbed()
        scene.again()
        return scene, Killer(scene, self._folder)

    def __exit__(self, *trouble: object) -> None:
        self._town.__exit__(*trouble)


scene_of = _Scenes


def torture(out: Out, scene: Scene, killer: Killer, points: Sequence[Point]) -> Counter[str]:
    """Kill a run at each of the points; how often what happened."""
    counts: Counter[str] = Counter()
    for point in points:
        scene.again()
        killed = killer.run(point) == -signal.SIGKILL
        wrong = [] if killed else ["it was not killed"]
        wrong += scene.finish() + scene.flaws()
        counts[f"killed round {point.kind}"] += killed
        counts["points"] += 1
        counts["lost"] += bool(wrong)
        for flaw in wrong:
            out(f"crashes: {scene.name}, {point}: {flaw}\n")
    return counts


def _all_gone(group: int) -> None:
    """Wait until no process of a group is left."""
    for _ in range(1000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.005)
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def _kind(method: str, path: str) -> str:
    """A request without the numbers of issues."""
    return f"{method} {re.sub(r'[0-9]+', 'N', path.split('/', 4)[4])}"


def _script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def kinds(points: Sequence[Point]) -> Iterator[str]:
    """What the effects of points are, each once."""
    yield from dict.fromkeys(f"{point.kind} {point.what}" for point in points)
