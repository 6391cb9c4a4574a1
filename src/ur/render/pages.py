"""The page of an ended game."""

from collections import Counter

from ur.referee.match import Match
from ur.referee.standings import summary
from ur.render.readme import SEALS, event, seat
from ur.render.rulebook import rulebook
from ur.render.wording import Wording
from ur.rules import Side


def game_page(wording: Wording, match: Match) -> str:
    """An ended game: its figures, who played, and every turn."""
    moves = Counter(turn.by for turn in match.turns if turn.by is not None)
    teams = [
        {
            "name": wording.team(side),
            "players": wording.count("players", len(match.team(side))),
            "seats": [seat(wording, one, moves[one.person.id]) for one in match.team(side)],
        }
        for side in Side
    ]
    return wording.text.page(
        "game.md.j2",
        title=wording.text.say("page.title", number=match.number),
        summary=wording.past(summary(match)),
        teams=teams,
        events=[event(wording, match, number, turn) for number, turn in enumerate(match.turns, 1)],
        seal=match.seal,
        seed=match.seed.hex() if match.seed else None,
        seals=wording.address.file(SEALS),
        number=match.number,
        rules=rulebook(wording, match.rules),
        tokens=wording.tokens(match.game, over=True),
        board=wording.address.board,
    )
