"""Years: a past of ten thousand games and fifty thousand players, beside a past of forty.

Laws:
    1. A move costs the same, whatever lies behind it: seconds, files and bytes read, bytes fetched.
    2. ``verify`` reads the whole of it game by game.
    3. A rebuild without ``--all`` leaves ended games and players as they are.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from statistics import median
from typing import Self

import yaml

from tests.pasts import REPOSITORY
from tests.town import PRISTINE, LoadedDice, Town
from ur import paths
from ur.hosts.git import GitSnapshot
from ur.house import ROOT
from ur.port import Person
from ur.referee import match as matches
from ur.referee.club import Club
from ur.referee.match import Deed, Match
from ur.rules import RULE_SETS, Side, legal_moves
from ur.rules.ruleset import variant
from ur.sandbox.origin import ALONE, BRANCH
from ur.store import codec
from ur.store import state as store

Out = Callable[[str], object]

GAMES, PLAYERS, FEW = 10_000, 53_500, 40
"""Of those who sit down one in twenty never gets to move, and is no player then."""
MOVES = 5
REGULARS = 20
CLUB_GROWS = 32
"""So many kB the club may grow until it shows as much of the past as it ever will."""
KINDS = 60
NEWEST_ID = 10**8
DASH = variant(RULE_SETS["finkel"], {"name": "dash", "pieces": 1})
"""The shortest game there is: one piece a side."""

CALL = """
import json, resource, subprocess, sys, time
began = time.monotonic()
done = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
lines, wrong, first = 0, [], 0.0
for line in done.stdout:
    first = first or time.monotonic() - began
    lines += 1
    if not line.rstrip().endswith((b": ok", b"written")) and len(wrong) < 9:
        wrong.append(line.decode())
    last = line.decode()
