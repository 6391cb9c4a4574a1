"""How a rule set is named in a record.

Game::RoyalUr 0.01 knows finkel and masters by name, and spells out five fields
of any other: ``route=short dice=3 zero_rolls=0 safe_rosettes=1 pieces=7``. A
rule set that differs in more is named as we name it.
"""

import re

from ur.rules.route import BELL, MASTERS
from ur.rules.ruleset import RuleSet, Safety, same_rules
from ur.rules.sets import RULE_SETS

_ROUTES = {"short": BELL, "long": MASTERS}
_SPELLED = re.compile(
    r"route=(short|long) dice=([34]) zero_rolls=([04]) safe_rosettes=([01]) pieces=([1-7])"
)


def heading(rules: RuleSet) -> str:
    """How a rule set is named in a record: as Game::RoyalUr knows it, or by our name."""
    known = RULE_SETS.get(rules.name)
    if known == rules and rules.name in ("finkel", "masters"):
        return rules.name
    spelled = _spelled(rules) or ""
    like = spelled_out(spelled)
    return spelled if like and same_rules(like, rules) else rules.name


def _spelled(rules: RuleSet) -> str | None:
    """The five fields that Game::RoyalUr knows of a rule set; None of a route it does not."""
    route = next((name for name, route in _ROUTES.items() if route == rules.route), None)
    safe = int(rules.safe_rosettes == Safety.ALL)
    return route and (
        f"route={route} dice={rules.dice} zero_rolls={rules.zero_value}"
        f" safe_rosettes={safe} pieces={rules.pieces}"
    )


def spelled_out(text: str) -> RuleSet | None:
    """The rule set of five fields, otherwise like finkel; under its own name if it has one."""
    found = _SPELLED.fullmatch(text)
    if found is None:
        return None
    route, dice, zero, safe, pieces = found.groups()
    safety = Safety.ALL if safe == "1" else Safety.NONE
    fields = (_ROUTES[route], int(pieces), int(dice), int(zero), safety)
    unnamed = RuleSet("unnamed", *fields)
    shipped = (rules for rules in RULE_SETS.values() if same_rules(rules, unnamed))
    return next(shipped, unnamed)
