"""The community: what is kept of the past while a game is in play."""

from dataclasses import dataclass

from ur.referee.standings import Summary, Totals

REQUESTS_KEPT = 100
"""How many of the last requests of ended games are remembered, so that one whose answer was
cut off by the game's end is still known. A push carries at most 25."""

LEADERS_KEPT = 50
PAST_KEPT = 25


@dataclass(frozen=True, slots=True)
class Club:
    """A community and its past.

    ``games`` counts the games begun. ``requests`` are (issue, game) of ended
    games, by issue. ``past`` are the last ended games, newest first; ``leaders``
    the players of ended games with most moves, both as far as they are shown.
    """

    repository: int
    games: int = 0
    requests: tuple[tuple[int, int], ...] = ()
    past: tuple[Summary, ...] = ()
    leaders: tuple[Totals, ...] = ()

    def game_of(self, issue: int) -> int | None:
        """The ended game that a request was part of, if it is remembered."""
        return next((game for number, game in self.requests if number == issue), None)


def remembered(club: Club, requests: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The requests a club keeps of its last games, with those of one more."""
    together = sorted({*club.requests, *requests})
    newest = max((game for _, game in together), default=0)
    return tuple(pair for pair in together if pair[1] > newest - PAST_KEPT)[-REQUESTS_KEPT:]
