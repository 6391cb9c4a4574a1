"""A burst: a thousand requests wait, and one run after another drains them within GitHub's limits.

Time is the story's own: every request takes some of it, the pace sleeps in it, the next
run begins a while after the one before. GitHub's limits are enforced by it: 1,000 requests
an hour for a workflow's token, 80 comments a minute and 500 an hour.
"""

import json
import math
import re
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count, islice
from pathlib import Path
from typing import Any

from tests.torture.report import ANSWER
from tests.town import OWNER, Town
from ur.dice import Dice
from ur.hosts.pace import Pace
from ur.port import Person
from ur.referee import match as matches
from ur.referee.judge import GRANTED
from ur.referee.match import Deed
from ur.referee.parse import MoveAsk, title
from ur.rules import Side, legal_moves
from ur.sandbox.api import create_app
from ur.sandbox.limits import Limits
from ur.sandbox.refusals import error_document
from ur.sandbox.server import Server
from ur.settings import Settings
from ur.table import BURST, REFUSALS_HEARD, Table

Out = Callable[[str], object]
Asked = tuple[int | str, str, str]

COMMENT = re.compile(r"/repos/.*/issues/[0-9]+/comments")
MINUTE, HOUR = (80, 60.0), (500, 3600.0)
A_REQUEST = 0.15
"""Seconds of the story that a request takes."""
BETWEEN = 30 * 60.0
"""Seconds from one run to the next: the sweep's timer, when nobody asks for more."""
BESIDES = 12
"""Requests that a run may make beyond its budget: lists, and the labels when a game begins."""
FLOODER = 30
MOST_RUNS = 60


def run(out: Out) -> dict[str, int]:
    """A thousand requests, a hundred of them by one who floods."""
    return burst(out, requests=1000, flood=100)


def burst(out: Out, *, requests: int, flood: int) -> dict[str, int]:
    """So many requests, of which ``flood`` are one person's nonsense, drained.

    Raises:
        AssertionError: a law is broken.
    """
    with tempfile.TemporaryDirectory() as folder, Crowd(Path(folder) / "town") as town:
        town.create()
        town.secret = "burst"
        town.asked(OWNER, "ur-new")
        asked = {
            town.ask(who, title): (who, code) for who, title, code in wanted(town, requests, flood)
        }
        commits = len(town.log())
        log, began, story = len(town.server.log), time.monotonic(), town.seconds
        runs = drained(town, out)
        seconds = time.monotonic() - began
        counts = told(town, asked, runs)
        granted = sum(code in GRANTED for _, code in asked.values())
        assert len(town.log()) - commits == granted, "one commit a granted request"
        counts |= {
            "requests to GitHub": len(town.server.log) - log,
            "turned away by GitHub": town.turned_away,
            "minutes of the story": round((town.seconds - story) / 60),
            "seconds": round(seconds),
        }
    for what, number in counts.items():
        out(f"burst: {what:43}{number:>8}\n")
    return counts


