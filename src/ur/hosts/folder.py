"""A working tree as the record's repository: what ``rebuild`` without ``--push`` writes into."""

import os
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path


class FolderSnapshot:
    """The files of a folder as they are now."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def commit(self) -> str:
        """No commit."""
        return ""

    def read(self, paths: Sequence[str]) -> dict[str, bytes]:
        """The bytes of those of ``paths`` that are files."""
        files = {path: self._folder / path for path in paths}
        return {path: file.read_bytes() for path, file in files.items() if file.is_file()}

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder, sorted."""
        inside = self._folder / folder
        return tuple(sorted(path.name for path in inside.iterdir())) if inside.is_dir() else ()


def write(folder: Path, files: Mapping[str, bytes | None]) -> None:
    """Write files into a folder, each whole or not at all; those that are None go.

    Raises:
        OSError: one cannot be written; its ``filename`` is that one's.
    """
    for path, data in files.items():
        _write(folder / path, data)


def _write(path: Path, data: bytes | None) -> None:
    try:
        _remove(path) if data is None else _replace(path, data)
    except OSError as error:
        # Named is what somebody asked for: no file beside it, no folder, and never nothing.
        error.filename, error.filename2 = str(path), None
        raise


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)


def _replace(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(data)
        if path.is_file():
            shutil.copymode(path, beside)
        beside.replace(path)
    except OSError:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise
