"""The past in the repository: what the end of a game writes, and where its links lead."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.town import OWNER, LoadedDice, Town
from ur import paths
from ur.port import Person
from ur.referee.standings import PAGED_FROM, Player, Totals
from ur.sandbox.faults import error
from ur.store.codec import read_players, write_players

ROOT = Path(__file__).parents[1]
OURS = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*")}
"""The documents that every copy has."""


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
        assert f"](../../{page.removeprefix('state/')})" in roster
        assert f"| games | {PAGED_FROM} |" in veterans.read(page).decode()
    assert "/players/" not in veterans.read(paths.page(1)).decode()


def test_every_link_into_the_repository_leads_to_a_file_of_the_commit(veterans: Town):
    """README, pages, lists and players link and show only what is there."""
    files = {*veterans.files(), *OURS}
    there = files | {path.rpartition("/")[0] for path in files}
    home = re.escape(f"/{veterans.world.full_name}/")
    pages = [path for path in veterans.files() if re.fullmatch(r"state/.*\.md|README\.md", path)]
    assert len(pages) > PAGED_FROM + 4
    for page in pages:
        text = veterans.read(page).decode().partition("<!-- ur:begin -->")
        text = (text[2] or text[0]).partition("<!-- ur:end -->")[0]
        absolute = re.findall(rf"{home}(?:tree|blob|raw)/main/([^)\"\s#]+)", text)
        relative = re.findall(r"(?:\]\(|src=\")([a-z0-9._/-]+)[)\"]", text)
        folder = page.rpartition("/")[0]
        inside = [posixpath.normpath(f"{folder}/{name}").strip("/") for name in relative]
        assert {unquote(path) for path in (*absolute, *inside)} <= there, page
    assert "raw/main/docs/routes/bell.png" in veterans.read("README.md").decode()


def test_what_the_ends_of_games_wrote_is_what_a_rebuild_writes(veterans: Town):
    """Pages, pictures, lists and players follow from the records, whoever wrote them."""
    veterans._git(veterans.checkout, "pull", "--quiet")
    done = veterans.run("rebuild", "--check", "--all")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_another_repositorys_past_is_not_counted(town: Town):
    """In a copy of a template one run may begin, play and end the first game of its own."""
    play_a_game(town)
    club = town.read(paths.CLUB)
    assert b'"repository": 7' in club
    town.push({paths.CLUB: club.replace(b'"repository": 7', b'"repository": 8', 1)}, "Another's")
    town.dice = LoadedDice([1, 2, 3])
    asked = [(OWNER, "ur-new"), (1, "ur-move-1@0-1.1"), (OWNER, "ur-abandon-1")]
    numbers = [town.ask(*one) for one in asked]
    assert town.play(), town.said

    assert [town.answer(number) for number in numbers] == ["started", "moved", "abandoned"]
    text = town.read(paths.players(1001))
    assert [one.totals for one in read_players("", text).values()] == [
        Totals(Person(1001, "player-01"), games=1, moves=1)
    ]
    assert "One game, without a winner, has ended: 1 move and" in town.read(paths.index()).decode()
    town._git(town.checkout, "pull", "--quiet")
    for words in (("rebuild", "--check", "--all"), ("verify",)):
        done = town.run(*words)
        assert done.returncode == 0, done.stdout


def test_a_past_that_nobody_counted_is_counted_by_the_next_rebuild(veterans: Town):
    """State of the version before: played on, no figures made up, and right once it is rebuilt."""
    veterans._git(veterans.checkout, "pull", "--quiet")
    folder = veterans.checkout
    whole = {path: (folder / path).read_bytes() for path in veterans.files() if "state" in path}
    club = re.sub(rb' "figures": .*\n', b"", whole[paths.CLUB])
    assert club != whole[paths.CLUB]
    (folder / paths.CLUB).write_bytes(club)
    for path in (paths.players(1001), paths.players(1002)):
        old = re.sub(rb', "last".*\]\}', b"}", whole[path])
        assert old != whole[path]
        (folder / path).write_bytes(old)
    (folder / paths.index()).unlink()

    done = veterans.run("rebuild")

    assert done.returncode == 0, done.stderr
    assert {path: (folder / path).read_bytes() for path in whole} == whole


def test_what_no_record_bears_out_goes(veterans: Town):
    """Lists, documents and pages of players that no game made are gone after a rebuild."""
    veterans._git(veterans.checkout, "pull", "--quiet")
    strays = ("state/players/777.json", "state/players/777/5777.md", paths.index_page(99))
    shard = write_players([Player(Totals(Person(777, "nobody-here"), 9, 9, 999, 99, 99, 9))])
    for path in strays:
        (veterans.checkout / path).parent.mkdir(exist_ok=True)
        (veterans.checkout / path).write_bytes(shard)

    assert veterans.run("rebuild", "--check", "--all").returncode == 1
    assert veterans.run("rebuild", "--all").returncode == 0

    assert not any((veterans.checkout / path).exists() for path in strays)
    assert veterans.run("rebuild", "--check").stdout == ""
    assert veterans.run("verify").returncode == 0


def test_an_answer_cut_off_by_the_games_end_shows_no_other_game(late_town: Town):
    """Told late, of a game that is over, it leads to its page instead of to another's board."""
    town = late_town
    town.begin(1, 2, 3)
    asked = [(OWNER, "ur-abandon-1"), (OWNER, "ur-new")]
    numbers = [town.ask(*one) for one in asked]
    town.faults.add(error(500, "no"), "POST", "/comments$", times=100)
    town.play()
    town.faults.clear()
    assert town.play()

    told = town.comments(numbers[0])[-1]
    assert "Game 1 has ended without a winner." in told
    assert "board-0002" not in told
    assert "[All of game 1](" in told


def test_a_move_adds_at_most_12_kib_to_the_packed_repository(town: Town):
    """Over the moves of a game, once git has packed what they left."""
    town.begin(1, 2, 3, 1, 2, 2, 3, 1, 2, 4, 1, 2, 3, 2, 1, *[1, 2, 3, 2] * 20)
    before = packed(town)
    asked = town.foresee(40)
    for one in asked:
        town.ask(*one)
    town.play()
    assert (packed(town) - before) / len(asked) <= 12


def packed(town: Town) -> int:
    """KiB of the repository after it is packed."""
    town.git("gc", "--quiet", "--prune=now")
    counted = dict(line.split(": ") for line in town.git("count-objects", "-v").splitlines())
    return int(counted["size-pack"]) + int(counted["size"])
