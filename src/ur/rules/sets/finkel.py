"""Irving Finkel's reconstruction, the game most people know as Ur.

Seven pieces, four dice, the short route; every rosette shelters (only the
middle one, d2, is ever contested) and earns another throw.

Source: I. Finkel, "On the Rules for the Royal Game of Ur", in Ancient Board
Games in Perspective, British Museum Press 2007, pp. 16-32.
"""

from ur.rules.route import BELL
from ur.rules.ruleset import RuleSet

RULES = RuleSet("finkel", BELL)
