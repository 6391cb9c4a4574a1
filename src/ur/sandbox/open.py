"""``make play``: open the sandbox in a browser, until it is stopped."""

import fcntl
import signal
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ur.errors import KeeperFault
from ur.sandbox import sources
from ur.sandbox.sandbox import Sandbox


def serve(
    folder: Path,
    *,
    port: int | None = None,
    fresh: bool = False,
    source: Path | None = None,
    browser: bool = True,
) -> int:
    """Serve the sandbox that a folder keeps, or a new one, until it is interrupted.

    Raises:
        KeeperFault: the folder or the source is broken, or the port is taken.
    """
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    with _alone(folder), _sandbox(folder, port, fresh=fresh, source=source) as sandbox:
        for note in sandbox.notes:
            _say(note)
        _say(f"The game is at {sandbox.url}  (Ctrl-C ends it; it keeps its game in {folder.name})")
        if browser:
            webbrowser.open(sandbox.url)
        stop.wait()
        _say("")
    return 0


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """See to it that no other sandbox is open in a folder; the lock lies beside it.

    Raises:
        KeeperFault: one is.
    """
    with folder.with_name(f"{folder.name}.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            what = "is open in another sandbox"
            raise KeeperFault(folder.name, what, "End that one first (Ctrl-C)") from None
        yield


def _sandbox(folder: Path, port: int | None, *, fresh: bool, source: Path | None) -> Sandbox:
    if fresh or not folder.exists():
        begun = sources.template() if source is None else sources.checkout(source)
        return Sandbox.create(folder, begun, port)
    if source is not None:
        what = "keeps a game already"
        raise KeeperFault(folder.name, what, "Add --fresh to begin anew from there")
    return Sandbox.open(folder, port)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command speaks
