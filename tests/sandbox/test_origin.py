"""A bare repository as its pages see it."""

import subprocess
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from ur.sandbox.local import Local
from ur.sandbox.origin import Origin
from ur.sandbox.world import World

FIRST = {"README.md": b"# Hello\n", "state/a/one.txt": b"1\n", "state/b.png": b"\x89PNG\0"}
SECOND = {"README.md": b"# Hello\nyou\n", "state/b.png": b"\x89PNG\0\1", "[x].txt": b"odd\n"}


@pytest.fixture
def origin(tmp_path: Path) -> Iterator[Origin]:
    """A repository with two commits."""
    with Local(tmp_path / "here", World()) as local:
        local.create(FIRST)
        local.push(SECOND, "Say more")
        yield Origin(local.origin)


def test_files_are_read_as_they_were(origin: Origin):
    """At the branch, at a commit, at a cut id; a file that is not there is a KeyError."""
    first = origin.commits()[1].id
    assert origin.read("README.md") == SECOND["README.md"]
    assert origin.read("README.md", first) == origin.read("README.md", first[:7]) == b"# Hello\n"
    for path, ref in (("nothing", "main"), ("[x].txt", first), ("README.md", "no-such")):
        with pytest.raises(KeyError):
            origin.read(path, ref)


def test_folders_come_first(origin: Origin):
    """A folder's entries: folders, then files, each by name, with their sizes."""
    assert [(one.name, one.kind, one.size) for one in origin.entries()] == [
        ("state", "tree", 0),
        ("README.md", "blob", 12),
        ("[x].txt", "blob", 4),
    ]
    assert [one.path for one in origin.entries("state")] == ["state/a", "state/b.png"]
    assert [origin.kind(path) for path in ("", "state", "README.md", "x")] == [
        *("tree", "tree", "blob"),
        None,
    ]


def test_commits_tell_what_each_changed(origin: Origin):
    """Newest first, a page of them, those of a path; and the patch of every text."""
    second, first = origin.commits()
    assert (second.subject, second.parents, second.at.tzinfo) == ("Say more", (first.id,), UTC)
    assert origin.commits(most=1, skip=1) == [first]
    assert [one.id for one in origin.commits(path="state/a")] == [first.id]
    assert origin.commit(second.id[:8]) == second

    changes = {one.path: one for one in origin.changes(second.id)}

    assert {path: one.status for path, one in changes.items()} == {
        "README.md": "M",
        "[x].txt": "A",
        "state/b.png": "M",
    }
    assert "+you" in changes["README.md"].patch
    assert changes["[x].txt"].patch.startswith("@@ -0,0 +1 @@\n+odd")
    assert (changes["state/b.png"].patch, changes["state/b.png"].binary) == ("", True)
    assert {one.status for one in origin.changes(first.id)} == {"A"}


@pytest.mark.parametrize(
    "ref", ["--help", "main; ls", "main:README.md", "", "@{-1}", "é", "a" * 300]
)
def test_what_is_no_ref_is_none(origin: Origin, ref):
    """Nothing of a page's address reaches git but the name of a branch or commit."""
    assert origin.resolve(ref) is None
    assert origin.commits(ref) == []
    with pytest.raises(KeyError):
        origin.commit(ref)


def test_a_removed_file_is_told(origin: Origin, tmp_path: Path):
    """A commit that takes a file away shows its lines going."""
    checkout = tmp_path / "here" / "checkout"
    for words in (
        ("rm", "-q", "README.md"),
        ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "Go"),
        ("push", "-q"),
    ):
        subprocess.run(["git", *words], cwd=checkout, check=True)
    [gone] = origin.changes("main")
    assert (gone.path, gone.status) == ("README.md", "D")
    assert "-# Hello" in gone.patch
