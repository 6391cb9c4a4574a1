"""A match from its document, proved turn by turn by the very rules that made it."""

from dataclasses import replace

from ur.port import Person
from ur.referee import match as matches
from ur.referee.match import ORIGIN, Deed, Match, Seat, Thrown
from ur.rules import RULE_SETS, Move, RuleSet, Side, seeded
from ur.rules.proof import WrongTurn, check_seed, check_throw, read_turn
from ur.rules.ruleset import NAME, VALUES, variant
from ur.store.reader import Reader

_FIELDS = (
    *("schema", "game", "origin", "rules", "first", "seal", "seed", "began"),
    *("opening", "seats", "turns", "throw", "abandoned"),
)
_THROWN = ("throw", "faces")
_LOST = ("turn", "side", *_THROWN, "move", "at")
_DEED = ("id", "login", "at", "issue")


def read_side(item: Reader) -> Side:
    """A side by its name."""
    return Side(item.text("light|dark"))


def read_person(item: Reader) -> Person:
    """A person by id and login."""
    return Person(item["id"].whole(1), item["login"].login())


def read_deed(item: Reader) -> Deed:
    """Who did something, when, by which issue."""
    item.fields(*_DEED)
    return Deed(read_person(item), item["at"].time(), item["issue"].whole(1))


def read_origin(item: Reader) -> str | None:
    """The address of the repository where a match was played, None for this one."""
    origin = item.optional("origin")
    return None if origin is None else origin.text(ORIGIN)


def replay(document: Reader, rules: RuleSet | None = None) -> Match:
    """The match that a document tells; under other rules than it names if they are given.

    Raises:
        KeeperFault: the document is broken, or tells what rules or dice do not allow.
    """
    document.fields(*_FIELDS)
    match = _begun(document, rules or _rules(document["rules"]))
    for item in document["opening"].items():
        match = _opening(match, item)
    _same(document["first"], match.first, _read_first(document))
    if match.first is None:
        raise document["first"].broken("is not decided by the opening throws")
    match = replace(match, seats=_seats(document["seats"], match))
    for item in document["turns"].items():
        match = _turn(match, item)
    for seat, item in zip(match.seats, document["seats"].items(), strict=True):
        if seat.turn > match.next_turn:
            raise item["turn"].broken("is after the last turn")
    match = _ended(match, document)
    if match.origin and not match.over:
        raise document["origin"].broken("is of a game that is not over")
    return replace(match, seed=_seed(match, document))


def _begun(document: Reader, rules: RuleSet) -> Match:
    seal = document.optional("seal")
    opened = any(True for _ in document["opening"].items())
    first = None if opened else _read_first(document)
    number = document["game"].whole(1)
    match = matches.begin(number, rules, first, read_deed(document["began"]))
    return replace(match, seal=None if seal is None else seal.hex(), origin=read_origin(document))


def _read_first(document: Reader) -> Side | None:
    first = document.optional("first")
    return None if first is None else read_side(first)


def _rules(item: Reader) -> RuleSet:
    """A shipped rule set by its name, or a table's own, carried whole."""
    if isinstance(item.value, dict):
        item["name"].text(NAME)
        if set(item.value) != {"name", *VALUES}:
            raise item.broken("is no rule set, whole and under a name")
        try:
            return variant(RULE_SETS["finkel"], item.value)
        except ValueError as error:
            raise item.broken(str(error)) from None
    rules = RULE_SETS.get(item.text(NAME))
    if rules is None:
        raise item.broken("is no rule set that this program knows")
    return rules


def _thrown(match: Match, item: Reader) -> Thrown:
    """A throw that this match's dice can make."""
    thrown = _told(item)
    try:
        check_throw(match.rules, thrown.value, thrown.faces)
    except WrongTurn as wrong:
        raise item[wrong.field].broken(wrong.reason) from None
    return thrown


def _told(item: Reader) -> Thrown:
    """A throw as it is told."""
    faces, unknown = item.optional("faces"), item.optional("unknown")
    if unknown and (faces or unknown.value is not True):
        raise unknown.broken("is not true, or the dice are known beside it")
    fell = None if faces is None else faces.text("[01]{1,9}")
    return Thrown(item["throw"].whole(), fell, known=unknown is None)


