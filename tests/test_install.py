"""The game is put into a repository that is already there, which keeps everything it had."""

import errno
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.town import OWNER, Town
from ur import install as installing
from ur.commands import main
from ur.errors import KeeperFault
from ur.house import ROOT
from ur.install import MANIFEST, Place, planned, shipped, write
from ur.install.history import is_complete
from ur.install.known import Known
from ur.sandbox.origin import ALONE

README = b"# I am Tiamat\n\nSea.\n\n## Links\n\n- none\n"
NOTHING = "Nothing to write: this version of the game is there"
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
    assert {f"{path}: added" for path in new} | {
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
        assert said == f"{NOTHING}\n"
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
    "a file where a folder goes": (_file("src", "x"), "src: is no folder"),
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
    "what git ignores": (
        _file(".gitignore", "*.pyc\ntemplates/\n!templates/fonts/\n"),
        ".gitignore:2: has git ignore templates/answer.md.j2, and ",
    ),
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
    assert len(complaint.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("readme.md", "Rename it to README.md"),
        ("README.markdown", "Rename it to README.md"),
        ("README", "Rename it to README.md"),
        ("README.txt", "Rename it to README.md"),
        ("README.rst", "Write it as README.md in Markdown"),
        (".github/README.md", "Move it to README.md"),
        (".github/readme.rst", "Move it to README.md"),
        ("docs/README.md", "Move it to README.md, or write a README.md of your own"),
    ],
)
def test_a_readme_elsewhere_is_in_the_way(profile, capsys, name, remedy):
    """GitHub would show it, or the new one in its place: the keeper says which."""
    (profile / name).parent.mkdir(exist_ok=True)
    git(profile, "mv", "README.md", name)
    (profile / "docs").mkdir(exist_ok=True)
    (profile / "docs/README.txt").write_text("Another that GitHub does not show before these.\n")
    commit(profile)
    told = refused(profile, capsys)
    assert told.startswith(f"ur: {name}: is the README, ")
    assert remedy in told
    assert len(told.splitlines()) == 1


def test_what_github_shows_no_readme_of_is_none(profile):
    """A folder of that name, and names that only begin like it, are in nobody's way."""
    git(profile, "mv", "README.md", "README.de.md")
    _file("docs/readme/README.md", "x")(profile)
    _file("readme/README.md", "x")(profile)
    commit(profile)
    assert "README.md: added, with the place of the board" in put(ROOT, profile)


def test_a_readme_that_github_shows_rather_is_told(profile):
    """On a profile it is README.md that is shown, so the other one is left, with a word."""
    _file(".github/README.md", "About the code.\n")(profile)
    _file("docs/README.md", "About the docs.\n")(profile)
    commit(profile)
    said = put(ROOT, profile)
    told = ".github/README.md: yours, left: GitHub shows it in place of README.md, but on a profile"
    assert told in said
    assert (profile / ".github/README.md").read_text() == "About the code.\n"
    assert put(ROOT, profile) == [NOTHING]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (README.decode().encode("utf-16"), "README.md: is in UTF-16"),
        (README.decode().encode("utf-16-le"), "README.md: is in UTF-16"),
        ("# Enheduanna, prêtresse\n".encode("latin-1"), "README.md: is not in UTF-8"),
    ],
)
def test_a_readme_that_is_no_utf_8_is_refused(profile, capsys, data, says):
    """Lines in another encoding would ruin it."""
    (profile / "README.md").write_bytes(data)
    commit(profile)
    told = refused(profile, capsys)
    assert says in told
    assert "Save it as UTF-8" in told


@pytest.mark.parametrize("place", [Place(), Place("# I am Tiamat"), Place("I am", before=True)])
def test_a_byte_order_mark_stays_at_the_beginning(profile, place):
    """The keeper's first line is found and stays theirs, the marker is alone on its own."""
    (profile / "README.md").write_bytes(b"\xef\xbb\xbf" + README)
    commit(profile)
    put(ROOT, profile, place)
    text = (profile / "README.md").read_bytes()
    assert text.startswith(b"\xef\xbb\xbf")
    assert text.count(b"\xef\xbb\xbf") == 1
    assert text.splitlines().count(b"<!-- ur:begin -->") == 1
    assert b"# I am Tiamat" in text


