"""Logs as rossjrw's system keeps them, written from matches."""

import json
from typing import Any

from tests.store.games import Play
from ur.referee.match import Match, Turn
from ur.rules import RULE_SETS, Event, Side

RULES = RULE_SETS["rossjrw"]
TEAM = {Side.LIGHT: "w", Side.DARK: "b"}


def played(chance: int = 7, *, moves: int = 900, number: int = 3) -> Match:
    """A match of theirs, won unless it has fewer moves."""
    play = Play(chance, rules=RULES, number=number, faces=False, issues=200 * number)
    return play.moves(moves).match


def log_of(match: Match) -> list[dict[str, Any]]:
    """The rows of a match."""
    names = {seat.person.id: seat.person.login for seat in match.seats}
    began = match.began
    rows = [row(began.by.login, began.issue, began.at, TEAM[match.first], "new")]
    for turn in match.turns:
        name = names.get(turn.by, rows[-1]["username"])
        issue = turn.issue or rows[-1]["issue"]
        action = "move" if turn.move else "pass"
        rows.append(row(name, issue, turn.at, TEAM[turn.side], action) | walked(turn))
    return rows


def row(name: str, issue: int, at: Any, team: str, action: str) -> dict[str, Any]:
    """A row in which nothing is thrown or moved."""
    return {
        "username": name,
        "issue": issue,
        "time": at.strftime("%Y-%m-%dT%H:%M:%S.789Z"),
        "team": team,
        "action": action,
        "boardImage": None,
        "events": None,
        "fromPosition": None,
        "toPosition": None,
        "roll": None,
    }


def walked(turn: Turn) -> dict[str, Any]:
    """What a turn adds to its row."""
    if turn.move is None:
        return {"roll": turn.thrown.value}
    return {
        "roll": turn.thrown.value,
        "fromPosition": turn.move.step,
        "toPosition": turn.move.to,
        "events": {
            "rosetteClaimed": Event.ROSETTE in turn.events,
            "captureHappened": Event.CAPTURED in turn.events,
            "ascensionHappened": Event.BORNE_OFF in turn.events,
            "gameWon": Event.WON in turn.events,
        },
    }


def written(rows: object) -> bytes:
    """A log as a file."""
    return json.dumps(rows, indent=2).encode()
