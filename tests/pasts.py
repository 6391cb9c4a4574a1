"""The files of a club with a past."""

from collections.abc import Sequence

from ur.referee.club import PAST_KEPT, Club
from ur.referee.match import Match
from ur.referee.standings import totals
from ur.store import codec, paths
from ur.store import state as store

REPOSITORY = 700000001


def past(ended: Sequence[Match], current: Match | None = None) -> dict[str, bytes]:
    """State as files after games, oldest first, and with another in play if there is one."""
    files = {}
    for match in ended:
        files |= store.record_files(match)
    last = current or ended[-1]
    players = store.every_player(one for match in ended for one in totals(match))
    club = Club(repository=REPOSITORY, games=last.number)
    club = store.recounted(club, last, ended[-PAST_KEPT - 1 :][::-1], players)
    files |= players
    return files | {paths.CLUB: codec.write_club(club), paths.MATCH: codec.write_match(last)}
