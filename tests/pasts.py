"""The files of a club with a past."""

from collections.abc import Sequence

from ur import paths
from ur.referee.club import Club
from ur.referee.match import Match
from ur.store import codec
from ur.store import state as store

REPOSITORY = 700000001


def past(ended: Sequence[Match], current: Match | None = None) -> dict[str, bytes]:
    """State as files after games, oldest first, and with another in play if there is one."""
    files = {}
    register = store.Register()
    for match in ended:
        files |= store.record_files(match)
        register.add(match)
    last = current or ended[-1]
    club = register.club(Club(repository=REPOSITORY, games=last.number), last)
    files |= register.documents()
    return files | {paths.CLUB: codec.write_club(club), paths.MATCH: codec.write_match(last)}
