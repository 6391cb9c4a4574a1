"""Bringing in games that were played elsewhere: a folder of logs becomes part of the archive.

Laws:
    1. Everything is read, replayed and computed before anything is written.
    2. What is there already and the same is left alone: twice is once.
    3. The club, which counts the games, is written last: an import that was cut off
       is known by it, and the next one finishes it.
    4. Imported games come before the first that was played here.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.house import House
from ur.overlay import Overlay
from ur.port import Snapshot
from ur.rebuild import differences
from ur.records import DOCUMENT, WrongFile, inside, name_of
from ur.records import read as read_file
from ur.referee.club import Club
from ur.referee.match import Match
from ur.referee.standings import tally
from ur.render.wording import Wording
from ur.store import codec, rossjrw
from ur.store import state as store
from ur.store.rossjrw import REMEDY, Log, Row
from ur.store.state import State

MOST_BYTES = 2 * 2**20
"""More than as many rows take as a log may have; a file that is larger is not opened."""
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
    """What lies in a folder: logs by the numbers of their games, in order, and what is none."""

    logs: Mapping[int, Path]
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Import:
    """What is to be written, as files by path, in this order; ``new`` are numbers of games."""

    files: Mapping[str, bytes | None]
    new: frozenset[int]


def look_into(folder: Path) -> Folder:
    """Find every archived log in a folder, and the numbers of the games.

    Games are numbered as their files say (``game-07.json``), or in the order in
    which they began, from 1, where these are named by that moment.

    Raises:
        KeeperFault: there is none, or one whose beginning has to be known is no log.
    """
    names = {path: name_of(Path(path.name)) for path in _inside(folder)}
    numbered = {path: int(found[1]) for path in names if (found := _NUMBERED.fullmatch(path.name))}
    dated = [path for path in names if _DATED.fullmatch(path.name)]
    left_out = tuple(name for path, name in names.items() if path not in {*numbered, *dated})
    _one_way(folder, names, numbered, dated)
    began = {path: _rows(path, names[path])[0].deed for path in dated}
    dated.sort(key=lambda path: (began[path].at, began[path].issue))
    numbers = numbered or {path: number for number, path in enumerate(dated, 1)}
    logs = sorted((number, path) for path, number in numbers.items())
    return Folder(dict(logs), left_out)


def read(found: Folder, origin: str = rossjrw.ORIGIN) -> Iterator[Read]:
    """Read and replay the logs of a folder, one by one.

    Raises:
        KeeperFault: one of them is no log, or does not replay.
    """
    for number, path in found.logs.items():
        name = name_of(Path(path.name))
        where = f"{name}, game {number}"
        yield Read(name, rossjrw.replay(where, _rows(path, where), number, origin))


def is_there(snapshot: Snapshot, one: Read) -> bool:
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


def planned(house: House, snapshot: Snapshot, logs: Sequence[Read]) -> Import:
    """What has to be written so that these games are in the archive.

    Where the repository's id is not known the state becomes that of whoever opens it
    first: it may have come with a copy of another repository.

    Raises:
        KeeperFault: settings, state or README cannot be read, another game is where one
            of these belongs, or games were played here already.
    """
    state = _state(house, snapshot)
    if state.foreign:
        what = "tells of another repository's games, which were not left behind yet"
        raise KeeperFault(paths.CLUB, what, "Let the workflow rebuild run once, pull, import then")
    new = [one.match for one in logs if not is_there(snapshot, one)]
    ended = _ended(snapshot)
    before = _last(snapshot, state, ended)
    ours = [path for path, match in before.items() if match.origin is None]
    if ours and not new:
        return Import({}, frozenset())
    if ours:
        raise KeeperFault(
            ours[0],
            "tells a game that was played here, and imported games come before the first",
            "Import into a copy in which nothing was played yet",
        )
    last = max([*before.values(), *new], key=lambda match: match.number)
    files = _documents(replace(state.club, repository=house.repository_id or 0), last, new)
    if new or _counted(state.club) != len(ended):
        files |= differences(house, Overlay(snapshot, files), everything=True).files
    return Import(_to_write(snapshot, files), frozenset(match.number for match in new))


def told(wording: Wording, read: Read, *, new: bool) -> Iterator[str]:
    """What is said of a log: a line, and one for each thing that was odd."""
    match = read.match
    counted = tally(match.turns)
    winner = wording.team(match.winner) if match.winner else "nobody"
    moves = wording.count("moves", counted.moves)
    lost = wording.count("lost_turns", counted.lost)
    already = "" if new else ", there already"
    yield f"{read.name}: game {match.number}, {moves} and {lost}, {winner} won{already}"
    yield from (f"  {said}" for said in read.log.odd)


def left_out(name: str) -> str:
    """What is said of a file that is no archived log."""
    why = "the game that is still played" if name in _PLAYED else "by its name no archived log"
    return f"{name}: left out, {why}"


def summed_up(wording: Wording, plan: Import, logs: int) -> str:
    """What was written for so many logs, and how it goes on."""
    games = wording.count("games", logs)
    if not plan.files:
        return f"Nothing to write: {games} read, there already"
    files = f"{len(plan.files)} file{'' if len(plan.files) == 1 else 's'}"
    done = f"{games} read, there already; {files} beside them written"
    if plan.new:
        done = f"{wording.count('games', len(plan.new))} of {logs} imported, {files} written"
    return f"{done}. Commit and push: the workflow rebuild does the rest"


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


def _rows(path: Path, where: str) -> tuple[Row, ...]:
    try:
        if path.is_file() and path.stat().st_size > MOST_BYTES:
            raise KeeperFault(where, "is too large for a log", REMEDY)
        return rossjrw.read_rows(where, read_file(path))
    except (WrongFile, OSError) as wrong:
        said = wrong.said if isinstance(wrong, WrongFile) else "cannot be read"
        raise KeeperFault(where, said, REMEDY) from None


def _state(house: House, snapshot: Snapshot) -> State:
    """The state, though an import that was cut off wrote half of it."""
    files = snapshot.read([paths.CLUB, paths.MATCH])
    try:
        return store.load(files, house.repository_id)
    except KeeperFault:
        made_whole = _made_whole(snapshot, files)
        if made_whole is None:
            raise
        return store.load(made_whole, house.repository_id)


def _made_whole(snapshot: Snapshot, files: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Both documents, where one is missing or older: by the record of the last imported game.

    None where that does not explain them.
    """
    club_text, match_text = files.get(paths.CLUB), files.get(paths.MATCH)
    club = Club(0) if club_text is None else codec.read_club(paths.CLUB, club_text)
    match = None if match_text is None else codec.read_match(paths.MATCH, match_text)
    number = match.number if match else club.games
    path = paths.archived(number)
    record = snapshot.read([path]).get(path)
    if record is None or match_text not in (None, record) or number < club.games:
        return None
    if codec.read_match(path, record).origin is None:
        return None
    return {paths.MATCH: record, paths.CLUB: codec.write_club(replace(club, games=number))}


