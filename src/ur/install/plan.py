"""What is to be written and said, before anything is."""

from collections import Counter
from dataclasses import dataclass, field

from ur.errors import KeeperFault

IN_THE_WAY = "Move it out of the way and commit that, then install again"


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the README the board goes, if it has no place there yet: by a text of one line.

    At its end where ``text`` is None.
    """

    text: str | None = None
    before: bool = False


@dataclass(slots=True)
class Plan:
    """What is to be written, as files by path, in this order; and what is said of each.

    Nothing may be written where anything is ``in_the_way``. ``programs`` are those of the files
    that can be run.
    """

    files: dict[str, bytes | None] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    in_the_way: list[KeeperFault] = field(default_factory=list)
    programs: set[str] = field(default_factory=set)

    def does(self, path: str, what: str, data: bytes | None) -> None:
        """Write a file, or remove it."""
        self.files[path] = data
        self.says(path, what)

    def says(self, path: str, what: str) -> None:
        """Say what became of a file."""
        self.said.append(f"{path}: {what}")
        self.counts[what.split(",", maxsplit=1)[0]] += 1

    def refuses(self, path: str, what: str, remedy: str = IN_THE_WAY) -> None:
        """Say what is in the way, once, of however many files."""
        if all((fault.where, fault.what) != (path, what) for fault in self.in_the_way):
            self.in_the_way.append(KeeperFault(path, what, remedy))

    def summed_up(self) -> str:
        """One line about all of it."""
        if not self.files:
            changed = self.counts["changed by you"]
            files = "1 file" if changed == 1 else f"{changed} files"
            but = f", but for {files} that you changed" if changed else ""
            return f"Nothing to write: this version of the game is there{but}"
        counted = ", ".join(
            f"{self.counts[what]} {what}"
            for what in ("added", "updated", "removed", "yours", "changed by you")
            if self.counts[what]
        )
        return f"{counted}. Commit and push: the workflow rebuild does the rest"
