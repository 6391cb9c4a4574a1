"""What a keeper may have to do with a record by hand: take back, take a name out, move house.

Laws:
    1. The records are changed, and everything else follows from them again.
    2. What is written replays, as everything does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from ur import paths
from ur.batch import pictures
from ur.errors import KeeperFault
from ur.house import House
from ur.overlay import Overlay
from ur.port import NAMED, Person, Snapshot
from ur.rebuild import differences, ended_games
from ur.referee.match import Deed, Match, Seat, rewound
from ur.store import codec
from ur.store import state as store
from ur.store.state import State

GHOST = "ghost"
"""The account that stands at github.com for everybody who left."""
NO_GAME = "Nothing to do: there is no game"

Files = dict[str, bytes | None]


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written, as files by path, and what is said of it."""

    files: Mapping[str, bytes | None]
    said: Sequence[str]


def taken_back(house: House, snapshot: Snapshot) -> Change:
    """The last move of the last game taken back, or how it was abandoned.

    Raises:
        KeeperFault: there is none, or the state cannot be read.
    """
    state = _state(house, snapshot)
    match = state.match
    if match is None or match.origin:
        raise KeeperFault(paths.MATCH, "tells no game that was played here", NO_GAME)
    before, said = _before(match)
    files: Files = {paths.MATCH: codec.write_match(before)}
    if match.over:
        files[paths.archive(match.number)] = None
    notes = [said]
    if match.seed:
        notes.append("Its seed was published when it ended: whoever computes can know its throws")
    return Change(_with_what_follows(house, snapshot, files), notes)


def forgotten(house: House, snapshot: Snapshot, who: str) -> Change:
    """Somebody, named by login or id, replaced in every record by one whom nobody knows.

    Raises:
        KeeperFault: no record tells of them, of several by that login, or one cannot be read.
    """
    records = _records(snapshot, _state(house, snapshot).match)
    people = {one for match in records.values() for one in _people(match)}
    somebody = _the_one(people, who)
    taken = {one.id for one in people}
    ghost = Person(next(number for number in count(NAMED) if number not in taken), GHOST)
    files: Files = {}
    for path, match in records.items():
        if somebody in {one.id for one in _people(match)}:
            changed = _renamed(match, lambda one: ghost if one.id == somebody else one)
            files[path] = codec.write_match(changed)
    said = [
        f"{len(files)} record{'' if len(files) == 1 else 's'} changed: they name {GHOST} instead",
        "Older commits and the issues still tell the name: delete those issues too",
    ]
    return Change(_with_what_follows(house, snapshot, files), said)


def adopted(house: House, snapshot: Snapshot, origin: str, *, abandon: bool = False) -> Change:
    """The past of the repository at another address, as what this one's next run goes on from.

    Its games keep their pages, and their requests are those of the other repository:
    here issues are counted from 1 again.

    Raises:
        KeeperFault: there is none, or a game is in play that is not to be abandoned.
    """
    state = _state(house, snapshot)
    match = state.match
    if match is None:
        raise KeeperFault(paths.MATCH, "is missing", NO_GAME)
    if not (match.over or abandon):
        raise KeeperFault(
            paths.MATCH,
            f"tells game {match.number}, which is in play, and its requests are issues elsewhere",
            "Let it end there, or end it here with --abandon",
        )
    files: Files = {
        paths.archived(one.number): codec.write_match(replace(one, origin=origin))
        for one in ended_games(snapshot, match)
        if one.origin is None
    }
    last = match if match.origin else replace(_ended(match), origin=origin)
    if last is not match:
        files |= store.record_files(last)
    taken = sum(path.endswith(".json") for path in files)
    files[paths.MATCH] = codec.write_match(last)
    files[paths.CLUB] = codec.write_club(replace(state.club, repository=0, refused=()))
    said = f"{taken} game{'' if taken == 1 else 's'} taken over from {origin}"
    return Change(_with_what_follows(house, snapshot, files), [said])


