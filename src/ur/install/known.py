"""Which files are ours: listed with hashes as they were written, or in the game's history."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path

from ur.errors import KeeperFault
from ur.hosts.git import ask
from ur.install.parts import MANIFEST, ORIGINS
from ur.install.plan import IN_THE_WAY
from ur.install.tree import not_a_file, read

_SAFE = re.compile(r"(?:[A-Za-z0-9._-]+/)*[A-Za-z0-9._-]+")


class Known:
    """Knows the files that the game has, or had: by the list of what was installed, and by git."""

    def __init__(self, source: Path, manifest: Mapping[str, str]) -> None:
        self.manifest = manifest
        self._source = source

    def __call__(self, path: str, data: bytes) -> bool:
        """Whether a file is as some version of the game has it."""
        return self.manifest.get(path) == hash_of(data) or self._in_history(path, plain(data))

    def _in_history(self, path: str, data: bytes) -> bool:
        """Whether a commit of the game put these bytes, or took them, from just there."""
        blob = hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()
        words = ("log", "-1", "--format=%h", f"--find-object={blob}", "HEAD", "--")
        return bool(ask(self._source, *words, ORIGINS.get(path, path)))


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
