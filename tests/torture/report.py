"""What became of requests: the questions that every part of the torture asks in the end."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tests.town import Town
from ur.house import Environment, furnish
from ur.rebuild import differences
from ur.records import Records
from ur.referee.judge import GRANTED
from ur.rules import RULE_SETS
from ur.sandbox.ledger import ACTIONS_ID
from ur.verify import verify_state

Out = Callable[[str], object]

ANSWER = re.compile(r"<!-- ur:answer ([a-z-]+) -->")
TIME = re.compile(rb"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z?)?")
"""When something happened: it differs from run to run."""

TRUTH = re.compile(r"state/(?:match|club)\.json|state/players/.*\.json|.*/record\.(?:json|txt)")
"""What everything else is made from; ``rebuild --check`` sees to the rest."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a request; ``commits`` counts those that name it."""

    state: str
    reason: str | None
    answers: tuple[str, ...]
    held: int
    others: int
    labels: frozenset[str]
    reactions: tuple[str, ...]
    commits: int


def fate(town: Town, number: int, log: Sequence[str]) -> Fate:
    """What became of a request."""
    issue = town.world.issue(number)
    ours = [one.body for one in issue.comments if one.author == ACTIONS_ID]
    codes = [found[1] for body in ours if (found := ANSWER.match(body))]
    held = sum(body.startswith("<!-- ur:held -->") for body in ours)
    return Fate(
        issue.state,
        issue.state_reason,
        tuple(codes),
        held,
        len(ours) - len(codes) - held,
        frozenset(label.name for label in town.world.labels_of(issue)),
        tuple(sorted(one.content for one in issue.reactions)),
        sum(line.endswith(f"(#{number})") for line in log),
    )


def fates(town: Town, numbers: Sequence[int]) -> dict[int, Fate]:
    """What became of requests."""
    log = town.log()
    return {number: fate(town, number, log) for number in numbers}


def of_one(number: int, one: Fate) -> list[str]:
    """What is wrong with a request that should be done with."""
    wrong = []
    if one.state != "closed":
        return [f"#{number} is open"]
    if len(one.answers) > 1 or one.held > 1 or one.others:
        wrong.append(f"#{number} heard too much: {one}")
    granted = bool(set(one.answers) & set(GRANTED))
    if one.answers and one.reason != ("completed" if granted else "not_planned"):
        wrong.append(f"#{number} is closed as {one.reason}, and was {one.answers}")
    if one.answers and one.commits != granted:
        wrong.append(f"#{number} was {one.answers}, and has {one.commits} commits")
    if one.commits > 1:
        wrong.append(f"#{number} was played {one.commits} times")
    return wrong


def against(number: int, one: Fate, wanted: Fate, *, reacted: bool) -> list[str]:
    """What is otherwise with a request than it would have been without troubles.

    Not ``reacted``: its reactions never worked, and nobody was kept waiting for them.
    """
    wrong = of_one(number, one)
    granted = bool(set(wanted.answers) & set(GRANTED))
    if not wanted.answers and not wanted.commits and one.answers:
        # Silence is for the fourth refusal of one run; in several runs more are heard.
        return wrong
    if len(one.answers) != len(wanted.answers):
        wrong.append(f"#{number} has the answers {one.answers}, not {wanted.answers}")
    if granted and one.answers != wanted.answers:
        wrong.append(f"#{number} was {one.answers}, not {wanted.answers}")
    if one.labels != wanted.labels:
        wrong.append(f"#{number} has the labels {set(one.labels)}, not {set(wanted.labels)}")
    if reacted and {*one.reactions} - {"eyes"} != {*wanted.reactions} - {"eyes"}:
        wrong.append(f"#{number} has the reactions {one.reactions}, not {wanted.reactions}")
    return wrong


def of_record(town: Town) -> list[str]:
    """What ``verify`` and ``rebuild --check --all`` find."""
    town._git(town.checkout, "fetch", "--quiet", "origin", "main")
    town._git(town.checkout, "reset", "--quiet", "--hard", "FETCH_HEAD")
    found = verify_state(Records(RULE_SETS, None), town.checkout)
    wrong = [str(one) for one in found if one.line is not None]
    environment = Environment.read(town.environment())
    house = replace(furnish(environment, "main"), _texts=town.texts)
    repository = environment.repository_here(town.checkout)
    try:
        rest = differences(house, repository.load(), everything=True).files
    finally:
        repository.close()
    return wrong + [f"{path} is not what rebuild makes" for path in rest]


def timeless(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The records, without the times in them."""
    return {path: TIME.sub(b"-", data) for path, data in files.items() if TRUTH.fullmatch(path)}


def of_files(files: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> list[str]:
    """Which files are otherwise than they would have been without troubles."""
    paths = sorted(files.keys() | wanted.keys())
    return [f"{path} is otherwise" for path in paths if files.get(path) != wanted.get(path)]
