"""The keeper's own files: settings, README, issue templates, what is installed."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

import yaml

from ur import paths, settings
from ur.doctor.copy import Copy, Trouble, Unseen
from ur.doctor.document import Document, quoted
from ur.errors import KeeperFault, Unreachable
from ur.port import LOGIN
from ur.render.readme import BEGIN, END, splice

FORMS = ".github/ISSUE_TEMPLATE"
SHOWN = 512_000
"""GitHub shows no more bytes of a README than these."""
REQUIREMENTS = "requirements.txt"
OLDEST = (3, 11)
_PEOPLE = ("keepers", "blocked")
_PIN = re.compile(r"([a-z0-9.-]{1,80})==([0-9a-z.]{1,40})\s*(;.*)?")


def the_settings(copy: Copy) -> Iterator[Trouble]:
    """Settings that can be used, with ids where ids belong."""
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


def the_readme(copy: Copy) -> Iterator[Trouble]:
    """Both markers, in the README that GitHub shows."""
    other = ".github/README.md"
    if (copy.root / other).is_file():
        what = "is shown by GitHub instead of README.md, where the board is"
        yield Trouble(other, what, f"Move what it says to README.md, and remove {other}")
    data = copy.read(paths.README)
    try:
        splice(data, "")
    except KeeperFault as fault:
        where = [
            str(number)
            for number, line in enumerate((data or b"").splitlines(), 1)
            if line.strip() in (BEGIN, END)
        ]
        place = f", lines {' and '.join(where[:8])}" if len(where) > 1 else ""
        yield Trouble(f"{fault.where}{place}", fault.what, fault.remedy)
    if data and len(data) > SHOWN:
        what = f"has {len(data)} bytes, of which GitHub shows {SHOWN}"
        yield Trouble(paths.README, what, "Move some of it to pages of their own")


def issue_templates(copy: Copy) -> Iterator[Trouble]:
    """Nothing stands between a link of the board and the filled-in form."""
    names = [name for name in copy.names(FORMS) if name.endswith((".yml", ".yaml"))]
    blank: object = None
    forms = []
    for name in names:
        path = f"{FORMS}/{name}"
        document = Document(path, copy.read(path) or b"")
        if name.rpartition(".")[0] == "config":
            blank = document.table().get("blank_issues_enabled")
            if blank is False:
                yield Trouble(
                    document.at("blank_issues_enabled"),
                    "blank_issues_enabled is false, so the board's links lead to a choice of"
                    " templates, and lose what they ask for",
                    "Write blank_issues_enabled: true",
                )
        else:
            forms.append(path)
            title = document.table().get("title")
            if isinstance(title, str) and title.lower().startswith("ur-"):
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


def installed(copy: Copy) -> Iterator[Trouble]:
    """A Python that is new enough, and what the game needs in the versions it was tried with."""
    if sys.version_info[:2] < OLDEST:
        what = f"is {sys.version_info[0]}.{sys.version_info[1]}"
        yield Trouble("Python", what, f"Use {OLDEST[0]}.{OLDEST[1]} or newer")
    data = copy.read(REQUIREMENTS)
    if data is None:
        remedy = f"Bring it back: git checkout HEAD -- {REQUIREMENTS}"
        yield Trouble(REQUIREMENTS, "is missing, and every run installs what it names", remedy)
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
