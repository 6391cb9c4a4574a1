"""The conversation: issues of a repository, through GitHub's REST API.

PyGithub brings connection, sign-in, retries and errors; the answers are read as
plain JSON, since its objects fetch whatever they miss by requests of their own.

Laws:
    1. Closing is the last effect: an open issue is unfinished.
    2. An answer is given once: before a comment that may have been made, ours are looked for.
    3. Nothing of an issue's text is printed or passed on.
"""

import json
import re
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import requests
from github import Auth, Github, GithubException
from github.GithubException import RateLimitExceededException

from ur.errors import Resting, Unreachable
from ur.hosts.pace import LONGEST_WAIT, TOO_MANY, NoPace, Pace, Patience, Retry
from ur.port import LOGIN, Answer, Label, Person, Request, Waiting

PAGE = 100
MOST_PAGES = 50
MARKER = re.compile(r"<!-- ur:answer ([a-z-]{1,40}) -->")
HELD = "<!-- ur:held -->"
EYES, GRANTED, REFUSED = "eyes", "rocket", "confused"
KEEPER = "keeper"
GHOST = 10_137
"""The account that stands for deleted ones, where GitHub does not say null."""

Call = Callable[..., Any]


class GitHubForge:
    """The issues of ``repository`` (``owner/name``) at the API of ``url``.

    ``ours`` says which titles are requests. ``event`` is the payload of the
    event that started the run, if there is one: the list may not show its issue yet.
    """

    def __init__(
        self,
        url: str,
        token: str,
        repository: str,
        *,
        ours: Callable[[str], bool],
        keeper_title: str,
        event: Path | None = None,
    ) -> None:
        self.patience = Patience()
        retry = Retry(
            self.patience,
            total=2,
            backoff_factor=0.5,
            raise_on_status=False,
            secondary_rate_wait=LONGEST_WAIT,
            max_rate_limit_wait=LONGEST_WAIT,
            allowed_methods=frozenset({"GET", "PUT", "PATCH", "DELETE"}),
        )
        self._github = Github(
            auth=Auth.Token(token),
            base_url=url,
            timeout=20,
            retry=retry,
            seconds_between_requests=None,
            seconds_between_writes=None,
            lazy=True,
        )
        self._repository = repository
        self._ours = ours
        self._keeper_title = keeper_title
        self._event = event
        self._me: int | None = None
        self._reactions_work = True
        self._pace = NoPace() if _on_this_machine(url) else Pace()
        self._own: dict[int, list[str]] = {}
        self.spent = 0

    def close(self) -> None:
        """Close the connection."""
        self._github.close()

    def waiting(self, *, enough: int) -> Waiting:
        """The open requests, oldest first: all, or so many that ``enough`` of them were seen.

        Raises:
            Unreachable: they cannot be listed now.
        """
        requests_: dict[int, Request] = {}
        to_keeper = None
        for issue in self._pages("issues", state="open"):
            if request := self._request(issue):
                requests_[request.number] = request
            elif self._is_to_keeper(issue):
                to_keeper = to_keeper or issue["number"]
            if len(requests_) >= enough:
                break
        else:
            requests_ |= self._late(requests_)
        return Waiting(tuple(request for _, request in sorted(requests_.items())), to_keeper)

    def greet(self, request: Request) -> None:
        """Show that a request was seen."""
        if not request.seen:
            self._adorn(request.number, EYES)

    def answered(self, request: Request) -> str | None:
        """The code of an answer that we gave before.

        Raises:
            Unreachable: it cannot be found out now.
        """
        for body in self._own_comments(request.number):
            if found := MARKER.match(body):
                return found[1]
        return None

    def answer(self, request: Request, answer: Answer, *, greet: bool) -> None:
        """Comment, react, label and close, in this order; a reaction that fails keeps nobody open.

        Raises:
            Unreachable: the rest was not done.
        """
        if answer.text is not None:
            self._comment(request.number, answer.text)
        if greet:
            self._adorn(request.number, GRANTED if answer.granted else REFUSED)
        self._one(
            "PATCH",
            f"issues/{request.number}",
            {
                "state": "closed",
                "state_reason": "completed" if answer.granted else "not_planned",
                "labels": list(dict.fromkeys((*request.labels, *answer.labels))),
            },
        )

    def hold(self, request: Request, text: str) -> None:
        """Tell a request once that it waits for the keeper.

        Raises:
            Unreachable: it could not be told.
        """
        if request.comments and any(
            body.startswith(HELD) for body in self._own_comments(request.number)
        ):
            return
        self._comment(request.number, text)

    def tell_keeper(self, text: str) -> None:
        """Open the issue to the keeper, or bring it up to date.

        Raises:
            Unreachable: it could not be told.
        """
        owner = self._repository.split("/")[0]
        known = [
            issue
            for issue in self._pages("issues", state="all", labels=KEEPER)
            if self._is_to_keeper(issue)
        ]
        if not known:
            wanted = {"title": self._keeper_title, "body": text, "labels": [KEEPER]}
            number = self._one("POST", "issues", wanted)["number"]
            with suppress(Unreachable):  # an organisation can be told, but not be assigned
                self._one("PATCH", f"issues/{number}", {"assignees": [owner]})
            return
        issue = max(known, key=lambda one: (one["state"] == "open", one["number"]))
        if issue["state"] != "open" or issue["body"] != text:
            self._one("PATCH", f"issues/{issue['number']}", {"state": "open", "body": text})

    def keeper_done(self, issue: int, text: str) -> None:
        """Close the issue to the keeper, with its last word.

        Raises:
            Unreachable: it could not be closed.
        """
        closed = {"state": "closed", "state_reason": "completed", "body": text}
        self._one("PATCH", f"issues/{issue}", closed)

    def make_labels(self, labels: Sequence[Label]) -> None:
        """Make those of the labels that are missing.

        Raises:
            Unreachable: some could not be made.
        """
        there = {label["name"].lower() for label in self._pages("labels")}
        for label in labels:
            if label.name not in there:
                wanted = {"name": label.name, "color": label.colour}
                self._one("POST", "labels", {**wanted, "description": label.description})

    def _pages(self, what: str, **parameters: str) -> Iterator[dict[str, Any]]:
        """Every item of a list, page by page, oldest first."""
        for page in range(1, MOST_PAGES + 1):
            items = self._call(
                "GET", what, sort="created", direction="asc", per_page=PAGE, page=page, **parameters
            )
            if not isinstance(items, list) or not all(map(_is_something, items)):
                raise Unreachable(f"GET {what}: the answer is no list")
            yield from items
            if len(items) < PAGE:
                return

    def _event_issue(self) -> int | None:
        """The number of the issue whose opening started the run."""
        if self._event is None:
            return None
        try:
            event = json.loads(self._event.read_bytes())
            number = event["issue"]["number"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return number if type(number) is int else None

    def _late(self, listed: Container[int]) -> dict[int, Request]:
        """The event's own issue, where the list lags behind; nothing unless it is open."""
        number, self._event = self._event_issue(), None
        if number is None or number in listed:
            return {}
        try:
            issue = self._one("GET", f"issues/{number}")
        except Unreachable:
            return {}
        request = self._request(issue) if issue.get("state") == "open" else None
        return {number: request} if request else {}

    def _request(self, issue: dict[str, Any]) -> Request | None:
        title = issue.get("title") or ""
        if issue.get("pull_request") or not self._ours(title):
            return None
        author = issue.get("user") or {}
        gone = author.get("id") in (None, GHOST)
        return Request(
            number=issue["number"],
            title=title,
            author=None if gone else _person(author),
            is_bot=author.get("type") == "Bot" or (author.get("login") or "").endswith("[bot]"),
            comments=issue.get("comments") or 0,
            seen=bool((issue.get("reactions") or {}).get(EYES)),
            labels=tuple(label["name"] for label in issue.get("labels") or ()),
        )

    def _is_to_keeper(self, issue: dict[str, Any]) -> bool:
        labels = {label["name"] for label in issue.get("labels") or ()}
        return issue.get("title") == self._keeper_title and KEEPER in labels

    def _own_comments(self, number: int) -> list[str]:
        """The texts of comments by the account that we are; others' forgeries count for nothing."""
        if number not in self._own:
            comments = list(self._pages(f"issues/{number}/comments"))
            me = self._whoami(number) if comments else None
            self._own[number] = [
                one["body"] or "" for one in comments if (one.get("user") or {}).get("id") == me
            ]
        return self._own[number]

    def _whoami(self, number: int) -> int:
        """The id of our own account; GitHub tells it whoever reacts, workflow tokens too."""
        if self._me is None:
            self._react(number, EYES)
        if self._me is None:
            raise Unreachable("it is not known which account is ours")
        return self._me

    def _react(self, number: int, content: str) -> None:
        self._make("reactions", number, {"content": content})

    def _adorn(self, number: int, content: str) -> None:
        """React, trying twice, which GitHub takes for once; if in vain, no more in this run."""
        for _ in range(2 if self._reactions_work else 0):
            try:
                return self._react(number, content)
            except Unreachable:
                continue
        self._reactions_work = False
        return None

    def _comment(self, number: int, text: str) -> None:
        self._own.pop(number, None)
        self._pace.wait()
        self._make("comments", number, {"body": text})

    def _make(self, what: str, number: int, body: object) -> None:
        """Add something to an issue; GitHub tells by the way who we are."""
        made = self._one("POST", f"issues/{number}/{what}", body)
        self._me = (made.get("user") or {}).get("id") or self._me

    def _one(self, verb: str, what: str, body: object = None) -> dict[str, Any]:
        """One thing: read, made or changed.

        Raises:
            Unreachable: the answer is not that.
        """
        answer: dict[str, Any] = self._call(verb, what, body)
        if not _is_something(answer):
            raise Unreachable(f"{verb} {what}: the answer is of another shape")
        return answer

    def _call(self, verb: str, what: str, body: object = None, **parameters: str | int) -> Any:
        """One request to the repository's part of the API.

        Raises:
            Unreachable: it was not answered as it should be.
        """
        patience = self.patience
        if patience.out:
            kind = Resting if patience.asked else Unreachable
            raise kind(f"{verb} {what}: not asked, GitHub took too long or wants a rest")
        self.spent += 1
        began, waited = patience.clock(), patience.lost
        try:
            return self._asked(verb, what, body, parameters)
        except Unreachable:
            patience.lose(max(0.0, patience.clock() - began - (patience.lost - waited)))
            raise

    def _asked(self, verb: str, what: str, body: object, parameters: dict[str, str | int]) -> Any:
        path = f"/repos/{quote(self._repository)}/{what}"
        try:
            _, answer = self._github.requester.requestJsonAndCheck(
                verb, path, parameters=parameters, input=body
            )
        except GithubException as error:
            said = f"{verb} {what}: status {error.status}"
            if not (isinstance(error, RateLimitExceededException) or error.status == TOO_MANY):
                raise Unreachable(said) from None
            self.patience.rest()
            raise Resting(f"{said}, a limit") from None
        except (requests.RequestException, ValueError, RuntimeError, AssertionError) as error:
            raise Unreachable(f"{verb} {what}: {type(error).__name__}") from None
        wrapped = isinstance(answer, dict) and "data" in answer and set(answer) <= {"data", "url"}
        if wrapped or not isinstance(answer, dict | list):
            raise Unreachable(f"{verb} {what}: the answer is no JSON")
        return answer


def _is_something(answer: object) -> bool:
    """Whether this is an issue, a comment, a label or a reaction, which all have ids."""
    return isinstance(answer, dict) and isinstance(answer.get("id"), int)


def _person(account: dict[str, Any]) -> Person:
    """An account; one whose name is spelled as no name is, goes by its number."""
    login = account.get("login") or ""
    return Person(account["id"], login if LOGIN.fullmatch(login) else f"id-{account['id']}")


def _on_this_machine(url: str) -> bool:
    return urlsplit(url).hostname in {"localhost", "127.0.0.1", "::1"}
