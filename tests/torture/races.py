"""Races: many runs of ``play`` at once on one repository, while a person pushes edits of their own.

The workflow lets one run at a time in. This is what is left of the laws without it:
    1. No move is lost or played twice: what was granted is in the record once, in one commit.
    2. Every request is answered, and all answers to one say the same.
    3. A person's edits stay; the record replays, and the README is what a rebuild writes.
Comments may be doubled.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Self

from tests.torture.report import ANSWER
from tests.town import OWNER, Town
from ur import archive, paths
from ur.house import ROOT
from ur.referee.judge import GRANTED
from ur.referee.match import Match
from ur.sandbox.origin import ALONE, BRANCH
from ur.store.codec import read_match

Out = Callable[[str], object]
Asked = tuple[int | str, str, str]
"""Who asks, by the title, and the code that a single run would answer."""

ROUNDS = 10
LONGEST = 300
LOOK = 0.05
BESIDE = range(3, 23)
"""The people who play, by number: those with even ones are white."""


def run(out: Out) -> dict[str, int]:
    """Eight runs at once, 200 requests of 20 people, edits all the while."""
    return race(out, runs=8, requests=200)


def race(out: Out, *, runs: int, requests: int) -> dict[str, int]:
    """So many runs at once on so many requests; a person edits after each push of theirs.

    Raises:
        AssertionError: a law is broken.
    """
    with tempfile.TemporaryDirectory() as folder, Town(Path(folder) / "town") as town:
        town.create()
        town.secret = "races"
        town.asked(OWNER, "ur-new")
        asked = {town.ask(who, title): code for who, title, code in wanted(town, requests)}
        began = time.monotonic()
        with Editor(town, Path(folder) / "person") as editor:
            codes = at_once(town, runs)
        seconds = time.monotonic() - began
        left = sum(issue.state == "open" for issue in town.world.issues())
        again = drained(town)
        counts = judged(town, asked)
        edits_kept(town, editor.made)
        replays(town, Path(folder) / "fresh")
    counts |= {
        "runs": runs,
        "runs that left something open": sum(code != 0 for code in codes),
        "requests left to later runs": left,
        "runs afterwards": again,
        "edits": editor.made,
        "edits that came second": editor.second,
        "seconds": round(seconds),
    }
    for what, number in counts.items():
        out(f"races: {what:42}{number:>8}\n")
    return counts


def wanted(town: Town, requests: int) -> list[Asked]:
    """So many requests: seats, a game, the next one, and between them what is refused."""
    teams = {1: [p for p in BESIDE if p % 2 == 0], 2: [p for p in BESIDE if p % 2]}
    seats = [(p, f"ur-join-{'black' if p % 2 else 'white'}-1", "joined") for p in BESIDE]
    foreseen = town.foresee(1000)
    moves = [
        (teams[side][turn % 10], title, "moved") for turn, (side, title) in enumerate(foreseen)
    ]
    following = [
        (OWNER, "ur-new", "started"),
        (4, "ur-join-white-2", "joined"),
        (5, "ur-join-black-2", "joined"),
    ]
    moves = moves[: max(1, requests * 7 // 10 - len(seats) - len(following))]
    ends = len(moves) == len(foreseen)
    granted = [*seats, *moves, *(following if ends else ())]
    more = islice(refusals(teams, moves), max(0, requests - len(granted)))
    before: dict[int, list[Asked]] = {}
    for turn, one in more:
        before.setdefault(len(seats) + turn, []).append(one)
    return [one for at, right in enumerate(granted) for one in (*before.get(at, ()), right)]


def refusals(teams: dict[int, list[int]], moves: list[Asked]) -> Iterator[tuple[int, Asked]]:
    """Requests to be refused, each with the move before which it is made."""
    dice = random.Random("races")
    last = len(moves) - 1
    yield last, (OWNER, "ur-new", "game-in-progress")  # near the end, where the next run may
    for at in count():
        turn = dice.randrange(1, last) if last > 1 else 0
        who, title, _ = moves[turn]
        throw, tag = title.removeprefix("ur-move-")[0], title.rpartition("@")[2].partition("-")[2]
        other = teams[1 if who in teams[2] else 2][at % 10]
        yield (
            turn,
            (
                (who, moves[turn - 1][1] if turn else "ur-move-1@0-9.1", "stale-link"),
                (who, f"ur-move-{throw}@99-{tag}", "illegal-move"),
                (other, title, "wrong-team"),
                (who, "ur-join-black-1", "already-seated"),
                (who, "ur-please", "bad-title"),
                (who, "ur-new", "game-in-progress"),
            )[at % 6],
        )


class Editor:
    """A person who edits the README above and below the board: at once, and after each push.

    By pushes, not by time: on a machine that is slow enough nobody gets a push in between.
    """

    def __init__(self, town: Town, folder: Path) -> None:
        self.made = 0
        self.second = 0
        self._folder = folder
        self._origin = town.origin
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._edit)
        git(town.folder, "clone", "--quiet", str(town.origin), str(folder))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _edit(self) -> None:
        person = ("-c", "user.name=keeper", "-c", "user.email=keeper@localhost")
        readme = self._folder / paths.README
        mine = ""
        while not self._done.wait(LOOK):
            if mine == git(self._origin, "rev-parse", BRANCH):
                continue
            git(self._folder, "fetch", "--quiet", "origin", BRANCH)
            git(self._folder, "reset", "--quiet", "--hard", "FETCH_HEAD")
            text, line = readme.read_text("utf-8"), f"Edit {self.made + 1}.\n"
            readme.write_text(line + text if self.made % 2 else text + line, "utf-8")
            git(self._folder, *person, "commit", "--quiet", "--all", "--message", "My own words")
            done = subprocess.run(
                ["git", "push", "--quiet", "origin", f"HEAD:{BRANCH}"],
                cwd=self._folder,
                env={**os.environ, **ALONE},
                check=False,
                capture_output=True,
            )
            if done.returncode == 0:
                self.made += 1
                mine = git(self._folder, "rev-parse", "HEAD")
            else:
                self.second += 1


def at_once(town: Town, runs: int) -> list[int]:
    """Let so many processes play, each in a checkout of its own; their exit codes."""
    folders = [town.folder / f"runner-{number}" for number in range(runs)]
    for folder in folders:
        git(town.folder, "clone", "--quiet", str(town.origin), str(folder))
    environment = {**os.environ, **ALONE, **town.environment(), "PYTHONPATH": str(ROOT / "src")}
    with tempfile.TemporaryFile() as said:
        running = [
            subprocess.Popen(
                [sys.executable, "-m", "ur", "play"],
                cwd=folder,
                env=environment,
                stdout=said,
                stderr=subprocess.STDOUT,
            )
            for folder in folders
        ]
        try:
            codes = [one.wait(LONGEST) for one in running]
        finally:
            for one in running:
                one.kill()
        said.seek(0)
        text = said.read().decode()
    assert "Traceback" not in text, text
    assert "keeper" not in text, text
    return codes


def drained(town: Town) -> int:
    """Play on until nothing waits; how many runs it took."""
    for again in range(ROUNDS):
        if all(issue.state == "closed" for issue in town.world.issues()):
            return again
        town.play()
    raise AssertionError("requests stay open")


def judged(town: Town, asked: dict[int, str]) -> dict[str, int]:
    """What became of each request, compared with the record and with the code it should have."""
    deeds = Counter(issue for match in matches(town) for issue in deeds_of(match))
    commits = Counter(
        int(found) for line in town.log() for found in re.findall(r"\(#(\d+)\)", line)
    )
    lost, twice, doubled, reasons, wrong = [], [], 0, [], []
    for number, code in asked.items():
        comments = town.comments(number)
        codes = [found[1] for body in comments if (found := ANSWER.match(body))]
        granted = {one in GRANTED for one in codes}
        same = len(set(codes)) <= 1
        closed = town.world.issue(number)
        kept = deeds[number], commits[number]
        if closed.state != "closed" or kept != ((1, 1) if code in GRANTED else (0, 0)):
            (twice if max(kept) > 1 else lost).append((number, code, codes, kept))
        if (
            not same
            or granted not in ({code in GRANTED}, set())
            or (closed.state_reason == "completed") != (code in GRANTED)
        ):
            wrong.append((number, code, codes, closed.state_reason))
        if True in granted and len({body.partition("<p>")[0] for body in comments}) != 1:
            wrong.append((number, code, codes, "two boards"))
        doubled += len(codes) > 1
        reasons += [(number, code, codes)] if len({*codes, code}) > 1 else []
    assert not lost, f"lost: {lost}"
    assert not twice, f"played twice: {twice}"
    assert not wrong, f"not the same: {wrong}"
    return {
        "lost": len(lost),
        "requests": len(asked),
        "granted": sum(code in GRANTED for code in asked.values()),
        "answered more than once": doubled,
        "refused for another reason": len(reasons),
    }


def matches(town: Town) -> Iterator[Match]:
    """Every game of the record: the ended ones, and the one in play."""
    names = {path.split("/")[2] for path in town.files() if path.startswith(paths.ARCHIVE)}
    ended = archive.numbers(names)
    for number in sorted(ended):
        path = paths.archived(number)
        yield read_match(path, town.read(path))
    current = town.match()
    if current.number not in ended:
        yield current


def deeds_of(match: Match) -> list[int]:
    """The issues of a match, each as often as it did something: began it, moved, or only sat."""
    moved = [turn.issue for turn in match.turns if turn.issue is not None]
    sat = [seat.issue for seat in match.seats if seat.issue not in moved]
    return [match.began.issue, *moved, *sat]


def edits_kept(town: Town, made: int) -> None:
    """Every edit of the person's is in the README, in order, once."""
    lines = town.read(paths.README).decode().splitlines()
    found = [int(line[5:-1]) for line in lines if re.fullmatch(r"Edit \d+\.", line)]
    even = [number for number in range(made, 0, -1) if number % 2 == 0]
    odd = [number for number in range(1, made + 1) if number % 2]
    assert found == even + odd, f"edits lost: {found}"


def replays(town: Town, folder: Path) -> None:
    """The record replays, and everything derived is what a rebuild would write."""
    git(town.folder, "clone", "--quiet", str(town.origin), str(folder))
    for words in (("verify",), ("rebuild", "--check", "--all")):
        done = town.run(*words, folder=folder)
        assert done.returncode == 0, done.stdout + done.stderr


def git(folder: Path, *words: str) -> str:
    """What a git command prints, run as nobody in particular."""
    done = subprocess.run(
        ["git", *words], cwd=folder, env={**os.environ, **ALONE}, check=True, capture_output=True
    )
    return done.stdout.decode()
