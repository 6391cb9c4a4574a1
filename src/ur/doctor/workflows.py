"""The workflows: the game's own as they have to be, and others' that get in their way."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ur.doctor import jobs
from ur.doctor.copy import Copy, Trouble
from ur.doctor.document import Document, quoted
from ur.doctor.files import OLDEST, REQUIREMENTS
from ur.doctor.remedy import back
from ur.errors import KeeperFault

FOLDER = ".github/workflows"
ACTION = f"{jobs.HOUSE.removeprefix('./')}/action.yml"


@dataclass(frozen=True, slots=True)
class Own:
    """A workflow of the game: the events that start it, how they are written, what it runs."""

    starts: tuple[str, ...]
    on: str
    runs: jobs.Command


PLAY = jobs.Command("play", sealed=True)
OWN = {
    "play": Own(
        ("issues", "workflow_dispatch"),
        "on: {issues: {types: [opened]}, workflow_dispatch: {}}",
        PLAY,
    ),
    "sweep": Own(("schedule",), "on: {schedule: [{cron: '17,47 * * * *'}]}", PLAY),
    "rebuild": Own(
        ("push", "workflow_dispatch"),
        "on: {push: {branches: ['**']}, workflow_dispatch: {}}",
        jobs.Command("rebuild", "--push"),
    ),
}
_PINNED = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)+@[0-9a-f]{40}")
_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})(?:\..*)?")
_STARS = 5
"""A pattern with more of them is not tried."""


def the_games_own(copy: Copy) -> Iterator[Trouble]:
    """Each workflow of the game: what starts it, its job, its actions' pins."""
    for name, own in OWN.items():
        path = _path(copy, name)
        data = copy.read(path)
        if data is None:
            yield Trouble(path, "is missing", back(copy, path))
            continue
        document = Document(path, data)
        yield from _starts(copy, document, own)
        yield from jobs.of_the_game(copy, document, own.runs)
        yield from _pins(document)
    yield from _house(copy)


def _starts(copy: Copy, document: Document, own: Own) -> Iterator[Trouble]:
    """What has to start a workflow does."""
    starts, remedy = triggers(document), f"Write it anew: {own.on}"
    for trigger in own.starts:
        how = starts.get(trigger)
        if trigger not in starts or (trigger == "schedule" and not how):
            yield Trouble(document.at("on"), f"is not started by {trigger}", remedy)
    if "issues" in own.starts and "opened" not in _types(starts.get("issues")):
        where = document.at("on", "issues", "types")
        yield Trouble(where, "is not started by issues that are opened", remedy)
    branch = copy.default_branch
    if "push" in own.starts and branch and not reaches(starts.get("push"), branch):
        what = f"is not started by pushes to {branch}, on which the game is played"
        yield Trouble(document.at("on", "push", "branches"), what, remedy)


def reaches(push: object, branch: str) -> bool:
    """Whether a push to a branch is one that starts a workflow."""
    if not isinstance(push, dict):
        return True
    reached = "branches" not in push and not {"tags", "tags-ignore"} & push.keys()
    for pattern in _listed(push.get("branches")):
        if _fits(pattern.removeprefix("!"), branch):
            reached = not pattern.startswith("!")
    if "branches-ignore" in push:
        reached = not any(_fits(pattern, branch) for pattern in _listed(push["branches-ignore"]))
    return reached


def _listed(patterns: object) -> list[str]:
    return list(map(str, patterns if isinstance(patterns, list) else [patterns]))


def _fits(pattern: str, branch: str) -> bool:
    """Whether a pattern of GitHub's is one of a branch; where that cannot be told, it is."""
    if pattern.count("*") > _STARS:
        return True
    parts = re.findall(r"\*+|\[[^]]*\]|[?+]|\\?.", pattern)
    stars = {"*": "[^/]*", "?": "?", "+": "+"}
    plain = (
        stars.get(part)
        or (".*" if part[0] == "*" else part if part[0] == "[" else re.escape(part[-1]))
        for part in parts
    )
    try:
        return re.fullmatch("".join(plain), branch) is not None
    except re.error:
        return True


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


def _pins(document: Document) -> Iterator[Trouble]:
    for job in document.table("jobs"):
        for place, step in jobs.steps(document, "jobs", job):
            yield from _pin(document, step, *place)


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
        what = "is missing, and every run of the game uses it"
        yield Trouble(ACTION, what, back(copy, ACTION))
        return
    document = Document(ACTION, data)
    installs = False
    for place, step in jobs.steps(document, "runs"):
        installs = installs or REQUIREMENTS in str(step.get("run"))
        yield from _pin(document, step, *place)
        wanted = document.table(*place, "with").get("python-version")
        version = _VERSION.fullmatch(document.written(*place, "with", "python-version"))
        if wanted is not None and version and (int(version[1]), int(version[2])) < OLDEST:
            what = f"sets up Python {version[0]}, and the game needs {OLDEST[0]}.{OLDEST[1]}"
            where = document.at(*place, "with", "python-version")
            yield Trouble(where, what, 'Write python-version: "3.13"')
    if not installs:
        what = f"does not install what {REQUIREMENTS} names"
        yield Trouble(document.at("runs", "steps"), what, back(copy, ACTION))


def others(copy: Copy) -> Iterator[Trouble]:
    """Workflows of the keeper's own that get in the game's way."""
    for name in copy.names(FOLDER):
        stem, _, ending = name.rpartition(".")
        path = f"{FOLDER}/{name}"
        if ending not in ("yml", "yaml") or path in [_path(copy, ours) for ours in OWN]:
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
        group = jobs.group(of.get("concurrency"))
        if group == jobs.GROUP:
            what = (
                f"waits in the game's own queue, {jobs.GROUP}, where it holds up or cancels moves"
            )
            yield Trouble(document.at(*place), what, "Give its group another name")
    called = str(whole.get("name") or stem).strip().lower()
    if "issues" in triggers(document) and called in OWN:
        what = f"starts with issues too, and is named like the game's own {called}.yml"
        yield Trouble(document.at("name"), what, "Write another name: there")
