"""A match: one numbered game as the community plays it, turn by turn.

Laws:
    1. A turn is one throw used. It is added, never changed.
    2. A match waits for a throw or for a move, until it is over.
    3. Whoever moves has a seat, on one side only; in a match that was played
       elsewhere, by other house rules, perhaps one on each.
    4. Time never runs back.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from ur.port import Person
from ur.rules import (
    Event,
    Game,
    Move,
    RuleSet,
    Side,
    legal_moves,
    lose_turn,
    play,
    seeded,
    start,
)
from ur.rules import throw as throw_game

ORIGIN = re.compile(
    r"https://github\.com/[A-Za-z0-9][A-Za-z0-9_-]{0,38}/(?!\.\.?\Z)[A-Za-z0-9._-]{1,100}(?<!\.git)"
)
"""The address of a repository, as where a match was played; harmless in Markdown and HTML.

At github.com only: there its people, of whom only the names are known, have their accounts.
"""


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw: its value in steps, and the dice as they fell, where that is known.

    ``known`` False says that the log of a game played elsewhere did not keep it:
    ``value`` is then one that explains the turn, and counts for nothing.
    """

    value: int
    faces: str | None = None
    known: bool = True


@dataclass(frozen=True, slots=True)
class Deed:
    """Who did something, when (in UTC, whole seconds), by which issue."""

    by: Person
    at: datetime
    issue: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A person's place on a team in this match, and when they took it.

    ``turn`` is the number of the turn that was waited for then.
    """

    person: Person
    side: Side
    turn: int
    at: datetime
    issue: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A throw used by ``side``: a move of somebody's, or a lost turn, which is nobody's.

    ``events`` is what the rules say the move did.
    """

    side: Side
    thrown: Thrown
    at: datetime
    move: Move | None = None
    events: tuple[Event, ...] = ()
    by: int | None = None
    issue: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One numbered game, from its opening throws to its end.

    ``first`` is None while opening throws decide who begins; ``opening`` holds
    them, light's and dark's by turns. ``seal`` is what was published of the seed,
    ``seed`` what is revealed at the end. ``thrown`` lies on the table, waiting
    for a move, for ever where the match was abandoned. ``abandoned`` tells how a
    match ended that nobody won. ``origin`` is the address of the repository where it
    was played, None for this one.
    """

    number: int
    game: Game
    first: Side | None
    began: Deed
    seal: str | None = None
    seed: bytes | None = None
    opening: tuple[Thrown, ...] = ()
    seats: tuple[Seat, ...] = ()
    turns: tuple[Turn, ...] = ()
    thrown: Thrown | None = None
    abandoned: Deed | None = None
    origin: str | None = None

    @property
    def rules(self) -> RuleSet:
        """The rule set it is played by."""
        return self.game.rules

    @property
    def winner(self) -> Side | None:
        """Who won, if anybody."""
        return self.game.winner

    @property
    def over(self) -> bool:
        """Whether it was won or abandoned."""
        return bool(self.abandoned or self.winner)

    @property
    def awaits_throw(self) -> bool:
        """Whether the dice are to be thrown before anything else."""
        return not self.over and self.thrown is None

    @property
    def throws(self) -> int:
        """How many throws were made: the number of the next, counted from 0."""
        return len(self.opening) + len(self.turns) + (self.thrown is not None)

    @property
    def next_turn(self) -> int:
        """The number of the turn that the next move or lost turn fills, from 1."""
        return len(self.turns) + 1

    @property
    def last_at(self) -> datetime:
        """When it was last changed by a turn, or began."""
        return self.turns[-1].at if self.turns else self.began.at

    @property
    def issues(self) -> frozenset[int]:
        """Every request of this repository that is part of it."""
        if self.origin:
            return frozenset()
        deeds = [self.began.issue, *(turn.issue for turn in self.turns)]
        deeds += [seat.issue for seat in self.seats]
        deeds += [self.abandoned.issue] if self.abandoned else []
        return frozenset(issue for issue in deeds if issue is not None)

    def seat(self, person_id: int, side: Side | None = None) -> Seat | None:
        """The seat of a person, if they have one; that on a side where one is named."""
        mine = (seat for seat in self.seats if seat.person.id == person_id)
        return next((seat for seat in mine if side in (None, seat.side)), None)

    def team(self, side: Side) -> tuple[Seat, ...]:
        """The seats of one side, in the order in which they were taken."""
        return tuple(seat for seat in self.seats if seat.side is side)


def begin(number: int, rules: RuleSet, first: Side | None, began: Deed) -> Match:
    """A match that waits for its first throw; opening throws decide where ``first`` is None."""
    return Match(number, start(rules, first or Side.LIGHT), first, began)


def throw(match: Match, thrown: Thrown, at: datetime) -> Match:
    """The match after the dice fell: the throw lies on the table, or its turn is lost.

    Raises:
        ValueError: nobody is to throw, or these dice cannot make that.
    """
    if match.first is None:
        return _opened(replace(match, opening=(*match.opening, thrown)))
    game = throw_game(match.game, thrown.value)
    if legal_moves(game):
        return replace(match, game=game, thrown=thrown)
    turn = Turn(game.to_move, thrown, max(at, match.last_at))
    return replace(match, game=lose_turn(game), turns=(*match.turns, turn))


def move(match: Match, chosen: Move, deed: Deed) -> Match:
    """The match after a move, by somebody who sits on the team to move or takes a seat there.

    Raises:
        IllegalMove: it is not a legal move.
        ValueError: nothing was thrown.
    """
    if match.thrown is None:
        raise ValueError("nothing was thrown")
    side = match.game.to_move
    game, events = play(match.game, chosen)
    at = max(deed.at, match.last_at)
    turn = Turn(side, match.thrown, at, chosen, events, deed.by.id, deed.issue)
    seated = join(match, side, deed)
    return replace(seated, game=game, thrown=None, turns=(*match.turns, turn))


def join(match: Match, side: Side, deed: Deed) -> Match:
    """The match in which a person has a seat; one who had it keeps it, under their newest login."""
    seats = tuple(
        replace(seat, person=deed.by) if seat.person.id == deed.by.id else seat
        for seat in match.seats
    )
    if match.seat(deed.by.id, side if match.origin else None) is None:
        at = max(deed.at, match.last_at)
        seats += (Seat(deed.by, side, match.next_turn, at, deed.issue),)
    return replace(match, seats=seats)


def abandon(match: Match, deed: Deed) -> Match:
    """The match, ended without a winner; a throw that nobody used stays on the table."""
    return replace(match, abandoned=replace(deed, at=max(deed.at, match.last_at)))


def rewound(match: Match, turns: int) -> Match:
    """The match as it was when so many turns had been used, with the throw that lay on the table.

    Later seats are still there; logins are today's.
    """
    if turns >= len(match.turns):
        return replace(match, abandoned=None) if match.abandoned else match
    game = start(match.rules, match.first or Side.LIGHT)
    for turn in match.turns[:turns]:
        game = throw_game(game, turn.thrown.value)
        game = play(game, turn.move)[0] if turn.move else lose_turn(game)
    following = match.turns[turns]
    return replace(
        match,
        game=throw_game(game, following.thrown.value),
        thrown=following.thrown,
        turns=match.turns[:turns],
        abandoned=None,
        seed=None,
    )


def _opened(match: Match) -> Match:
    """Who begins, if the opening throws have decided it."""
    first = seeded.begins([_marked(thrown) for thrown in match.opening])
    if first is None:
        return match
    return replace(match, first=first, game=match.game._replace(to_move=first))


def _marked(thrown: Thrown) -> int:
    return thrown.value if thrown.faces is None else thrown.faces.count("1")
