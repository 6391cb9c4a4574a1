"""The sandbox's own page: what it is, who is there, and what shall go wrong."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Response, render_template, request

from ur.sandbox import faults
from ur.sandbox.faults import AFTER, BEFORE, Cut, Delay, Fault, Moment
from ur.sandbox.visit import Barred, become, see_other

if TYPE_CHECKING:
    from ur.sandbox.sandbox import Sandbox

_ISSUES = r"^/repos/[^/]+/[^/]+/issues"


@dataclass(frozen=True, slots=True)
class Target:
    """Requests of a kind; ``path`` fits none of the pages."""

    words: str
    method: str
    path: str


TARGETS = {
    "all": Target("all of the API", "*", "^/repos/"),
    "list": Target("listing the issues", "GET", rf"{_ISSUES}(\?|$)"),
    "reactions": Target("👀, 🚀 and 😕", "POST", rf"{_ISSUES}/\d+/reactions$"),
    "comments": Target("commenting", "POST", rf"{_ISSUES}/\d+/comments$"),
    "closing": Target("labelling and closing", "PATCH", rf"{_ISSUES}/\d+$"),
}
MISHAPS = {
    "slow": "come late",
    "403": "fail with 403, no right to do it",
    "limit": "fail with 403, the hour's requests are spent",
    "404": "fail with 404, not found",
    "410": "fail with 410, issues are disabled",
    "422": "fail with 422, validation failed",
    "429": "fail with 429, too many requests",
    "500": "fail with 500, server error",
    "502": "fail with 502, bad gateway",
    "html": "get a page of HTML instead of JSON",
    "cut-before": "lose the connection before anything is done",
    "cut-after": "lose the connection after it is done",
}
MOST_TIMES, MOST_SECONDS = 1000, 60


class SandboxPages:
    """One method a page, by the names in ``PAGES``."""

    PAGES = (
        ("GET", "/sandbox", "page"),
        ("POST", "/sandbox/be", "be"),
        ("POST", "/sandbox/people", "add_person"),
        ("POST", "/sandbox/faults", "add_fault"),
        ("POST", "/sandbox/troubles", "add_trouble"),
        ("POST", "/sandbox/clear", "clear"),
        ("POST", "/sandbox/settings", "change_settings"),
    )

    def __init__(self, sandbox: "Sandbox") -> None:
        self.sandbox = sandbox

    def page(self) -> str:
        """The sandbox itself."""
        return self._page()

    def be(self) -> Response:
        """Be somebody else."""
        return become(self.sandbox, request.form.get("login", ""), request.form.get("back", "/"))

    def add_person(self) -> Any:
        """Make somebody up, and be them."""
        login = request.form.get("login", "").strip()
        try:
            self.sandbox.add_person(login)
        except ValueError as reason:
            return self._page(login, str(reason)), 422
        return become(self.sandbox, login, "/sandbox#people")

    def add_fault(self) -> Response:
        """Let the next requests go wrong."""
        asked = request.form
        target = TARGETS.get(asked.get("target", ""))
        mishap = asked.get("mishap", "")
        if target is None or mishap not in MISHAPS:
            raise Barred("There is no such fault.")
        seconds = _within(asked.get("seconds", 2.0, float), MOST_SECONDS)
        times = int(_within(asked.get("times", 1, int), MOST_TIMES))
        fault, moment = fault_of(mishap, seconds)
        self.sandbox.faults.add(
            fault, target.method, target.path, moment=moment, times=max(times, 1)
        )
        return see_other("/sandbox#waiting")

    def add_trouble(self) -> Response:
        """Let a push or a run go wrong."""
        try:
            self.sandbox.troubles.set(request.form.get("trouble", ""))
        except ValueError as reason:
            raise Barred(f"Nothing was done: {reason}.") from None
        return see_other("/sandbox#waiting")

    def clear(self) -> Response:
        """Let nothing more go wrong."""
        self.sandbox.faults.clear()
        self.sandbox.troubles.clear()
        return see_other("/sandbox#waiting")

    def change_settings(self) -> Any:
        """Push other settings, as the keeper."""
        try:
            self.sandbox.change_settings(request.form.get("settings", ""))
        except ValueError as reason:
            raise Barred(f"Nothing was done: {reason}.") from None
        return see_other(f"/{self.sandbox.world.full_name}/actions")

    def _page(self, typed: str = "", complaint: str = "") -> str:
        return render_template(
            "sandbox.html",
            notes=self.sandbox.notes,
            targets=TARGETS,
            mishaps=MISHAPS,
            most_times=MOST_TIMES,
            most_seconds=MOST_SECONDS,
            troubles=self.sandbox.troubles.choices,
            active=self.sandbox.troubles.active,
            waiting=self.sandbox.faults.waiting,
            url=self.sandbox.world.url,
            settings=self.sandbox.settings,
            typed=typed,
            complaint=complaint,
        )


def fault_of(mishap: str, seconds: float) -> tuple[Fault, Moment]:
    """What strikes by the name of a mishap, and when."""
    made: dict[str, Fault] = {
        "slow": Delay(seconds),
        "403": faults.NOT_ACCESSIBLE,
        "limit": faults.rate_limited(),
        "404": faults.NOT_FOUND,
        "410": faults.GONE,
        "422": faults.UNPROCESSABLE,
        "429": faults.too_many_requests(),
        "500": faults.SERVER_ERROR,
        "502": faults.BAD_GATEWAY,
        "html": faults.html(),
        "cut-before": Cut(),
        "cut-after": Cut(),
    }
    return made[mishap], AFTER if mishap == "cut-after" else BEFORE


def _within(number: float, most: float) -> float:
    return min(number, most) if number > 0 else 0
