"""Checking records: every turn replayed, the seal and every throw computed again; one line a file.

What was counted from the records in ``state/`` is counted again too.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from pathlib import Path

import yaml

from ur.errors import KeeperFault
from ur.referee import standings
from ur.referee.match import Match
from ur.referee.standings import Totals
from ur.rules import RULE_SETS, RuleSet, WrongRecord, parse_record
from ur.store import codec, paths
from ur.store import state as store
from ur.store.reader import BrokenDocument
from ur.store.record import record_text

RECORDS = tuple(Path(path).name for path in (paths.archived(1), paths.record_text(1), paths.MATCH))
_STEP = re.compile(r"[^.\[\]]+")

Check = Callable[[], str]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of a file; ``line`` counts from 1, None where nothing is wrong."""

    path: str
    said: str
    line: int | None = None

    def __str__(self) -> str:
        """The line that is printed."""
        return ": ".join(
            (self.path if self.line is None else f"{self.path}:{self.line}", self.said)
        )


class _Wrong(Exception):  # noqa: N818 - caught on this page
    """What is wrong with a file, and in which line."""

    def __init__(self, said: str, line: int = 1) -> None:
        super().__init__(said)
        self.said = said
        self.line = line


@dataclass
class Verifier:
    """Checks files; ``under`` replays them by another rule set than the one they name.

    ``rule_sets`` are those that a text may name.
    """

    rule_sets: Mapping[str, RuleSet] = field(default_factory=lambda: RULE_SETS)
    under: RuleSet | None = None
    _last: tuple[Path, Match] | None = None
    _totals: list[Totals] = field(default_factory=list)

    def files(self, path: Path) -> Iterator[Finding]:
        """A file, or every record in a folder."""
        found = [path]
        if exists(path) and path.is_dir():
            found = sorted(one for name in RECORDS for one in path.rglob(name))
        if not found:
            yield Finding(shown_name(path), "holds no record", 1)
        for one in found:
            yield self._found(shown_name(one), partial(self._file, one))

    def state(self, root: Path) -> Iterator[Finding]:
        """The whole of ``state/`` under a root, what was counted from the records included."""
        ended = sorted(
            number
            for path in _inside(root / paths.ARCHIVE)
            if (number := paths.game_of(path.name)) is not None
        )
        for number in ended:
            for path in (paths.archived(number), paths.record_text(number)):
                yield self._found(path, partial(self._archived, root, path))
        counted = store.every_player(self._totals)
        if exists(root / paths.MATCH):
            yield self._found(paths.MATCH, partial(self._current, root))
        if exists(root / paths.CLUB) and self.under is None:
            yield self._found(paths.CLUB, partial(_club, root, ended))
            kept = {f"{paths.PLAYERS}/{path.name}" for path in _inside(root / paths.PLAYERS)}
            for path in sorted(kept | counted.keys()):
                yield self._found(path, partial(_players, root, path, counted.get(path)))
        elif not ended and not exists(root / paths.MATCH):
            yield Finding(paths.STATE, "ok, no game yet")

    def _found(self, path: str, check: Check) -> Finding:
        try:
            return Finding(path, check())
        except _Wrong as wrong:
            under = f"under {self.under.name}, " if self.under else ""
            return Finding(path, f"{under}{wrong.said}", wrong.line)

    def _file(self, path: Path) -> str:
        return self._document(path) if path.suffix == ".json" else self._text(path)

    def _archived(self, root: Path, path: str) -> str:
        """A record of the archive, which is that of an ended game, in the folder of its number."""
        said = self._file(root / path)
        if self._last and self._last[0] == root / path:
            match = self._last[1]
            if paths.archived(match.number) != path:
                raise _Wrong(f"game is {match.number}, not the folder's")
            if not match.over:
                raise _Wrong("is in the archive, but not over")
            self._totals += standings.totals(match)
        return said

    def _current(self, root: Path) -> str:
        """The game in play, or the last one, as it is in the archive."""
        said = self._document(root / paths.MATCH)
        match = self._last[1] if self._last else None
        if match and match.over and self.under is None:
            archived = root / paths.archived(match.number)
            if not exists(archived) or _read(archived) != _read(root / paths.MATCH):
                raise _Wrong("is over, and not as it is in the archive")
        return said

    def _document(self, path: Path) -> str:
        """A match as a document."""
        data = _read(path)
        try:
            match = codec.read_match("", data, self.under)
        except KeeperFault as fault:
            raise _broken(fault, data) from None
        self._last = (path, match)
        if match.seal and not match.seed:
            return "ok, sealed, never revealed" if match.over else "ok, sealed, not yet revealed"
        return "ok"

    def _text(self, path: Path) -> str:
        """A record as text: what a document beside it proves, or by itself."""
        match, data = self._beside(path), _read(path)
        proved = record_text(match) if match and self.under is None else None
        if data == proved:
            return "ok"
        known = {**self.rule_sets, **({match.rules.name: match.rules} if match else {})}
        try:
            parse_record(data.decode("ascii", "replace"), known, self.under)
        except WrongRecord as wrong:
            raise _Wrong(wrong.reason, wrong.line) from None
        if proved is not None:
            line = _first_difference(data, proved)
            raise _Wrong("is not what the document beside it tells", line)
        return "ok"

    def _beside(self, path: Path) -> Match | None:
        """The match of the document in the same folder, if there is one that can be read."""
        document = path.with_name(RECORDS[0])
        if self._last is None or self._last[0] != document:
            self._last = None
            try:
                self._document(document)
            except _Wrong:
                return None
        return self._last[1] if self._last else None


