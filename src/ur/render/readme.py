"""The README's block: the board, what may be done, and what there is to know.

Only what stands between the two markers is ours; every other byte is the
owner's and survives.
"""

from codecs import BOM_UTF8
from dataclasses import dataclass, replace

from ur.errors import KeeperFault
from ur.referee.club import Club
from ur.referee.match import Match
from ur.referee.parse import NewAsk
from ur.referee.standings import tally
from ur.render.hall import dice, hall, paged
from ur.render.plain import board_text
from ur.render.rulebook import rulebook
from ur.render.told import choices, event, teams, winning
from ur.render.wording import Wording
from ur.rules import RuleSet
from ur.rules.notation import write_position

BEGIN, END = b"<!-- ur:begin -->", b"<!-- ur:end -->"
MOST = 64 * 1024 - 1
"""Bytes of the block."""
CUTS = (1, 2, 4, 8, 16)
"""What is shown of people and the past is divided by the first of these that keeps the block small:
more than 1 only where names and addresses are at their longest."""
SEALS = "docs/seals.md"
"""The page that tells how a seal is checked."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How much is shown, and what there is to ask for.

    ``picture`` is where the board's picture lies; ``rules`` the usual rule set,
    ``on_offer`` the names of those one may ask for, the usual one first. The others
    are how many are shown at most, ``seats`` of each team.
    """

    picture: str
    rules: RuleSet
    on_offer: tuple[str, ...]
    events: int
    games: int
    leaders: int
    seats: int = 25
    offers: int = 25

    def divided(self, cut: int) -> "Frame":
        """The same, with so many times less shown."""
        counts = ("events", "games", "leaders", "seats", "offers")
        return replace(self, **{name: getattr(self, name) // cut for name in counts})


def block(wording: Wording, club: Club, match: Match | None, frame: Frame) -> str:
    """What stands between the markers, in Markdown."""
    text = ""
    for cut in CUTS:
        text = _block(wording, club, match, frame.divided(cut))
        if len(text.encode()) <= MOST:
            break
    return text


def _block(wording: Wording, club: Club, match: Match | None, frame: Frame) -> str:
    address = wording.address
    return wording.text.page(
        "readme.md.j2",
        board=address.board,
        archive=address.games() if club.past else None,
        game=_game(wording, club, match, frame) if match else None,
        begin=[
            {
                "title": wording.rules_title(rules),
                "about": wording.rules_about(rules),
                "link": wording.ask(NewAsk(None if at == 0 else rules)),
            }
            for at, rules in enumerate(frame.on_offer[: frame.offers])
        ],
        more_rules=max(0, len(frame.on_offer) - frame.offers),
        past=[wording.past(past) for past in club.past[: frame.games]],
        hall=hall(wording, club, frame.leaders),
        dice=dice(wording, club.figures),
        seals=address.file(SEALS),
        rules=rulebook(wording, match.rules if match and not match.over else frame.rules),
        share=wording.text.say("readme.share_text"),
    )


def _game(wording: Wording, club: Club, match: Match, frame: Frame) -> dict[str, object]:
    """What the template is told of a match, in play or over."""
    recent = [] if not frame.events else list(enumerate(match.turns, 1))[-frame.events :]
    return {
        "number": match.number,
        "over": match.over,
        "winner": wording.team(match.winner) if match.winner else None,
        "mover": wording.team(match.game.to_move),
        "throw": match.game.throw,
        "alt": wording.alt(match),
        "picture": wording.address.raw(frame.picture),
        "letters": board_text(match.game),
        "position": write_position(match.game),
        "choices": choices(wording, match),
        "teams": teams(wording, match, most=frame.seats, paged=paged(club)),
        "events": [event(wording, match, number, turn) for number, turn in reversed(recent)],
        "lately": _lately(wording, match),
        "pieces": wording.count("pieces", match.rules.pieces),
        "so_far": _so_far(wording, match),
        "tokens": wording.tokens(match.game, over=match.over),
        "seal": match.seal,
        "seed": match.seed.hex() if match.seed else None,
        "page": wording.address.game(match.number) if match.over else None,
        "winning": winning(wording, match),
        "origin": match.origin,
    }


def _lately(wording: Wording, match: Match) -> list[str]:
    """The last move, and the turns that were lost since, in sentences."""
    told = list(enumerate(match.turns, 1))
    since = next((at for at, turn in reversed(told) if turn.move), 1)
    return [
        wording.text.say("readme.lately", **event(wording, match, number, turn))
        for number, turn in told[since - 1 :]
    ]


def _so_far(wording: Wording, match: Match) -> str:
    """Who began it and when, and what it came to."""
    counted = tally(match.turns)
    return wording.text.say(
        "readme.so_far",
        began=wording.date(match.began.at),
        starter=wording.person(match.began.by),
        moves=wording.count("moves", counted.moves),
        players=wording.count("players", counted.players),
        lost_turns=wording.count("lost_turns", counted.lost),
    )


_PUT = (
    "Put the two lines <!-- ur:begin --> and <!-- ur:end -->, in this order and each"
    " alone on its line, where the board should be"
)


def splice(readme: bytes | None, text: str) -> bytes:
    """A README with ``text`` between its markers, in the line ends that the markers have.

    Raises:
        KeeperFault: the file or a marker is missing, or stands more than once.
    """
    if readme is None:
        raise KeeperFault("README.md", "is missing", _PUT)
    if b"\0" in readme:
        raise KeeperFault("README.md", "is not in UTF-8", "Save it in UTF-8, as GitHub reads it")
    lines = readme.splitlines(keepends=True)
    places = {mark: _places(lines, mark) for mark in (BEGIN, END)}
    for mark, found in places.items():
        if not found:
            raise KeeperFault("README.md", f"has no line {mark.decode()}", _PUT)
        if len(found) > 1:
            where = f"lines {', '.join(str(at + 1) for at in found)}"
            what = f"has {mark.decode()} on more than one line"
            raise KeeperFault(f"README.md, {where}", what, "Leave one pair, and remove the others")
    begin, end = places[BEGIN][0], places[END][0]
    if begin > end:
        where = f"README.md, lines {end + 1}, {begin + 1}"
        raise KeeperFault(where, "has its markers in the wrong order", "Exchange the two lines")
    newline = b"\r\n" if lines[begin].endswith(b"\r\n") else b"\n"
    ours = text.encode().replace(b"\n", newline)
    return b"".join((*lines[: begin + 1], ours, *lines[end:]))


def _places(lines: list[bytes], mark: bytes) -> list[int]:
    found = enumerate(line.removeprefix(BOM_UTF8).strip() for line in lines)
    return [number for number, line in found if line == mark]
