"""From the template to the first move, as docs/hosting.md tells it, under any name."""

import re

import pytest

from tests.town import OWNER, Town
from ur import paths


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("repo-y", "/owner-x/repo-y"),
        (OWNER, "/owner-x"),
        ("Owner-X", "/owner-x"),
        ("a.b_c", "/owner-x/a.b_c"),
    ],
)
def test_a_copy_of_any_name_is_ready_after_one_rebuild(tmp_path, name, board):
    """Links, labels and board are its own; a profile's links lead back to the profile."""
    with Town(tmp_path / "town", name=name) as town:
        town.create()
        assert town.run("rebuild", "--push").returncode == 0
        [begin] = [link for link in town.links() if link.title == "ur-new"]
        assert begin.url.startswith(f"{town.server.url}/{town.world.full_name}/issues/new?")
        assert f"{town.server.url}{board}" in begin.body
        assert town.world.label("winner")

        assert town.answer(town.asked(1, begin.title)) == "started"
        move = next(link for link in town.links() if link.title.startswith("ur-move-"))
        assert town.answer(town.asked(2, move.title)) == "moved"


def test_a_copy_plays_on_whatever_its_branch_is_called(town: Town):
    """Pictures, pages and commits are of the branch that is checked out."""
    for folder in (town.origin, town.checkout):
        town._git(folder, "branch", "--move", "trunk/of-a.tree")
    town._git(town.checkout, "fetch", "--quiet", "origin")
    town.world.repository.default_branch = "trunk/of-a.tree"

    assert town.run("rebuild", "--push").returncode == 0
    number = town.ask(1, "ur-new")
    assert town.run("play", event=town.event(number)).returncode == 0

    readme = town.read("README.md", "trunk/of-a.tree").decode()
    [shown] = re.findall(r"/raw/trunk/of-a\.tree/(state/board-\S+\.png)", readme)
    assert shown in town.files("trunk/of-a.tree")
    assert town.answer(number) == "started"


def test_a_copys_first_request_is_enough(town: Town):
    """Where no rebuild ever ran, the first request adopts the copy: its board, links and labels."""
    assert town.answer(town.asked(1, "ur-new")) == "started"
    readme = town.read("README.md").decode()
    assert "/owner-x/repo-y/issues/new?title=ur-move-" in readme
    assert town.world.label("rosette").color == "c8553d"
    assert paths.MATCH in town.files()
