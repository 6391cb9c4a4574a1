"""The jobs that run the game: when, with what rights, in which queue, after and with what."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ur.dice import SECRET
from ur.doctor.copy import Copy, Trouble
from ur.doctor.document import Document, quoted
from ur.doctor.remedy import back

GROUP = "ur-writer"
HOUSE = "./.github/actions/house"
TOKEN = "GITHUB_TOKEN"  # noqa: S105 - its name
RIGHTS = {"contents": "write", "issues": "write"}
ALL_RIGHTS = "permissions: {contents: write, issues: write}"
QUEUE = f"concurrency: {{group: {GROUP}, cancel-in-progress: false, queue: max}}"
_RUNS = re.compile(r"^(?![ \t]*#).*?-m[ \t]+ur(?:[ \t]+(.*))?$", re.MULTILINE)
_COMPARED = re.compile(r"(\d+|'[^']*')(==|!=)(\d+|'[^']*')")
_FALSE = {"false", "!true", "0", "-0", "null", "''"}

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """What a job has to run: ``ur NAME``, with an option; ``sealed`` if it throws dice."""

    name: str
    option: str = ""
    sealed: bool = False

    def __str__(self) -> str:
        """The words of it."""
        return f"-m ur {self.name} {self.option}".rstrip()

    def is_run(self, script: str) -> bool:
        """Whether a step's script runs it."""
        lines = [line.split() for line in _RUNS.findall(script)]
        return any(
            words[:1] == [self.name] and (not self.option or self.option in words)
            for words in lines
        )

    @property
    def line(self) -> str:
        """How the step writes it."""
        return f'run: PYTHONPATH="src:$HOME/.cache/ur-site" python {self}'

    @property
    def env(self) -> str:
        """What the step has to be given."""
        names = {TOKEN: "github.token"} | ({SECRET: f"secrets.{SECRET}"} if self.sealed else {})
        given = ", ".join(f"{name}: '${{{{ {value} }}}}'" for name, value in names.items())
        return f"env: {{{given}}}"


def of_the_game(copy: Copy, document: Document, command: Command) -> Iterator[Trouble]:
    """What is wrong with the jobs of a workflow of the game."""
    scripts = [
        (place, str(step.get("run")).replace("\\\n", " "))
        for job in document.table("jobs")
        for place, step in steps(document, "jobs", job)
    ]
    playing = [place for place, script in scripts if command.is_run(script)]
    for job in dict.fromkeys(str(place[1]) for place in playing):
        yield from _never(document, "jobs", job)
        yield from _rights(document, job)
        yield from _queue(document, job)
    for place in playing:
        yield from _never(document, *place)
        yield from _before(copy, document, place)
        yield from _given(copy, document, place, command)
    if playing:
        return
    others = [place for place, script in scripts if _RUNS.search(script)]
    if others:
        what = f"runs another command of the game, and has to run {command}"
        yield Trouble(document.at(*others[0], "run"), what, f"Write {command.line}")
    else:
        what = "has no job that runs the game"
        yield Trouble(document.at("jobs"), what, back(copy, document.path))


def steps(document: Document, *job: str) -> Iterator[tuple[Place, dict[str, Any]]]:
    """The steps of a job or an action, each with its place."""
    listed = document.table(*job).get("steps")
    for at, step in enumerate(listed if isinstance(listed, list) else ()):
        if isinstance(step, dict):
            yield (*job, "steps", at), step


def group(set_up: object) -> str:
    """The name of a group as GitHub compares it."""
    named = set_up.get("group") if isinstance(set_up, dict) else set_up
    return str(named).strip().lower()


def is_never(condition: object) -> bool:
    """Whether a condition is false whatever happens."""
    text = "false" if condition is False else str(condition).strip()
    bare = re.fullmatch(r"\$\{\{(.*)\}\}", text, re.DOTALL)
    text = re.sub(r"[\s()]", "", bare[1] if bare else text).lower()
    return "||" not in text and any(map(_is_false, text.split("&&")))


def _is_false(part: str) -> bool:
    compared = _COMPARED.fullmatch(part)
    if compared and compared[1].isdigit() == compared[3].isdigit():
        return (compared[1] == compared[3]) != (compared[2] == "==")
    return part in _FALSE


