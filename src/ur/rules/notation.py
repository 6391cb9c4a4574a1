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

from ur.rules.game import Game, Steps
from ur.rules.moves import legal_moves
from ur.rules.ruleset import RuleSet
from ur.rules.sides import BySide, Side
from ur.rules.ways import Move

_SPAN = re.compile(r"[0-9]{1,2}|.", re.DOTALL | re.ASCII)
LOST = "-"
LETTER = {Side.LIGHT: "l", Side.DARK: "d"}
SIDE_OF = {letter: side for side, letter in LETTER.items()}


class Unreadable(ValueError):  # noqa: N818 - what it is
    """Text that is no move, position or record; says why."""


def place(rules: RuleSet, side: Side, step: int) -> str:
    """Where a side's step is: ``hand``, a square, or ``home``."""
    return rules.route.places.of(side)[step]


def way(rules: RuleSet, side: Side, move: Move | None) -> str:
    """A side's move as text, from where to where; the lost turn for None."""
    if move is None:
        return LOST
    places = rules.route.places.of(side)
    return f"{places[move.step]}-{places[move.to]}"


def write_move(game: Game, move: Move | None) -> str:
    """A move of the side to move, or of None the lost turn, as text."""
    return way(game.rules, game.to_move, move)


def parse_move(game: Game, text: str) -> Move | None:
    """The legal move that a text names; None for a lost turn that is one.

    Raises:
        Unreadable: nothing of that spelling may be played here; names what may.
    """
    moves = {way(game.rules, game.to_move, move): move for move in legal_moves(game)}
    if text in moves:
        return moves[text]
    if text == LOST and not moves and game.throw is not None:
        return None
    what = "is no lost turn" if text == LOST else "is no legal move"
    where = f"in {write_position(game)} with {game.throw} thrown"
    raise Unreadable(f"{what} {where}; there is {', '.join(moves) or LOST}")


def standing(game: Game) -> dict[str, Side]:
    """Whose piece stands on each square that is not free."""
    return {
        square: side
        for side in Side
        for step in game.pieces.of(side)
        if (square := game.rules.route.square(side, step))
    }


def write_position(game: Game) -> str:
    """A game's position as one line."""
    rules, stands = game.rules, standing(game)
    rows = "/".join(_row(rules, row, stands) for row in (3, 2, 1))
    counts = " ".join(f"{game.hand(side)} {game.home(side)}" for side in Side)
    line = f"{rows} {LETTER[game.to_move]} {counts}"
    if rules.tokens:
        line += f" t {game.tokens.light} {game.tokens.dark} {game.pot}"
    return line


def parse_position(rules: RuleSet, line: str) -> Game:
    """The game of a position line, nothing thrown yet.

    Raises:
        Unreadable: the line has another shape, or breaks a law of the game.
    """
    fields = line.split(" ")
    wanted = 10 if rules.tokens else 6
    if len(fields) != wanted or fields[1] not in SIDE_OF:
        raise Unreadable(f"a position has {wanted} fields: rows, side to move, hands and homes")
    stands = _squares(rules, fields[0])
    light_hand, light_home, dark_hand, dark_home = (_number(field) for field in fields[2:6])
    homes, tokens = BySide(light_home, dark_home), _tokens(rules, fields[6:])
    game = game_of(rules, stands, homes, SIDE_OF[fields[1]], tokens)
    for side, hand in zip(Side, (light_hand, dark_hand), strict=True):
        if hand != game.hand(side):
            count = rules.pieces - game.hand(side) + hand
            raise Unreadable(f"{side} has {count} pieces, not {rules.pieces}")
    return game


def game_of(
    rules: RuleSet,
    stands: Mapping[str, Side],
    homes: BySide[int],
    to_move: Side,
    tokens: BySide[int],
) -> Game:
    """The game in which pieces stand on these squares; what is not there or home is in hand.

    Raises:
        Unreadable: it breaks a law of the game.
    """
    pieces = BySide(*(_steps(rules, side, stands, homes.of(side)) for side in Side))
    if all(steps[0] == rules.home for steps in pieces):
        raise Unreadable("both sides are home")
    game = Game(rules, pieces, to_move, None, tokens)
    if game.pot < 0:
        raise Unreadable(f"there are {2 * rules.tokens} tokens")
    return game


def _row(rules: RuleSet, row: int, stands: Mapping[str, Side]) -> str:
    board = rules.route.board
    squares = (board.square(column, row) for column in range(board.files))
    letters = {square: LETTER[side] for square, side in stands.items()}
    marks = ("x" if square is None else letters.get(square, "") for square in squares)
    spans = ((mark, len(list(run))) for mark, run in groupby(marks))
    return "".join(mark * length or str(length) for mark, length in spans).rstrip("x")


def _squares(rules: RuleSet, text: str) -> dict[str, Side]:
    """Whose piece stands on which square of the rows; canonical spelling only."""
    board = rules.route.board
    rows = text.split("/")
    stands: dict[str, Side] = {}
    if len(rows) != 3:  # noqa: PLR2004 - the board's rows
        raise Unreadable("a board has three rows")
    for row, spans in zip((3, 2, 1), rows, strict=True):
        column = 0
        for mark in _SPAN.findall(spans):
            if mark in SIDE_OF:
                stands[board.square(column, row) or ""] = SIDE_OF[mark]
            column += int(mark) if mark.isdecimal() else 1
        if "" in stands or _row(rules, row, stands) != spans:
            raise Unreadable(f"row {row} is not {board.files} squares of this board")
    return stands


def _steps(rules: RuleSet, side: Side, stands: Mapping[str, Side], home: int) -> Steps:
    steps = rules.route.steps.of(side)
    squares = [square for square, whose in stands.items() if whose is side]
    if not set(squares) <= set(steps):
        raise Unreadable(f"{side} stands where its route does not lead")
    hand = rules.pieces - len(squares) - home
    if hand < 0:
        raise Unreadable(f"{side} has {len(squares) + home} pieces, not {rules.pieces}")
    on_board = sorted(steps[square] for square in squares)
    return (0,) * hand + tuple(on_board) + (rules.home,) * home


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
