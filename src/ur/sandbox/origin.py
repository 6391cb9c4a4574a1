"""What a bare repository holds, as its pages show it."""

import os
import re
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

BRANCH = "main"
ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""What git is told, so that a person's own configuration changes nothing here."""
Kind = Literal["blob", "tree"]
Status = Literal["A", "M", "D"]

_REF = re.compile(r"[0-9A-Za-z][0-9A-Za-z._/-]{0,200}")
_FIELD, _RECORD = "\x1f", "\x1e"
_FORM = f"--format=%H{_FIELD}%P{_FIELD}%an{_FIELD}%at{_FIELD}%s{_RECORD}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A name in a folder; ``size`` in bytes, 0 of a folder."""

    name: str
    path: str
    kind: Kind
    size: int


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit; ``at`` in UTC."""

    id: str
    subject: str
    author: str
    at: datetime
    parents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit did to a file; ``patch`` is empty where it is not text."""

    path: str
    status: Status
    patch: str
    binary: bool


class Origin:
    """A bare repository with the branch ``main``; a ref is a branch, or the id of a commit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def resolve(self, ref: str) -> str | None:
        """The id of the commit that a ref means."""
        if not _REF.fullmatch(ref):
            return None
        found = self._git("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
        return found.decode().strip() or None if found is not None else None

    def read(self, path: str, ref: str = BRANCH) -> bytes:
        """The bytes of a file.

        Raises:
            KeyError: there is none.
        """
        found = self._git("cat-file", "blob", f"{self._known(ref)}:{path}")
        if found is None:
            raise KeyError(path)
        return found

    def kind(self, path: str, ref: str = BRANCH) -> Kind | None:
        """What lies at a path; the root is the empty one."""
        commit = self.resolve(ref)
        found = self._git("cat-file", "-t", f"{commit}:{path}") if commit else None
        match found:
            case b"blob\n":
                return "blob"
            case b"tree\n":
                return "tree"
        return None

    def entries(self, folder: str = "", ref: str = BRANCH) -> list[Entry]:
        """What lies in a folder: folders first, then files, by name."""
        tree = f"{self._known(ref)}:{folder}"
        listed = self._git("ls-tree", "--long", "-z", tree) or b""
        found = [
            _entry(line, folder) for line in listed.decode("utf-8", "replace").split("\0") if line
        ]
        return sorted(found, key=lambda entry: (entry.kind == "blob", entry.name))

    def commits(
        self, ref: str = BRANCH, path: str = "", skip: int = 0, most: int = 30
    ) -> list[Commit]:
        """So many commits, newest first; of a path, those that changed it."""
        commit = self.resolve(ref)
        if commit is None:
            return []
        where = ["--", path] if path else []
        listed = self._git("log", _FORM, f"--skip={skip}", f"--max-count={most}", commit, *where)
        return [
            _commit(text)
            for text in (listed or b"").decode("utf-8", "replace").split(_RECORD)
            if text.strip()
        ]

    def commit(self, commit: str) -> Commit:
        """One commit.

        Raises:
            KeyError: there is none.
        """
        [found] = self.commits(self._known(commit), most=1)
        return found

    def changes(self, commit: str) -> list[Change]:
        """What a commit did, file by file."""
        known = self._known(commit)
        words = ("diff-tree", "--root", "-r", "--no-commit-id", "--no-renames", "--name-status")
        listed = (self._git(*words, "-z", known) or b"").decode("utf-8", "replace").split("\0")
        pairs = zip(listed[::2], listed[1::2], strict=False)
        return [self._change(known, status, path) for status, path in pairs]

    def _change(self, commit: str, status: str, path: str) -> Change:
        words = ("show", "--format=", "--no-renames", "--no-color", "--no-ext-diff", commit)
        text = (self._git(*words, "--", path) or b"").decode("utf-8", "replace")
        head, at, rest = text.partition("\n@@")
        binary = not at and "\nBinary files " in head
        known: Status = "A" if status == "A" else "D" if status == "D" else "M"
        return Change(path, known, f"@@{rest}" if at else "", binary)

    def _known(self, ref: str) -> str:
        commit = self.resolve(ref)
        if commit is None:
            raise KeyError(ref)
        return commit

    def _git(self, *words: str) -> bytes | None:
        """What git prints; None where it has nothing of that name."""
        if any("\0" in word for word in words):
            return None
        done = subprocess.run(  # noqa: S603 - git, its words ours or checked
            ["git", "--literal-pathspecs", *words],  # noqa: S607 - found as everywhere
            cwd=self.folder,
            env={**os.environ, **ALONE},
            capture_output=True,
            check=False,
        )
        return None if done.returncode else done.stdout


def _entry(line: str, folder: str) -> Entry:
    about, _, name = line.partition("\t")
    _, kind, _, size = about.split()
    path = f"{folder}/{name}" if folder else name
    if kind == "tree":
        return Entry(name, path, "tree", 0)
    return Entry(name, path, "blob", int(size) if size.isdigit() else 0)


def _commit(text: str) -> Commit:
    commit, parents, author, at, subject = text.strip("\n").split(_FIELD)
    when = datetime.fromtimestamp(int(at), UTC)
    return Commit(commit, subject, author, when, tuple(parents.split()))
