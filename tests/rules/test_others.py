"""What others say: an independent engine, and a file of positions with all their moves."""

import gzip
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
import royalur

from ur.rules import (
    RULE_SETS,
    BySide,
    Event,
    Game,
    Move,
    RuleSet,
    Side,
    legal_moves,
    lose_turn,
    play,
    start,
    throw,
)
from ur.rules.notation import place
from ur.rules.ruleset import as_fields

PRESETS = json.loads(
    gzip.decompress((Path(__file__).parent / "movegen_cases.json.gz").read_bytes())
)["presets"]
every_shipped_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)


def test_the_file_of_positions_knows_every_shipped_rule_set():
    """What ships and what the file knows are the same names."""
    assert len(RULE_SETS) == 11
    assert set(RULE_SETS) == set(PRESETS)


@every_shipped_rule_set
def test_a_shipped_rule_set_has_the_fields_of_the_file(rules):
    """Every field, the rosettes and both sides' squares are those of the file."""
    preset = PRESETS[rules.name]
    told = preset["variant"]
    assert as_fields(rules) == {
        "name": rules.name,
        "route": told["route"],
        "pieces": told["pieces"],
        "dice": told["dice"],
        "zero_value": told["zero"],
        "safe_rosettes": told["safe"],
        "on_protected": told["protected"],
        "extra_on_rosette": told["extra_on_rosette"],
        "extra_on_capture": told["extra_on_capture"],
        "exact_exit": told["exact"],
        "tokens": told["tokens"],
    }
    assert rules.route.board.rosettes == set(told["rosettes"])
    assert list(rules.route.squares.light) == preset["route_light"]
    assert list(rules.route.squares.dark) == preset["route_dark"]


@every_shipped_rule_set
def test_the_file_of_positions_names_the_same_moves(rules):
    """Every case's complete list of moves is found, in order, and does the same."""
    cases = PRESETS[rules.name]["cases"]
    assert len(cases) > 20
    for case in cases:
        position = _position(rules, case)
        found = legal_moves(position)
        assert len(found) == len(case["moves"]), case
        pairs = zip(found, case["moves"], strict=True)
        assert [_told(position, move, like) for move, like in pairs] == case["moves"], case


def _position(rules: RuleSet, case: dict) -> Game:
    """The game of a case, its throw on the table; half the tokens lie in the pot."""
    pieces = {}
    for side in Side:
        told, steps = case[side], rules.route.steps.of(side)
        on_board = sorted(steps[square] for square in told["squares"])
        pieces[side] = (0,) * told["hand"] + tuple(on_board) + (rules.home,) * told["home"]
    both = BySide(pieces[Side.LIGHT], pieces[Side.DARK])
    tokens = BySide(rules.tokens // 2, rules.tokens // 2)
    return throw(Game(rules, both, Side(case["turn"]), None, tokens), case["roll"])


def _told(position: Game, move: Move, like: dict) -> dict:
    """A move in the words of the file, which tells of bounces and tokens where there are any."""
    rules, side = position.rules, position.to_move
    _, events = play(position, move)
    assert bool(move.captured) == (Event.CAPTURED in events)
    told = {
        "frm": place(rules, side, move.step),
        "to": place(rules, side, move.to),
        "capture": Event.CAPTURED in events,
        "rosette": Event.ROSETTE in events,
        "again": Event.AGAIN in events,
    }
    if rules.bounces:
        told["bounced"] = Event.BOUNCED in events
    if rules.tokens:
        told["rosettes_skipped"] = int(Event.PAID in events)
        told["rosettes_landed"] = int(Event.TOOK in events)
    assert set(told) == set(like)
    return told


SETTINGS: dict[str, Callable[[], royalur.GameSettings]] = {
    "finkel": royalur.GameSettings.create_finkel,
    "five-piece": lambda: royalur.GameSettings.create_finkel().with_starting_piece_count(5),
    "no-safe-rosette": lambda: royalur.GameSettings.create_finkel().with_safe_rosettes(False),
    "extra-throw-on-capture": lambda: (
        royalur.GameSettings.create_finkel().with_captures_grant_extra_rolls(True)
    ),
    "three-dice": royalur.GameSettings.create_finkel,
    "masters": royalur.GameSettings.create_masters,
    "blitz": lambda: (
        royalur.GameSettings.create_masters()
        .with_starting_piece_count(5)
        .with_captures_grant_extra_rolls(True)
    ),
    "aseb": royalur.GameSettings.create_aseb,
}
"""What the other engine can play, in its own words; its dice fall as ours do."""


class Other:
    """The other engine's game, driven by our throws and steps."""

    def __init__(self, rules: RuleSet) -> None:
        self.game = royalur.Game.create(SETTINGS[rules.name]())
        self.home = rules.home
        board = self.game.get_board()
        names = rules.route.board
        self.cells = [
            (x, y, names.square(y, x + 1))
            for x in range(board.width)
            for y in range(board.height)
            if board.contains_indices(x, y)
        ]
        self.steps = rules.route.steps

    def side(self) -> Side:
        """Whose turn it is, or who won."""
        light = self.game.get_turn_or_winner() is royalur.PlayerType.LIGHT
        return Side.LIGHT if light else Side.DARK

    def pieces(self) -> BySide[tuple[int, ...]]:
        """Where all pieces are, as our steps."""
        board, light, dark = self.game.get_board(), [], []
        for x, y, square in self.cells:
            if piece := board.get_by_indices(x, y):
                if piece.owner is royalur.PlayerType.LIGHT:
                    light.append(self.steps.light[square])
                else:
                    dark.append(self.steps.dark[square])
        return BySide(
            self._all(self.game.get_light_player(), light),
            self._all(self.game.get_dark_player(), dark),
        )

    def _all(self, player: royalur.PlayerState, steps: list[int]) -> tuple[int, ...]:
        hand, home = (0,) * player.piece_count, (self.home,) * player.score
        return (*hand, *sorted(steps), *home)

    def moves(self) -> dict[tuple[int, int, bool], royalur.Move]:
        """Its legal moves, by our steps from and to, and whether they capture."""
        return {
            (
                move.source_piece.path_index + 1 if move.has_source() else 0,
                move.dest_piece.path_index + 1 if move.has_dest() else self.home,
                move.is_capture(),
            ): move
            for move in self.game.find_available_moves()
        }


@pytest.mark.no_cover  # counting lines takes longer than the games
@pytest.mark.parametrize("name", SETTINGS)
def test_an_independent_engine_agrees_at_every_turn(name):
    """Royalur has the same position, side to move, moves and winner, turn by turn."""
    rules = RULE_SETS[name]
    dice = random.Random(f"ur {name}")
    values, chances = zip(*rules.chances.items(), strict=True)
    weights = [float(chance) for chance in chances]
    for _ in range(200):
        ours, other = start(rules), Other(rules)
        while not ours.winner:
            assert (ours.pieces, ours.to_move) == (other.pieces(), other.side())
            value = dice.choices(values, weights)[0]
            ours = throw(ours, value)
            other.game.roll_dice(value)
            moves = legal_moves(ours)
            assert other.game.is_waiting_for_move() == bool(moves)
            if not moves:
                ours = lose_turn(ours)
                continue
            theirs = other.moves()
            assert {(move.step, move.to, bool(move.captured)) for move in moves} == set(theirs)
            move = dice.choice(moves)
            other.game.make_move(theirs[move.step, move.to, bool(move.captured)])
            ours, _ = play(ours, move)
        assert other.game.is_finished()
        assert (ours.pieces, ours.winner) == (other.pieces(), other.side())
