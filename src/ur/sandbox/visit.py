"""Who looks at the pages, from where, and whether what they send is theirs.

Everybody here is made up: whoever sits at this machine may be any of them.
"""

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Response, redirect, request
from werkzeug.exceptions import NotFound

from ur.sandbox.ledger import Account
from ur.sandbox.limits import OF_THE_API

if TYPE_CHECKING:
    from ur.sandbox.sandbox import Sandbox

COOKIE = "ur-sandbox-person"
LOOPBACK = {"127.0.0.1", "::1"}
POLICY = (
    "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_LOCAL = re.compile(r"/(?![/\\])[!-\[\]-~]*")
LONGEST_FORM = 4_000_000
"""Bytes of a form: far beyond what an issue may hold, so that what is too much comes back whole."""


class Missing(Exception):  # noqa: N818 - no fault of ours
    """There is no such page."""


class Barred(Exception):  # noqa: N818 - no fault of ours
    """What was sent is refused; the text says why."""


def missing() -> Exception:
    """The page is not there; where the API begins, the API says so."""
    return NotFound() if OF_THE_API.fullmatch(request.path) else Missing()


def visitor(sandbox: "Sandbox") -> Account:
    """Who looks: whom they chose, or the first who is not the owner."""
    owner = sandbox.world.owner
    people = sandbox.people()
    chosen = request.cookies.get(COOKIE, "").lower()
    usual = [login for login in people if login != owner.login]
    wanted = [login for login in people if login.lower() == chosen]
    login = next(iter(wanted + usual), owner.login)
    return sandbox.world.ledger.account(login) or owner


def become(sandbox: "Sandbox", login: str, back: str) -> Response:
    """Be somebody else from now on, and see the same page again."""
    if login not in sandbox.people():
        raise Barred(f"Nobody here is called {login!r}.")
    reply = see_other(back if is_local(back) else "/")
    reply.set_cookie(COOKIE, login, samesite="Lax", httponly=True, path="/")
    return reply


def is_local(address: str) -> bool:
    """Whether an address is a path on this server, which no browser reads otherwise."""
    return bool(_LOCAL.fullmatch(address))


def check_host(sandbox: "Sandbox") -> Response | None:
    """Serve nobody who came by another name: a foreign site may point its own here."""
    name = request.host.rpartition(":")[0] if request.host[-1:].isdigit() else request.host
    if name in LOOPBACK or name in {"localhost", "[::1]", urlsplit(sandbox.world.url).hostname}:
        return None
    return Response("This is localhost.\n", 421, content_type="text/plain; charset=utf-8")


def see_other(address: str) -> Response:
    """Go there, by GET."""
    reply = redirect(address, 303)
    return Response(reply.get_data(), reply.status_code, reply.headers)


def to_localhost(sandbox: "Sandbox") -> Response | None:
    """The same page under the name that every picture's address has; None if it is that."""
    host = urlsplit(f"//{request.host}").hostname
    if request.method != "GET" or host not in LOOPBACK:
        return None
    path = request.full_path if request.query_string else request.path
    return see_other(sandbox.world.url + path)


def check_sender(sandbox: "Sandbox") -> None:
    """Let no other site send a form here in the name of whoever looks at it."""
    if request.method in {"GET", "HEAD"}:
        return
    sender = request.headers.get("Origin") or request.headers.get("Referer")
    here = urlsplit(sandbox.world.url).netloc
    if sender is not None and _netloc(sender) != here:
        raise Barred("This came from another site than this one, so nothing was done.")


def _netloc(address: str) -> str | None:
    try:
        return urlsplit(address).netloc
    except ValueError:
        return None


def secure(reply: Response) -> Response:
    """A page with what a browser is to be told about it."""
    reply.headers.setdefault("Content-Security-Policy", POLICY)
    reply.headers.setdefault("X-Content-Type-Options", "nosniff")
    reply.headers.setdefault("Referrer-Policy", "same-origin")
    if "Cache-Control" not in reply.headers:
        reply.headers["Cache-Control"] = "no-store"
    return reply


def for_ever(reply: Response) -> Response:
    """A reply that will always be the same."""
    reply.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return reply