def line_of(text: bytes, place: str) -> int:
    """The line, counted from 1, of a place like ``turns[3].move`` in a document of JSON.

    That of the nearest thing around it where the place itself is missing.
    """
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return 1
    for step in _STEP.findall(place):
        inside = _step_into(node, step)
        if inside is None:
            break
        node = inside
    return node.start_mark.line + 1 if node else 1


def _step_into(node: yaml.Node | None, step: str) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == step), None)
    if isinstance(node, yaml.SequenceNode) and step.isdecimal() and int(step) < len(node.value):
        inside: yaml.Node = node.value[int(step)]
        return inside
    return None


def _broken(fault: KeeperFault, data: bytes) -> _Wrong:
    """What is wrong with a document, by the line of its place."""
    if not isinstance(fault, BrokenDocument):
        return _Wrong(fault.what)
    line = fault.line or line_of(data, fault.place)
    return _Wrong(f"{fault.place} {fault.what}".strip(), line)


def _first_difference(text: bytes, other: bytes) -> int:
    """The first line, counted from 1, in which two texts differ."""
    lines = zip_longest(text.split(b"\n"), other.split(b"\n"))
    return next(number for number, (one, two) in enumerate(lines, 1) if one != two)


def _club(root: Path, ended: list[int]) -> str:
    """The club, and whether all the games it has seen end are in the archive."""
    data = _read(root / paths.CLUB)
    try:
        club = codec.read_club("", data)
    except KeeperFault as fault:
        raise _broken(fault, data) from None
    missing = sorted(set(range(1, club.games)) - set(ended))
    if missing:
        raise _Wrong(f"counts {club.games} games, and game {missing[0]} is not in the archive")
    return "ok"


def _players(root: Path, path: str, counted: bytes | None) -> str:
    """Totals of players, as they follow from the records."""
    kept = _read(root / path)
    if kept == counted:
        return "ok"
    line = _first_difference(kept, counted or b"")
    raise _Wrong("is not what the records come to; rebuild --all counts again", line)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise _Wrong("is missing") from None
    except (OSError, ValueError):
        raise _Wrong("cannot be read") from None


def shown_name(path: Path) -> str:
    """A path on one line, whatever it is made of."""
    name = str(path)
    return name if name.isprintable() else ascii(name)


def exists(path: Path) -> bool:
    """Whether there is such a file or folder, whatever the path is made of."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _inside(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if exists(folder) and folder.is_dir() else []
