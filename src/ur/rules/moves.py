"""What may be played, and what playing it does. All of Ur that moves is on this page.

Laws:
    1. A throw that moves a piece must be played; one that moves none loses the turn.
    2. A capture sends a piece back to hand; only squares both sides walk can see one.
    3. Another throw goes to the same side, never after the game is won.
"""

from typing import NamedTuple

from ur.rules.events import Event
from ur.rules.game import Game
from ur.rules.ruleset import RuleSet, Sheltered
from ur.rules.sides import BySide


class Move(NamedTuple):
    """A piece's way from ``step`` to ``to``; ``captured`` is the other side's step there, or 0.

    ``bounced`` says that a sheltered piece pushed it one step on.
    """

    step: int
    to: int
    captured: int = 0
    bounced: bool = False


class IllegalMove(ValueError):  # noqa: N818 - the game's own word
    """A move that is not among the legal moves."""

    def __init__(self, step: int, throw: int | None) -> None:
        super().__init__(f"no piece may move from step {step} with a throw of {throw}")
        self.step = step
        self.throw = throw


def throw(game: Game, value: int) -> Game:
    """The game after the dice were thrown.

    Raises:
        ValueError: the game is over or has thrown already, or the dice cannot make ``value``.
    """
    if game.winner or game.throw is not None:
        raise ValueError("nobody is to throw")
    if value not in game.rules.chances:
        raise ValueError(f"the dice cannot make {value}")
    return game._replace(throw=value)


def legal_moves(game: Game) -> tuple[Move, ...]:
    """Every move the throw allows, by step; one for the hand, however many wait in it.

    None of them when nothing was thrown, when the throw moves no piece, and
    when the game is over.
    """
    rules, pieces, side, roll, _ = game
    if not roll or game.winner:
        return ()
    mine, theirs = pieces.of(side), pieces.of(side.other)
    reach = rules.home if rules.exact_exit else rules.home + roll
    moves = []
    for step in sorted(set(mine)):
        if step == rules.home:
            break
        to = step + roll
        if to >= rules.home:
            if to <= reach:
                moves.append(Move(step, rules.home))
        elif to not in mine:
            move = _onto(rules, step, to, mine, theirs)
            if move:
                moves.append(move)
    return tuple(moves)


def play(game: Game, move: Move) -> tuple[Game, tuple[Event, ...]]:
    """Play a move: the game, awaiting its next throw, and what happened, in the order of ``Event``.

    Raises:
        IllegalMove: the move is not in ``legal_moves(game)``.
    """
    if move not in legal_moves(game):
        raise IllegalMove(move.step, game.throw)
    rules, side = game.rules, game.to_move
    pieces = game.pieces.put(side, _moved(game.pieces.of(side), move.step, move.to))
    if move.captured:
        pieces = pieces.put(side.other, _moved(pieces.of(side.other), move.captured, 0))
    won = pieces.of(side)[0] == rules.home
    again = not won and (move.to in rules.again or (bool(move.captured) and rules.extra_on_capture))
    tokens, traded = _tokens(game, move, won=won)
    to_move = side if again or won else side.other
    events = _events(rules, move, traded, won=won, again=again)
    return Game(rules, pieces, to_move, None, tokens), events


def lose_turn(game: Game) -> Game:
    """The game after a throw that moves nothing: the other side is to throw.

    Raises:
        ValueError: nothing was thrown, or there is a move to play.
    """
    if game.throw is None or legal_moves(game):
        raise ValueError("a turn is lost only by a throw that moves nothing")
    return game._replace(to_move=game.to_move.other, throw=None)


def _onto(
    rules: RuleSet, step: int, to: int, mine: tuple[int, ...], theirs: tuple[int, ...]
) -> Move | None:
    """The move onto a square that is not one's own, unless a sheltered piece forbids it."""
    enemy = _enemy(rules, to, theirs)
    if not (enemy and to in rules.shelters):
        return Move(step, to, enemy)
    beyond = to + 1
    if rules.on_protected == Sheltered.BLOCK or beyond == rules.home or beyond in mine:
        return None
    enemy = _enemy(rules, beyond, theirs)
    if enemy and beyond in rules.shelters:
        return None
    return Move(step, beyond, enemy, bounced=True)


def _enemy(rules: RuleSet, to: int, theirs: tuple[int, ...]) -> int:
    """The other side's step on the square of ``to``, if it stands there, else 0."""
    meets = rules.route.meets[to]
    return meets if meets in theirs else 0


def _moved(steps: tuple[int, ...], step: int, to: int) -> tuple[int, ...]:
    moved = list(steps)
    moved[moved.index(step)] = to
    moved.sort()
    return tuple(moved)


def _events(
    rules: RuleSet, move: Move, traded: tuple[Event, ...], *, won: bool, again: bool
) -> tuple[Event, ...]:
    if move.to == rules.home:
        events = [Event.BORNE_OFF]
    else:
        events = [Event.ADVANCED if move.step else Event.ENTERED]
    happened = (
        (Event.BOUNCED, move.bounced),
        (Event.CAPTURED, move.captured),
        (Event.ROSETTE, move.to in rules.rosettes),
    )
    events += [event for event, did in happened if did]
    events += traded
    if won:
        events.append(Event.WON)
    if again:
        events.append(Event.AGAIN)
    return tuple(events)


def _tokens(game: Game, move: Move, *, won: bool) -> tuple[BySide[int], tuple[Event, ...]]:
    """Pay for each rosette passed, take for one landed on; the winner takes the pot."""
    rules, side = game.rules, game.to_move
    if not rules.tokens:
        return game.tokens, ()
    mine, pot = game.tokens.of(side), game.pot
    traded: tuple[Event, ...] = ()
    if mine and any(move.step < rosette < move.to for rosette in rules.rosettes):
        mine, pot, traded = mine - 1, pot + 1, (Event.PAID,)
    if pot and move.to in rules.rosettes:
        mine, pot, traded = mine + 1, pot - 1, (*traded, Event.TOOK)
    if won:
        mine += pot
    return game.tokens.put(side, mine), traded
