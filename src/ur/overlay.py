"""A snapshot in which some files are others: what commits that nobody has seen yet will hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ur.port import Snapshot


@dataclass(frozen=True, slots=True)
class Overlay:
    """The files of a snapshot, with ``files`` instead of those of the same paths.

    A path that maps to None is gone, a folder with all that was in it below.
    """

    below: Snapshot
    files: Mapping[str, bytes | None]

    @property
    def commit(self) -> str:
        """The commit below."""
        return self.below.commit

    def read(self, paths: Sequence[str]) -> dict[str, bytes]:
        """The bytes of those of the paths that are files."""
        found = self.below.read([path for path in paths if not self._hides(path)])
        ours = {path: self.files.get(path) for path in paths}
        return found | {path: data for path, data in ours.items() if data is not None}

    def names(self, folder: str) -> tuple[str, ...]:
        """The names in a folder, sorted."""
        before = () if self._hides(folder) else self.below.names(folder)
        kept = {name for name in before if not self._hides(f"{folder}/{name}")}
        inside = f"{folder}/"
        ours = [path for path, data in self.files.items() if data is not None]
        new = {path[len(inside) :].split("/")[0] for path in ours if path.startswith(inside)}
        return tuple(sorted(kept | new))

    def _hides(self, path: str) -> bool:
        """Whether what is below is not what is here: it is another, or it or a folder is gone."""
        parts = path.split("/")
        above = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
        return path in self.files or any(self.files.get(one, b"") is None for one in above)
