"""The rules of Ur: what is legal, and what a move does. Pure, and usable by itself.

>>> from ur.rules import RULE_SETS, legal_moves, play, start, throw, write_move
>>> game = throw(start(RULE_SETS["finkel"]), 4)
>>> [write_move(game, move) for move in legal_moves(game)]
['hand-a1']
>>> game, events = play(game, legal_moves(game)[0])
>>> [str(event) for event in events]
['entered', 'rosette', 'again']
"""

from ur.rules.events import Event
from ur.rules.game import Game, start
from ur.rules.key import parse_key, write_key
from ur.rules.moves import IllegalMove, legal_moves, lose_turn, play, throw
from ur.rules.notation import (
    Unreadable,
    parse_move,
    parse_position,
    write_move,
    write_position,
)
from ur.rules.reading import WrongRecord, parse_record
from ur.rules.record import Record, Turn, add, begin, games, resign, undo, write_record
from ur.rules.ruleset import RuleSet, variant
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
    "Record",
    "RuleSet",
    "Side",
    "Turn",
    "Unreadable",
    "WrongRecord",
    "add",
    "begin",
    "games",
    "legal_moves",
    "lose_turn",
    "parse_key",
    "parse_move",
    "parse_position",
    "parse_record",
    "play",
    "resign",
    "start",
    "throw",
    "undo",
    "variant",
    "write_key",
    "write_move",
    "write_position",
    "write_record",
]
