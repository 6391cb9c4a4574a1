"""What the keeper of this house allows, apart from the rules of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise

from ur.port import Person
from ur.referee.match import Match, Turn
from ur.rules import Event, RuleSet, Side

LAPSES_AFTER = timedelta(days=1)
"""How long after the last move the limit on moves in a row is lifted: a board is never stuck."""


class First(StrEnum):
    """Who begins a game."""

    ALTERNATE = "alternate"
    LIGHT = "light"
    DARK = "dark"
    THROW = "throw"


@dataclass(frozen=True, slots=True)
class Policy:
    """The keeper's rules: ``rules`` is the usual rule set's name, ``offer`` those one may ask for.

    ``rule_sets`` holds them by name. ``keepers`` and ``blocked`` are ids of
    people. ``moves_in_a_row`` of 0 is no limit.
    """

    rule_sets: Mapping[str, RuleSet]
    rules: str = "finkel"
    offer: tuple[str, ...] = ("finkel",)
    first: First = First.ALTERNATE
    moves_in_a_row: int = 0
    keepers: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()

    def on_offer(self) -> tuple[str, ...]:
        """The names of the rule sets one may ask for, the usual one first, each once."""
        return tuple(dict.fromkeys((self.rules, *self.offer)))

    def first_side(self, last: Match | None) -> Side | None:
        """Who begins after the last match; None where they throw for it."""
        match self.first:
            case First.THROW:
                return None
            case First.ALTERNATE:
                return last.first.other if last and last.first else Side.LIGHT
            case _:
                return Side(self.first)

    def too_soon(self, match: Match, person: Person, at: datetime) -> bool:
        """Whether a person should let somebody else move first.

        Their turns since anybody else moved are counted, a chain of throws
        earned as one; another throw in their own chain is never too soon.
        """
        last = next((turn for turn in reversed(match.turns) if turn.move), None)
        if not self.moves_in_a_row or last is None or at - last.at >= LAPSES_AFTER:
            return False
        chains = 0
        for before, turn in reversed(list(pairwise((None, *match.turns)))):
            if turn is None or turn.by not in (None, person.id):
                break
            chains += turn.by == person.id and not _goes_on(before, person)
        return chains >= self.moves_in_a_row and not _goes_on(match.turns[-1], person)


def _goes_on(turn: Turn | None, person: Person) -> bool:
    """Whether a turn was this person's and earned another throw."""
    return turn is not None and turn.by == person.id and Event.AGAIN in turn.events
