"""What the commits of a checkout had, asked of git once: a question a file takes seconds."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from ur.hosts.git import ask
from ur.install.parts import tracked

# By no setting of whoever's machine this is: merges by all their sides, first commits too.
_LOG = (
    *("-c", "log.showRoot=true", "-c", "log.diffMerges=separate", "log", "-m"),
    *("--raw", "-z", "--no-abbrev", "--no-renames", "--no-color", "--no-show-signature"),
    *("--format=", "--relative", "HEAD"),
)


def history(folder: Path) -> Mapping[str, set[str]]:
    """The names that git has for the bytes of each file, as HEAD and every commit before it has it.

    Of the very path: bytes that git merely keeps, as those of a fetched branch, are nobody's.
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    words = iter((ask(folder, *_LOG) or b"").decode("utf-8", "replace").split("\0"))
    for word in words:
        if word.startswith(":"):
            _, _, before, after, *_ = word.split(" ")
            found[next(words)] |= {before, after}
    return found


def is_complete(folder: Path) -> bool:
    """Whether git has every commit of a checkout, from the first."""
    shallow = ask(folder, "rev-parse", "--is-shallow-repository")
    return shallow == b"false\n" and bool(tracked(folder))


def blob(data: bytes) -> str:
    """The name that git has for these bytes."""
    return hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()
