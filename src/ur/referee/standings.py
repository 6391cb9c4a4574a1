"""What a match and all matches came to, counted from their turns.

Laws:
    1. A move is somebody's and counts for them; a lost turn is nobody's. Whoever
       began a game without moving is no player of it.
    2. What all games came to depends on them and their order alone: added one
       by one or counted again from the records, it is the same.
    3. Counts only grow.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nsmallest

from ur.port import Person
from ur.referee.match import Deed, Match, Turn
from ur.rules import BySide, Event, Side

BOARDS = ("moves", "wins", "captures", "rosettes")
"""What players can lead in."""

LAST_KEPT = 10
"""How many of a player's last games are remembered."""

PAGED_FROM = 3
"""So many ended games a player has moved in who has a page."""

MATES_KEPT = 500
"""How many team-mates of a player are counted: more than most ever meet. Of more, those go with
whom they played least, and longest ago."""

MATES_SHOWN = 5

BEST_KEPT = 5
"""How many of those who share the most moves of a game are named in the club, which is bounded."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What turns came to. ``moves_of`` counts the moves of each person by side, by id."""

    moves: int
    lost: int
    captures: BySide[int]
    rosettes: BySide[int]
    home: BySide[int]
    moves_of: BySide[Counter[int]]
    winning: Turn | None

    @property
    def players(self) -> int:
        """How many people moved."""
        return len(set(self.moves_of.light) | set(self.moves_of.dark))

    @property
    def best(self) -> tuple[tuple[int, ...], int]:
        """Ids of those with most moves for the winning side (ties shared), and how many moves."""
        if self.winning is None:
            return (), 0
        moves = self.moves_of.of(self.winning.side)
        most = max(moves.values())
        return tuple(sorted(person for person, count in moves.items() if count == most)), most


def tally(turns: Sequence[Turn]) -> Tally:
    """Count turns; the game is won by the turn whose events say so."""
    moves = [turn for turn in turns if turn.by is not None]

    def count(event: Event) -> BySide[int]:
        return BySide(
            *(sum(event in turn.events for turn in moves if turn.side is side) for side in Side)
        )

    return Tally(
        moves=len(moves),
        lost=len(turns) - len(moves),
        captures=count(Event.CAPTURED),
        rosettes=count(Event.ROSETTE),
        home=count(Event.BORNE_OFF),
        moves_of=BySide(
            *(Counter(turn.by for turn in moves if turn.side is side and turn.by) for side in Side)
        ),
        winning=next((turn for turn in moves if Event.WON in turn.events), None),
    )


@dataclass(frozen=True, slots=True)
class Summary:
    """An ended match in figures; ``best`` has ``best_moves`` moves each, for the winners.

    ``ended`` is the winning move or the keeper's word. ``winner`` is None for
    an abandoned match. ``origin`` is as in a match. ``more`` share the place of
    the ``best`` and are not named.
    """

    number: int
    rules: str
    began: Deed
    ended: Deed
    winner: Side | None
    moves: int
    lost: int
    players: int
    captures: BySide[int]
    rosettes: BySide[int]
    home: BySide[int]
    best: tuple[Person, ...]
    best_moves: int
    origin: str | None = None
    more: int = 0


def summary(match: Match) -> Summary:
    """The figures of a match that is over.

    Raises:
        ValueError: it is not over.
    """
    counted = tally(match.turns)
    ended = match.abandoned or _winning_deed(match, counted)
    best, best_moves = counted.best
    return Summary(
        number=match.number,
        rules=match.rules.name,
        began=match.began,
        ended=ended,
        winner=counted.winning.side if counted.winning else None,
        moves=counted.moves,
        lost=counted.lost,
        players=counted.players,
        captures=counted.captures,
        rosettes=counted.rosettes,
        home=counted.home,
        best=tuple(_person(match, person_id) for person_id in best),
        best_moves=best_moves,
        origin=match.origin,
    )


def in_short(past: Summary) -> Summary:
    """A summary that names no more of the best than a club keeps."""
    left = past.best[BEST_KEPT:]
    return replace(past, best=past.best[:BEST_KEPT], more=past.more + len(left))


