"""The pages of the past: an ended game, a player, and the list of all games."""

import posixpath
from collections.abc import Collection, Mapping, Sequence

from ur import paths
from ur.port import Person
from ur.referee.figures import Figures
from ur.referee.match import Match
from ur.referee.standings import MATES_SHOWN, Player, Summary, Tally, summary, tally
from ur.render.hall import dice, figures, row
from ur.render.race import course
from ur.render.readme import SEALS
from ur.render.rulebook import rulebook
from ur.render.told import event, teams
from ur.render.wording import Wording
from ur.rules import Side

PAGE = 25
"""So many numbers of games belong on one page of the list, for ever."""


def game_page(wording: Wording, match: Match, paged: Collection[int]) -> str:
    """An ended game: its figures, its race and replay, who played, and every turn.

    ``paged`` are the ids of its players who have a page of their own.
    """
    counted, told = tally(match.turns), summary(match)
    wording = wording.inside(paths.archive(match.number))
    names = ("captures", "rosettes", "home")
    return wording.text.page(
        "game.md.j2",
        number=match.number,
        folder=paths.archive(match.number),
        summary=wording.past(told, numbered=False),
        winner=wording.team(told.winner) if told.winner else None,
        rows=[
            row(wording, "players", counted.moves_of.map(len)),
            row(wording, "moves", counted.moves_of.map(lambda moves: moves.total())),
            *(row(wording, name, getattr(told, name)) for name in names),
        ],
        alt=wording.alt(match),
        race=_race(wording, match),
        teams=_teams(wording, match, counted, paged),
        events=[event(wording, match, number, turn) for number, turn in enumerate(match.turns, 1)],
        seal=match.seal,
        seed=match.seed.hex() if match.seed else None,
        seals=wording.address.file(SEALS),
        origin=match.origin,
        rules=rulebook(wording, match.rules),
        tokens=wording.tokens(match.game, over=True),
        games=wording.address.games(),
        board=wording.address.board,
    )


def player_page(wording: Wording, player: Player, people: Mapping[int, Person]) -> str:
    """A player's figures over all ended games, and the ``people`` they played with most, by id."""
    told = player.totals
    wording = wording.inside(posixpath.dirname(paths.player_page(told.person.id)))
    names = ("games", "wins", "moves", "captures", "rosettes", "home")
    return wording.text.page(
        "player.md.j2",
        login=told.person.login,
        person=wording.person(told.person),
        rows=[
            {"name": wording.text.say(f"player.{name}"), "count": getattr(told, name)}
            for name in names
        ],
        mates=[
            {"person": wording.person(people[mate]), "games": wording.count("games", games)}
            for mate, games in player.mates[:MATES_SHOWN]
            if mate in people
        ],
        last=[{"number": game, "link": wording.address.game(game)} for game in player.last],
        games=wording.address.games(),
        board=wording.address.board,
    )


def page_of(number: int) -> int:
    """The page of the list on which a game stands, from 1; each has the same numbers for ever."""
    return (number - 1) // PAGE + 1


def list_page(wording: Wording, past: Sequence[Summary], page: int, pages: Collection[int]) -> str:
    """A page of the list of all games: the games of ``page``, newest first.

    ``pages`` are all pages there are.
    """
    return _list(
        wording,
        title=wording.text.say("list.some", **_span(page)),
        past=[one for one in past if page_of(one.number) == page],
        older=[one for one in pages if one < page],
        told=None,
        newest=False,
    )


def newest_page(
    wording: Wording, past: Sequence[Summary], told: Figures | None, pages: Collection[int]
) -> str:
    """The first page of the list of all games: all games in figures, and the last of them."""
    return _list(
        wording,
        title=wording.text.say("list.all"),
        past=past,
        older=pages,
        told=told,
        newest=True,
    )


def _list(
    wording: Wording,
    *,
    title: str,
    past: Sequence[Summary],
    older: Collection[int],
    told: Figures | None,
    newest: bool,
) -> str:
    wording = wording.inside(paths.ARCHIVE)
    return wording.text.page(
        "list.md.j2",
        title=title,
        figures=figures(wording, told),
        dice=dice(wording, told),
        past=[wording.past(one) for one in past],
        older=[_other(wording, page) for page in _leaps(older)],
        newest=None if newest else wording.address.games(),
        board=wording.address.board,
    )


def _other(wording: Wording, page: int) -> str:
    return wording.text.say("list.other", link=wording.address.games(page), **_span(page))


def _span(page: int) -> dict[str, int]:
    """The numbers of the games that belong on a page."""
    return {"first": (page - 1) * PAGE + 1, "last": page * PAGE}


def _leaps(pages: Collection[int]) -> list[int]:
    """Of many pages, newest first: the next, then leaps that double, and the first of all."""
    left = sorted(pages, reverse=True)
    leaps = []
    at = 0
    while at < len(left):
        leaps.append(left[at])
        at = 2 * at + 1
    return leaps if not left or leaps[-1] == left[-1] else [*leaps, left[-1]]


def _teams(
    wording: Wording, match: Match, counted: Tally, paged: Collection[int]
) -> list[dict[str, object]]:
    """Both teams: ``players`` are those who moved, as in all figures; others ``only_joined``."""
    told = zip(Side, teams(wording, match, paged=paged), strict=True)
    return [
        team
        | {
            "players": wording.count("players", len(moves := counted.moves_of.of(side))),
            "only_joined": sum(seat.person.id not in moves for seat in match.team(side)),
        }
        for side, team in told
    ]


def _race(wording: Wording, match: Match) -> str:
    """The chart of the race in words: how far the sides still had to go, at some turns."""
    pips = course(match)
    turns = len(match.turns)
    stops = sorted({turns * quarter // 4 for quarter in range(5)})
    return wording.text.say(
        "page.race_alt",
        stops=[
            {"turn": turn, "white": pips.of(Side.LIGHT)[turn], "black": pips.of(Side.DARK)[turn]}
            for turn in stops
        ],
    )
