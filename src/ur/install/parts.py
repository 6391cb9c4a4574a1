"""What a running copy needs of a checkout of the game, and nothing else."""

from pathlib import Path

from ur import paths
from ur.errors import KeeperFault
from ur.records import name_of
from ur.render.readme import SEALS
from ur.render.rulebook import PICTURES

SOURCE = "src/ur"
MANIFEST = ".github/ur-files.json"
"""The list of what was installed."""

_FOLDERS = (SOURCE, "templates", PICTURES)
_GUEST = f"{SOURCE}/sandbox"
_FILES = {
    **{
        path: path
        for path in (
            *(f".github/workflows/{name}.yml" for name in ("play", "sweep", "rebuild")),
            ".github/actions/house/action.yml",
            paths.SETTINGS,
            "requirements.txt",
            SEALS,
            "docs/rule-sets.md",
            "docs/keeping.md",
            f"{paths.STATE}/{paths.ABOUT}",
        )
    },
    # Beside what it is the licence of: the repository around it has its own, or none.
    f"{SOURCE}/LICENSE": "LICENSE",
}
_WRITTEN = {
    # In our own folder: the repository's .gitattributes is not ours.
    f"{paths.STATE}/.gitattributes": b"# Records are the same bytes on every machine.\n* -text\n",
}
AROUND = (paths.SETTINGS, "docs/", f"{paths.STATE}/")
"""What the game runs without, or with another."""


def shipped(source: Path) -> dict[str, bytes]:
    """What a running copy needs of a checkout of the game, by path.

    Raises:
        KeeperFault: it is no whole checkout of the game.
    """
    found = [
        path.relative_to(source).as_posix()
        for folder in _FOLDERS
        for path in (source / folder).rglob("*")
        if path.is_file() and not ({"__pycache__"} & set(path.parts) or path.name.startswith("."))
    ]
    ours = {path: path for path in found if not path.startswith(f"{_GUEST}/")} | _FILES
    try:
        files = {path: (source / origin).read_bytes() for path, origin in ours.items()}
    except OSError as error:
        raise KeeperFault(
            name_of(Path(str(error.filename))),
            "cannot be read",
            "Install from a whole checkout of the game",
        ) from None
    return dict(sorted((files | _WRITTEN).items()))
