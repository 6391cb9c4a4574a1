"""Games that rossjrw's community played, from the logs its system kept.

A log is a list of rows; row 0 begins the game, row N is its turn N. Whatever the
log says is played again by our rules and has to come out the same: every move,
every lost turn, what each did, and who was to move.

Two things of the logs are known to be wrong. The oldest, up to December 2020, have
for ``roll`` what the piece walked, which is one more than was thrown where it
bounced. And one throw of a lost turn was not kept.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise

from ur.errors import KeeperFault
from ur.port import NAMED, Person
from ur.referee import match as matches
from ur.referee.match import Deed, Match, Thrown
from ur.rules import RULE_SETS, Event, Move, Side, legal_moves, throw
from ur.store.reader import BrokenDocument, Reader, read_json

ORIGIN = "https://github.com/rossjrw/rossjrw"
"""Where the community plays."""

RULES = RULE_SETS["rossjrw"]
REMEDY = "Nothing was written: correct the file, or take it out of the folder"

MOST_ROWS = 2000
"""Ten times what the longest real log has: whatever a row tells is drawn in the replay."""

_TITLED: Mapping[int, int] = {202: 1, 222: 3}
"""Throws of this community by the titles of their requests: in these rows of its oldest log a
piece can have bounced, or gone straight by what the log says; no other of its rows is doubtful.
Of another community's nobody knows, and such a row is told."""

_SIDES = {"w": Side.LIGHT, "b": Side.DARK}
_KEYS = (
    *("username", "issue", "time", "team", "action", "events"),
    *("fromPosition", "toPosition", "roll", "boardImage"),
)
_EVENTS = {
    "rosetteClaimed": Event.ROSETTE,
    "captureHappened": Event.CAPTURED,
    "ascensionHappened": Event.BORNE_OFF,
    "gameWon": Event.WON,
}
_MOMENT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?Z")
_SECONDS = len("2020-07-30T14:24:20")
_NEW, _MOVE = "new", "move"
_HIGHEST = 9
"""More than any throw, and any walk of a piece, has steps."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is told; ``way`` is from which step to which a piece moved, None for a pass.

    ``at`` is in whole seconds. ``roll`` is None where it was not kept.
    """

    deed: Deed
    side: Side
    roll: int | None
    way: tuple[int, int] | None
    events: frozenset[Event]


@dataclass(frozen=True, slots=True)
class Log:
    """A game as it was played, and what was odd about its log, in sentences."""

    match: Match
    odd: tuple[str, ...]


class WrongRow(Exception):  # noqa: N818 - what it is; caught on this page
    """A row that cannot have been, by the rules."""


def person(login: str) -> Person:
    """Somebody of whom only the name is known; the same for every spelling of it."""
    digest = hashlib.sha256(login.lower().encode()).digest()
    return Person(NAMED + int.from_bytes(digest[:6], "big"), login)


def read_rows(where: str, text: bytes) -> tuple[Row, ...]:
    """The rows of a log; ``where`` is what a fault names it by.

    Raises:
        KeeperFault: it is no log.
    """
    try:
        log = read_json(where, text)
        if isinstance(log.value, list) and len(log.value) > MOST_ROWS:
            raise log.broken(f"has {len(log.value)} rows, and no game has more than {MOST_ROWS}")
        rows = tuple(_rows(log))
    except BrokenDocument as broken:
        place = re.sub(r"^\[([0-9]+)\]\.?", r", row \1, ", broken.place).removesuffix(", ")
        line = f", line {broken.line}" if broken.line else ""
        raise KeeperFault(f"{where}{place}{line}", broken.what, REMEDY) from None
    if not rows:
        raise KeeperFault(where, "is a log without rows", REMEDY)
    return rows


def replay(where: str, rows: tuple[Row, ...], number: int, origin: str = ORIGIN) -> Log:
    """The game that rows tell, as game ``number``; one without a winner was abandoned.

    Raises:
        KeeperFault: a row cannot have been, by the rules.
    """
    match = matches.begin(number, RULES, rows[0].side, rows[0].deed)
    match = replace(match, origin=origin)
    odd: list[str] = []
    for index, (before, row) in enumerate(pairwise(rows), 1):
        try:
            after, thrown = _turn(match, row)
        except WrongRow as wrong:
            raise KeeperFault(f"{where}, row {index}", str(wrong), REMEDY) from None
        said = [*_odd(before, row, thrown), *_either(match, row, thrown)]
        odd += [f"row {index}: {what}" for what in said]
        match = after
    if not match.over:
        match = matches.abandon(match, rows[-1].deed)
        odd.append(f"row {len(rows) - 1}: the last, and nobody had won: kept as abandoned by it")
    return Log(match, (*odd, *_both(match)))


