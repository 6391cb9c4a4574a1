"""The sandbox: a world, a bare repository, runs of the workflow, and a folder that keeps them.

The folder holds ``origin.git``, what GitHub keeps of the code; ``world.json``,
what it keeps of the conversation; ``runs.json``, the runs; ``checkout``, what a
runner checks out; and ``sandbox.json``, the port and what there is to say.
"""

import json
import secrets
import shutil
import socket
import sys
import threading
from dataclasses import asdict, dataclass, field
from pathlib import Path
from subprocess import CalledProcessError
from typing import Self

from flask import Response, request

from ur.errors import KeeperFault
from ur.house import ROOT
from ur.paths import SETTINGS
from ur.port import LOGIN
from ur.referee.parse import is_ours
from ur.sandbox import pages
from ur.sandbox.actions import Actions, Job, Run
from ur.sandbox.api import create_app
from ur.sandbox.faults import Faults
from ur.sandbox.ledger import ACTIONS_LOGIN, GHOST_ID
from ur.sandbox.local import ORIGIN, Local
from ur.sandbox.origin import ALONE, BRANCH, Origin
from ur.sandbox.server import HOST
from ur.sandbox.sources import Source
from ur.sandbox.troubles import Troubles
from ur.sandbox.visit import check_host
from ur.sandbox.world import World

PORT = 8642
TRIES = 3
RESERVED = {"sandbox", "repos", "user", "users"}
"""Names that are parts of addresses here."""
WORLD, ABOUT = "world.json", "sandbox.json"
ANEW = "Begin anew with sandbox --fresh"


@dataclass(slots=True)
class About:
    """What a sandbox knows of itself; ``notes`` are sentences for whoever opens it.

    ``url`` is where it was served when the README's links were made.
    """

    port: int = PORT
    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    url: str = ""
    notes: list[str] = field(default_factory=list)


