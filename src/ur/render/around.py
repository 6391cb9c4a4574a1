"""What the picture shows around the board: whose turn it is, the dice, hands, homes and tokens."""

from collections.abc import Mapping

from ur.render import shapes
from ur.render.palette import Colour
from ur.render.pen import Pen, Point
from ur.render.places import BANNER, INNER, MARGIN, NAME, TRAY, TRAY_WIDTH, WIDTH, Places
from ur.render.view import BoardView
from ur.rules import Side

Words = Mapping[str, str]

LABEL = 34
"""Height of the smallest words: 11 pixels on a phone that shows the picture 358 wide."""

_EMBLEM = 30
_STONE = 36
"""Half of a square in the banner."""
_SMALL = 15
_TAG = 17
_SLOT = 34
"""From a piece in a tray to the next; even, so that equal pieces are equal bytes."""
_SLOTS = 7
"""How many a tray has room for."""
_MIDDLE = MARGIN + BANNER // 2


def draw_around(pen: Pen, places: Places, view: BoardView, words: Words) -> None:
    """Everything but the board."""
    if view.ended:
        draw_result(pen, view.game.winner, words)
    else:
        game = view.game
        draw_turn(pen, game.to_move, words[f"{game.to_move}-to-move"])
        if view.dice is not None:
            draw_throw(pen, game.to_move, str(game.throw), view.dice)
    draw_sides(pen, places, view, words)


