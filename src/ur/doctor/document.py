"""Files of YAML by line, and what may be told of them."""

import re
from collections.abc import Iterator
from typing import Any

import yaml

from ur.errors import KeeperFault
from ur.settings import line_of_sign

MOST_NODES = 20_000
_WORD = re.compile(r"[A-Za-z0-9_.@/+-]{1,100}")


class Document:
    """A file of YAML as plain values; keys as they are written, each value with its line."""

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self._lines: dict[tuple[str | int, ...], int] = {}
        self._words: dict[tuple[str | int, ...], str] = {}
        self._nodes = 0
        try:
            node = yaml.compose(data, Loader=yaml.SafeLoader)
            self.value: Any = None if node is None else self._plain(node, ())
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            raise _no_yaml(path, mark.line + 1 if mark else 1) from None
        except yaml.reader.ReaderError as error:
            raise _no_yaml(path, line_of_sign(data, error)) from None
        except (yaml.YAMLError, ValueError, RecursionError):
            raise _no_yaml(path, 1) from None

    def at(self, *place: str | int) -> str:
        """A place as it is told: the file, and the line of the nearest thing around it."""
        while place and place not in self._lines:
            place = place[:-1]
        return f"{self.path}, line {self._lines.get(place, 1)}"

    def table(self, *place: str | int) -> dict[str, Any]:
        """The table at a place; an empty one where there is none."""
        value = self.value
        for step in place:
            if isinstance(value, list) and isinstance(step, int):
                value = value[step]
            else:
                value = value.get(step) if isinstance(value, dict) else None
        return value if isinstance(value, dict) else {}

    def written(self, *place: str | int) -> str:
        """A word or number as it is written: 3.10 is no 3.1."""
        return self._words.get(place, "")

    def _plain(self, node: yaml.Node, place: tuple[str | int, ...]) -> Any:
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise ValueError(self.path)
        self._lines.setdefault(place, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return {key: self._plain(value, (*place, key)) for key, value in _pairs(node)}
        if isinstance(node, yaml.SequenceNode):
            return [self._plain(one, (*place, at)) for at, one in enumerate(node.value)]
        self._words[place] = str(node.value)
        try:
            return yaml.constructor.SafeConstructor().construct_object(node)
        except (ValueError, LookupError, AttributeError, TypeError, yaml.YAMLError):
            return node.value


def _pairs(node: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node]]:
    for key, value in node.value:
        if isinstance(key, yaml.ScalarNode):
            yield key.value, value


def _no_yaml(path: str, line: int) -> KeeperFault:
    return KeeperFault(f"{path}, line {line}", "is no YAML", "Correct it, or bring it back")


def quoted(value: object) -> str:
    """A word of a file, where it is harmless."""
    word = str(value)
    return f'"{word}"' if _WORD.fullmatch(word) else "something else"


def one_line(text: str, most: int = 400) -> str:
    """A text on one line of plain signs, whatever a file or name had in it."""
    plain = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"
