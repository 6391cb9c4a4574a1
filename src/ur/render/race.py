"""The race of a match: how many tiles each side's pieces had still to walk, turn by turn.

Black's line is the thicker one, and lies below White's. A piece on a line is one
that came home there, a step upwards with an arrow head one that was captured. What
is not of the match, the grid and the dots from a line to its name, is in the colour
that is meant to be overlooked.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import dist

from ur.referee.match import Match
from ur.render import shapes
from ur.render.around import LABEL, Words, draw_name
from ur.render.palette import Colour
from ur.render.pen import Pen, Point
from ur.render.places import INNER, MARGIN, TRAY, WIDTH
from ur.render.replay import positions
from ur.rules import BySide, Event, Game, Side

HEIGHT = 560

_PLATE = 206
_NAME = MARGIN + INNER - _PLATE - 20
_LEFT, _RIGHT = MARGIN + 86, _NAME - 40
_TOP, _BOTTOM = MARGIN + 78, HEIGHT - MARGIN - 62
_PIECE = 12
_HEAD = 13
"""Half of an arrow head's width in a short match, and in the legend."""
_LONG = 130
"""So many turns are many."""
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
    _names(pen, chart, sides, words)
    for side in (Side.DARK, Side.LIGHT):
        _line(pen, chart, side, sides.of(side))
    _marks(pen, chart, match, sides)
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

    @property
    def thick(self) -> BySide[int]:
        """The lines: thinner in a match of many turns, which are many steps."""
        return BySide(4, 6) if self.turns > _LONG else BySide(5, 9)

    @property
    def head(self) -> int:
        """Half of an arrow head's width: smaller where there are many."""
        return max(8, min(_HEAD, _HEAD * _LONG // max(self.turns, 1)))


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
    for key, event in (("captured", Event.CAPTURED), ("piece-home", Event.BORNE_OFF)):
        right -= pen.text((right, y), words[key], LABEL, Colour.SHELL, anchor="r", room=220)
        for away, side in ((26, Side.DARK), (58, Side.LIGHT)):
            _mark(pen, side, (right - away, y), event, _HEAD)
        right -= 98


def _line(pen: Pen, chart: _Chart, side: Side, left: tuple[int, ...]) -> None:
    """A side's line: level through a turn, then down by what was walked, or up."""
    points = [chart.at(turn, tiles) for turn, tiles in enumerate(left)]
    for (x, y), (to, level) in pairwise(points):
        _stroke(pen, chart, side, (x, y), (to, y))
        _stroke(pen, chart, side, (to, y), (to, level))


def _stroke(pen: Pen, chart: _Chart, side: Side, start: Point, end: Point) -> None:
    """A part of a side's line, level or upright."""
    thick = chart.thick.of(side)
    (left, right), (top, low) = (sorted(ends) for ends in zip(start, end, strict=True))
    size = right - left + thick, low - top + thick
    pen.box((left - thick // 2, top - thick // 2), size, shapes.BODY[side])


def _marks(pen: Pen, chart: _Chart, match: Match, sides: BySide[tuple[int, ...]]) -> None:
    """What happened on the lines: all captures, and above them the pieces that came home."""
    for event in (Event.CAPTURED, Event.BORNE_OFF):
        for number, turn in enumerate(match.turns, 1):
            if event in turn.events:
                side = turn.side if event is Event.BORNE_OFF else turn.side.other
                at = chart.at(number, sides.of(side)[number])
                _mark(pen, side, at, event, chart.head)


def _mark(pen: Pen, side: Side, at: Point, event: Event, head: int) -> None:
    """A piece that came home, or a head on the gap upwards of one that was captured.

    A seam of the ground sets it off from what it covers.
    """
    x, y = at
    if event is Event.BORNE_OFF:
        shapes.body(pen, side, at, _PIECE + 2, Colour.LAPIS)
        shapes.piece(pen, side, at, _PIECE)
        return
    base = y + head // 2
    for wide, fill in ((head + 3, Colour.LAPIS), (head, shapes.BODY[side])):
        pen.polygon(((x, y - wide), (x - wide, base), (x + wide, base)), fill)


def _names(pen: Pen, chart: _Chart, sides: BySide[tuple[int, ...]], words: Words) -> None:
    """The sides' names and what they have left where their lines end, apart from each other."""
    ends = {side: chart.at(chart.turns, sides.of(side)[-1]) for side in Side}
    upper, lower = sorted(Side, key=lambda side: ends[side][1])
    highest, lowest = _TOP + TRAY // 2, HEIGHT - MARGIN - 20 - TRAY // 2
    apart = max(ends[lower][1] - ends[upper][1], TRAY + 12)
    middle = (ends[lower][1] + ends[upper][1]) // 2
    top = min(max(middle - apart // 2, highest), lowest - apart)
    for side, y in ((upper, top), (lower, top + apart)):
        if chart.turns:
            _dots(pen, ends[side], (_NAME, y))
        corner, left = (_NAME, y - TRAY // 2), sides.of(side)[-1]
        draw_name(pen, corner, side, words[side], width=_PLATE, count=left)


def _dots(pen: Pen, start: Point, end: Point) -> None:
    """From the end of a line to its name: dotted and thin, since no piece walks there."""
    number = round(dist(start, end) / 9)
    for dot in range(1, number):
        x, y = (edge + (to - edge) * dot // number for edge, to in zip(start, end, strict=True))
        pen.tile((x, y), 2, Colour.VEIN)


def _ticks(most: int, number: int) -> list[int]:
    """Round numbers from 0 to ``most``, about so many."""
    step = next((step for step in _STEPS if most <= step * number), _STEPS[-1])
    return list(range(0, most + 1, step))
