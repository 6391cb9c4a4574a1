"""Blitz: five pieces on the long route, no shelter, and a capture earns another throw.

Source: RoyalUr-Java, its game settings "blitz"; solved by J. Olieslagers
(game_of_ur), who found the first mover to win 50.405 in a hundred games.
"""

from ur.rules.route import MASTERS
from ur.rules.ruleset import RuleSet, Safety

RULES = RuleSet("blitz", MASTERS, pieces=5, safe_rosettes=Safety.NONE, extra_on_capture=True)
