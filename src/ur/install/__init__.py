"""Putting the game into a repository that is already there, and taking newer versions over.

Laws:
    1. Everything is looked at before anything is written: all of it, or nothing.
    2. A file of the keeper's is never overwritten, nor one of ours that they changed.
    3. What was written is listed with its hash, so that the next version knows what is ours.
"""

import errno
from collections.abc import Mapping
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.hosts import folder as disk
from ur.install.board import board
from ur.install.history import is_complete
from ur.install.known import Known, hash_of, manifest_of, written
from ur.install.parts import (
    GUEST,
    MAKEFILE,
    MANIFEST,
    is_installed,
    is_needed,
    is_ours,
    shipped,
    tracked,
)
from ur.install.plan import Place, Plan
from ur.install.tree import another_checkout, in_git, not_a_file, read, without_empty
from ur.records import name_of
from ur.store import state as store

__all__ = ["MANIFEST", "Place", "Plan", "planned", "shipped", "write"]

_ONLY_THERE = (GUEST, MAKEFILE)
_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def planned(source: Path, folder: Path, place: Place) -> Plan:
    """What installing a checkout of the game into another repository's checkout comes to.

    Raises:
        KeeperFault: that is no checkout, or is the game's own; or the game's has no history where
            that is needed.
    """
    another_checkout(source, folder)
    plan, before = Plan(), manifest_of(folder)
    known, there = Known(source, folder, before), tracked(folder)
    whole = _of_the_template(there, known)
    maybe = whole or any(path.startswith(GUEST) for path in there)
    for one in (source, folder) if maybe else ():
        if not is_complete(one):
            what = "has not its whole history, which tells what in a copy of the template is ours"
            remedy = "Take a whole clone of it (git fetch --unshallow makes one whole)"
            raise KeeperFault(name_of(one), what, remedy)
    ours = shipped(source, whole=whole)
    had = {path for path in there if is_ours(path, whole=whole) and known.before(path)}
    for path in sorted({*ours, *before, *had}):
        trouble = not_a_file(folder, path)
        if trouble and path in ours:
            plan.refuses(*trouble)
        elif not trouble:
            data = read(folder / path)
            if path not in ours:
                _gone(plan, path, data, known)
            elif data is None and _goes_without(path, known, whole=whole):
                plan.says(path, "changed by you, left: you removed it")
            else:
                _one(plan, path, data, ours[path], known)
    plan.programs = {path for path in {*plan.files} & {*ours} if _is_program(source / path)}
    board(plan, folder, place)
    _state(plan, folder, before)
    _list(plan, folder, before, ours)
    in_git(plan, folder)
    return plan


def write(folder: Path, plan: Plan) -> None:
    """Write what was planned, all of it or nothing.

    Raises:
        KeeperFault: it cannot be written; everything is as it was.
    """
    before = {path: read(folder / path) for path in plan.files}
    tried: list[str] = []
    try:
        for path, data in plan.files.items():
            tried.append(path)
            disk.write(folder, {path: data})
            if path in plan.programs:
                (folder / path).chmod((folder / path).stat().st_mode | 0o111)
    except BaseException as trouble:
        lost = _undone(folder, {path: before[path] for path in tried})
        if not isinstance(trouble, OSError):
            raise
        raise _not_written(folder, tried[-1], trouble, lost) from None
    without_empty(folder, [path for path, data in plan.files.items() if data is None])


def _of_the_template(there: list[str], known: Known) -> bool:
    """Whether a copy with these files is one of the template, with tests and sandbox.

    As what was installed last says, and where nothing was, what is there of the game.
    """
    told = known.manifest or [path for path in there if path.startswith(_ONLY_THERE)]
    return any(not is_installed(path) and known.before(path) for path in told)


def _goes_without(path: str, known: Known, *, whole: bool) -> bool:
    """Whether a file that is not there was removed by the keeper, and need not be there."""
    return not is_needed(path) and (path in known.manifest or (whole and known.before(path)))


def _one(plan: Plan, path: str, there: bytes | None, wanted: bytes, known: Known) -> None:
    """What becomes of a file that the game has."""
    if there is None:
        plan.does(path, "added", wanted)
    elif hash_of(there) == hash_of(wanted):
        return
    elif known(path, there):
        plan.does(path, "updated", wanted)
    elif known.before(path):
        plan.says(path, "changed by you, left")
    elif is_needed(path):
        plan.refuses(path, "is there, and is not the game's")
    else:
        plan.says(path, "yours, left")


def _gone(plan: Plan, path: str, there: bytes | None, known: Known) -> None:
    """What becomes of a file that the game has no more."""
    if there is None:
        return
    if known(path, there):
        plan.does(path, "removed", None)
    else:
        plan.says(path, "changed by you, left; the game has it no more")


def _list(plan: Plan, folder: Path, before: Mapping[str, str], ours: Mapping[str, bytes]) -> None:
    """The list of what is ours: as it was written last."""
    now = {path: before[path] for path in ours if path in before}
    for path, wanted in ours.items():
        there = plan.files[path] if path in plan.files else _file(folder, path)
        if there is not None and hash_of(there) == hash_of(wanted):
            now[path] = hash_of(wanted)
    if now != before:
        plan.does(MANIFEST, "updated" if before else "added", written(now))


def _file(folder: Path, path: str) -> bytes | None:
    """The bytes of a file of the repository itself, if there is one."""
    return None if not_a_file(folder, path) else read(folder / path)


def _state(plan: Plan, folder: Path, before: Mapping[str, str]) -> None:
    """See to it that what lies in ``state/`` is a game that can go on, or none."""
    there = {path: read(folder / path) for path in (paths.CLUB, paths.MATCH)}
    try:
        store.load({path: data for path, data in there.items() if data is not None}, None)
    except KeeperFault as fault:
        if before:
            plan.said.append(f"{fault}")
        else:
            plan.in_the_way.append(fault)


def _is_program(path: Path) -> bool:
    """Whether a file of the game is one that can be run."""
    return path.is_file() and bool(path.stat().st_mode & 0o111)


def _undone(folder: Path, before: Mapping[str, bytes | None]) -> list[str]:
    """Make files what they were, those that are new first: that makes room; those that will not."""
    lost = []
    for path in sorted(before, key=lambda path: before[path] is not None):
        try:
            if read(folder / path) != before[path]:
                disk.write(folder, {path: before[path]})
        except (OSError, KeeperFault):
            lost.append(path)
    without_empty(folder, before)
    return lost


def _not_written(folder: Path, path: str, trouble: OSError, lost: list[str]) -> KeeperFault:
    """Why a file cannot be written, and what to do, by what the machine says."""
    above = next(one for one in (folder / path).parents if one.is_dir())
    if trouble.errno in _NOT_ALLOWED:
        what, remedy = "may not be written", f"Let {name_of(above)} be written into"
    elif trouble.errno in _NO_ROOM:
        what, remedy = "cannot be written: there is no room left", "Make room"
    else:
        what, remedy = "cannot be written", f"See what is wrong with {name_of(above)}"
        if trouble.strerror:
            what = f"{what}: {trouble.strerror}"
    if lost:
        what = f"{what}; and not put back: {', '.join(lost)}"
        remedy = f"{remedy}, restore the others with git"
    return KeeperFault(path, what, f"{remedy}, then install again")
