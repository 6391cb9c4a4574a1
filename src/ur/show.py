"""One position, for terminals and bug reports: its board, moves, line and key."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ur.records import Records, WrongFile, name_of
from ur.render.plain import board_text
from ur.render.view import BoardView
from ur.rules import (
    Game,
    Move,
    Record,
    RuleSet,
    Side,
    Unreadable,
    games,
    legal_moves,
    parse_position,
    throw,
    write_key,
    write_move,
    write_position,
)
from ur.rules.notation import LETTER, way
from ur.store.record import record_of

PNG = b"\x89PNG\r\n\x1a\n"
"""How every PNG begins."""

USUAL = "finkel"
"""The rule set of a position that is shown without one."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A position to show: its ``view``; of a record also the next ``turn`` and what was played.

    ``result`` is how a record ended, as it is written.
    """

    view: BoardView
    turn: int | None = None
    played: str | None = None
    result: str | None = None


def position(line: str, rules: RuleSet, value: int | None = None) -> Shown:
    """A position by its line, with a throw on the table if there is one.

    Raises:
        Unreadable: it is no position of this rule set, or the dice cannot make the throw.
    """
    return Shown(BoardView(_thrown(parse_position(rules, line), value)))


def record(
    records: Records, path: Path, turn: int | None = None, value: int | None = None
) -> Shown:
    """A record's position before a turn, with the throw that was used there; else how it stands.

    Raises:
        Unreadable: it is no record, has no such turn, or the dice cannot make the throw.
    """
    told, table, faces = _read(records, path)
    number = len(told.turns) + 1 if turn is None else turn
    if not 1 <= number <= len(told.turns) + 1:
        there = f"there are {len(told.turns)}, and {len(told.turns) + 1} is to come"
        raise Unreadable(f"turn {turn}: {there}")
    ended = told.result if number > len(told.turns) else None
    game = told.game if ended else next(islice(games(told), number - 1, None))
    used = told.turns[number - 1] if number <= len(told.turns) else None
    if used:
        table, faces = used.throw, used.faces
    if value is not None:
        table, faces, used = value, None, None
    view = BoardView(_thrown(game, table), faces, _last(told, number), over=bool(ended))
    played = way(told.rules, used.side, used.move) if used else None
    return Shown(view, number, played, ended)


def in_the_way(path: Path) -> str | None:
    """What keeps a picture from being written here, if anything does.

    Raises:
        OSError: what is there cannot be read.
    """
    if not path.parent.is_dir():
        return "is in a folder that is not there"
    if path.exists() and not _is_png(path):
        return "is there already, and is no PNG"
    return None


def _is_png(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(PNG)) == PNG


def text(shown: Shown) -> str:
    """What is shown, as text."""
    return "\n".join(_lines(shown)) + "\n"


def _lines(shown: Shown) -> Iterator[str]:
    game = shown.view.game
    turn = "" if shown.turn is None else f", turn {shown.turn}"
    yield f"{game.rules.name}{turn}: {_state(shown)}"
    yield ""
    yield board_text(game).rstrip()
    yield ""
    for side in Side:
        tokens = f", tokens {game.tokens.of(side)}" if game.rules.tokens else ""
        yield f"{side:6} {LETTER[side]}  hand {game.hand(side)}, home {game.home(side)}{tokens}"
    if game.rules.tokens:
        yield f"pot       {game.pot}"
    yield f"position  {write_position(game)}"
    yield f"key       {write_key(game)}"
    yield from _moves(shown.view)
    if shown.played:
        yield f"played    {shown.played}"


def _state(shown: Shown) -> str:
    game = shown.view.game
    if shown.result:
        return f"result {shown.result}"
    if game.winner:
        return f"result {game.winner} home"
    thrown = "" if game.throw is None else f", {game.throw} thrown"
    return f"{game.to_move} to move{thrown}"


def _moves(view: BoardView) -> Iterator[str]:
    """What may be played, by the throw on the table or by each there may be."""
    game = view.game
    if view.ended:
        return
    yield ""
    if game.throw is None:
        for value, falls in game.rules.falls.items():
            thrown = throw(game, value)
            ways = " ".join(write_move(thrown, move) for move in legal_moves(thrown))
            yield f"throw {value}, {falls} of {2**game.rules.dice}:  {ways or '-'}"
        return
    for choice in view.choices:
        events = ", ".join(choice.events)
        yield f"{choice.letter}  {write_move(game, choice.move):10} {events}"
    if not view.choices:
        yield "-  the turn is lost"


def _thrown(game: Game, value: int | None) -> Game:
    if value is None:
        return game
    try:
        return throw(game, value)
    except ValueError as wrong:
        raise Unreadable(f"throw {value}: {wrong}") from None


def _last(told: Record, number: int) -> tuple[Side, Move] | None:
    """The move that was played last before a turn, and by whom."""
    before = reversed(told.turns[: number - 1])
    return next(((turn.side, turn.move) for turn in before if turn.move), None)


def _read(records: Records, path: Path) -> tuple[Record, int | None, str | None]:
    """A record, and the throw on the table with its dice."""
    try:
        if path.suffix != ".json":
            return records.text(path), None, None
        match = records.document(path)
    except WrongFile as wrong:
        raise Unreadable(f"{name_of(path)}:{wrong.line}: {wrong.said}") from None
    told, thrown = record_of(match), match.thrown
    return (told, None, None) if thrown is None else (told, thrown.value, thrown.faces)
