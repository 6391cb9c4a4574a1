"""Dice: sealed by a secret before the game, or the operating system's."""

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ur.dice import Dice
from ur.errors import KeeperFault
from ur.port import Person
from ur.referee.match import Deed, Match, Thrown, begin, throw
from ur.rules import RULE_SETS, Side

AT = datetime(2026, 11, 30, tzinfo=UTC)


def match(number: int, seal: str | None, first: Side | None = Side.LIGHT) -> Match:
    """A match that waits for its first throw."""
    begun = begin(number, RULE_SETS["finkel"], first, Deed(Person(1, "a"), AT, 1))
    return replace(begun, seal=seal)


def test_a_sealed_throw_is_what_the_page_on_seals_says():
    """Seed, seal and throws are an HMAC and two hashes that anybody can compute."""
    dice = Dice(42, "s3cret")
    seed = hmac.new(b"s3cret", b"ur 42 7", hashlib.sha256).digest()
    sealed = match(7, dice.seal(7))

    assert sealed.seal == hashlib.sha256(seed).hexdigest()
    assert dice.seed(sealed) == seed
    byte = hashlib.sha256(seed + b"roll:0").digest()[0]
    faces = "".join(str(byte >> die & 1) for die in range(4))
    assert dice.throw(sealed) == Thrown(faces.count("1"), faces)


def test_opening_throws_are_counted_first():
    """The throw after two opening throws is number two."""
    dice = Dice(42, "s3cret")
    sealed = match(7, dice.seal(7), first=None)
    for _ in range(2):
        sealed = throw(sealed, dice.throw(sealed), AT)

    seed = dice.seed(sealed)
    byte = hashlib.sha256(seed + b"roll:2").digest()[0]
    assert dice.throw(sealed).faces == "".join(str(byte >> die & 1) for die in range(4))


@pytest.mark.parametrize("secret", ["", "another"])
def test_a_secret_that_does_not_fit_is_the_keepers_to_restore(secret):
    """A sealed game is thrown for by its own secret, or not at all."""
    sealed = match(7, Dice(42, "s3cret").seal(7))
    dice = Dice(42, secret)

    assert not dice.fits(sealed)
    with pytest.raises(KeeperFault, match=r"Restore UR_DICE_SECRET.*ur-abandon-7"):
        dice.throw(sealed)


def test_without_a_secret_the_throws_are_the_operating_systems():
    """Unsealed games have no seal, and dice that fall every way."""
    dice = Dice(42)
    thrown = [dice.throw(match(7, dice.seal(7))) for _ in range(500)]

    assert dice.seal(7) is None
    assert all(one.value == (one.faces or "").count("1") for one in thrown)
    assert len(Counter(one.faces for one in thrown)) == 16
