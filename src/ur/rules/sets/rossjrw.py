"""The rules of rossjrw's community game: a sheltered piece pushes you on.

A move onto the middle rosette that the other side holds lands one square
beyond it, if that is free or another piece can be captured there; such a
bounce is no landing on a rosette. Otherwise as in finkel.

Source: the README of github.com/rossjrw/rossjrw and ur-game 1.3.0, which it
plays with; checked against the twenty games that were played there.
"""

from ur.rules.route import BELL
from ur.rules.ruleset import RuleSet, Sheltered

RULES = RuleSet("rossjrw", BELL, on_protected=Sheltered.BOUNCE)
