"""The record's repository: the tip of a branch of ``origin`` in, commits on top of it out.

Everything goes through git's object store: no working tree, index, local
branch or hook of whoever's checkout this is is touched, and nobody's push is
overwritten. Trees are enough to build a commit, so a checkout without blobs
(partial, shallow, sparse) will do.
"""

import base64
import os
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ur.errors import Conflict, KeeperFault, Unreachable
from ur.port import Changeset, Snapshot

PATIENCE = 120
"""Seconds that one git command may take."""

_RACES = (
    "fetch first",
    "non-fast-forward",
    "stale info",
    "cannot lock ref",
    "failed to lock",
    "failed to update ref",
    "incorrect old value",
    "unpacker error",
    "remote failure",
)
"""What a push says that came second, or that the server could not take just now."""

_SETTINGS = ("-c", "gc.auto=0", "-c", "maintenance.auto=false")
_NO_RIGHTS = (
    "returned error: 401",
    "returned error: 403",
    "could not read Username",
    "Authentication failed",
    "Permission denied",
    "Permission to ",
)


@dataclass(frozen=True, slots=True)
class Identity:
    """Whom commits are by."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Access:
    """A token, for addresses that begin with ``server`` (http or https)."""

    server: str
    token: str

    def environment(self) -> dict[str, str]:
        """Git's configuration by environment: seen by no other process, written nowhere.

        An earlier header of the same kind is dropped first, since GitHub refuses two.
        """
        basic = base64.b64encode(f"x-access-token:{self.token}".encode()).decode()
        key = f"http.{self.server.rstrip('/')}/.extraheader"
        return {
            "GIT_CONFIG_COUNT": "2",
            "GIT_CONFIG_KEY_0": key,
            "GIT_CONFIG_VALUE_0": "",
            "GIT_CONFIG_KEY_1": key,
            "GIT_CONFIG_VALUE_1": f"Authorization: Basic {basic}",
        }


class GitSnapshot:
    """The files of one commit."""

    def __init__(self, git: "Git", commit: str) -> None:
        self._git = git
        self._commit = commit

    @property
    def commit(self) -> str:
        """The commit's id."""
        return self._commit

    def read(self, paths: Sequence[str]) -> dict[str, bytes]:
        """The bytes of those of ``paths`` that are files.

        Raises:
            Unreachable: the repository cannot be read.
        """
        if not paths:
            return {}
        listed = self._git.run("ls-tree", "-z", self._commit, "--", *paths)
        blobs: dict[str, str] = {}
        for entry in listed.decode().split("\0")[:-1]:
            about, path = entry.split("\t", 1)
            _mode, kind, blob = about.split(" ")
            if kind == "blob":
                blobs[path] = blob
        self._git.bring(self._commit, tuple(blobs))
        return dict(zip(blobs, self._git.blobs(blobs.values()), strict=True))

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder, sorted."""
        listed = self._git.run("ls-tree", "-z", "--name-only", f"{self._commit}", f"{folder}/")
        return tuple(Path(path).name for path in listed.decode().split("\0")[:-1])


class GitRepository:
    """The branch that is checked out in ``folder``, as it is at ``origin``."""

    def __init__(self, folder: Path, identity: Identity, access: Access | None = None) -> None:
        self._git = Git(folder, access.environment() if access else None)
        self._identity = identity
        self._private = f"refs/ur/{os.getpid()}"
        self.branch = self._git.branch()

    def load(self) -> GitSnapshot:
        """The newest commit of the branch at ``origin``.

        Raises:
            Unreachable: it cannot be read now.
        """
        tip = f"{self._private}/tip"
        self._git.run(
            *("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--refmap=", "origin"),
            f"+refs/heads/{self.branch}:{tip}",
        )
        return GitSnapshot(self._git, self._git.run("rev-parse", tip).decode().strip())

    def commit(self, base: Snapshot, changes: Sequence[Changeset]) -> tuple[str, ...]:
        """Make one commit a changeset on top of ``base``.

        Raises:
            Unreachable: git failed.
        """
        stream = b"".join(self._stream(base.commit, changes))
        made = self._git.run(
            "fast-import", "--quiet", "--force", "--done", "--date-format=raw", stdin=stream
        )
        return tuple(made.decode().split())

    def publish(self, commits: Sequence[str]) -> None:
        """Push the commits, without force.

        Raises:
            Conflict: the branch moved on, or it is not known what became of the push.
            KeeperFault: the branch's rules or the rights of the token forbid it.
        """
        done = self._git.attempt(
            *("push", "--porcelain", "--no-verify", "origin"),
            f"{commits[-1]}:refs/heads/{self.branch}",
        )
        if done.returncode == 0:
            return
        lines = done.stdout.decode(errors="replace").splitlines()
        refused = " ".join(line for line in lines if line.startswith("!"))
        said = done.stderr.decode(errors="replace")
        raced = any(race in refused for race in _RACES)
        if not raced and (refused or any(right in said for right in _NO_RIGHTS)):
            raise KeeperFault(
                f"branch {self.branch}",
                "refuses the push of the game",
                "Let GitHub Actions write to it: allow direct pushes in its rules,"
                " and give the workflow contents: write",
            )
        raise Conflict

    def close(self) -> None:
        """Forget what was fetched and made, if that can be; others' refs stay as they are."""
        for name in ("tip", "next"):
            with suppress(Unreachable):  # a lock that a killed run left here: no harm is done
                self._git.run("update-ref", "-d", f"{self._private}/{name}")

    def _stream(self, base: str, changes: Sequence[Changeset]) -> Iterable[bytes]:
        """One commit a changeset in fast-import's language, each answered with its id."""
        by = f"{self._identity.name} <{self._identity.email}> {int(time.time())} +0000"
        for mark, change in enumerate(changes, 1):
            message = change.message.encode()
            parent = f":{mark - 1}" if mark > 1 else base
            yield f"commit {self._private}/next\nmark :{mark}\n".encode()
            yield f"author {by}\ncommitter {by}\ndata {len(message)}\n".encode() + message
            yield f"\nfrom {parent}\n".encode()
            yield from _changes(change.files)
            yield f"get-mark :{mark}\n".encode()
        yield b"done\n"


