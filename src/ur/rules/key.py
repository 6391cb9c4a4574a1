"""A short key of a position, in hex: equal exactly where positions are equal.

As in Game::RoyalUr 0.01 the key is the position, packed: two bits a square
(free, light, dark), three each for the pieces home, one for the side to move;
hands follow from these. That is 12 digits for 20 squares. A game with tokens
has five bits more for each side's. Keys of different rule sets are not comparable.
"""

from ur.rules.game import Game
from ur.rules.notation import Unreadable, game_of, standing
from ur.rules.ruleset import RuleSet
from ur.rules.sides import BySide, Side

_CODES = (None, Side.LIGHT, Side.DARK)
_SQUARE, _HOME, _SIDE, _TOKENS = 2, 3, 1, 5


def write_key(game: Game) -> str:
    """A game's position as a key; what was thrown is no part of it."""
    stands = standing(game)
    fields = [
        (_CODES.index(stands.get(square)), _SQUARE) for square in game.rules.route.board.squares
    ]
    fields += [(game.home(side), _HOME) for side in Side]
    fields += [(int(game.to_move is Side.DARK), _SIDE)]
    fields += [(tokens, _TOKENS) for tokens in game.tokens if game.rules.tokens]
    packed = 0
    for value, bits in fields:
        packed = packed << bits | value
    return f"{packed:0{_digits(game.rules)}x}"


def parse_key(rules: RuleSet, key: str) -> Game:
    """The game of a key, nothing thrown yet.

    Raises:
        Unreadable: it is no key of this rule set, or breaks a law of the game.
    """
    digits = _digits(rules)
    if len(key) != digits or set(key) - set("0123456789abcdef"):
        raise Unreadable(f"a key has {digits} digits of 0 to 9 and a to f")
    packed = int(key, 16)

    def take(bits: int) -> int:
        nonlocal packed
        packed, value = packed >> bits, packed & (1 << bits) - 1
        return value

    tokens = [take(_TOKENS) for _ in Side] if rules.tokens else [0, 0]
    to_move = Side.DARK if take(_SIDE) else Side.LIGHT
    homes = [take(_HOME) for _ in Side]
    codes = [(square, take(_SQUARE)) for square in reversed(rules.route.board.squares)]
    if packed or any(code == len(_CODES) for _, code in codes):
        raise Unreadable("no such key")
    stands = {square: side for square, code in codes if (side := _CODES[code])}
    return game_of(rules, stands, BySide(homes[1], homes[0]), to_move, BySide(tokens[1], tokens[0]))


def _digits(rules: RuleSet) -> int:
    bits = _SQUARE * len(rules.route.board.squares) + 2 * _HOME + _SIDE
    return -(-(bits + (2 * _TOKENS if rules.tokens else 0)) // 4)
