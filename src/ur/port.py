"""The words the house and its hosts speak: what comes in, what goes out.

A host fulfils one of the two protocols and knows nothing of Ur. The record
lives in a ``Repository``; the conversation with the players in a ``Forge``.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

LOGIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,38}(?:\[bot\])?")
"""How an account may be called; nothing of this spelling can do harm in Markdown or HTML."""


NAMED = 10**15
"""Ids from here on are no account's: made for people known by name only, who played elsewhere."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account: ``id`` is forever; ``login``, spelled like ``LOGIN``, is not."""

    id: int
    login: str

    @property
    def named(self) -> bool:
        """Whether only the name is known, of somebody who played at github.com before."""
        return self.id >= NAMED


@dataclass(frozen=True, slots=True)
class Request:
    """An open issue that asks the house for something.

    ``author`` is None when the account is gone. ``comments`` counts all
    comments, by anybody. ``seen`` says that somebody reacted with eyes.
    """

    number: int
    title: str
    author: Person | None
    is_bot: bool = False
    comments: int = 0
    seen: bool = False
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is open: the requests, oldest first, and the issue to the keeper, if any."""

    requests: tuple[Request, ...]
    keeper_issue: int | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A label of the repository; ``colour`` is six hex digits without ``#``."""

    name: str
    colour: str
    description: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a request hears: a comment of ``text`` and a close with ``labels``.

    ``code`` is what a program reads in the comment's first line. ``granted``
    chooses rocket and *completed*, or confused and *not planned*.
    ``text`` is None when only the closing is wanted.
    """

    code: str
    granted: bool
    labels: tuple[str, ...]
    text: str | None


@dataclass(frozen=True, slots=True)
class Changeset:
    """One commit: its message of one line, and files by path.

    A path maps to its bytes, or to None where the file or whole folder goes.
    """

    message: str
    files: Mapping[str, bytes | None]


class Snapshot(Protocol):
    """The files of one commit, read when asked for."""

    @property
    def commit(self) -> str:
        """The commit's id, in hex."""

    def read(self, paths: Sequence[str]) -> dict[str, bytes]:
        """The bytes of those of ``paths`` that are files."""

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder, sorted; none where there is no such folder."""


class Repository(Protocol):
    """Where the record is kept."""

    def load(self) -> Snapshot:
        """The newest state.

        Raises:
            Unreachable: it cannot be read now.
        """

    def commit(self, base: Snapshot, changes: Sequence[Changeset]) -> tuple[str, ...]:
        """Make one commit a changeset on top of ``base``, seen by nobody yet; their ids, in order.

        Raises:
            Unreachable: they cannot be made now.
        """

    def publish(self, commits: Sequence[str]) -> None:
        """Add the commits to the branch, all or none.

        Raises:
            Conflict: the branch has moved on since their base, or it is not known.
            KeeperFault: the branch's rules or the rights of the token forbid it.
        """


class Forge(Protocol):
    """Where the players are spoken with."""

    @property
    def spent(self) -> int:
        """REST requests made so far."""

    def waiting(self, *, enough: int) -> Waiting:
        """What is open and ours to answer: all of it, or the oldest ``enough`` requests and more.

        Raises:
            Unreachable: it cannot be read now.
        """

    def greet(self, request: Request) -> None:
        """Show that a request was seen; never fails."""

    def answered(self, request: Request) -> str | None:
        """The code of an answer that we gave before, if we did.

        Raises:
            Unreachable: it cannot be found out now.
        """

    def answer(self, request: Request, answer: Answer, *, greet: bool) -> None:
        """Comment, react (unless not ``greet``), set labels and close.

        Raises:
            Unreachable: some of it was not done; what was done is not done twice.
        """

    def hold(self, request: Request, text: str) -> None:
        """Tell a request once that it has to wait for the keeper."""

    def tell_keeper(self, text: str) -> None:
        """Tell the keeper of a fault, in the one issue there is for it."""

    def keeper_done(self, issue: int, text: str) -> None:
        """Close the issue to the keeper."""

    def make_labels(self, labels: Sequence[Label]) -> None:
        """Make those of the labels that are missing."""
