"""Aseb, the game of twenty squares as it came to Egypt: one long middle row.

Five pieces, four dice; every rosette shelters, and both sides meet on twelve
squares, three rosettes among them.

Source: RoyalUr-Java, its game settings "aseb", and RoyalUr-Python 0.0.6.
"""

from ur.rules.route import TWENTY
from ur.rules.ruleset import RuleSet

RULES = RuleSet("aseb", TWENTY, pieces=5)
