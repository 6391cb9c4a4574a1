"""Checking records: every turn replayed, the seal and every throw computed again; one line a file.

What was counted from the records in ``state/`` is counted again too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.records import (
    DOCUMENT,
    IN_PLAY,
    TEXT,
    Records,
    WrongFile,
    broken,
    exists,
    inside,
    line_of,
    name_of,
    read,
)
from ur.referee.club import Club
from ur.referee.match import Match
from ur.store import codec
from ur.store import state as store
from ur.store.record import record_text


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


def verify_files(records: Records, path: Path) -> Iterator[Finding]:
    """Check a file, or every record in a folder."""
    found = [path]
    if exists(path) and path.is_dir():
        try:
            inside(path)
        except WrongFile as wrong:
            yield Finding(name_of(path), wrong.said, wrong.line)
            return
        found = sorted(one for name in (DOCUMENT, TEXT, IN_PLAY) for one in path.rglob(name))
    if not found:
        yield Finding(name_of(path), "holds no record", 1)
    for one in found:
        if one.suffix == ".json":
            yield _document(records, one, name_of(one))[0]
        else:
            yield _text(records, one, name_of(one))


def verify_state(records: Records, root: Path) -> Iterator[Finding]:
    """Check the whole of ``state/`` under a root."""
    try:
        for name in (paths.STATE, paths.ARCHIVE, paths.PLAYERS):
            inside(root / name)
    except WrongFile as wrong:
        yield Finding(name, wrong.said, wrong.line)
        return
    tally = _Tally()
    folders = _folders(root)
    for folder in folders:
        yield from _archived(records, root, folder, tally)
    current = None
    if exists(root / paths.MATCH):
        found, current = _current(records, root)
        yield found
        tally.whole = tally.whole and current is not None
    if not (folders or exists(root / paths.MATCH) or exists(root / paths.CLUB)):
        yield Finding(paths.STATE, "ok, no game yet")
    elif records.under is None:
        yield _club(root, current, tally)
        yield from _players(root, tally)


@dataclass
class _Tally:
    """What the records of an archive came to; ``whole`` if every one of them could be read.

    ``imported`` is the highest number of a game that was played elsewhere: below it
    not every number has a game.
    """

    numbers: set[int] = field(default_factory=set)
    imported: int = 0
    register: store.Register = field(default_factory=store.Register)
    whole: bool = True

    def add(self, match: Match) -> None:
        """One more ended game, oldest first."""
        self.numbers.add(match.number)
        self.imported = match.number if match.origin else self.imported
        self.register.add(match)

    def missing(self, games: int) -> list[int]:
        """The numbers of games before the last that should be in the archive and are not."""
        return sorted(set(range(self.imported + 1, games)) - self.numbers)


def _folders(root: Path) -> list[str]:
    """The names in the archive, oldest game first, without those of its own pages."""
    names = [path.name for path in inside(root / paths.ARCHIVE)]
    found = [name for name in names if not paths.is_index(name)]
    return sorted(found, key=lambda name: (paths.game_of(name) or 0, name))


def _archived(records: Records, root: Path, name: str, tally: _Tally) -> Iterator[Finding]:
    """The two records of an ended game, in the folder of its number."""
    folder = f"{paths.ARCHIVE}/{name}"
    path = f"{folder}/{DOCUMENT}"
    found, match = _document(records, root / path, path)
    if match and paths.archived(match.number) != path:
        line = line_of(read(root / path), "game")
        found, match = Finding(path, f"game is {match.number}, not the folder's", line), None
    if match and not match.over:
        found, match = Finding(path, "is in the archive, but not over", 1), None
    yield found
    yield _text(records, root / folder / TEXT, f"{folder}/{TEXT}", match)
    if match:
        tally.add(match)
    tally.whole = tally.whole and match is not None


def _current(records: Records, root: Path) -> tuple[Finding, Match | None]:
    """The game in play, or the last one, as it is in the archive."""
    found, match = _document(records, root / paths.MATCH, paths.MATCH)
    if match is None or records.under is not None:
        return found, match
    archived = root / paths.archived(match.number)
    there = exists(archived)
    if match.over and not (there and archived.read_bytes() == read(root / paths.MATCH)):
        return Finding(paths.MATCH, "is over, and not as it is in the archive", 1), None
    if not match.over and there:
        return Finding(paths.MATCH, "is in play, and its end is in the archive", 1), None
    return found, match


def _document(records: Records, path: Path, name: str) -> tuple[Finding, Match | None]:
    """A match as a document."""
    try:
        match = records.document(path)
    except WrongFile as wrong:
        return _wrong(records, name, wrong), None
    if match.seal and not match.seed:
        return Finding(name, f"ok, sealed, {'never' if match.over else 'not yet'} revealed"), match
    return Finding(name, "ok"), match


def _text(records: Records, path: Path, name: str, beside: Match | None = None) -> Finding:
    """A record as text: what the document beside it proves, or by itself."""
    if beside is None and path.name == TEXT:
        beside = records.beside(path)
    wanted = record_text(beside) if beside and records.under is None else None
    try:
        data = read(path)
        if data != wanted:
            records.text(path, beside)
    except WrongFile as wrong:
        return _wrong(records, name, wrong)
    if wanted is not None and data != wanted:
        line = _first_difference(data, wanted)
        return Finding(name, "is not what the document beside it tells", line)
    return Finding(name, "ok")


def _wrong(records: Records, name: str, wrong: WrongFile) -> Finding:
    under = f"under {records.under.name}, " if records.under else ""
    return Finding(name, f"{under}{wrong.said}", wrong.line)


def _club(root: Path, current: Match | None, tally: _Tally) -> Finding:
    """The club: it is there, has seen these games, and shows what they come to."""
    try:
        data, club = _read_club(root / paths.CLUB)
    except WrongFile as wrong:
        return Finding(paths.CLUB, wrong.said, wrong.line)
    if missing := tally.missing(club.games) if tally.whole else []:
        said = f"counts {club.games} games, and game {missing[0]} is not in the archive"
        return Finding(paths.CLUB, said, 1)
    if later := [number for number in tally.numbers if number > club.games]:
        said = f"counts {club.games} games, and game {min(later)} is in the archive"
        return Finding(paths.CLUB, said, 1)
    if not tally.whole:
        return Finding(paths.CLUB, "ok as far as can be told: a record is wrong")
    if club.games != (current.number if current else 0):
        return Finding(paths.CLUB, f"counts {club.games} games, and match.json is not the last", 1)
    return _counted(paths.CLUB, data, codec.write_club(tally.register.club(club, current)))


def _read_club(path: Path) -> tuple[bytes, Club]:
    data = read(path)
    try:
        return data, codec.read_club("", data)
    except KeeperFault as fault:
        raise broken(fault, data) from None


def _players(root: Path, tally: _Tally) -> Iterator[Finding]:
    """Players, as they follow from the records; not told where one of these is wrong."""
    if not tally.whole:
        return
    counted = tally.register.documents()
    names = [path.name for path in inside(root / paths.PLAYERS)]
    kept = {f"{paths.PLAYERS}/{name}" for name in names if paths.is_players(name)}
    for path in sorted(kept | counted.keys()):
        try:
            yield _counted(path, read(root / path), counted.get(path, b""))
        except WrongFile as wrong:
            yield Finding(path, wrong.said, wrong.line)


def _counted(path: str, data: bytes, wanted: bytes) -> Finding:
    if data == wanted:
        return Finding(path, "ok")
    said = "is not what the records come to; rebuild --all counts again"
    return Finding(path, said, _first_difference(data, wanted))


def _first_difference(text: bytes, other: bytes) -> int:
    """The first line, counted from 1, in which two texts differ."""
    lines = zip_longest(text.split(b"\n"), other.split(b"\n"))
    return next(number for number, (one, two) in enumerate(lines, 1) if one != two)
