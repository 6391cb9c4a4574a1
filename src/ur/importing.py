"""Bringing in games that were played elsewhere: a folder of logs becomes part of the archive.

Laws:
    1. Everything is read, replayed and computed before anything is written.
    2. What is there already and the same is left alone: twice is once.
    3. Imported games come before the first that was played here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.house import House
from ur.port import Snapshot
from ur.rebuild import differences
from ur.records import WrongFile, inside, name_of, read
from ur.referee.match import Match
from ur.store import codec, rossjrw
from ur.store import state as store
from ur.store.rossjrw import REMEDY, Log, Row
from ur.store.state import State

MOST_BYTES = 8 * 2**20
_NUMBERED = re.compile(r"game-([0-9]{1,6})\.json")
_DATED = re.compile(r"(?:log\.)?[0-9]{4}-[0-9]{2}-[0-9]{2}T.*\.json", re.DOTALL)
_PLAYED = ("current", "current.json", "log.json")


@dataclass(frozen=True, slots=True)
class Read:
    """A log that was read, by the name of its file."""

    name: str
    log: Log

    @property
    def match(self) -> Match:
        """The game it tells."""
        return self.log.match


@dataclass(frozen=True, slots=True)
class Folder:
    """What lies in a folder: logs by the numbers of their games, and what is none."""

    logs: tuple[Read, ...]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Import:
    """What is to be written, as files by path, in this order; ``new`` are numbers of games."""

    files: Mapping[str, bytes | None]
    new: frozenset[int]


@dataclass(frozen=True, slots=True)
class Overlay:
    """A snapshot in which some files are others."""

    below: Snapshot
    files: Mapping[str, bytes]

    @property
    def commit(self) -> str:
        """The commit below."""
        return self.below.commit

    def read(self, wanted: Sequence[str]) -> dict[str, bytes]:
        """The bytes of those of the paths that are files."""
        ours = {path: self.files[path] for path in wanted if path in self.files}
        return self.below.read([path for path in wanted if path not in ours]) | ours

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder, sorted."""
        inner = (
            path.removeprefix(f"{folder}/") for path in self.files if path.startswith(f"{folder}/")
        )
        return tuple(sorted({*self.below.names(folder), *(path.split("/")[0] for path in inner)}))


def read_folder(folder: Path, origin: str = rossjrw.ORIGIN) -> Folder:
    """Read and replay every archived log in a folder.

    Games are numbered as their files say (``game-07.json``), or in the order in
    which they began, from 1, where these are named by that moment.

    Raises:
        KeeperFault: there is none, or one of them is no log, or does not replay.
    """
    names = {path: name_of(Path(path.name)) for path in _inside(folder)}
    numbered = {path: int(found[1]) for path in names if (found := _NUMBERED.fullmatch(path.name))}
    dated = [path for path in names if _DATED.fullmatch(path.name)]
    left_out = tuple(name for path, name in names.items() if path not in {*numbered, *dated})
    _one_way(folder, names, numbered, dated)
    rows = {path: _rows(path, names[path], numbered.get(path)) for path in [*numbered, *dated]}
    dated.sort(key=lambda path: (rows[path][0].deed.at, rows[path][0].deed.issue))
    numbers = numbered or {path: number for number, path in enumerate(dated, 1)}
    logs = [
        Read(
            names[path], rossjrw.replay(f"{names[path]}, game {number}", rows[path], number, origin)
        )
        for path, number in sorted(numbers.items(), key=lambda one: one[1])
    ]
    return Folder(tuple(logs), left_out)


def planned(house: House, snapshot: Snapshot, logs: Sequence[Read]) -> Import:
    """What has to be written so that these games are in the archive.

    Raises:
        KeeperFault: settings, state or README cannot be read, another game is where one
            of these belongs, or games were played here already.
    """
    state = store.load(snapshot.read([paths.CLUB, paths.MATCH]), house.repository_id)
    if state.foreign:
        what = "tells of another repository's games, which were not left behind yet"
        raise KeeperFault(paths.CLUB, what, "Let the workflow rebuild run once, pull, import then")
    there = [
        one for one in logs if _is_there(snapshot, one) and one.match.number <= state.club.games
    ]
    new = [one for one in logs if one not in there]
    if not new:
        return Import({}, frozenset())
    if state.match and state.match.origin is None:
        raise KeeperFault(
            paths.MATCH,
            "tells a game that was played here, and imported games come before the first",
            "Import into a copy in which nothing was played yet",
        )
    files = _documents(state, [one.match for one in new])
    derived = differences(house, Overlay(snapshot, files), everything=True).files
    together = {**files, **derived}
    last = {path: together.pop(path) for path in (paths.MATCH, paths.CLUB)}
    return Import(together | last, frozenset(one.match.number for one in new))