@dataclass(frozen=True, slots=True)
class Totals:
    """What a person came to over all ended games, under the newest login seen."""

    person: Person
    games: int = 0
    wins: int = 0
    moves: int = 0
    captures: int = 0
    rosettes: int = 0
    home: int = 0

    @property
    def paged(self) -> bool:
        """Whether they have a page."""
        return self.games >= PAGED_FROM


def totals(match: Match) -> tuple[Totals, ...]:
    """What one ended match adds for each person who moved in it, by id."""
    winner = tally(match.turns).winning
    counted: dict[int, Totals] = {}
    winners: set[int] = set()
    for turn in match.turns:
        if turn.by is None:
            continue
        mine = counted.get(turn.by) or Totals(_person(match, turn.by), games=1)
        counted[turn.by] = replace(
            mine,
            moves=mine.moves + 1,
            captures=mine.captures + (Event.CAPTURED in turn.events),
            rosettes=mine.rosettes + (Event.ROSETTE in turn.events),
            home=mine.home + (Event.BORNE_OFF in turn.events),
        )
        if winner and turn.side is winner.side:
            winners.add(turn.by)
    return tuple(
        replace(mine, wins=int(person in winners)) for person, mine in sorted(counted.items())
    )


def added(old: Totals | None, new: Totals) -> Totals:
    """Totals of one person with those of a later game."""
    if old is None:
        return new
    return Totals(
        new.person,
        old.games + new.games,
        old.wins + new.wins,
        old.moves + new.moves,
        old.captures + new.captures,
        old.rosettes + new.rosettes,
        old.home + new.home,
    )


def leaders(everybody: Iterable[Totals], by: str, most: int) -> tuple[Totals, ...]:
    """Those with most of one of ``BOARDS``; who has none of it does not lead in it.

    Among equals the one with more moves is first, then the one with more wins, then
    the older account.
    """
    able = (one for one in everybody if getattr(one, by))
    return tuple(nsmallest(most, able, key=lambda one: _rank(one, by)))


@dataclass(frozen=True, slots=True)
class Player:
    """A person and what they came to over all ended games.

    ``last`` are the numbers of the last games they moved in, newest first.
    ``mates`` are the ids of those who moved on the same side of the same game, each
    with how many such games there were: most first, among equals the latest met.
    """

    totals: Totals
    last: tuple[int, ...] = ()
    mates: tuple[tuple[int, int], ...] = ()


def after(match: Match, old: Mapping[int, Player]) -> tuple[Player, ...]:
    """The players who moved in a match that is over, by id, with it added to what they had."""
    teams = tally(match.turns).moves_of
    return tuple(
        _player(old.get(one.person.id), one, match.number, _beside(one.person.id, teams))
        for one in totals(match)
    )


def named_on_pages(players: Iterable[Player]) -> set[int]:
    """The ids of the mates who are named on the pages of those players who have one."""
    paged = (player for player in players if player.totals.paged)
    return {mate for player in paged for mate, _ in player.mates[:MATES_SHOWN]}


def _rank(one: Totals, by: str) -> tuple[int, ...]:
    return -getattr(one, by), -one.moves, -one.wins, one.person.id


def _beside(person: int, teams: BySide[Counter[int]]) -> set[int]:
    """Who moved on a side that a person moved on."""
    return {mate for team in teams if person in team for mate in team} - {person}


def _player(old: Player | None, new: Totals, game: int, mates: set[int]) -> Player:
    """A player with one more game."""
    before = old or Player(replace(new, games=0))
    known = dict(before.mates)
    met = [(mate, known.get(mate, 0) + 1) for mate in sorted(mates)]
    others = [pair for pair in before.mates if pair[0] not in mates]
    return Player(
        added(old.totals if old else None, new),
        (game, *before.last)[:LAST_KEPT],
        tuple(sorted([*met, *others], key=lambda pair: -pair[1])[:MATES_KEPT]),
    )


def _winning_deed(match: Match, counted: Tally) -> Deed:
    turn = counted.winning
    if turn is None or turn.by is None or turn.issue is None:
        raise ValueError(f"game {match.number} is not over")
    return Deed(_person(match, turn.by), turn.at, turn.issue)


def _person(match: Match, person_id: int) -> Person:
    seat = match.seat(person_id)
    return seat.person if seat else Person(person_id, str(person_id))
