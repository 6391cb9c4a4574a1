"""Older schemas are brought up to date when they are read; newer ones are refused."""

from ur.errors import KeeperFault
from ur.store.reader import Reader, read

SCHEMA = 1


def current(path: str, text: bytes) -> Reader:
    """A document in today's schema.

    Raises:
        KeeperFault: it is broken, or newer than this program.
    """
    reader = read(path, text)
    if reader["schema"].whole() > SCHEMA:
        raise KeeperFault(
            path,
            f"has a newer schema than {SCHEMA}, the newest this program knows",
            "Take the newer version of the program that wrote it",
        )
    return reader
