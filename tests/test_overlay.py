"""A snapshot in which some files are others."""

from pathlib import Path

import pytest

from ur.hosts.folder import FolderSnapshot, write
from ur.overlay import Overlay

BELOW = {"a.txt": b"a", "past/001.json": b"1", "past/deep/x.md": b"x", "kept/y": b"y"}


@pytest.fixture
def below(tmp_path: Path) -> FolderSnapshot:
    write(tmp_path, BELOW)
    return FolderSnapshot(tmp_path)


def all_of(snapshot) -> dict[str, bytes]:
    """What is read of every file that there ever was."""
    return snapshot.read([*BELOW, "new/z", "past/002.json"])


def test_without_files_it_is_the_snapshot(below):
    """Nothing is added or hidden."""
    overlay = Overlay(below, {})
    assert all_of(overlay) == BELOW
    assert overlay.names("past") == ("001.json", "deep")
    assert overlay.commit == below.commit


def test_a_file_is_another_or_new_or_gone(below):
    """What is here counts, whatever is below; empty files are files."""
    overlay = Overlay(below, {"a.txt": b"", "new/z": b"z", "kept/y": None})
    assert all_of(overlay) == {
        "a.txt": b"",
        "past/001.json": b"1",
        "past/deep/x.md": b"x",
        "new/z": b"z",
    }
    assert (overlay.names("new"), overlay.names("kept")) == (("z",), ())


def test_of_a_folder_that_is_gone_only_what_was_written_since_is_there(below):
    """Neither its files nor its folders are seen any more, but for new ones."""
    overlay = Overlay(below, {"past": None, "past/002.json": b"2"})
    assert all_of(overlay) == {"a.txt": b"a", "kept/y": b"y", "past/002.json": b"2"}
    assert overlay.names("past") == ("002.json",)
    assert overlay.names("past/deep") == ()