def _the_one(people: Iterable[Person], who: str) -> int:
    """The id of somebody who is named by login or id.

    Raises:
        KeeperFault: there is nobody, or several had that login.
    """
    known, who = tuple(people), who.removeprefix("@")
    by_id = {one.id for one in known if str(one.id) == who}
    ids = by_id or {one.id for one in known if one.login.lower() == who.lower()}
    if not ids:
        raise KeeperFault(paths.STATE, "tells of nobody with that name or id", "Spell it as shown")
    if len(ids) > 1:
        what = f"tells of {len(ids)} people who had that name, one after another"
        raise KeeperFault(paths.STATE, what, f"Name one by id: {', '.join(map(str, sorted(ids)))}")
    return ids.pop()


def _state(house: House, snapshot: Snapshot) -> State:
    """The state of whichever repository it is."""
    return store.load(snapshot.read([paths.CLUB, paths.MATCH]), house.repository_id)


def _with_what_follows(house: House, snapshot: Snapshot, files: Files) -> Files:
    """Records, and everything that is otherwise by them; pictures of other boards go."""
    found: Files = dict(differences(house, Overlay(snapshot, files), everything=True).files)
    match = codec.read_match(paths.MATCH, files.get(paths.MATCH) or _match_text(snapshot))
    gone = pictures(snapshot) - {store.picture(match)}
    return {**files, **dict.fromkeys(sorted(gone)), **found}


def _match_text(snapshot: Snapshot) -> bytes:
    return snapshot.read([paths.MATCH])[paths.MATCH]


def _records(snapshot: Snapshot, match: Match | None) -> dict[str, Match]:
    """Every match that there is, by its path; ``match`` is the one in play, or the last."""
    ended = {paths.archived(one.number): one for one in ended_games(snapshot, match)}
    return ended | ({paths.MATCH: match} if match else {})


def _before(match: Match) -> tuple[Match, str]:
    """A match before its last move or its abandonment, and what is said of that."""
    if match.abandoned:
        said = f"Game {match.number}: is in play again, #{match.abandoned.issue} is taken back"
        return replace(rewound(match, len(match.turns)), seed=None), said
    number = max((at for at, turn in enumerate(match.turns, 1) if turn.move), default=0)
    if not number:
        what = f"tells game {match.number}, in which nothing was moved yet"
        raise KeeperFault(paths.MATCH, what, "Where it should not be, abandon it")
    turn = match.turns[number - 1]
    seats = tuple(
        replace(seat, turn=min(seat.turn, number))
        for seat in match.seats
        if seat.issue != turn.issue
    )
    said = f"Game {match.number}: turn {number} is taken back, the move of #{turn.issue}"
    return replace(rewound(match, number - 1), seats=seats), said


def _ended(match: Match) -> Match:
    """A match that is over: abandoned by the last who asked for something, if it was in play."""
    if match.over:
        return match
    turn = next((one for one in reversed(match.turns) if one.move), None)
    seat = match.seat(turn.by) if turn and turn.by else None
    if turn is None or seat is None or turn.issue is None:
        return replace(match, abandoned=replace(match.began, at=match.last_at))
    return replace(match, abandoned=Deed(seat.person, match.last_at, turn.issue))


def _people(match: Match) -> set[Person]:
    deeds = [match.began.by, *([match.abandoned.by] if match.abandoned else [])]
    return {*deeds, *(seat.person for seat in match.seats)}


def _renamed(match: Match, name: Callable[[Person], Person]) -> Match:
    """A match in which people are called otherwise."""

    def deed(one: Deed) -> Deed:
        return replace(one, by=name(one.by))

    def seat(one: Seat) -> Seat:
        return replace(one, person=name(one.person))

    by = {one.person.id: name(one.person).id for one in match.seats}
    return replace(
        match,
        began=deed(match.began),
        seats=tuple(map(seat, match.seats)),
        turns=tuple(
            turn if turn.by is None else replace(turn, by=by[turn.by]) for turn in match.turns
        ),
        abandoned=match.abandoned and deed(match.abandoned),
    )
