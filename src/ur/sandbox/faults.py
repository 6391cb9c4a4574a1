"""GitHub on a bad day, on purpose: late, wrong, silent or out of date.

Rules wait in a queue. The first that fits a request strikes it, either
BEFORE the effect, which then does not happen unless the fault merely delays,
or AFTER it: what was asked is done, and the client does not hear of it.
"""

import json
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from io import BytesIO
from typing import TYPE_CHECKING

from werkzeug.wrappers import Response

from ur.sandbox.refusals import error_document

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

STRUCK_BY = "ur.sandbox.fault"
UNICORN = "<!DOCTYPE html>\n<html><head><title>Unicorn! &middot; GitHub</title></head></html>\n"


class Moment(Enum):
    """When a fault strikes, or a hook is called: before or after the effect."""

    BEFORE = "before"
    AFTER = "after"


BEFORE, AFTER = Moment.BEFORE, Moment.AFTER


@dataclass(slots=True)
class Call:
    """One request; ``status`` and ``reply`` are there after its effect only."""

    method: str
    path: str
    query: str
    body: bytes
    environ: "WSGIEnvironment" = field(repr=False)
    status: int = 0
    reply: bytes = b""

    def fits(self, method: str, path: str) -> bool:
        """Whether a rule means this request: ``path`` may stop at the query or search in it."""
        if method not in ("*", self.method):
            return False
        whole = f"{self.path}?{self.query}"
        return bool(re.search(path, self.path) or re.search(path, whole))


@dataclass(frozen=True, slots=True)
class Delay:
    """The server takes its time; the request is served all the same."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Reply:
    """Another reply than the right one."""

    status: int
    body: str
    headers: tuple[tuple[str, str], ...] = ()
    kind: str = "application/json; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Cut:
    """The connection is closed, before the reply or in the middle of it."""

    midway: bool = False


@dataclass(frozen=True, slots=True)
class Lag:
    """A list that does not yet know its newest entries; ``paging`` sees to it."""

    newest: int = 1


@dataclass(frozen=True, slots=True)
class StalePage:
    """A page of a list that repeats the page before it; ``paging`` sees to it."""


Fault = Delay | Reply | Cut | Lag | StalePage


@dataclass(slots=True)
class _Rule:
    fault: Fault
    moment: Moment
    method: str
    path: str
    times: int
    skip: int


Hook = Callable[[Moment, Call], None]


class Faults:
    """The faults that are still to come, and the hook that sees every request."""

    def __init__(self) -> None:
        self.hook: Hook | None = None
        self._rules: list[_Rule] = []
        self._lock = threading.Lock()
        self._released = threading.Event()

    def add(
        self,
        fault: Fault,
        method: str = "*",
        path: str = "",
        *,
        moment: Moment = BEFORE,
        times: int = 1,
        skip: int = 0,
    ) -> None:
        """Let a fault strike the next ``times`` requests that fit, but for the first ``skip``.

        ``path`` is a regular expression that is searched for; ``*`` is every method.
        """
        rule = _Rule(fault, moment, method, path, times, skip)
        with self._lock:
            self._rules.append(rule)

    def clear(self) -> None:
        """Let nothing more go wrong."""
        with self._lock:
            self._rules.clear()

    @property
    def waiting(self) -> int:
        """How many requests are still to be struck."""
        with self._lock:
            return sum(rule.times for rule in self._rules)

    def arm(self) -> None:
        """Let delays last: the server starts."""
        self._released.clear()

    def release(self) -> None:
        """End every delay, now and until armed again: the server stops."""
        self._released.set()

    def wrap(self, app: "WSGIApplication") -> "WSGIApplication":
        """The application with its faults."""

        def faulty(environ: "WSGIEnvironment", start: "StartResponse") -> "Iterable[bytes]":
            call = _read(environ)
            rule = self._take(call)
            reply = self._before(call, rule)
            if reply is None:
                reply = Response.from_app(app, environ, buffered=True)
                reply = self._after(call, rule, reply)
            return reply(environ, start)

        return faulty

    def _before(self, call: Call, rule: _Rule | None) -> Response | None:
        self._tell(BEFORE, call)
        if rule is None:
            return None
        call.environ[STRUCK_BY] = rule.fault
        if rule.moment is AFTER:
            return None
        return self._strike(rule.fault, call, None)

    def _after(self, call: Call, rule: _Rule | None, reply: Response) -> Response:
        call.status, call.reply = reply.status_code, reply.get_data()
        self._tell(AFTER, call)
        if rule is None or rule.moment is BEFORE:
            return reply
        return self._strike(rule.fault, call, reply) or reply

    def _strike(self, fault: Fault, call: Call, reply: Response | None) -> Response | None:
        """What the client gets; None lets the request pass."""
        match fault:
            case Delay(seconds):
                self._released.wait(seconds)
            case Reply(status, body, headers, kind):
                return Response(body, status, list(headers), content_type=kind)
            case Cut(midway=True):
                return _cut_midway(call, reply)
            case Cut():
                raise _hung_up(call)
        return reply

    def _tell(self, moment: Moment, call: Call) -> None:
        if self.hook is not None:
            self.hook(moment, call)

    def _take(self, call: Call) -> _Rule | None:
        with self._lock:
            for rule in self._rules:
                if not call.fits(rule.method, rule.path):
                    continue
                if rule.skip:
                    rule.skip -= 1
                    continue
                rule.times -= 1
                if not rule.times:
                    self._rules.remove(rule)
                return rule
        return None


def error(status: int, message: str, **headers: str) -> Reply:
    """An error as GitHub tells it; ``retry_after`` is the header ``retry-after``."""
    named = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Reply(status, json.dumps(error_document(status, message)), named)


def rate_limited(reset_in: float = 1800, limit: int = 1000) -> Reply:
    """The hour's requests are spent; the next hour begins ``reset_in`` seconds from now."""
    return error(
        403,
        "API rate limit exceeded for installation ID 41898282.",
        x_ratelimit_limit=str(limit),
        x_ratelimit_remaining="0",
        x_ratelimit_used=str(limit),
        x_ratelimit_reset=str(int(time.time() + reset_in)),
        x_ratelimit_resource="core",
    )


