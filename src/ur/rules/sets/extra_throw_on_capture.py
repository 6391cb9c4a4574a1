"""A capture earns another throw, as a rosette does. Otherwise as in finkel.

Source: a house rule in a guide to the game; RoyalUr-Java has it as a setting.
"""

from ur.rules.route import BELL
from ur.rules.ruleset import RuleSet

RULES = RuleSet("extra-throw-on-capture", BELL, extra_on_capture=True)
