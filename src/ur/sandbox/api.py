"""GitHub's REST API over a world: the operations that the game uses.

``OPERATIONS`` is the whole list. Each is served with the world's lock held,
so that one request's effect is never seen by halves.
"""

import json
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Flask, Response, request
from werkzeug.exceptions import MethodNotAllowed, NotFound

from ur.sandbox import checks, refusals
from ur.sandbox.faults import STRUCK_BY, Faults
from ur.sandbox.ledger import ACTIONS_ID, Account, Issue
from ur.sandbox.limits import OF_THE_API, Limits, token_of
from ur.sandbox.paging import T, page_of
from ur.sandbox.refusals import Flaw, Refusal
from ur.sandbox.shapes import Shapes
from ur.sandbox.world import World

HERE = "/repos/<owner>/<name>"
ISSUES = f"{HERE}/issues"
ISSUE = f"{ISSUES}/<int:number>"
COMMENT = f"{ISSUES}/comments/<int:comment_id>"
OPERATIONS = (
    ("GET", "/user", "get_user"),
    ("GET", "/users/<login>", "get_account"),
    ("GET", HERE, "get_repository"),
    ("GET", ISSUES, "list_issues"),
    ("POST", ISSUES, "create_issue"),
    ("GET", ISSUE, "get_issue"),
    ("PATCH", ISSUE, "edit_issue"),
    ("GET", f"{ISSUE}/comments", "list_comments"),
    ("POST", f"{ISSUE}/comments", "create_comment"),
    ("GET", COMMENT, "get_comment"),
    ("PATCH", COMMENT, "edit_comment"),
    ("DELETE", COMMENT, "delete_comment"),
    ("GET", f"{ISSUE}/reactions", "list_reactions"),
    ("POST", f"{ISSUE}/reactions", "react"),
    ("DELETE", f"{ISSUE}/reactions/<int:reaction_id>", "unreact"),
    ("POST", f"{ISSUE}/labels", "add_labels"),
    ("DELETE", f"{ISSUE}/labels/<path:label>", "remove_label"),
    ("GET", f"{HERE}/labels", "list_labels"),
    ("POST", f"{HERE}/labels", "create_label"),
    ("GET", f"{HERE}/labels/<path:label>", "get_label"),
)


def create_app(world: World, faults: Faults | None = None, limits: Limits | None = None) -> Flask:
    """The application; pages for people may be registered on it beside the API."""
    app = Flask("ur.sandbox", static_folder=None)
    app.config["PROPAGATE_EXCEPTIONS"] = True
    app.register_blueprint(blueprint(world))
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(NotFound, _not_served)
    app.register_error_handler(MethodNotAllowed, _not_served)
    faulty = (faults or Faults()).wrap(app.wsgi_app)
    app.wsgi_app = (limits or Limits(world)).wrap(faulty)  # type: ignore[method-assign, assignment]
    return app


def blueprint(world: World) -> Blueprint:
    """The API alone."""
    api = Blueprint("api", __name__)
    serve = _Api(world)
    for method, path, name in OPERATIONS:
        view = _view(serve, getattr(serve, name))
        api.add_url_rule(path, name, view, methods=[method], provide_automatic_options=False)
    return api


