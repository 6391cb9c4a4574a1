"""How a file of the game comes back: one remedy, whether its change was committed or not."""

from collections.abc import Callable

from ur import paths
from ur.doctor.copy import Copy
from ur.install.known import hash_of

MOST_COMMITS = 50
# By no setting of whoever's machine this is.
_LOG = (
    *("-c", "log.showRoot=true", "-c", "log.follow=false", "log", f"-{MOST_COMMITS}"),
    *("--format=%h", "--no-renames", "--no-show-signature", "--diff-filter=AMT", "HEAD"),
)
AGAIN = "install the game again: docs/keeping.md, A newer version"


def back(copy: Copy, path: str) -> str:
    """The remedy for a file or folder that is missing, or no longer what it has to be.

    Of an installed file it is the version that was installed, of all others the newest
    that was committed and is not what lies here.
    """
    fits = _as_installed(copy, path) if path in copy.installed else _not_as_here(copy, path)
    for commit in copy.git(*_LOG, "--", path)[1].split():
        if fits(f"{commit}:{path}"):
            return f"Bring it back: git checkout {commit} -- {path}"
    if path.startswith(f"{paths.STATE}/"):
        return "Remove what is new in state/: no commit has another"
    if (copy.root / path).exists():
        return f"Remove it and commit that, then {AGAIN}"
    return AGAIN[0].upper() + AGAIN[1:]


def _as_installed(copy: Copy, path: str) -> Callable[[str], bool]:
    def fits(version: str) -> bool:
        code, data = copy.git_bytes("cat-file", "blob", version)
        return code == 0 and hash_of(data) == copy.installed[path]

    return fits


def _not_as_here(copy: Copy, path: str) -> Callable[[str], bool]:
    _, here = copy.git("hash-object", "--", path)

    def fits(version: str) -> bool:
        code, there = copy.git("rev-parse", "--verify", "--quiet", version)
        return code == 0 and there != here

    return fits
