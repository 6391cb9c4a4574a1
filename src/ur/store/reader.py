"""Reading JSON that may hold anything: each step down knows where it is.

A document that is not as it should be is the keeper's to mend; the fault names
the file and the place in it.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime

from ur.errors import KeeperFault
from ur.port import LOGIN

REMEDY = "Restore the file as it was in the last commit that was whole (git log shows them)"
MOST = 10**18
TIME = "%Y-%m-%dT%H:%M:%SZ"


class Reader:
    """A value somewhere in a document.

    Every verb raises ``KeeperFault`` where the value is not what is asked for.
    """

    def __init__(self, path: str, value: object, place: str = "") -> None:
        self.path = path
        self.value = value
        self.place = place

    def broken(self, what: str) -> KeeperFault:
        """The fault of this place."""
        return KeeperFault(f"{self.path}, {self.place}" if self.place else self.path, what, REMEDY)

    def __getitem__(self, key: str) -> "Reader":
        place = f"{self.place}.{key}" if self.place else key
        if not isinstance(self.value, dict) or key not in self.value:
            raise self.broken(f'"{key}" is missing')
        return Reader(self.path, self.value[key], place)

    def fields(self, *keys: str) -> None:
        """See to it that a table has no other keys than these."""
        if not isinstance(self.value, dict):
            raise self.broken("is no table")
        if set(self.value) - set(keys):
            raise self.broken(f"has another key than {', '.join(keys)}")

    def optional(self, key: str) -> "Reader | None":
        """What stands under a key that may be left out or null."""
        if isinstance(self.value, dict) and self.value.get(key) is None:
            return None
        return self[key]

    def items(self) -> Iterator["Reader"]:
        """The items of a list."""
        if not isinstance(self.value, list):
            raise self.broken("is no list")
        for index, item in enumerate(self.value):
            yield Reader(self.path, item, f"{self.place}[{index}]")

    def whole(self, least: int = 0, most: int = MOST) -> int:
        """A whole number in a range."""
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.broken(f"is no whole number from {least} to {most}")
        return self.value

    def text(self, pattern: str | re.Pattern[str]) -> str:
        """A text that matches a pattern whole."""
        if not isinstance(self.value, str) or not re.fullmatch(pattern, self.value):
            raise self.broken("is not spelled as it should be")
        return self.value

    def login(self) -> str:
        """An account's name."""
        return self.text(LOGIN)

    def time(self) -> datetime:
        """A moment in UTC, in whole seconds."""
        text = self.text(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
        try:
            return datetime.strptime(text, TIME).replace(tzinfo=UTC)
        except ValueError:
            raise self.broken("is no moment in time") from None

    def hex(self) -> str:
        """Thirty-two bytes in hex."""
        return self.text(r"[0-9a-f]{64}")


def read(path: str, text: bytes) -> Reader:
    """A document of JSON: a table with a whole ``schema``."""
    try:
        value = json.loads(
            text.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_table
        )
    except json.JSONDecodeError as error:
        where = f"{path}, line {error.lineno}"
        raise KeeperFault(where, "is no JSON", REMEDY) from None
    except (ValueError, RecursionError):
        raise KeeperFault(path, "is no JSON in UTF-8", REMEDY) from None
    reader = Reader(path, value)
    reader["schema"].whole(1)
    return reader


def _no_constant(_: str) -> object:
    raise ValueError("no JSON")


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise ValueError("a key stands twice")
    return table
