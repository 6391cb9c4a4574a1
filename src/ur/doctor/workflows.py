"""The workflows: the game's own as they have to be, and others' that get in their way."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ur.doctor.copy import Copy, Trouble
from ur.doctor.document import Document, quoted
from ur.errors import KeeperFault

FOLDER = ".github/workflows"
ACTION = ".github/actions/house/action.yml"
GROUP = "ur-writer"
RIGHTS = {"contents": "write", "issues": "write"}
TRIGGERS = {
    "play": ("issues", "workflow_dispatch"),
    "sweep": ("schedule",),
    "rebuild": ("push", "workflow_dispatch"),
}
"""What starts each workflow of the game."""
_PINNED = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+@[0-9a-f]{40}")
_GAME = re.compile(r"-m\s+ur\s")
_QUEUE = "cancel-in-progress: false and queue: max"


def the_games_own(copy: Copy) -> Iterator[Trouble]:
    """Each workflow of the game: what starts it, its rights, its queue, its actions' pins."""
    for name, wanted in TRIGGERS.items():
        path = _path(copy, name)
        data = copy.read(path)
        if data is None:
            yield Trouble(path, "is missing", f"Bring it back: git checkout HEAD -- {path}")
            continue
        document = Document(path, data)
        starts = triggers(document)
        for trigger in wanted:
            if trigger not in starts:
                what = f"is not started by {trigger}"
                yield Trouble(document.at("on"), what, f"Write {trigger}: under on:")
        if "issues" in wanted and "opened" not in _types(starts.get("issues")):
            where = document.at("on", "issues", "types")
            yield Trouble(
                where, "is not started by issues that are opened", "Write types: [opened]"
            )
        yield from _jobs(document)
        yield from _pins(document, document.table("jobs"))
    yield from _house(copy)


def triggers(document: Document) -> Mapping[str, Any]:
    """What starts a workflow, by the name of the event."""
    on = document.table().get("on")
    if isinstance(on, dict):
        return on
    return dict.fromkeys(map(str, on if isinstance(on, list) else [on] if on else []))


def _types(of: object) -> list[Any]:
    """The types of an event that start a workflow; where none are named, all do."""
    types = of.get("types", "opened") if isinstance(of, dict) else "opened"
    return types if isinstance(types, list) else [types]


def _path(copy: Copy, name: str) -> str:
    usual, other = f"{FOLDER}/{name}.yml", f"{FOLDER}/{name}.yaml"
    return other if not (copy.root / usual).is_file() and (copy.root / other).is_file() else usual


def _jobs(document: Document) -> Iterator[Trouble]:
    """The jobs that run the game."""
    playing = [name for name in document.table("jobs") if _plays(document, name)]
    if not playing:
        remedy = f"Bring the file back: git checkout HEAD -- {document.path}"
        yield Trouble(document.at("jobs"), "has no job that runs the game", remedy)
    for name in playing:
        yield from _rights(document, name)
        yield from _queue(document, name)


def _plays(document: Document, job: str) -> bool:
    return any(_GAME.search(f"{step.get('run', '')} ") for _, step in _steps(document, job))


def _steps(document: Document, job: str) -> Iterator[tuple[int, dict[str, Any]]]:
    steps = document.table("jobs", job).get("steps")
    for at, step in enumerate(steps if isinstance(steps, list) else ()):
        if isinstance(step, dict):
            yield at, step


def _rights(document: Document, job: str) -> Iterator[Trouble]:
    place: tuple[str, ...] = ("jobs", job, "permissions")
    held: object = document.table("jobs", job).get("permissions")
    if held is None:
        place = ("permissions",)
        held = document.table().get("permissions")
    where, rights = document.at(*place), held if isinstance(held, dict) else {}
    for right, wanted in RIGHTS.items():
        if rights.get(right) != wanted and held != "write-all":
            what = f"the job that runs the game has no {right}: {wanted}"
            yield Trouble(where, what, f"Write {right}: {wanted} under its permissions:")
    more = [quoted(one) for one in rights if one not in RIGHTS and rights[one] != "none"]
    if held == "write-all" or more:
        told = ", ".join(more[:5]) or "all there are"
        remedy = "Leave contents: write and issues: write, and no other"
        yield Trouble(where, f"gives the game rights that it does not need: {told}", remedy)


