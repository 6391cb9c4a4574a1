"""The community: what is kept of the past while a game is in play."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ur.referee.figures import Figures
from ur.referee.standings import BOARDS, Summary, Totals, leaders

REQUESTS_KEPT = 100
"""How many of the last requests of ended games are remembered, so that one whose answer was
cut off by the game's end is still known. A push carries at most 25."""

REFUSED_KEPT = 100
"""How many of the last refusals are remembered, so that whoever says them says the same."""

LEADERS_KEPT = 30
"""How many leaders of each board: no fewer than the settings let the README show."""

PAST_KEPT = 25


@dataclass(frozen=True, slots=True)
class Club:
    """A community and its past.

    ``games`` counts the games begun. ``requests`` are (issue, game) of ended
    games, by issue. ``refused`` are (issue, code) of refusals that were pushed beside
    what was granted, oldest first. ``figures`` are all ended games together, None where they are
    still to be counted from the records. ``past`` are the last of them, newest
    first; ``leaders`` the first of every board of players, both as far as they are
    shown.
    """

    repository: int
    games: int = 0
    requests: tuple[tuple[int, int], ...] = ()
    refused: tuple[tuple[int, str], ...] = ()
    past: tuple[Summary, ...] = ()
    leaders: tuple[Totals, ...] = ()
    figures: Figures | None = field(default_factory=Figures)

    def game_of(self, issue: int) -> int | None:
        """The ended game that a request was part of, if it is remembered."""
        return next((game for number, game in self.requests if number == issue), None)

    def refusal_of(self, issue: int) -> str | None:
        """The code with which a request was refused, if that is remembered."""
        return next((code for number, code in self.refused if number == issue), None)

    def refusing(self, refused: Iterable[tuple[int, str]]) -> "Club":
        """The club that remembers these refusals too."""
        return replace(self, refused=(*self.refused, *refused)[-REFUSED_KEPT:])


def remembered(club: Club, requests: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The requests a club keeps of its last games, with those of one more."""
    together = sorted({*club.requests, *requests})
    newest = max((game for _, game in together), default=0)
    return tuple(pair for pair in together if pair[1] > newest - PAST_KEPT)[-REQUESTS_KEPT:]


def leading(everybody: Iterable[Totals]) -> tuple[Totals, ...]:
    """Everybody who is among the first of any board, by moves.

    Who falls behind the first comes back only by a game of their own, since
    counts only grow: these and the players of one more game are all that is
    needed to know who leads after it.
    """
    able = tuple(everybody)
    first = {one.person.id: one for by in BOARDS for one in leaders(able, by, LEADERS_KEPT)}
    return leaders(first.values(), "moves", len(first))
