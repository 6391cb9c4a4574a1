"""Five pieces a side, for a shorter game. Otherwise as in finkel.

Source: a house rule in a guide to the game.
"""

from ur.rules.route import BELL
from ur.rules.ruleset import RuleSet

RULES = RuleSet("five-piece", BELL, pieces=5)
