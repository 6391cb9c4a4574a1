"""The record of a match as text, in the form of Game::RoyalUr 0.01.

[rules finkel]
[first light]
[seed 5f1c9a]            hex, only when it is revealed
[opening 4]              throws spent on who begins, only with a seed
1. l 3 1101: hand-b1
2. d 0 0000: -
[result light home]      none where the match was abandoned
"""

from ur.referee.match import Match, Turn
from ur.rules import RuleSet
from ur.rules.notation import LETTER, LOST, place


def write_record(match: Match) -> bytes:
    """A match as text, one turn a line."""
    lines = [f"[rules {match.rules.name}]", f"[first {match.first}]"]
    if match.seed:
        lines.append(f"[seed {match.seed.hex()}]")
        lines += [f"[opening {len(match.opening)}]"] if match.opening else []
    lines += [_line(match.rules, number, turn) for number, turn in enumerate(match.turns, 1)]
    if match.winner:
        lines.append(f"[result {match.winner} home]")
    return ("\n".join(lines) + "\n").encode("ascii")


def _line(rules: RuleSet, number: int, turn: Turn) -> str:
    faces = f" {turn.thrown.faces}" if turn.thrown.faces else ""
    return f"{number}. {LETTER[turn.side]} {turn.thrown.value}{faces}: {way(rules, turn)}"


def way(rules: RuleSet, turn: Turn) -> str:
    """A turn's move as text, from where to where."""
    if turn.move is None:
        return LOST
    return "-".join(place(rules, turn.side, step) for step in (turn.move.step, turn.move.to))
