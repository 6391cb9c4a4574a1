"""Writing JSON so that a commit reads as what happened: one item of a list a line.

The comma stands before an item, so that adding one adds one line and changes none.
"""

import json
from collections.abc import Mapping
from datetime import datetime

from ur.store.migrations import SCHEMA


def write(fields: Mapping[str, object]) -> bytes:
    """A document of today's schema, ``fields`` in their order."""
    lines = [
        f" {_one(key)}: {_value(value)}" for key, value in {"schema": SCHEMA, **fields}.items()
    ]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("ascii")


def time(at: datetime) -> str:
    """A moment, in UTC, as it is written."""
    return at.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def _value(value: object) -> str:
    if isinstance(value, list | tuple) and value:
        return "[\n  " + "\n ,".join(_one(item) for item in value) + "\n ]"
    return _one(value)


def _one(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(", ", ": "))
