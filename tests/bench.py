"""What a move costs: requests, seconds and bytes, near and far, with and without a past.

Printed, not asserted: ``make bench``. The columns with and without a past must agree.
"""

import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from tests.pasts import past
from tests.town import LoadedDice, Town
from ur.port import Person
from ur.referee import match as matches
from ur.referee.match import Deed, Match
from ur.rules import RULE_SETS, Side, legal_moves
from ur.sandbox.faults import Delay

MOVES = 12
PAST = 1000
FAR = 0.08


def main() -> None:
    """Measure and print."""
    out = sys.stdout.write
    out(f"{'':42}{'no past':>13}{f'{PAST:,} games':>14}\n")
    files = a_past(PAST)
    for name, delay in (("0 ms a request", 0.0), (f"{FAR * 1000:.0f} ms a request", FAR)):
        near, long = measure({}, delay), measure(files, delay)
        for what, unit in (("requests", ""), ("seconds", " s"), ("kilobytes committed", " kB")):
            row = f"{name}, {what} a move"
            out(f"{row:42}{near[what]:>10.2f}{unit:3}{long[what]:>11.2f}{unit:3}\n")


def measure(files: dict[str, bytes], delay: float) -> dict[str, float]:
    """Medians over some moves of a game after a past, each request delayed by so many seconds."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Town(Path(folder) / "town", numbers_above=PAST * 1000) as town,
    ):
        town.create()
        if files:
            town.push(files, "A past")
        town.begin(*[1, 2, 3, 1, 2, 2, 3, 1, 2, 4, 1, 2, 3, 2, 1] * 3)
        asked = town.foresee(MOVES)
        town.faults.add(Delay(delay), times=10**6)
        seconds, requests, sizes = [], [], []
        for player, title in asked:
            town.ask(player, title)
            before, log, began = town.log("%H")[0], len(town.server.log), time.monotonic()
            town.play()
            seconds.append(time.monotonic() - began)
            requests.append(len(town.server.log) - log)
            usage = ("rev-list", "--disk-usage", "--objects", f"{before}..main")
            sizes.append(int(town.git(*usage)) / 1000)
    names = ("requests", "seconds", "kilobytes committed")
    return dict(zip(names, map(statistics.median, (requests, seconds, sizes)), strict=True))


def a_past(games: int) -> dict[str, bytes]:
    """The state of a club that has ended so many games."""
    one = a_game()
    return past([replace(one, number=number) for number in range(1, games + 1)])


def a_game() -> Match:
    """A game between two, played greedily to its end."""
    dice = LoadedDice([1, 2, 3, 2, 1, 4, 2, 0, 3, 2] * 100)
    people = {side: Person(1001 + at, f"player-{at + 1:02}") for at, side in enumerate(Side)}
    at = Town.began
    match = matches.begin(1, RULE_SETS["finkel"], Side.LIGHT, Deed(people[Side.LIGHT], at, 1))
    while not match.over:
        while match.awaits_throw:
            match = matches.throw(match, dice.throw(match), at)
        deed = Deed(people[match.game.to_move], at, match.next_turn + 1)
        match = matches.move(match, legal_moves(match.game)[-1], deed)
    return match


if __name__ == "__main__":
    main()
