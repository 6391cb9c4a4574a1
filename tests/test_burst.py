"""Many requests at once: in order, few pushes, no end to the patience."""

import math
import random
import threading

from tests.town import OWNER, Town
from ur.rules import Side


def test_a_whole_game_that_waits_is_played_by_one_run(town: Town):
    """150 requests that wait together are played in order by one run, 25 to a push."""
    throws = random.Random(4)
    town.begin(*[throws.getrandbits(4).bit_count() for _ in range(400)])
    numbers = [town.ask(player, title) for player, title in town.foresee(150)]
    commits = len(town.log())
    pushed = town.origin / "pushed"
    hook = town.origin / "hooks" / "post-receive"
    hook.write_text(f"#!/bin/sh\necho one >> {pushed}\n")
    hook.chmod(0o755)

    assert town.play()

    assert len(numbers) > 100
    assert [town.answer(number) for number in numbers] == ["moved"] * len(numbers)
    assert len(town.log()) == commits + len(numbers)
    assert len(pushed.read_text().splitlines()) == math.ceil(len(numbers) / 25)


def test_two_runs_at_once_lose_nothing_and_play_nothing_twice(town: Town):
    """Two runs on one branch answer every request the same; the second to push reads all again."""
    town.begin(*[2] * 60)
    numbers = [town.ask(player, "ur-join-white-1") for player in range(1, 13)]
    tables = [town.table() for _ in range(2)]
    runs = [threading.Thread(target=table.serve) for table, _ in tables]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    for _, things in tables:
        for thing in things:
            thing.close()

    assert [seat.person.id for seat in town.match().team(Side.LIGHT)] == [
        1000 + player for player in range(1, 13)
    ]
    for number in numbers:
        assert town.world.issue(number).state == "closed"
        said = {body.partition("<p>")[0] for body in town.comments(number)}
        assert len(said) == 1
    assert town.asked(OWNER, "ur-abandon-1")
