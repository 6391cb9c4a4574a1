"""Whether a turn that is told can have been: its throw, its dice, its move."""

import re

from ur.rules import seeded
from ur.rules.game import Game
from ur.rules.moves import throw
from ur.rules.notation import Unreadable, parse_move
from ur.rules.ruleset import RuleSet
from ur.rules.ways import Move


class WrongTurn(Unreadable):
    """A turn that rules or dice do not allow; ``field`` is its throw, faces or move.

    ``reason`` goes on from there: ``should be 2 by the seed``.
    """

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field} {reason}")
        self.field = field
        self.reason = reason


def read_turn(game: Game, value: int, faces: str | None, text: str) -> tuple[Game, Move | None]:
    """The game after a throw, and the move that a text names; None for a lost turn.

    Raises:
        WrongTurn: the rules or the dice do not allow it.
    """
    check_throw(game.rules, value, faces)
    thrown = throw(game, value)
    try:
        return thrown, parse_move(thrown, text)
    except Unreadable as wrong:
        raise WrongTurn("move", str(wrong)) from None


def check_throw(rules: RuleSet, value: int, faces: str | None) -> None:
    """See to it that the dice can make a throw, and made it if it is known how they fell.

    Raises:
        WrongTurn: they cannot, or did not.
    """
    if value not in rules.chances:
        raise WrongTurn("throw", f"is no throw of the dice of {rules.name}")
    if faces is None:
        return
    if not re.fullmatch(f"[01]{{{rules.dice}}}", faces):
        raise WrongTurn("faces", f"should be {rules.dice} dice, a 1 for each marked, else a 0")
    if rules.value(faces) != value:
        raise WrongTurn("faces", f"are worth {rules.value(faces)}, which is not the throw")


def check_seed(rules: RuleSet, seed: bytes, number: int, value: int, faces: str | None) -> None:
    """See to it that a seed makes throw ``number``, counted from 0, opening throws included.

    Raises:
        WrongTurn: it makes another.
    """
    fell = seeded.faces(seed, number, rules.dice)
    if rules.value(fell) != value:
        raise WrongTurn("throw", f"should be {rules.value(fell)} by the seed")
    if faces not in (None, fell):
        raise WrongTurn("faces", f"should be {fell} by the seed")
