"""The keeper's own files: settings, README, issue templates, what is installed."""

import re
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from difflib import SequenceMatcher
from importlib.metadata import PackageNotFoundError, version

import yaml

from ur import paths, settings
from ur.doctor.copy import Copy, Trouble, Unseen
from ur.doctor.document import Document, quoted
from ur.doctor.remedy import back
from ur.errors import Unreachable
from ur.port import LOGIN

FORMS = ".github/ISSUE_TEMPLATE"
LIKE = 0.8
"""How much a name is like that of the settings, where it may have been meant."""
REQUIREMENTS = "requirements.txt"
OLDEST = (3, 11)
"""The oldest Python that the game runs on."""
_PEOPLE = ("keepers", "blocked")
_PIN = re.compile(r"([a-z0-9.-]{1,80})==([0-9a-z.]{1,40})\s*(;.*)?")


def the_settings(copy: Copy) -> Iterator[Trouble]:
    """Settings that can be used, with ids where ids belong."""
    yield from _under_another_name(copy)
    data = copy.read(paths.SETTINGS)
    found = {} if data is None else {one[1].start_mark.index: one for one in _logins(data)}
    names = [found[index] for index in sorted(found)]
    for key, node, login in names:
        yield Trouble(
            f"{paths.SETTINGS}, line {node.start_mark.line + 1}",
            f'cannot be used: {key}: takes numeric ids, and "{login}" is a login',
            _id_of(copy, login),
        )
    if data is not None and names:
        text = data.decode("utf-8-sig")
        for _, node, _ in reversed(names):
            text = f"{text[: node.start_mark.index]}1{text[node.end_mark.index :]}"
        data = text.encode()
    settings.parse(data)


def _under_another_name(copy: Copy) -> Iterator[Trouble]:
    """Files that look like the settings and are not read: a fault where they are all there are."""
    folder, _, usual = paths.SETTINGS.rpartition("/")
    there = copy.names(folder)
    missing = usual not in there
    alike = [f"{folder}/{name}" for name in there if missing and _is_like(name, usual)]
    other = [f"{folder}/{name}" for name in there if name.lower().startswith("ur.y")]
    other += [name for name in copy.names(".") if name.lower().startswith("ur.y")]
    for path in dict.fromkeys([*other, *alike]):
        if path != paths.SETTINGS:
            what = f"is not read: the settings are {paths.SETTINGS}"
            remedy = f"Rename it to {paths.SETTINGS}" if missing else "Remove it"
            yield Trouble(path, what, remedy, hurts=missing)


def _is_like(name: str, usual: str) -> bool:
    return SequenceMatcher(None, usual, name.lower()).ratio() >= LIKE


def _logins(data: bytes) -> Iterator[tuple[str, yaml.Node, str]]:
    """The logins that stand where ids belong, with their key and place."""
    try:
        node = yaml.compose(data.decode("utf-8-sig"), Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return
    for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
        if key.value not in _PEOPLE:
            continue
        for one in value.value if isinstance(value, yaml.SequenceNode) else [value]:
            word = one.value.removeprefix("@") if isinstance(one.value, str) else ""
            if LOGIN.fullmatch(word) and one.tag.endswith(":str") and not word.isdigit():
                yield key.value, one, word


def _id_of(copy: Copy, login: str) -> str:
    """How to come from a login to its id."""
    try:
        found = copy.hub().person(login)
    except (Unseen, Unreachable):
        address = f"https://api.github.com/users/{login}"
        return f"Write the number in [ ] instead that {address} shows as id"
    if found is None:
        return "Nobody at GitHub has this login: correct it, and write its id in [ ]"
    return f"Write {found} in [ ] instead, the id that belongs to it"


def issue_templates(copy: Copy) -> Iterator[Trouble]:
    """Nothing stands between a link of the board and the filled-in form."""
    blank: object = None
    forms = []
    for name in copy.names(FORMS):
        path, (stem, _, ending) = f"{FORMS}/{name}", name.rpartition(".")
        if ending not in ("yml", "yaml", "md"):
            continue
        data = copy.read(path) or b""
        document = Document(path, front_matter(data) if ending == "md" else data)
        if ending != "md" and stem == "config":
            blank = document.table().get("blank_issues_enabled")
            if blank is False:
                yield Trouble(
                    document.at("blank_issues_enabled"),
                    "blank_issues_enabled is false, so the board's links lead to a choice of"
                    " templates, and lose what they ask for",
                    "Write blank_issues_enabled: true",
                )
            continue
        forms += [path] if ending != "md" else []
        title = document.table().get("title")
        if isinstance(title, str) and title.strip().lower().startswith("ur-"):
            what = "begins titles with ur-, so the game answers what is sent with it"
            yield Trouble(document.at("title"), what, "Begin the title with another word")
    if blank is None:
        for path in forms:
            yield Trouble(
                path,
                "is a form: the board's links need blank issues beside it",
                f"Write blank_issues_enabled: true into {FORMS}/config.yml, and try a link",
                hurts=False,
            )


def front_matter(data: bytes) -> bytes:
    """The YAML at the head of a page of Markdown, on the lines on which it stands there."""
    first, *lines = data.removeprefix(BOM_UTF8).splitlines() or [b""]
    ends = [number for number, line in enumerate(lines) if line.rstrip() == b"---"]
    return b"\n".join([b"", *lines[: ends[0]]]) if first.rstrip() == b"---" and ends else b""


def installed(copy: Copy) -> Iterator[Trouble]:
    """A Python that is new enough, and what the game needs in the versions it was tried with."""
    if sys.version_info[:2] < OLDEST:
        what = f"is {sys.version_info[0]}.{sys.version_info[1]}"
        yield Trouble("Python", what, f"Use {OLDEST[0]}.{OLDEST[1]} or newer")
    data = copy.read(REQUIREMENTS)
    if data is None:
        what = "is missing, and every run installs what it names"
        yield Trouble(REQUIREMENTS, what, back(copy, REQUIREMENTS))
        return
    install = f"python -m pip install --requirement {REQUIREMENTS}"
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{REQUIREMENTS}, line {number}"
        pin = _PIN.fullmatch(line.strip())
        if pin is None:
            yield Trouble(where, "pins no version", "Write it like pyyaml==6.0.4")
            continue
        name, wanted, condition = pin.groups()
        here = _version(name) or (wanted if condition else None)
        if here != wanted:
            there = f"{quoted(here)} is here" if here else "it is not here"
            yield Trouble(where, f"asks for {name} {wanted}, and {there}", install)


def _version(name: str) -> str | None:
    """The version of a package that is installed, if it is."""
    try:
        return version(name)
    except PackageNotFoundError:
        return None
