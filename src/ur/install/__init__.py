"""Putting the game into a repository that is already there, and taking newer versions over.

Laws:
    1. Everything is looked at before anything is written: all of it, or nothing.
    2. A file of the keeper's is never overwritten, nor one of ours that they changed.
    3. What was written is listed with its hash, so that the next version knows what is ours.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.hosts import folder as disk
from ur.install.board import board
from ur.install.known import Known, hash_of, manifest_of, written
from ur.install.parts import (
    AROUND,
    MAKEFILE,
    MANIFEST,
    is_the_keepers,
    shipped,
    tracked,
)
from ur.install.plan import Place, Plan
from ur.install.tree import another_checkout, in_git, not_a_file, read, without_empty
from ur.records import name_of
from ur.store import state as store

__all__ = ["MANIFEST", "Place", "Plan", "planned", "shipped", "write"]


def planned(source: Path, folder: Path, place: Place) -> Plan:
    """What installing a checkout of the game into another repository's checkout comes to.

    Raises:
        KeeperFault: that is no checkout, or is the game's own.
    """
    another_checkout(source, folder)
    plan = Plan()
    before = manifest_of(folder)
    was_ours = Known(source, before)
    whole = _is_whole(folder, was_ours)
    ours = shipped(source, whole=whole)
    manifest = dict(before)
    for path in sorted({*ours, *before, *(_left_over(folder, was_ours) if whole else ())}):
        if trouble := not_a_file(folder, path):
            plan.refuses(*trouble)
            continue
        there = read(folder / path)
        if path in ours:
            _one(plan, path, there, ours[path], was_ours)
        elif there is not None and was_ours(path, there):
            plan.does(path, "removed", None)
        elif there is not None:
            plan.says(path, "changed by you, left; the game has it no more")
        if path not in ours:
            manifest.pop(path, None)
        elif path in plan.files or (there is not None and hash_of(there) == hash_of(ours[path])):
            manifest[path] = hash_of(ours[path])
    board(plan, folder, place)
    _state(plan, folder, before)
    if manifest != before:
        plan.files[MANIFEST] = written(manifest)
    in_git(plan, folder)
    return plan


def write(folder: Path, plan: Plan) -> None:
    """Write what was planned, all of it or nothing.

    Raises:
        KeeperFault: it cannot be written; everything is as it was.
    """
    before = {path: read(folder / path) for path in plan.files}
    try:
        disk.write(folder, plan.files)
    except BaseException as trouble:
        disk.write(folder, before)
        without_empty(folder, plan.files)
        if not isinstance(trouble, OSError):
            raise
        where = name_of(Path(str(trouble.filename)))
        raise KeeperFault(where, "cannot be written", "Make room for it, then again") from None
    without_empty(folder, [path for path, data in plan.files.items() if data is None])


def _is_whole(folder: Path, was_ours: Known) -> bool:
    """Whether a copy is one of the template, with tests and sandbox."""
    there = read(folder / MAKEFILE)
    return there is not None and was_ours(MAKEFILE, there)


def _left_over(folder: Path, was_ours: Known) -> Iterator[str]:
    """What a copy of the template has of the game as it was, and nobody changed."""
    for path in tracked(folder):
        if not is_the_keepers(path) and not not_a_file(folder, path):
            there = read(folder / path)
            if there is not None and was_ours(path, there):
                yield path


def _one(plan: Plan, path: str, there: bytes | None, wanted: bytes, was_ours: Known) -> None:
    """What becomes of a file that the game has."""
    around = path.startswith(AROUND)
    if there is None:
        if around and path in was_ours.manifest:
            plan.says(path, "changed by you, left: you removed it")
        else:
            plan.does(path, "added", wanted)
    elif hash_of(there) == hash_of(wanted):
        return
    elif was_ours(path, there):
        plan.does(path, "updated", wanted)
    elif path in was_ours.manifest:
        plan.says(path, "changed by you, left")
    elif around:
        plan.says(path, "yours, left")
    else:
        plan.refuses(path, "is there, and is not the game's")


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
