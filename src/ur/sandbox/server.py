"""A world on a port of this machine, in a thread of its own."""

import socket
import threading
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from flask import Flask
from werkzeug.serving import ThreadedWSGIServer, WSGIRequestHandler

from ur.sandbox.api import create_app
from ur.sandbox.faults import Faults
from ur.sandbox.limits import Limits
from ur.sandbox.world import World

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

HOST = "127.0.0.1"
POLL = 0.02


class Server:
    """Serves a world while its ``with`` block runs.

    ``log`` holds (method, path, status) of every request, in the order of the
    replies; the status is 0 where the connection was cut before one. An ``app``
    of one's own has to be made with the same ``faults``.
    """

    def __init__(
        self,
        world: World,
        faults: Faults | None = None,
        limits: Limits | None = None,
        *,
        app: Flask | None = None,
        port: int = 0,
    ) -> None:
        self.faults = faults or Faults()
        self.log: list[tuple[str, str, int]] = []
        self._app = app or create_app(world, self.faults, limits)
        self._wire = _Wire(HOST, port, self._logged, _Handler)
        self._thread = threading.Thread(target=self._wire.serve_forever, args=(POLL,), daemon=True)
        self.url = f"http://localhost:{self._wire.port}"
        world.url = self.url

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Begin to answer."""
        self.faults.arm()
        self._thread.start()

    def stop(self) -> None:
        """Answer what was asked, hang up, and give the port back."""
        self.faults.release()
        if not self._thread.is_alive():
            self._wire.server_close()
            return
        self._wire.shutdown()
        self._wire.hang_up()
        self._thread.join()

    def _logged(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]

        def noted(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            self.log.append((method, path, int(status[:3])))
            return start(status, headers, *rest)

        try:
            return self._app(environ, noted)
        except ConnectionAbortedError:
            self.log.append((method, path, 0))
            raise
        except Exception:
            self.log.append((method, path, 500))
            raise


class _Handler(WSGIRequestHandler):
    disable_nagle_algorithm = True

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing; the server keeps its own log."""


class _Wire(ThreadedWSGIServer):
    """The sockets; a connection that a browser opened and never used does not hold up the end."""

    daemon_threads = False

    def __init__(self, *args: Any) -> None:
        self._open: set[socket.socket] = set()
        super().__init__(*args)

    def process_request(self, request: Any, client_address: Any) -> None:
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self._open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        for connection in list(self._open):
            try:
                connection.shutdown(socket.SHUT_RD)
            except OSError:
                continue  # it hung up first
