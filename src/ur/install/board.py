"""The place of the board in a README: two marker lines, where the keeper wants them."""

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.install.plan import Place, Plan
from ur.install.tree import not_a_file, read
from ur.render.readme import BEGIN, END, splice

WAITING = "The board appears here with the first run of the workflow *rebuild*."

_AGAIN = "and commit that, then install again"
_MARKDOWN = r"\.(?:md|mkdn?|mdown|markdown)"
README = re.compile(
    rf"readme(?:{_MARKDOWN}|\.(?:txt|rst|textile|rdoc|org|creole|mediawiki|wiki|adoc|asc(?:iidoc)?|pod))?",
    re.IGNORECASE,
)
"""What GitHub shows as the README."""


def board(plan: Plan, folder: Path, place: Place) -> None:
    """The two marker lines in the README, where it has none."""
    if trouble := not_a_file(folder, paths.README):
        plan.refuses(*trouble)
        return
    shown = list(_shown(folder))
    if paths.README not in shown:
        _first(plan, shown, place)
        return
    readme = read(folder / paths.README) or b""
    if any(line.removeprefix(BOM_UTF8).strip() in (BEGIN, END) for line in readme.splitlines()):
        try:
            splice(readme, "")
        except KeeperFault as fault:
            plan.in_the_way.append(fault)
    elif unread := _unread(readme):
        plan.refuses(paths.README, unread, f"Save it as UTF-8 {_AGAIN}")
    elif (found := _place(plan, readme, place)) is not None:
        at, where = found
        plan.does(paths.README, f"updated, the place of the board is {where}", _marked(readme, at))
        if shown[0].startswith(".github/"):
            also = "yours, left: GitHub shows it in place of README.md, but on a profile"
            plan.says(shown[0], also)


def _shown(folder: Path) -> Iterator[str]:
    """Every README of a checkout, those first that GitHub shows rather than others."""
    for where in (".github", ".", "docs"):
        at = folder / where
        names = sorted(one.name for one in at.iterdir() if one.is_file()) if at.is_dir() else []
        yield from ((Path(where) / name).as_posix() for name in names if README.fullmatch(name))


def _first(plan: Plan, shown: list[str], place: Place) -> None:
    """A README where there is none of that name, unless GitHub shows another."""
    if shown:
        plan.refuses(*_elsewhere(shown[0]))
    elif place.text is not None:
        plan.refuses(paths.README, "is missing", "Install without --after or --before")
    else:
        plan.does(paths.README, "added, with the place of the board", _marked(b"", 0))


def _elsewhere(path: str) -> tuple[str, str, str]:
    """What is wrong with another README that GitHub shows, and what to do."""
    if path.startswith("docs/"):
        move = f"Move it to README.md, or write a README.md of your own beside docs, {_AGAIN}"
        return path, "is the README, in another folder", move
    if "/" in path:
        return path, "is the README, in another folder", f"Move it to README.md {_AGAIN}"
    if re.search(rf"{_MARKDOWN}$|readme$|\.txt$", path, re.IGNORECASE):
        return path, "is the README, under another name", f"Rename it to README.md {_AGAIN}"
    remedy = f"Write it as README.md in Markdown, in its place, {_AGAIN}"
    return path, "is the README, and no Markdown, where the board cannot be", remedy


def _text(readme: bytes) -> bytes:
    """A README without the mark of its encoding."""
    return readme.removeprefix(BOM_UTF8)


def _unread(readme: bytes) -> str | None:
    """Why two lines of UTF-8 would not be read in a README, if so."""
    if readme.startswith((BOM_UTF16_BE, BOM_UTF16_LE)) or b"\0" in readme:
        return "is in UTF-16 (as what PowerShell's > writes), and the board in UTF-8"
    try:
        readme.decode()
    except UnicodeDecodeError:
        return "is not in UTF-8, as the board is"
    return None


def _place(plan: Plan, readme: bytes, place: Place) -> tuple[int, str] | None:
    """Before which line of a README the board goes, counted from 0, and that in words.

    Where one line is the text as a whole it is that one, else the one that has it in it.
    """
    lines = _text(readme).splitlines()
    if place.text is None:
        return len(lines), "at its end"
    text = place.text.encode("utf-8", "surrogateescape")
    alike = [number for number, line in enumerate(lines) if text in line]
    same = [number for number, line in enumerate(lines) if line.strip() == text.strip() != b""]
    found = same if len(same) == 1 else alike
    if len(found) != 1:
        count = "no line" if not found else f"{len(found)} lines"
        plan.refuses(paths.README, f"has {count} with that text", "Give the text of one line")
        return None
    where = f"{'before' if place.before else 'after'} line {found[0] + 1}"
    return found[0] + (not place.before), where


def _marked(readme: bytes, at: int) -> bytes:
    """A README with the two markers before a line, counted from 0, alone between empty lines."""
    lines = _text(readme).splitlines(keepends=True)
    newline = b"\r\n" if lines and lines[0].endswith(b"\r\n") else b"\n"
    above, below = lines[:at], lines[at:]
    if above and not above[-1].endswith((b"\n", b"\r")):
        above[-1] += newline
    if above and above[-1].strip():
        above.append(newline)
    if below and below[0].strip():
        below.insert(0, newline)
    ours = [line + newline for line in (BEGIN, WAITING.encode(), END)]
    begins = readme[: len(readme) - len(_text(readme))]
    if begins and not above:
        begins += newline  # the marker is alone on its line
    return b"".join((begins, *above, *ours, *below))
