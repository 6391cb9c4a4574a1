"""Who wins with perfect play: value iteration over every position, by the engine's own moves.

A position is told by the pieces of the side to throw and of the other, so that
it stands for itself and for its mirror image with sides exchanged. Its value is
how likely the side to throw wins. Pieces that are home stay there, so positions
are solved in layers, those with most pieces home first.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product

from ur.rules import BySide, Game, RuleSet, Side, legal_moves, lose_turn, play, throw
from ur.rules.game import Steps

Position = tuple[Steps, Steps]
Choices = Sequence[tuple[float, Sequence[int]]]
"""For each throw its chance and what may come of it, as places in the list of worths."""

WON = 0
EXACT = 1e-14


def positions(rules: RuleSet) -> Iterator[Position]:
    """Every way in which both sides' pieces can stand, each square holding one at most."""
    squares = range(1, rules.home)
    alone = [
        steps
        for steps in combinations_with_replacement(range(rules.home + 1), rules.pieces)
        if not any(steps.count(step) > 1 for step in squares)
    ]
    meets = rules.route.meets
    for mine, theirs in product(alone, repeat=2):
        if not any(meets[step] and meets[step] in theirs for step in mine):
            yield mine, theirs


def unfinished(rules: RuleSet) -> list[Position]:
    """Those positions in which a game still goes on."""
    return [
        (mine, theirs)
        for mine, theirs in positions(rules)
        if rules.home not in {mine[0], theirs[0]}
    ]


def after(rules: RuleSet, position: Position, value: int) -> list[Game]:
    """All that may come of a throw, light being the side to throw."""
    tokens = BySide(rules.tokens, rules.tokens)
    thrown = throw(Game(rules, BySide(*position), Side.LIGHT, None, tokens), value)
    return [play(thrown, move)[0] for move in legal_moves(thrown)] or [lose_turn(thrown)]


def solve(rules: RuleSet) -> dict[Position, float]:
    """The value of every unfinished position."""
    # What a place is worth to the side that comes to it: at WON the game; at a position's
    # own place its value, for who throws again; one further on the rest, when the other throws.
    places = {position: 1 + 2 * index for index, position in enumerate(unfinished(rules))}
    worth = [1.0] + [0.5] * 2 * len(places)
    layers: dict[int, list[Position]] = defaultdict(list)
    for position in places:
        layers[sum(steps.count(rules.home) for steps in position)].append(position)
    for _, layer in sorted(layers.items(), reverse=True):
        layer.sort(key=_walked, reverse=True)
        _settle(worth, [(places[here], _choices(rules, here, places)) for here in layer])
    return {position: worth[place] for position, place in places.items()}


def _walked(position: Position) -> int:
    return sum(map(sum, position))


def _choices(rules: RuleSet, position: Position, places: dict[Position, int]) -> Choices:
    return [
        (float(chance), [_place(game, places) for game in after(rules, position, value)])
        for value, chance in rules.chances.items()
    ]


def _place(game: Game, places: dict[Position, int]) -> int:
    if game.winner:
        return WON
    return places[game.pieces.seen_by(game.to_move)] + (game.to_move is Side.DARK)


def _settle(worth: list[float], layer: Sequence[tuple[int, Choices]]) -> None:
    """Work out a layer's values from each other until none changes any more."""
    change = 1.0
    while change > EXACT:
        change = 0.0
        for place, choices in layer:
            value = 0.0
            for chance, ends in choices:
                value += chance * max([worth[end] for end in ends])
            change = max(change, abs(value - worth[place]))
            worth[place], worth[place + 1] = value, 1 - value
