"""What GitHub keeps: accounts, tokens, one repository and its issues.

Plain values without rules. Times are text, ``YYYY-MM-DDTHH:MM:SSZ``, as in
every reply; people are kept by id. A ledger goes to a JSON document and back.
"""

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

SCHEMA = 1
ACTIONS_ID = 41_898_282
ACTIONS_LOGIN = "github-actions[bot]"
GHOST_ID = 10_137

Kind = Literal["User", "Bot", "Organization"]


@dataclass(slots=True)
class Account:
    """Somebody; a deleted account stays known, so that what it wrote stays."""

    id: int
    login: str
    type: Kind = "User"
    created_at: str = "2011-01-25T18:44:36Z"
    deleted: bool = False


@dataclass(slots=True)
class Repository:
    """The one repository; ``actions_may_write`` is the workflow's ``issues: write``."""

    id: int
    owner: int
    name: str
    created_at: str
    default_branch: str = "main"
    collaborators: list[int] = field(default_factory=list)
    has_issues: bool = True
    archived: bool = False
    fork: bool = False
    actions_may_write: bool = True


@dataclass(slots=True)
class Label:
    """A label of the repository; ``color`` is six hex digits."""

    id: int
    name: str
    color: str
    description: str | None = None


@dataclass(slots=True)
class Reaction:
    """One account's reaction to an issue."""

    id: int
    author: int
    content: str
    created_at: str


@dataclass(slots=True)
class Comment:
    """A comment on an issue."""

    id: int
    author: int
    body: str
    created_at: str
    updated_at: str


@dataclass(slots=True)
class Issue:
    """An issue or a pull request; ``labels`` are the ids of labels."""

    id: int
    number: int
    author: int
    title: str
    body: str | None
    created_at: str
    updated_at: str
    state: str = "open"
    state_reason: str | None = None
    closed_at: str | None = None
    closed_by: int | None = None
    labels: list[int] = field(default_factory=list)
    assignees: list[int] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    reactions: list[Reaction] = field(default_factory=list)
    locked: bool = False
    is_pull_request: bool = False
    deleted: bool = False


@dataclass(slots=True)
class Ledger:
    """Everything that GitHub keeps."""

    repository: Repository
    accounts: dict[int, Account] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    labels: list[Label] = field(default_factory=list)
    issues: dict[int, Issue] = field(default_factory=dict)
    last_id: int = 3_000_000_000
    last_number: int = 0

    def account(self, login: str) -> Account | None:
        """Who has this login; upper and lower case are the same."""
        living = (a for a in self.accounts.values() if not a.deleted)
        return next((a for a in living if a.login.lower() == login.lower()), None)

    def label(self, name: str) -> Label | None:
        """The label of this name; upper and lower case are the same."""
        return next((la for la in self.labels if la.name.lower() == name.lower()), None)

    def to_document(self) -> dict[str, Any]:
        """The ledger as JSON can hold it."""
        document = asdict(self)
        document["accounts"] = list(document["accounts"].values())
        document["issues"] = list(document["issues"].values())
        return {"schema": SCHEMA, **document}

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> "Ledger":
        """The ledger that went into a document.

        Raises:
            ValueError: the document is of another schema.
        """
        if document.get("schema") != SCHEMA:
            raise ValueError(f"schema {document.get('schema')!r} is not {SCHEMA}")
        document = _in_whole_characters(document)
        accounts = [Account(**a) for a in document["accounts"]]
        issues = [_issue(i) for i in document["issues"]]
        return cls(
            repository=Repository(**document["repository"]),
            accounts={a.id: a for a in accounts},
            tokens=dict(document["tokens"]),
            labels=[Label(**la) for la in document["labels"]],
            issues={i.number: i for i in issues},
            last_id=document["last_id"],
            last_number=document["last_number"],
        )


def _in_whole_characters(document: dict[str, Any]) -> dict[str, Any]:
    """A document without the halves of characters that were once taken, and break every page."""
    text = json.dumps(document, ensure_ascii=False)
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    cleaned: dict[str, Any] = json.loads(whole)
    return cleaned


def _issue(document: dict[str, Any]) -> Issue:
    parts = {
        "comments": [Comment(**c) for c in document["comments"]],
        "reactions": [Reaction(**r) for r in document["reactions"]],
    }
    return Issue(**(document | parts))