def _never(document: Document, *place: str | int) -> Iterator[Trouble]:
    if is_never(document.table(*place).get("if", True)):
        what = "is a condition that is never true, so the game does not run"
        yield Trouble(document.at(*place, "if"), what, "Remove that condition")


def _rights(document: Document, job: str) -> Iterator[Trouble]:
    place: Place = ("jobs", job, "permissions")
    held: object = document.table("jobs", job).get("permissions")
    if held is None and "permissions" not in document.table("jobs", job):
        place = ("permissions",)
        held = document.table().get("permissions")
    rights = held if isinstance(held, dict) else {}
    missing = [
        f"{right}: {wanted}" for right, wanted in RIGHTS.items() if rights.get(right) != wanted
    ]
    if missing and held != "write-all":
        what = f"the job that runs the game has no {' and no '.join(missing)}"
        remedy = f"Write {ALL_RIGHTS} in the job, in place of any permissions: there"
        yield Trouble(document.at("jobs", job, "permissions"), what, remedy)
    more = [quoted(one) for one in rights if one not in RIGHTS and rights[one] != "none"]
    if held == "write-all" or more:
        told = ", ".join(more[:5]) or "all there are"
        what = f"gives the game rights that it does not need: {told}"
        yield Trouble(document.at(*place), what, f"Write {ALL_RIGHTS} in place of it")


def _queue(document: Document, job: str) -> Iterator[Trouble]:
    """The game's queue: one at a time, nobody cancelled, on the job."""
    place: Place = ("jobs", job, "concurrency")
    set_up = document.table("jobs", job).get("concurrency")
    where, remedy = document.at(*place), f"Write {QUEUE} in the job, in place of any there"
    if set_up is None and group(document.table().get("concurrency")) == GROUP:
        where = document.at("concurrency")
        what = "queues the whole workflow, so that other people's issues push waiting moves out"
        yield Trouble(where, what, f"Remove it, and write {QUEUE} in the job")
        return
    if group(set_up) != GROUP:
        what = f"the job that runs the game is not in the group {GROUP}, so two may write at once"
        yield Trouble(where, what, remedy)
        return
    told = set_up if isinstance(set_up, dict) else {}
    if told.get("queue") != "max":
        yield Trouble(where, "keeps only one run waiting, and cancels the others", remedy)
    if told.get("cancel-in-progress", False) is not False:
        where = document.at(*place, "cancel-in-progress")
        yield Trouble(where, "lets a run be cancelled by the next", remedy)


def _before(copy: Copy, document: Document, game: Place) -> Iterator[Trouble]:
    """What has to be done in a job before the game runs: the checkout, and the house."""
    before = [
        str(step.get("uses")).rstrip("/")
        for place, step in steps(document, "jobs", str(game[1]))
        if place < game and not is_never(step.get("if", True))
    ]
    if not any("checkout@" in used for used in before):
        what = "runs the game in a job that has not checked the repository out before"
        yield Trouble(document.at(*game), what, back(copy, document.path))
    if HOUSE not in before:
        what = "runs the game in a job that has not set up Python and packages before"
        yield Trouble(document.at(*game), what, f"Write above it the step - uses: {HOUSE}")


def _given(copy: Copy, document: Document, game: Place, command: Command) -> Iterator[Trouble]:
    """What the game is given: the token to work with, and the secret of the dice."""
    given: Mapping[str, Any] = {}
    for place in ((), game[:2], game):
        given = {**given, **document.table(*place, "env")}
    where, remedy = document.at(*game, "env"), f"Write {command.env} in that step, in place of any"
    if not given.get(TOKEN):
        yield Trouble(where, f"runs the game without {TOKEN}", remedy)
    if command.sealed and not given.get(SECRET):
        what = f"does not give the game {SECRET}, so its dice are not sealed"
        sealed = copy.match is not None and not copy.match.over and copy.match.seal is not None
        if sealed:
            what = f"does not give the game {SECRET}, and the game in play is sealed"
        yield Trouble(where, what, remedy, hurts=sealed)
