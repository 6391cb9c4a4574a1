"""The README: that the board is drawn in it, and where GitHub shows it."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ur import paths
from ur.doctor.copy import Copy, Trouble
from ur.errors import KeeperFault
from ur.install.board import README
from ur.render.readme import BEGIN, END, splice

SHOWN = 512_000
"""GitHub shows no more bytes of a README than these."""
_MOST_LINES = 8
_FENCE = re.compile(rb" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)", re.DOTALL)


def the_readme(copy: Copy) -> Iterator[Trouble]:
    """Both markers, in the README that GitHub shows, as text that can be read."""
    owner, _, called = (copy.repository or "").lower().partition("/")
    on_a_profile = owner == called != ""
    for name in filter(README.fullmatch, copy.names(".github")):
        what = "is shown by GitHub instead of README.md, where the board is"
        if on_a_profile:
            what = "is shown on the repository's page instead of README.md, which the profile shows"
        remedy = f"Move what it says to README.md, and remove .github/{name}"
        yield Trouble(f".github/{name}", what, remedy, hurts=not on_a_profile)
    data, there = copy.read(paths.README), copy.names(".")
    if data is None or paths.README not in there:
        for name in filter(README.fullmatch, there):
            remedy = f"Rename it: git mv {name} {paths.README}"
            yield Trouble(name, "is the README, under another name", remedy)
            return
    if trouble := _no_text(data or b""):
        yield trouble
        return
    yield from _markers(data)
    if data and len(data) > SHOWN:
        what = f"has {len(data)} bytes, of which GitHub shows {SHOWN}"
        yield Trouble(paths.README, what, "Move some of it to pages of their own")


def _no_text(data: bytes) -> Trouble | None:
    remedy = "Save it as UTF-8"
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return Trouble(f"{paths.README}, line 1", "is UTF-16, and GitHub shows UTF-8", remedy)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        what = "is not UTF-8 there, as GitHub shows it"
        return Trouble(f"{paths.README}, line {line}", what, remedy)
    return None


def _markers(data: bytes | None) -> Iterator[Trouble]:
    """One pair of markers, in order, where Markdown is read as such."""
    lines = [line.removeprefix(BOM_UTF8) for line in (data or b"").splitlines()]
    found = [(number, line.strip()) for number, line in enumerate(lines, 1)]
    marks = [(number, mark) for number, mark in found if mark in (BEGIN, END)]
    fences = _fences(lines)
    try:
        splice(data, "")
    except KeeperFault as fault:
        remedy = _but_one_pair(marks, fences) or fault.remedy
        yield Trouble(fault.where, fault.what, remedy)
        return
    for number, mark in marks:
        if fence := fences.get(number):
            what = f"has {mark.decode()} in a code block, so that the board is shown as code"
            remedy = f"Close the code block of line {fence} above it, or move both markers out"
            yield Trouble(f"{paths.README}, line {number}", what, remedy)


def _but_one_pair(marks: Sequence[tuple[int, bytes]], fences: dict[int, int]) -> str | None:
    """What to remove where there are too many markers: all but the first pair that can serve."""
    pairs = [
        (begin, end)
        for (begin, first), (end, second) in pairwise(marks)
        if (first, second) == (BEGIN, END) and not {begin, end} & fences.keys()
    ]
    if not pairs:
        return None
    rest = [number for number, _ in marks if number not in pairs[0]]
    lines = "line" if len(rest) == 1 else "lines"
    return (
        f"Keep one pair, lines {_listed(pairs[0])}, and remove the others: {lines} {_listed(rest)}"
    )


def _listed(numbers: Sequence[int]) -> str:
    more = ["more"] if len(numbers) > _MOST_LINES else []
    return " and ".join([*map(str, numbers[:_MOST_LINES]), *more])


def _fences(lines: Sequence[bytes]) -> dict[int, int]:
    """The lines inside of code blocks, each with the line that its block begins at."""
    inside: dict[int, int] = {}
    begin, fence = 0, b""
    for number, line in enumerate(lines, 1):
        found = _FENCE.fullmatch(line)
        if not begin:
            begin, fence = (number, found[1]) if found else (0, b"")
        elif found and found[1].startswith(fence) and not found[2].strip():
            begin = 0
        else:
            inside[number] = begin
    return inside
