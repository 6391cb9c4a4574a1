"""Our documents: a match, the club, and what players came to."""

from collections.abc import Iterable, Mapping

from ur.port import Person
from ur.referee.club import Club
from ur.referee.fairness import Throws
from ur.referee.figures import Figures
from ur.referee.match import Deed, Match, Seat, Thrown, Turn
from ur.referee.mistakes import REFUSALS
from ur.referee.standings import Player, Summary, Totals
from ur.rules import RULE_SETS, BySide, RuleSet
from ur.rules.notation import way
from ur.rules.ruleset import NAME, as_fields
from ur.store import writer
from ur.store.migrations import current
from ur.store.reader import Reader
from ur.store.replay import read_deed, read_origin, read_person, read_side, replay

_PAIRS = ("captures", "rosettes", "home")
_COUNTS = ("games", "wins", "moves", "captures", "rosettes", "home")


def write_match(match: Match) -> bytes:
    """A match, the game in play or an archived record, as a document."""
    return writer.write(
        {
            "game": match.number,
            **({"origin": match.origin} if match.origin else {}),
            "rules": _rules(match.rules),
            "first": match.first,
            "seal": match.seal,
            "seed": match.seed and match.seed.hex(),
            "began": _deed(match.began),
            "opening": [_thrown(thrown) for thrown in match.opening],
            "seats": [_seat(seat) for seat in match.seats],
            "turns": [_turn(match, number, turn) for number, turn in enumerate(match.turns, 1)],
            "throw": match.thrown and _thrown(match.thrown),
            "abandoned": match.abandoned and _deed(match.abandoned),
        }
    )


def read_match(path: str, text: bytes, rules: RuleSet | None = None) -> Match:
    """A match from its document, proved by replaying it, under other ``rules`` if they are given.

    Raises:
        KeeperFault: it is broken, or breaks a law of the game or of the dice.
    """
    return replay(current(path, text), rules)


def write_club(club: Club) -> bytes:
    """A club as a document."""
    return writer.write(
        {
            "repository": club.repository,
            "games": club.games,
            "figures": club.figures and _figures(club.figures),
            "requests": [list(request) for request in club.requests],
            "refused": [list(refusal) for refusal in club.refused],
            "past": [_summary(past) for past in club.past],
            "leaders": [_totals(leader) for leader in club.leaders],
        }
    )


def read_club(path: str, text: bytes) -> Club:
    """A club from its document.

    Raises:
        KeeperFault: it is broken.
    """
    document = current(path, text)
    document.fields(
        *("schema", "repository", "games", "figures", "requests", "refused", "past", "leaders")
    )
    past = tuple(_read_summary(item) for item in document["past"].items())
    leaders = tuple(_read_totals(item) for item in document["leaders"].items())
    figures, refused = document.optional("figures"), document.optional("refused")
    return Club(
        repository=document["repository"].whole(),
        games=document["games"].whole(),
        figures=_read_figures(figures) if figures else None,
        requests=tuple(_read_request(item) for item in document["requests"].items()),
        refused=tuple(_read_refusal(item) for item in refused.items()) if refused else (),
        past=past,
        leaders=leaders,
    )


def write_players(everybody: Iterable[Player]) -> bytes:
    """Players as a document, by id."""
    ranked = sorted(everybody, key=lambda one: one.totals.person.id)
    return writer.write({"players": [_player(one) for one in ranked]})


def read_players(path: str, text: bytes) -> Mapping[int, Player]:
    """Players from their document, by id.

    Raises:
        KeeperFault: it is broken.
    """
    document = current(path, text)
    document.fields("schema", "players")
    players = (_read_player(item) for item in document["players"].items())
    return {one.totals.person.id: one for one in players}


def _rules(rules: RuleSet) -> object:
    """A shipped rule set's name; a table's own is carried whole, so that it replays for ever."""
    return rules.name if RULE_SETS.get(rules.name) == rules else as_fields(rules)


def _deed(deed: Deed) -> dict[str, object]:
    return {**_person(deed.by), "at": writer.time(deed.at), "issue": deed.issue}


def _person(person: Person) -> dict[str, object]:
    return {"id": person.id, "login": person.login}


def _thrown(thrown: Thrown) -> dict[str, object]:
    faces = {"faces": thrown.faces} if thrown.faces else {}
    return {"throw": thrown.value, **faces, **({} if thrown.known else {"unknown": True})}


def _seat(seat: Seat) -> dict[str, object]:
    taken = {"turn": seat.turn, "at": writer.time(seat.at), "issue": seat.issue}
    return {**_person(seat.person), "side": seat.side, **taken}


