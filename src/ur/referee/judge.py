"""The referee: one request in, one verdict out.

Laws:
    1. A refused request leaves no trace in the game.
    2. Mistakes are looked for in one order, that of ``mistakes.REFUSALS``.
    3. What time it is, is handed in; what is thrown comes afterwards.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from ur.errors import PlayerMistake
from ur.port import Person, Request
from ur.referee import match as matches
from ur.referee.match import Deed, Match
from ur.referee.mistakes import (
    AlreadySeated,
    GameInProgress,
    IllegalMove,
    NoGame,
    NotAllowed,
    StaleLink,
    TooSoon,
    UnknownRules,
    WrongTeam,
)
from ur.referee.parse import AbandonAsk, Ask, JoinAsk, MoveAsk, NewAsk, parse
from ur.referee.policy import Policy
from ur.rules import legal_moves

MOVED, JOINED, STARTED, ABANDONED = "moved", "joined", "started", "abandoned"
GRANTED = (MOVED, JOINED, STARTED, ABANDONED)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said to a request: ``match`` is what became of the game, None when refused.

    A match that a verdict changed may wait for a throw. ``facts`` are parsed
    values for the sentence of a refusal.
    """

    code: str
    match: Match | None = None
    facts: Mapping[str, object] = field(default_factory=dict)


def judge(
    request: Request, match: Match | None, games: int, policy: Policy, at: datetime
) -> Verdict:
    """Grant or refuse a request.

    ``match`` is the game in play or the one before the next, ``games`` how many
    were begun.
    """
    try:
        ask = parse(request.title)
        deed = Deed(_allowed(request, ask, policy), at, request.number)
        return _grant(ask, deed, match, games, policy)
    except PlayerMistake as mistake:
        return Verdict(mistake.key, facts=mistake.facts)


def repeated(code: str, request: Request, match: Match | None, policy: Policy) -> Verdict:
    """The refusal of a request that was refused with a code before, whatever it would be now."""
    seat = match.seat(request.author.id) if match and request.author else None
    return Verdict(code, facts={"side": seat and seat.side, "on_offer": policy.on_offer()})


def _grant(ask: Ask, deed: Deed, match: Match | None, games: int, policy: Policy) -> Verdict:
    match ask:
        case NewAsk():
            return Verdict(STARTED, _begun(ask, deed, match, games, policy))
        case AbandonAsk():
            return Verdict(ABANDONED, matches.abandon(_current(match, ask.game), deed))
        case JoinAsk():
            return Verdict(JOINED, _joined(ask, deed, _current(match, ask.game)))
        case MoveAsk():  # pragma: no branch - every ask is one of these
            return Verdict(MOVED, _moved(ask, deed, _current(match, ask.game), policy))


def _allowed(request: Request, ask: Ask, policy: Policy) -> Person:
    """Who asks, if they may ask for that at all."""
    author = request.author
    if author is None or request.is_bot or author.id in policy.blocked:
        raise NotAllowed
    if isinstance(ask, AbandonAsk) and author.id not in policy.keepers:
        raise NotAllowed
    return author


def _current(match: Match | None, game: int) -> Match:
    """The game in play, if it is the one that was asked for."""
    if match is None or match.over:
        raise NoGame
    if match.number != game:
        raise StaleLink
    return match


def _begun(ask: NewAsk, deed: Deed, match: Match | None, games: int, policy: Policy) -> Match:
    name = ask.rules or policy.rules
    if name not in policy.on_offer():
        raise UnknownRules(on_offer=policy.on_offer())
    if match is not None and not match.over:
        raise GameInProgress
    first = policy.first_side(match)
    return matches.begin(games + 1, policy.rule_sets[name], first, deed)


def _joined(ask: JoinAsk, deed: Deed, match: Match) -> Match:
    if seat := match.seat(deed.by.id):
        raise AlreadySeated(side=seat.side)
    return matches.join(match, ask.side, deed)


def _moved(ask: MoveAsk, deed: Deed, match: Match, policy: Policy) -> Match:
    if ask.turn != match.next_turn:
        raise StaleLink
    seat = match.seat(deed.by.id)
    if seat and seat.side is not match.game.to_move:
        raise WrongTeam(side=seat.side)
    if policy.too_soon(match, deed.by, deed.at):
        raise TooSoon
    for move in legal_moves(match.game):
        if (move.step, match.game.throw) == (ask.step, ask.throw):
            return matches.move(match, move, deed)
    raise IllegalMove
