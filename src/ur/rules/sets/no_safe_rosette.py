"""No rosette shelters a piece; each still earns another throw. Otherwise as in finkel.

Source: a Russian guide to the game gives it as a variant, after the analysis of
James Masters, who found no ground for the safety of the middle rosette.
"""

from ur.rules.route import BELL
from ur.rules.ruleset import RuleSet, Safety

RULES = RuleSet("no-safe-rosette", BELL, safe_rosettes=Safety.NONE)