def _ended(snapshot: Snapshot) -> list[int]:
    """The numbers of the games whose records are in the archive."""
    numbers = map(paths.game_of, snapshot.names(paths.ARCHIVE))
    return sorted(
        number for number in numbers if number and DOCUMENT in snapshot.names(paths.archive(number))
    )


def _last(snapshot: Snapshot, state: State, ended: Sequence[int]) -> dict[str, Match]:
    """The last game that there is, by where it is told; of a state and of records, if any."""
    records = snapshot.read([paths.archived(number) for number in ended[-1:]])
    archived = {path: codec.read_match(path, data) for path, data in records.items()}
    return ({paths.MATCH: state.match} if state.match else {}) | archived


def _counted(club: Club) -> int:
    """How many ended games a club has counted."""
    return club.figures.games if club.figures else 0


def _documents(club: Club, last: Match, new: Sequence[Match]) -> dict[str, bytes | None]:
    """The records of games, and a state in which a game is the last one played."""
    records = {path: data for match in new for path, data in store.record_files(match).items()}
    state = {
        paths.MATCH: codec.write_match(last),
        paths.CLUB: codec.write_club(replace(club, games=last.number)),
    }
    return {**records, **state}


def _to_write(snapshot: Snapshot, files: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
    """Those of the files that are not there so, the state last."""
    there = snapshot.read(list(files))
    changed = {
        path: data for path, data in files.items() if data is None or there.get(path) != data
    }
    last = {path: changed.pop(path) for path in (paths.MATCH, paths.CLUB) if path in changed}
    return changed | last
