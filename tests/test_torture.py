"""The short form of the torture: a few of its thousands of troubles, by the same code."""

from pathlib import Path

import pytest

from tests.torture import crashes, misbehaviour, scenes
from tests.torture.crashes import Point
from tests.town import Town
from ur.hosts.pace import ALL_WAITS, LONGEST_WAIT
from ur.sandbox.faults import Reply, rate_limited, secondary_limit, too_many_requests


def test_every_kind_of_effect_is_one_that_the_torture_knows(tmp_path: Path):
    """What a run does to the world is found by watching it; a new kind is noticed here."""
    with crashes.scene_of("start", tmp_path) as (_, killer):
        found = set(crashes.kinds(killer.points()))

    assert found == {
        "rest GET issues",
        "rest POST issues/N/reactions",
        "rest POST issues/N/comments",
        "rest PATCH issues/N",
        "rest GET labels",
        "rest POST labels",
        "git symbolic-ref",
        "git fetch",
        "git rev-parse",
        "git ls-tree",
        "git config",
        "git cat-file",
        "git fast-import",
        "git push",
        "git update-ref",
        "hook pre-receive",
        "hook post-receive",
    }


def test_a_run_that_is_killed_loses_nothing(tmp_path: Path):
    """Killed round its push, a comment and a closing, a run is finished by the next, once."""
    said: list[str] = []
    with crashes.scene_of("start", tmp_path) as (scene, killer):
        points = {(point.what, point.when): point for point in killer.points()}
        chosen: list[Point] = [
            points["push", "after"],
            points["POST issues/N/comments", "after"],
            points["PATCH issues/N", "before"],
            points["pre-receive", "refuse"],
        ]
        counts = crashes.torture(said.append, scene, killer, chosen)

    assert said == []
    assert (counts["points"], counts["lost"]) == (4, 0)


@pytest.mark.parametrize("prepare", [scenes.small, scenes.mended], ids=["small", "mended"])
def test_a_github_that_misbehaves_loses_nothing(tmp_path: Path, prepare):
    """Whatever one call of a run gets for an answer, every request is answered once in the end."""
    said: list[str] = []
    with misbehaviour.Quiet(), misbehaviour.Stage(prepare, tmp_path) as stage:
        troubles = list(stage.troubles())
        counts = misbehaviour.torture(said.append, stage, troubles[:: len(troubles) // 6])

    assert said == []
    assert counts["combinations"] >= 6
    assert counts["lost"] == 0


def test_what_people_do_meanwhile_hurts_nobody_else(tmp_path: Path):
    """An issue that is closed, deleted or retitled in the middle of a run stops no other."""
    said: list[str] = []
    with misbehaviour.Quiet(), misbehaviour.Stage(scenes.small, tmp_path) as stage:
        deeds = list(stage.meanwhile())
        counts = misbehaviour.meanwhile(said.append, stage, deeds[:: len(deeds) // 5])
        counts += misbehaviour.lagging(said.append, stage, stage.events, newest=[1], times=[1])

    assert said == []
    assert counts["lost"] == 0


def test_a_request_that_is_deleted_meanwhile_is_no_fault(town: Town):
    """An issue that is gone when it is to be answered leaves the run as good as it was."""
    town.begin(2, 1)
    number, other = town.ask(1, "ur-move-2@0-1.1"), town.ask(3, "ur-join-white-1")
    town.faults.hook = lambda _, call: call.fits("POST", "/comments$") and _gone(town, number)

    assert town.play()

    assert f"#{number}: is not open any more" in town.said
    assert town.answer(other) == "joined"


def test_a_lock_that_a_killed_run_left_does_no_harm(town: Town):
    """A checkout whose refs are locked for ever by a run that was killed is played in."""
    town.begin(2, 1)
    (town.checkout / ".git" / "packed-refs.lock").touch()
    number = town.ask(1, "ur-move-2@0-1.1")

    assert town.play()

    assert town.answer(number) == "moved"


@pytest.mark.parametrize(
    "fault",
    [secondary_limit(3600), too_many_requests(3600), rate_limited(1800), too_many_requests()],
    ids=["secondary", "429", "rate", "429 without a time"],
)
def test_a_run_waits_no_longer_than_it_may(town: Town, fault):
    """Whatever GitHub asks for, a run waits a minute at a time, a few in all, and ends well."""
    town.begin(2, 1)
    numbers = [town.ask(player, "ur-nonsense") for player in range(1, 6)]
    town.faults.add(fault, times=1000)
    table, things = town.table()
    slept: list[float] = []
    table._forge.patience.sleep = slept.append

    assert table.serve()
    for thing in things:
        thing.close()

    assert max(slept, default=0) <= LONGEST_WAIT
    assert sum(slept) <= ALL_WAITS
    assert "Stopped" in town.said[-1]
    town.faults.clear()
    assert town.play()
    assert {town.answer(number) for number in numbers} == {"bad-title"}


@pytest.mark.parametrize("text", ["[[]]", "{}", "[{}]", '{"id": "none"}'])
@pytest.mark.parametrize("path", ["/issues$", "/reactions$", "/comments$"])
def test_json_of_another_shape_breaks_no_run(town: Town, path, text):
    """What is JSON and not what was asked for is no answer; the next run finishes."""
    town.begin(2, 1)
    number = town.ask(1, "ur-move-2@0-1.1")
    town.faults.add(Reply(200, text), "*", path, times=1000)

    town.play()
    town.faults.clear()
    assert town.play()

    assert town.answer(number) == "moved"


def _gone(town: Town, number: int) -> None:
    town.world.ledger.issues[number].deleted = True
