"""The pages and the sentences of the chosen language."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import yaml

from ur.doctor.copy import Copy, Trouble
from ur.doctor.game import the_font
from ur.doctor.remedy import back
from ur.doctor.sentences import SENTENCES
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
TOLD = 5
"""So many sentences that a language lacks are told."""
_SAYS = re.compile(r"""\bsay\(['"]([a-z_]+\.[a-z_]+)['"]""")
_UNGIVEN = "UndefinedError"
"""What a fault names that is no fault of the template itself: it was not given something."""


def the_language(copy: Copy) -> Iterator[Trouble]:
    """Every page and every sentence is there, and can be filled in."""
    language, templates = copy.settings.language, copy.root / "templates"
    if not (templates / "languages" / ENGLISH).is_dir():
        where = f"templates/languages/{ENGLISH}"
        raise KeeperFault(where, "is missing, and the keeper is told in it", back(copy, where))
    texts = {name: load_text(templates, name) for name in dict.fromkeys((ENGLISH, language))}
    there = {name: _names(templates / "languages" / name) for name in texts}
    wanted = dict.fromkeys((*SENTENCES, *_said(templates), *there[ENGLISH]))
    whole = True
    for name, text in texts.items():
        for trouble in _missing(copy, name, [one for one in wanted if not text.knows(one)]):
            whole = False
            yield trouble
        for sentence in there[name]:
            yield from _fills(text, "say", sentence, _place(name, sentence))
    for name in PAGES:
        path = f"templates/{name}.md.j2"
        if not (copy.root / path).is_file():
            whole = False
            yield Trouble(path, "is missing", back(copy, path))
        elif whole:  # else it is blamed for a sentence that it only says
            yield from _fills(texts[language], "page", f"{name}.md.j2", path)
    if whole and not [*the_font(copy)]:
        yield from _board(copy)


def _missing(copy: Copy, language: str, names: Sequence[str]) -> Iterator[Trouble]:
    """The sentences that a language lacks: by the file that has none, or one by one."""
    folder = f"templates/languages/{language}"
    files = dict.fromkeys(f"{folder}/{name.partition('.')[0]}.yml" for name in names)
    gone = [path for path in files if not (copy.root / path).is_file()]
    alone = [name for name in names if f"{folder}/{name.partition('.')[0]}.yml" not in gone]
    for path in gone:
        yield Trouble(path, "is missing, with all its sentences", _brought(copy, path))
    for name in alone[:TOLD]:
        remedy = _brought(copy, f"{folder}/{name.partition('.')[0]}.yml")
        yield Trouble(_place(language, name), "is a sentence that is missing", remedy)
    if more := len(alone[TOLD:]):
        what = f"lacks {more} more {'sentence' if more == 1 else 'sentences'}"
        yield Trouble(folder, what, "Mend those, and then run this again")


def _brought(copy: Copy, path: str) -> str:
    """How to come by a sentence of a language."""
    usual = f"templates/languages/{ENGLISH}"
    return back(copy, path) if path.startswith(usual) else f"Write it, after the one in {usual}"


def _place(language: str, sentence: str) -> str:
    file, _, key = sentence.partition(".")
    return f"templates/languages/{language}/{file}.yml, {key}"


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


def _names(folder: Path) -> list[str]:
    """The sentences that a language has."""
    files = ((path.stem, path.read_text("utf-8")) for path in sorted(folder.glob("*.yml")))
    return [f"{stem}.{key}" for stem, text in files for key in yaml.safe_load(text)]


def _fills(text: Text, verb: str, name: str, where: str) -> Iterator[Trouble]:
    """Nothing, unless a template could not be filled in whatever it is given."""
    try:
        getattr(text, verb)(name)
    except KeeperFault as fault:
        if _UNGIVEN not in fault.what:
            yield Trouble(where, fault.what, fault.remedy)
    except Exception:  # noqa: BLE001, S110 - it was given nothing, so anything may happen
        pass
