"""All ended games together: figures, leaders, and whether the dice were fair."""

from ur.referee.club import Club
from ur.referee.fairness import Fairness, fairness
from ur.referee.figures import Figures
from ur.referee.standings import BOARDS, Totals, leaders
from ur.render.wording import Wording
from ur.rules import BySide, Side

OTHERS = 3
"""How many are shown on the boards after the first."""


def hall(wording: Wording, club: Club, most: int) -> dict[str, object]:
    """What a template is told of all ended games; of each board so many leaders at most."""
    return {
        "figures": figures(wording, club.figures),
        "boards": [
            _board(wording, club, by, most if by == BOARDS[0] else min(most, OTHERS))
            for by in BOARDS
        ],
    }


def _board(wording: Wording, club: Club, by: str, most: int) -> dict[str, object]:
    return {
        "title": wording.text.say(f"hall.most-{by}"),
        "whole": by == BOARDS[0],
        "rows": [leader(wording, one, by) for one in leaders(club.leaders, by, most)],
    }


def paged(club: Club) -> frozenset[int]:
    """The ids of the leaders who have a page of their own."""
    return frozenset(one.person.id for one in club.leaders if one.paged)


def figures(wording: Wording, told: Figures | None) -> dict[str, object] | None:
    """All ended games in figures; None where there are none, or nobody has counted them yet."""
    if told is None or not told.games:
        return None
    names = ("won", "captures", "rosettes", "home")
    return {
        "sentence": wording.text.say(
            "hall.figures",
            games=told.games,
            abandoned=told.abandoned,
            moves=wording.count("moves", told.moves),
            lost_turns=wording.count("lost_turns", told.lost),
            players=wording.count("players", told.players),
        ),
        "rows": [row(wording, name, getattr(told, name)) for name in names],
    }


def row(wording: Wording, name: str, counts: BySide[int]) -> dict[str, object]:
    """A figure of both teams."""
    white, black = (counts.of(side) for side in Side)
    return {"name": wording.text.say(f"hall.{name}"), "white": white, "black": black}


def leader(wording: Wording, one: Totals, by: str) -> dict[str, object]:
    """Somebody on a board, with what they lead in; the first board leads to their page."""
    linked = by == BOARDS[0] and one.paged
    return {
        "person": wording.person(one.person),
        "count": wording.count(by, getattr(one, by)),
        "wins": one.wins,
        "games": one.games,
        "page": wording.address.player(one.person.id) if linked else None,
    }


def dice(wording: Wording, told: Figures | None) -> list[dict[str, object]]:
    """How often each throw fell in all ended games, for each kind of dice."""
    kinds = told.throws if told else ()
    return [_dice(wording, throws.dice, fairness(throws)) for throws in kinds]


def _dice(wording: Wording, count: int, told: Fairness) -> dict[str, object]:
    return {
        "title": wording.text.say("hall.throws", count=told.total, dice=count),
        "rows": [
            {"throw": value, "fell": fell, "expected": f"{float(expected):,.1f}"}
            for value, fell, expected in told.rows
        ],
        "verdict": wording.text.say(
            "hall.fairness",
            chi_square=f"{told.chi_square:.2f}",
            freedom=told.freedom,
            limit=f"{told.limit:.2f}",
            fair=told.fair,
            enough=told.enough,
        ),
    }
