"""GitHub answers each request of a run in every wrong way there is, one at a time.

Once means that one request is struck; always that this request never works
while the run lasts. Either before the effect, which then does not happen, or
after it, when the run does not hear of it. Asked of every combination:

- the run ends, sleeps no longer than it may, and says what it left;
- one request that cannot be answered stops no other;
- when GitHub is well again, the next runs finish everything exactly once.
"""

import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from tests.torture.report import Out
from tests.torture.scenes import Scene, broken, mended, small, start, town_in, unsaid
from tests.torture.shares import Share, of, shared
from tests.town import Town
from ur.commands import Summary
from ur.hosts.pace import ALL_WAITS, LONGEST_WAIT
from ur.sandbox import faults
from ur.sandbox.faults import AFTER, BEFORE, Call, Cut, Delay, Fault, Lag, Moment, Reply, error
from ur.sandbox.ledger import Issue

SCENES = (small, start, unsaid, mended, broken)
MEANWHILE = "meanwhile"
ALWAYS = 10_000
TIMEOUT, LATE = 0.4, 0.6
"""Seconds after which a run gives an answer up, where one is late; and those that it is late."""

LIMITS: dict[str, Fault] = {
    "403 rate limit": faults.rate_limited(),
    "403 rate limit, soon over": faults.rate_limited(30),
    "403 secondary limit": faults.secondary_limit(None),
    "403 secondary limit, retry-after 20": faults.secondary_limit(20),
    "403 secondary limit, retry-after an hour": faults.secondary_limit(3600),
    "429": faults.too_many_requests(),
    "429, retry-after 20": faults.too_many_requests(20),
    "429, retry-after an hour": faults.too_many_requests(3600),
    "503, retry-after an hour": error(503, "Unavailable", retry_after="3600"),
    "429, retry-after nonsense": error(429, "slow down", retry_after="soon"),
}
"""What is meant for the account: to go on asking would be wrong, so others may be left."""

