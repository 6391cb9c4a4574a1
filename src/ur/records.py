"""Record files, whatever they are made of: documents and texts, read by one door.

A text that names a table's own rule set is read with the help of the document
beside it, which carries the rule set whole; else with the keeper's settings.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.referee.match import Match
from ur.rules import RULE_SETS, Record, RuleSet, WrongRecord, parse_record
from ur.store import codec
from ur.store.reader import BrokenDocument

DOCUMENT, TEXT = Path(paths.archived(1)).name, Path(paths.record_text(1)).name
IN_PLAY = Path(paths.MATCH).name
_STEP = re.compile(r"[^.\[\]]+")
_SPACE = re.compile(r"[ \t\n\r]*")


class WrongFile(Exception):  # noqa: N818 - what it is
    """A file that is no whole record: what is wrong, and in which line, counted from 1."""

    def __init__(self, said: str, line: int = 1) -> None:
        super().__init__(said)
        self.said = said
        self.line = line


@dataclass(frozen=True, slots=True)
class Records:
    """Reads record files; ``under`` replays them by another rule set than they name.

    ``rule_sets`` are those that a text may name. Its verbs raise ``WrongFile``.
    """

    rule_sets: Mapping[str, RuleSet] = field(default_factory=lambda: RULE_SETS)
    under: RuleSet | None = None

    def document(self, path: Path) -> Match:
        """The match that a document tells."""
        data = read(path)
        try:
            return codec.read_match("", data, self.under)
        except KeeperFault as fault:
            raise broken(fault, data) from None

    def text(self, path: Path, beside: Match | None = None) -> Record:
        """The record that a text tells; ``beside`` is the match of the document beside it."""
        beside = beside or self.beside(path)
        known = {**self.rule_sets, **({beside.rules.name: beside.rules} if beside else {})}
        try:
            return parse_record(read(path).decode("ascii", "replace"), known, self.under)
        except WrongRecord as wrong:
            raise WrongFile(wrong.reason, wrong.line) from None

    def beside(self, path: Path) -> Match | None:
        """The match of the document in the same folder, if there is one that can be read."""
        try:
            return Records(self.rule_sets).document(path.with_name(DOCUMENT))
        except (WrongFile, ValueError):
            return None


def broken(fault: KeeperFault, data: bytes) -> WrongFile:
    """What is wrong with a document, by the line of its place."""
    if not isinstance(fault, BrokenDocument):
        return WrongFile(fault.what)
    line = fault.line or line_of(data, fault.place)
    return WrongFile(f"{fault.place} {fault.what}".strip(), line)


def line_of(data: bytes, place: str) -> int:
    """The line, counted from 1, of a place like ``turns[3].move`` in a document of JSON.

    That of the nearest thing around it where the place itself is missing.
    """
    text = data.decode("utf-8", "replace")
    at = _after_space(text, 0)
    for step in _STEP.findall(place):
        inside = _inside(text, at).get(step)
        if inside is None:
            break
        at = inside
    return text.count("\n", 0, at) + 1


def _inside(text: str, at: int) -> dict[str, int]:
    """Where the values of the table or list that begins at ``at`` begin, by key or place."""
    decoder = json.JSONDecoder()
    found: dict[str, int] = {}
    opening = text[at : at + 1]
    try:
        while text[at : at + 1] in ("{", "[", ","):
            at = _after_space(text, at + 1)
            key: object = len(found)
            if opening == "{":
                key, at = decoder.raw_decode(text, at)
                at = _after_space(text, _after_space(text, at) + 1)
            found[str(key)] = at
            at = _after_space(text, decoder.raw_decode(text, at)[1])
    except (ValueError, RecursionError):
        pass  # the end of it: empty, or no JSON
    return found


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def read(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        WrongFile: there is none, or it cannot be read.
    """
    try:
        if path.is_file() or not path.exists():
            return path.read_bytes()
    except FileNotFoundError:
        raise WrongFile("is missing") from None
    except (OSError, ValueError):
        pass
    raise WrongFile("cannot be read")


def inside(folder: Path) -> list[Path]:
    """What lies in a folder, sorted; nothing where there is none.

    Raises:
        WrongFile: it cannot be read, or is no folder.
    """
    try:
        return sorted(folder.iterdir())
    except FileNotFoundError:
        if folder.is_symlink():
            raise WrongFile("leads nowhere") from None
        return []
    except (OSError, ValueError):
        raise WrongFile("cannot be read") from None


def exists(path: Path) -> bool:
    """Whether there is such a file or folder, whatever the path is made of."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def name_of(path: Path) -> str:
    """A path on one line, whatever it is made of."""
    name = str(path)
    return name if name.isprintable() else ascii(name)
