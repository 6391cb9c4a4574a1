"""What others say: an independent engine, and a file of positions with all their moves."""

import gzip
import json
import random
from pathlib import Path

import pytest
import royalur

from tests.rules.variants import FINKEL, FIVE, HUNTERS, UNSAFE, UNSAFE_HUNTERS
from ur.rules import (
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
from ur.rules.route import ROUTES
from ur.rules.ruleset import variant

CASES = json.loads(gzip.decompress((Path(__file__).parent / "movegen_cases.json.gz").read_bytes()))
HAND_OR_HOME = {"hand", "home"}


def _rule_set(name: str, fields: dict[str, object]) -> RuleSet:
    """A preset of the file, from its fields."""
    return variant(
        FINKEL,
        {
            "name": name,
            "route": fields["route"],
            "pieces": fields["pieces"],
            "dice": fields["dice"],
            "zero_value": fields["zero"],
            "safe_rosettes": fields["safe"],
            "on_protected": fields["protected"],
            "extra_on_rosette": fields["extra_on_rosette"],
            "extra_on_capture": fields["extra_on_capture"],
            "exact_exit": fields["exact"],
            "tokens": fields["tokens"],
        },
    )


PRESETS = {
    name: _rule_set(f"{name}-again", preset["variant"])
    for name, preset in CASES["presets"].items()
    if preset["variant"]["route"] in ROUTES
}


def _position(rules: RuleSet, case: dict) -> Game:
    """The game of a case, its throw on the table."""
    pieces = {}
    for side in Side:
        told, steps = case[side], rules.route.steps.of(side)
        on_board = sorted(steps[square] for square in told["squares"])
        pieces[side] = (0,) * told["hand"] + tuple(on_board) + (rules.home,) * told["home"]
    both = BySide(pieces[Side.LIGHT], pieces[Side.DARK])
    tokens = BySide(rules.tokens, rules.tokens)
    return throw(Game(rules, both, Side(case["turn"]), None, tokens), case["roll"])


def _told(position: Game, move: Move, like: dict) -> dict:
    """A move in the words of the file."""
    rules, side = position.rules, position.to_move
    after, events = play(position, move)
    told = {
        "frm": place(rules, side, move.step),
        "to": place(rules, side, move.to),
        "capture": Event.CAPTURED in events,
        "rosette": Event.ROSETTE in events,
        "again": Event.AGAIN in events,
        "bounced": Event.BOUNCED in events,
        "rosettes_skipped": rules.tokens - after.tokens.of(side) if Event.PAID in events else 0,
        "rosettes_landed": int(bool(rules.tokens) and Event.ROSETTE in events),
    }
    assert Event.WON in events or bool(move.captured) == (Event.CAPTURED in events)
    return {key: told[key] for key in like}


@pytest.mark.parametrize("name", PRESETS)
def test_the_file_of_positions_names_the_same_moves(name):
    """Every case's complete list of moves is found, in order, and does the same."""
    rules = PRESETS[name]
    cases = CASES["presets"][name]["cases"]
    assert len(cases) > 20
    for case in cases:
        position = _position(rules, case)
        found = legal_moves(position)
        assert len(found) == len(case["moves"]), case
        pairs = zip(found, case["moves"], strict=True)
        assert [_told(position, move, like) for move, like in pairs] == case["moves"], case


def test_the_file_of_positions_knows_the_shipped_rule_set():
    """What ships under a name of the file has the fields of the file."""
    name = FINKEL.name
    assert variant(PRESETS[name], {"name": name}) == FINKEL


@pytest.mark.parametrize(("name", "route"), [(n, p) for n, p in CASES["presets"].items()])
def test_the_file_of_positions_walks_the_same_route(name, route):
    """Both sides' squares are those of the file, where its route is known."""
    ours = ROUTES.get(route["variant"]["route"])
    if ours is None:
        pytest.skip(f"the route {route['variant']['route']} is not built yet")
    assert list(ours.squares.light) == route["route_light"]
    assert list(ours.squares.dark) == route["route_dark"]


class Other:
    """The other engine's game, driven by our throws and steps."""

    def __init__(self, rules: RuleSet) -> None:
        settings = royalur.GameSettings.create_finkel()
        settings = settings.with_starting_piece_count(rules.pieces)
        settings = settings.with_safe_rosettes(bool(rules.shelters))
        settings = settings.with_captures_grant_extra_rolls(rules.extra_on_capture)
        self.rules = rules
        self.game = royalur.Game.create(settings)

    def side(self) -> Side:
        """Whose turn it is, or who won."""
        light = self.game.get_turn_or_winner() is royalur.PlayerType.LIGHT
        return Side.LIGHT if light else Side.DARK

    def pieces(self) -> BySide[tuple[int, ...]]:
        """Where all pieces are, as our steps."""
        return BySide(
            self._steps(self.game.get_light_player(), Side.LIGHT),
            self._steps(self.game.get_dark_player(), Side.DARK),
        )

    def _steps(self, player: royalur.PlayerState, side: Side) -> tuple[int, ...]:
        board = self.game.get_board()
        steps = [
            self.rules.route.steps.of(side)[f"{'abcdefgh'[y]}{x + 1}"]
            for x in range(board.width)
            for y in range(board.height)
            if board.contains_indices(x, y)
            and (piece := board.get_by_indices(x, y))
            and piece.owner is player.player
        ]
        hand, home = (0,) * player.piece_count, (self.rules.home,) * player.score
        return hand + tuple(sorted(steps)) + home

    def moves(self) -> dict[tuple[int, int, bool], royalur.Move]:
        """Its legal moves, by our steps from and to, and whether they capture."""
        return {
            (
                move.source_piece.path_index + 1 if move.has_source() else 0,
                move.dest_piece.path_index + 1 if move.has_dest() else self.rules.home,
                move.is_capture(),
            ): move
            for move in self.game.find_available_moves()
        }


@pytest.mark.parametrize(
    ("rules", "games"),
    [(FINKEL, 40), (FIVE, 8), (UNSAFE, 8), (HUNTERS, 8), (UNSAFE_HUNTERS, 8)],
    ids=lambda value: getattr(value, "name", None),
)
def test_an_independent_engine_agrees_at_every_turn(rules, games):
    """Royalur has the same position, side to move, moves and winner, turn by turn."""
    dice = random.Random(f"ur {rules.name}")
    values, chances = zip(*rules.chances.items(), strict=True)
    for _ in range(games):
        ours, other = start(rules), Other(rules)
        while not ours.winner:
            assert (ours.pieces, ours.to_move) == (other.pieces(), other.side())
            value = dice.choices(values, [float(chance) for chance in chances])[0]
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
