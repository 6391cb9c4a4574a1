"""The rules of Ur: what is legal, and what a move does. Pure, and usable by itself."""

from ur.rules.events import Event
from ur.rules.game import Game, start
from ur.rules.moves import IllegalMove, legal_moves, lose_turn, play, throw
from ur.rules.notation import parse_move, parse_position, write_move, write_position
from ur.rules.ruleset import RuleSet
from ur.rules.sets import RULE_SETS
from ur.rules.sides import BySide, Side
from ur.rules.ways import Move

__all__ = [
    "RULE_SETS",
    "BySide",
    "Event",
    "Game",
    "IllegalMove",
    "Move",
    "RuleSet",
    "Side",
    "legal_moves",
    "lose_turn",
    "parse_move",
    "parse_position",
    "play",
    "start",
    "throw",
    "write_move",
    "write_position",
]