def _changes(files: Mapping[str, bytes | None]) -> Iterable[bytes]:
    for path in (path for path, data in files.items() if data is None):
        yield f"D {path}\n".encode()
    for path, data in files.items():
        if data is not None:
            yield f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n"


def ask(folder: Path, *words: str) -> bytes | None:
    """What git answers to a question about a folder; None where it has no answer."""
    done = Git(folder).attempt(*words)
    return None if done.returncode else done.stdout


def ignored(folder: Path, names: Iterable[str], *words: str) -> list[tuple[str, str, str]]:
    """What makes git ignore files: source and line of the pattern, and the file, each in text.

    ``words`` are more options of ``git check-ignore``.
    """
    command = ("check-ignore", *words, "--verbose", "-z", "--stdin")
    told = os.fsdecode(Git(folder).attempt(*command, stdin=os.fsencode("\0".join(names))).stdout)
    rows = zip(*[iter(told.split("\0"))] * 4, strict=False)
    return [(source, line, path) for source, line, sign, path in rows if not sign.startswith("!")]


class Git:
    """The git program in one folder, speaking English and asking nobody anything."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self._folder = folder
        quiet = {"GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
        self._environment = {**os.environ, **(environment or {}), **quiet}
        self._partial: bool | None = None

    def attempt(self, *words: str, stdin: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        """Run a command, whatever comes of it.

        Raises:
            KeeperFault: there is no git.
            Unreachable: it did not end in time.
        """
        command = ["git", *_SETTINGS, *words]
        try:
            return subprocess.run(  # noqa: S603 - a list of words, none of them a stranger's
                command,
                cwd=self._folder,
                env=self._environment,
                input=stdin,
                capture_output=True,
                check=False,
                timeout=PATIENCE,
            )
        except FileNotFoundError as missing:
            if missing.filename != command[0]:
                raise
            raise KeeperFault("git", "is not installed", "Install it") from None
        except subprocess.TimeoutExpired:
            raise Unreachable(f"git {words[0]} did not end within {PATIENCE} seconds") from None

    def run(self, *words: str, stdin: bytes = b"") -> bytes:
        """What a command prints.

        Raises:
            Unreachable: it failed.
        """
        done = self.attempt(*words, stdin=stdin)
        if done.returncode != 0:
            reason = done.stderr.decode(errors="replace").strip().splitlines()
            raise Unreachable(f"git {words[0]} failed: {reason[-1] if reason else 'no reason'}")
        return done.stdout

    def branch(self) -> str:
        """The name of the branch that is checked out.

        Raises:
            KeeperFault: none is.
        """
        done = self.attempt("symbolic-ref", "--quiet", "--short", "HEAD")
        if done.returncode != 0:
            raise KeeperFault(
                str(self._folder),
                "is no checkout of a branch",
                "Check out the branch by its name: git switch NAME",
            )
        return done.stdout.decode().strip()

    def bring(self, commit: str, paths: Sequence[str]) -> None:
        """Fetch at once those files that a partial checkout lacks; git itself would one by one."""
        if self._partial is None:
            promised = self.attempt("config", "--get-regexp", r"^remote\..*\.promisor$")
            self._partial = promised.returncode == 0
        if not self._partial or not paths:
            return
        walk = ("rev-list", "--objects", "--no-walk", "--missing=print", commit, "--", *paths)
        missing = [line[1:] for line in self.run(*walk).decode().split() if line.startswith("?")]
        if missing:
            options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--filter=blob:none")
            wanted = "\n".join(missing).encode()
            # As git does when it fetches one: what is here is no help with single blobs.
            noop = ("-c", "fetch.negotiationAlgorithm=noop")
            self.run(*noop, "fetch", *options, "--stdin", "origin", stdin=wanted)

    def blobs(self, blobs: Iterable[str]) -> list[bytes]:
        """The bytes of blobs, in order."""
        wanted = list(blobs)
        if not wanted:
            return []
        out = self.run("cat-file", "--batch", stdin="\n".join([*wanted, ""]).encode())
        found, at = [], 0
        for _ in wanted:
            end = out.index(b"\n", at)
            size = int(out[at:end].split(b" ")[2])
            found.append(out[end + 1 : end + 1 + size])
            at = end + size + 2
        return found
