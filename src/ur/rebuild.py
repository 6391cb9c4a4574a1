"""Everything derived, written again from the records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ur import archive, paths
from ur.batch import READ, pictures, readme_block
from ur.errors import KeeperFault
from ur.house import House
from ur.port import Changeset, Snapshot
from ur.referee.club import PAST_KEPT
from ur.referee.match import Match
from ur.referee.standings import Player, Summary, in_short, summary
from ur.render.board import same_picture
from ur.render.readme import splice
from ur.render.wording import Wording
from ur.settings import parse
from ur.store import codec
from ur.store import state as store
from ur.store.state import State

BRING_BACK = "Check everything out (git sparse-checkout disable), or bring it back from history"


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
    """Compare what is derived with what the records say.

    Of ended games only with ``everything``, or where nobody has counted them yet.

    Raises:
        KeeperFault: settings, state or README cannot be read.
    """
    files = snapshot.read(READ)
    settings = parse(files.get(paths.SETTINGS))
    wording = house.wording(settings.language)
    state = store.load(files, house.repository_id)
    past = _Past(house, snapshot, wording)
    differing: dict[str, bytes | None] = {}
    wanted: dict[str, bytes | None] = {}
    if state.foreign:
        wanted |= store.save(state, state)
        wanted |= dict.fromkeys(pictures(snapshot))
    elif everything or state.club.figures is None:
        state, differing = past.everything(state)
    else:
        state = past.recounted(state)
    if state.match:
        wanted[store.picture(state.match)] = house.picture(wording, state.match)
        wanted[paths.CLUB] = codec.write_club(state.club)
    block = readme_block(wording, state, settings)
    wanted[paths.README] = splice(files.get(paths.README), block)
    differing |= _differing(snapshot, wanted)
    return Differences(differing, wording.text.say("commit.rebuilt"))


class _Past:
    """The ended games of a repository."""

    def __init__(self, house: House, snapshot: Snapshot, wording: Wording) -> None:
        self._house = house
        self._snapshot = snapshot
        self._wording = wording

    def recounted(self, state: State) -> State:
        """The state with what the club shows of the past counted again, but for its figures.

        Raises:
            KeeperFault: records or players are missing.
        """
        names = [name for name in self._snapshot.names(paths.PLAYERS) if paths.is_players(name)]
        if state.club.leaders and not names:
            raise KeeperFault(paths.PLAYERS, "is missing", BRING_BACK)
        players = self._snapshot.read([f"{paths.PLAYERS}/{name}" for name in names])
        numbers = _ended(self._snapshot, state.match)
        last = list(_records(self._snapshot, reversed(numbers[-PAST_KEPT - 1 :])))
        return State(store.recounted(state.club, state.match, last, players), state.match)

    def everything(self, state: State) -> tuple[State, dict[str, bytes | None]]:
        """The state with its club counted anew, and what differs of all ended games and players.

        Raises:
            KeeperFault: a record is missing, so that its game would be counted out.
        """
        register = store.Register()
        found: dict[str, bytes | None] = {}
        wanted: dict[str, bytes | None] = {}
        past: list[Summary] = []
        for match in ended_games(self._snapshot, state.match):
            moved = register.add(match)
            found |= self._game(match, moved)
            wanted |= archive.player_files(self._wording, moved, register.people(moved))
            past.append(in_short(summary(match)))
        club = register.club(state.club, state.match)
        wanted |= register.documents()
        wanted |= archive.list_files(self._wording, club, [one.number for one in past], past[::-1])
        wanted |= dict.fromkeys(self._derived() - wanted.keys())
        return State(club, state.match), found | _differing(self._snapshot, wanted)

    def _derived(self) -> set[str]:
        """The lists, and all documents and pages of players, that are there."""
        names, read = self._snapshot.names, paths.PLAYERS
        lists = {f"{paths.ARCHIVE}/{name}" for name in names(paths.ARCHIVE) if paths.is_index(name)}
        inside = names(read)
        documents = {f"{read}/{name}" for name in inside if paths.is_players(name)}
        folders = [f"{read}/{name}" for name in inside if not paths.is_players(name)]
        pages_there = {f"{folder}/{name}" for folder in folders for name in names(folder)}
        return lists | documents | pages_there

    def _game(self, match: Match, players: Sequence[Player]) -> dict[str, bytes | None]:
        """What differs of an ended game; what is as it was is not kept."""
        files = archive.files_of(self._house, self._wording, match, players)
        return _differing(self._snapshot, {**store.record_files(match), **files})


def ended_games(snapshot: Snapshot, match: Match | None) -> Iterator[Match]:
    """Every ended game, oldest first; ``match`` is the one in play, or the last.

    Only where games were played elsewhere may numbers have none.

    Raises:
        KeeperFault: a record is missing or broken, or tells of a game that has not ended.
    """
    before = 0
    for one in _records(snapshot, _ended(snapshot, match)):
        if not one.origin and one.number > before + 1:
            raise _missing(before + 1)
        before = one.number
        yield one


def _ended(snapshot: Snapshot, match: Match | None) -> list[int]:
    """The numbers of the ended games, in order: the last is that before ``match``, or this."""
    last = match.number - (not match.over) if match else 0
    numbers = sorted(archive.numbers(snapshot.names(paths.ARCHIVE)))
    if last and last not in numbers:
        raise _missing(last)
    if later := [number for number in numbers if number > last]:
        raise KeeperFault(
            paths.archive(later[0]),
            f"tells the end of game {later[0]}, and {paths.MATCH} does not know of it",
            f"Remove that folder, or bring {paths.MATCH} and {paths.CLUB} back as they were",
        )
    return numbers


def _records(snapshot: Snapshot, numbers: Iterable[int]) -> Iterator[Match]:
    for number in numbers:
        path = paths.archived(number)
        text = snapshot.read([path]).get(path)
        if text is None:
            raise _missing(number)
        yield codec.read_match(path, text)


def _missing(game: int) -> KeeperFault:
    return KeeperFault(paths.archived(game), "is missing", BRING_BACK)


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
    return path.endswith((".png", ".gif")) and same_picture(one, other)
