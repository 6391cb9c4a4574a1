"""What the picture shows around the board: whose turn it is, the dice, hands, homes and tokens."""

from collections.abc import Mapping

from ur.render import shapes
from ur.render.palette import Colour
from ur.render.pen import Pen, Point
from ur.render.places import BANNER, INNER, MARGIN, NAME, TRAY, TRAY_WIDTH, WIDTH, Places
from ur.render.view import BoardView
from ur.rules import Side

Words = Mapping[str, str]

_LABEL = 34
_EMBLEM = 30
_SMALL = 16


def draw_around(pen: Pen, places: Places, view: BoardView, words: Words) -> None:
    """Everything but the board."""
    if view.ended:
        _result(pen, view.game.winner, words)
    else:
        _turn(pen, view, words)
    for side in Side:
        _name(pen, places, view, side, words)
        _hand(pen, places, view, side, words)
        _home(pen, places, view, side, words)
    if view.game.rules.tokens:
        _pot(pen, places.gap(), view.game.pot, words)


def _result(pen: Pen, winner: Side | None, words: Words) -> None:
    """Who won, or that nobody did."""
    middle = _banner(pen, shapes.BODY[winner] if winner else Colour.LAPIS)
    text = words[f"{winner or 'nobody'}-won"]
    ink = shapes.INK[winner] if winner else Colour.SHELL
    width = pen.text((WIDTH // 2, middle), text, 80, ink, room=INNER - 280)
    for away in (-1, 1) if winner else ():
        at = (WIDTH // 2 + away * (width // 2 + 70), middle)
        _emblem(pen, winner or Side.LIGHT, at)


def _turn(pen: Pen, view: BoardView, words: Words) -> None:
    """Whose turn it is, and what was thrown, if anything was."""
    game, right = view.game, MARGIN + INNER
    middle = _banner(pen, shapes.BODY[game.to_move])
    ink = shapes.INK[game.to_move]
    _emblem(pen, game.to_move, (MARGIN + BANNER // 2, middle))
    at = (MARGIN + BANNER + 8, middle)
    pen.text(at, words[f"{game.to_move}-to-move"], 58, ink, anchor="l", room=500)
    if view.dice is None:
        return
    pen.text((right - 46, middle), str(game.throw), 80, ink)
    for place, face in enumerate(reversed(view.dice)):
        shapes.die(pen, (right - 124 - place * 72, middle), 54, marked=face == "1")


def _banner(pen: Pen, fill: Colour) -> int:
    """The ground of the banner; the height of its middle."""
    pen.box((MARGIN, MARGIN), (INNER, BANNER), Colour.SHELL)
    pen.box((MARGIN + 4, MARGIN + 4), (INNER - 8, BANNER - 8), fill)
    return MARGIN + BANNER // 2


def _emblem(pen: Pen, side: Side, at: Point) -> None:
    """A piece on a square of its own, to be seen on any ground."""
    pen.tile(at, _EMBLEM + 6, Colour.LAPIS)
    shapes.piece(pen, side, at, _EMBLEM)


def _name(pen: Pen, places: Places, view: BoardView, side: Side, words: Words) -> None:
    """A side's name, and its tokens if the game has any."""
    top, ink, tokens = places.side_row(side), shapes.INK[side], view.game.rules.tokens
    pen.box((MARGIN, top), (NAME, TRAY), Colour.SHELL)
    pen.box((MARGIN + 4, top + 4), (NAME - 8, TRAY - 8), shapes.BODY[side])
    left, middle, room = MARGIN + 14, top + TRAY // 2, NAME - 28
    if not tokens:
        pen.text((left, middle), words[side], 40, ink, anchor="l", room=room)
        return
    pen.text((left, middle - 13), words[side], _LABEL, ink, anchor="l", room=room)
    shapes.coin(pen, (left + 11, middle + 16), 11, ink)
    pen.text((left + 32, middle + 16), str(view.game.tokens.of(side)), _LABEL, ink, anchor="l")


def _hand(pen: Pen, places: Places, view: BoardView, side: Side, words: Words) -> None:
    count = view.game.hand(side)
    slots = _tray(pen, places.tray(side, 0), view.game.rules.pieces, words["hand"], count)
    for slot in slots[:count]:
        shapes.piece(pen, side, slot, _SMALL)
    for choice in view.choices:
        if choice.move.step == 0 and side is view.game.to_move:
            at = (slots[count - 1][0] + 8, slots[count - 1][1])
            pen.tile(at, _SMALL + 10, Colour.GOLD)
            pen.tile(at, _SMALL + 5, Colour.LAPIS)
            shapes.piece(pen, side, at, _SMALL + 4, choice.letter)


def _home(pen: Pen, places: Places, view: BoardView, side: Side, words: Words) -> None:
    game = view.game
    count = game.home(side)
    slots = _tray(pen, places.tray(side, 1), game.rules.pieces, words["home"], count)
    for slot in slots[:count]:
        shapes.piece(pen, side, slot, _SMALL)
    choices = view.choices if side is game.to_move else ()
    letters = [choice.letter for choice in choices if choice.move.to == game.rules.home]
    for slot, letter in zip(slots[count:], letters, strict=False):
        shapes.tag(pen, slot, _SMALL, letter)


def _tray(pen: Pen, corner: Point, holds: int, label: str, count: int) -> list[Point]:
    """A tray with its label and count; where the pieces lie that it can hold."""
    x, middle = corner[0], corner[1] + TRAY // 2
    pen.box(corner, (TRAY_WIDTH, TRAY), Colour.LAPIS)
    pen.text((x + 12, middle), label, _LABEL, Colour.SHELL, anchor="l", room=76)
    pen.text((x + TRAY_WIDTH - 22, middle), str(count), 46, Colour.SHELL)
    slots = [(x + 122 + place * 36, middle) for place in range(holds)]
    for slot in slots:
        pen.tile(slot, 4, Colour.VEIN)
    return slots


def _pot(pen: Pen, at: Point, pot: int, words: Words) -> None:
    """The tokens that nobody holds, in the gap of the board."""
    x, y = at
    pen.text((x - 24, y), words["pot"], 42, Colour.SHELL, anchor="r", room=90)
    shapes.coin(pen, (x + 8, y), 20, Colour.SHELL)
    pen.text((x + 40, y), str(pot), 46, Colour.SHELL, anchor="l")
