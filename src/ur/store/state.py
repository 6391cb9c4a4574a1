"""The house's state as files: the club and the game in play, in and out.

Laws:
    1. What is written is proved by reading it again.
    2. A move reads and writes two documents of bounded size; only the end of a
       game touches the totals of players, and only of those who moved in it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ur.errors import KeeperFault
from ur.referee import standings
from ur.referee.club import LEADERS_KEPT, PAST_KEPT, Club, remembered
from ur.referee.match import Match
from ur.referee.standings import Totals
from ur.store import codec, paths
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


def begun(state: State, match: Match) -> State:
    """The state in which the next game is in play; the requests of the last are remembered."""
    old = state.match
    requests = tuple((issue, old.number) for issue in old.issues) if old else ()
    club = replace(state.club, games=match.number, requests=remembered(state.club, requests))
    return State(club, match)


def ended(state: State, match: Match, read: Read) -> tuple[State, dict[str, bytes]]:
    """The state after a game's end, and what is written once: its record and the totals.

    ``read`` gives the documents of totals as they were.
    """
    new = standings.totals(match)
    shards = sorted({paths.players(one.person.id) for one in new})
    found = read(shards)
    old = {path: codec.read_players(path, text) for path, text in found.items()}
    totals: dict[str, dict[int, Totals]] = {path: dict(old.get(path, {})) for path in shards}
    for one in new:
        shard = totals[paths.players(one.person.id)]
        shard[one.person.id] = standings.added(shard.get(one.person.id), one)
    updated = {one.person.id: one for shard in totals.values() for one in shard.values()}
    known = {one.person.id: one for one in state.club.leaders} | {
        one.person.id: updated[one.person.id] for one in new
    }
    club = replace(
        state.club,
        past=(standings.summary(match), *state.club.past)[:PAST_KEPT],
        leaders=standings.leaders(known.values(), LEADERS_KEPT),
    )
    files = {path: codec.write_players(shard.values()) for path, shard in totals.items()}
    return State(club, match), record_files(match) | files


def record_files(match: Match) -> dict[str, bytes]:
    """The record of an ended match, as a document and as text."""
    return {
        paths.archived(match.number): codec.write_match(match),
        paths.record_text(match.number): record_text(match),
    }


def every_player(totals: Iterable[Totals]) -> dict[str, bytes]:
    """The totals of everybody, from those of each game, oldest first."""
    everybody: dict[int, Totals] = {}
    for one in totals:
        everybody[one.person.id] = standings.added(everybody.get(one.person.id), one)
    shards: dict[str, list[Totals]] = {}
    for one in everybody.values():
        shards.setdefault(paths.players(one.person.id), []).append(one)
    return {path: codec.write_players(shard) for path, shard in shards.items()}


def recounted(club: Club, current: Match | None, matches: Sequence[Match], players: Files) -> Club:
    """The club with what it shows of the past counted again.

    ``matches`` are the last ended games, newest first, one more than are shown;
    ``players`` all documents of totals.
    """
    everybody = (
        one for path, text in players.items() for one in codec.read_players(path, text).values()
    )
    gone = [match for match in matches if current is None or match.number != current.number]
    requests = {(issue, match.number) for match in gone for issue in match.issues}
    return replace(
        club,
        requests=remembered(replace(club, requests=()), tuple(requests)),
        past=tuple(standings.summary(match) for match in matches)[:PAST_KEPT],
        leaders=standings.leaders(everybody, LEADERS_KEPT),
    )
