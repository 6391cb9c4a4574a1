"""What kind of game a rule set makes: what its rules, its disputes and its tips depend on."""

from dataclasses import dataclass
from functools import cached_property

from ur.rules import RuleSet
from ur.rules.ways import NOBODY


@dataclass(frozen=True)
class Nature:
    """A rule set, and what follows from its fields and tables, worked out once."""

    rules: RuleSet

    @cached_property
    def last(self) -> int:
        """The last tile."""
        return self.rules.home - 1

    @cached_property
    def others(self) -> bool:
        """Whether a team has more than one piece, and so a choice."""
        return self.rules.pieces > 1

    @cached_property
    def shared(self) -> list[int]:
        """The tiles that both teams walk."""
        return [step for step in range(1, self.rules.home) if self.rules.route.meets[step]]

    @cached_property
    def own(self) -> list[int]:
        """The tiles that only their team walks."""
        return [step for step in range(1, self.rules.home) if step not in self.shared]

    @cached_property
    def contested(self) -> list[int]:
        """The rosettes that both teams walk."""
        return [step for step in self.shared if step in self.rules.rosettes]

    @cached_property
    def sheltered(self) -> list[int]:
        """The tiles that both teams walk and where a piece is safe."""
        return [step for step in self.shared if step in self.rules.shelters]

    @cached_property
    def bounces(self) -> bool:
        """Whether a piece may be pushed on."""
        return self.rules.bounces and bool(self.sheltered)

    @cached_property
    def blank(self) -> bool:
        """Whether a throw may be 0."""
        return 0 in self.rules.chances

    @cached_property
    def stuck(self) -> bool:
        """Whether a throw above 0 may move nothing.

        A team's foremost piece has none of its own before it, and others may all
        be home: so what counts is whether one piece alone can be kept from moving.
        """
        ways = [way for row in self.rules.ways.values() for way in row[: self.rules.home]]
        return any(
            way is None or (way.theirs != NOBODY and not way.capture and not way.beyond)
            for way in ways
        )

    @cached_property
    def earned(self) -> bool:
        """Whether anything earns another throw."""
        return self.rules.extra_on_rosette or self.rules.extra_on_capture

    def falling(self, times: int) -> list[int]:
        """The throws above 0 that come up so many times."""
        return [throw for throw, falls in self.rules.falls.items() if throw and falls == times]

    @cached_property
    def often(self) -> int:
        """How many times the commonest throw above 0 comes up."""
        return max(falls for throw, falls in self.rules.falls.items() if throw)

    @cached_property
    def seldom(self) -> int:
        """How many times the rarest throw above 0 comes up."""
        return min(falls for throw, falls in self.rules.falls.items() if throw)
