"""What GitHub says when it says no.

Each function makes one refusal in GitHub's own words; clients tell some of
them apart by these words alone.
"""

from dataclasses import asdict, dataclass
from typing import Any

DOCUMENTATION = "https://docs.github.com/rest"


@dataclass(frozen=True, slots=True)
class Flaw:
    """One thing wrong with what was sent; ``code`` is GitHub's, such as ``missing_field``."""

    resource: str
    field: str
    code: str
    message: str | None = None
    value: str | None = None


class Refusal(Exception):  # noqa: N818 - GitHub works as it should
    """A request that GitHub refuses, by the status it answers with."""

    def __init__(self, status: int, message: str, *flaws: Flaw) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.flaws = flaws

    @property
    def document(self) -> dict[str, Any]:
        """The JSON body of the reply."""
        return error_document(self.status, self.message, *self.flaws)


def error_document(status: int, message: str, *flaws: Flaw) -> dict[str, Any]:
    """The JSON body of a reply that is an error."""
    errors = [{k: v for k, v in asdict(flaw).items() if v is not None} for flaw in flaws]
    document: dict[str, Any] = {"message": message}
    if errors:
        document["errors"] = errors
    return document | {"documentation_url": DOCUMENTATION, "status": str(status)}


def bad_credentials() -> Refusal:
    """The token is not known."""
    return Refusal(401, "Bad credentials")


def nobody() -> Refusal:
    """No token was sent, and one is needed."""
    return Refusal(401, "Requires authentication")


def not_accessible() -> Refusal:
    """The workflow's token lacks the right."""
    return Refusal(403, "Resource not accessible by integration")


def no_rights() -> Refusal:
    """The account lacks the right."""
    return Refusal(403, "Must have admin rights to Repository.")


def archived() -> Refusal:
    """The repository is kept, but may not change any more."""
    return Refusal(403, "Repository was archived so is read-only.")


def locked(what: str) -> Refusal:
    """The conversation is locked for everybody but the repository's own people."""
    return Refusal(403, f"Unable to create {what} because issue is locked.")


def not_found() -> Refusal:
    """There is no such thing."""
    return Refusal(404, "Not Found")


def no_such_label() -> Refusal:
    """The issue does not carry this label."""
    return Refusal(404, "Label does not exist")


def issue_deleted() -> Refusal:
    """The issue was here once."""
    return Refusal(410, "This issue was deleted")


def issues_disabled() -> Refusal:
    """The repository has no issues at all."""
    return Refusal(410, "Issues are disabled for this repo")


def invalid(*flaws: Flaw) -> Refusal:
    """What was sent cannot be taken."""
    return Refusal(422, "Validation Failed", *flaws)