def test_a_marker_behind_a_byte_order_mark_is_found(profile):
    """No second pair is written below the first."""
    mine = b"\xef\xbb\xbf<!-- ur:begin -->\n<!-- ur:end -->\n"
    (profile / "README.md").write_bytes(mine)
    commit(profile)
    put(ROOT, profile)
    assert (profile / "README.md").read_bytes() == mine


def test_a_line_that_is_the_text_goes_before_those_that_have_it(profile, capsys):
    """A heading can be named though another one begins with it."""
    (profile / "README.md").write_text("# Me\n\n## About \n\nx\n\n## About us\n\n## Me too\n")
    commit(profile)
    for text in ("About", "Me"):
        assert "README.md: has 2 lines with that text" in refused(profile, capsys, "--after", text)
    assert "README.md: has 6 lines" not in refused(profile, capsys, "--after", "\udcff")
    put(ROOT, profile, Place("## About"))
    assert "## About \n\n<!-- ur:begin -->" in (profile / "README.md").read_text()


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


FAILS = {
    "a full disk": (errno.ENOSPC, "cannot be written: there is no room left. Make room, then"),
    "no right": (errno.EACCES, "may not be written. Let {folder} be written into, then"),
    "a disk to be read": (errno.EROFS, "may not be written. Let {folder} be written into, then"),
    "anything else": (errno.EIO, "cannot be written: Input/output error. See what is wrong with"),
}


@pytest.mark.parametrize("trouble", FAILS)
def test_where_writing_fails_everything_is_as_it_was(profile, older, monkeypatch, capsys, trouble):
    """In the middle of it: no half of the game is left, the file is named, and what to do."""
    put(older, profile)
    commit(profile)
    number, says = FAILS[trouble]
    before, real = tree(profile), installing.disk.write

    def write_all_but_one(folder, files):
        if "templates/answer.md.j2" in files and files["templates/answer.md.j2"] != b"older\n":
            raise OSError(number, os.strerror(number), str(folder / "templates/.answer.123"))
        real(folder, files)

    monkeypatch.setattr(installing.disk, "write", write_all_but_one)
    assert main(["install", str(profile)]) == 1
    told = capsys.readouterr().err
    says = says.format(folder=profile / "templates")
    assert told.startswith(f"ur: templates/answer.md.j2: {says}")
    assert tree(profile) == before
    assert git(profile, "status", "--porcelain") == ""


def test_what_cannot_be_put_back_is_named(profile, older, monkeypatch, capsys):
    """Where even that fails the keeper knows what to restore; the rest is put back."""
    put(older, profile)
    commit(profile)
    before, real, left = tree(profile), installing.disk.write, [True]

    def ever_less(folder, files):
        if "templates/answer.md.j2" in files or ("src/ur/overlay.py" in files and not left):
            raise OSError(errno.EIO, "")
        left[:] = [] if "src/ur/overlay.py" in files else left
        real(folder, files)

    monkeypatch.setattr(installing.disk, "write", ever_less)
    assert main(["install", str(profile)]) == 1
    told = capsys.readouterr().err
    assert "cannot be written; and not put back: src/ur/overlay.py. See" in told
    assert "restore the others with git, then install again" in told
    assert {path for path, data in tree(profile).items() if before.get(path) != data} == {
        "src/ur/overlay.py"
    }


