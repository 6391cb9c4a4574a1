"""A copy of the game as it lies here, and what can be found of it."""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ur import paths, settings
from ur.doctor.hub import Hub, is_address
from ur.errors import KeeperFault
from ur.hosts.git import Git
from ur.house import GITHUB, name_at
from ur.install.known import manifest_of
from ur.referee.match import Match
from ur.settings import Settings
from ur.store import codec

MOST_BYTES = 4 * 1024 * 1024
"""No file that a person writes for the game is larger."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What would stop or hurt the game; one that does not ``hurt`` is only worth knowing."""

    where: str
    what: str
    remedy: str
    hurts: bool = True

    def __str__(self) -> str:
        """The line that is printed."""
        note = "" if self.hurts else "note: "
        return f"{note}{self.where}: {self.what}. Remedy: {self.remedy}."


class Unseen(Exception):  # noqa: N818 - what it is
    """Something that cannot be seen from here; told, and no trouble by itself."""


class NeedsToken(Unseen):
    """Something that only GitHub knows, and there is no token to ask it with."""


class Gone(Unseen):
    """GitHub could not be asked at all: the same for every question."""


Check = Callable[["Copy"], Iterable[Trouble]]


class Copy:
    """The working tree in ``root``, with the variables of its environment.

    ``told`` are the paths of which something was said.
    """

    def __init__(self, root: Path, environment: Mapping[str, str]) -> None:
        self.root = root
        self.environment = environment
        self.told: set[str] = set()
        self._gone: str | None = None
        self._hub: Hub | None = None

    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None where there is none.

        Raises:
            KeeperFault: it cannot be read, is too large, or lies behind a link.
        """
        file = self.root / path
        try:
            self._is_its_own(path)
            if not file.is_file():
                return None
            if file.stat().st_size > MOST_BYTES:
                raise KeeperFault(path, "is too large to be one", "Bring back a smaller one")
            return file.read_bytes()
        except (OSError, ValueError):
            raise KeeperFault(path, "cannot be read", "Let it be read, or write it anew") from None

    def _is_its_own(self, path: str) -> None:
        """See to it that a file is in the repository itself: a link is taken for its own text."""
        for one in (Path(path), *Path(path).parents[:-1]):
            if (self.root / one).is_symlink():
                what = "is a link, which neither GitHub nor the game follows"
                remedy = "Remove the link, and put there what it leads to"
                raise KeeperFault(one.as_posix(), what, remedy)

    def names(self, folder: str) -> list[str]:
        """The names of the files in a folder, sorted; links are none."""
        inside = self.root / folder
        try:
            files = (one for one in inside.iterdir() if one.is_file() and not one.is_symlink())
            return sorted(one.name for one in files)
        except (OSError, ValueError):
            return []

    def git(self, *words: str, stdin: str = "") -> tuple[int, str]:
        """The exit code of a git command, and what it prints.

        Raises:
            KeeperFault: there is no git.
            Unreachable: it did not end in time.
        """
        code, printed = self.git_bytes(*words, stdin=os.fsencode(stdin))
        return code, os.fsdecode(printed)

    def git_bytes(self, *words: str, stdin: bytes = b"") -> tuple[int, bytes]:
        """The same in bytes, as files are."""
        done = Git(self.root).attempt(*words, stdin=stdin)
        return done.returncode, done.stdout

    @cached_property
    def installed(self) -> Mapping[str, str]:
        """What ``install`` wrote here, as hashes by path; nothing where its list is none."""
        try:
            return manifest_of(self.root)
        except KeeperFault:
            return {}

    @cached_property
    def settings(self) -> Settings:
        """The keeper's settings; the usual ones where they cannot be used."""
        try:
            return settings.parse(self.read(paths.SETTINGS))
        except KeeperFault:
            return Settings()

    @cached_property
    def match(self) -> Match | None:
        """The game in play or the last one, if it can be read."""
        try:
            data = self.read(paths.MATCH)
            return codec.read_match(paths.MATCH, data) if data else None
        except KeeperFault:
            return None

    @cached_property
    def branch(self) -> str | None:
        """The branch that is checked out, if one is."""
        code, name = self.git("symbolic-ref", "--quiet", "--short", "HEAD")
        return name.strip() if code == 0 else None

    @property
    def default_branch(self) -> str | None:
        """The branch that is played on, as well as it is known here."""
        with suppress(Unseen):
            return str(self.hub().about["default_branch"])
        code, name = self.git("symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD")
        return name.strip().removeprefix("origin/") if code == 0 else self.branch

    @property
    def repository(self) -> str | None:
        """``owner/name`` at GitHub: what the environment says, else the address of ``origin``."""
        if named := self.environment.get("GITHUB_REPOSITORY"):
            return named
        server = self.environment.get("GITHUB_SERVER_URL") or GITHUB
        return name_at(server, self.git("remote", "get-url", "origin")[1])

    @property
    def repository_id(self) -> int:
        """The repository's number.

        Raises:
            Unseen: it is not known here.
        """
        told = self.environment.get("GITHUB_REPOSITORY_ID", "")
        return int(told) if told.isascii() and told.isdigit() else int(self.hub().about["id"])

    def hub(self) -> Hub:
        """GitHub, which knows this repository.

        Raises:
            NeedsToken: there is no token.
            Gone: it could not be asked.
        """
        token = self.environment.get("GITHUB_TOKEN", "")
        if not token:
            raise NeedsToken("GITHUB_TOKEN is not set")
        if self._gone is None and self._hub is None:
            name = self.repository
            url = self.environment.get("GITHUB_API_URL") or "https://api.github.com"
            if not is_address(url):
                self._gone = "GITHUB_API_URL is no address that begins with https:// or http://"
            elif name is None or not re.fullmatch(r"[A-Za-z0-9_-]+/[A-Za-z0-9_.-]+", name):
                self._gone = "origin is no repository at github.com, and GITHUB_REPOSITORY not set"
            else:
                self._hub = Hub(url.rstrip("/"), token, name)
        if self._hub and self._hub.gone is None:
            self._hub.meet()
        gone = self._gone or (self._hub and self._hub.gone)
        if gone or self._hub is None:
            raise Gone(f"GitHub could not be asked: {gone}")
        return self._hub

    def close(self) -> None:
        """Close the connection."""
        if self._hub:
            self._hub.close()
