"""Where everything lies in the repository. Names match ``[a-z0-9._-]+``, README.md aside."""

import re

README = "README.md"
SETTINGS = ".github/ur.yml"
STATE = "state"
ABOUT = "README.md"
MATCH = f"{STATE}/match.json"
CLUB = f"{STATE}/club.json"
ARCHIVE = f"{STATE}/archive"
PLAYERS = f"{STATE}/players"

_PICTURE = re.compile(r"board-[0-9]{4,}-[0-9]{4,}\.png")
_GAME = re.compile(r"[0-9]{4,}")
_SHARDS = 1000


def picture(game: int, turn: int) -> str:
    """The picture of a game before a turn."""
    return f"{STATE}/board-{game:04}-{turn:04}.png"


def is_picture(name: str) -> bool:
    """Whether a name in ``state/`` is that of a board's picture."""
    return bool(_PICTURE.fullmatch(name))


def archive(game: int) -> str:
    """The folder of an ended game."""
    return f"{ARCHIVE}/{game:04}"


def archived(game: int) -> str:
    """The record of an ended game."""
    return f"{archive(game)}/record.json"


def record_text(game: int) -> str:
    """The record of an ended game as text."""
    return f"{archive(game)}/record.txt"


def game_of(name: str) -> int | None:
    """The number of the game whose folder has this name."""
    return int(name) if _GAME.fullmatch(name) else None


def players(person_id: int) -> str:
    """The document that holds a person's totals: one of a thousand, by their id's last digits."""
    return f"{PLAYERS}/{person_id % _SHARDS:03}.json"
