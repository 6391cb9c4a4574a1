"""What a new sandbox begins with."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pasts import REPOSITORY, past
from tests.store.games import Play
from ur import paths
from ur.errors import KeeperFault
from ur.sandbox import sources
from ur.store import codec

NOW = Play(4, number=2, issues=3000, sealed=True).moves(9).match
README = b"# Mine\n<!-- ur:begin -->\n<!-- ur:end -->\n"
FILES = past([Play(1).moves(900).match], NOW) | {"README.md": README, "picture.bin": b"\0\1"}


def git(folder: Path, *words: str) -> None:
    person = ("-c", "user.name=keeper", "-c", "user.email=keeper@localhost")
    subprocess.run(["git", *person, *words], cwd=folder, check=True, capture_output=True)


def committed(folder: Path, files: dict[str, bytes]) -> Path:
    """A checkout of somebody's copy, with these files."""
    folder.mkdir()
    git(folder, "init", "--quiet")
    git(folder, "remote", "add", "origin", "https://example.org/Some-One/the.game.git")
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "All of it")
    return folder


def test_a_fresh_sandbox_has_the_template_and_people_to_be():
    """A profile repository of its keeper, and four who play."""
    source = sources.template()
    world = source.world()
    assert {"README.md", ".github/ur.yml", "docs/rule-sets.md"} < set(source.files)
    assert [path for path in source.files if path.startswith("state/")] == ["state/README.md"]
    assert world.full_name == "keeper/keeper"
    for login in sources.PEOPLE:
        assert world.account(login)


def test_another_checkouts_committed_state_goes_on(tmp_path):
    """Its files as they were committed, its names, its id, its people, numbers above its own."""
    folder = committed(tmp_path / "copy", FILES)
    (folder / "README.md").write_bytes(b"not committed")

    source = sources.checkout(folder)
    world = source.world()

    assert {path for path in FILES if source.files[path] != FILES[path]} == {paths.MATCH}
    assert world.full_name == "Some-One/the.game"
    assert world.repository.id == REPOSITORY
    assert world.create_issue(world.owner, "first").number == 1 + max(NOW.issues)
    for seat in NOW.seats:
        assert world.account(seat.person.login).id == seat.person.id


def test_numbers_are_above_the_refused_ones_too(tmp_path):
    """A refusal that the state remembers is another issue's than the first one here."""
    club = codec.read_club(paths.CLUB, FILES[paths.CLUB])
    refused = codec.write_club(replace(club, refused=((7777, "stale-link"),)))
    source = sources.checkout(committed(tmp_path / "copy", {**FILES, paths.CLUB: refused}))
    assert source.numbers_above == 7777


def test_a_sealed_game_goes_on_unsealed(tmp_path):
    """The secret is elsewhere: the same game, without its seal, and a note that says so."""
    source = sources.checkout(committed(tmp_path / "copy", FILES))
    match = codec.read_match(paths.MATCH, source.files[paths.MATCH])
    assert (match.seal, match.turns, match.thrown) == (None, NOW.turns, NOW.thrown)
    [note] = source.notes
    assert note.startswith("Game 2 was sealed with a secret that is elsewhere")


def test_a_game_with_real_dice_goes_on_as_it_is(tmp_path):
    """Nothing is changed, and there is nothing to say."""
    plain = Play(3, number=1).moves(3).match
    files = {"README.md": b"", **past([Play(1).moves(900).match], Play(3, number=2).moves(3).match)}
    source = sources.checkout(committed(tmp_path / "copy", files))
    assert (dict(source.files), source.notes) == (files, [])
    assert plain.seal is None


def test_a_checkout_without_a_game_is_a_new_one(tmp_path):
    """A copy in which nothing was played has its files, and no past."""
    source = sources.checkout(committed(tmp_path / "copy", {"README.md": b"# Mine\n"}))
    assert (source.numbers_above, source.notes) == (0, [])


def test_a_broken_state_is_taken_as_it_is_and_told(tmp_path):
    """The sandbox may be there to look at just that."""
    files = {**FILES, paths.MATCH: b"{"}
    source = sources.checkout(committed(tmp_path / "copy", files))
    assert source.files == files
    assert source.notes[0].startswith("Its state cannot be read: state/match.json")


def test_what_is_no_checkout_is_refused(tmp_path):
    """No folder, no repository, no commit, no README: each with what to do."""
    (tmp_path / "bare").mkdir()
    git(tmp_path / "bare", "init", "--quiet")
    for folder, says in (
        (tmp_path / "nothing", "is no git checkout with a commit"),
        (tmp_path / "bare", "is no git checkout with a commit"),
        (committed(tmp_path / "other", {"a": b""}), "has no README.md"),
    ):
        with pytest.raises(KeeperFault, match=says):
            sources.checkout(folder)


def test_a_keeper_who_plays_is_themselves(tmp_path):
    """The owner has the id that their seat has; nobody who was made up has one of the state's."""
    seated = NOW.seats[0].person
    folder = committed(tmp_path / "copy", FILES)
    git(folder, "remote", "set-url", "origin", f"https://example.org/{seated.login}/game.git")
    world = sources.checkout(folder).world()
    assert (world.owner.login, world.owner.id) == (seated.login, seated.id)
    other = sources.checkout(committed(tmp_path / "other", FILES)).world()
    assert other.owner.id not in {seat.person.id for seat in NOW.seats}


def test_a_broken_game_keeps_its_repositorys_id(tmp_path):
    """So the house is seen as broken as it is, and not as another's past."""
    files = {**FILES, paths.MATCH: b"{"}
    assert sources.checkout(committed(tmp_path / "copy", files)).repository == REPOSITORY


def test_a_folder_inside_a_checkout_means_all_of_it(tmp_path):
    """Whoever names a part gets the whole."""
    folder = committed(tmp_path / "copy", FILES)
    assert sources.checkout(folder / "state").files == sources.checkout(folder).files
