"""What a move costs, and how fast the rules are. Printed, not asserted: ``make bench``.

A move's requests, seconds and bytes, near and far, with and without a past: those
two columns must agree. What a move adds to the packed repository, over a whole game
(12 KiB at most), and what the game's end adds besides. Random games of finkel a
second beside an independent engine's, from the same throws; and the seconds that
``verify`` takes for the past.
The sandbox by its pages: the front page (100 ms at most, we hope) and the answer
(2 s), the run's process with it.
"""

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import requests
import royalur

from tests.browser.scenes import Shelf, mover
from tests.pasts import past
from tests.test_archive import packed as in_pack
from tests.town import OWNER, LoadedDice, Town
from ur import paths
from ur.port import Person
from ur.records import Records
from ur.referee import match as matches
from ur.referee.match import Deed, Match
from ur.rules import RULE_SETS, Side, legal_moves, lose_turn, play, start, throw
from ur.sandbox.faults import Delay
from ur.sandbox.visit import COOKIE
from ur.verify import verify_state

MOVES = 12
PAST = 1000
FAR = 0.08
LONGEST = 60


GAMES = 400


def main() -> None:
    """Measure and print."""
    out = sys.stdout.write
    for what, speed in speeds().items():
        out(f"{what:42}{speed:>10.2f}\n")
    for what, size in packed().items():
        out(f"{what:42}{size:>10.2f}\n")
    for what, cost in pages().items():
        out(f"{what:42}{cost:>10.2f}\n")
    out(f"{'':42}{'no past':>13}{f'{PAST:,} games':>14}\n")
    files = a_past(PAST)
    for name, delay in (("0 ms a request", 0.0), (f"{FAR * 1000:.0f} ms a request", FAR)):
        near, long = measure({}, delay), measure(files, delay)
        for what, unit in (("requests", ""), ("seconds", " s"), ("kilobytes committed", " kB")):
            row = f"{name}, {what} a move"
            out(f"{row:42}{near[what]:>10.2f}{unit:3}{long[what]:>11.2f}{unit:3}\n")


def speeds() -> dict[str, float]:
    """Random games a second, ours and the other engine's by turns, and seconds of ``verify``."""
    dice = random.Random("bench")
    tape = [(dice.choices(range(5), (1, 4, 6, 4, 1))[0], dice.random()) for _ in range(GAMES * 400)]
    rounds = [(_rate(our_games, tape), _rate(other_games, tape)) for _ in range(3)]
    ours, other = (statistics.median(column) for column in zip(*rounds, strict=True))
    return {
        "random games a second, ours": ours,
        "random games a second, royalur": other,
        "ours to royalur's": ours / other,
        f"seconds to verify {PAST:,} games": verify_seconds(),
    }


def _rate(play_all: Callable[[Iterator[tuple[int, float]]], None], tape: list) -> float:
    began = time.perf_counter()
    play_all(iter(tape))
    return GAMES / (time.perf_counter() - began)


def our_games(tape: Iterator[tuple[int, float]]) -> None:
    """Games by our engine, each throw and choice from the tape."""
    for _ in range(GAMES):
        game = start(RULE_SETS["finkel"])
        while not game.winner:
            value, chosen = next(tape)
            game = throw(game, value)
            moves = legal_moves(game)
            game = play(game, moves[int(chosen * len(moves))])[0] if moves else lose_turn(game)


def other_games(tape: Iterator[tuple[int, float]]) -> None:
    """The same by royalur."""
    for _ in range(GAMES):
        game = royalur.Game.create(royalur.GameSettings.create_finkel())
        while not game.is_finished():
            value, chosen = next(tape)
            game.roll_dice(value)
            if game.is_waiting_for_move():
                moves = game.find_available_moves()
                game.make_move(moves[int(chosen * len(moves))])


def verify_seconds() -> float:
    """How long it takes to check the state of a club with a past."""
    with tempfile.TemporaryDirectory() as folder:
        for path, data in a_past(PAST).items():
            (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / path).write_bytes(data)
        began = time.perf_counter()
        found = list(verify_state(Records(), Path(folder)))
        if any(one.line is not None for one in found):
            raise ValueError("the past is not whole")
        return time.perf_counter() - began


def packed() -> dict[str, float]:
    """What a whole game adds to the repository once it is packed, and its end alone."""
    with tempfile.TemporaryDirectory() as folder, Town(Path(folder) / "town") as town:
        town.create()
        town.secret = "bench"
        town.asked(OWNER, "ur-new")
        teams = {1: range(4, 31, 2), 2: range(3, 30, 2)}
        for player in (*teams[1], *teams[2]):
            town.ask(player, f"ur-join-{'black' if player % 2 else 'white'}-1")
        town.play()
        foreseen = enumerate(town.foresee(1000))
        asked = [(teams[side][turn % 14], title) for turn, (side, title) in foreseen]
        sizes = [in_pack(town)]
        for player, title in asked[:-1]:
            town.ask(player, title)
        town.play()
        sizes.append(in_pack(town))
        town.asked(*asked[-1])
        sizes.append(in_pack(town))
        ended = town.read(paths.replay(1))
    return {
        "moves of the packed game": len(asked),
        "KiB packed, a move": (sizes[1] - sizes[0]) / (len(asked) - 1),
        "KiB packed, the end of the game": sizes[2] - sizes[1],
        "kB of its replay": len(ended) / 1000,
    }


def pages() -> dict[str, float]:
    """Medians over some moves in the sandbox, asked for and followed as its pages do."""
    fronts, answers = [], []
    with (
        tempfile.TemporaryDirectory() as folder,
        Shelf(Path(folder)).sandbox("playing") as sandbox,
    ):
        home = f"{sandbox.url}/{sandbox.world.full_name}"
        for _ in range(MOVES):
            title, login = sandbox.local.links()[0].title, mover(sandbox)
            answers.append(_timed(partial(_ask, home, title, login)))
            fronts.append(_timed(partial(requests.get, home, timeout=LONGEST)))
    return {
        "front page, ms": statistics.median(fronts) * 1000,
        "from pressing the button to the answer, s": statistics.median(answers),
    }


def _ask(home: str, title: str, login: str) -> None:
    """Send the form as somebody, and wait until the issue is closed."""
    page = requests.post(
        f"{home}/issues", {"title": title}, cookies={COOKIE: login}, timeout=LONGEST
    )
    while "state-open" in page.text:
        time.sleep(0.02)
        page = requests.get(page.url, timeout=LONGEST)
    if "state-done" not in page.text:
        raise ValueError(f"{page.url} was not played")


def _timed(do: Callable[[], object]) -> float:
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


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
