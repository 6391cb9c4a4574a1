"""The game is put into a repository that is already there, which keeps everything it had."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.town import OWNER, Town
from ur import install as installing
from ur.__main__ import main
from ur.house import ROOT
from ur.install import MANIFEST, Place, planned, shipped, write
from ur.sandbox.origin import ALONE

README = b"# I am Tiamat\n\nSea.\n\n## Links\n\n- none\n"
WHO = ("-c", "user.name=keeper", "-c", "user.email=keeper@localhost")


def git(folder: Path, *words: str) -> str:
    """What git says."""
    done = subprocess.run(
        ["git", *WHO, *words], cwd=folder, check=True, capture_output=True, env=os.environ | ALONE
    )
    return done.stdout.decode()


def commit(folder: Path) -> None:
    """Commit everything."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "Mine")


@pytest.fixture
def profile(tmp_path) -> Path:
    """A checkout of somebody's profile."""
    folder = tmp_path / "profile"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "README.md").write_bytes(README)
    (folder / "LICENSE").write_text("All mine.\n")
    (folder / "notes.txt").write_text("mine\n")
    (folder / ".gitattributes").write_text("*.txt text\n")
    commit(folder)
    return folder


@pytest.fixture
def older(tmp_path) -> Path:
    """An older version of the game: a sentence differs, a module is gone since, one is new."""
    source = tmp_path / "older"
    for path, data in shipped(ROOT).items():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        (source / path).write_bytes(data)
    shutil.copy(ROOT / "LICENSE", source / "LICENSE")
    (source / "src/ur/overlay.py").write_text('"""Older."""\n')
    (source / "templates/answer.md.j2").write_text("older\n")
    (source / ".github/ur.yml").write_text("rules: finkel\n")
    (source / "src/ur/gone").mkdir()
    (source / "src/ur/gone/gone.py").write_text('"""Gone since."""\n')
    (source / "templates/gone.md.j2").write_text("gone since\n")
    (source / "src/ur/paths.py").unlink()
    return source


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a checkout."""
    files = [path for path in folder.rglob("*") if path.is_file() or path.is_symlink()]
    return {
        str(path.relative_to(folder)): b"" if path.is_symlink() else path.read_bytes()
        for path in files
        if ".git" not in path.relative_to(folder).parts
    }


def put(source: Path, folder: Path, place: Place | None = None) -> list[str]:
    """Install a version that nothing is in the way of, and what is said."""
    plan = planned(source, folder, place or Place())
    assert plan.in_the_way == []
    write(folder, plan)
    return [*plan.said, plan.summed_up()]


def refused(folder: Path, capsys, *words: str) -> str:
    """What is complained of where nothing may be installed; nothing is written."""
    before = tree(folder)
    assert main(["install", str(folder), *words]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert tree(folder) == before
    return told.err


def test_a_profile_gets_the_game_and_keeps_all_it_had(profile, capsys):
    """What a copy needs is added and told line by line; no other byte of the keeper's changes."""
    before = tree(profile)

    assert main(["install", str(profile)]) == 0

    told, after = capsys.readouterr().out.splitlines(), tree(profile)
    new = set(after) - set(before)
    assert {f"{path}: added" for path in new - {MANIFEST}} | {
        "README.md: updated, the place of the board is at its end"
    } == set(told[:-1])
    assert told[-1].endswith("Commit and push: the workflow rebuild does the rest")
    assert {path: after[path] for path in before if path != "README.md"} == {
        path: data for path, data in before.items() if path != "README.md"
    }
    assert after["README.md"].startswith(README + b"\n<!-- ur:begin -->\n")
    assert after["README.md"].endswith(b"\n<!-- ur:end -->\n")
    assert after["src/ur/LICENSE"] == (ROOT / "LICENSE").read_bytes()
    for path in ("tests", "pyproject.toml", "Makefile", "src/ur/sandbox", ".github/dependabot.yml"):
        assert not (profile / path).exists()
    assert ".github/workflows/check.yml" not in after


