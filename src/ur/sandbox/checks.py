"""What GitHub takes and what it does not: the values of requests, checked.

Each function is given a value as it came out of JSON and returns it, or
raises the Refusal that GitHub answers with.
"""

import re
from typing import Any

from ur.sandbox.refusals import Flaw, invalid

MAX_TITLE = 256
MAX_BODY = 65_536
MAX_LABEL = 50
MAX_LABEL_DESCRIPTION = 100
DEFAULT_COLOUR = "ededed"
REACTIONS = ("+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes")
STATES = ("open", "closed")
REASONS = ("completed", "not_planned", "duplicate", "reopened")


def title(value: Any) -> str:
    """An issue's title; GitHub takes a number for one as well."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if value is None or (isinstance(value, str) and not value.strip()):
        raise invalid(Flaw("Issue", "title", "missing_field"))
    return _text(value, "Issue", "title", MAX_TITLE)


def issue_body(value: Any) -> str | None:
    """An issue's body; an empty one is none."""
    return None if value is None else _text(value, "Issue", "body", MAX_BODY) or None


def comment_body(value: Any) -> str:
    """A comment's body, which may not be blank."""
    if value is None:
        raise invalid(Flaw("IssueComment", "body", "missing_field"))
    if isinstance(value, str) and not value.strip():
        flaw = Flaw("IssueComment", "data", "unprocessable", "Body cannot be blank")
        raise invalid(flaw)
    return _text(value, "IssueComment", "body", MAX_BODY)


def state(value: Any) -> str:
    """The state that an issue shall have."""
    return _one_of(STATES, value, "Issue", "state")


def state_reason(value: Any) -> str | None:
    """Why an issue is closed or open."""
    return None if value is None else _one_of(REASONS, value, "Issue", "state_reason")


def reaction(value: Any) -> str:
    """A reaction's content."""
    return _one_of(REACTIONS, value, "Reaction", "content")


def label_name(value: Any) -> str:
    """A label's name, given alone or in an object."""
    name = value.get("name") if isinstance(value, dict) else value
    if name is None or (isinstance(name, str) and not name.strip()):
        raise invalid(Flaw("Label", "name", "missing_field"))
    return _text(name, "Label", "name", MAX_LABEL)


def label_names(value: Any) -> list[str]:
    """The names of labels in a list, each once."""
    if not isinstance(value, list):
        raise invalid(Flaw("Issue", "labels", "invalid"))
    return list(dict.fromkeys(label_name(item) for item in value))


def label_description(value: Any) -> str | None:
    """What a label is for."""
    if value is None:
        return None
    return _text(value, "Label", "description", MAX_LABEL_DESCRIPTION)


def colour(value: Any) -> str:
    """A label's colour: six hex digits, no ``#``."""
    if value is None:
        return DEFAULT_COLOUR
    if not isinstance(value, str) or not re.fullmatch("[0-9A-Fa-f]{6}", value):
        raise invalid(Flaw("Label", "color", "invalid"))
    return value.lower()


def logins(value: Any) -> list[str]:
    """The logins in a list of assignees."""
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise invalid(Flaw("Issue", "assignees", "invalid"))
    return value


def _text(value: Any, resource: str, field: str, longest: int) -> str:
    if not isinstance(value, str):
        raise invalid(Flaw(resource, field, "invalid"))
    if len(value) > longest:
        complaint = f"{field} is too long (maximum is {longest} characters)"
        raise invalid(Flaw(resource, field, "custom", complaint))
    return value


def _one_of(known: tuple[str, ...], value: Any, resource: str, field: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise invalid(Flaw(resource, field, "invalid", value=str(value)))
    return value
