"""Reading a record: every turn is played by the rules, and refused at the first that cannot be.

Laws:
    1. A record that is read and written again is the same text.
    2. What is wrong is told with its line, counted from 1, and never repeated.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from ur.rules import seeded
from ur.rules.heading import heading, spelled_out
from ur.rules.notation import LETTER, Unreadable
from ur.rules.proof import check_seed, read_turn
from ur.rules.record import Record, add, begin
from ur.rules.ruleset import RuleSet
from ur.rules.sets import RULE_SETS
from ur.rules.sides import Side

_TURN = re.compile(r"([1-9][0-9]{0,8})\. ([ld]) ([0-4])(?: ([01]{3,4}))?: ([a-z0-9-]{1,9})")


class WrongRecord(Unreadable):
    """A text that is no record of a game; ``line`` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


def parse_record(
    text: str, rule_sets: Mapping[str, RuleSet] = RULE_SETS, rules: RuleSet | None = None
) -> Record:
    """The record that a text tells, every turn played by the rules.

    ``rule_sets`` are those that may be named; ``rules`` replays it under another
    rule set than the one it names.

    Raises:
        WrongRecord: the first line that the rules or the dice do not allow, and why.
    """
    lines = text.split("\n")
    if lines.pop():
        raise WrongRecord(len(lines) + 1, "the last line has no line end")
    record, used = _header(lines, rule_sets, rules)
    told = False
    for number, line in enumerate(lines[used:], used + 1):
        try:
            record = _read_line(record, line, told=told)
        except Unreadable as wrong:
            raise WrongRecord(number, str(wrong)) from None
        told = line.startswith("[")
    if record.game.winner and not told:
        reason = f"result is missing: [result {record.result}]"
        raise WrongRecord(len(lines) + 1, reason)
    return record


def _header(
    lines: list[str], rule_sets: Mapping[str, RuleSet], rules: RuleSet | None
) -> tuple[Record, int]:
    """The record before its first turn, and how many lines told so much."""
    used = 0

    def told(name: str, pattern: str) -> str | None:
        nonlocal used
        line = lines[used] if used < len(lines) else ""
        found = re.fullmatch(rf"\[{name} ({pattern})\]", line, re.ASCII)
        used += bool(found)
        return found[1] if found else None

    name = told("rules", "[a-z0-9_= -]{1,80}")
    if name is None:
        raise WrongRecord(1, "the first line names the rules, like [rules finkel]")
    named = rule_sets.get(name) or spelled_out(name)
    playing = rules or named
    if playing is None:
        raise WrongRecord(
            1, f"rules are none that are known here; there are {', '.join(rule_sets)}"
        )
    side = told("first", "light|dark")
    if side is None:
        raise WrongRecord(2, "the second line is [first light] or [first dark]")
    seed, opening = told("seed", "(?:[0-9a-f]{2})+"), told("opening", "[1-9][0-9]{0,8}")
    record = replace(begin(playing, Side(side)), heading="" if name == heading(playing) else name)
    if seed is not None:
        record = replace(record, seed=bytes.fromhex(seed))
    if opening is not None:
        record = _opened(record, used, int(opening))
    return record, used


def _opened(record: Record, line: int, opening: int) -> Record:
    if record.seed is None:
        raise WrongRecord(line, "opening stands only beside a seed")
    spent, first = seeded.opening(record.seed, record.rules.dice)
    if (opening, record.first) != (spent, first):
        raise WrongRecord(line, f"opening should be {spent} by the seed, and {first} first")
    return replace(record, opening=opening)


def _read_line(record: Record, line: str, *, told: bool) -> Record:
    """The record with what one more line tells, if the result was not told before it."""
    if told:
        raise Unreadable("comes after the result")
    return _read_result(record, line) if line.startswith("[") else _read_turn(record, line)


def _read_turn(record: Record, line: str) -> Record:
    """The record with the turn that a line tells."""
    found, game, number = _TURN.fullmatch(line), record.game, len(record.turns) + 1
    if found is None:
        raise Unreadable("is no turn, like 1. l 3: hand-b1")
    written, letter, value, faces, text = found.groups()
    if game.winner:
        raise Unreadable("comes after the end of the game")
    if int(written) != number:
        raise Unreadable(f"number should be {number}")
    if letter != LETTER[game.to_move]:
        raise Unreadable(f"side should be {LETTER[game.to_move]}")
    _, move = read_turn(game, int(value), faces, text)
    if record.seed is not None:
        throws = record.opening + len(record.turns)
        check_seed(record.rules, record.seed, throws, int(value), faces)
    return add(record, int(value), move, faces)


def _read_result(record: Record, line: str) -> Record:
    """The record with the result that a line tells."""
    if line == "[result draw ply_cap]":
        raise Unreadable("result draw ply_cap is none here: a game of Ur is never drawn")
    found = re.fullmatch(r"\[result (light|dark) (home|resign)\]", line)
    if found is None:
        raise Unreadable("is no result, like [result light home], and no turn")
    winner, how = Side(found[1]), found[2]
    if record.game.winner or how == "home":
        if record.result != f"{winner} {how}":
            raise Unreadable(f"result should be {record.result or 'none: nobody has won'}")
        return record
    return replace(record, resigned=winner.other)