def test_an_interrupted_installation_leaves_nothing(profile, monkeypatch):
    """Not a folder of it."""
    before, real = tree(profile), installing.disk.write

    def interrupted(folder, files):
        if files.get("templates/answer.md.j2"):
            raise KeyboardInterrupt
        real(folder, files)

    monkeypatch.setattr(installing.disk, "write", interrupted)
    assert main(["install", str(profile)]) == 130
    assert tree(profile) == before
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
        f"{MANIFEST}: updated",
        "templates/answer.md.j2: changed by you, left",
        "templates/gone.md.j2: changed by you, left; the game has it no more",
        "docs/seals.md: changed by you, left: you removed it",
    }
    assert said[-1].startswith("1 added, 3 updated, 1 removed, 3 changed by you. Commit")
    assert (profile / "templates/answer.md.j2").read_text() == "mine\n"
    assert not (profile / "src/ur/gone").exists()
    assert (profile / "templates/languages/xx/answer.yml").exists()
    commit(profile)
    assert put(ROOT, profile) == [
        "docs/seals.md: changed by you, left: you removed it",
        "templates/answer.md.j2: changed by you, left",
        f"{NOTHING}, but for 2 files that you changed",
    ]


def test_what_was_listed_is_known_without_the_list(profile, capsys):
    """Where the list was lost it is written anew, and what was removed meanwhile comes back."""
    put(ROOT, profile)
    listed = (profile / MANIFEST).read_bytes()
    commit(profile)
    (profile / MANIFEST).unlink()
    (profile / "docs/seals.md").unlink()
    (profile / "templates/answer.md.j2").write_text("mine\n")
    commit(profile)

    said = put(ROOT, profile)

    assert set(said[:-1]) == {
        f"{MANIFEST}: added",
        "docs/seals.md: added",
        "templates/answer.md.j2: changed by you, left",
    }
    assert said[-1].startswith("2 added, 1 changed by you. Commit and push: ")
    now, then = (json.loads(one)["files"] for one in ((profile / MANIFEST).read_bytes(), listed))
    assert now == {path: told for path, told in then.items() if path != "templates/answer.md.j2"}
    commit(profile)
    (profile / MANIFEST).unlink()
    (profile / "templates/answer.md.j2").write_bytes(shipped(ROOT)["templates/answer.md.j2"])
    commit(profile)
    assert put(ROOT, profile)[-1].startswith("1 added. Commit and push: ")
    assert (profile / MANIFEST).read_bytes() == listed


def test_a_checkout_with_other_line_ends_is_still_ours(profile, older):
    """On a machine that checks out with CRLF nothing counts as changed."""
    put(older, profile)
    for path in (profile / "src").rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    commit(profile)
    assert not [line for line in put(ROOT, profile) if "changed by you" in line]


@pytest.fixture
def game(older) -> Path:
    """A checkout of the game that runs a copy, with a history of two commits."""
    git(older, "init", "--quiet", "--initial-branch=main")
    commit(older)
    (older / "src/ur/overlay.py").write_text('"""Newer."""\n')
    (older / "src/ur/empty.py").write_text("")
    commit(older)
    return older


def test_without_a_list_what_the_history_has_is_ours(profile, game):
    """Files that are as some version of the game has them are updated, and removed, by path."""
    git(game, "checkout", "--quiet", "HEAD~1")
    put(game, profile)
    (profile / MANIFEST).unlink()
    commit(profile)
    git(game, "checkout", "--quiet", "main")
    git(game, "rm", "--quiet", "src/ur/gone/gone.py")
    commit(game)

    said = put(game, profile)

    assert set(said[:-1]) == {
        "src/ur/overlay.py: updated",
        "src/ur/empty.py: added",
        "src/ur/gone/gone.py: removed",
        f"{MANIFEST}: added",
    }


@pytest.mark.parametrize("path", [".github/workflows/play.yml", "requirements.txt"])
@pytest.mark.parametrize("mine", ["mine\n", "", '"""Newer."""\n'])
def test_what_the_games_checkout_merely_fetched_is_not_the_games(profile, game, path, mine):
    """Nor is what the game has elsewhere, such as an empty file: the keeper's are left."""
    _file(path, mine)(profile)
    commit(profile)
    git(game, "fetch", "--quiet", str(profile), "main:keepers")
    before = tree(profile)

    [fault] = planned(game, profile, Place()).in_the_way

    assert (fault.where, fault.what) == (path, "is there, and is not the game's")
    assert tree(profile) == before


