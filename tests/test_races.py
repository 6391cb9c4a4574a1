"""Runs at once, outside the concurrency group: the short form of ``tests.torture.races``."""

from tests.torture.races import race


def test_runs_at_once_beside_a_person_who_pushes():
    """Three processes and a person race: no move is lost or doubled, every edit stays."""
    told: list[str] = []

    counts = race(told.append, runs=3, requests=30)

    assert counts["lost"] == 0
    assert counts["edits"]
    assert len(told) == len(counts)
