"""A whole game as text, in the form of Game::RoyalUr 0.01: read, proved turn by turn, and written.

    [rules finkel]
    [first light]
    [seed 5f1c9a]            hex, only where it is known
    [opening 4]              throws spent on who begins, only with a seed
    1. l 3 1101: hand-b1     number. side throw dice: from-to
    2. d 0: -                a lost turn; the dice as they fell may be left out
    [result light home]      or light resign: the winner, and how; none if the game was left

What was read is kept: a record that is read and written again is the same text.
With a seed every throw is checked against it; without one they are taken as written.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from ur.rules.game import Game, start
from ur.rules.heading import heading
from ur.rules.moves import lose_turn, play, throw
from ur.rules.notation import LETTER, way
from ur.rules.ruleset import RuleSet
from ur.rules.sides import Side
from ur.rules.ways import Move


class Turn(NamedTuple):
    """One throw used: by a move, or by none where the turn was lost.

    ``faces`` are the dice as they fell (a 1 for each marked), None where that is
    not known.
    """

    side: Side
    throw: int
    faces: str | None
    move: Move | None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played from its start.

    ``game`` is how it stands, ``first`` who began. ``seed`` is what the throws
    follow from, ``opening`` how many of its throws were spent on who begins.
    ``resigned`` is who gave up. ``written`` is how the rule set was named where that
    is not the usual way.
    """

    game: Game
    first: Side
    turns: tuple[Turn, ...] = ()
    seed: bytes | None = None
    opening: int = 0
    resigned: Side | None = None
    written: str = ""

    @property
    def rules(self) -> RuleSet:
        """The rule set it is played by."""
        return self.game.rules

    @property
    def result(self) -> str | None:
        """Who won, and how: ``light home``, or ``light resign`` when dark gave up."""
        if self.resigned:
            return f"{self.resigned.other} resign"
        return f"{self.game.winner} home" if self.game.winner else None


def begin(rules: RuleSet, first: Side = Side.LIGHT) -> Record:
    """The record of a game in which nothing was thrown yet."""
    return Record(start(rules, first), first)


def add(record: Record, value: int, move: Move | None, faces: str | None = None) -> Record:
    """The record with one more turn; ``move`` None loses it.

    Raises:
        IllegalMove: the throw does not allow the move.
        ValueError: the game is over, the dice cannot make the throw, or a move was to be played.
    """
    if record.resigned:
        raise ValueError("the game is over")
    side, thrown = record.game.to_move, throw(record.game, value)
    if faces is not None and record.rules.value(faces) != value:
        raise ValueError(f"these dice are not worth {value}")
    game = play(thrown, move)[0] if move else lose_turn(thrown)
    return replace(record, game=game, turns=(*record.turns, Turn(side, value, faces, move)))


def resign(record: Record, side: Side) -> Record:
    """The record in which a side gave up; the other wins, and takes the pot.

    Raises:
        ValueError: the game is over.
    """
    if record.result:
        raise ValueError("the game is over")
    game = record.game
    tokens = game.tokens.put(side.other, game.tokens.of(side.other) + game.pot)
    return replace(record, game=game._replace(tokens=tokens), resigned=side)


def undo(record: Record, turns: int = 1) -> Record:
    """The record without its last turns, replayed from the start.

    Raises:
        ValueError: it has not so many.
    """
    if not 0 <= turns <= len(record.turns):
        raise ValueError(f"there are {len(record.turns)} turns to take back")
    left = len(record.turns) - turns
    game = next(islice(games(record), left, None))
    return replace(record, game=game, turns=record.turns[:left], resigned=None)


def games(record: Record) -> Iterator[Game]:
    """The game before the first turn and after each, nothing thrown yet."""
    game = start(record.rules, record.first)
    yield game
    for turn in record.turns:
        game = throw(game, turn.throw)
        game = play(game, turn.move)[0] if turn.move else lose_turn(game)
        yield game


def write_record(record: Record) -> str:
    """A record as text, ending with a newline."""
    lines = [f"[rules {record.written or heading(record.rules)}]", f"[first {record.first}]"]
    if record.seed is not None:
        lines.append(f"[seed {record.seed.hex()}]")
    if record.opening:
        lines.append(f"[opening {record.opening}]")
    lines += [_line(record.rules, number, turn) for number, turn in enumerate(record.turns, 1)]
    if record.result:
        lines.append(f"[result {record.result}]")
    return "\n".join(lines) + "\n"


def _line(rules: RuleSet, number: int, turn: Turn) -> str:
    faces = f" {turn.faces}" if turn.faces else ""
    return f"{number}. {LETTER[turn.side]} {turn.throw}{faces}: {way(rules, turn.side, turn.move)}"
