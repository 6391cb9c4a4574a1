"""The house's state as files: the club and the game in play, in and out.

Laws:
    1. What is written is proved by reading it again.
    2. A move reads and writes two documents of bounded size; only the end of a
       game touches the documents of players, and only of those who moved in it.
    3. What games add one by one is what a ``Register`` of their records comes to.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ur import paths
from ur.errors import KeeperFault
from ur.port import Person
from ur.referee import standings
from ur.referee.club import PAST_KEPT, Club, leading, remembered
from ur.referee.figures import Figures, counted
from ur.referee.match import Match
from ur.referee.standings import Player, Totals
from ur.store import codec
from ur.store.reader import REMEDY
from ur.store.record import record_text

Files = Mapping[str, bytes]
Read = Callable[[Sequence[str]], dict[str, bytes]]


@dataclass(frozen=True, slots=True)
class State:
    """The club, and the game in play or the last one until the next begins.

    ``foreign`` says that what lies in ``state/`` is another repository's past,
    which the next commit leaves behind.
    """

    club: Club
    match: Match | None = None
    foreign: bool = False


def load(files: Files, repository: int | None) -> State:
    """The state of this repository; empty where there is none, or another repository's.

    ``repository`` None takes whatever there is as ours.

    Raises:
        KeeperFault: a document is broken, missing, or contradicts another.
    """
    club_text, match_text = files.get(paths.CLUB), files.get(paths.MATCH)
    if club_text is None:
        if match_text is not None:
            raise KeeperFault(paths.CLUB, "is missing beside match.json", REMEDY)
        return State(Club(repository or 0))
    club = codec.read_club(paths.CLUB, club_text)
    if not club.repository:  # imported where it was not known: whoever opens it first
        club = replace(club, repository=repository or 0)
    if repository is not None and club.repository != repository:
        return State(Club(repository), foreign=True)
    match = None if match_text is None else codec.read_match(paths.MATCH, match_text)
    if club.games != (match.number if match else 0):
        raise KeeperFault(paths.MATCH, f"is not game {club.games}, the last begun", REMEDY)
    return State(club, match)


def save(old: State, new: State) -> dict[str, bytes | None]:
    """The documents in which two states differ."""
    files: dict[str, bytes | None] = {}
    if old.foreign:
        files |= {paths.CLUB: None, paths.MATCH: None, paths.ARCHIVE: None, paths.PLAYERS: None}
    if new.club != old.club:
        files[paths.CLUB] = codec.write_club(new.club)
    if new.match and new.match != old.match:
        files[paths.MATCH] = codec.write_match(new.match)
    return files


def picture(match: Match) -> str:
    """Where the picture of a match as it stands lies.

    An abandoned match has another than while its last turn was waited for: under one
    name the old picture would be shown for a while yet.
    """
    return paths.picture(match.number, match.next_turn + bool(match.abandoned))


def begun(state: State, match: Match) -> State:
    """The state in which the next game is in play; the requests of the last are remembered."""
    old = state.match
    requests = tuple((issue, old.number) for issue in old.issues) if old else ()
    club = replace(state.club, games=match.number, requests=remembered(state.club, requests))
    return State(club, match)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a game's end comes to.

    ``files`` are written once for it: its record, and the documents of ``players``,
    who moved in it. ``people`` are those named on the pages of these, by id.
    """

    state: State
    files: dict[str, bytes]
    players: tuple[Player, ...]
    people: Mapping[int, Person]


def ended(state: State, match: Match, read: Read) -> Ending:
    """The state after a game's end; ``read`` gives the documents of players as they were."""
    movers = [one.person.id for one in standings.totals(match)]
    old = everybody(read(_shards(movers)))
    new = standings.after(match, old)
    newcomers = sum(mover not in old for mover in movers)
    figures = state.club.figures
    known = _by_id(state.club.leaders) | _by_id(one.totals for one in new)
    club = replace(
        state.club,
        figures=figures and counted(figures, match, newcomers),
        past=(standings.in_short(standings.summary(match)), *state.club.past)[:PAST_KEPT],
        leaders=leading(known.values()),
    )
    players = {**old, **{one.totals.person.id: one for one in new}}
    files = record_files(match) | _documents(players.values())
    mates = standings.named_on_pages(new)
    others = everybody(read(sorted({*_shards(mates)} - {*_shards(movers)})))
    return Ending(State(club, match), files, new, _people(mates, others | players))


