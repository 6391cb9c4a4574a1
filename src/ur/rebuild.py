"""Everything derived, written again from the records."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ur.batch import READ, readme_block
from ur.house import House
from ur.port import Changeset, Snapshot
from ur.referee.club import PAST_KEPT, Club
from ur.referee.match import Match
from ur.referee.standings import totals
from ur.render.board import same_picture
from ur.render.pages import game_page
from ur.render.readme import splice
from ur.render.wording import Wording
from ur.settings import parse
from ur.store import codec, paths
from ur.store import state as store
from ur.store.state import State


@dataclass(frozen=True, slots=True)
class Differences:
    """What should be otherwise in a repository, as files by path."""

    files: Mapping[str, bytes | None]
    message: str

    @property
    def change(self) -> Changeset:
        """The commit that mends it."""
        return Changeset(self.message, self.files)


def differences(house: House, snapshot: Snapshot, *, everything: bool = False) -> Differences:
    """Compare what is derived with what the records say; ended games only with ``everything``.

    Raises:
        KeeperFault: settings, state or README cannot be read.
    """
    files = snapshot.read(READ)
    settings = parse(files.get(paths.SETTINGS))
    wording = house.wording(settings.language)
    state = store.load(files, house.repository_id)
    wanted: dict[str, bytes | None] = {}
    if state.foreign:
        wanted |= store.save(state, state)
        wanted |= dict.fromkeys(_pictures(snapshot))
    else:
        past = _Past(snapshot, state)
        wanted |= past.pages(wording) if everything else {}
        players = past.players(everything=everything)
        wanted |= players if everything else {}
        state = State(past.recounted(players), state.match)
        wanted |= {paths.CLUB: codec.write_club(state.club)} if state.match else {}
    if state.match:
        picture = paths.picture(state.match.number, state.match.next_turn)
        wanted[picture] = house.picture(wording, state.match)
    block = readme_block(wording, state, settings)
    wanted[paths.README] = splice(files.get(paths.README), block)
    return Differences(_differing(snapshot, wanted), wording.text.say("commit.rebuilt"))


class _Past:
    """The ended games of a state."""

    def __init__(self, snapshot: Snapshot, state: State) -> None:
        self._snapshot = snapshot
        self._state = state
        names = snapshot.names(paths.ARCHIVE)
        self._numbers = sorted(n for name in names if (n := paths.game_of(name)) is not None)

    def pages(self, wording: Wording) -> dict[str, bytes]:
        """The page and text of every ended game."""
        files: dict[str, bytes] = {}
        for match in self._matches(self._numbers):
            files |= store.record_files(match)
            page = game_page(wording, match)
            files[f"{paths.archive(match.number)}/{paths.ABOUT}"] = page.encode()
        return files

    def players(self, *, everything: bool) -> dict[str, bytes]:
        """The totals of players, as they are or counted again."""
        if everything:
            matches = self._matches(self._numbers)
            return store.every_player(one for match in matches for one in totals(match))
        names = self._snapshot.names(paths.PLAYERS)
        return self._snapshot.read([f"{paths.PLAYERS}/{name}" for name in names])

    def recounted(self, players: Mapping[str, bytes]) -> Club:
        """The club with what it shows of the past counted again."""
        last = list(self._matches(reversed(self._numbers[-PAST_KEPT - 1 :])))
        return store.recounted(self._state.club, self._state.match, last, players)

    def _matches(self, numbers: Iterable[int]) -> Iterable[Match]:
        for number in numbers:
            path = paths.archived(number)
            found = self._snapshot.read([path])
            if path in found:
                yield codec.read_match(path, found[path])


def _pictures(snapshot: Snapshot) -> list[str]:
    names = snapshot.names(paths.STATE)
    return [f"{paths.STATE}/{name}" for name in names if paths.is_picture(name)]


def _differing(snapshot: Snapshot, wanted: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
    there = snapshot.read(list(wanted))
    return {
        path: data
        for path, data in wanted.items()
        if (data is None and _exists(snapshot, path))
        or (data is not None and not _same(path, there.get(path), data))
    }


def _exists(snapshot: Snapshot, path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return name in snapshot.names(folder)


def _same(path: str, one: bytes | None, other: bytes) -> bool:
    if one is None or one == other:
        return one == other
    return path.endswith(".png") and same_picture(one, other)
