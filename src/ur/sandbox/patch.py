"""What a commit did to a file, ready to be shown."""

from dataclasses import dataclass

from ur.sandbox.origin import Change

MOST_LINES = 400
MARKS = {"+": "added", "-": "removed", "@": "place"}
WORDS = {"A": "added", "M": "changed", "D": "removed"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a patch; ``kind`` is ``added``, ``removed``, ``place`` or ``same``."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A file of a commit. ``left_out`` is how many lines of its patch are not shown."""

    path: str
    status: str
    lines: list[Line]
    added: int
    removed: int
    left_out: int
    is_picture: bool
    before: bool
    after: bool


def shown(change: Change, *, is_picture: bool) -> Shown:
    """A change as a page shows it."""
    lines = [] if is_picture else lines_of(change.patch)
    return Shown(
        path=change.path,
        status=WORDS[change.status],
        lines=lines[:MOST_LINES],
        added=sum(line.kind == "added" for line in lines),
        removed=sum(line.kind == "removed" for line in lines),
        left_out=max(len(lines) - MOST_LINES, 0),
        is_picture=is_picture,
        before=change.status != "A",
        after=change.status != "D",
    )


def lines_of(patch: str) -> list[Line]:
    """The lines of a unified diff from its first ``@@`` on."""
    texts = patch.removesuffix("\n").split("\n")
    start = next((at for at, text in enumerate(texts) if text.startswith("@@")), len(texts))
    return [Line(MARKS.get(text[:1], "same"), text) for text in texts[start:]]