def _queue(document: Document, job: str) -> Iterator[Trouble]:
    """The game's queue: one at a time, nobody cancelled, on the job."""
    place: tuple[str, ...] = ("jobs", job, "concurrency")
    set_up = document.table("jobs", job).get("concurrency")
    where = document.at(*place)
    if set_up is None and _group(document.table().get("concurrency")) == GROUP:
        where = document.at("concurrency")
        what = "queues the whole workflow, so that other people's issues push waiting moves out"
        yield Trouble(where, what, "Move concurrency: into the job")
        return
    if _group(set_up) != GROUP:
        what = f"the job that runs the game is not in the group {GROUP}, so two may write at once"
        yield Trouble(where, what, f"Write concurrency: with group: {GROUP}, {_QUEUE}")
        return
    told = set_up if isinstance(set_up, dict) else {}
    if told.get("queue") != "max":
        what = "keeps only one run waiting, and cancels the others"
        yield Trouble(where, what, "Write queue: max under concurrency:")
    if told.get("cancel-in-progress", False) is not False:
        place = (*place, "cancel-in-progress")
        what = "lets a run be cancelled by the next"
        yield Trouble(document.at(*place), what, "Write cancel-in-progress: false")


def _group(set_up: object) -> str:
    """The name of a group as GitHub compares it."""
    group = set_up.get("group") if isinstance(set_up, dict) else set_up
    return str(group).strip().lower()


def _pins(document: Document, jobs: Mapping[str, Any]) -> Iterator[Trouble]:
    for job in jobs:
        for at, step in _steps(document, job):
            yield from _pin(document, step, "jobs", job, "steps", at)


def _pin(document: Document, step: Mapping[str, Any], *place: str | int) -> Iterator[Trouble]:
    used = step.get("uses")
    if used is not None and not str(used).startswith("./") and not _PINNED.fullmatch(str(used)):
        yield Trouble(
            document.at(*place, "uses"),
            f"{quoted(used)} is not pinned: what it does may change under the same name",
            "Write the full SHA of the commit after the @, and the version as a comment",
        )


def _house(copy: Copy) -> Iterator[Trouble]:
    """The action of ours that all three use."""
    data = copy.read(ACTION)
    if data is None:
        remedy = f"Bring it back: git checkout HEAD -- {ACTION}"
        yield Trouble(ACTION, "is missing, and every run of the game uses it", remedy)
        return
    document = Document(ACTION, data)
    steps = document.table("runs").get("steps")
    for at, step in enumerate(steps if isinstance(steps, list) else ()):
        if isinstance(step, dict):
            yield from _pin(document, step, "runs", "steps", at)


def others(copy: Copy) -> Iterator[Trouble]:
    """Workflows of the keeper's own that get in the game's way."""
    for name in copy.names(FOLDER):
        stem, _, ending = name.rpartition(".")
        path = f"{FOLDER}/{name}"
        if ending not in ("yml", "yaml") or path in [_path(copy, ours) for ours in TRIGGERS]:
            continue
        try:
            document = Document(path, copy.read(path) or b"")
        except KeeperFault as fault:
            yield Trouble(fault.where, fault.what, fault.remedy, hurts=False)
            continue
        yield from _in_the_way(document, stem)


def _in_the_way(document: Document, stem: str) -> Iterator[Trouble]:
    whole = document.table()
    places: list[tuple[str, ...]] = [("concurrency",)]
    places += [("jobs", job, "concurrency") for job in document.table("jobs")]
    for place in places:
        of = document.table(*place[:-1]) if place[:-1] else whole
        if _group(of.get("concurrency")) == GROUP:
            what = f"waits in the game's own queue, {GROUP}, where it holds up or cancels moves"
            yield Trouble(document.at(*place), what, "Give its group another name")
    called = str(whole.get("name") or stem).strip().lower()
    if "issues" in triggers(document) and called in TRIGGERS:
        what = f"starts with issues too, and is named like the game's own {called}.yml"
        yield Trouble(document.at("name"), what, "Write another name: there")