def _opening(match: Match, item: Reader) -> Match:
    if match.first is not None:
        raise item.broken("is a throw too many: it was decided who begins")
    item.fields(*_THROWN)
    return matches.throw(match, _thrown(match, item), match.began.at)


def _seats(seats: Reader, match: Match) -> tuple[Seat, ...]:
    """Everybody's seats: one each, or in a game played elsewhere one on each side."""
    found: dict[tuple[int, Side | None], Seat] = {}
    for item in seats.items():
        seat = _seat(item)
        place = seat.person.id, seat.side if match.origin else None
        if place in found:
            raise item.broken("is a second seat of one person")
        if seat.at < match.began.at:
            raise item.broken("was taken before the game began")
        found[place] = seat
    return tuple(found.values())


def _seat(item: Reader) -> Seat:
    item.fields(*_DEED, "side", "turn")
    return Seat(
        person=read_person(item),
        side=read_side(item["side"]),
        turn=item["turn"].whole(1),
        at=item["at"].time(),
        issue=item["issue"].whole(1),
    )


def _turn(match: Match, item: Reader) -> Match:
    """The match with one more turn."""
    _same(item["turn"], match.next_turn, item["turn"].whole(1))
    if not match.awaits_throw:
        raise item.broken("comes after the end of the game")
    _same(item["side"], match.game.to_move, read_side(item["side"]))
    at = item["at"].time()
    if at < match.last_at:
        raise item["at"].broken("is before the turn before it")
    thrown, text = _told(item), item["move"].text("[a-z0-9-]{1,20}")
    try:
        _, chosen = read_turn(match.game, thrown.value, thrown.faces, text)
    except WrongTurn as wrong:
        raise item[wrong.field].broken(wrong.reason) from None
    cast = matches.throw(match, thrown, at)
    elsewhere = ("unknown",) if match.origin else ()
    item.fields(*_LOST, *(("by", "issue") if chosen else elsewhere))
    return _moved(cast, item, chosen) if chosen else cast


def _moved(match: Match, item: Reader, chosen: Move) -> Match:
    seat = match.seat(item["by"].whole(1), match.game.to_move)
    if seat is None or seat.turn > match.next_turn:
        raise item["by"].broken("has no seat on the side that moved")
    deed = Deed(seat.person, item["at"].time(), item["issue"].whole(1))
    return matches.move(match, chosen, deed)


def _ended(match: Match, document: Reader) -> Match:
    """The match as it stands: with a throw on the table, won or abandoned."""
    table, abandoned = document.optional("throw"), document.optional("abandoned")
    if table:
        match = _table(match, table)
    elif not (match.over or abandoned):
        raise document.broken("waits for a throw that was not made")
    return _abandoned(match, abandoned) if abandoned else match


def _table(match: Match, table: Reader) -> Match:
    """The match with a throw on the table."""
    if match.over:
        raise table.broken("lies on the table after the end of the game")
    table.fields(*_THROWN)
    cast = matches.throw(match, _thrown(match, table), match.last_at)
    if cast.thrown is None:
        raise table.broken("moves nothing, so it should be a lost turn")
    return cast


def _abandoned(match: Match, item: Reader) -> Match:
    deed = read_deed(item)
    if match.over or deed.at < match.last_at:
        raise item.broken("ends a game that was over, or before its last turn")
    return matches.abandon(match, deed)


def _seed(match: Match, document: Reader) -> bytes | None:
    """The revealed seed, if it made the seal and every throw."""
    revealed = document.optional("seed")
    if revealed is None:
        if match.winner and match.seal:
            raise document["seal"].broken("has no seed beside it, and the game was won")
        return None
    seed = bytes.fromhex(revealed.hex())
    if not match.over:
        raise revealed.broken("is revealed before the end of the game")
    if seeded.seal(seed) != match.seal:
        raise revealed.broken("does not make the seal")
    table = document.optional("throw")
    items = [*document["opening"].items(), *document["turns"].items(), *([table] if table else [])]
    for number, item in enumerate(items):
        thrown = _told(item)
        try:
            check_seed(match.rules, seed, number, thrown.value, thrown.faces)
        except WrongTurn as wrong:
            raise item[wrong.field].broken(wrong.reason) from None
    return seed


def _same(item: Reader, wanted: object, found: object) -> None:
    if wanted != found:
        raise item.broken(f"should be {wanted}")