def record_files(match: Match) -> dict[str, bytes]:
    """The record of an ended match, as a document and as text."""
    return {
        paths.archived(match.number): codec.write_match(match),
        paths.record_text(match.number): record_text(match),
    }


def everybody(documents: Files) -> dict[int, Player]:
    """The players in documents, by id.

    Raises:
        KeeperFault: a document is broken, or holds somebody who belongs into another.
    """
    found: dict[int, Player] = {}
    for path, text in documents.items():
        players = codec.read_players(path, text)
        strangers = [one for one in players if paths.players(one) != path]
        if strangers:
            raise KeeperFault(path, f"holds player {strangers[0]}, who belongs elsewhere", REMEDY)
        found |= players
    return found


def recounted(club: Club, current: Match | None, matches: Iterable[Match], players: Files) -> Club:
    """The club with what it shows of the past counted again; its figures as they are.

    ``matches`` are the last ended games, newest first, one more than are shown;
    ``players`` all documents of players.
    """
    leaders = leading(one.totals for one in everybody(players).values())
    return _shown_again(club, current, matches, leaders)


class Register:
    """All ended games, counted from their records, oldest first, without keeping these."""

    def __init__(self) -> None:
        self.figures = Figures()
        self._players: dict[int, Player] = {}
        self._last: deque[Match] = deque(maxlen=PAST_KEPT + 1)

    def add(self, match: Match) -> tuple[Player, ...]:
        """Count one more ended game; those who moved in it, as they are now."""
        players = standings.after(match, self._players)
        newcomers = sum(one.totals.person.id not in self._players for one in players)
        self.figures = counted(self.figures, match, newcomers)
        self._players |= {one.totals.person.id: one for one in players}
        self._last.appendleft(match)
        return players

    def leaders(self) -> tuple[Totals, ...]:
        """Everybody who is among the first of any board."""
        return leading(one.totals for one in self._players.values())

    def people(self, players: Iterable[Player]) -> Mapping[int, Person]:
        """Those who are named on the pages of some players, as they are now, by id."""
        return _people(standings.named_on_pages(players), self._players)

    def documents(self) -> dict[str, bytes]:
        """The documents of all players, by path."""
        return _documents(self._players.values())

    def club(self, club: Club, current: Match | None) -> Club:
        """A club with all that it tells of its past counted again."""
        again = _shown_again(club, current, self._last, self.leaders())
        return replace(again, figures=self.figures)


def _shown_again(
    club: Club, current: Match | None, matches: Iterable[Match], leaders: tuple[Totals, ...]
) -> Club:
    """A club that shows these games and leaders, and remembers the requests of games before."""
    last = tuple(matches)
    gone = [match for match in last if current is None or match.number != current.number]
    requests = {(issue, match.number) for match in gone for issue in match.issues}
    return replace(
        club,
        requests=remembered(replace(club, requests=()), tuple(requests)),
        past=tuple(standings.in_short(standings.summary(one)) for one in last[:PAST_KEPT]),
        leaders=leaders,
    )


def _people(ids: Iterable[int], players: Mapping[int, Player]) -> dict[int, Person]:
    return {one: players[one].totals.person for one in ids if one in players}


def _shards(ids: Iterable[int]) -> list[str]:
    """The documents that hold people."""
    return sorted({paths.players(one) for one in ids})


def _by_id(totals: Iterable[Totals]) -> dict[int, Totals]:
    return {one.person.id: one for one in totals}


def _documents(players: Iterable[Player]) -> dict[str, bytes]:
    shards: dict[str, list[Player]] = {}
    for one in players:
        shards.setdefault(paths.players(one.totals.person.id), []).append(one)
    return {path: codec.write_players(shard) for path, shard in shards.items()}