code = done.wait()
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([code, time.monotonic() - began, peak * 1024, lines, first, wrong]))
"""
"""A command by itself: exit code, seconds, most bytes in memory, lines, seconds to the first."""


def run(out: Out) -> dict[str, int]:
    """The full size."""
    return years(out, games=GAMES, players=PLAYERS)


def years(out: Out, *, games: int, players: int) -> dict[str, int]:
    """A past of so many games and players, beside one of ``FEW`` games.

    Raises:
        AssertionError: a law is broken.
    """
    with tempfile.TemporaryDirectory() as folder:
        few = lived(Path(folder) / "few", FEW, REGULARS)
        many = lived(Path(folder) / "many", games, players)
    out(f"years: {'':43}{FEW:>9} games{games:>9} games\n")
    for what, number in many.items():
        out(f"years: {what:43}{few[what]:>15,.2f}{number:>15,.2f}\n")
    for what in ("files read, a move", "requests, a move", "files read, a game's end"):
        assert few[what] == many[what], f"{what} grows with the past"
    for what in ("kB read, a move", "kB committed, a move"):
        assert many[what] < few[what] + CLUB_GROWS, f"{what} grows with the past"
    assert many["kB fetched, a move"] == 0, "a move fetches what was not checked out"
    return {what: round(number) for what, number in many.items()}


def lived(folder: Path, games: int, players: int) -> dict[str, float]:
    """What is done with a past, and what it costs."""
    began = time.monotonic()
    files = a_past(games, players)
    built = time.monotonic() - began
    with Town(folder, numbers_above=games * 100 + 1000) as town:
        town.create()
        begin_with(town, {**PRISTINE, **files})
        counts = {
            "lost": 0.0,
            "players": float(sum(text.count(b'"mates"') for text in _documents(files))),
            "files": float(len(files)),
            "MB of them": sum(map(len, files.values())) / 1e6,
            "seconds to make the past": built,
        }
        counts |= played(town)
        counts |= checked(town, games)
    return counts


def _documents(files: dict[str, bytes]) -> list[bytes]:
    return [text for path, text in files.items() if path.startswith(paths.PLAYERS)]


def a_past(games: int, players: int) -> dict[str, bytes]:
    """State as files: games by all, the last ``FEW`` by regulars, who are amid another."""
    files: dict[str, bytes] = {}
    register = store.Register()
    for match in ended_games(games, players):
        files |= store.record_files(match)
        register.add(match)
    current = replace(amid_a_game(), number=games + 1)
    club = register.club(Club(repository=REPOSITORY, games=games + 1), current)
    files |= register.documents()
    return files | {
        paths.CLUB: codec.write_club(club),
        paths.MATCH: codec.write_match(current),
    }


def ended_games(games: int, players: int) -> Iterator[Match]:
    """Short games, oldest first: by newcomers beside those who came before, then by regulars."""
    dice = random.Random("years")
    regulars = [person_of(player) for player in range(1, REGULARS + 1)]
    ids = dice.sample(range(10_000, NEWEST_ID), players - len(regulars))
    met: list[Person] = []
    for number in range(1, games + 1):
        many = number <= games - FEW
        share = len(ids) * number // (games - FEW) if many else 0
        new = [Person(one, f"player-{one}") for one in ids[len(met) : share]]
        people = regulars
        if many:
            old = dice.sample(met, min(len(met), max(0, 10 - len(new))))
            met, people = met + new, [*new, *old]
            dice.shuffle(people)
        yield recast(short_games()[number % KINDS], number, people)


def recast(match: Match, number: int, people: list[Person]) -> Match:
    """A match as another number's, its moves taken by turns by others."""
    sides = {Side.LIGHT: people[::2], Side.DARK: people[1::2]}
    later = timedelta(hours=number)
    issue = 100 * number
    began = Deed(people[0], match.began.at + later, issue)
    again = replace(match, number=number, began=began, seats=())
    turns = []
    for at, turn in enumerate(match.turns):
        if turn.by is None:
            turns.append(replace(turn, at=turn.at + later))
            continue
        team = sides[turn.side]
        deed = Deed(team[(at // 2) % len(team)], turn.at + later, issue + at + 1)
        again = replace(again, turns=tuple(turns))
        again = matches.join(again, turn.side, deed)
        turns.append(replace(turn, at=deed.at, by=deed.by.id, issue=deed.issue))
    return replace(again, turns=tuple(turns))


@cache
def short_games() -> tuple[Match, ...]:
    """Different games of one piece a side."""
    return tuple(a_game(random.Random(f"dash {kind}")) for kind in range(KINDS))


def a_game(dice: random.Random) -> Match:
    """A short game, by one person a side, from dice that fall at random."""
    people = {side: person_of(at) for at, side in enumerate(Side, 1)}
    match = matches.begin(1, DASH, dice.choice(list(Side)), Deed(people[Side.LIGHT], Town.began, 1))
    while not match.over:
        if match.awaits_throw:
            fallen = LoadedDice([dice.getrandbits(4).bit_count()]).throw(match)
            match = matches.throw(match, fallen, Town.began)
            continue
        deed = Deed(people[match.game.to_move], Town.began, 1)
        match = matches.move(match, dice.choice(legal_moves(match.game)), deed)
    return match


@cache
def amid_a_game() -> Match:
    """A game of finkel between ten and ten, ``MOVES`` moves and one before its end."""
    stages = []
    dice = LoadedDice([1, 2, 3, 2, 1, 2, 2, 3, 3, 2] * 100)
    at = Town.began - timedelta(hours=1)
    match = matches.begin(1, RULE_SETS["finkel"], Side.LIGHT, Deed(person_of(1), at, 1))
    while not match.over:
        while match.awaits_throw:
            match = matches.throw(match, dice.throw(match), at)
        stages.append(match)
        by, issue = mover(match), len(stages) + 1
        match = matches.move(match, legal_moves(match.game)[-1], Deed(by, at, issue))
    return stages[-MOVES - 1]


def person_of(player: int) -> Person:
    """A person of the town, by number."""
    return Person(1000 + player, f"player-{player:02}")


def mover(match: Match) -> Person:
    """Who of the regulars is to move: all of a team by turns."""
    team = range(1, REGULARS + 1, 2) if match.game.to_move is Side.LIGHT else range(2, 21, 2)
    return person_of(team[match.next_turn // 2 % len(team)])


def begin_with(town: Town, files: dict[str, bytes]) -> None:
    """Put files into the bare repository as one commit, and let it be fetched in parts."""
    stream = [f"commit refs/heads/{BRANCH}\ncommitter p <p@localhost> 1700000000 +0000\n".encode()]
    stream.append(b"data 6\nA past\n")
    for path, data in files.items():
        stream += [f"M 100644 inline {path}\ndata {len(data)}\n".encode(), data, b"\n"]
    git(town.origin, "fast-import", "--quiet", "--force", stdin=b"".join(stream))
    git(town.origin, "config", "uploadpack.allowFilter", "true")
    git(town.origin, "config", "uploadpack.allowAnySHA1InWant", "true")


def played(town: Town) -> dict[str, float]:
    """Moves, a game's end and the next game's begin, each from a checkout of its own."""
    town.now = Town.began + timedelta(days=1000)
    town.dice = LoadedDice([1, 2, 3, 2, 1, 2, 2, 3, 3, 2] * 100)
    match = town.match()
    town.dice.values = town.dice.values[match.throws :]
    costs = []
    while not match.over:
        costs.append(one_run(town, *link_of(match)))
        match = town.match()
    begun = one_run(town, "owner-x", "ur-new")
    assert len(costs) == MOVES + 1, "a move was not played"
    found = {"pushes": float(len(costs) + 1)}
    usual = {what: median(cost[what] for cost in costs[:-1]) for what in begun}
    told = ("a move", usual), ("a game's end", costs[-1]), ("a game's begin", begun)
    for name, cost in told:
        found |= {f"{what}, {name}": number for what, number in cost.items()}
    return found


def link_of(match: Match) -> tuple[str, str]:
    """Who moves next, and the title of their request."""
    step = legal_moves(match.game)[-1].step
    asks = f"ur-move-{match.game.throw}@{step}-{match.number}.{match.next_turn}"
    return mover(match).login, asks


def one_run(town: Town, login: str, asks: str) -> dict[str, float]:
    """One request, played from the workflow's own checkout; what it costs."""
    number = town.ask(login, asks)
    town.checkout = town.folder / f"runner-{number}"
    began = time.monotonic()
    check_out(town)
    there = size_of(town.checkout / ".git" / "objects")
    found = time.monotonic() - began
    log, began = len(town.server.log), time.monotonic()
    with Watch() as watch:
        assert town.play(), town.said
    seconds = time.monotonic() - began
    code = town.answer(number)
    assert code in ("moved", "started"), code
    return {
        "seconds to check out": found,
        "kB of the checkout": there / 1000,
        "seconds": seconds,
        "requests": float(len(town.server.log) - log),
        "files read": float(watch.files),
        "kB read": watch.read / 1000,
        "kB fetched": watch.fetched / 1000,
        "kB committed": committed(town) / 1000,
    }


def check_out(town: Town) -> None:
    """What actions/checkout does, by the workflow's own words."""
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "play.yml").read_text("utf-8"))
    steps = workflow["jobs"]["play"]["steps"]
    [asked] = [step["with"] for step in steps if "actions/checkout" in step.get("uses", "")]
    runner = town.checkout
    runner.mkdir()
    git(runner, "init", "--quiet")
    git(runner, "remote", "add", "origin", f"file://{town.origin}")
    git(runner, "config", "remote.origin.promisor", "true")
    git(runner, "config", "remote.origin.partialclonefilter", asked["filter"])
    git(runner, "sparse-checkout", "init", "--no-cone")
    patterns = asked["sparse-checkout"].encode()
    git(runner, "sparse-checkout", "set", "--no-cone", "--stdin", stdin=patterns)
    options = (f"--depth={asked['fetch-depth']}", f"--filter={asked['filter']}", "--no-tags")
    here = f"refs/remotes/origin/{BRANCH}"
    git(runner, "fetch", "--quiet", *options, "origin", f"+refs/heads/{BRANCH}:{here}")
    git(runner, "checkout", "--quiet", "-B", BRANCH, f"origin/{BRANCH}")


class Watch:
    """What is read of the record in a run, and what git fetches for it."""

    def __init__(self) -> None:
        self.files = self.read = 0
        self._trace = tempfile.NamedTemporaryFile()  # noqa: SIM115 - closed where it is read
        self._reads = GitSnapshot.read

    def __enter__(self) -> Self:
        def read(snapshot: GitSnapshot, wanted: list[str]) -> dict[str, bytes]:
            found = self._reads(snapshot, wanted)
            self.files += len(found)
            self.read += sum(map(len, found.values()))
            return found

        GitSnapshot.read = read
        os.environ["GIT_TRACE_PACKFILE"] = self._trace.name
        return self

    def __exit__(self, *_: object) -> None:
        GitSnapshot.read = self._reads
        del os.environ["GIT_TRACE_PACKFILE"]

    @property
    def fetched(self) -> int:
        """The bytes of the packs that came."""
        return Path(self._trace.name).stat().st_size


def size_of(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def committed(town: Town) -> int:
    """The bytes that the last push added."""
    usage = ("rev-list", "--disk-usage", "--objects", f"{BRANCH}~1..{BRANCH}")
    return int(git(town.origin, *usage))


def checked(town: Town, games: int) -> dict[str, float]:
    """``verify`` and ``rebuild`` of everything, each in a process by itself."""
    whole = town.folder / "whole"
    git(town.folder, "clone", "--quiet", str(town.origin), str(whole))
    code, seconds, peak, lines, first, wrong = alone(town, whole, "verify")
    assert code == 0, wrong
    assert lines > 2 * games, "a record was not looked at"
    found = {"seconds to verify": seconds, "seconds to its first line": first}
    found |= {"MB in memory at most, verify": peak / 1e6}
    code, seconds, peak, lines, _, wrong = alone(town, whole, "rebuild")
    assert (code, lines) == (0, 0), wrong
    (whole / paths.README).write_bytes(cut(whole / paths.README))
    (whole / paths.record_text(1)).unlink()
    code, _, _, lines, _, wrong = alone(town, whole, "rebuild")
    assert (code, lines) == (0, 1), f"not the README alone was written: {lines} lines"
    touched = git(whole, "status", "--porcelain").decode().splitlines()
    assert touched == [f" D {paths.record_text(1)}"], touched
    return found | {"seconds to rebuild": seconds, "MB in memory at most, rebuild": peak / 1e6}


def cut(readme: Path) -> bytes:
    """A README whose block is empty."""
    return re.sub(
        rb"(<!-- ur:begin -->\n).*?(<!-- ur:end -->\n)",
        rb"\1\2",
        readme.read_bytes(),
        flags=re.DOTALL,
    )


def alone(town: Town, folder: Path, *words: str) -> list:
    """A command by itself, and what it costs."""
    environment = {**os.environ, **ALONE, **town.environment(), "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", CALL, sys.executable, "-m", "ur", *words]
    done = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    return json.loads(done.stdout)


def git(folder: Path, *words: str, stdin: bytes = b"") -> bytes:
    """What a git command prints, run as nobody in particular."""
    done = subprocess.run(
        ["git", *words],
        cwd=folder,
        env={**os.environ, **ALONE},
        input=stdin,
        check=True,
        capture_output=True,
    )
    return done.stdout
