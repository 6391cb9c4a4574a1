"""How the dice fell, and whether fair dice fall like that."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ur.referee.match import Match, Thrown
from ur.rules import RULE_SETS

LEAST_EXPECTED = 5
"""How often every throw has to be expected before chi-square tells anything: the usual rule.

Source: Cochran, "Some methods for strengthening the common chi-square tests", Biometrics 10
(1954), pp. 417-451.
"""

LIMITS = {3: 7.815, 4: 9.488}
"""What chi-square exceeds in 5 of 100 cases though the dice are fair, by degrees of freedom.

Source: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4.
"""


@dataclass(frozen=True, slots=True)
class Throws:
    """How often each throw fell with dice of one kind.

    ``blank`` is what none marked is worth. ``counts`` go with the values of ``falls``.
    """

    dice: int
    blank: int
    counts: tuple[int, ...]

    @property
    def falls(self) -> Mapping[int, int]:
        """In how many of the ways that such dice can fall each throw comes up.

        Raises:
            ValueError: there are no such dice.
        """
        return _falls(self.dice, self.blank)


def with_those_of(throws: tuple[Throws, ...], match: Match) -> tuple[Throws, ...]:
    """Throws with those of one more match."""
    fell = Counter(thrown.value for thrown in _fallen(match) if thrown.known)
    if not fell:
        return throws
    kinds = {(one.dice, one.blank): one for one in throws}
    kind, falls = (match.rules.dice, match.rules.zero_value), match.rules.falls
    old = kinds.get(kind) or Throws(*kind, (0,) * len(falls))
    new = (count + fell[value] for value, count in zip(falls, old.counts, strict=True))
    kinds[kind] = Throws(*kind, tuple(new))
    return tuple(one for _, one in sorted(kinds.items()))


class Row(NamedTuple):
    """How often a throw fell, and how often fair dice let it fall on average."""

    value: int
    fell: int
    expected: Fraction


@dataclass(frozen=True, slots=True)
class Fairness:
    """Throws beside what is expected of fair dice, judged by Pearson's chi-square."""

    rows: tuple[Row, ...]

    @property
    def total(self) -> int:
        """How many throws there were."""
        return sum(row.fell for row in self.rows)

    @property
    def chi_square(self) -> float:
        """How far they are from what is expected; 0 is not at all."""
        distances = (
            (row.fell - row.expected) ** 2 / row.expected for row in self.rows if self.total
        )
        return float(sum(distances))

    @property
    def freedom(self) -> int:
        """The degrees of freedom: one less than there are values."""
        return len(self.rows) - 1

    @property
    def limit(self) -> float:
        """What chi-square exceeds in 5 of 100 cases though the dice are fair."""
        return LIMITS[self.freedom]

    @property
    def fair(self) -> bool:
        """Whether nothing speaks against the dice; tells little before there are ``enough``."""
        return self.chi_square <= self.limit

    @property
    def enough(self) -> bool:
        """Whether there were enough throws to tell."""
        return all(row.expected >= LEAST_EXPECTED for row in self.rows)


def fairness(throws: Throws) -> Fairness:
    """How far throws are from those of fair dice."""
    total, ways = sum(throws.counts), sum(throws.falls.values())
    return Fairness(
        tuple(
            Row(value, fell, Fraction(total * falls, ways))
            for (value, falls), fell in zip(throws.falls.items(), throws.counts, strict=True)
        )
    )


def _fallen(match: Match) -> tuple[Thrown, ...]:
    """Every throw of a match."""
    table = () if match.thrown is None else (match.thrown,)
    return (*match.opening, *(turn.thrown for turn in match.turns), *table)


@cache
def _falls(dice: int, blank: int) -> Mapping[int, int]:
    """Any rule set with such dice knows."""
    return replace(RULE_SETS["finkel"], dice=dice, zero_value=blank).falls
