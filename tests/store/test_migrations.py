"""Documents of every released version are read for ever; newer ones are refused.

Each folder in ``released`` is called by the commit that wrote what is in it: a game in
play, an ended one, the club, and some players.
"""

import json
from pathlib import Path

import pytest

from ur.errors import KeeperFault
from ur.store import codec
from ur.store import state as store
from ur.store.migrations import SCHEMA, STEPS, current
from ur.store.writer import write

RELEASED = sorted((Path(__file__).parent / "released").iterdir())
DOCUMENTS = ("match.json", "club.json", "record.json", "players.json")
every_release = pytest.mark.parametrize("release", RELEASED, ids=lambda path: path.name)


def texts(release: Path) -> dict[str, bytes]:
    """The documents of a release, by name."""
    return {name: (release / name).read_bytes() for name in DOCUMENTS}


@every_release
def test_what_a_release_wrote_is_read(release):
    """The game in play, the club and a record are what they were, though newer keys are missing."""
    told = texts(release)
    raw = {name: json.loads(text) for name, text in told.items()}

    state = store.load(
        {"state/club.json": told["club.json"], "state/match.json": told["match.json"]}, None
    )
    record = codec.read_match("record.json", told["record.json"])
    players = codec.read_players("players.json", told["players.json"])

    assert state.match
    assert (state.match.number, state.club.games, len(state.match.turns)) == (2, 2, 3)
    assert not state.match.over
    assert record.over
    assert len(record.turns) == len(raw["record.json"]["turns"])
    assert [one.number for one in state.club.past] == [record.number]
    assert list(players) == [one["id"] for one in raw["players.json"]["players"]]
    assert all(one.totals.games == 1 for one in players.values())


@every_release
def test_what_a_release_wrote_is_brought_up_to_date(release):
    """Written again every document is of today's schema, and tells the same and no less."""
    told = texts(release)
    read_and_write = {
        "match.json": lambda text: codec.write_match(codec.read_match("", text)),
        "record.json": lambda text: codec.write_match(codec.read_match("", text)),
        "club.json": lambda text: codec.write_club(codec.read_club("", text)),
        "players.json": lambda text: codec.write_players(codec.read_players("", text).values()),
    }
    for name, again in read_and_write.items():
        before, after = json.loads(told[name]), json.loads(again(told[name]))
        assert after["schema"] == SCHEMA
        assert again(again(told[name])) == again(told[name])
        assert kept(before, after)


def kept(before: object, after: object) -> bool:
    """Whether all that was told is still told."""
    if isinstance(before, dict) and isinstance(after, dict):
        return all(key in after and kept(one, after[key]) for key, one in before.items())
    if isinstance(before, list) and isinstance(after, list):
        return len(before) == len(after) and all(map(kept, before, after))
    return before == after


@every_release
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_newer_schema_is_refused_with_its_remedy(release, name):
    """Nothing is guessed: the keeper is told to take the program that wrote it."""
    document = json.loads(texts(release)[name]) | {"schema": SCHEMA + 1}
    read = {"club.json": codec.read_club, "players.json": codec.read_players}
    with pytest.raises(KeeperFault, match="newer schema") as caught:
        read.get(name, codec.read_match)(f"state/{name}", json.dumps(document).encode())
    assert caught.value.where == f"state/{name}"
    assert caught.value.remedy == "Take the newer version of the program that wrote it"


def test_each_step_is_taken_once_and_in_order():
    """A document takes the steps from its own schema on, and no other."""
    steps = [lambda told, at=at: {**told, "steps": [*told["steps"], at]} for at in (1, 2, 3)]
    for schema in (1, 2, 3, 4):
        text = json.dumps({"schema": schema, "steps": []}).encode()
        assert current("a.json", text, steps).value["steps"] == [1, 2, 3][schema - 1 :]
    with pytest.raises(KeeperFault, match="newer schema than 4"):
        current("a.json", b'{"schema": 5, "steps": []}', steps)


def test_what_is_written_has_the_schema_after_the_last_step():
    """Writer and steps cannot part."""
    assert json.loads(write({}))["schema"] == SCHEMA == 1 + len(STEPS)
