"""The record as text."""

from dataclasses import replace

import pytest

from tests.referee.people import FINKEL, KEEPER, cast, deed, moved, player
from tests.store.games import LONE, SEED, Play
from ur.referee import match as matches
from ur.rules import Side
from ur.store.record import record_text

ANN, BOB = player(1), player(2)


def lone_game(first: Side | None = Side.LIGHT):
    """One piece a side: light runs home over three rosettes while dark sleeps."""
    match = matches.begin(2, LONE, first, deed())
    if first is None:
        match = cast(match, [2, 1])
    for value, step in ((4, 0), (4, 4), (4, 8)):
        match = moved(cast(match, [value]), step, ANN)
    return moved(cast(match, [0, 3]), 12, ANN)


def test_a_won_game_is_written_like_this():
    """Rules, who began, one turn a line with the dice as they fell, and the result."""
    assert record_text(lone_game()).decode() == (
        "[rules route=short dice=4 zero_rolls=0 safe_rosettes=1 pieces=1]\n"
        "[first light]\n"
        "1. l 4 1111: hand-a1\n"
        "2. l 4 1111: a1-d2\n"
        "3. l 4 1111: d2-h2\n"
        "4. d 0 0000: -\n"
        "5. l 3 1110: h2-home\n"
        "[result light home]\n"
    )


def test_a_revealed_seed_stands_with_the_number_of_opening_throws():
    """Seed and opening are told once the seed is revealed, the opening only with it."""
    match = lone_game(first=None)
    assert record_text(match).decode().splitlines()[:3] == [
        "[rules route=short dice=4 zero_rolls=0 safe_rosettes=1 pieces=1]",
        "[first light]",
        "1. l 4 1111: hand-a1",
    ]
    revealed = replace(match, seed=SEED)
    assert record_text(revealed).decode().splitlines()[:5] == [
        "[rules route=short dice=4 zero_rolls=0 safe_rosettes=1 pieces=1]",
        "[first light]",
        f"[seed {bytes(range(32)).hex()}]",
        "[opening 2]",
        "1. l 4 1111: hand-a1",
    ]


def test_without_opening_throws_there_is_no_opening():
    """A sealed game that nobody threw for has a seed alone."""
    lines = record_text(replace(lone_game(), seed=SEED)).decode().splitlines()
    assert not [line for line in lines if line.startswith("[opening")]


def test_an_abandoned_game_has_no_result():
    """A game that nobody won ends with its last turn; dark's squares are its own."""
    match = cast(matches.begin(1, FINKEL, Side.DARK, deed()), [3])
    match = matches.abandon(cast(moved(match, 0, BOB), [2]), deed(KEEPER))
    assert record_text(match).decode() == "[rules finkel]\n[first dark]\n1. d 3 1110: hand-b3\n"


def test_dice_that_nobody_saw_are_left_out():
    """Without faces the throw stands alone before the colon."""
    record = record_text(Play(3, faces=False).moves(1).match).decode()
    assert all(len(line.split(":")[0].split()) == 3 for line in record.splitlines()[2:])


@pytest.mark.parametrize("chance", range(5))
def test_every_turn_is_a_line(chance):
    """A record has a line for each turn, and ends with a newline."""
    match = Play(chance).moves(1000).match
    lines = record_text(match).decode().split("\n")
    assert lines[-1] == ""
    assert lines[-2] == f"[result {match.winner} home]"
    assert len(lines) == 2 + len(match.turns) + 2
    assert [line.split(".")[0] for line in lines[2:-2]] == [
        str(number) for number in range(1, len(match.turns) + 1)
    ]
