"""Which files are ours: listed with hashes as they were written, or in the game's history."""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from ur.errors import KeeperFault
from ur.install.history import blob, history
from ur.install.parts import MANIFEST, ORIGINS
from ur.install.plan import IN_THE_WAY
from ur.install.tree import not_a_file, read

_NOTHING = {"0" * 40}
"""What git calls the bytes of a file that is not there."""
_SAFE = re.compile(r"(?:[A-Za-z0-9._-]+/)*[A-Za-z0-9._-]+")


class Known:
    """Knows the files that the game has, or had: by the list of what was installed, and by git."""

    def __init__(self, source: Path, folder: Path, manifest: Mapping[str, str]) -> None:
        self.manifest = manifest
        self._source, self._folder = source, folder

    def __call__(self, path: str, data: bytes) -> bool:
        """Whether a file is as it was installed, or as the game has or had it at just that path."""
        if path in self.manifest:
            return self.manifest[path] == hash_of(data)
        return not self._of_the_game(path).isdisjoint({blob(data), blob(plain(data))})

    def before(self, path: str) -> bool:
        """Whether the keeper's repository has, or had, the game's file at that path."""
        if path in self.manifest:
            return True
        return not self._of_the_game(path).isdisjoint(self._theirs.get(path, ()))

    def _of_the_game(self, path: str) -> set[str]:
        return self._ours.get(ORIGINS.get(path, path), set()) - _NOTHING

    @cached_property
    def _ours(self) -> Mapping[str, set[str]]:
        return history(self._source)

    @cached_property
    def _theirs(self) -> Mapping[str, set[str]]:
        return history(self._folder)


def hash_of(data: bytes) -> str:
    """What tells a file from others, whatever ends its lines."""
    return hashlib.sha256(plain(data)).hexdigest()


def plain(data: bytes) -> bytes:
    """A file as it is on machines that end lines by a newline alone."""
    return data if b"\0" in data else data.replace(b"\r\n", b"\n")


def manifest_of(folder: Path) -> dict[str, str]:
    """What was installed before: hashes by path.

    Raises:
        KeeperFault: the list cannot be read, or is of a newer version.
    """
    remedy = "Restore it as it was committed last, or remove it"
    if trouble := not_a_file(folder, MANIFEST):
        raise KeeperFault(*trouble, IN_THE_WAY)
    data = read(folder / MANIFEST)
    if data is None:
        return {}
    try:
        document = json.loads(data)
        schema, files = document["schema"], dict(document["files"])
    except (ValueError, TypeError, LookupError, RecursionError):
        raise KeeperFault(MANIFEST, "is no list of installed files", remedy) from None
    if schema != 1:
        raise KeeperFault(MANIFEST, "is of a newer version", "Install from that one, or a newer")
    for path, told in files.items():
        parts = set(path.split("/"))
        if not (_SAFE.fullmatch(path) and isinstance(told, str)) or parts & {".", "..", ".git"}:
            raise KeeperFault(MANIFEST, "is no list of installed files", remedy)
    return files


def written(manifest: Mapping[str, str]) -> bytes:
    """The list of what was installed, as a file."""
    document = {"schema": 1, "files": dict(sorted(manifest.items()))}
    return (json.dumps(document, indent=1) + "\n").encode()