def draw_result(pen: Pen, winner: Side | None, words: Words) -> None:
    """Who won, between squares of the board, or that nobody did."""
    draw_banner(pen, shapes.BODY[winner] if winner else Colour.LAPIS)
    text = words[f"{winner or 'nobody'}-won"]
    ink = shapes.INK[winner] if winner else Colour.SHELL
    width = pen.text((WIDTH // 2, _MIDDLE), text, 80, ink, room=INNER - 400)
    for away, side in ((-1, winner or Side.LIGHT), (1, winner or Side.DARK)):
        draw_emblem(pen, side, (WIDTH // 2 + away * (width // 2 + 66), _MIDDLE))
        if winner:
            _rosette(pen, (WIDTH // 2 + away * (INNER // 2 - BANNER // 2), _MIDDLE))


def draw_turn(pen: Pen, side: Side, text: str) -> None:
    """The banner of a side."""
    draw_banner(pen, shapes.BODY[side])
    draw_emblem(pen, side, (MARGIN + BANNER // 2, _MIDDLE))
    at = (MARGIN + BANNER + 8, _MIDDLE)
    pen.text(at, text, 58, shapes.INK[side], anchor="l", room=510)


def draw_throw(pen: Pen, side: Side, value: str, dice: str) -> None:
    """What was thrown, on the banner of a side."""
    right = MARGIN + INNER
    pen.text((right - 46, _MIDDLE), value, 80, shapes.INK[side])
    for place, face in enumerate(reversed(dice)):
        shapes.die(pen, (right - 124 - place * 72, _MIDDLE), 54, marked=face == "1")


def draw_sides(pen: Pen, places: Places, view: BoardView, words: Words) -> None:
    """Both sides' names, hands and homes, and their tokens if the game has any."""
    tokens, width = view.game.rules.tokens, NAME + _widened(view)
    for side in Side:
        held = view.game.tokens.of(side) if tokens else None
        corner = MARGIN, places.side_row(side)
        draw_name(pen, corner, side, words[side], width=width, count=held, coin=bool(tokens))
        _hand(pen, places, view, side, words)
        _home(pen, places, view, side, words)
    if tokens:
        _pot(pen, places.gap(3), view.game.pot, words)


def draw_name(
    pen: Pen,
    corner: Point,
    side: Side,
    name: str,
    *,
    width: int = NAME,
    count: int | None = None,
    coin: bool = False,
) -> None:
    """A side's name on its colour, and a number at the right, of tokens if there is a ``coin``."""
    (x, top), ink = corner, shapes.INK[side]
    pen.box(corner, (width, TRAY), Colour.SHELL)
    pen.box((x + 4, top + 4), (width - 8, TRAY - 8), shapes.BODY[side])
    left, right, middle = x + 16, x + width - 16, top + TRAY // 2
    if coin:
        # Its place is the same for every number: a frame of a replay has only what changed.
        right -= 42
        pen.text((right, middle), str(count), 40, ink, anchor="l")
        shapes.coin(pen, (right - 24, middle), 16, ink)
        right -= 48
    elif count is not None:
        right -= pen.text((right, middle), str(count), 40, ink, anchor="r") + 8
    pen.text((left, middle), name, 40, ink, anchor="l", room=right - left)


def draw_tray(pen: Pen, corner: Point, label: str, *, width: int = TRAY_WIDTH) -> None:
    """An empty tray with its label."""
    pen.box(corner, (width, TRAY), Colour.LAPIS)
    at = (corner[0] + 14, corner[1] + TRAY // 2)
    pen.text(at, label, LABEL, Colour.SHELL, anchor="l", room=76)


def draw_banner(pen: Pen, fill: Colour) -> None:
    """The ground of the banner."""
    pen.box((MARGIN, MARGIN), (INNER, BANNER), Colour.SHELL)
    pen.box((MARGIN + 4, MARGIN + 4), (INNER - 8, BANNER - 8), fill)


def draw_emblem(pen: Pen, side: Side, at: Point) -> None:
    """A piece on a square of its own, to be seen on any ground."""
    pen.tile(at, _STONE, Colour.LAPIS)
    shapes.piece(pen, side, at, _EMBLEM)


def _rosette(pen: Pen, at: Point) -> None:
    pen.tile(at, _STONE, Colour.LIMESTONE)
    shapes.rosette(pen, at, _EMBLEM, gold=False)


def _hand(pen: Pen, places: Places, view: BoardView, side: Side, words: Words) -> None:
    count = view.game.hand(side)
    slots = _tray(pen, places, view, (side, 0), words["hand"])
    if view.last:
        mover, move = view.last
        left = side is mover and move.step == 0
        caught = side is not mover and move.captured
        marked = slots[count : count + 1] if left else slots[:count][-1:] if caught else []
        _mark(pen, marked)
    _lay(pen, side, slots[:count])
    for choice in view.choices:
        if choice.move.step == 0 and side is view.game.to_move:
            at = (slots[count - 1][0] + 12, slots[count - 1][1])
            pen.tile(at, 28, Colour.GOLD)
            pen.tile(at, 24, Colour.LAPIS)
            shapes.piece(pen, side, at, 23, choice.letter)


def _home(pen: Pen, places: Places, view: BoardView, side: Side, words: Words) -> None:
    game = view.game
    count = game.home(side)
    slots = _tray(pen, places, view, (side, 1), words["home"])
    if view.last and view.last[0] is side and view.last[1].to == game.rules.home:
        _mark(pen, slots[:count][-1:])
    _lay(pen, side, slots[:count])
    choices = view.choices if side is game.to_move else ()
    letters = [choice.letter for choice in choices if choice.move.to == game.rules.home]
    for slot, letter in zip(slots[count:], letters, strict=False):
        shapes.tag(pen, (slot[0] + 3, slot[1]), _TAG, letter)


def _tray(
    pen: Pen, places: Places, view: BoardView, which: tuple[Side, int], label: str
) -> list[Point]:
    """A side's hand (0) or home (1), its pieces counted; where they lie that it can hold."""
    game, (side, place) = view.game, which
    x, top = places.tray(side, place)
    right, less = x + TRAY_WIDTH, 0 if place else _widened(view)
    draw_tray(pen, (x + less, top), label, width=TRAY_WIDTH - less)
    count, middle = game.home(side) if place else game.hand(side), top + TRAY // 2
    pen.text((right - 22, middle), str(count), 46, Colour.SHELL)
    slots = [(x + less + 116 + slot * _SLOT, middle) for slot in range(game.rules.pieces)]
    for slot in slots[count:]:
        pen.tile(slot, 4, Colour.VEIN)
    return slots


def _widened(view: BoardView) -> int:
    """How much of the hand a name with tokens takes: what fewer pieces leave of it."""
    rules = view.game.rules
    return (_SLOTS - rules.pieces) * _SLOT if rules.tokens else 0


def _mark(pen: Pen, slots: list[Point]) -> None:
    """Where a piece of the last move came from or went to."""
    for slot in slots:
        pen.tile(slot, 18, Colour.TURQUOISE)
        pen.tile(slot, 14, Colour.LAPIS)


def _lay(pen: Pen, side: Side, slots: list[Point]) -> None:
    for slot in slots:
        shapes.piece(pen, side, slot, _SMALL)


def _pot(pen: Pen, at: Point, pot: int, words: Words) -> None:
    """The tokens that nobody holds, in the gap of the board."""
    x, y = at
    pen.text((x - 24, y), words["pot"], 42, Colour.SHELL, anchor="r", room=90)
    shapes.coin(pen, (x + 8, y), 20, Colour.SHELL)
    pen.text((x + 40, y), str(pot), 46, Colour.SHELL, anchor="l")
