"""The race of a match: how many tiles each side's pieces had still to walk, turn by turn.

Black's line is the thicker one, and lies below White's. A piece on a line is one
that came home there, a step upwards with an arrow head one that was captured.
"""

from dataclasses import dataclass
from itertools import pairwise

from ur.referee.match import Match
from ur.render import shapes
from ur.render.around import LABEL, Words, draw_name
from ur.render.palette import Colour
from ur.render.pen import Pen, Point
from ur.render.places import INNER, MARGIN, NAME, TRAY, WIDTH
from ur.render.replay import positions
from ur.rules import BySide, Event, Game, Side

HEIGHT = 560

_NAME = MARGIN + INNER - NAME - 20
_LEFT, _RIGHT = MARGIN + 86, _NAME - 42
_TOP, _BOTTOM = MARGIN + 78, HEIGHT - MARGIN - 62
_THICK = BySide(6, 10)
_PIECE = 13
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
"""Between two numbers of an axis."""


def race(match: Match, font: bytes, words: Words) -> bytes:
    """The race as a PNG, as wide as the board and in its colours.

    ``words`` are ``light`` and ``dark``, the sides' names; ``tiles-to-go`` and
    ``turn``, of the axes; ``piece-home`` and ``captured``, of the marks.

    Raises:
        KeyError: a word is missing.
        OSError: the font cannot be read.
    """
    pen = Pen(WIDTH, HEIGHT, font)
    sides = course(match)
    chart = _Chart(len(match.turns), max(map(max, sides)))
    pen.box((MARGIN, MARGIN), (INNER, HEIGHT - 2 * MARGIN), Colour.LAPIS)
    _axes(pen, chart, words)
    _legend(pen, words)
    for side in (Side.DARK, Side.LIGHT):
        _line(pen, chart, side, sides.of(side))
    for number, turn in enumerate(match.turns, 1):
        for side, event in ((turn.side, Event.BORNE_OFF), (turn.side.other, Event.CAPTURED)):
            if event in turn.events:
                _mark(pen, side, chart.at(number, sides.of(side)[number]), event)
    _names(pen, chart, sides, words)
    return pen.png()


def course(match: Match) -> BySide[tuple[int, ...]]:
    """How many squares each side's pieces have still to walk, home included.

    Before the first turn, and after each: one number more than there are turns.
    """
    left = [BySide(_left(game, Side.LIGHT), _left(game, Side.DARK)) for game in positions(match)]
    return BySide(tuple(both.light for both in left), tuple(both.dark for both in left))


@dataclass(frozen=True, slots=True)
class _Chart:
    """Where turns and tiles are: the last turn at the right, the most tiles at the top."""

    turns: int
    most: int

    def at(self, turn: int, tiles: int) -> Point:
        """The place of a number of tiles after a turn."""
        across = (_RIGHT - _LEFT) * turn // max(self.turns, 1)
        return _LEFT + across, _BOTTOM - (_BOTTOM - _TOP) * tiles // self.most


def _left(game: Game, side: Side) -> int:
    return sum(game.rules.home - step for step in game.pieces.of(side))


def _axes(pen: Pen, chart: _Chart, words: Words) -> None:
    """The names of the axes, their numbers, and a thin line for each number of tiles."""
    for tiles in _ticks(chart.most, 4):
        _, y = chart.at(0, tiles)
        pen.box((_LEFT, y - 1), (_RIGHT - _LEFT, 2), Colour.VEIN)
        pen.text((_LEFT - 14, y), str(tiles), LABEL, Colour.SHELL, anchor="r")
    below = _BOTTOM + 32
    for turn in _ticks(chart.turns, 6)[1:]:
        x, _ = chart.at(turn, 0)
        pen.box((x - 1, _BOTTOM), (2, 8), Colour.VEIN)
        pen.text((x, below), str(turn), LABEL, Colour.SHELL)
    pen.text((_LEFT, below), words["turn"], LABEL, Colour.SHELL, anchor="l", room=80)
    at = (MARGIN + 20, MARGIN + 34)
    pen.text(at, words["tiles-to-go"], LABEL, Colour.SHELL, anchor="l", room=300)


def _legend(pen: Pen, words: Words) -> None:
    """What the marks on the lines mean."""
    y, right = MARGIN + 34, MARGIN + INNER - 20
    right -= pen.text((right, y), words["captured"], LABEL, Colour.SHELL, anchor="r", room=200)
    _mark(pen, Side.LIGHT, (right - 26, y + 3), Event.CAPTURED)
    right -= 66
    right -= pen.text((right, y), words["piece-home"], LABEL, Colour.SHELL, anchor="r", room=220)
    for away, side in ((26, Side.DARK), (58, Side.LIGHT)):
        _mark(pen, side, (right - away, y), Event.BORNE_OFF)


def _line(pen: Pen, chart: _Chart, side: Side, left: tuple[int, ...]) -> None:
    """A side's line: level through a turn, then down by what was walked, or up."""
    points = [chart.at(turn, tiles) for turn, tiles in enumerate(left)]
    for (x, y), (to, level) in pairwise(points):
        _stroke(pen, side, (x, y), (to, y))
        _stroke(pen, side, (to, y), (to, level))


def _stroke(pen: Pen, side: Side, start: Point, end: Point) -> None:
    """A part of a side's line, level or upright."""
    thick = _THICK.of(side)
    (left, right), (top, low) = (sorted(ends) for ends in zip(start, end, strict=True))
    size = right - left + thick, low - top + thick
    pen.box((left - thick // 2, top - thick // 2), size, shapes.BODY[side])


def _mark(pen: Pen, side: Side, at: Point, event: Event) -> None:
    """A piece that came home, or a head on the gap upwards of one that was captured."""
    x, y = at
    if event is Event.BORNE_OFF:
        shapes.piece(pen, side, at, _PIECE)
    else:
        pen.polygon(((x, y - 14), (x - 14, y + 7), (x + 14, y + 7)), shapes.BODY[side])


def _names(pen: Pen, chart: _Chart, sides: BySide[tuple[int, ...]], words: Words) -> None:
    """The sides' names where their lines end, apart from each other, each joined to its line."""
    ends = {side: chart.at(chart.turns, sides.of(side)[-1]) for side in Side}
    upper, lower = sorted(Side, key=lambda side: ends[side][1])
    highest, lowest = _TOP + TRAY // 2, HEIGHT - MARGIN - 20 - TRAY // 2
    apart = max(ends[lower][1] - ends[upper][1], TRAY + 12)
    middle = (ends[lower][1] + ends[upper][1]) // 2
    top = min(max(middle - apart // 2, highest), lowest - apart)
    first = lower if top > ends[upper][1] else upper
    for side, y in ((upper, top), (lower, top + apart)):
        # The one that turns first does not cross the other.
        turning = (_RIGHT + (13 if side is first else 27), ends[side][1])
        _stroke(pen, side, ends[side], turning)
        _stroke(pen, side, turning, (turning[0], y))
        _stroke(pen, side, (turning[0], y), (_NAME, y))
        draw_name(pen, (_NAME, y - TRAY // 2), side, words[side])


def _ticks(most: int, number: int) -> list[int]:
    """Round numbers from 0 to ``most``, about so many."""
    step = next((step for step in _STEPS if most <= step * number), _STEPS[-1])
    return list(range(0, most + 1, step))