def test_what_a_copy_shows_or_links_to_is_there():
    """No page of a copy, and no link of an installed document, leads to what was not installed."""
    there = shipped(ROOT)
    folders = {str(one) for path in there for one in Path(path).parents}
    texts = {path: data.decode() for path, data in there.items() if path.endswith((".py", ".yml"))}
    named = {
        one for text in texts.values() for one in re.findall(r"docs/[a-z/-]+(?:\.[a-z]+)?", text)
    }
    assert named
    assert {one for one in named if one.rstrip("/") not in {*there, *folders}} == set()
    for page in (path for path in there if path.endswith(".md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", there[page].decode()):
            to = os.path.normpath(Path(page).parent / link)
            assert to in {*there, *folders}, (page, link)


def test_twice_is_once(profile, capsys):
    """A second time there is nothing to write, committed or not."""
    put(ROOT, profile)
    after = tree(profile)
    for _ in range(2):
        assert main(["install", str(profile)]) == 0
        said = capsys.readouterr().out
        assert said == "Nothing to write: this version of the game is there\n"
        assert tree(profile) == after
        commit(profile)


@pytest.mark.parametrize(
    ("place", "above", "below"),
    [
        (Place(), b"- none\n", b""),
        (Place("Links"), b"## Links\n", b"- none\n"),
        (Place("Links", before=True), b"Sea.\n", b"## Links\n"),
        (Place("I am", before=True), b"", b"# I am Tiamat\n"),
    ],
)
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_the_board_goes_where_the_keeper_wants_it(profile, place, above, below, newline):
    """At the end, or below or above a line, between empty lines, in the README's own line ends."""
    (profile / "README.md").write_bytes(README.replace(b"\n", newline))
    commit(profile)

    put(ROOT, profile, place)

    text = (profile / "README.md").read_bytes()
    assert text.count(b"\n") == text.count(newline)
    assert newline == b"\n" or text.count(b"\n") == text.count(b"\r\n")
    text = text.replace(b"\r\n", b"\n")
    before, _, rest = text.partition(b"<!-- ur:begin -->\n")
    _, _, after = rest.partition(b"<!-- ur:end -->\n")
    assert before.removesuffix(b"\n").endswith(above)
    assert after.removeprefix(b"\n").startswith(below)
    assert (before + after).split() == README.split()


def test_markers_that_are_there_stay_where_they_are(profile):
    """A README with a place for the board is not touched."""
    mine = b"a\n<!-- ur:begin -->\n<!-- ur:end -->\nb\n"
    (profile / "README.md").write_bytes(mine)
    commit(profile)
    put(ROOT, profile, Place("a"))
    assert (profile / "README.md").read_bytes() == mine


def test_a_repository_without_a_readme_gets_one(profile):
    """It holds the place of the board alone."""
    (profile / "README.md").unlink()
    commit(profile)
    assert "README.md: added, with the place of the board" in put(ROOT, profile)
    assert (profile / "README.md").read_bytes().startswith(b"<!-- ur:begin -->\n")


def test_what_is_around_the_game_and_the_keepers_is_left(profile):
    """Settings and pages that are there already are told and not touched."""
    (profile / ".github").mkdir()
    (profile / ".github/ur.yml").write_text("rules: masters\n")
    commit(profile)
    said = put(ROOT, profile)
    assert ".github/ur.yml: yours, left" in said
    assert (profile / ".github/ur.yml").read_text() == "rules: masters\n"
    assert ".github/ur.yml" not in json.loads((profile / MANIFEST).read_bytes())["files"]


def _link(path: str, to: Path | str):
    def make(at: Path) -> None:
        (at / path).parent.mkdir(parents=True, exist_ok=True)
        (at / path).symlink_to(to)

    return make


def _file(path: str, text: str):
    def make(at: Path) -> None:
        (at / path).parent.mkdir(parents=True, exist_ok=True)
        (at / path).write_text(text)

    return make


IN_THE_WAY = {
    "a workflow": (_file(".github/workflows/play.yml", "on: push\n"), "play.yml: is there, and"),
    "requirements": (_file("requirements.txt", "flask\n"), "requirements.txt: is there, and"),
    "a file where a folder goes": (_file("templates", "x"), "templates: is no folder"),
    "a folder where a file goes": (
        _file("requirements.txt/x", "x"),
        "requirements.txt: is no file",
    ),
    "a link out": (_link("src", "/tmp"), "src: is no folder of this repository"),  # noqa: S108
    "a link for a file": (_link("requirements.txt", "notes.txt"), "requirements.txt: is no file"),
    "a link for the list": (_link(MANIFEST, "../notes.txt"), f"{MANIFEST}: is no file"),
    "a broken list": (_file(MANIFEST, "[]"), f"{MANIFEST}: is no list of installed files"),
    "a list that leads out": (
        _file(MANIFEST, '{"schema": 1, "files": {"../mine": "0"}}'),
        f"{MANIFEST}: is no list of installed files",
    ),
    "a newer list": (_file(MANIFEST, '{"schema": 2, "files": {}}'), f"{MANIFEST}: is of a newer"),
    "one marker": (_file("README.md", "<!-- ur:begin -->\n"), "has no line <!-- ur:end -->"),
    "what git ignores": (_file(".gitignore", "templates/\n"), "is ignored by git"),
    "another state": (_file("state/club.json", "{}"), 'state/club.json: "schema" is missing'),
    "its own repository below": (_file("docs/.git", "gitdir: x"), "docs: is no folder of this"),
}


@pytest.mark.parametrize("spoil", IN_THE_WAY)
def test_what_is_in_the_way_is_told_and_nothing_is_written(profile, capsys, spoil):
    """One line names it, with what to do; the command fails."""
    make, says = IN_THE_WAY[spoil]
    make(profile)
    if spoil != "its own repository below":
        commit(profile)
    complaint = refused(profile, capsys)
    assert says in complaint
    assert complaint.startswith("ur: ")


def test_a_readme_of_another_name_is_in_the_way(profile, capsys):
    """GitHub would show it, and the board be nowhere."""
    git(profile, "mv", "README.md", "readme.md")
    commit(profile)
    assert "Rename it to README.md" in refused(profile, capsys)


@pytest.mark.parametrize(("text", "count"), [("nowhere", "no line"), ("n", "2 lines")])
def test_a_place_that_is_not_one_line_is_refused(profile, capsys, text, count):
    """Where the board goes is never guessed."""
    assert f"README.md: has {count} with that text" in refused(profile, capsys, "--after", text)


def test_what_is_not_committed_is_not_touched(profile, capsys):
    """Changes of files that would be touched have to be committed; others do not matter."""
    (profile / "notes.txt").write_text("changed\n")
    assert planned(ROOT, profile, Place()).in_the_way == []
    (profile / "README.md").write_text("changed\n")
    assert "README.md: has changes that are not committed" in refused(profile, capsys)
    (profile / "README.md").unlink()
    assert "README.md: has changes that are not committed" in refused(profile, capsys)


def test_what_is_not_checked_out_is_not_overwritten(profile, capsys):
    """In a sparse checkout a file of the keeper's is where nothing seems to be."""
    _file("templates/answer.md.j2", "mine\n")(profile)
    commit(profile)
    git(profile, "sparse-checkout", "set", "--no-cone", "/*", "!/templates/")
    assert not (profile / "templates").exists()
    complaint = refused(profile, capsys)
    assert "templates/answer.md.j2: is in the repository and not checked out" in complaint


def test_only_the_root_of_another_checkout_will_do(profile, tmp_path, capsys):
    """No folder, no checkout, a folder inside one, and the game itself are refused."""
    (profile / "inside").mkdir()
    (tmp_path / "plain").mkdir()
    assert "is a folder inside a checkout" in refused(profile / "inside", capsys)
    for name in ("plain", "nowhere"):
        assert "is no checkout of a git repository" in refused(tmp_path / name, capsys)
    assert main(["install", str(ROOT)]) == 1
    assert "is the game's own checkout" in capsys.readouterr().err


def test_a_copy_installs_nowhere_else(profile, tmp_path):
    """What was installed is no whole game, and says where to go."""
    put(ROOT, profile)
    done = subprocess.run(
        [sys.executable, "-m", "ur", "install", str(tmp_path)],
        cwd=profile,
        env={**os.environ, "PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Install from a checkout of the game itself" in done.stderr


def test_where_writing_fails_everything_is_as_it_was(profile, monkeypatch, capsys):
    """A full disk in the middle leaves no half of the game behind."""
    before, real = tree(profile), installing.disk.write
    left = [True]

    def full(folder, files):
        if left.pop() if left else False:
            real(folder, dict(list(files.items())[:30]))
            raise OSError(28, "No space left", str(folder / "templates/answer.md.j2"))
        real(folder, files)

    monkeypatch.setattr(installing.disk, "write", full)
    assert main(["install", str(profile)]) == 1
    assert "answer.md.j2: cannot be written" in capsys.readouterr().err
    assert tree(profile) == before
    assert git(profile, "status", "--porcelain") == ""
    assert not (profile / "src").exists()


def test_a_newer_version_takes_the_older_ones_place(profile, older):
    """Ours is updated, added and removed; what the keeper changed, or made, is told and left."""
    put(older, profile)
    commit(profile)
    (profile / "templates/answer.md.j2").write_text("mine\n")
    (profile / "templates/gone.md.j2").write_text("mine too\n")
    (profile / "docs/seals.md").unlink()
    (profile / "templates/languages/xx").mkdir()
    (profile / "templates/languages/xx/answer.yml").write_text("a: b\n")
    commit(profile)

    said = put(ROOT, profile)

    assert set(said[:-1]) == {
        "src/ur/overlay.py: updated",
        "src/ur/paths.py: added",
        "src/ur/gone/gone.py: removed",
        ".github/ur.yml: updated",
        "templates/answer.md.j2: changed by you, left",
        "templates/gone.md.j2: changed by you, left; the game has it no more",
        "docs/seals.md: changed by you, left: you removed it",
    }
    assert said[-1].startswith("1 added, 2 updated, 1 removed, 3 changed by you. Commit")
    assert (profile / "templates/answer.md.j2").read_text() == "mine\n"
    assert not (profile / "src/ur/gone").exists()
    assert (profile / "templates/languages/xx/answer.yml").exists()
    commit(profile)
    assert put(ROOT, profile)[-1] == "Nothing to write: this version of the game is there"


def test_a_checkout_with_other_line_ends_is_still_ours(profile, older):
    """On a machine that checks out with CRLF nothing counts as changed."""
    put(older, profile)
    for path in (profile / "src").rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    commit(profile)
    assert not [line for line in put(ROOT, profile) if "changed by you" in line]


def test_a_copy_of_the_template_takes_newer_versions_too(profile, older):
    """Without a list, files that are as the game's history had them are known as ours."""
    put(older, profile)
    (profile / MANIFEST).unlink()
    commit(profile)
    subprocess.run(["git", "init", "-q"], cwd=older, check=True, env=os.environ | ALONE)
    commit(older)
    (older / "src/ur/overlay.py").write_text('"""Newer."""\n')
    (older / "src/ur/batch.py").write_text('"""Newer."""\n')

    said = put(older, profile)

    assert {"src/ur/overlay.py: updated", "src/ur/batch.py: updated"} <= set(said)


def test_the_installed_game_is_played_and_goes_on_by_the_next_version(tmp_path, profile, older):
    """By its own code and nothing else: draws its board, plays, is updated, and plays on."""
    shutil.copy(ROOT / "src/ur/overlay.py", older / "src/ur/overlay.py")
    shutil.copy(ROOT / "src/ur/paths.py", older / "src/ur/paths.py")
    shutil.copy(ROOT / "templates/answer.md.j2", older / "templates/answer.md.j2")
    (older / "src/ur/batch.py").write_bytes(
        (older / "src/ur/batch.py").read_bytes() + b"\nOLDER = True\n"
    )
    with Town(tmp_path / "town") as town:
        town.create({"README.md": README})
        put(older, town.checkout)
        published(town)
        play(town, "rebuild", "--push")
        assert (
            f"{town.server.url}/{town.world.full_name}/issues/new"
            in town.read("README.md").decode()
        )
        assert town.read("README.md").startswith(README)
        started = town.open(OWNER, "ur-new")
        play(town, "play")
        assert town.answer(started) == "started"
        before = town.match()

        town._git(town.checkout, "pull", "--quiet")
        said = put(ROOT, town.checkout)
        assert {"src/ur/batch.py: updated", "src/ur/gone/gone.py: removed"} <= set(said)
        assert not [line for line in said if line.startswith(("state/", "README.md"))]
        published(town)
        play(town, "rebuild", "--push")
        assert town.match() == before
        step = min(
            int(link.title.split("@")[1].split("-")[0])
            for link in town.links()
            if link.title.startswith("ur-move-")
        )
        match = town.match()
        moved = town.open("player-01", f"ur-move-{match.game.throw}@{step}-1.{match.next_turn}")
        play(town, "play")
        assert town.answer(moved) == "moved"


def published(town: Town) -> None:
    """Commit and push the keeper's checkout."""
    commit(town.checkout)
    town._git(town.checkout, "push", "--quiet", "origin", "main")


def play(town: Town, *words: str) -> None:
    """Run a command by the code that is in the repository, in a checkout of its own."""
    runner = town.folder / "runner"
    shutil.rmtree(runner, ignore_errors=True)
    town._git(town.folder, "clone", "--quiet", "origin.git", "runner")
    done = subprocess.run(
        [sys.executable, "-B", "-m", "ur", *words],
        cwd=runner,
        env={**os.environ, **ALONE, **town.environment(), "PYTHONPATH": "src"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