def _rows(log: Reader) -> Iterator[Row]:
    for index, item in enumerate(log.items()):
        item.fields(*_KEYS)
        action = item["action"].text("new|move|pass")
        if (index == 0) is not (action == _NEW):
            raise item["action"].broken("has to be new in the first row, and in no other")
        moved = action == _MOVE
        yield Row(
            deed=Deed(
                person(item["username"].login()), _time(item["time"]), item["issue"].whole(1)
            ),
            side=_SIDES[item["team"].text("w|b")],
            roll=_roll(item, moved=moved),
            way=_way(item) if moved else None,
            events=_events(item, moved=moved),
        )


def _time(item: Reader) -> datetime:
    text = item.text(_MOMENT)
    try:
        return datetime.fromisoformat(text[:_SECONDS]).replace(tzinfo=UTC)
    except ValueError:
        raise item.broken("is no moment in time") from None


def _roll(item: Reader, *, moved: bool) -> int | None:
    roll = item["roll"] if moved else item.optional("roll")
    return None if roll is None else roll.whole(0, _HIGHEST)


def _way(item: Reader) -> tuple[int, int]:
    step, to = (item[key].whole(0, RULES.home) for key in ("fromPosition", "toPosition"))
    return step, to


def _events(item: Reader, *, moved: bool) -> frozenset[Event]:
    told = item["events"] if moved else item.optional("events")
    if told is None:
        return frozenset()
    told.fields(*_EVENTS)
    for key in _EVENTS:
        if type(told[key].value) is not bool:
            raise told[key].broken("is neither true nor false")
    found = frozenset(event for key, event in _EVENTS.items() if told[key].value)
    if found and not moved:
        raise told.broken("tell of something, and no piece was moved")
    return found


def _turn(match: Match, row: Row) -> tuple[Match, Thrown]:
    """The match after a row, and what was thrown."""
    if match.over:
        raise WrongRow("comes after the end of the game")
    if row.side is not match.game.to_move:
        raise WrongRow("is one team's, and it was the other team's turn")
    return _lost(match, row) if row.way is None else _moved(match, row, row.way)


def _lost(match: Match, row: Row) -> tuple[Match, Thrown]:
    """A turn is lost by a throw that moves nothing; where it was not kept, nought explains it."""
    thrown = Thrown(row.roll or 0, known=row.roll is not None)
    if thrown.value not in RULES.chances:
        raise WrongRow(f"has a throw of {thrown.value}, which the dice cannot make")
    cast = matches.throw(match, thrown, row.deed.at)
    if cast.thrown:
        raise WrongRow(f"passes with a throw of {thrown.value}, which could be played")
    return cast, thrown


def _moved(match: Match, row: Row, way: tuple[int, int]) -> tuple[Match, Thrown]:
    value, chosen = _explained(match, row, way)
    thrown = Thrown(value)
    cast = matches.throw(match, thrown, row.deed.at)
    moved = matches.move(cast, chosen, row.deed)
    if row.events != frozenset(_EVENTS.values()).intersection(moved.turns[-1].events):
        raise WrongRow("has other events than the move")
    return moved, thrown


def _explained(match: Match, row: Row, way: tuple[int, int]) -> tuple[int, Move]:
    """The throw and the legal move that are told, or that were when a walk was told as a throw."""
    able = _able(match, way)
    step, to = way
    explain = [row.roll]
    if row.roll == to - step:
        titled = _TITLED.get(row.deed.issue) if match.origin == ORIGIN else None
        bounced = (value for value, move in able.items() if move.bounced)
        explain = [titled, row.roll, *bounced]
    for value in explain:
        if value in able:
            return value, able[value]
    raise WrongRow(f"moves from {step} to {to}, which a throw of {row.roll} does not allow")


def _able(match: Match, way: tuple[int, int]) -> dict[int, Move]:
    """The legal moves from one step to another, by the throws that allow them."""
    return {
        value: move
        for value in RULES.chances
        for move in legal_moves(throw(match.game, value))
        if (move.step, move.to) == way
    }


def _either(match: Match, row: Row, thrown: Thrown) -> Iterator[str]:
    """What is odd about a row that two throws explain, where nobody knows which it was."""
    if row.way is None or match.origin == ORIGIN or row.roll != row.way[1] - row.way[0]:
        return
    able = _able(match, row.way)
    if thrown.value == row.roll and any(move.bounced for move in able.values()):
        yield f"a straight move or a bounce, taken as straight: {thrown.value} was thrown"


def _odd(before: Row, row: Row, thrown: Thrown) -> Iterator[str]:
    """What is odd about a row that can have been."""
    if not thrown.known:
        yield "the throw of a lost turn was not kept"
    elif thrown.value != row.roll:
        yield f"a bounce was logged as {row.roll}, {thrown.value} was thrown"
    if row.deed.at < before.deed.at:
        yield "is older than the row before it, and gets its time"
    if row.way is None and row.deed.issue != before.deed.issue:
        yield f"a lost turn has a request of its own, #{row.deed.issue}, which is not kept"


def _both(match: Match) -> Iterable[str]:
    """How many people moved for both teams, if any did."""
    light, dark = ({seat.person.id for seat in match.team(side)} for side in Side)
    both = len(light & dark)
    return [f"{both} {'person' if both == 1 else 'people'} moved for both teams"] if both else []
