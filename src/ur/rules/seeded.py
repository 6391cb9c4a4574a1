"""Throws that follow from a seed, so that anybody can check them afterwards.

This is what Game::RoyalUr 0.01 does with a seed: throw ``n`` is the first byte
of SHA-256 over the seed's bytes and ``roll:n``, a die being marked where its
bit is set. Throws are counted through the whole game, opening throws first.
"""

from collections.abc import Sequence
from hashlib import sha256

from ur.rules.sides import Side


def faces(seed: bytes, number: int, dice: int) -> str:
    """How ``dice`` dice fell at throw ``number`` (from 0): a 1 for each marked, die 0 first."""
    byte = sha256(seed + f"roll:{number}".encode("ascii")).digest()[0]
    return "".join(str(byte >> die & 1) for die in range(dice))


def seal(seed: bytes) -> str:
    """What is published of a seed before the game, in hex."""
    return sha256(seed).hexdigest()


def begins(marked: Sequence[int]) -> Side | None:
    """Who begins by opening throws, light's and dark's by turns; None while that is open.

    ``marked`` is how many dice each throw marked. More begins; equal throws are repeated.
    """
    for light, dark in zip(marked[::2], marked[1::2], strict=False):
        if light != dark:
            return Side.LIGHT if light > dark else Side.DARK
    return None


def opening(seed: bytes, dice: int) -> tuple[int, Side]:
    """How many throws of a seed are spent on who begins, and who does."""
    marked: list[int] = []
    while (first := begins(marked)) is None:
        marked += [faces(seed, len(marked) + more, dice).count("1") for more in range(2)]
    return len(marked), first
