"""What can be done on GitHub, by whom, and what comes of it; no HTTP here.

Every verb acts as an account (None is a visitor who is not signed in) and
raises the Refusal that GitHub would answer with. The verbs at the top are the
ones that GitHub has no API for: they make people, and let them act as they do
on the web pages.
"""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from ur.sandbox import checks, refusals
from ur.sandbox.ledger import (
    ACTIONS_ID,
    ACTIONS_LOGIN,
    GHOST_ID,
    Account,
    Comment,
    Issue,
    Kind,
    Label,
    Ledger,
    Reaction,
    Repository,
)
from ur.sandbox.refusals import Flaw
from ur.sandbox.shapes import Shapes

Clock = Callable[[], datetime]
P = ParamSpec("P")
R = TypeVar("R")


def utc_now() -> datetime:
    """The time by this machine's clock."""
    return datetime.now(UTC)


def _one_at_a_time(
    verb: Callable[Concatenate["World", P], R],
) -> Callable[Concatenate["World", P], R]:
    @wraps(verb)
    def held(world: "World", /, *args: P.args, **kwargs: P.kwargs) -> R:
        with world.lock:
            return verb(world, *args, **kwargs)

    return held


class World:
    """GitHub, as far as one repository can see it.

    ``lock`` is held by each verb, and may be held round several. ``url`` is
    where the world is served, for what leaves it other than as a reply.
    """

    actions_token = "token-of-the-workflow"  # noqa: S105 - opens nothing

    def __init__(
        self,
        owner: str = "keeper",
        name: str | None = None,
        *,
        owner_id: int = 5001,
        owner_type: Kind = "User",
        repository_id: int = 700_000_001,
        numbers_above: int = 0,
        clock: Clock = utc_now,
    ) -> None:
        self.clock = clock
        self.lock = threading.RLock()
        self.url = "http://localhost"
        repository = Repository(repository_id, owner_id, name or owner, self.now())
        self.ledger = Ledger(repository, last_number=numbers_above)
        self._enrol(Account(GHOST_ID, "ghost"))
        self._enrol(Account(owner_id, owner, owner_type))
        self._enrol(Account(ACTIONS_ID, ACTIONS_LOGIN, "Bot"), self.actions_token)

    @classmethod
    def load(cls, document: dict[str, Any], clock: Clock = utc_now) -> "World":
        """The world that was dumped into a document.

        Raises:
            ValueError: the document is of another schema.
        """
        world = cls(clock=clock)
        world.ledger = Ledger.from_document(document)
        return world

    @_one_at_a_time
    def dump(self) -> dict[str, Any]:
        """The whole world as a JSON document."""
        return self.ledger.to_document()

    def now(self) -> str:
        """The time as GitHub writes it."""
        return self.clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @property
    def repository(self) -> Repository:
        """The repository; what its settings page changes may be set here."""
        return self.ledger.repository

    @property
    def owner(self) -> Account:
        """Whose repository it is."""
        return self.ledger.accounts[self.repository.owner]

    @property
    def full_name(self) -> str:
        """The repository as ``owner/name``."""
        return f"{self.owner.login}/{self.repository.name}"

    # What people do elsewhere than through the API.

    @_one_at_a_time
    def add_person(self, login: str, id: int | None = None, kind: Kind = "User") -> str:  # noqa: A002 - GitHub's word
        """A new account; its token."""
        if self.ledger.account(login):
            raise ValueError(f"there is a {login} already")
        number = max(self.ledger.accounts) + 1 if id is None else id
        if number in self.ledger.accounts:
            raise ValueError(f"there is an account {number} already")
        return self._enrol(Account(number, login, kind, self.now()))

    @_one_at_a_time
    def account(self, login: str) -> Account:
        """Who has this login.

        Raises:
            Refusal: nobody has, or not any more.
        """
        account = self.ledger.account(login)
        if account is None:
            raise refusals.not_found()
        return account

    @_one_at_a_time
    def token_of(self, login: str) -> str:
        """The token of an account."""
        account = self.account(login)
        return next(token for token, who in self.ledger.tokens.items() if who == account.id)

    @_one_at_a_time
    def add_collaborator(self, login: str) -> None:
        """Let somebody write to the repository."""
        self.repository.collaborators.append(self.account(login).id)

    @_one_at_a_time
    def rename(self, login: str, new: str) -> None:
        """Give an account another login."""
        self.account(login).login = new

    @_one_at_a_time
    def delete_account(self, login: str) -> None:
        """Delete an account: what it wrote stays, and is nobody's."""
        self.account(login).deleted = True

    @_one_at_a_time
    def delete_issue(self, number: int) -> None:
        """Delete an issue, as only the web page can."""
        self.issue(number).deleted = True

    @_one_at_a_time
    def lock_issue(self, number: int) -> None:
        """Lock an issue's conversation."""
        self.issue(number).locked = True

    @_one_at_a_time
    def open_issue(self, login: str, title: str, body: str = "") -> int:
        """Open an issue as the web form does; its number."""
        return self.create_issue(self.account(login), title, body).number

    @_one_at_a_time
    def open_pull_request(self, login: str, title: str, body: str = "") -> int:
        """Open a pull request; its number, which no issue will have."""
        issue = self.create_issue(self.account(login), title, body)
        issue.is_pull_request = True
        return issue.number

    @_one_at_a_time
    def event(self, number: int) -> dict[str, Any]:
        """The payload that a workflow reads when the issue was opened."""
        return Shapes(self.ledger, self.url).opened(self.issue(number))

    # What may be read.

    @_one_at_a_time
    def whose(self, token: str | None) -> Account | None:
        """Who sends this token; nobody sends none.

        Raises:
            Refusal: the token is not known, or its account is gone.
        """
        if token is None:
            return None
        account = self.ledger.accounts.get(self.ledger.tokens.get(token, 0))
        if account is None or account.deleted:
            raise refusals.bad_credentials()
        return account

    @_one_at_a_time
    def issues(self) -> list[Issue]:
        """Every issue and pull request there is, by number."""
        if not self.repository.has_issues:
            raise refusals.issues_disabled()
        return [issue for _, issue in sorted(self.ledger.issues.items()) if not issue.deleted]

    @_one_at_a_time
    def issue(self, number: int) -> Issue:
        """One issue or pull request."""
        if not self.repository.has_issues:
            raise refusals.issues_disabled()
        issue = self.ledger.issues.get(number)
        if issue is None:
            raise refusals.not_found()
        if issue.deleted:
            raise refusals.issue_deleted()
        return issue

    @_one_at_a_time
    def comment(self, comment_id: int) -> tuple[Issue, Comment]:
        """One comment and the issue it stands under."""
        for issue in self.issues():
            for comment in issue.comments:
                if comment.id == comment_id:
                    return issue, comment
        raise refusals.not_found()

    @_one_at_a_time
    def label(self, name: str) -> Label:
        """One label of the repository."""
        label = self.ledger.label(name)
        if label is None:
            raise refusals.not_found()
        return label

    # What the API can do.

    @_one_at_a_time
    def create_issue(
        self,
        actor: Account | None,
        title: Any,
        body: Any = None,
        labels: Any = None,
        assignees: Any = None,
    ) -> Issue:
        """Open an issue; a stranger's labels and assignees are dropped in silence."""
        author = self._writer(actor)
        if not self.repository.has_issues:
            raise refusals.issues_disabled()
        now = self.now()
        issue = Issue(0, 0, author.id, checks.title(title), checks.issue_body(body), now, now)
        if self.is_trusted(author):
            issue.assignees = self._assignable(checks.logins(assignees or []))
            issue.labels = self._label_ids(checks.label_names(labels or []))
        self.ledger.last_number += 1
        issue.id, issue.number = self._next_id(), self.ledger.last_number
        self.ledger.issues[issue.number] = issue
        return issue

    @_one_at_a_time
    def edit_issue(self, actor: Account | None, number: int, changes: dict[str, Any]) -> Issue:
        """Change an issue, all of it or none; only what ``changes`` names."""
        actor = self._writer(actor)
        issue = self.issue(number)
        trusted = self.is_trusted(actor)
        if not trusted and actor.id != issue.author:
            raise refusals.no_rights()
        new = _checked(changes)
        if trusted and "assignees" in new:
            issue.assignees = self._assignable(new["assignees"])
        if trusted and "labels" in new:
            issue.labels = self._label_ids(new["labels"])
        issue.title = new.get("title", issue.title)
        issue.body = new.get("body", issue.body)
        self._turn(issue, actor, new.get("state", issue.state), new.get("state_reason"))
        issue.updated_at = self.now()
        return issue

    @_one_at_a_time
    def create_comment(self, actor: Account | None, number: int, body: Any) -> Comment:
        """Comment on an issue."""
        issue, author = self._conversation(actor, number, "comment")
        text, now = checks.comment_body(body), self.now()
        comment = Comment(self._next_id(), author.id, text, now, now)
        issue.comments.append(comment)
        issue.updated_at = now
        return comment

    @_one_at_a_time
    def edit_comment(self, actor: Account | None, comment_id: int, body: Any) -> Comment:
        """Write a comment anew."""
        issue, comment = self._own_comment(actor, comment_id)
        comment.body = checks.comment_body(body)
        comment.updated_at = issue.updated_at = self.now()
        return comment

    @_one_at_a_time
    def delete_comment(self, actor: Account | None, comment_id: int) -> None:
        """Take a comment away."""
        issue, comment = self._own_comment(actor, comment_id)
        issue.comments.remove(comment)
        issue.updated_at = self.now()

    @_one_at_a_time
    def react(self, actor: Account | None, number: int, content: Any) -> tuple[Reaction, bool]:
        """React to an issue; the reaction, and whether it is new."""
        issue, author = self._conversation(actor, number, "reaction")
        wanted = checks.reaction(content)
        for old in issue.reactions:
            if (old.author, old.content) == (author.id, wanted):
                return old, False
        reaction = Reaction(self._next_id(), author.id, wanted, self.now())
        issue.reactions.append(reaction)
        issue.updated_at = reaction.created_at
        return reaction, True

    @_one_at_a_time
    def unreact(self, actor: Account | None, number: int, reaction_id: int) -> None:
        """Take one's own reaction back."""
        author = self._writer(actor)
        issue = self.issue(number)
        reaction = next((r for r in issue.reactions if r.id == reaction_id), None)
        if reaction is None:
            raise refusals.not_found()
        if reaction.author != author.id:
            raise refusals.no_rights()
        issue.reactions.remove(reaction)
        issue.updated_at = self.now()

    @_one_at_a_time
    def create_label(
        self, actor: Account | None, name: Any, color: Any = None, description: Any = None
    ) -> Label:
        """Make a label."""
        self._trusted(actor)
        name = checks.label_name(name)
        color, description = checks.colour(color), checks.label_description(description)
        if self.ledger.label(name):
            raise refusals.invalid(Flaw("Label", "name", "already_exists"))
        return self._new_label(name, color, description)

    @_one_at_a_time
    def add_labels(self, actor: Account | None, number: int, names: Any) -> list[Label]:
        """Put labels on an issue; all that it then carries."""
        self._trusted(actor)
        issue = self.issue(number)
        more = self._label_ids(checks.label_names(names))
        issue.labels = list(dict.fromkeys(issue.labels + more))
        issue.updated_at = self.now()
        return self.labels_of(issue)

    @_one_at_a_time
    def remove_label(self, actor: Account | None, number: int, name: str) -> list[Label]:
        """Take a label off an issue; all that it still carries."""
        self._trusted(actor)
        issue = self.issue(number)
        label = self.ledger.label(name)
        if label is None or label.id not in issue.labels:
            raise refusals.no_such_label()
        issue.labels.remove(label.id)
        issue.updated_at = self.now()
        return self.labels_of(issue)

    def labels_of(self, issue: Issue) -> list[Label]:
        """The labels that an issue carries."""
        return [label for label in self.ledger.labels if label.id in issue.labels]

    def is_trusted(self, account: Account) -> bool:
        """Whether the repository is theirs to keep in order."""
        keepers = {self.repository.owner, ACTIONS_ID, *self.repository.collaborators}
        return account.id in keepers

    def _enrol(self, account: Account, token: str | None = None) -> str:
        self.ledger.accounts[account.id] = account
        token = token or f"token-of-{account.id}"
        self.ledger.tokens[token] = account.id
        return token

    def _next_id(self) -> int:
        self.ledger.last_id += 1
        return self.ledger.last_id

    def _writer(self, actor: Account | None) -> Account:
        if actor is None:
            raise refusals.nobody()
        if actor.id == ACTIONS_ID and not self.repository.actions_may_write:
            raise refusals.not_accessible()
        if self.repository.archived:
            raise refusals.archived()
        return actor

    def _trusted(self, actor: Account | None) -> Account:
        actor = self._writer(actor)
        if not self.is_trusted(actor):
            raise refusals.no_rights()
        return actor

    def _conversation(self, actor: Account | None, number: int, what: str) -> tuple[Issue, Account]:
        actor = self._writer(actor)
        issue = self.issue(number)
        if issue.locked and not self.is_trusted(actor):
            raise refusals.locked(what)
        return issue, actor

    def _own_comment(self, actor: Account | None, comment_id: int) -> tuple[Issue, Comment]:
        actor = self._writer(actor)
        issue, comment = self.comment(comment_id)
        if actor.id != comment.author and not self.is_trusted(actor):
            raise refusals.no_rights()
        return issue, comment

    def _assignable(self, logins: list[str]) -> list[int]:
        ids = []
        for login in logins:
            account = self.ledger.account(login)
            if account is None or account.type != "User" or not self.is_trusted(account):
                raise refusals.invalid(Flaw("Issue", "assignees", "invalid", value=login))
            ids.append(account.id)
        return ids

    def _label_ids(self, names: list[str]) -> list[int]:
        known = (self.ledger.label(name) or self._new_label(name) for name in names)
        return [label.id for label in known]

    def _new_label(
        self, name: str, color: str = checks.DEFAULT_COLOUR, description: str | None = None
    ) -> Label:
        label = Label(self._next_id(), name, color, description)
        self.ledger.labels.append(label)
        return label

    def _turn(self, issue: Issue, actor: Account, state: str, reason: str | None) -> None:
        """Open or close; GitHub ignores the reason where the state stays as it was."""
        if state == issue.state:
            return
        issue.state = state
        closed = state == "closed"
        issue.state_reason = (reason or "completed") if closed else "reopened"
        issue.closed_at = self.now() if closed else None
        issue.closed_by = actor.id if closed else None


def _checked(changes: dict[str, Any]) -> dict[str, Any]:
    """The changes to an issue that can be made; null changes nothing but a body."""
    check = {
        "title": checks.title,
        "state": checks.state,
        "state_reason": checks.state_reason,
        "labels": checks.label_names,
        "assignees": checks.logins,
    }
    given = {
        key: check[key](value)
        for key, value in changes.items()
        if key in check and value is not None
    }
    if "body" in changes:
        given["body"] = checks.issue_body(changes["body"])
    return given
