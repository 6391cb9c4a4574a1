"""Real games: nineteen that a community played to their end, and one that it still plays.

They lie outside the project, in the folder that UR_SHARED names. The logs are
rossjrw's: steps as ours, teams w for light and b for dark. The community's
figures, and which rows were bounces, lie beside them.
"""

import json
import os
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ur.rules import (
    RULE_SETS,
    Event,
    Game,
    Side,
    legal_moves,
    lose_turn,
    play,
    start,
    throw,
)

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / os.environ.get("UR_SHARED", "../shared") / "corpus"
pytestmark = pytest.mark.skipif(
    not CORPUS.is_dir(), reason="the real games are not here: UR_SHARED names no folder with them"
)

RULES = RULE_SETS["rossjrw"]
ARCHIVED = (*range(1, 15), 16, 17, 18, 20, 22)
ABANDONED, RUNNING = 17, 24
SIDE = {"w": Side.LIGHT, "b": Side.DARK}
TEAM = {side: team for team, side in SIDE.items()}
COLOUR = {"w": "white", "b": "black"}

every_game = pytest.mark.parametrize("number", [*ARCHIVED, RUNNING])


def read(name: str) -> Any:
    """One document of the corpus."""
    return json.loads((CORPUS / name).read_text("utf-8"))


def log_of(number: int) -> str:
    """The file that a game's log lies in."""
    return "current.json" if number == RUNNING else f"game-{number:02}.json"


@cache
def stats(number: int) -> dict[str, Any]:
    """The right figures of a game."""
    (told,) = (one for one in read("expected_stats.json")["games"] if one["game"] == number)
    assert told["file"] == log_of(number)
    return told


@dataclass
class Replay:
    """A log, played by the engine: how it stands, and what was counted on the way.

    ``counts`` are by team and event, and by team under ``move``; ``lost`` are the
    throws of lost turns as logged.
    """

    game: Game
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    lost: list[int | None] = field(default_factory=list)
    bounces: list[dict[str, Any]] = field(default_factory=list)

    def row(self, number: int, row: dict[str, Any], true_throw: int | None) -> None:
        """Play one row of a log; the engine must agree with everything it says."""
        assert SIDE[row["team"]] is self.game.to_move
        if row["action"] == "pass":
            self.lost.append(row["roll"])
            # Where the throw was not kept it can only have been one that moves nothing.
            self.game = lose_turn(throw(self.game, row["roll"] or 0))
            assert not any((row["events"] or {}).values())
            return
        assert row["action"] == "move"
        thrown = throw(self.game, row["roll"] if true_throw is None else true_throw)
        (move,) = (one for one in legal_moves(thrown) if one.step == row["fromPosition"])
        assert move.to == row["toPosition"]
        self.game, events = play(thrown, move)
        self.counts.update((row["team"], event) for event in ("move", *events))
        if move.bounced:
            self.bounces.append(
                {
                    "row": number,
                    "issue": row["issue"],
                    "team": row["team"],
                    "frm": move.step,
                    "roll_logged": row["roll"],
                    "roll_true": thrown.throw,
                    "to": move.to,
                    "captured": bool(move.captured),
                }
            )
        assert row["events"] == {
            "rosetteClaimed": Event.ROSETTE in events,
            "captureHappened": Event.CAPTURED in events,
            "ascensionHappened": Event.BORNE_OFF in events,
            "gameWon": Event.WON in events,
        }


@cache
def replay(number: int) -> Replay:
    """A game, played as its log tells, with the true throws of its bounces.

    The oldest logs have what a piece walked instead of what was thrown, which
    differs where it bounced; the rows are named beside the logs.
    """
    bounces = stats(number)["strict"]["bounces"]
    true_throws = {bounce["row"]: bounce["roll_true"] for bounce in bounces}
    new, *rows = read(log_of(number))
    assert new["action"] == "new"
    played = Replay(start(RULES, SIDE[new["team"]]))
    for index, row in enumerate(rows, 1):
        played.row(index, row, true_throws.get(index))
    return played


def by_step(game: Game, side: Side) -> list[int]:
    """How many pieces of a side are on each step, hand and home included."""
    return [game.pieces.of(side).count(step) for step in range(RULES.home + 1)]


def test_these_are_all_the_games():
    """The archive holds nineteen games, one more is still played, and each has its figures."""
    logs = sorted(path.name for path in CORPUS.glob("game-*.json"))
    assert logs == [log_of(number) for number in ARCHIVED]
    assert len(ARCHIVED) == 19
    told = [one["game"] for one in read("expected_stats.json")["games"]]
    assert told == [*ARCHIVED, RUNNING]


@every_game
def test_a_real_game_replays_to_its_end(number):
    """Captures, rosettes, bearing off, bounces, lost turns and the win are as in the log."""
    played, strict = replay(number), stats(number)["strict"]
    winner = played.game.winner
    assert {
        "first_team": read(log_of(number))[0]["team"],
        "finished": winner is not None,
        "winner": TEAM[winner] if winner else None,
        "moves": sum(played.counts[team, "move"] for team in SIDE),
        "passes": len(played.lost),
        "passes_zero": played.lost.count(0),
        "passes_blocked": len([thrown for thrown in played.lost if thrown]),
        "passes_roll_unknown": played.lost.count(None),
        "white_moves": played.counts["w", "move"],
        "black_moves": played.counts["b", "move"],
        "white_ascensions": played.counts["w", Event.BORNE_OFF],
        "black_ascensions": played.counts["b", Event.BORNE_OFF],
        "bounces": played.bounces,
        "final_white": by_step(played.game, Side.LIGHT),
        "final_black": by_step(played.game, Side.DARK),
    }.items() <= strict.items()
    assert (winner is None) == (number in {ABANDONED, RUNNING})


@every_game
def test_captures_and_rosettes_are_as_many_as_the_community_counted(number):
    """What the engine counts is what that community's own formula counts from the log."""
    played, computed = replay(number), stats(number)["computed"]
    for team, colour in COLOUR.items():
        assert played.counts[team, Event.CAPTURED] == computed[f"{colour}_captures"]
        assert played.counts[team, Event.ROSETTE] == computed[f"{colour}_rosettes"]


def test_the_logs_have_as_many_oddities_as_are_known():
    """Four throws were logged one too high, all of bounces, two of them as 5; one was not kept."""
    played = [replay(number) for number in (*ARCHIVED, RUNNING)]
    bounces = [bounce for one in played for bounce in one.bounces]
    odd = [bounce for bounce in bounces if bounce["roll_logged"] != bounce["roll_true"]]
    assert len(bounces) == 27
    assert len([bounce for bounce in bounces if bounce["captured"]]) == 3
    assert [(bounce["roll_logged"], bounce["roll_true"]) for bounce in odd] == [
        (5, 4),
        (2, 1),
        (4, 3),
        (5, 4),
    ]
    assert sum(one.lost.count(None) for one in played) == 1


def test_the_running_game_stands_as_it_was_kept():
    """After its last row the running game has the kept position, side, throw and moves."""
    played, kept = replay(RUNNING), read("current_state.json")
    assert [
        {"w": white, "b": black}
        for white, black in zip(*(by_step(played.game, side) for side in Side), strict=True)
    ] == kept["board"]
    assert played.game.to_move is SIDE[kept["currentPlayer"]]
    assert RULES.value("".join(map(str, kept["dice"]))) == kept["diceResult"]
    thrown = throw(played.game, kept["diceResult"])
    assert {str(move.step): move.to for move in legal_moves(thrown)} == kept["possibleMoves"]
