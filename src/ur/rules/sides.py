"""The two sides, and pairs of things with one for each."""

from collections.abc import Callable
from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Side(StrEnum):
    """Light owns row 1, dark row 3; people know them as White and Black."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def other(self) -> "Side":
        """The side across the board."""
        return Side.DARK if self is Side.LIGHT else Side.LIGHT


class BySide(NamedTuple, Generic[T]):
    """One thing for each side."""

    light: T
    dark: T

    def of(self, side: Side) -> T:
        """What belongs to a side."""
        return self.light if side is Side.LIGHT else self.dark

    def seen_by(self, side: Side) -> tuple[T, T]:
        """What belongs to a side, and what to the other."""
        return (self.light, self.dark) if side is Side.LIGHT else (self.dark, self.light)

    @classmethod
    def as_seen_by(cls, side: Side, mine: T, theirs: T) -> "BySide[T]":
        """The pair of what belongs to a side, and what to the other."""
        return cls(mine, theirs) if side is Side.LIGHT else cls(theirs, mine)

    def put(self, side: Side, thing: T) -> "BySide[T]":
        """The pair with one side's thing exchanged."""
        return BySide(thing, self.dark) if side is Side.LIGHT else BySide(self.light, thing)

    def map(self, change: Callable[[T], U]) -> "BySide[U]":
        """The pair of what a function makes of each."""
        return BySide(change(self.light), change(self.dark))
