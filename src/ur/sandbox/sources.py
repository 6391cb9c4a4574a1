"""What a new sandbox begins with: a fresh copy of the template, or another checkout's state."""

import io
import re
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.hosts.git import ask
from ur.house import ROOT
from ur.port import Person
from ur.sandbox.local import fresh_copy
from ur.sandbox.world import World
from ur.store import codec
from ur.store import state as store

PEOPLE = ("ada", "enheduanna", "grace", "tiamat")
KEEPER = "keeper"
OWNER_ID = 5001
_NAMES = re.compile(r"([A-Za-z0-9-]+)/([A-Za-z0-9_.-]+?)(?:\.git)?/?\s*$")
_ISSUE = re.compile(rb'"issue": ?([0-9]{1,15})')


@dataclass(frozen=True, slots=True)
class Source:
    """The files of a repository, and what its world has to know.

    ``numbers_above`` is the highest number that an issue of the past has, ``people``
    those who are known there besides the usual ones.
    """

    files: Mapping[str, bytes]
    owner: str = KEEPER
    name: str = KEEPER
    owner_id: int = OWNER_ID
    repository: int = 700_000_001
    numbers_above: int = 0
    people: tuple[Person, ...] = ()
    notes: list[str] = field(default_factory=list)

    def world(self) -> World:
        """A world of this repository, in which nothing was said yet."""
        world = World(
            self.owner,
            self.name,
            owner_id=self.owner_id,
            repository_id=self.repository,
            numbers_above=self.numbers_above,
        )
        for person in self.people:
            _known(world, person.login, person.id)
        for login in PEOPLE:
            _known(world, login, None)
        return world


def template() -> Source:
    """A fresh copy of the template: this checkout as it lies here, but for its state."""
    listed = _git(ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    names = [name for name in (listed or b"").decode().split("\0") if name]
    ours = [name for name in names if not name.startswith(f"{paths.STATE}/")]
    files = {name: (ROOT / name).read_bytes() for name in ours if (ROOT / name).is_file()}
    return Source(files | fresh_copy())


def checkout(folder: Path) -> Source:
    """What is committed in another checkout; a sealed game goes on unsealed here.

    Raises:
        KeeperFault: it is no checkout with a commit, or has no README.
    """
    folder = _top(folder)
    files = _committed(folder)
    if paths.README not in files:
        raise KeeperFault(str(folder), "has no README.md", "Name a checkout of a copy of the game")
    owner, name = _names(folder)
    source = Source(files, owner, name, numbers_above=_highest(files))
    try:
        club = codec.read_club(paths.CLUB, files[paths.CLUB])
        known = [issue for issue, _ in (*club.requests, *club.refused)]
        source = replace(
            source,
            repository=club.repository or source.repository,
            numbers_above=max([source.numbers_above, *known]),
        )
    except (KeyError, KeeperFault):
        pass  # nothing was played, or what is broken is told below
    try:
        state = store.load(files, None)
    except KeeperFault as fault:
        return replace(source, notes=[f"Its state cannot be read: {fault}"])
    match = state.match
    if match is None:
        return source
    people = tuple(seat.person for seat in match.seats[:25] if not seat.person.named)
    themselves = [one.id for one in people if one.login.lower() == owner.lower()]
    free = max([OWNER_ID, *(one.id + 1 for one in people)])
    source = replace(source, people=people, owner_id=themselves[0] if themselves else free)
    if match.over or not match.seal:
        return source
    unsealed = codec.write_match(replace(match, seal=None))
    note = (
        f"Game {match.number} was sealed with a secret that is elsewhere."
        " Here it goes on with real dice."
    )
    return replace(source, files={**files, paths.MATCH: unsealed}, notes=[note])


def _known(world: World, login: str, number: int | None) -> None:
    try:
        world.add_person(login, number)
    except ValueError:
        return  # somebody has that name or id: they are known already


def _committed(folder: Path) -> dict[str, bytes]:
    """The files of a checkout's last commit."""
    tar = _git(folder, "archive", "--format=tar", "HEAD")
    if tar is None:
        what = "is no git checkout with a commit"
        raise KeeperFault(str(folder), what, "Name a checkout of a copy of the game")
    with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
        members = [member for member in archive.getmembers() if member.isfile()]
        found = {member.name: archive.extractfile(member) for member in members}
        return {name: file.read() for name, file in found.items() if file}


def _top(folder: Path) -> Path:
    """The checkout that a folder is in; a bare repository is its own."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    return Path(top.decode().strip()) if top else folder


def _names(folder: Path) -> tuple[str, str]:
    """Owner and name of the repository that a checkout came from."""
    url = (_git(folder, "remote", "get-url", "origin") or b"").decode("utf-8", "replace")
    found = _NAMES.search(url) if ":" in url else None
    return (found[1], found[2]) if found else (KEEPER, KEEPER)


def _highest(files: Mapping[str, bytes]) -> int:
    """The highest number of an issue in any document of the state."""
    documents = [
        data
        for path, data in files.items()
        if path.startswith(f"{paths.STATE}/") and path.endswith(".json")
    ]
    return max((int(number) for data in documents for number in _ISSUE.findall(data)), default=0)


def _git(folder: Path, *words: str) -> bytes | None:
    return ask(folder, *words) if folder.is_dir() else None
