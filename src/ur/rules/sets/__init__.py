"""The rule sets: one file each, with its source; a new one is found by being here."""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

from ur.rules.ruleset import RuleSet


def _every() -> dict[str, RuleSet]:
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    return {module.RULES.name: module.RULES for module in modules}


RULE_SETS: Mapping[str, RuleSet] = _every()
