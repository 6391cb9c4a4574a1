"""What may be played, and what playing it does. All of Ur that moves is on this page.

Laws:
    1. A throw that moves a piece must be played; one that moves none loses the turn.
    2. A capture sends a piece back to hand; only squares both sides walk can see one.
    3. Another throw goes to the same side, never after the game is won.
"""

from collections.abc import Sequence

from ur.rules.events import Event
from ur.rules.game import Game, Steps
from ur.rules.sides import BySide
from ur.rules.ways import Move, Outcome, Way


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
    rules, pieces, side, thrown, tokens = game
    if thrown is not None or game.winner:
        raise ValueError("nobody is to throw")
    if value not in rules.chances:
        raise ValueError(f"the dice cannot make {value}")
    return Game(rules, pieces, side, value, tokens)


def legal_moves(game: Game) -> tuple[Move, ...]:
    """Every move the throw allows, by step; one for the hand, however many wait in it.

    None of them when nothing was thrown, when the throw moves no piece, and
    when the game is over.
    """
    rules, pieces, side, thrown, _ = game
    mine, theirs = pieces.seen_by(side)
    if not thrown or theirs[0] == rules.home:
        return ()
    ways = rules.ways[thrown]
    found = [_move(ways, step, mine, theirs) for step in dict.fromkeys(mine)]
    return tuple([move for move in found if move])


def play(game: Game, move: Move) -> tuple[Game, tuple[Event, ...]]:
    """Play a move: the game, awaiting its next throw, and what happened, in the order of ``Event``.

    Raises:
        IllegalMove: the move is not in ``legal_moves(game)``.
    """
    rules, pieces, side, thrown, tokens = game
    mine, theirs = pieces.seen_by(side)
    step, to, captured, _ = move
    if (
        not thrown
        or step not in mine
        or theirs[0] == rules.home
        or _move(rules.ways[thrown], step, mine, theirs) != move
    ):
        raise IllegalMove(step, thrown)
    mine = _moved(mine, step, to)
    if captured:
        theirs = _moved(theirs, captured, 0)
    outcome, won = rules.outcomes[move], mine[0] == rules.home
    traded: tuple[Event, ...] = ()
    if rules.tokens:
        tokens, traded = _tokens(game, outcome, won=won)
    after = (Event.WON,) if won else outcome.again
    to_move = side if after else side.other
    both = BySide.as_seen_by(side, mine, theirs)
    return Game(rules, both, to_move, None, tokens), outcome.events + traded + after


def lose_turn(game: Game) -> Game:
    """The game after a throw that moves nothing: the other side is to throw.

    Raises:
        ValueError: nothing was thrown, or there is a move to play.
    """
    if game.throw is None or legal_moves(game):
        raise ValueError("a turn is lost only by a throw that moves nothing")
    return Game(game.rules, game.pieces, game.to_move.other, None, game.tokens)


def _move(ways: Sequence[Way | None], step: int, mine: Steps, theirs: Steps) -> Move | None:
    """The move of the piece on a step, if the way it leads is free or its piece there falls."""
    way = ways[step]
    while way and way.mine not in mine:
        if way.theirs not in theirs:
            return way.move
        if way.capture:
            return way.capture
        way = way.beyond
    return None


def _moved(steps: Steps, step: int, to: int) -> Steps:
    moved = list(steps)
    moved.remove(step)
    moved.append(to)
    moved.sort()
    return tuple(moved)


def _tokens(game: Game, outcome: Outcome, *, won: bool) -> tuple[BySide[int], tuple[Event, ...]]:
    """Pay for a rosette passed, take for one landed on; the winner takes the pot."""
    mine, theirs = game.tokens.seen_by(game.to_move)
    pot = game.pot
    traded: tuple[Event, ...] = ()
    if mine and outcome.passed:
        mine, pot, traded = mine - 1, pot + 1, (Event.PAID,)
    if pot and outcome.landed:
        mine, pot, traded = mine + 1, pot - 1, (*traded, Event.TOOK)
    if won:
        mine += pot
    return BySide.as_seen_by(game.to_move, mine, theirs), traded
