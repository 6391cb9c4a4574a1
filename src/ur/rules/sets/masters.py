"""The rules of James Masters: the long route, three dice, and nowhere to rest.

A throw with nothing marked is worth four. Every fourth step is a rosette and
earns another throw, but shelters nobody; past the first four squares a piece
can be captured anywhere.

Source: J. Masters, "The Royal Game of Ur & The Game of Twenty Squares",
mastersgames.com. His page leaves the blank throw and the rosettes' safety open;
both are taken as Game::RoyalUr 0.01 and RoyalUr-Java (2024) have them.
"""

from ur.rules.route import MASTERS
from ur.rules.ruleset import RuleSet, Safety

RULES = RuleSet("masters", MASTERS, dice=3, zero_value=4, safe_rosettes=Safety.NONE)
