"""Reading JSON that may hold anything: each step down knows where it is.

A document that is not as it should be is the keeper's to mend; the fault names
the file and the place in it.
"""

import json
import re
from collections.abc import Iterator
from datetime import datetime

from ur.errors import KeeperFault
from ur.port import LOGIN

REMEDY = "Restore the file as it was in the last commit that was whole (git log shows them)"
MOST = 10**18


class BrokenDocument(KeeperFault):
    """A document that is not as it should be, at a ``place`` in it or a ``line`` of its text."""

    def __init__(self, path: str, what: str, *, place: str = "", line: int | None = None) -> None:
        where = place if line is None else f"line {line}"
        super().__init__(f"{path}, {where}" if where else path, what, REMEDY)
        self.place = place
        self.line = line


class Reader:
    """A value somewhere in a document.

    Every verb raises ``KeeperFault`` where the value is not what is asked for.
    """

    __slots__ = ("_above", "_key", "path", "value")

    def __init__(
        self, path: str, value: object, above: "Reader | None" = None, key: str | int = ""
    ) -> None:
        self.path = path
        self.value = value
        self._above = above
        self._key = key

    @property
    def place(self) -> str:
        """Where in the document this is, like ``turns[3].move``; empty for all of it."""
        if self._above is None:
            return ""
        above = self._above.place
        if isinstance(self._key, int):
            return f"{above}[{self._key}]"
        return f"{above}.{self._key}" if above else self._key

    def broken(self, what: str) -> KeeperFault:
        """The fault of this place."""
        return BrokenDocument(self.path, what, place=self.place)

    def __getitem__(self, key: str) -> "Reader":
        if not isinstance(self.value, dict) or key not in self.value:
            raise self.broken(f'"{key}" is missing')
        return Reader(self.path, self.value[key], self, key)

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
            yield Reader(self.path, item, self, index)

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
            return datetime.fromisoformat(text)
        except ValueError:
            raise self.broken("is no moment in time") from None

    def hex(self) -> str:
        """Thirty-two bytes in hex."""
        return self.text(r"[0-9a-f]{64}")


def read(path: str, text: bytes) -> Reader:
    """A document of JSON: a table with a whole ``schema``."""
    reader = read_json(path, text)
    reader["schema"].whole(1)
    return reader


def read_json(path: str, text: bytes) -> Reader:
    """Any JSON, without what only some programs take for it."""
    try:
        value = json.loads(
            text.decode("utf-8"), parse_constant=_no_constant, object_pairs_hook=_table
        )
    except json.JSONDecodeError as error:
        raise BrokenDocument(path, "is no JSON", line=error.lineno) from None
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise BrokenDocument(path, "is no UTF-8", line=line) from None
    except _Twice:
        raise BrokenDocument(path, "has a key that stands twice") from None
    except (ValueError, RecursionError):
        raise BrokenDocument(path, "is no JSON that can be read") from None
    return Reader(path, value)


class _Twice(Exception):  # noqa: N818 - caught on this page
    """A key that stands twice in one table."""


def _no_constant(_: str) -> object:
    raise ValueError("no JSON")


def _table(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        raise _Twice
    return table
