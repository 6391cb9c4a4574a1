"""Where everything lies."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ur import paths


def test_paths_are_those_that_were_promised():
    """Pictures, records and totals lie where people and programs look for them."""
    assert paths.picture(12, 57) == "state/board-0012-0057.png"
    assert paths.archive(11) == "state/archive/0011"
    assert paths.archived(11) == "state/archive/0011/record.json"
    assert paths.players(1_234_567) == "state/players/567.json"
    assert paths.players(7) == "state/players/007.json"
    assert paths.player_page(1_234_567) == "state/players/567/1234567.md"
    assert paths.player_page(7) == "state/players/007/7.md"
    assert paths.index() == "state/archive/README.md"
    assert paths.index_page(3) == "state/archive/games-0003.md"
    assert paths.page(11) == "state/archive/0011/README.md"
    assert paths.replay(11) == "state/archive/0011/replay.gif"
    assert paths.race(11) == "state/archive/0011/race.png"
    assert (paths.MATCH, paths.CLUB) == ("state/match.json", "state/club.json")


@given(game=st.integers(1, 10**9), turn=st.integers(1, 10**6), person=st.integers(1, 10**15))
def test_names_of_files_are_portable(game, turn, person):
    """Whatever the numbers, names are lower case letters, digits, dots and dashes."""
    for path in (
        *(paths.picture(game, turn), paths.archived(game), paths.record_text(game)),
        *(paths.replay(game), paths.race(game), paths.index_page(game)),
        *(paths.players(person), paths.player_page(person)),
    ):
        assert all(re.fullmatch(r"[a-z0-9._-]+", name) for name in path.split("/"))


@given(game=st.integers(1, 10**9), turn=st.integers(1, 10**6), person=st.integers(1, 10**15))
def test_names_are_recognised(game, turn, person):
    """The names of a picture, a game, a page of games and a document of players say what it is."""
    assert paths.is_picture(paths.picture(game, turn).removeprefix("state/"))
    assert paths.game_of(paths.archive(game).removeprefix("state/archive/")) == game
    assert paths.is_index(paths.index_page(game).removeprefix("state/archive/"))
    assert paths.is_index(paths.index().removeprefix("state/archive/"))
    assert paths.is_players(paths.players(person).removeprefix("state/players/"))
    assert not paths.is_players(paths.player_page(person).split("/")[2])


@pytest.mark.parametrize(
    "name",
    ["", "011", "0011 ", "0011\n", "x0011", "\u0660\u0661\u0661\u0661", "README.md", "-0011"],
)
def test_what_is_no_game_is_none(name):
    """Only a folder of four or more digits is a game's."""
    assert paths.game_of(name) is None


@pytest.mark.parametrize(
    "name",
    ["board-12-57.png", "board-0012-0057.png\n", "board-0012-0057.gif", "my-board-0012-0057.png"],
)
def test_what_is_no_picture_of_ours_is_left_alone(name):
    """Only a board of a game and turn is ours to take away."""
    assert not paths.is_picture(name)


@pytest.mark.parametrize(
    "name", ["0011", "games-11.md", "games-0011.md\n", "games-0011", "readme.md", "README.md.bak"]
)
def test_what_is_no_page_of_games_is_none(name):
    """Only the archive's own pages stand beside its games."""
    assert not paths.is_index(name)


@pytest.mark.parametrize("name", ["001", "1.json", "0001.json", "001.json\n", "001.json.bak"])
def test_what_is_no_document_of_players_is_none(name):
    """Only three digits name one of a thousand documents."""
    assert not paths.is_players(name)