def test_the_history_is_read_whatever_git_is_set_to(profile, game):
    """Versions of a merged branch are the game's; settings of the machine change nothing."""
    git(game, "checkout", "--quiet", "-b", "side", "HEAD~1")
    (game / "src/ur/overlay.py").write_text('"""Aside."""\n')
    commit(game)
    git(game, "checkout", "--quiet", "main")
    git(game, "merge", "--quiet", "--strategy=ours", "--message", "Both", "side")
    for name, value in (
        ("log.showRoot", "false"),
        ("log.diffMerges", "first-parent"),
        ("diff.renames", "copies"),
        ("color.ui", "always"),
        ("log.showSignature", "true"),
        ("core.abbrev", "7"),
    ):
        git(game, "config", name, value)
    known = Known(game, profile, {})
    assert known("src/ur/overlay.py", b'"""Older."""\n')
    assert known("src/ur/overlay.py", b'"""Older."""\r\n')
    assert known("src/ur/overlay.py", b'"""Aside."""\n')
    assert known("src/ur/LICENSE", (ROOT / "LICENSE").read_bytes())
    assert not known("src/ur/table.py", b'"""Aside."""\n')
    assert not known("src/ur/nowhere.py", b"")


def test_a_game_inside_another_repository_has_no_history_of_that(profile, game, tmp_path):
    """A download that lies in somebody's checkout knows nothing by what is around it."""
    outer = tmp_path / "outer"
    _file("requirements.txt", "mine\n")(outer)
    git(outer, "init", "--quiet")
    shutil.copytree(game, outer / "game", ignore=shutil.ignore_patterns(".git"))
    (outer / ".gitignore").write_text("game\n")
    commit(outer)
    assert not Known(outer / "game", profile, {})("requirements.txt", b"mine\n")
    assert not is_complete(outer / "game")
    assert is_complete(game)


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy that was made of the template when a file was there that the game has no more."""
    if not is_complete(ROOT) or (ROOT / MANIFEST).exists():
        pytest.skip("only a clone of the game has its history")
    gone = git(ROOT, "log", "-1", "--format=%H", "--diff-filter=D", "--", "src", "tests").strip()
    if not gone:
        pytest.skip("a copy of the template has no history of the game")
    folder = tmp_path / "copy"
    folder.mkdir()
    git(ROOT, "archive", f"--output={tmp_path / 'copy.tar'}", f"{gone}^")
    with tarfile.open(tmp_path / "copy.tar") as archive:
        archive.extractall(folder, filter="data")
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder)
    return folder


def test_a_copy_of_the_template_is_brought_up_to_date_as_a_whole(copy):
    """With tests, sandbox and docs; nothing of the older version is left but what is the keeper's.

    What they changed or removed is told and left, and a second time writes nothing.
    """
    _file("README.md", "# Mine\n\n<!-- ur:begin -->\nx\n<!-- ur:end -->\n")(copy)
    _file("state/notes.md", "mine\n")(copy)
    _file("tests/test_mine.py", "")(copy)
    _file("docs/mine.md", "mine\n")(copy)
    _file("Makefile", "mine:\n")(copy)
    _file("src/ur/table.py", "mine = 1\n")(copy)
    (copy / "SECURITY.md").unlink(missing_ok=True)
    (copy / "CONTRIBUTING.md").unlink(missing_ok=True)
    commit(copy)
    yours = {
        path: data
        for path, data in tree(copy).items()
        if path
        in {
            "README.md",
            "state/notes.md",
            "tests/test_mine.py",
            "docs/mine.md",
            "Makefile",
            "src/ur/table.py",
        }
    }

    said = put(ROOT, copy)

    assert "Makefile: changed by you, left" in said
    assert "src/ur/table.py: changed by you, left" in said
    removed = {line.removesuffix(": removed") for line in said if line.endswith(": removed")}
    assert removed
    after, ours = tree(copy), shipped(ROOT, whole=True)
    assert set(git(ROOT, "ls-files").splitlines()) - set(ours) == {"README.md"}
    assert after == {
        **{path: data for path, data in ours.items() if path in after},
        **yours,
        MANIFEST: after[MANIFEST],
    }
    assert {*ours} - {*after} <= {"SECURITY.md", "CONTRIBUTING.md"}
    for path in ours:
        if os.access(ROOT / path, os.X_OK):
            assert os.access(copy / path, os.X_OK), path
    for _ in range(2):
        again = planned(ROOT, copy, Place())
        assert (again.files, again.in_the_way) == ({}, [])
        assert again.summed_up().startswith(f"{NOTHING}, but for ")
        commit(copy)


def test_a_copy_of_the_template_is_a_whole_game(copy, profile):
    """After an update too its own tests can install from it; its list stays its own."""
    put(ROOT, copy)
    commit(copy)
    assert MANIFEST not in shipped(copy, whole=True)
    listed = json.loads((copy / MANIFEST).read_bytes())["files"]
    put(copy, profile)
    assert set(json.loads((profile / MANIFEST).read_bytes())["files"]) < {
        *listed,
        "src/ur/LICENSE",
        "state/.gitattributes",
    }


def test_a_copy_of_the_template_needs_the_games_history(copy, tmp_path):
    """Without, its older files could not be told from the keeper's, and nothing is written."""
    shallow = tmp_path / "shallow"
    git(tmp_path, "clone", "--quiet", "--depth=1", ROOT.as_uri(), "shallow")
    with pytest.raises(KeeperFault, match=r"has not its whole history.*git fetch --unshallow"):
        planned(shallow, copy, Place())
    shutil.rmtree(shallow / ".git")
    with pytest.raises(KeeperFault, match="has not its whole history"):
        planned(shallow, copy, Place())


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


