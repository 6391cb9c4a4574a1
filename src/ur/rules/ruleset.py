"""A rule set: everything in which two ways of playing Ur can differ, as data."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any

from ur.rules.route import ROUTES, Route
from ur.rules.ways import Move, Outcome, Ways, every_outcome, every_way

NAME = re.compile(r"(?=.{1,40}$)[a-z0-9]+(?:-[a-z0-9]+)*")
"""How a rule set may be called."""


class Safety(StrEnum):
    """Which rosettes shelter the piece on them."""

    ALL = "all"
    NONE = "none"


class Sheltered(StrEnum):
    """What becomes of a move onto a sheltered piece of the other side."""

    BLOCK = "block"
    BOUNCE = "bounce"


VALUES: Mapping[str, Sequence[object]] = {
    "route": tuple(ROUTES.values()),
    "pieces": range(1, 8),
    "dice": (3, 4),
    "zero_value": (0, 4),
    "safe_rosettes": tuple(Safety),
    "on_protected": tuple(Sheltered),
    "extra_on_rosette": (True, False),
    "extra_on_capture": (True, False),
    "exact_exit": (True, False),
    "tokens": (0, 10),
}
"""Every field of a rule set, and the values it takes."""


@dataclass(frozen=True)
class RuleSet:
    """One way of playing.

    ``pieces`` a side; ``dice`` two-sided dice, of which those marked are counted;
    ``zero_value`` is what a throw with none marked is worth, 0 losing the turn.
    ``exact_exit`` lets a piece bear off only with the exact throw. ``tokens`` a
    side at the start, 0 for no pot.

    Raises:
        ValueError: a value is not one of ``VALUES``.
    """

    name: str
    route: Route
    pieces: int = 7
    dice: int = 4
    zero_value: int = 0
    safe_rosettes: Safety = Safety.ALL
    on_protected: Sheltered = Sheltered.BLOCK
    extra_on_rosette: bool = True
    extra_on_capture: bool = False
    exact_exit: bool = True
    tokens: int = 0

    def __post_init__(self) -> None:
        if not NAME.fullmatch(self.name):
            raise ValueError("name: lower case words, like three-unsafe")
        for field, values in VALUES.items():
            if not any(_same(getattr(self, field), value) for value in values):
                takes = ", ".join(str(_plain(value)).lower() for value in values)
                raise ValueError(f"{field} takes one of {takes}")

    @cached_property
    def home(self) -> int:
        """The step of a piece that was borne off."""
        return self.route.home

    @cached_property
    def rosettes(self) -> frozenset[int]:
        """The steps that are rosettes."""
        return self.route.rosettes

    @cached_property
    def shelters(self) -> frozenset[int]:
        """The steps that shelter a piece from capture."""
        return self.rosettes if self.safe_rosettes == Safety.ALL else frozenset()

    def value(self, faces: str) -> int:
        """What dice that fell like ``faces`` (a 1 for each marked, a 0 for each blank) are worth.

        Raises:
            ValueError: not this rule set's dice.
        """
        if len(faces) != self.dice or set(faces) - {"0", "1"}:
            raise ValueError(f"not {self.dice} dice: {faces[:9]!r}")
        return faces.count("1") or self.zero_value

    @cached_property
    def falls(self) -> Mapping[int, int]:
        """In how many of the ways that the dice can fall each throw comes up."""
        falls: dict[int, int] = {}
        for marked in range(self.dice + 1):
            value = marked or self.zero_value
            falls[value] = falls.get(value, 0) + comb(self.dice, marked)
        return dict(sorted(falls.items()))

    @cached_property
    def chances(self) -> Mapping[int, Fraction]:
        """How likely each throw is."""
        return {value: Fraction(falls, 2**self.dice) for value, falls in self.falls.items()}

    @cached_property
    def bounces(self) -> bool:
        """Whether a sheltered piece pushes another on."""
        return self.on_protected == Sheltered.BOUNCE

    @cached_property
    def ways(self) -> Ways:
        """Where every throw leads from every step."""
        return every_way(self)

    @cached_property
    def outcomes(self) -> Mapping[Move, Outcome]:
        """What every move does."""
        return every_outcome(self)


def as_fields(rules: RuleSet) -> dict[str, object]:
    """A rule set whole, as plain values by field."""
    return {"name": rules.name, **{field: _plain(getattr(rules, field)) for field in VALUES}}


def same_rules(one: RuleSet, other: RuleSet) -> bool:
    """Whether two rule sets are the same but for their names."""
    return replace(one, name=other.name) == other


def variant(rules: RuleSet, differences: Mapping[str, object]) -> RuleSet:
    """A rule set that differs from another in some fields, given as plain values.

    Raises:
        ValueError: an unknown field, or a value it does not take; names both.
    """
    changes: dict[str, Any] = {}
    for field, plain in differences.items():
        if field == "name" and isinstance(plain, str):
            changes[field] = plain
        elif field not in VALUES:
            raise ValueError(f"the fields of a rule set are {', '.join(VALUES)}")
        else:
            changes[field] = next((one for one in VALUES[field] if _same(_plain(one), plain)), None)
    return replace(rules, **changes)


def _plain(value: object) -> object:
    return value.name if isinstance(value, Route) else value


def _same(one: object, other: object) -> bool:
    """Whether two plain values are the same; a truth value is no number, nor is 7.0 seven."""
    kinds = [(isinstance(value, bool), isinstance(value, float)) for value in (one, other)]
    return one == other and kinds[0] == kinds[1]