def _turn(match: Match, number: int, turn: Turn) -> dict[str, object]:
    written = {"turn": number, "side": turn.side, **_thrown(turn.thrown)}
    moved = {} if turn.move is None else {"by": turn.by, "issue": turn.issue}
    return {
        **written,
        "move": way(match.rules, turn.side, turn.move),
        **moved,
        "at": writer.time(turn.at),
    }


def _summary(past: Summary) -> dict[str, object]:
    return {
        "game": past.number,
        "rules": past.rules,
        "began": _deed(past.began),
        "ended": _deed(past.ended),
        "winner": past.winner,
        "moves": past.moves,
        "lost": past.lost,
        "players": past.players,
        **{name: list(getattr(past, name)) for name in _PAIRS},
        "best": [_person(person) for person in past.best],
        "best_moves": past.best_moves,
        **({"more": past.more} if past.more else {}),
        **({"origin": past.origin} if past.origin else {}),
    }


def _figures(figures: Figures) -> dict[str, object]:
    return {
        "games": figures.games,
        "won": list(figures.won),
        "moves": figures.moves,
        "lost": figures.lost,
        "players": figures.players,
        **{name: list(getattr(figures, name)) for name in _PAIRS},
        "throws": [
            {"dice": one.dice, "blank": one.blank, "counts": list(one.counts)}
            for one in figures.throws
        ],
    }


def _totals(one: Totals) -> dict[str, object]:
    return {**_person(one.person), **{name: getattr(one, name) for name in _COUNTS}}


def _player(one: Player) -> dict[str, object]:
    mates = [list(mate) for mate in one.mates]
    return {**_totals(one.totals), "last": list(one.last), "mates": mates}


def _read_request(item: Reader) -> tuple[int, int]:
    issue, game = _two(item, "an issue and a game")
    return issue.whole(1), game.whole(1)


def _read_refusal(item: Reader) -> tuple[int, str]:
    issue, code = _two(item, "an issue and the code of a refusal")
    return issue.whole(1), code.text("|".join(mistake.key for mistake in REFUSALS))


def _two(item: Reader, what: str) -> tuple[Reader, Reader]:
    """The two items of a list that has so many."""
    found = tuple(item.items())
    if len(found) != 2:  # noqa: PLR2004 - two
        raise item.broken(f"is no pair: {what}")
    return found


def _read_summary(item: Reader) -> Summary:
    winner, more = item.optional("winner"), item.optional("more")
    return Summary(
        number=item["game"].whole(1),
        rules=item["rules"].text(NAME),
        began=read_deed(item["began"]),
        ended=read_deed(item["ended"]),
        winner=None if winner is None else read_side(winner),
        moves=item["moves"].whole(),
        lost=item["lost"].whole(),
        players=item["players"].whole(),
        captures=_read_pair(item["captures"]),
        rosettes=_read_pair(item["rosettes"]),
        home=_read_pair(item["home"]),
        best=tuple(read_person(person) for person in item["best"].items()),
        best_moves=item["best_moves"].whole(),
        more=more.whole() if more else 0,
        origin=read_origin(item),
    )


def _read_figures(item: Reader) -> Figures:
    throws = tuple(_read_throws(one) for one in item["throws"].items())
    kinds = [(one.dice, one.blank) for one in throws]
    if kinds != sorted(set(kinds)):
        raise item["throws"].broken("have no order, or one kind of dice twice")
    return Figures(
        games=item["games"].whole(),
        won=_read_pair(item["won"]),
        moves=item["moves"].whole(),
        lost=item["lost"].whole(),
        players=item["players"].whole(),
        captures=_read_pair(item["captures"]),
        rosettes=_read_pair(item["rosettes"]),
        home=_read_pair(item["home"]),
        throws=throws,
    )


def _read_throws(item: Reader) -> Throws:
    counts = tuple(count.whole() for count in item["counts"].items())
    throws = Throws(item["dice"].whole(), item["blank"].whole(), counts)
    try:
        kinds = len(throws.falls)
    except ValueError:
        raise item.broken("are of no dice that there are") from None
    if len(counts) != kinds:
        raise item["counts"].broken(f"are not the {kinds} throws of such dice")
    return throws


def _read_pair(item: Reader) -> BySide[int]:
    return BySide(*(number.whole() for number in _two(item, "light's and dark's")))


def _read_totals(item: Reader) -> Totals:
    return Totals(read_person(item), *(item[name].whole() for name in _COUNTS))


def _read_player(item: Reader) -> Player:
    """A player; documents that are older than the games and mates in them have neither."""
    last, mates = item.optional("last"), item.optional("mates")
    return Player(
        _read_totals(item),
        tuple(game.whole(1) for game in last.items()) if last else (),
        tuple(_read_mate(mate) for mate in mates.items()) if mates else (),
    )


def _read_mate(item: Reader) -> tuple[int, int]:
    mate, games = _two(item, "a mate's id and a number of games")
    return mate.whole(1), games.whole(1)
