"""The checkout that is installed into: its files, and what git knows of them."""

import re
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ur.errors import KeeperFault
from ur.hosts.git import ask, ignored
from ur.install.parts import GUEST, MANIFEST
from ur.install.plan import Plan
from ur.records import name_of


def another_checkout(source: Path, folder: Path) -> None:
    """See to it that a folder is the root of a checkout, and not of the game's.

    Raises:
        KeeperFault: it is not.
    """
    where = name_of(folder)
    if (source / MANIFEST).is_file() and not (source / GUEST).is_dir():
        what = "is a copy that the game was installed in"
        raise KeeperFault(name_of(source), what, "Install from a checkout of the game itself")
    top = ask(folder, "rev-parse", "--show-toplevel") if folder.is_dir() else None
    if top is None:
        remedy = "Clone the repository, and name that folder"
        raise KeeperFault(where, "is no checkout of a git repository", remedy)
    if Path(top.decode().rstrip("\n")).resolve() != folder.resolve():
        raise KeeperFault(where, "is a folder inside a checkout", "Name the checkout's own folder")
    common = ("rev-parse", "--path-format=absolute", "--git-common-dir")
    if folder.resolve() == source.resolve() or ask(folder, *common) == ask(source, *common):
        raise KeeperFault(where, "is the game's own checkout", "Name a checkout of yours")


def in_git(plan: Plan, folder: Path) -> None:
    """See to it that git knows every file as it is now, and will take every new one."""
    touched = sorted(plan.files)
    new = [path for path in touched if read(folder / path) is None]
    if not touched:
        return
    words = ("status", "--porcelain=v1", "-z", "--untracked-files=all", "--ignored", "--no-renames")
    for line in listed(folder, *words, "--", *touched):
        plan.refuses(line[3:], "has changes that are not committed", "Commit them, or undo them")
    if not new:
        return
    said = {fault.where for fault in plan.in_the_way}
    if away := [path for path in listed(folder, "ls-files", "-z", "--", *new) if path not in said]:
        what = f"is in the repository and not checked out{_and_more(away)}"
        plan.refuses(away[0], what, "Check everything out: git sparse-checkout disable")
    rules: defaultdict[str, list[str]] = defaultdict(list)
    for where, line, path in ignored(folder, new, "--no-index"):
        rules[f"{name_of(Path(where))}:{line}"].append(path)
    for rule, hit in rules.items():
        what = f"has git ignore {hit[0]}{_and_more(hit)}"
        plan.refuses(rule, what, "Take that line out, then install again")


def not_a_file(folder: Path, path: str) -> tuple[str, str] | None:
    """What stands where a file, or a folder above it, should be, if anything does."""
    above = [*reversed(Path(path).parents)][1:]
    for one in above:
        at = folder / one
        if at.is_symlink() or (at.exists() and not at.is_dir()) or (at / ".git").exists():
            return one.as_posix(), "is no folder of this repository"
    at = folder / path
    if at.is_symlink() or (at.exists() and not at.is_file()):
        return path, "is no file"
    return None


def read(path: Path) -> bytes | None:
    """The bytes of a file, if there is one.

    Raises:
        KeeperFault: it cannot be read.
    """
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError:
        raise KeeperFault(name_of(path), "cannot be read", "See who owns it") from None


def without_empty(folder: Path, names: Iterable[str]) -> None:
    """Remove folders in which nothing is left."""
    above = {one for name in names for one in Path(name).parents} - {Path()}
    for one in sorted(above, key=lambda path: -len(path.parts)):
        with suppress(OSError):  # something is in it, or it is not ours to remove
            (folder / one).rmdir()


def listed(folder: Path, *words: str) -> list[str]:
    """What a git command lists; names of ours need no quotes."""
    found = ask(folder, *words) or b""
    return [name for name in re.split(r"[\0\n]", found.decode("utf-8", "replace")) if name]


def _and_more(paths: list[str]) -> str:
    """How many more there are than the first."""
    return f", and {len(paths) - 1} more" if len(paths) > 1 else ""
