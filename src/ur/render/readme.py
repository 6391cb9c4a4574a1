"""The README's block: the board, what may be done, and what there is to know.

Only what stands between the two markers is ours; every other byte is the
owner's and survives.
"""

from collections import Counter
from dataclasses import dataclass

from ur.errors import KeeperFault
from ur.referee.club import Club
from ur.referee.match import Match, Seat, Turn
from ur.referee.parse import NAME_OF_TEAM, JoinAsk, MoveAsk, NewAsk, title
from ur.render.address import Address
from ur.render.rulebook import rulebook
from ur.render.view import view
from ur.render.wording import Wording
from ur.rules import RuleSet, Side

BEGIN, END = b"<!-- ur:begin -->", b"<!-- ur:end -->"
SEATS_SHOWN = 25
OFFERED_SHOWN = 25
SEALS = "docs/seals.md"
"""The page that tells how a seal is checked."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How much is shown, and what there is to ask for.

    ``picture`` is where the board's picture lies; ``rules`` the usual rule set,
    ``on_offer`` the names of those one may ask for, the usual one first.
    """

    picture: str
    rules: RuleSet
    on_offer: tuple[str, ...]
    events: int
    games: int
    leaders: int


def block(wording: Wording, club: Club, match: Match | None, frame: Frame) -> str:
    """What stands between the markers, in Markdown."""
    address = wording.address
    return wording.text.page(
        "readme.md.j2",
        board=address.board,
        archive=address.page("state/archive") if club.past else None,
        game=_game(wording, match, frame) if match else None,
        begin=[
            {
                "title": wording.rules_title(rules),
                "about": wording.rules_about(rules),
                "link": _link(wording, NewAsk(None if at == 0 else rules)),
            }
            for at, rules in enumerate(frame.on_offer[:OFFERED_SHOWN])
        ],
        more_rules=max(0, len(frame.on_offer) - OFFERED_SHOWN),
        past=[wording.past(past) for past in club.past[: frame.games]],
        leaders=[
            {
                "person": wording.person(one.person),
                "moves": wording.count("moves", one.moves),
                "wins": one.wins,
                "games": one.games,
            }
            for one in club.leaders[: frame.leaders]
        ],
        seals=address.file(SEALS),
        rules=rulebook(wording, match.rules if match and not match.over else frame.rules),
    )


def _game(wording: Wording, match: Match, frame: Frame) -> dict[str, object]:
    """What the template is told of a match, in play or over."""
    teams = [_team(wording, match, side) for side in Side]
    recent = [] if not frame.events else list(enumerate(match.turns, 1))[-frame.events :]
    return {
        "number": match.number,
        "turn": match.next_turn,
        "rules": match.rules.name,
        "over": match.over,
        "winner": wording.team(match.winner) if match.winner else None,
        "mover": wording.team(match.game.to_move),
        "other": wording.team(match.game.to_move.other),
        "throw": match.game.throw,
        "alt": wording.alt(match),
        "picture": wording.address.raw(frame.picture),
        "choices": [
            {
                "letter": choice.letter,
                "words": wording.choice(choice),
                "link": _link(
                    wording,
                    MoveAsk(match.game.throw or 0, choice.move.step, match.number, match.next_turn),
                ),
            }
            for choice in view(match).choices
        ],
        "teams": teams,
        "events": [event(wording, match, number, turn) for number, turn in reversed(recent)],
        "tokens": wording.tokens(match.game, over=match.over),
        "seal": match.seal,
        "seed": match.seed.hex() if match.seed else None,
        "page": wording.address.page(f"state/archive/{match.number:04}") if match.over else None,
        "winning": _winning(wording, match),
    }


def _team(wording: Wording, match: Match, side: Side) -> dict[str, object]:
    moves = Counter(turn.by for turn in match.turns if turn.by is not None)
    seats = sorted(match.team(side), key=lambda one: -moves[one.person.id])
    shown = seats[:SEATS_SHOWN]
    return {
        "name": wording.team(side),
        "key": NAME_OF_TEAM[side],
        "players": wording.count("players", len(seats)),
        "seats": [seat(wording, one, moves[one.person.id]) for one in shown],
        "more": len(seats) - len(shown),
        "join": _link(wording, JoinAsk(side, match.number)),
    }


def seat(wording: Wording, taken: Seat, moves: int) -> dict[str, str]:
    """What a template is told of somebody on a team."""
    return {
        "person": wording.person(taken.person),
        "avatar": wording.address.avatar(taken.person.login),
        "moves": wording.count("moves", moves),
    }


def event(wording: Wording, match: Match, number: int, turn: Turn) -> dict[str, object]:
    """What a template is told of a turn."""
    mover = match.seat(turn.by) if turn.by is not None else None
    return {
        "turn": number,
        "team": wording.team(turn.side),
        "did": wording.did(turn),
        "person": wording.person(mover.person) if mover else None,
        "issue": wording.issue(turn.issue) if turn.issue else None,
    }


def _winning(wording: Wording, match: Match) -> dict[str, object] | None:
    return event(wording, match, len(match.turns), match.turns[-1]) if match.winner else None


def _link(wording: Wording, ask: JoinAsk | MoveAsk | NewAsk) -> str:
    address: Address = wording.address
    body = wording.text.say("common.request_body", board=address.board)
    return address.request(title(ask), body)


def splice(readme: bytes | None, text: str) -> bytes:
    """A README with ``text`` between its markers, in the line ends that the markers have.

    Raises:
        KeeperFault: the file or a marker is missing, or stands more than once.
    """
    remedy = (
        "Put the two lines <!-- ur:begin --> and <!-- ur:end -->, in this order and each"
        " alone on its line, where the board should be"
    )
    if readme is None:
        raise KeeperFault("README.md", "is missing", remedy)
    lines = readme.splitlines(keepends=True)
    places = {mark: _places(lines, mark) for mark in (BEGIN, END)}
    for mark, found in places.items():
        if len(found) != 1:
            count = "no line" if not found else "more than one line"
            raise KeeperFault("README.md", f"has {count} {mark.decode()}", remedy)
    begin, end = places[BEGIN][0], places[END][0]
    if begin > end:
        raise KeeperFault("README.md", "has its markers in the wrong order", remedy)
    newline = b"\r\n" if lines[begin].endswith(b"\r\n") else b"\n"
    ours = text.encode().replace(b"\n", newline)
    return b"".join((*lines[: begin + 1], ours, *lines[end:]))


def _places(lines: list[bytes], mark: bytes) -> list[int]:
    return [number for number, line in enumerate(lines) if line.strip() == mark]
