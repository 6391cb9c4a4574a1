"""What a copy needs of the game: what runs it, or all, as a copy of the template has."""

import re
from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.hosts.git import ask
from ur.records import name_of
from ur.render.readme import SEALS
from ur.render.rulebook import PICTURES

SOURCE = "src/ur"
MANIFEST = ".github/ur-files.json"
"""The list of what was installed."""

ORIGINS = {f"{SOURCE}/LICENSE": "LICENSE"}
"""What lies elsewhere in the game. Beside its code is its licence: the repository has its own."""

MAKEFILE = "Makefile"
GUEST = f"{SOURCE}/sandbox/"
"""These a copy of the template has, and one that was installed has not."""

_FOLDERS = (f"{SOURCE}/", "templates/", f"{PICTURES}/")
_FILES = {
    *(f".github/workflows/{name}.yml" for name in ("play", "sweep", "rebuild")),
    ".github/actions/house/action.yml",
    paths.SETTINGS,
    "requirements.txt",
    SEALS,
    "docs/rule-sets.md",
    "docs/keeping.md",
    f"{paths.STATE}/{paths.ABOUT}",
}
_WRITTEN = {
    # In our own folder: the repository's .gitattributes is not ours.
    f"{paths.STATE}/.gitattributes": b"# Records are the same bytes on every machine.\n* -text\n",
}
_AROUND = (paths.SETTINGS, "docs/", f"{paths.STATE}/")
"""What the game runs without, or with another."""


def shipped(source: Path, *, whole: bool = False) -> dict[str, bytes]:
    """What a copy needs of a checkout of the game, by path: to run it, or the ``whole`` of it.

    Raises:
        KeeperFault: it is no whole checkout of the game.
    """
    there = [path for path in _there(source) if is_ours(path, whole=whole)]
    ours = {path: path for path in {*there, *_FILES}} | ({} if whole else ORIGINS)
    try:
        files = {path: (source / origin).read_bytes() for path, origin in ours.items()}
    except OSError as error:
        raise KeeperFault(
            name_of(Path(str(error.filename))),
            "cannot be read",
            "Install from a whole checkout of the game",
        ) from None
    return dict(sorted((files | _WRITTEN).items()))


def tracked(folder: Path) -> list[str]:
    """The paths of what git keeps in a checkout."""
    return _listed(folder, "--cached")


def _there(source: Path) -> list[str]:
    """The paths of what the game has, with what was just written of it and is not yet in git."""
    new = ("--others", "--exclude-standard", "--", *_FOLDERS)
    kept = tracked(source)
    return [*kept, *_listed(source, *new)] if kept else _downloaded(source)


def _listed(folder: Path, *words: str) -> list[str]:
    found = ask(folder, "ls-files", "-z", *words) or b""
    return found.decode("utf-8", "replace").split("\0")[:-1]


def _downloaded(source: Path) -> list[str]:
    """The paths of what is there, where git does not know of it."""
    found = [path.relative_to(source) for path in source.rglob("*") if path.is_file()]
    odd = re.compile(r"__pycache__|\.(?!github$).*")
    return [path.as_posix() for path in found if not any(map(odd.fullmatch, path.parts))]


def is_ours(path: str, *, whole: bool) -> bool:
    """Whether a copy has such a file from the game.

    The README, and all of ``state/`` but its page, is the keeper's in every copy; the list of what
    was installed is each copy's own.
    """
    if path in _FILES:
        return True
    if whole:
        return path not in (paths.README, MANIFEST) and not path.startswith(f"{paths.STATE}/")
    return path.startswith(_FOLDERS) and not path.startswith(GUEST)


def is_installed(path: str) -> bool:
    """Whether also a copy that was installed, not made of the template, has such a file."""
    return is_ours(path, whole=False) or path in _WRITTEN


def is_needed(path: str) -> bool:
    """Whether the game does not run without a file of ours, or with another in its place."""
    return is_ours(path, whole=False) and not path.startswith(_AROUND)