FAULTS: dict[str, Fault] = {
    "401": faults.BAD_CREDENTIALS,
    "403 forbidden": faults.NOT_ACCESSIBLE,
    "404": faults.NOT_FOUND,
    "410": faults.GONE,
    "422": faults.UNPROCESSABLE,
    "500": faults.SERVER_ERROR,
    "502": faults.BAD_GATEWAY,
    "cut": Cut(),
    "cut midway": Cut(midway=True),
    "too late": Delay(LATE),
    "HTML, 200": faults.html(200),
    "HTML, 403": faults.html(403),
    "HTML, 502": faults.html(502),
    "JSON of nothing": Reply(200, "null"),
    "JSON of another shape": Reply(200, "[[]]"),
    "an empty object": Reply(200, "{}"),
    "nothing at all": Reply(200, ""),
    "moved away": Reply(301, "{}", (("location", "https://elsewhere.invalid/"),)),
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """A wrong answer to one call of a run: the ``at``-th, or every one of its method and path."""

    what: str
    fault: Fault
    moment: Moment
    method: str
    path: str
    at: int
    always: bool

    def __str__(self) -> str:
        """As it is told."""
        how = "always" if self.always else "once"
        where = self.path.split("/", 4)[4]
        return f"{self.what}, {how}, {self.moment.value} {self.at}: {self.method} {where}"

    @property
    def issue(self) -> int | None:
        """The issue whose own conversation is struck."""
        found = re.search(r"/issues/([0-9]+)", self.path)
        return int(found[1]) if found else None


class Watched:
    """A town whose runs sleep by a counter, and give up on a late answer early.

    ``waits`` is how long a sleep lasts all the same, so that what comes late does come.
    """

    def __init__(self, town: Town, summary: Path) -> None:
        self.slept: list[float] = []
        self.waits = 0.0
        self.good = False
        self._town = town
        self._summary = summary
        self._make = town.table
        self._late = 0.0

    def play(self, *, event: int | None = None) -> bool:
        """One run, with its summary as a job has it."""
        self.slept.clear()
        self._late = 0.0
        self._summary.unlink(missing_ok=True)
        table, things = self._make(event=event)
        forge = table._forge
        forge.patience.sleep = self._sleep
        forge.patience.clock = lambda: time.monotonic() + self._late
        if self.waits:
            forge._github.requester._Requester__timeout = TIMEOUT
        table._sleep = self._sleep
        table._say = Summary(self._summary).say
        try:
            self.good = table.serve()
        finally:
            for thing in things:
                thing.close()
        return self.good

    @property
    def said(self) -> str:
        """The job's summary."""
        return self._summary.read_text("utf-8") if self._summary.exists() else ""

    def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self._late += seconds
        time.sleep(min(seconds, self.waits))


class Quiet:
    """Nothing of the runs' own words on the screen."""

    def __enter__(self) -> None:
        import ur.commands as command  # noqa: PLC0415 - only its mouth is held shut

        self._command, self._say = command, command.say
        command.say = lambda _: None

    def __exit__(self, *_: object) -> None:
        self._command.say = self._say


def run(out: Out, one_in: int = 1) -> dict[str, int]:
    """Calls of every scene with every fault, and what people do meanwhile; or one in so many."""
    work = partial(_share, one_in)
    return dict(shared(out, work, [*(prepare.__name__ for prepare in SCENES), MEANWHILE]))


def _share(one_in: int, name: str, share: Share) -> tuple[list[str], Counter[str]]:
    """A share of the troubles of a scene, or of what people do meanwhile; or one in so many."""
    said: list[str] = []
    prepare = next((one for one in SCENES if one.__name__ == name), small)
    with TemporaryDirectory() as folder, Quiet(), Stage(prepare, Path(folder)) as stage:
        if name == MEANWHILE:
            deeds = list(stage.meanwhile())[:: min(one_in, 5)]
            counts = meanwhile(said.append, stage, of(share, deeds))
            return said, counts + lagging(said.append, stage, events=of(share, stage.events))
        every = list(stage.troubles())
        found = of(share, every[::one_in])
        said.append(f"misbehaviour: {name}: {len(found)} of {len(every)} combinations\n")
        return said, torture(said.append, stage, found)


class Stage:
    """A scene and who watches it, while the block runs."""

    def __init__(self, prepare: Callable[[Town], list[int]], folder: Path) -> None:
        self._prepare = prepare
        self._folder = folder
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        town = self._stack.enter_context(town_in(self._folder / "town"))
        self.scene = Scene(self._prepare.__name__, town, self._prepare)
        if self._prepare is broken:
            whole = town._git(town.origin, "cat-file", "blob", "main~1:README.md")
            self.scene.mend = lambda: town.push({"README.md": whole}, "Mend it")
        self.scene.undisturbed()
        self.watched = Watched(town, self._folder / "summary.md")
        return self

    def __exit__(self, *trouble: object) -> None:
        self._stack.__exit__(*trouble)

    @property
    def events(self) -> list[int | None]:
        """What may start a run: the opening of each issue, or nothing of the kind."""
        return [*self.scene.numbers, None]

    def calls(self) -> list[tuple[str, str]]:
        """The requests of a run that is left alone."""
        town = self.scene.again()
        found: list[tuple[str, str]] = []

        def see(moment: Moment, call: Call) -> None:
            if moment is BEFORE:
                found.append((call.method, call.path))

        town.faults.hook = see
        self.watched.play()
        return found

    def troubles(self) -> Iterator[Trouble]:
        """Every call with every fault, once and always, before and, if it has one, after it."""
        calls = self.calls()
        for (at, (method, path)), always in product(enumerate(calls), (False, True)):
            if always and (method, path) in calls[:at]:
                continue
            for what, fault in (LIMITS | FAULTS).items():
                moments = (BEFORE, AFTER) if _may_follow(method, fault) else (BEFORE,)
                for moment in moments:
                    yield Trouble(what, fault, moment, method, path, at, always)

    def meanwhile(self) -> Iterator[tuple[str, int, int]]:
        """What people do to an issue while a run is at its call of a number."""
        deeds = ("close", "delete", "retitle", "lock", "ghost")
        yield from product(deeds, self.scene.numbers, range(1, len(self.calls()) + 1))


def _may_follow(method: str, fault: Fault) -> bool:
    """Whether a fault can hide an effect that happened: refusals hide none."""
    refused = isinstance(fault, Reply) and (300 <= fault.status < 500)
    return method != "GET" and not refused


def torture(out: Out, stage: Stage, troubles: Sequence[Trouble]) -> Counter[str]:
    """Let each of the troubles happen; how often what came of it."""
    counts: Counter[str] = Counter()
    scene, watched = stage.scene, stage.watched
    for trouble in troubles:
        town = scene.again()
        path = f"^{re.escape(trouble.path)}$"
        if trouble.always:
            town.faults.add(
                trouble.fault, trouble.method, path, moment=trouble.moment, times=ALWAYS
            )
        else:
            town.faults.add(trouble.fault, moment=trouble.moment, skip=trouble.at)
        watched.waits = LATE if isinstance(trouble.fault, Delay) else 0.0
        wrong = attempt(watched)
        wrong = wrong or left_wrong(stage, trouble)
        open_ = [n for n in scene.numbers if town.world.issue(n).state == "open"]
        time.sleep(watched.waits)  # what comes late comes before the next run, half an hour on
        town.faults.clear()
        reacted = not (trouble.always and trouble.path.endswith("/reactions"))
        wrong += scene.finish() + scene.flaws(ordered=False, reacted=reacted)
        counts["combinations"] += 1
        counts["finished by the run itself"] += not open_
        counts["finished by a later run"] += bool(open_)
        counts["lost"] += bool(wrong)
        for flaw in wrong:
            out(f"misbehaviour: {scene.name}, {trouble}: {flaw}\n")
    return counts


def attempt(watched: Watched, event: int | None = None) -> list[str]:
    """A run under trouble; what is wrong with how it went."""
    began = time.monotonic()
    try:
        good = watched.play(event=event)
    except Exception as trouble:  # noqa: BLE001 - any end but a word is what we look for
        return [f"the run broke: {type(trouble).__name__}: {trouble}"]
    wrong = []
    if max(watched.slept, default=0) > LONGEST_WAIT:
        wrong.append(f"it slept for {max(watched.slept)} seconds at once")
    if sum(watched.slept) > ALL_WAITS + 60:
        wrong.append(f"it slept for {sum(watched.slept)} seconds in all")
    if time.monotonic() - began > 60:
        wrong.append("it took more than a minute")
    if not good and not watched.said:
        wrong.append("it failed and said nothing")
    return wrong


def left_wrong(stage: Stage, trouble: Trouble) -> list[str]:
    """What a run should have done in spite of its trouble, or should have told of it."""
    scene, wrong = stage.scene, []
    states: dict[int, Issue] = {n: scene.town.world.issue(n) for n in scene.numbers}
    open_ = {n for n, issue in states.items() if issue.state == "open"}
    listed = trouble.path.endswith("/issues") and trouble.method == "GET"
    others = open_ - {trouble.issue}
    if others and trouble.what not in LIMITS and not listed and scene.name != "broken":
        wrong.append(f"{sorted(others)} had to wait for #{trouble.issue}")
    said = stage.watched.said
    if open_ and not (said and ("Stopped" in said or "not answered" in said or "keeper" in said)):
        wrong.append(f"nothing is said of {sorted(open_)}: {said!r}")
    return wrong


def meanwhile(out: Out, stage: Stage, deeds: Sequence[tuple[str, int, int]]) -> Counter[str]:
    """Let people do something to an issue between two calls of a run."""
    counts: Counter[str] = Counter()
    scene, watched = stage.scene, stage.watched
    for deed, number, at in deeds:
        town = scene.again()
        town.faults.hook = _Meddler(at, partial(_do, town, deed, number))
        wrong = attempt(watched)
        wrong += [] if watched.good else ["the run was not good"]
        town.faults.hook = None
        wrong += scene.finish() if deed != "delete" else []
        wrong += after_deed(stage, deed, number)
        counts["deeds meanwhile"] += 1
        counts["lost"] += bool(wrong)
        for flaw in wrong:
            out(f"misbehaviour: {deed} #{number} after call {at}: {flaw}\n")
    return counts


def lagging(
    out: Out,
    stage: Stage,
    events: Sequence[int | None],
    newest: Sequence[int] = (1, 2, 3),
    times: Sequence[int] = (1, ALWAYS),
) -> Counter[str]:
    """Let the list of issues lag: the run's own issue is answered all the same, the rest later."""
    counts: Counter[str] = Counter()
    scene, watched = stage.scene, stage.watched
    for unknown, often, event in product(newest, times, events):
        town = scene.again()
        town.faults.add(Lag(unknown), "GET", "/issues$", times=often)
        wrong = attempt(watched, event)
        left = [n for n in scene.numbers if town.world.issue(n).state == "open"]
        if event in left:
            wrong.append(f"#{event} started the run and is open")
        town.faults.clear()
        wrong += scene.finish() + after_deed(stage, "lag", scene.numbers[0])
        counts["lists that lagged"] += 1
        counts["lost"] += bool(wrong)
        for flaw in wrong:
            out(f"misbehaviour: without the newest {unknown}, {often} times, by #{event}: {flaw}\n")
    return counts


def after_deed(stage: Stage, deed: str, number: int) -> list[str]:
    """What is wrong with the others, and with the issue that something was done to."""
    scene, town, wrong = stage.scene, stage.scene.town, []
    for other in scene.numbers:
        issue = town.world.ledger.issues[other]
        ours = [one for one in issue.comments if one.body.startswith("<!-- ur:answer ")]
        commits = sum(line.endswith(f"(#{other})") for line in town.log())
        if commits > 1 or len(ours) > 1:
            wrong.append(f"#{other} has {commits} commits and {len(ours)} answers")
        if other != number and (issue.state != "closed" or len(ours) != 1):
            wrong.append(f"#{other} is {issue.state} and has {len(ours)} answers")
    if deed != "delete" and town.world.ledger.issues[number].state != "closed":
        wrong.append(f"#{number} is open")
    return wrong


class _Meddler:
    """Does something once so many calls have had their effect."""

    def __init__(self, at: int, deed: Callable[[], None]) -> None:
        self._left = at
        self._deed = deed

    def __call__(self, moment: Moment, _: Call) -> None:
        """See a request."""
        self._left -= moment is AFTER
        if moment is AFTER and self._left == 0:
            self._deed()


def _do(town: Town, deed: str, number: int) -> None:
    world = town.world
    issue = world.ledger.issues[number]
    author = world.ledger.accounts[issue.author]
    match deed:
        case "close":
            if issue.state == "open":
                world.edit_issue(author, number, {"state": "closed"})
        case "delete":
            world.delete_issue(number)
        case "retitle":
            world.edit_issue(author, number, {"title": "ur-nonsense"})
        case "lock":
            world.lock_issue(number)
        case "ghost":
            author.deleted = True