def secondary_limit(retry_after: int | None = 60, status: int = 403) -> Reply:
    """Too much too fast."""
    headers = {} if retry_after is None else {"retry_after": str(retry_after)}
    message = (
        "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    )
    return error(status, message, **headers)


def too_many_requests(retry_after: int | None = None) -> Reply:
    """The same, by the other status."""
    return secondary_limit(retry_after, 429)


def html(status: int = 502) -> Reply:
    """A page where JSON was due, even with status 200."""
    return Reply(status, UNICORN, kind="text/html; charset=utf-8")


BAD_CREDENTIALS = error(401, "Bad credentials")
NOT_ACCESSIBLE = error(403, "Resource not accessible by integration")
NOT_FOUND = error(404, "Not Found")
GONE = error(410, "Issues are disabled for this repo")
UNPROCESSABLE = error(422, "Validation Failed")
SERVER_ERROR = error(500, "Server Error")
BAD_GATEWAY = error(502, "Server Error")


def _read(environ: "WSGIEnvironment") -> Call:
    """The request, its body read and put back."""
    length = int(environ.get("CONTENT_LENGTH") or 0)
    body = environ["wsgi.input"].read(length) if length else b""
    environ["wsgi.input"] = BytesIO(body)
    method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
    return Call(method, path, environ.get("QUERY_STRING", ""), body, environ)


def _hung_up(call: Call) -> ConnectionAbortedError:
    wire = call.environ.get("werkzeug.socket")
    if wire is not None:
        wire.shutdown(socket.SHUT_RDWR)
    return ConnectionAbortedError("cut on purpose")


def _cut_midway(call: Call, reply: Response | None) -> Response:
    whole = reply.get_data() if reply else b'{"id": 3000000001, "node_id": "I_kwDO"}'
    cut = Response(_half(call, whole), reply.status if reply else 200)
    cut.content_type = "application/json; charset=utf-8"
    cut.headers["Content-Length"] = str(max(len(whole), 2))
    return cut


def _half(call: Call, whole: bytes) -> Iterator[bytes]:
    yield whole[: len(whole) // 2]
    raise _hung_up(call)
