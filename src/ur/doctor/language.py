"""The pages and the sentences of the chosen language."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import yaml

from ur.doctor.copy import Copy, Trouble
from ur.errors import KeeperFault
from ur.hosts.folder import FolderSnapshot
from ur.house import ENGLISH, Environment, furnish, load_text
from ur.rebuild import differences
from ur.render.text import Text

PAGES = (
    *("answer", "dice", "game", "hall", "held", "keeper"),
    *("list", "player", "readme", "rules", "sides"),
)
"""The templates of the game, ``templates/NAME.md.j2``."""
_SAYS = re.compile(r"""\bsay\(['"]([a-z_]+\.[a-z_]+)['"]""")
_UNGIVEN = "UndefinedError"
"""What a fault names that is no fault of the template itself: it was not given something."""


def the_language(copy: Copy) -> Iterator[Trouble]:
    """Every page and every sentence is there, and can be filled in."""
    language, templates = copy.settings.language, copy.root / "templates"
    if not (templates / "languages" / ENGLISH).is_dir():
        where = f"templates/languages/{ENGLISH}"
        remedy = f"Bring it back: git checkout HEAD -- {where}"
        raise KeeperFault(where, "is missing, and the keeper is told in it", remedy)
    usual, chosen = load_text(templates, ENGLISH), load_text(templates, language)
    for name in PAGES:
        path = f"{name}.md.j2"
        if not (templates / path).is_file():
            remedy = f"Bring it back: git checkout HEAD -- templates/{path}"
            yield Trouble(f"templates/{path}", "is missing", remedy)
        else:
            yield from _fills(chosen, "page", path, f"templates/{path}")
    for name in _said(templates):
        if not usual.knows(name):
            where = f"templates/languages/{ENGLISH}, {name}"
            remedy = "Bring it back: git checkout HEAD -- templates"
            yield Trouble(where, "is a sentence that is missing, and a page says it", remedy)
    for file, key in _keys(templates / "languages" / ENGLISH):
        name = f"{file.stem}.{key}"
        for text, of in {language: chosen, ENGLISH: usual}.items():
            where = f"templates/languages/{text}/{file.name}, {key}"
            if not of.knows(name):
                remedy = f"Write it, after the one in templates/languages/{ENGLISH}"
                yield Trouble(where, "is a sentence that is missing", remedy)
            else:
                yield from _fills(of, "say", name, where)
    yield from _board(copy)


def _board(copy: Copy) -> Iterator[Trouble]:
    """Nothing, unless a page of the README asks for what nobody gives it: drawn on trial."""
    named = {"GITHUB_REPOSITORY": copy.repository or "owner/name"}
    house = furnish(Environment.read(named), copy.branch or "main")
    house = replace(house, templates=copy.root / "templates")
    try:
        differences(house, FolderSnapshot(copy.root))
    except KeeperFault as fault:
        # All other faults are told by the checks of what is at fault.
        if fault.where.startswith("templates") and _UNGIVEN in fault.what:
            yield Trouble(fault.where, fault.what, fault.remedy)


def _said(templates: Path) -> list[str]:
    """The sentences that the pages say by name."""
    pages = [path.read_text("utf-8", "replace") for path in sorted(templates.glob("*.j2"))]
    return sorted({name for page in pages for name in _SAYS.findall(page)})


def _keys(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.glob("*.yml")):
        for key in yaml.safe_load(path.read_text("utf-8")):
            yield path, str(key)


def _fills(text: Text, verb: str, name: str, where: str) -> Iterator[Trouble]:
    """Nothing, unless a template could not be filled in whatever it is given."""
    try:
        getattr(text, verb)(name)
    except KeeperFault as fault:
        if _UNGIVEN not in fault.what:
            yield Trouble(where, fault.what, fault.remedy)
    except Exception:  # noqa: BLE001, S110 - it was given nothing, so anything may happen
        pass
