"""The laws that hold whatever is thrown and played."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.variants import EVERY, FINKEL, LONE, at_random
from ur.rules import (
    BySide,
    Event,
    Game,
    RuleSet,
    Side,
    legal_moves,
    parse_move,
    parse_position,
    play,
    start,
    throw,
    write_move,
    write_position,
)

every_rule_set = pytest.mark.parametrize("rules", EVERY, ids=lambda rules: rules.name)
SEEDS = st.integers(0, 2**32 - 1)
a_few_games = settings(max_examples=4)  # of each rule set: hundreds of turns each


def positions(rules: RuleSet, seed: int) -> list[Game]:
    """Every position of a game played at random."""
    dice = random.Random(seed)
    first = dice.choice(tuple(Side))
    return list(at_random(dice, start(rules, first)))


@every_rule_set
@given(seed=SEEDS)
@a_few_games
def test_no_piece_is_lost_and_no_square_is_shared(rules, seed):
    """Whatever is thrown and played, every piece is somewhere and none stand together."""
    for position in positions(rules, seed):
        squares = []
        for side in Side:
            steps = position.pieces.of(side)
            assert len(steps) == rules.pieces
            assert list(steps) == sorted(steps)
            assert 0 <= steps[0] <= steps[-1] <= rules.home
            squares += [rules.route.square(side, step) for step in steps if 0 < step < rules.home]
        assert len(set(squares)) == len(squares)


@every_rule_set
@given(seed=SEEDS)
@a_few_games
def test_no_token_is_lost(rules, seed):
    """Both sides' tokens and the pot are always what there was at the start; the winner has it."""
    for position in positions(rules, seed):
        assert min(*position.tokens, position.pot) >= 0
        assert sum(position.tokens) + position.pot == 2 * rules.tokens
    assert position.pot == 0


@every_rule_set
@given(seed=SEEDS)
@a_few_games
def test_a_turn_is_lost_only_when_nothing_may_move(rules, seed):
    """A throw with a legal move is never lost, and each legal move can be played."""
    for position in positions(rules, seed):
        if position.throw is None:
            assert legal_moves(position) == ()
            continue
        moves = legal_moves(position)
        assert [move.step for move in moves] == sorted({move.step for move in moves})
        for move in moves:
            after, events = play(position, move)
            assert after.throw is None
            assert (Event.AGAIN in events) == (
                after.to_move is position.to_move and not after.winner
            )
            assert parse_move(position, write_move(position, move)) == move
        if position.throw == 0:
            assert not moves


@every_rule_set
@given(seed=SEEDS)
@a_few_games
def test_a_game_ends_with_a_winner(rules, seed):
    """Played on, a game is won by one side, whose turn it stays, and not before the last throw."""
    *before, last = positions(rules, seed)
    assert all(position.winner is None for position in before)
    assert last.winner is last.to_move
    assert last.home(last.winner) == rules.pieces


@every_rule_set
@given(seed=SEEDS)
@a_few_games
def test_a_position_line_reads_back_to_the_same_game(rules, seed):
    """Every position is told whole by its line, the throw aside."""
    for position in positions(rules, seed):
        assert parse_position(rules, write_position(position)) == position._replace(throw=None)


@every_rule_set
@given(seed=SEEDS)
@a_few_games
def test_the_board_is_the_same_seen_from_the_other_side(rules, seed):
    """With sides exchanged the same moves are legal and do the same."""
    for position in positions(rules, seed):
        mirrored = position._replace(
            pieces=BySide(position.pieces.dark, position.pieces.light),
            tokens=BySide(position.tokens.dark, position.tokens.light),
            to_move=position.to_move.other,
        )
        assert legal_moves(mirrored) == legal_moves(position)
        for move in legal_moves(position):
            assert play(mirrored, move)[1] == play(position, move)[1]


@every_rule_set
@given(seed=SEEDS)
@a_few_games
def test_what_happened_is_told_in_order(rules, seed):
    """Events come each once, in the order in which they are listed."""
    order = list(Event)
    for position in positions(rules, seed):
        for move in legal_moves(position):
            places = [order.index(event) for event in play(position, move)[1]]
            assert places == sorted(set(places))


@every_rule_set
def test_the_chances_of_all_throws_make_one(rules):
    """What the dice show adds up to certainty."""
    assert sum(rules.chances.values()) == 1
    assert list(rules.chances) == sorted(rules.chances)


def test_the_shortest_chances_are_exact():
    """With one piece a side on the last steps, the chances are the published fractions."""
    value = {(14, 14): Fraction(4, 7), (13, 14): Fraction(116, 161), (14, 13): Fraction(74, 161)}
    assert {pair: _chance(*pair, value) for pair in value} == value


def _chance(mine: int, theirs: int, value: dict[tuple[int, int], Fraction]) -> Fraction:
    """How likely the side to throw wins, when ``value`` is what it is one throw later."""
    position = Game(LONE, BySide((mine,), (theirs,)), Side.LIGHT, None, BySide(0, 0))
    total = Fraction(0)
    for thrown, chance in FINKEL.chances.items():
        worth = [
            Fraction(1)
            if after.winner
            else value[after.pieces.light[0], theirs]
            if after.to_move is Side.LIGHT
            else 1 - value[theirs, after.pieces.light[0]]
            for move in legal_moves(throw(position, thrown))
            for after, _ in [play(throw(position, thrown), move)]
        ]
        total += chance * max(worth, default=1 - value[theirs, mine])
    return total