class Crowd(Town):
    """A town at a GitHub that has its limits, in a time of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.seconds = 0.0
        self.turned_away = 0
        self.world.clock = self._clock
        self._comments: deque[float] = deque(maxlen=HOUR[0])
        app = create_app(self.world, self.faults, Limits(self.world, enforced=True))
        app.wsgi_app = self._limited(app.wsgi_app)
        self.server.stop()
        self.server = Server(self.world, self.faults, app=app)

    def table(self, *, event: int | None = None) -> tuple[Table, list[object]]:
        """A run that keeps GitHub's pace, in the story's time."""
        table, things = super().table(event=event)
        forge = things[0]
        forge._pace = Pace(clock=lambda: self.seconds, sleep=self._sleep)
        forge.patience.clock, forge.patience.sleep = lambda: self.seconds, self._sleep
        return table, things

    def one_run(self) -> dict[str, int]:
        """One run; what it cost."""
        pushed = self.origin / "pushed"
        hook = self.origin / "hooks" / "post-receive"
        hook.write_text(f"#!/bin/sh\ncat >> {pushed}\n")
        hook.chmod(0o755)
        pushed.write_text("")
        open_, log, began = self.open_requests(), len(self.server.log), self.seconds
        well = self.play()
        spent = {
            "answered": open_ - self.open_requests(),
            "requests": len(self.server.log) - log,
            "pushes": len(pushed.read_text().splitlines()),
            "seconds": round(self.seconds - began),
            "well": int(well),
        }
        self._sleep(BETWEEN)
        return spent

    def open_requests(self) -> int:
        """How many requests wait."""
        return sum(issue.state == "open" for issue in self.world.issues())

    def _clock(self) -> datetime:
        return datetime(2026, 11, 30, 12, tzinfo=UTC) + timedelta(seconds=int(self.seconds))

    def _sleep(self, seconds: float) -> None:
        self.seconds += seconds

    def _limited(self, app: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
        """The application behind the limits of what makes content."""

        def limited(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
            self.seconds += A_REQUEST
            comment = COMMENT.fullmatch(environ["PATH_INFO"])
            if environ["REQUEST_METHOD"] == "POST" and comment:
                past = self._comments
                for most, span in (MINUTE, HOUR):
                    if len(past) >= most and past[-most] + span > self.seconds:
                        return self._turned_away(past[-most] + span - self.seconds, start)
                past.append(self.seconds)

            def counted(status: str, *rest: Any) -> Any:
                self.turned_away += status[:3] == "403"
                return start(status, *rest)

            return app(environ, counted)

        return limited

    def _turned_away(self, after: float, start: Callable[..., Any]) -> Iterable[bytes]:
        self.turned_away += 1
        said = "You have exceeded a secondary rate limit. Please wait a few minutes."
        body = json.dumps(error_document(403, said)).encode()
        headers = [
            ("Content-Type", "application/json; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Retry-After", str(math.ceil(after))),
        ]
        start("403 Forbidden", headers)
        return [body]


def wanted(town: Town, requests: int, flood: int) -> list[Asked]:
    """So many requests: games played through one after another, and in their midst a flood."""
    story = list(islice(saga(town), requests - flood))
    at = len(story) // 3
    return [*story[:at], *[(FLOODER, "ur-please", "bad-title")] * flood, *story[at:]]


def saga(town: Town) -> Iterator[Asked]:
    """Games by teams of twelve, as the sealed dice will fall; some moves are asked for twice."""
    match, dice = town.match(), Dice(town.world.repository.id, town.secret)
    policy = Settings().policy(None)
    for at in count():
        if match.over:
            yield OWNER, "ur-new", "started"
            first = policy.first_side(match)
            keeper = Deed(Person(town.world.owner.id, OWNER), town.now, 1)
            match = matches.begin(match.number + 1, match.rules, first, keeper)
            match = replace(match, seal=dice.seal(match.number))
        else:
            chosen, light = legal_moves(match.game)[-1], match.game.to_move is Side.LIGHT
            who = 2 * (at % 12) + (1 if light else 2)
            asks = title(MoveAsk(match.game.throw, chosen.step, match.number, match.next_turn))
            deed = Deed(Person(1000 + who, f"player-{who:02}"), town.now, 1)
            match = matches.move(match, chosen, deed)
            yield who, asks, "moved"
            if at % 13 == 0 and not match.over:
                yield who, asks, "stale-link"
        while match.awaits_throw:
            match = matches.throw(match, dice.throw(match), town.now)


def drained(town: Crowd, out: Out) -> list[dict[str, int]]:
    """One run after another until nothing waits; what each cost."""
    runs = []
    while town.open_requests():
        runs.append(town.one_run())
        costs = ", ".join(f"{number} {what}" for what, number in runs[-1].items())
        out(f"burst: run {len(runs)}: {costs}\n")
        assert len(runs) < MOST_RUNS, "requests stay open"
    return runs


def told(town: Crowd, asked: dict[int, tuple[int | str, str]], runs: list[dict[str, int]]) -> dict:
    """What the requests heard, compared with what a single run would have said."""
    heard = {
        number: [found[1] for body in town.comments(number) if (found := ANSWER.match(body))]
        for number in asked
    }
    silent = [number for number, codes in heard.items() if not codes]
    wrong = [
        (number, code, heard[number])
        for number, (_, code) in asked.items()
        if heard[number] not in ([code], [])
    ]
    assert not wrong, f"another answer, or two: {wrong}"
    lost = [
        number
        for number, (_, code) in asked.items()
        if town.world.issue(number).state != "closed"
        or (number in silent and code in GRANTED)
        or (town.world.issue(number).state_reason == "completed") != (code in GRANTED)
    ]
    assert not lost, f"lost: {lost}"
    assert {asked[number][0] for number in silent} <= {FLOODER}, "only who floods hears nothing"
    flood = sum(who == FLOODER for who, _ in asked.values())
    spoken = flood - len(silent)
    assert min(flood, REFUSALS_HEARD) <= spoken <= REFUSALS_HEARD * len(runs), spoken
    order = [int(line.rpartition("(#")[2][:-1]) for line in reversed(town.log()) if "(#" in line]
    assert order == sorted(order), "played out of order"
    answered, pushes = len(asked), sum(one["pushes"] for one in runs)
    assert pushes <= answered / BURST + 2 * len(runs), "more pushes than batches"
    assert max(one["requests"] for one in runs) <= Settings().requests_per_run + BESIDES
    return {
        "lost": len(lost),
        "waiting": answered,
        "granted": sum(code in GRANTED for _, code in asked.values()),
        "games begun": town.match().number,
        "comments to the one who floods": spoken,
        "runs": len(runs),
        "runs that were stopped": sum(not one["well"] for one in runs),
        "pushes": pushes,
        "seconds of the story in the longest run": max(one["seconds"] for one in runs),
    }
