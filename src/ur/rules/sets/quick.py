"""The fast game: a piece bears off by any throw that takes it far enough.

Everything else is as in finkel.

Source: two guides to the game give it, one as the fast game, one as a house
rule "for those in a hurry": step and throw together reach beyond the last square.
"""

from ur.rules.route import BELL
from ur.rules.ruleset import RuleSet

RULES = RuleSet("quick", BELL, exact_exit=False)
