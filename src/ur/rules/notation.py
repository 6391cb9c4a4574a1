"""Moves and positions as text, in the form of Game::RoyalUr 0.01.

A move is ``hand-b1``, ``b1-c2``, ``g1-home``, or ``-`` for a lost turn. A
position is one line: rows 3, 2 and 1 (``l``, ``d``, a number for a run of empty
squares, an ``x`` for each square of the gap inside a row), the side to move,
light's hand and home, dark's hand and home, and in a game with tokens ``t`` and
those of light, dark and the pot: ``4xx2/8/4xx2 l 7 0 7 0``.
"""

import re
from collections.abc import Mapping
from itertools import groupby

from ur.rules.game import Game
from ur.rules.moves import legal_moves
from ur.rules.ruleset import RuleSet
from ur.rules.sides import BySide, Side
from ur.rules.ways import Move

_SPAN = re.compile(r"[0-9]{1,2}|.", re.DOTALL | re.ASCII)
LOST = "-"
LETTER = {Side.LIGHT: "l", Side.DARK: "d"}
SIDE_OF = {letter: side for side, letter in LETTER.items()}


class Unreadable(ValueError):  # noqa: N818 - what it is
    """Text that is no move or position."""


def place(rules: RuleSet, side: Side, step: int) -> str:
    """Where a side's step is: ``hand``, a square, or ``home``."""
    return rules.route.square(side, step) or ("home" if step else "hand")


def write_move(game: Game, move: Move | None) -> str:
    """A move of the side to move, or of None the lost turn, as text."""
    if move is None:
        return LOST
    return "-".join(place(game.rules, game.to_move, step) for step in (move.step, move.to))


def parse_move(game: Game, text: str) -> Move | None:
    """The legal move that a text names; None for a lost turn that is one.

    Raises:
        Unreadable: nothing of that spelling may be played here.
    """
    moves = legal_moves(game)
    if text == LOST and game.throw is not None and not moves:
        return None
    for move in moves:
        if text == write_move(game, move):
            return move
    raise Unreadable("no legal move here")


def write_position(game: Game) -> str:
    """A game's position as one line."""
    rules = game.rules
    stands = {
        square: LETTER[side]
        for side in Side
        for step in game.pieces.of(side)
        if (square := rules.route.square(side, step))
    }
    rows = "/".join(_row(rules, row, stands) for row in (3, 2, 1))
    counts = " ".join(f"{game.hand(side)} {game.home(side)}" for side in Side)
    line = f"{rows} {LETTER[game.to_move]} {counts}"
    if rules.tokens:
        line += f" t {game.tokens.light} {game.tokens.dark} {game.pot}"
    return line


def _row(rules: RuleSet, row: int, stands: Mapping[str, str]) -> str:
    board = rules.route.board
    squares = (board.square(column, row) for column in range(board.files))
    marks = ("x" if square is None else stands.get(square, "") for square in squares)
    spans = ((mark, len(list(run))) for mark, run in groupby(marks))
    return "".join(mark * length or str(length) for mark, length in spans).rstrip("x")


def parse_position(rules: RuleSet, line: str) -> Game:
    """The game of a position line, nothing thrown yet.

    Raises:
        Unreadable: the line has another shape, or breaks a law of the game.
    """
    fields = line.split(" ")
    wanted = 10 if rules.tokens else 6
    if len(fields) != wanted or fields[1] not in SIDE_OF:
        raise Unreadable(f"a position has {wanted} fields: rows, side to move, hands and homes")
    marks = _squares(rules, fields[0])
    counts = [_number(field) for field in fields[2:6]]
    pieces = BySide(
        _side(rules, Side.LIGHT, marks, counts[0], counts[1]),
        _side(rules, Side.DARK, marks, counts[2], counts[3]),
    )
    if all(steps[0] == rules.home for steps in pieces):
        raise Unreadable("both sides are home")
    tokens = _tokens(rules, fields[6:])
    return Game(rules, pieces, SIDE_OF[fields[1]], None, tokens)


def _squares(rules: RuleSet, text: str) -> dict[str, str]:
    """The pieces of the rows, by square; canonical spelling only."""
    board = rules.route.board
    rows = text.split("/")
    marks: dict[str, str] = {}
    if len(rows) != 3:  # noqa: PLR2004 - the board's rows
        raise Unreadable("a board has three rows")
    for row, spans in zip((3, 2, 1), rows, strict=True):
        column = 0
        for mark in _SPAN.findall(spans):
            if mark in SIDE_OF:
                marks[board.square(column, row) or ""] = mark
            column += int(mark) if mark.isdigit() else 1
        if "" in marks or _row(rules, row, marks) != spans:
            raise Unreadable(f"row {row} is not {board.files} squares of this board")
    return marks


def _side(
    rules: RuleSet, side: Side, marks: dict[str, str], hand: int, home: int
) -> tuple[int, ...]:
    steps = rules.route.steps.of(side)
    squares = [square for square, mark in marks.items() if mark == LETTER[side]]
    if not set(squares) <= set(steps):
        raise Unreadable(f"{side} stands where its route does not lead")
    pieces = (0,) * hand + tuple(sorted(steps[square] for square in squares))
    pieces += (rules.home,) * home
    if len(pieces) != rules.pieces:
        raise Unreadable(f"{side} has {len(pieces)} pieces, not {rules.pieces}")
    return pieces


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and text == str(int(text[:2]))):
        raise Unreadable("a count is a number of one or two digits")
    return int(text)


def _tokens(rules: RuleSet, fields: list[str]) -> BySide[int]:
    if not rules.tokens:
        return BySide(0, 0)
    light, dark, pot = (_number(field) for field in fields[1:])
    if fields[0] != "t" or light + dark + pot != 2 * rules.tokens:
        raise Unreadable(f"tokens are t and three numbers that make {2 * rules.tokens}")
    return BySide(light, dark)
