"""What templates are told of a match: its choices, its teams, its turns."""

from collections import Counter
from collections.abc import Collection

from ur.referee.match import Match, Seat, Turn
from ur.referee.parse import JoinAsk, MoveAsk
from ur.referee.standings import tally
from ur.render.view import view
from ur.render.wording import Wording
from ur.rules import Side


def choices(wording: Wording, match: Match) -> list[dict[str, str]]:
    """What may be played: the letter of each choice, its words and its link."""
    throw, number, turn = match.game.throw or 0, match.number, match.next_turn
    return [
        {
            "letter": choice.letter,
            "words": wording.choice(choice),
            "link": wording.ask(MoveAsk(throw, choice.move.step, number, turn)),
        }
        for choice in view(match).choices
    ]


def teams(
    wording: Wording, match: Match, *, most: int | None = None, paged: Collection[int] = ()
) -> list[dict[str, object]]:
    """Both teams in figures, those with most moves first, at most so many; see ``seat``."""
    counted = tally(match.turns)
    told = []
    for side in Side:
        moves = counted.moves_of.of(side)
        seats = sorted(match.team(side), key=lambda one: -moves[one.person.id])
        figures = {
            name: getattr(counted, name).of(side) for name in ("captures", "rosettes", "home")
        }
        told.append(
            {
                "name": wording.team(side),
                "size": len(seats),
                "moves": wording.count("moves", moves.total()),
                **figures,
                "seats": [seat(wording, one, moves, paged) for one in seats[:most]],
                "more": max(0, len(seats) - most) if most is not None else 0,
                "join": wording.ask(JoinAsk(side, match.number)),
            }
        )
    return told


def seat(
    wording: Wording, taken: Seat, moves: Counter[int], paged: Collection[int]
) -> dict[str, str | None]:
    """Somebody on a team; ``paged`` are the ids of those who have a page of their own."""
    person = taken.person
    return {
        "person": wording.person(person),
        "avatar": wording.address.avatar(person),
        "moves": wording.count("moves", moves[person.id]),
        "page": wording.address.player(person.id) if person.id in paged else None,
    }


def event(wording: Wording, match: Match, number: int, turn: Turn) -> dict[str, object]:
    """What a turn did, by whom and by which issue."""
    mover = match.seat(turn.by) if turn.by is not None else None
    return {
        "turn": number,
        "team": wording.team(turn.side),
        "did": wording.did(turn),
        "person": wording.person(mover.person) if mover else None,
        "issue": wording.issue(turn.issue, match.origin) if turn.issue else None,
    }


def winning(wording: Wording, match: Match) -> dict[str, object] | None:
    """The last turn of a match that was won."""
    return event(wording, match, len(match.turns), match.turns[-1]) if match.winner else None
