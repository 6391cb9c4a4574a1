"""What GitHub tells of a repository; only read, nothing is ever written there."""

from typing import Any
from urllib.parse import quote, urlsplit

import requests
from github import Auth, Github, GithubException

from ur.errors import Unreachable


class Refused(Unreachable):
    """GitHub answered a question with a status that is none of an answer."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


def is_address(url: str) -> bool:
    """Whether an address is one that can be asked."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


class Hub:
    """``repository`` (``owner/name``) at the API of ``url``; ``gone`` says why it is not there."""

    def __init__(self, url: str, token: str, repository: str) -> None:
        self._github = Github(
            auth=Auth.Token(token),
            base_url=url,
            timeout=10,
            retry=1,  # once more where nobody answers; a refusal is one
            seconds_between_requests=None,
            seconds_between_writes=None,
            lazy=True,
        )
        self._here = f"/repos/{quote(repository)}"
        self.about: dict[str, Any] = {}
        self.gone: str | None = None

    @property
    def of_organisation(self) -> bool:
        """Whether an organisation owns the repository."""
        return (self.about.get("owner") or {}).get("type") == "Organization"

    def close(self) -> None:
        """Close the connection."""
        self._github.close()

    def meet(self) -> None:
        """Ask about the repository itself, once."""
        if self.about:
            return
        try:
            about = self.ask("")
        except Unreachable as trouble:
            self.gone = str(trouble)
            return
        if type(about.get("id")) is int and "default_branch" in about:
            self.about = about
        else:
            self.gone = "it knows no such repository"

    def ask(self, what: str) -> dict[str, Any]:
        """What GitHub knows of a part of the repository.

        Raises:
            Unreachable: it does not tell.
        """
        found: dict[str, Any] = self._get(f"{self._here}{what}", dict)
        return found

    def items(self, what: str) -> list[dict[str, Any]]:
        """The items of a list of the repository.

        Raises:
            Unreachable: it does not tell.
        """
        return [one for one in self._get(f"{self._here}{what}", list) if isinstance(one, dict)]

    def person(self, login: str) -> int | None:
        """The id that belongs to a login; None where nobody has it.

        Raises:
            Unreachable: it does not tell.
        """
        try:
            found = self._get(f"/users/{quote(login)}", dict)
        except Refused as refused:
            if refused.status == requests.codes.not_found:
                return None
            raise
        return found["id"] if type(found.get("id")) is int else None

    def _get(self, path: str, kind: type) -> Any:
        if self.gone is not None:
            raise Unreachable(self.gone)
        try:
            _, answer = self._github.requester.requestJsonAndCheck("GET", path)
        except GithubException as error:
            raise Refused(error.status) from None
        except (requests.RequestException, ValueError, RuntimeError, AssertionError) as error:
            self.gone = type(error).__name__
            raise Unreachable(self.gone) from None
        if not isinstance(answer, kind):
            raise Unreachable("the answer is none")
        return answer
