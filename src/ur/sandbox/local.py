"""The whole game on this machine: a stand-in for GitHub, a bare repository, runs of ``play``."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, urlsplit

from flask import Flask

from ur.house import ROOT
from ur.sandbox.faults import Faults
from ur.sandbox.origin import ALONE, BRANCH
from ur.sandbox.server import Server
from ur.sandbox.world import World

ORIGIN = "origin.git"
_LINK = re.compile(r"\]\(([^()\s]+/issues/new\?title=[^()\s]+)\)")


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the README that opens a filled-in form."""

    title: str
    body: str
    url: str


class Local:
    """A repository ``owner/name`` in ``folder``, its conversation at ``server``.

    The folder holds ``origin.git``, what GitHub keeps, and ``checkout``, what a
    runner checks out. Nothing else on the machine is touched.
    """

    def __init__(
        self,
        folder: Path,
        world: World,
        *,
        port: int = 0,
        faults: Faults | None = None,
        app: Flask | None = None,
    ) -> None:
        self.folder = folder
        self.world = world
        self.server = Server(world, faults, port=port, app=app)
        self.origin = folder / ORIGIN
        self.checkout = folder / "checkout"
        self.secret = ""

    def __enter__(self) -> Self:
        self.server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.stop()

    def create(self, files: Mapping[str, bytes] | None = None) -> None:
        """Begin anew, with the files of a fresh copy or these."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._git(self.folder, "init", "--quiet", "--bare", f"--initial-branch={BRANCH}", ORIGIN)
        self._git(self.folder, "clone", "--quiet", ORIGIN, "checkout")
        self._git(self.checkout, "switch", "--quiet", "--orphan", BRANCH)
        self.push(fresh_copy() if files is None else files, "Begin from the template")

    def push(self, files: Mapping[str, bytes], message: str) -> None:
        """A person's own commit, on top of what there is."""
        if self._git(self.checkout, "ls-remote", "origin", BRANCH):
            self._git(self.checkout, "fetch", "--quiet", "origin", BRANCH)
            self._git(self.checkout, "reset", "--quiet", "--hard", "FETCH_HEAD")
        for path, data in files.items():
            (self.checkout / path).parent.mkdir(parents=True, exist_ok=True)
            (self.checkout / path).write_bytes(data)
        self._git(self.checkout, "add", "--all", "--force")
        person = ("-c", "user.name=keeper", "-c", "user.email=keeper@localhost")
        self._git(self.checkout, *person, "commit", "--quiet", "--message", message)
        self._git(self.checkout, "push", "--quiet", "origin", BRANCH)

    def environment(self, event: Path | None = None) -> dict[str, str]:
        """What Actions would provide to a run."""
        world = self.world
        provided = {
            "GITHUB_REPOSITORY": world.full_name,
            "GITHUB_REPOSITORY_ID": str(world.repository.id),
            "GITHUB_REPOSITORY_OWNER_ID": str(world.owner.id),
            "GITHUB_API_URL": self.server.url,
            "GITHUB_SERVER_URL": self.server.url,
            "GITHUB_TOKEN": world.actions_token,
            "UR_DICE_SECRET": self.secret,
        }
        return provided | ({"GITHUB_EVENT_PATH": str(event)} if event else {})

    def open(self, login: str, title: str, body: str = "") -> int:
        """Open an issue as somebody; its number."""
        return self.world.open_issue(login, title, body)

    def event(self, number: int) -> Path:
        """The payload of an issue's opening, in a file, as a run is given it."""
        path = self.folder / "event.json"
        path.write_text(json.dumps(self.world.event(number)), "utf-8")
        return path

    def run(
        self, *words: str, event: Path | None = None, folder: Path | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run a command of ours as the workflow does: a process of its own, in the checkout."""
        return subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", "ur", *words],
            cwd=folder or self.checkout,
            env={
                **os.environ,
                **ALONE,
                **self.environment(event),
                "PYTHONPATH": str(ROOT / "src"),
            },
            capture_output=True,
            check=False,
            text=True,
        )

    def read(self, path: str, commit: str = BRANCH) -> bytes:
        """A file as it was pushed.

        Raises:
            subprocess.CalledProcessError: there is none.
        """
        return self._git(self.origin, "cat-file", "blob", f"{commit}:{path}")

    def files(self, commit: str = BRANCH) -> tuple[str, ...]:
        """The paths of every file that was pushed."""
        listed = self._git(self.origin, "ls-tree", "-r", "-z", "--name-only", commit)
        return tuple(listed.decode().split("\0")[:-1])

    def log(self, form: str = "%s") -> list[str]:
        """Every commit, newest first, in a format of git log."""
        return self._git(self.origin, "log", f"--format={form}", BRANCH).decode().splitlines()

    def links(self) -> list[Link]:
        """Every link of the README, as it was pushed, that opens a filled-in form."""
        found = _LINK.findall(html.unescape(self.read("README.md").decode()))
        return [read_link(url) for url in found]

    @staticmethod
    def _git(folder: Path, *words: str) -> bytes:
        command = ["git", *words]
        done = subprocess.run(  # noqa: S603 - git
            command, cwd=folder, env={**os.environ, **ALONE}, check=True, capture_output=True
        )
        return done.stdout


def read_link(url: str) -> Link:
    """What a link fills in."""
    query = parse_qs(urlsplit(url).query)
    return Link(query["title"][0], query["body"][0], url)


def fresh_copy() -> dict[str, bytes]:
    """The files of a fresh copy that the game reads or writes."""
    paths: Sequence[str] = ("README.md", "state/README.md", ".github/ur.yml")
    return {path: (ROOT / path).read_bytes() for path in paths}
