"""Wiring: what Actions provides, the templates, and what both make together."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import yaml

from ur.dice import SECRET, Dice
from ur.errors import KeeperFault
from ur.hosts.git import Access, GitRepository, Identity, ask
from ur.hosts.github import GitHubForge
from ur.referee.match import Match
from ur.referee.parse import is_ours
from ur.render import board
from ur.render.address import Address
from ur.render.race import race
from ur.render.replay import replay
from ur.render.text import Text
from ur.render.view import view
from ur.render.wording import Wording

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
FONTS = TEMPLATES / "fonts"
ENGLISH = "en"
KEEPER_TITLE = "The house needs its keeper"
# The account of GitHub Actions; with its id before the name commits show its picture.
IDENTITY = Identity("github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com")

GITHUB = "https://github.com"

Clock = Callable[[], datetime]


def now() -> datetime:
    """This moment in UTC, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


@dataclass(frozen=True, slots=True)
class Environment:
    """What Actions provides; ``repository_id`` is None outside of it."""

    repository: str
    repository_id: int | None
    owner_id: int | None
    server: str
    api: str
    token: str
    secret: str
    event: Path | None
    summary: Path | None

    @classmethod
    def read(cls, variables: Mapping[str, str]) -> "Environment":
        """The environment of a run.

        Raises:
            KeeperFault: a variable that is needed is missing, or is not what it should be.
        """
        repository = variables.get("GITHUB_REPOSITORY", "")
        if repository.count("/") != 1 or not all(repository.split("/")):
            raise _missing("GITHUB_REPOSITORY", "owner/name")
        event, summary = variables.get("GITHUB_EVENT_PATH"), variables.get("GITHUB_STEP_SUMMARY")
        return cls(
            repository=repository,
            repository_id=_number(variables, "GITHUB_REPOSITORY_ID"),
            owner_id=_number(variables, "GITHUB_REPOSITORY_OWNER_ID"),
            server=variables.get("GITHUB_SERVER_URL", GITHUB).rstrip("/"),
            api=variables.get("GITHUB_API_URL", "https://api.github.com").rstrip("/"),
            token=variables.get("GITHUB_TOKEN", ""),
            secret=variables.get(SECRET, ""),
            event=Path(event) if event else None,
            summary=Path(summary) if summary else None,
        )

    @classmethod
    def here(cls, folder: Path, variables: Mapping[str, str]) -> "Environment":
        """The environment outside of a run: ``origin`` of a checkout tells the repository's name.

        Raises:
            KeeperFault: it is told nowhere, or a variable is not what it should be.
        """
        if not variables.get("GITHUB_REPOSITORY"):
            server = variables.get("GITHUB_SERVER_URL") or GITHUB
            address = ask(folder, "remote", "get-url", "origin") or b""
            name = name_at(server, address.decode(errors="replace"))
            if name is None:
                what = f"is no repository at {server}, so what links should name is not known"
                raise KeeperFault("origin", what, "Set GITHUB_REPOSITORY to owner/name")
            variables = {**variables, "GITHUB_REPOSITORY": name}
        return cls.read(variables)

    def repository_here(self, folder: Path) -> GitRepository:
        """The record's repository, as the checkout in ``folder`` knows it."""
        access = Access(self.server, self.token) if self.token else None
        return GitRepository(folder, IDENTITY, access)

    def forge(self) -> GitHubForge:
        """The conversation.

        Raises:
            KeeperFault: there is no token for it.
        """
        if not self.token:
            raise _missing("GITHUB_TOKEN", "the token that Actions gives to a run")
        return GitHubForge(
            self.api,
            self.token,
            self.repository,
            ours=is_ours,
            keeper_title=KEEPER_TITLE,
            event=self.event,
        )


@dataclass(frozen=True, slots=True)
class House:
    """Everything that stays the same through a run.

    ``repository_id`` None takes whatever state there is as this repository's.
    """

    address: Address
    repository_id: int | None
    owner_id: int | None
    dice: Dice
    font: bytes
    now: Clock = now
    templates: Path = TEMPLATES
    _texts: dict[str, Text] = field(default_factory=dict)

    def wording(self, language: str = ENGLISH) -> Wording:
        """The words of a language.

        Raises:
            KeeperFault: there is no such language, or its files cannot be read.
        """
        if language not in self._texts:
            self._texts[language] = load_text(self.templates, language)
        return Wording(self._texts[language], self.address)

    def picture(self, wording: Wording, match: Match) -> bytes:
        """The picture of a match as it stands."""
        return board.draw(view(match), self.font, wording.text.words("board"))

    def replay(self, wording: Wording, match: Match) -> bytes:
        """An ended match, turn by turn, as one moving picture."""
        return replay(match, self.font, wording.text.words("board"))

    def race(self, wording: Wording, match: Match) -> bytes:
        """The chart of an ended match."""
        return race(match, self.font, wording.text.words("board"))


def name_at(server: str, address: str) -> str | None:
    """The ``owner/name`` of a repository at a server, by an address of any kind that git takes."""
    host = rf"(?:ssh\.)?{re.escape(urlsplit(server).netloc)}(?::\d+)?"
    name = r"([A-Za-z0-9_-]+/[A-Za-z0-9_.-]+?)"
    at = rf"(?:^|[/@]|www\.){host}[:/]+{name}(?:\.git)?/?\s*$"
    found = re.search(at, address, re.IGNORECASE)
    return found[1] if found else None


def furnish(environment: Environment, branch: str) -> House:
    """The house of an environment, on a branch."""
    return House(
        address=Address(environment.server, environment.repository, branch),
        repository_id=environment.repository_id,
        owner_id=environment.owner_id,
        dice=Dice(environment.repository_id or 0, environment.secret),
        font=the_font(),
    )


def the_font() -> bytes:
    """The font of the pictures.

    Raises:
        KeeperFault: there is none.
    """
    for path in sorted(FONTS.glob("*.woff2")):
        return path.read_bytes()
    raise KeeperFault("templates/fonts", "has no .woff2", "Bring the font of the pictures back")


def load_text(templates: Path, language: str) -> Text:
    """The pages, and the sentences of a language.

    Raises:
        KeeperFault: there is no such language, or a file of it is no YAML of sentences.
    """
    folder = templates / "languages" / language
    if not folder.is_dir():
        there = ", ".join(sorted(path.name for path in folder.parent.iterdir()))
        raise KeeperFault(
            ".github/ur.yml, language",
            f"has no folder in templates/languages; there are {there}",
            "Choose one of them, or add the folder",
        )
    pages = {path.name: path.read_text("utf-8") for path in templates.glob("*.j2")}
    sentences: dict[str, str] = {}
    for path in sorted(folder.glob("*.yml")):
        sentences |= {f"{path.stem}.{key}": text for key, text in _sentences(path).items()}
    return Text(pages, sentences)


def _sentences(path: Path) -> dict[str, str]:
    try:
        found = yaml.safe_load(path.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeError):
        found = None
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        where = f"templates/languages/{path.parent.name}/{path.name}"
        raise KeeperFault(where, "is no YAML of keys and sentences", "Correct the file")
    return found


def _number(variables: Mapping[str, str], name: str) -> int | None:
    text = variables.get(name, "")
    if text and not (text.isascii() and text.isdigit()):
        raise _missing(name, "a number")
    return int(text) if text else None


def _missing(name: str, what: str) -> KeeperFault:
    return KeeperFault(
        "environment",
        f"{name} is not set, or is not {what}",
        "Run this in GitHub Actions, or set it",
    )
