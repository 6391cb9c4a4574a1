"""The past in the repository: what the end of a game writes, and where its links lead."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

import pytest

from tests.town import OWNER, Town
from ur import paths
from ur.referee.club import PAST_KEPT
from ur.render.hall import PAGED_FROM


def play_a_game(town: Town) -> int:
    """A game between two, from its beginning to its end; its number."""
    town.begin(*[1] * 400)
    match = town.skip_to_the_last_move()
    winner = town.foresee(1)[0][0]
    town.asked(winner, f"ur-move-1@14-{match.number}.{match.next_turn}")
    return match.number


@pytest.fixture(scope="module")
def veterans(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    """A town in which two people have played as many games as it takes to have a page."""
    with Town(tmp_path_factory.mktemp("veterans") / "town", numbers_above=1000) as town:
        town.create()
        for _ in range(PAGED_FROM):
            play_a_game(town)
        yield town


def test_the_end_of_a_game_writes_its_page_pictures_and_lists(late_town: Town):
    """In the commit of the winning move, and in no other."""
    before = set(late_town.files())
    number = play_a_game(late_town)
    new = set(late_town.files()) - before
    changed = late_town.git("show", "--name-only", "--format=", "main").split()

    written = {
        *(paths.archived(number), paths.record_text(number), paths.page(number)),
        *(paths.replay(number), paths.race(number), paths.index(), paths.index_page(1)),
    }
    assert written <= new
    assert written <= set(changed)
    assert late_town.read(paths.replay(number))[:6] == b"GIF89a"
    assert len(late_town.read(paths.replay(number))) <= 200_000


def test_a_move_touches_nothing_of_the_past(late_town: Town):
    """Beginning and moving after an ended game changes no file of archive or players."""
    play_a_game(late_town)
    base = late_town.log("%H")[0]
    late_town.begin(1, 2, 3)
    late_town.move(5, 0)
    changed = late_town.git("diff", "--name-only", base, "main").split()

    assert not [path for path in changed if path.startswith((paths.ARCHIVE, paths.PLAYERS))]


def test_who_has_played_three_games_has_a_page(veterans: Town):
    """It is written by the end of the third game, and linked from roster and leaders."""
    pages = [path for path in veterans.files() if re.fullmatch(r"state/players/\d+/\d+\.md", path)]
    readme = veterans.read("README.md").decode()
    roster = veterans.read(paths.page(PAGED_FROM)).decode()

    assert pages == [paths.player_page(1001), paths.player_page(1002)]
    for page in pages:
        assert f"/blob/main/{page})" in readme
        assert f"/blob/main/{page})" in roster
        assert f"| games | {PAGED_FROM} |" in veterans.read(page).decode()
    assert "/players/" not in veterans.read(paths.page(1)).decode()


def test_every_link_into_the_repository_leads_to_a_file_of_the_commit(veterans: Town):
    """README, pages, lists and players link and show only what is there."""
    files = set(veterans.files())
    folders = {path.rpartition("/")[0] for path in files}
    home = re.escape(f"/{veterans.world.full_name}/")
    for page in sorted(
        path for path in files if path.startswith("state/") and path.endswith(".md")
    ):
        text = veterans.read(page).decode()
        absolute = re.findall(rf"{home}(?:tree|blob|raw)/main/([^)\"\s#]+)", text)
        relative = re.findall(r"(?:\]\(|src=\")([a-z0-9._-]+)[)\"]", text)
        inside = [f"{page.rpartition('/')[0]}/{name}" for name in relative]
        missing = {unquote(path) for path in (*absolute, *inside)} - files - folders
        assert not {path for path in missing if not path.startswith(("docs", "README"))}, page


def test_what_the_ends_of_games_wrote_is_what_a_rebuild_writes(veterans: Town):
    """Pages, pictures, lists and players follow from the records, whoever wrote them."""
    veterans._git(veterans.checkout, "pull", "--quiet")
    done = veterans.run("rebuild", "--check", "--all")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_another_repositorys_past_is_not_listed(town: Town):
    """A copy of a template that had ended games lists only its own."""
    play_a_game(town)
    town.push({paths.CLUB: town.read(paths.CLUB).replace(b"7000", b"8000", 1)}, "Another's")
    assert PAST_KEPT
    town.begin(1)
    assert [path for path in town.files() if path.startswith(paths.ARCHIVE)] == []
    assert town.asked(OWNER, "ur-abandon-1")
    assert "One game has ended" in town.read(paths.index()).decode()
