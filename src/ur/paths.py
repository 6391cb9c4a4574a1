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
_PLAYERS = re.compile(r"[0-9]{3}\.json")
_INDEX = re.compile(r"README\.md|games-[0-9]{4,}\.md")
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


def page(game: int) -> str:
    """The page of an ended game."""
    return f"{archive(game)}/{ABOUT}"


def replay(game: int) -> str:
    """The moving picture of an ended game."""
    return f"{archive(game)}/replay.gif"


def race(game: int) -> str:
    """The picture of how far both sides were at each turn of an ended game."""
    return f"{archive(game)}/race.png"


def index() -> str:
    """The page of all ended games."""
    return f"{ARCHIVE}/{ABOUT}"


def index_page(number: int) -> str:
    """A page that lists a part of the ended games."""
    return f"{ARCHIVE}/games-{number:04}.md"


def is_index(name: str) -> bool:
    """Whether a name in the archive is that of a page of several games."""
    return bool(_INDEX.fullmatch(name))


def game_of(name: str) -> int | None:
    """The number of the game whose folder has this name."""
    return int(name) if _GAME.fullmatch(name) else None


def players(person_id: int) -> str:
    """The document that holds a player: one of a thousand, by their id's last digits."""
    return f"{PLAYERS}/{person_id % _SHARDS:03}.json"


def is_players(name: str) -> bool:
    """Whether a name in ``state/players/`` is that of a document of players."""
    return bool(_PLAYERS.fullmatch(name))


def player_page(person_id: int) -> str:
    """The page of a player, in a folder beside the document that holds them."""
    return f"{PLAYERS}/{person_id % _SHARDS:03}/{person_id}.md"
