"""A working tree that is written into: what is written, what is not, and how it is told."""

import os

import pytest

from ur.hosts import folder


def test_files_are_written_whole_into_folders_that_are_made(tmp_path):
    """Missing folders are made, what was there is replaced, what is None goes; nothing is left."""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a").write_bytes(b"1")
    (tmp_path / "b").write_bytes(b"1")
    (tmp_path / "b").chmod(0o755)

    folder.write(tmp_path, {"new/deep/c": b"2", "b": b"3", "old": None, "never": None})

    left = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert left == {"new/deep/c", "b"}
    assert (tmp_path / "b").read_bytes() == b"3"
    assert (tmp_path / "b").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    ("wanted", "data"),
    [
        pytest.param("a-file/b.txt", b"x", id="a file where its folder should be"),
        pytest.param("a-file/b/c.txt", b"x", id="a file further up"),
        pytest.param("a-folder", b"x", id="a folder where it should be"),
        pytest.param("a" * 300, b"x", id="a name that is too long"),
        pytest.param("shut/b.txt", b"x", id="a folder that is shut"),
        pytest.param("shut/full", None, id="something that cannot go"),
        pytest.param("full/b.txt", b"x", id="no room on the disk"),
    ],
)
def test_what_cannot_be_written_is_named(tmp_path, monkeypatch, wanted, data):
    """The error names the file that was wanted, and nothing beside it is left."""
    (tmp_path / "a-file").write_bytes(b"1")
    (tmp_path / "a-folder" / "inside").mkdir(parents=True)
    (tmp_path / "shut" / "full").mkdir(parents=True)
    (tmp_path / "full").mkdir()
    if wanted.startswith("full"):
        monkeypatch.setattr("pathlib.Path.write_bytes", _full)
    if wanted.startswith("shut"):
        if os.geteuid() == 0:
            pytest.skip("nothing is shut for root")
        (tmp_path / "shut").chmod(0o500)
    before = sorted(tmp_path.rglob("*"))

    with pytest.raises(OSError) as caught:  # noqa: PT011 - of any kind
        folder.write(tmp_path, {wanted: data})

    assert (caught.value.filename, caught.value.filename2) == (str(tmp_path / wanted), None)
    assert str(os.getpid()) not in str(caught.value)
    assert sorted(tmp_path.rglob("*")) == before
    (tmp_path / "shut").chmod(0o700)


def _full(path, data):
    """A write into a full disk, which names no file."""
    path.touch()
    raise OSError(28, "No space left on device")
