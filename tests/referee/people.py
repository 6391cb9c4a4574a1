"""Who plays in the tests, and short ways to a match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from ur.port import Person, Request
from ur.referee import match as matches
from ur.referee.judge import Verdict, judge
from ur.referee.match import Deed, Match, Thrown, Turn
from ur.referee.policy import Policy
from ur.rules import RULE_SETS, BySide, Event, Game, RuleSet, Side, legal_moves

FINKEL = RULE_SETS["finkel"]
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
KEEPER = Person(1, "owner-x")
POLICY = Policy(RULE_SETS, keepers=frozenset({KEEPER.id}))
SECOND = timedelta(seconds=1)
DAY = timedelta(days=1)


def player(number: int) -> Person:
    """player-NN."""
    return Person(1000 + number, f"player-{number:02}")


def thrown(value: int) -> Thrown:
    """A throw of four dice that are worth so much."""
    return Thrown(value, ("1" * value).ljust(4, "0"))


def deed(by: Person = KEEPER, *, seconds: float = 0, issue: int = 1) -> Deed:
    """Something done so many seconds after noon."""
    return Deed(by, NOON + timedelta(seconds=seconds), issue)


def in_play(
    light: Sequence[int] = (),
    dark: Sequence[int] = (),
    *,
    throw: int | None,
    to_move: Side = Side.LIGHT,
    number: int = 7,
    rules: RuleSet = FINKEL,
) -> Match:
    """A match in the middle: steps that are not in hand, and the throw on the table.

    How it came there is not told: it has no turns.
    """
    pieces = BySide(*((0,) * (rules.pieces - len(s)) + tuple(sorted(s)) for s in (light, dark)))
    tokens = BySide(rules.tokens, rules.tokens)
    game = Game(rules, pieces, to_move, None, tokens)
    match = replace(matches.begin(number, rules, Side.LIGHT, deed()), game=game)
    return match if throw is None else matches.throw(match, thrown(throw), NOON)


def moved(match: Match, step: int, by: Person, *, seconds: float = 0, issue: int = 2) -> Match:
    """The match after a move from a step."""
    (move,) = (move for move in legal_moves(match.game) if move.step == step)
    return matches.move(match, move, deed(by, seconds=seconds, issue=issue))


def cast(match: Match, values: Iterable[int], *, seconds: float = 0) -> Match:
    """The match after throws."""
    for value in values:
        match = matches.throw(match, thrown(value), NOON + timedelta(seconds=seconds))
    return match


def turn(
    side: Side, by: Person | None, *events: Event, seconds: float = 0, issue: int | None = None
) -> Turn:
    """A turn as a value, for counting: nobody's is a lost turn."""
    at = NOON + timedelta(seconds=seconds)
    if by is None:
        return Turn(side, thrown(0), at)
    from_hand = legal_moves(in_play(throw=1).game)[0]
    return Turn(side, thrown(1), at, from_hand, events, by.id, issue or 100 + int(seconds))


@dataclass
class Desk:
    """The referee's desk: requests in, one after another, with dice that fall as told."""

    match: Match | None = None
    games: int = 7
    policy: Policy = POLICY
    dice: list[int] = field(default_factory=list)
    now: datetime = NOON
    issue: int = 1000

    def ask(self, by: Person | None, title: str, *, is_bot: bool = False) -> Verdict:
        """Judge a request; a granted one changes the match, and the dice are thrown on."""
        self.issue += 1
        self.now += SECOND
        request = Request(self.issue, title, by, is_bot=is_bot)
        verdict = judge(request, self.match, self.games, self.policy, self.now)
        if verdict.match:
            self.match = verdict.match
            self.games = self.match.number
            while self.match.awaits_throw and self.dice:
                self.match = matches.throw(self.match, thrown(self.dice.pop(0)), self.now)
        return verdict

    def move(self, by: Person, step: int) -> Verdict:
        """Move from a step, by what was thrown, at this turn."""
        match = self.match
        return self.ask(by, f"ur-move-{match.game.throw}@{step}-{match.number}.{match.next_turn}")
