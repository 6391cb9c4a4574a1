"""Where throws come from: a sealed seed, or the operating system.

A sealed game's throws were all decided before it began, by a seed that nobody
can compute without the secret, and whose seal is published first. So no throw
can be changed afterwards, and anybody can check them once the seed is revealed.
"""

import hmac
import secrets
from dataclasses import dataclass

from ur.errors import KeeperFault
from ur.referee.match import Match, Thrown
from ur.rules import seeded

SECRET = "UR_DICE_SECRET"  # noqa: S105 - the name of a secret, not one


@dataclass(frozen=True, slots=True)
class Dice:
    """The dice of a repository; without a ``secret`` games are played with real dice."""

    repository: int
    secret: str = ""

    def seal(self, game: int) -> str | None:
        """The seal to publish when a game begins; None without a secret."""
        return seeded.seal(self._seed(game)) if self.secret else None

    def throw(self, match: Match) -> Thrown:
        """The next throw of a match.

        Raises:
            KeeperFault: the match is sealed, and the secret does not fit its seal.
        """
        dice = match.rules.dice
        if match.seal is None:
            faces = f"{secrets.randbits(dice):0{dice}b}"
        else:
            faces = seeded.faces(self.seed(match), match.throws, dice)
        return Thrown(match.rules.value(faces), faces)

    def seed(self, match: Match) -> bytes:
        """The seed of a sealed match.

        Raises:
            KeeperFault: the secret does not fit its seal.
        """
        if not self.fits(match):
            raise KeeperFault(
                f"secret {SECRET}",
                f"is not the one that game {match.number} was sealed with",
                f"Restore {SECRET} in the repository's Actions secrets,"
                f" or end the game: ur-abandon-{match.number}",
            )
        return self._seed(match.number)

    def fits(self, match: Match) -> bool:
        """Whether the secret is the one that a match was sealed with."""
        return bool(self.secret) and seeded.seal(self._seed(match.number)) == match.seal

    def _seed(self, game: int) -> bytes:
        message = f"ur {self.repository} {game}".encode("ascii")
        return hmac.digest(self.secret.encode("utf-8"), message, "sha256")
