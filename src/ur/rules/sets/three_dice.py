"""Three dice, and a throw with nothing marked loses the turn. Otherwise as in finkel.

Source: a Russian guide to the game gives it as a variant, with throws from 0 to 3.
"""

from ur.rules.route import BELL
from ur.rules.ruleset import RuleSet

RULES = RuleSet("three-dice", BELL, dice=3)