class _Api:
    """One method an operation, by the names in ``OPERATIONS``."""

    def __init__(self, world: World) -> None:
        self.world = world

    def actor(self) -> Account | None:
        """Who asks."""
        return self.world.whose(token_of(request.headers.get("Authorization")))

    def get_user(self) -> Response:
        actor = self.actor()
        if actor is None:
            raise refusals.nobody()
        if actor.id == ACTIONS_ID:
            raise refusals.not_accessible()
        return _reply(self._shapes().profile(actor, own=True))

    def get_account(self, login: str) -> Response:
        return _reply(self._shapes().profile(self.world.account(login)))

    def get_repository(self) -> Response:
        actor = self.actor()
        trusted = actor is not None and self.world.is_trusted(actor)
        return _reply(self._shapes().full_repository(actor, trusted=trusted))

    def list_issues(self) -> Response:
        return self._page(self._chosen(self.world.issues()), self._shapes().issue)

    def create_issue(self) -> Response:
        sent = _sent()
        keys = ("title", "body", "labels", "assignees")
        issue = self.world.create_issue(self.actor(), *(sent.get(key) for key in keys))
        shape = self._shapes().issue(issue)
        return _reply(shape, 201, {"Location": shape["url"]})

    def get_issue(self, number: int) -> Response:
        return _reply(self._shapes().issue(self.world.issue(number)))

    def edit_issue(self, number: int) -> Response:
        return _reply(self._shapes().issue(self.world.edit_issue(self.actor(), number, _sent())))

    def list_comments(self, number: int) -> Response:
        issue, shapes = self.world.issue(number), self._shapes()
        since = request.args.get("since", "")
        comments = [comment for comment in issue.comments if comment.updated_at >= since]
        return self._page(comments, lambda comment: shapes.comment(issue, comment))

    def create_comment(self, number: int) -> Response:
        comment = self.world.create_comment(self.actor(), number, _sent().get("body"))
        shape = self._shapes().comment(self.world.issue(number), comment)
        return _reply(shape, 201, {"Location": shape["url"]})

    def get_comment(self, comment_id: int) -> Response:
        return _reply(self._shapes().comment(*self.world.comment(comment_id)))

    def edit_comment(self, comment_id: int) -> Response:
        self.world.edit_comment(self.actor(), comment_id, _sent().get("body"))
        return _reply(self._shapes().comment(*self.world.comment(comment_id)))

    def delete_comment(self, comment_id: int) -> Response:
        self.world.delete_comment(self.actor(), comment_id)
        return Response(status=204)

    def list_reactions(self, number: int) -> Response:
        content = request.args.get("content")
        reactions = self.world.issue(number).reactions
        if content is not None:
            wanted = checks.reaction(content)
            reactions = [reaction for reaction in reactions if reaction.content == wanted]
        return self._page(reactions, self._shapes().reaction)

    def react(self, number: int) -> Response:
        reaction, new = self.world.react(self.actor(), number, _sent().get("content"))
        return _reply(self._shapes().reaction(reaction), 201 if new else 200)

    def unreact(self, number: int, reaction_id: int) -> Response:
        self.world.unreact(self.actor(), number, reaction_id)
        return Response(status=204)

    def add_labels(self, number: int) -> Response:
        sent = _json()
        names = sent.get("labels") if isinstance(sent, dict) else sent
        labels = self.world.add_labels(self.actor(), number, names)
        return _reply([self._shapes().label(one) for one in labels])

    def remove_label(self, number: int, label: str) -> Response:
        labels = self.world.remove_label(self.actor(), number, label)
        return _reply([self._shapes().label(one) for one in labels])

    def list_labels(self) -> Response:
        return self._page(self.world.ledger.labels, self._shapes().label)

    def create_label(self) -> Response:
        sent = _sent()
        keys = ("name", "color", "description")
        label = self.world.create_label(self.actor(), *(sent.get(key) for key in keys))
        shape = self._shapes().label(label)
        return _reply(shape, 201, {"Location": shape["url"]})

    def get_label(self, label: str) -> Response:
        return _reply(self._shapes().label(self.world.label(label)))

    def _shapes(self) -> Shapes:
        return Shapes(self.world.ledger, request.host_url)

    def _page(self, items: list[T], shape: Callable[[T], Any]) -> Response:
        fault = request.environ.get(STRUCK_BY)
        items, link = page_of(items, request.args, request.base_url, fault)
        return _reply([shape(item) for item in items], headers={"Link": link} if link else None)

    def _chosen(self, issues: list[Issue]) -> list[Issue]:
        asked = request.args
        state = asked.get("state", "open")
        if state not in ("open", "closed", "all"):
            raise refusals.invalid(Flaw("Issue", "state", "invalid", value=state))
        labels = {name.strip().lower() for name in asked.get("labels", "").split(",") if name}
        creator = self.world.ledger.account(asked.get("creator", ""))
        chosen = [
            issue
            for issue in issues
            if state in ("all", issue.state)
            and labels <= {label.name.lower() for label in self.world.labels_of(issue)}
            and issue.updated_at >= asked.get("since", "")
            and ("creator" not in asked or (creator and issue.author == creator.id))
        ]
        return sorted(chosen, key=_order(asked.get("sort", "created")), reverse=_newest_first())


def _order(by: str) -> Callable[[Issue], tuple[str | int, int]]:
    if by == "updated":
        return lambda issue: (issue.updated_at, issue.number)
    if by == "comments":
        return lambda issue: (len(issue.comments), issue.number)
    return lambda issue: (issue.created_at, issue.number)


def _newest_first() -> bool:
    return request.args.get("direction", "desc") != "asc"


def _view(serve: _Api, operation: Callable[..., Response]) -> Callable[..., Response]:
    def view(**place: Any) -> Response:
        with serve.world.lock:
            serve.actor()  # whoever may read without a token may not read with a wrong one
            if "owner" in place:
                full_name = f"{place.pop('owner')}/{place.pop('name')}"
                if full_name.lower() != serve.world.full_name.lower():
                    raise refusals.not_found()
            return operation(**place)

    return view


def _json() -> Any:
    """What was sent; half a character, which no reply and no page can hold, is no JSON."""
    try:
        sent = json.loads(request.get_data() or b"{}")
        json.dumps(sent, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Refusal(400, "Problems parsing JSON") from None
    return sent


def _sent() -> dict[str, Any]:
    sent = _json()
    if not isinstance(sent, dict):
        raise Refusal(400, "Body should be a JSON object")
    return sent


def _reply(document: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    reply = Response(json.dumps(document), status, content_type="application/json; charset=utf-8")
    reply.headers["X-GitHub-Media-Type"] = "github.v3; format=json"
    reply.headers.update(headers or {})
    return reply


def _refused(refusal: Refusal) -> Response:
    return _reply(refusal.document, refusal.status)


def _not_served(error: NotFound | MethodNotAllowed) -> Any:
    """GitHub answers what its API does not know in JSON, a page in HTML."""
    return _refused(refusals.not_found()) if OF_THE_API.fullmatch(request.path) else error