class Sandbox:
    """GitHub on this machine, with one repository and people who play there."""

    def __init__(self, folder: Path, world: World, about: About) -> None:
        _see_to_a_free_port(about.port)
        self.folder = folder
        self.about = about
        self.world = world
        self.actions = Actions(folder, self._job)
        self.faults = Faults()
        app = create_app(world, self.faults)
        app.before_request(lambda: check_host(self))
        app.register_blueprint(pages.blueprint(self))
        app.after_request(self._saved)
        self.local = Local(folder, world, port=about.port, faults=self.faults, app=app)
        self.local.secret = about.secret
        self.origin = Origin(self.local.origin)
        self.troubles = Troubles(self.local.origin, self.actions.kill)
        self.faults.hook = self.troubles.see
        self._saving = threading.Lock()
        self._said: list[str] = []

    @classmethod
    def open(cls, folder: Path, port: int | None = None) -> "Sandbox":
        """The sandbox that a folder keeps, on its old port unless another is asked for.

        Raises:
            KeeperFault: the folder is broken, or the port is taken.
        """
        if not folder.is_dir() or Origin(folder / ORIGIN).resolve(BRANCH) is None:
            raise KeeperFault(f"{folder.name}/{ORIGIN}", f"has no branch {BRANCH}", ANEW)
        try:
            about = About(**json.loads((folder / ABOUT).read_text("utf-8")))
            world = World.load(json.loads((folder / WORLD).read_text("utf-8")))
            about.port = about.port if port is None else port
            return cls(folder, world, about)
        except (ValueError, TypeError, KeyError, AttributeError, OSError) as trouble:
            what = f"is no whole sandbox ({type(trouble).__name__})"
            raise KeeperFault(folder.name, what, ANEW) from None

    @classmethod
    def create(cls, folder: Path, source: Source, port: int | None = None) -> "Sandbox":
        """A new sandbox in a folder, which is emptied first.

        Raises:
            KeeperFault: the port is taken.
        """
        about = About(PORT if port is None else port)
        _see_to_a_free_port(about.port)
        _remove(folder)
        sandbox = cls(folder, source.world(), about)
        sandbox.about.notes += source.notes
        try:
            sandbox.local.create(source.files)
        except CalledProcessError as trouble:
            sandbox.local.server.stop()
            said = trouble.stderr.decode("utf-8", "replace").strip().splitlines()
            what = f"could not be made: git says {said[-1] if said else 'nothing'}"
            raise KeeperFault(folder.name, what, "See to it that git works here") from None
        sandbox.save()
        return sandbox

    def __enter__(self) -> Self:
        """Serve, make the README's links and the labels, and take up what waits."""
        self.local.server.start()
        self.troubles.install()
        self._settle()
        self.actions.begin()
        if any(issue.state == "open" and is_ours(issue.title) for issue in self.world.issues()):
            self.actions.start("workflow_dispatch", ACTIONS_LOGIN)
        return self

    def __exit__(self, *_: object) -> None:
        """End every process that was started, and keep everything."""
        self.actions.end()
        self.local.server.stop()
        self.save()

    @property
    def url(self) -> str:
        """Where it is served."""
        return self.local.server.url

    @property
    def notes(self) -> list[str]:
        """What there is to say of this sandbox."""
        return [*self.about.notes, *self._said]

    def people(self) -> list[str]:
        """The logins of everybody one can be."""
        with self.world.lock:
            accounts = self.world.ledger.accounts.values()
            return [
                one.login
                for one in accounts
                if one.type == "User" and not one.deleted and one.id != GHOST_ID
            ]

    def add_person(self, login: str) -> None:
        """One more person.

        Raises:
            ValueError: no account can have that name, or one has it.
        """
        if login.lower() in RESERVED:
            raise ValueError("that name is the sandbox's own")
        if not LOGIN.fullmatch(login):
            raise ValueError("a name is of letters, digits and single hyphens, 39 at most")
        self.world.add_person(login)

    def opened(self, number: int) -> None:
        """Do what GitHub does when an issue was opened: start the run that it asks for."""
        issue = self.world.issue(number)
        if is_ours(issue.title):
            author = self.world.ledger.accounts[issue.author]
            self.actions.start("issues", author.login, number)

    @property
    def settings(self) -> str:
        """The keeper's settings as they are pushed; empty where there are none."""
        try:
            return self.origin.read(SETTINGS).decode("utf-8", "replace")
        except KeyError:
            return ""

    def change_settings(self, text: str) -> None:
        """Push other settings as the keeper, which starts the run that writes the README again.

        Raises:
            ValueError: they are as they were, or every push lost its race.
        """
        data = text.replace("\r\n", "\n").encode()
        if data.decode() == self.settings:
            raise ValueError("the settings are as they were")
        for _ in range(TRIES):
            try:
                self.local.push({SETTINGS: data}, "Change the settings")
            except CalledProcessError as refused:
                if b"fetch first" in refused.stderr or b"non-fast-forward" in refused.stderr:
                    continue
                raise ValueError("the push was refused") from None
            self.actions.start("push", self.world.owner.login)
            return
        raise ValueError("somebody else was faster every time")

    def save(self) -> None:
        """Keep the world as it is, each file whole or not at all."""
        with self._saving:
            for name, kept in ((WORLD, self.world.dump()), (ABOUT, asdict(self.about))):
                beside = self.folder / f".{name}"
                beside.write_text(json.dumps(kept), "utf-8")
                beside.replace(self.folder / name)

    def _settle(self) -> None:
        """Give the README its links and the repository its labels, where they are another's."""
        if self.about.url == self.url:
            return
        done = self.local.run("rebuild", "--push")
        if done.returncode:
            # A broken house is what the sandbox may be there to look at.
            self._said.append(f"The README could not be made: {done.stderr.strip()}")
            return
        self.about.url = self.url

    def _job(self, run: Run, summary: Path) -> Job:
        event = self.local.event(run.issue) if run.issue else None
        variables = {
            **ALONE,
            **self.local.environment(event),
            "GITHUB_STEP_SUMMARY": str(summary),
            "PYTHONPATH": str(ROOT / "src"),
            "PYTHONUNBUFFERED": "1",
        }
        words = ("rebuild", "--push") if run.event == "push" else ("play",)
        return Job((sys.executable, "-m", "ur", *words), self.local.checkout, variables)

    def _saved(self, response: Response) -> Response:
        if request.method not in ("GET", "HEAD"):
            self.save()
        return response


def _remove(folder: Path) -> None:
    """Make room for a new sandbox.

    Raises:
        KeeperFault: what lies there cannot be removed.
    """
    try:
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
        elif folder.exists():
            shutil.rmtree(folder)
    except OSError:
        raise KeeperFault(folder.name, "cannot be removed", "Remove it by hand") from None


def _see_to_a_free_port(port: int) -> None:
    """See to it that nobody else listens there."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            what = "is taken by another program, or not allowed"
            raise KeeperFault(f"port {port}", what, "Choose another: --port N") from None
