"""An MJPEG server: pictures over HTTP, one after the other, as phones and small cameras send them."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

BOUNDARY = "frame"
AGAIN = 0.5  # s after which the last picture is sent again, so that viewers do not time out
STALLED = 3.0  # s after which a viewer that reads nothing is dropped


class MjpegServer:
    """Serve the newest pushed JPEG to every viewer at `url`, on loopback; close it or use it with ``with``."""

    def __init__(self, port: int = 0) -> None:
        self._newest = b""
        self._number = 0
        self._fresh = threading.Condition()
        self._closing = False
        self._http = _Http(("127.0.0.1", port), _Viewer)
        self._http.camera = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), name="mjpeg", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """The address to open."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/"

    def push(self, jpeg: bytes) -> None:
        """Make these JPEG bytes the newest picture."""
        with self._fresh:
            self._newest, self._number = jpeg, self._number + 1
            self._fresh.notify_all()

    def after(self, number: int) -> tuple[int, bytes] | None:
        """The newest picture and its number, at once if newer than `number`, else after a while; None when closed.

        It is closed, too, when the program has ended without closing it.
        """
        with self._fresh:
            self._fresh.wait_for(lambda: self._closing or self._number > number, AGAIN)
            ended = self._closing or not threading.main_thread().is_alive()
            return None if ended else (self._number, self._newest)

    def close(self) -> None:
        """End every viewer's stream and the server."""
        with self._fresh:
            self._closing = True
            self._fresh.notify_all()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def __enter__(self) -> MjpegServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Http(ThreadingHTTPServer):
    daemon_threads = False
    camera: MjpegServer


class _Viewer(BaseHTTPRequestHandler):
    server: _Http
    timeout = STALLED

    def do_GET(self) -> None:
        """Stream pictures until the viewer or the server ends it."""
        self.send_response(200)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        try:
            self._stream()
        except OSError:
            self.close_connection = True

    def _stream(self) -> None:
        number = -1
        while (newer := self.server.camera.after(number)) is not None:
            number, jpeg = newer
            if jpeg:
                head = f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: viewers come and go all the time."""
