"""How often GitHub lets somebody ask, and the headers that say so.

Counting is a layer round the application: every reply of the REST API tells
what is left, errors included. Nobody is turned away unless ``enforced``.
"""

import json
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ur.sandbox.refusals import error_document
from ur.sandbox.world import World

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

HOUR = 3600
WORKFLOW, PERSON, VISITOR = 1000, 5000, 60
OF_THE_API = re.compile(r"/(user|rate_limit|(users|repos)/.*)", re.DOTALL)


@dataclass(slots=True)
class _Window:
    used: int
    reset: int


class Limits:
    """The hourly limit of each token, by the world's clock."""

    def __init__(self, world: World, *, enforced: bool = False) -> None:
        self.world = world
        self.enforced = enforced
        self._windows: dict[str, _Window] = {}
        self._lock = threading.Lock()

    def wrap(self, app: "WSGIApplication") -> "WSGIApplication":
        """The application with its requests counted."""

        def counted(environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
            if not OF_THE_API.fullmatch(environ["PATH_INFO"]):
                return app(environ, start)
            headers, over = self._spend(token_of(environ.get("HTTP_AUTHORIZATION")))
            if over and self.enforced:
                return _turned_away(headers, start)
            return app(environ, _with(headers, start))

        return counted

    def _spend(self, token: str | None) -> tuple[dict[str, str], bool]:
        now = int(self.world.clock().timestamp())
        limit = self._limit(token)
        with self._lock:
            window = self._windows.get(token or "")
            if window is None or window.reset <= now:
                window = self._windows[token or ""] = _Window(0, now + HOUR)
            over = window.used >= limit
            window.used = min(limit, window.used + 1)
            values = (limit, limit - window.used, window.reset, window.used, "core")
        names = ("limit", "remaining", "reset", "used", "resource")
        headers = {f"x-ratelimit-{n}": str(v) for n, v in zip(names, values, strict=True)}
        return headers, over

    def _limit(self, token: str | None) -> int:
        if token == self.world.actions_token:
            return WORKFLOW
        return PERSON if token in self.world.ledger.tokens else VISITOR


def token_of(authorization: str | None) -> str | None:
    """The token in the header of a request: ``token T`` or ``Bearer T``."""
    if not authorization:
        return None
    return authorization.partition(" ")[2].strip()


def _with(headers: dict[str, str], start: "StartResponse") -> "StartResponse":
    def stamped(status: str, given: list[tuple[str, str]], *rest: Any) -> Any:
        there = {name.lower() for name, _ in given}
        more = [(name, value) for name, value in headers.items() if name not in there]
        return start(status, [*given, *more], *rest)

    return stamped


def _turned_away(headers: dict[str, str], start: "StartResponse") -> Iterable[bytes]:
    document = error_document(403, "API rate limit exceeded for installation.")
    body = json.dumps(document).encode()
    kind = ("Content-Type", "application/json; charset=utf-8")
    start("403 Forbidden", [kind, ("Content-Length", str(len(body))), *headers.items()])
    return [body]