def told(read: Read, *, new: bool) -> Iterator[str]:
    """What is said of a log: a line, and one for each thing that was odd."""
    match = read.match
    moves = sum(turn.move is not None for turn in match.turns)
    winner = rossjrw.TEAMS[match.winner] if match.winner else "nobody"
    counts = f"{_count(moves, 'move')} and {_count(len(match.turns) - moves, 'lost turn')}"
    already = "" if new else ", there already"
    yield f"{read.name}: game {match.number}, {counts}, {winner} won{already}"
    yield from (f"  {said}" for said in read.log.odd)


def left_out(name: str) -> str:
    """What is said of a file that is no archived log."""
    why = "the game that is still played" if name in _PLAYED else "by its name no archived log"
    return f"{name}: left out, {why}"


def summed_up(found: Folder, plan: Import) -> str:
    """What was written, and how it goes on."""
    games = _count(len(found.logs), "game")
    if not plan.new:
        return f"Nothing to write: {games} read, there already"
    return (
        f"{_count(len(plan.new), 'game')} of {len(found.logs)} imported, {len(plan.files)} files"
        " written. Commit and push them: the workflow rebuild does the rest"
    )


def _inside(folder: Path) -> list[Path]:
    where = name_of(folder)
    remedy = "Name the folder that holds the archived logs"
    try:
        found = inside(folder)
    except WrongFile as wrong:
        raise KeeperFault(where, wrong.said, remedy) from None
    if not found:
        raise KeeperFault(where, "is missing or empty", remedy)
    return found


def _one_way(
    folder: Path, names: Mapping[Path, str], numbered: Mapping[Path, int], dated: Sequence[Path]
) -> None:
    """See to it that every log is named in one way, and no number stands twice."""
    if not (numbered or dated):
        what = "holds no log named like game-07.json or log.2020-07-30T14:24:20.028Z.json"
        raise KeeperFault(name_of(folder), what, "Name the folder that holds the archived logs")
    if numbered and dated:
        what = "is named by a moment, and others by their games' numbers"
        raise KeeperFault(names[dated[0]], what, "Name them all in one way")
    first: dict[int, str] = {}
    for path, number in numbered.items():
        if number == 0 or number in first:
            what = f"is game {number}, as {first[number]} is" if number else "is no game's number"
            raise KeeperFault(names[path], what, "Number games from 1, each once")
        first[number] = names[path]


def _rows(path: Path, name: str, number: int | None) -> tuple[Row, ...]:
    where = name if number is None else f"{name}, game {number}"
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise KeeperFault(where, "is too large for a log", REMEDY)
        return rossjrw.read_rows(where, read(path))
    except (WrongFile, OSError) as wrong:
        said = wrong.said if isinstance(wrong, WrongFile) else "cannot be read"
        raise KeeperFault(where, said, REMEDY) from None


def _is_there(snapshot: Snapshot, one: Read) -> bool:
    """Whether a game is in the archive.

    Raises:
        KeeperFault: another one is, under its number, or what is there cannot be read.
    """
    path = paths.archived(one.match.number)
    found = snapshot.read([path]).get(path)
    if found is None:
        return False
    if codec.read_match(path, found) != one.match:
        what = f"is another game {one.match.number} than {one.name} tells"
        raise KeeperFault(
            path, what, "Take that file out of the folder, or begin with an empty state"
        )
    return True


def _documents(state: State, matches: Sequence[Match]) -> dict[str, bytes]:
    """The records of games, and a state in which the last of all is the last one played."""
    last = max([*matches, *([state.match] if state.match else [])], key=lambda match: match.number)
    club = replace(state.club, games=last.number)
    files = {path: data for match in matches for path, data in store.record_files(match).items()}
    return {**files, paths.MATCH: codec.write_match(last), paths.CLUB: codec.write_club(club)}


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
