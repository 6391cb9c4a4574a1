"""Small things that many pages say: times, sizes, how a run stands, whose words these are."""

from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

from ur.sandbox.actions import Run
from ur.sandbox.ledger import ACTIONS_ID, Account, Issue

REACTIONS = {
    "+1": "👍",
    "-1": "👎",
    "laugh": "😄",
    "hooray": "🎉",
    "confused": "😕",
    "heart": "❤️",
    "rocket": "🚀",
    "eyes": "👀",
}
EVENTS = {
    "issues": "an issue was opened",
    "workflow_dispatch": "started by hand",
    "schedule": "started by the timer",
    "push": "the settings were pushed",
}
_KIBI = 1024
_MINUTE = 60


def when(at: datetime | str) -> Markup:
    """A time, for people and for programs."""
    time = datetime.fromisoformat(at) if isinstance(at, str) else at
    time = time.astimezone(UTC)
    said = f"{time.day} {time:%b %Y, %H:%M} UTC"
    return Markup('<time datetime="{}">{}</time>').format(f"{time:%Y-%m-%dT%H:%M:%SZ}", said)


def size(number: int) -> str:
    """So many bytes, roughly."""
    return f"{number} B" if number < _KIBI else f"{number / _KIBI:.1f} KiB"


def count(number: int, word: str) -> str:
    """So many of something."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def standing(run: Run) -> str:
    """How a run stands: ``queued``, ``in progress``, ``success``, ``failure``, ``cancelled``."""
    return (run.conclusion or run.status).replace("_", " ")


def took(run: Run) -> str:
    """How long a run worked, or nothing while it has not ended."""
    if run.started_at is None or run.ended_at is None:
        return ""
    seconds = (run.ended_at - run.started_at).total_seconds()
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    return f"{seconds // _MINUTE:.0f} min {seconds % _MINUTE:.0f} s"


def cause(run: Run) -> str:
    """Why a run was started."""
    return EVENTS[run.event]


def state_of(issue: Issue) -> str:
    """An issue's state in words: ``open``, or how it was closed."""
    if issue.state == "open":
        return "open"
    reason = (issue.state_reason or "completed").replace("_", " ")
    return f"closed as {reason}"


def name_of(account: Account) -> str:
    """Whose words these are; of a deleted account they are nobody's."""
    return "ghost" if account.deleted else account.login


def is_bot(account: Account) -> bool:
    """Whether it is the workflow that speaks."""
    return account.id == ACTIONS_ID or account.type == "Bot"


FILTERS: dict[str, Any] = {
    "when": when,
    "size": size,
    "count": count,
    "standing": standing,
    "took": took,
    "cause": cause,
    "state_of": state_of,
    "name_of": name_of,
    "is_bot": is_bot,
}
