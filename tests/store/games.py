"""Matches played at random, as the house would have them."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import count

from tests.referee.people import KEEPER, NOON, deed, player
from ur.referee import match as matches
from ur.referee.match import Deed, Thrown
from ur.rules import RULE_SETS, RuleSet, Side, legal_moves, seeded
from ur.rules.route import BELL
from ur.rules.ruleset import Safety, Sheltered

FINKEL = RULE_SETS["finkel"]
LONE = RuleSet("lone", BELL, pieces=1)
ODD = RuleSet(
    "odd-table",
    *(BELL, 3, 3, 4),
    safe_rosettes=Safety.ALL,
    on_protected=Sheltered.BOUNCE,
    extra_on_capture=True,
    exact_exit=False,
    tokens=10,
)
SEED = bytes(range(32))


class Play:
    """A match that goes on as it is told, by people and dice chosen at random."""

    def __init__(
        self,
        chance: int,
        *,
        rules: RuleSet = FINKEL,
        number: int = 1,
        first: Side | None = Side.LIGHT,
        sealed: bool = False,
        issues: int = 0,
        faces: bool = True,
    ) -> None:
        self.chance = random.Random(chance)
        self.faces = faces
        self.issues = count(issues + 1)
        self.match = matches.begin(number, rules, first, self._deed(self._anybody()))
        if sealed:
            self.match = replace(self.match, seal=seeded.seal(SEED))
        self.settle()

    def settle(self) -> None:
        """Throw until somebody has a move."""
        while self.match.awaits_throw:
            self.match = matches.throw(self.match, self._thrown(), self._deed(KEEPER).at)

    def move(self) -> None:
        """One move by somebody who may, sometimes a seat before it."""
        if self.chance.random() < 0.2:
            self._join()
        side = self.match.game.to_move
        able = [
            one
            for one in map(player, range(1, 8))
            if not (seat := self.match.seat(one.id)) or seat.side is side
        ]
        move = self.chance.choice(legal_moves(self.match.game))
        self.match = matches.move(self.match, move, self._deed(self.chance.choice(able)))
        self.settle()

    def moves(self, most: int) -> "Play":
        """So many moves, or to the end."""
        for _ in range(most):
            if self.match.over:
                break
            self.move()
        return self

    def abandon(self) -> "Play":
        """The keeper's end, if there was none."""
        if not self.match.over:
            self.match = matches.abandon(self.match, self._deed(KEEPER))
        return self

    def reveal(self) -> "Play":
        """The seed of an ended sealed match."""
        if self.match.over and self.match.seal:
            self.match = replace(self.match, seed=SEED)
        return self

    def _join(self) -> None:
        free = [one for one in map(player, range(10, 16)) if not self.match.seat(one.id)]
        if free:
            side = self.chance.choice(tuple(Side))
            self.match = matches.join(self.match, side, self._deed(free[0]))

    def _anybody(self):
        return player(self.chance.randrange(1, 8))

    def _deed(self, by) -> Deed:
        issue = next(self.issues)
        return replace(deed(by, issue=issue), at=NOON + timedelta(minutes=issue))

    def _thrown(self) -> Thrown:
        rules = self.match.rules
        if self.match.seal:
            fell = seeded.faces(SEED, self.match.throws, rules.dice)
        else:
            fell = f"{self.chance.getrandbits(rules.dice):0{rules.dice}b}"
        return Thrown(rules.value(fell), fell if self.faces else None)


def document(text: bytes) -> dict:
    """A document as plain values."""
    return json.loads(text)


def changed(text: bytes, change: Callable[[dict], object]) -> bytes:
    """A document with something changed in it."""
    plain = document(text)
    change(plain)
    return json.dumps(plain).encode()