def test_what_is_like_a_folder_of_ours_makes_no_copy_of_the_template(profile):
    """Somebody's own sandbox folder is theirs: their profile gets what a profile gets."""
    _file("src/ur/sandbox/notes.txt", "mine\n")(profile)
    commit(profile)

    put(ROOT, profile)

    assert not (profile / "tests").exists()
    assert (profile / "LICENSE").read_text() == "All mine.\n"
    assert (profile / "src/ur/sandbox/notes.txt").read_text() == "mine\n"


def test_a_copy_of_the_template_stays_one_without_its_sandbox(copy):
    """What was installed last says what kind of copy it is, whatever its keeper removed since."""
    put(ROOT, copy)
    commit(copy)
    git(copy, "rm", "-r", "--quiet", "src/ur/sandbox", "Makefile")
    commit(copy)

    said = put(ROOT, copy)

    assert not [line for line in said if line.endswith(": removed")]
    assert (copy / "LICENSE").is_file()
    assert "Makefile: changed by you, left: you removed it" in said


def test_a_file_that_was_put_back_to_an_older_version_is_left(profile, game):
    """What differs from what was installed last is the keeper's change, whoever wrote it first."""
    older = (game / "src/ur/overlay.py").read_bytes()
    (game / "src/ur/overlay.py").write_bytes(b'"""Newest."""\n')
    commit(game)
    put(game, profile)
    commit(profile)
    (profile / "src/ur/overlay.py").write_bytes(older)
    commit(profile)

    said = put(game, profile)

    assert "src/ur/overlay.py: changed by you, left" in said
    assert (profile / "src/ur/overlay.py").read_bytes() == older


def test_a_shallow_copy_of_the_template_is_not_judged(copy, tmp_path):
    """What its keeper removed or changed is told by its history alone."""
    git(tmp_path, "clone", "--quiet", "--depth=1", copy.as_uri(), "shallow")
    git(copy, "commit", "--quiet", "--allow-empty", "--message", "More")
    git(tmp_path / "shallow", "fetch", "--quiet", "--depth=1")
    git(tmp_path / "shallow", "reset", "--quiet", "--hard", "FETCH_HEAD")
    with pytest.raises(KeeperFault, match=r"shallow: has not its whole history"):
        planned(ROOT, tmp_path / "shallow", Place())


def test_records_are_kept_as_they_are_in_every_copy(copy):
    """What keeps the line ends of records is beside them, whatever the copy has at its root."""
    put(ROOT, copy)
    assert (copy / "state/.gitattributes").is_file()
