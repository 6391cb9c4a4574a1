"""What is written once, when a game has ended: its pages and pictures, and the lists they stand in.

Laws:
    1. A page tells what was known when its game ended; a rebuild from the records writes the same.
    2. Nothing of it is read or written by a move that ends no game.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from ur import paths
from ur.house import House
from ur.port import Person
from ur.referee.club import Club
from ur.referee.match import Match
from ur.referee.standings import Player, Summary
from ur.render import pages
from ur.render.wording import Wording


def numbers(names: Iterable[str]) -> set[int]:
    """The numbers of the ended games whose folders have these names."""
    return {number for name in names if (number := paths.game_of(name)) is not None}


def files_of(
    house: House, wording: Wording, match: Match, players: Sequence[Player]
) -> dict[str, bytes]:
    """The page and pictures of an ended game, in which ``players`` moved."""
    paged = {player.totals.person.id for player in players if player.totals.paged}
    return {
        paths.page(match.number): pages.game_page(wording, match, paged).encode(),
        paths.replay(match.number): house.replay(wording, match),
        paths.race(match.number): house.race(wording, match),
    }


def player_files(
    wording: Wording, players: Iterable[Player], people: Mapping[int, Person]
) -> dict[str, bytes]:
    """The pages of those players who have one; ``people`` are their mates, by id."""
    return {
        paths.player_page(player.totals.person.id): page.encode()
        for player in players
        if player.totals.paged and (page := pages.player_page(wording, player, people))
    }


def list_files(
    wording: Wording, club: Club, ended: Collection[int], past: Sequence[Summary] | None = None
) -> dict[str, bytes]:
    """The list of all games: its first page, and those with the games of ``past``.

    ``ended`` are the numbers of all ended games; ``past`` None is the last page alone.
    """
    there = {pages.page_of(number) for number in ended}
    if not there:
        return {}
    chosen = {max(there)} if past is None else there
    shown = {one.number for one in club.past}
    older = {pages.page_of(number) for number in ended if number not in shown}
    newest = pages.newest_page(wording, club.past, club.figures, older)
    listed = {
        paths.index_page(page): pages.list_page(wording, past or club.past, page, there).encode()
        for page in chosen
    }
    return {paths.index(): newest.encode(), **listed}
