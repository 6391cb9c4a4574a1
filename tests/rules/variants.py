"""Rule sets made of every ingredient, and short ways to a game."""

import random
from collections.abc import Iterator

from ur.rules import RULE_SETS, Game, RuleSet, legal_moves, lose_turn, parse_position, play, throw
from ur.rules.route import BELL
from ur.rules.ruleset import Safety, Sheltered

FINKEL = RULE_SETS["finkel"]
MASTERS = RULE_SETS["masters"]
QUICK = RULE_SETS["quick"]
TABLET = RULE_SETS["tablet"]
THREE_DICE = RULE_SETS["three-dice"]
UNSAFE = RULE_SETS["no-safe-rosette"]
HUNTERS = RULE_SETS["extra-throw-on-capture"]
FIVE = RULE_SETS["five-piece"]
BLITZ = RULE_SETS["blitz"]
ASEB = RULE_SETS["aseb"]
BOUNCE = RULE_SETS["rossjrw"]

BLANK_IS_FOUR = RuleSet("blank-is-four", BELL, dice=3, zero_value=4)
UNSAFE_HUNTERS = RuleSet(
    "unsafe-hunters", BELL, safe_rosettes=Safety.NONE, extra_on_capture=True, pieces=5
)
BOUNCING_TOKENS = RuleSet("bouncing-tokens", BELL, on_protected=Sheltered.BOUNCE, tokens=10)
LONG_TOKENS = RuleSet("long-tokens", MASTERS.route, exact_exit=False, tokens=10)
NO_EXTRA = RuleSet("once", BELL, extra_on_rosette=False)
LONE = RuleSet("lone", BELL, pieces=1)

EVERY = (
    *RULE_SETS.values(),
    *(BLANK_IS_FOUR, UNSAFE_HUNTERS, BOUNCING_TOKENS, LONG_TOKENS, NO_EXTRA, LONE),
)


def game(line: str, value: int | None = None, rules: RuleSet = FINKEL) -> Game:
    """The game of a position line, with a throw on the table if there is one."""
    position = parse_position(rules, line)
    return position if value is None else throw(position, value)


def at_random(dice: random.Random, position: Game) -> Iterator[Game]:
    """A game played on at random to its end: each position, thrown and not."""
    values = tuple(position.rules.chances)
    weights = [float(chance) for chance in position.rules.chances.values()]
    while not position.winner:
        if position.throw is None:
            position = throw(position, dice.choices(values, weights)[0])
        elif moves := legal_moves(position):
            position, _ = play(position, dice.choice(moves))
        else:
            position = lose_turn(position)
        yield position
