"""GitHub's pages, as far as the game needs them, and the sandbox's own.

``blueprint`` goes beside the API on one application. Each part has its pages
in a table of (method, path, name of the function); all of them are drawn by
the templates in ``html``, in one frame.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from flask import Blueprint, Response, redirect, render_template, request
from jinja2 import StrictUndefined
from werkzeug.exceptions import RequestEntityTooLarge

from ur.sandbox import visit
from ur.sandbox.pages_actions import ActionsPages
from ur.sandbox.pages_code import CodePages
from ur.sandbox.pages_issues import IssuePages
from ur.sandbox.pages_people import PeoplePages
from ur.sandbox.pages_sandbox import SandboxPages
from ur.sandbox.refusals import Refusal
from ur.sandbox.saying import FILTERS

if TYPE_CHECKING:
    from flask.blueprints import BlueprintSetupState

    from ur.sandbox.sandbox import Sandbox

ICON = "data:image/svg+xml," + quote((Path(__file__).parent / "static/icon.svg").read_text("utf-8"))
"""The icon in the page itself: a browser fetches it late, and may be gone before it comes."""

View = Callable[..., str | Response]
PARTS = (CodePages, IssuePages, ActionsPages, SandboxPages, PeoplePages)


def blueprint(sandbox: "Sandbox") -> Blueprint:
    """Every page of a sandbox."""
    pages = Blueprint(
        "pages",
        __name__,
        template_folder="html",
        static_folder="static",
        static_url_path="/sandbox/static",
    )
    for part in PARTS:
        serve = part(sandbox)
        views = {name: _view(sandbox, getattr(serve, name)) for _, _, name in part.PAGES}
        for method, path, name in part.PAGES:
            pages.add_url_rule(path, f"{part.__name__}_{name}", views[name], methods=[method])
    pages.add_url_rule("/favicon.ico", "favicon", _favicon)
    pages.add_url_rule("/<path:unknown>", "unknown", _unknown, methods=["GET", "POST"])
    pages.record_once(_furnish)
    pages.before_request(lambda: _receive(sandbox))
    pages.after_request(visit.secure)
    pages.context_processor(lambda: _around(sandbox))
    for error, answer in _ERRORS:
        pages.register_error_handler(error, answer)
    return pages


def _furnish(state: "BlueprintSetupState") -> None:
    environment = state.app.jinja_env
    environment.undefined = StrictUndefined
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.filters.update(FILTERS)


def _view(sandbox: "Sandbox", page: View) -> View:
    """A page of the one repository; there is no other."""

    def view(**place: Any) -> str | Response:
        if "owner" in place:
            asked = f"{place.pop('owner')}/{place.pop('name')}"
            if asked.lower() != sandbox.world.full_name.lower():
                raise visit.missing()
        return page(**place)

    return view


def _receive(sandbox: "Sandbox") -> Response | None:
    request.max_form_memory_size = visit.LONGEST_FORM
    visit.check_sender(sandbox)
    return visit.to_localhost(sandbox)


def _around(sandbox: "Sandbox") -> dict[str, Any]:
    """What the frame shows on every page."""
    world = sandbox.world
    with world.lock:
        issues = [issue for issue in world.ledger.issues.values() if not issue.deleted]
        return {
            "icon": ICON,
            "home": f"/{world.full_name}",
            "owner": world.owner.login,
            "repository": world.repository.name,
            "branch": world.repository.default_branch,
            "open_issues": sum(i.state == "open" and not i.is_pull_request for i in issues),
            "me": visit.visitor(sandbox).login,
            "people": sandbox.people(),
            "here": request.full_path if request.query_string else request.path,
            "troubled": sandbox.faults.waiting + len(sandbox.troubles.active),
        }


def _favicon() -> Any:
    return redirect("/sandbox/static/icon.svg", 302)


def _unknown(unknown: str) -> str:  # noqa: ARG001 - Flask names it
    raise visit.missing()


def _error(status: int, heading: str, words: str) -> tuple[str, int]:
    return render_template("error.html", heading=heading, words=words), status


def _missing(_: Exception) -> tuple[str, int]:
    return _error(404, "There is no such page", "Perhaps the address has a slip of the pen.")


def _barred(barred: Exception) -> tuple[str, int]:
    return _error(403, "That is not for you to do", str(barred))


def _refused(refusal: Refusal) -> tuple[str, int]:
    heading = {404: "There is no such page", 410: "It is gone"}.get(
        refusal.status, "GitHub would refuse that"
    )
    flaws = [flaw.message or f"{flaw.field}: {flaw.code}" for flaw in refusal.flaws]
    return _error(refusal.status, heading, ". ".join([refusal.message, *flaws]))


def _too_large(_: Exception) -> tuple[str, int]:
    return _error(413, "That is too much", "Go back in your browser and send less at a time.")


_ERRORS: tuple[tuple[type[Exception], Any], ...] = (
    (visit.Missing, _missing),
    (visit.Barred, _barred),
    (Refusal, _refused),
    (RequestEntityTooLarge, _too_large),
)
