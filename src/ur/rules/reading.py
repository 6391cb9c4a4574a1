"""Reading a record: every turn is played by the rules, and refused at the first that cannot be.

Laws:
    1. A record that is read and written again is the same text.
    2. What is wrong is told with its line, counted from 1, and never repeated.
"""

import re
from collections.abc import Mapping

from ur.rules import seeded
from ur.rules.game import start
from ur.rules.heading import heading, spelled_out
from ur.rules.moves import lose_turn, play
from ur.rules.notation import LETTER, Unreadable
from ur.rules.proof import check_seed, read_turn
from ur.rules.record import Record, Turn, resign
from ur.rules.ruleset import RuleSet
from ur.rules.sets import RULE_SETS
from ur.rules.sides import Side

_TURN = re.compile(r"([1-9][0-9]{0,8})\. ([ld]) ([0-4])(?: ([01]{3,4}))?: ([a-z0-9-]{1,9})")
_HEADER = {
    "rules": ("[a-z0-9_= -]{1,80}", "the first line names the rules, like [rules finkel]"),
    "first": ("light|dark", "the second line is [first light] or [first dark]"),
    "seed": ("(?:[0-9a-f]{2}){1,1024}", "a seed is told in hex, like [seed 5f1c9a]"),
    "opening": ("[1-9][0-9]{0,8}", "an opening is a number of throws, like [opening 4]"),
}
"""The lines before the first turn, in their order, and what is said where one is not like that."""
_NEEDED = ("rules", "first")


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
    *lines, rest = text.split("\n")
    lines += [rest] if rest else []
    header = _header(lines)
    reading = _Reading(_playing(header, rule_sets, rules), header)
    for number, line in enumerate(lines[len(header) :], len(header) + 1):
        try:
            reading.read(line)
        except Unreadable as wrong:
            raise WrongRecord(number, str(wrong)) from None
    if rest:
        raise WrongRecord(len(lines), "the last line has no line end")
    record = reading.record()
    if record.game.winner and not reading.ended:
        reason = f"result is missing: [result {record.result}]"
        raise WrongRecord(len(lines) + 1, reason)
    return record


def _playing(
    header: Mapping[str, str], rule_sets: Mapping[str, RuleSet], rules: RuleSet | None
) -> RuleSet:
    """The rule set to replay a record by."""
    playing = rules or rule_sets.get(header["rules"]) or spelled_out(header["rules"])
    if playing is None:
        there = ", ".join(rule_sets)
        raise WrongRecord(1, f"rules are none that are known here; there are {there}")
    return playing


def _header(lines: list[str]) -> dict[str, str]:
    """What the lines before the first turn tell, by their names."""
    header: dict[str, str] = {}
    for name, (pattern, usage) in _HEADER.items():
        number = len(header) + 1
        line = lines[number - 1] if number <= len(lines) else ""
        if line.endswith("\r"):
            raise WrongRecord(number, "ends with a carriage return, a line ends with a newline")
        if found := re.fullmatch(rf"\[{name} ({pattern})\]", line, re.ASCII):
            header[name] = found[1]
        elif name in _NEEDED or line.startswith(f"[{name}"):
            raise WrongRecord(number, usage)
    return header


class _Reading:
    """A record as far as it was read."""

    def __init__(self, rules: RuleSet, header: Mapping[str, str]) -> None:
        self.written = "" if header["rules"] == heading(rules) else header["rules"]
        self.first = Side(header["first"])
        self.game = start(rules, self.first)
        self.seed = bytes.fromhex(header["seed"]) if "seed" in header else None
        self.opening = int(header.get("opening", 0))
        self.turns: list[Turn] = []
        self.resigned: Side | None = None
        self.ended = False
        if self.opening:
            self._check_opening(len(header))

    def read(self, line: str) -> None:
        """One more line: a turn, or the result."""
        if self.ended:
            raise Unreadable("comes after the result")
        if line.startswith("["):
            self._read_result(line)
        else:
            self._read_turn(line)

    def record(self) -> Record:
        """The record that was read."""
        told = (self.seed, self.opening, None, self.written)
        record = Record(self.game, self.first, tuple(self.turns), *told)
        return resign(record, self.resigned) if self.resigned else record

    def _check_opening(self, line: int) -> None:
        if self.seed is None:
            raise WrongRecord(line, "opening stands only beside a seed")
        spent, first = seeded.opening(self.seed, self.game.rules.dice)
        if (self.opening, self.first) != (spent, first):
            raise WrongRecord(line, f"opening should be {spent} by the seed, and {first} first")

    def _read_turn(self, line: str) -> None:
        found, side, number = _TURN.fullmatch(line), self.game.to_move, len(self.turns) + 1
        if found is None:
            raise Unreadable("is no turn, like 1. l 3: hand-b1")
        written, letter, told, faces, text = found.groups()
        if self.game.winner:
            raise Unreadable("comes after the end of the game")
        if int(written) != number:
            raise Unreadable(f"number should be {number}")
        if letter != LETTER[side]:
            raise Unreadable(f"side should be {LETTER[side]}")
        value = int(told)
        thrown, move = read_turn(self.game, value, faces, text)
        if self.seed is not None:
            throws = self.opening + number - 1
            check_seed(self.game.rules, self.seed, throws, value, faces)
        self.game = play(thrown, move)[0] if move else lose_turn(thrown)
        self.turns.append(Turn(side, value, faces, move))

    def _read_result(self, line: str) -> None:
        if line == "[result draw ply_cap]":
            raise Unreadable("result draw ply_cap is none here: a game of Ur is never drawn")
        found = re.fullmatch(r"\[result (light|dark) (home|resign)\]", line)
        if found is None:
            raise Unreadable("is no result, like [result light home], and no turn")
        won = f"{self.game.winner} home" if self.game.winner else None
        if won or found[2] == "home":
            if f"{found[1]} {found[2]}" != won:
                raise Unreadable(f"result should be {won or 'none: nobody has won'}")
        else:
            self.resigned = Side(found[1]).other
        self.ended = True
