"""The place of the board in a README: two marker lines, where the keeper wants them."""

from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.install.plan import Place, Plan
from ur.install.tree import not_a_file, read
from ur.render.readme import BEGIN, END, splice

WAITING = "The board appears here with the first run of the workflow *rebuild*."


def board(plan: Plan, folder: Path, place: Place) -> None:
    """The two marker lines in the README, where it has none."""
    if trouble := not_a_file(folder, paths.README):
        plan.refuses(*trouble)
        return
    readme = read(folder / paths.README)
    if readme is None:
        others = [path.name for path in folder.iterdir() if path.name.lower() == "readme.md"]
        if others:
            plan.refuses(others[0], "is the README, under another name", "Rename it to README.md")
        elif place.text is not None:
            plan.refuses(paths.README, "is missing", "Install without --after or --before")
        else:
            plan.does(paths.README, "added, with the place of the board", _marked(b"", 0))
        return
    if any(line.strip() in (BEGIN, END) for line in readme.splitlines()):
        try:
            splice(readme, "")
        except KeeperFault as fault:
            plan.in_the_way.append(fault)
        return
    lines = readme.splitlines(keepends=True)
    if place.text is None:
        at, where = len(lines), "at its end"
    else:
        found = [number for number, line in enumerate(lines) if place.text.encode() in line]
        if len(found) != 1:
            count = "no line" if not found else f"{len(found)} lines"
            plan.refuses(paths.README, f"has {count} with that text", "Give the text of one line")
            return
        at = found[0] + (not place.before)
        where = f"{'before' if place.before else 'after'} line {found[0] + 1}"
    plan.does(paths.README, f"updated, the place of the board is {where}", _marked(readme, at))


def _marked(readme: bytes, at: int) -> bytes:
    """A README with the two markers before a line, counted from 0, alone between empty lines."""
    lines = readme.splitlines(keepends=True)
    newline = b"\r\n" if lines and lines[0].endswith(b"\r\n") else b"\n"
    above, below = lines[:at], lines[at:]
    if above and not above[-1].endswith((b"\n", b"\r")):
        above[-1] += newline
    if above and above[-1].strip():
        above.append(newline)
    if below and below[0].strip():
        below.insert(0, newline)
    ours = [line + newline for line in (BEGIN, WAITING.encode(), END)]
    return b"".join((*above, *ours, *below))
