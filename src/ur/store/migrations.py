"""Older schemas are brought up to date when they are read; newer ones are refused.

A key that older documents do not have, and that may be left out, needs no new
schema: readers take it as optional. Where a key is gone or means something else,
one more step is added, and documents of every released version
(``tests/store/released``) are read ever after.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ur.errors import KeeperFault
from ur.store.reader import Reader, read

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Sequence[Step] = ()
"""The first makes of a document of schema 1 one of schema 2, and so on; each takes all kinds."""
SCHEMA = 1 + len(STEPS)


def current(path: str, text: bytes, steps: Sequence[Step] = STEPS) -> Reader:
    """A document in today's schema.

    Raises:
        KeeperFault: it is broken, or newer than this program.
    """
    reader = read(path, text)
    newest, schema = 1 + len(steps), reader["schema"].whole()
    if schema > newest:
        raise KeeperFault(
            path,
            f"has a newer schema than {newest}, the newest this program knows",
            "Take the newer version of the program that wrote it",
        )
    value: Any = reader.value
    for step in steps[schema - 1 :]:
        value = step(value)
    return Reader(path, value)
