"""What many tests need: a repository of one's own, with a stand-in for GitHub beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.town import Town


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    """A fresh copy of the game, ready to play: real git, real HTTP, a stand-in for GitHub."""
    with Town(tmp_path / "town") as one:
        one.create()
        yield one


@pytest.fixture
def late_town(tmp_path: Path) -> Iterator[Town]:
    """The same in a repository that has had a thousand issues."""
    with Town(tmp_path / "town", numbers_above=1000) as one:
        one.create()
        yield one
