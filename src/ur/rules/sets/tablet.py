"""The game with tokens, after the tablet of Itti-Marduk: a modern simplification.

Five pieces and ten tokens a side. Passing a rosette costs a token, which goes
into the pot; landing on one takes a token from it. Who brings all five pieces
home first wins, and takes the pot.

Source: a Russian guide to the game, which names the tablet that the scribe
Itti-Marduk-balatu wrote in 177 BC (British Museum 33333B; I. Finkel 2007). The
real tablet has other dice and payments. Who has no token pays nothing; an empty
pot gives nothing; both happen by themselves and are never chosen.
"""

from ur.rules.route import BELL
from ur.rules.ruleset import RuleSet

RULES = RuleSet("tablet", BELL, pieces=5, tokens=10)
