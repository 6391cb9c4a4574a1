"""Throws that follow from a seed, so that anybody can check them afterwards.

This is what Game::RoyalUr 0.01 does with a seed: throw ``n`` is the first byte
of SHA-256 over the seed's bytes and ``roll:n``, a die being marked where its
bit is set. Throws are counted through the whole game, opening throws first.
"""

from hashlib import sha256


def faces(seed: bytes, number: int, dice: int) -> str:
    """How ``dice`` dice fell at throw ``number`` (from 0): a 1 for each marked, die 0 first."""
    byte = sha256(seed + f"roll:{number}".encode("ascii")).digest()[0]
    return "".join(str(byte >> die & 1) for die in range(dice))


def seal(seed: bytes) -> str:
    """What is published of a seed before the game, in hex."""
    return sha256(seed).hexdigest()
