"""A phone that streams by RTSP, as far as a viewer needs one: JPEG pictures in RTP (RFC 2435) on its connection."""

from __future__ import annotations

import re
import socket
import struct
import threading

SDP = b"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=phone\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track\r\n"
LARGEST = 1200  # bytes of a picture in one packet


def segments(jpeg: bytes) -> tuple[bytes, bytes]:
    """The quantization tables and the scan of a JPEG as OpenCV writes it."""
    tables, at = b"", 2
    while jpeg[at + 1] != 0xDA:
        size = int.from_bytes(jpeg[at + 2 : at + 4], "big")
        if jpeg[at + 1] == 0xDB:
            tables += jpeg[at + 5 : at + 2 + size]
        at += 2 + size
    return tables, jpeg[at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big") : -2]


def packets(jpeg: bytes, size: tuple[int, int], number: int) -> list[bytes]:
    """A picture as interleaved RTP packets."""
    tables, scan = segments(jpeg)
    made = []
    for start in range(0, len(scan), LARGEST):
        last = start + LARGEST >= len(scan)
        head = struct.pack(">I", start) + bytes((1, 255, size[0] // 8, size[1] // 8))  # 1: 4:2:0; 255: tables follow
        head += struct.pack(">HH", 0, len(tables)) + tables if start == 0 else b""
        sequence = number * 1000 + start // LARGEST
        rtp = struct.pack(">BBHII", 0x80, 26 | (last << 7), sequence & 0xFFFF, number * 3600, 7)
        body = rtp + head + scan[start : start + LARGEST]
        made.append(b"$\0" + struct.pack(">H", len(body)) + body)
    return made


class RtspPhone:
    """Shows one picture again and again at `url`; while `stalled` it stays connected and sends nothing."""

    def __init__(self, jpeg: bytes, size: tuple[int, int], port: int = 0) -> None:
        self.stalled = False
        self.viewers = 0
        self._jpeg, self._size = jpeg, size
        self._over = threading.Event()
        self._server = socket.create_server(("127.0.0.1", port))
        self.port = int(self._server.getsockname()[1])
        self.url = f"rtsp://127.0.0.1:{self.port}/live"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        while not self._over.is_set():
            viewer, _ = self._server.accept()
            self.viewers += 1
            with viewer:
                try:
                    self._talk(viewer)
                except OSError:  # it went; the next one is served
                    continue

    def _talk(self, viewer: socket.socket) -> None:
        while (asked := viewer.recv(4096)) and not self._over.is_set():
            method, number = asked.split(b" ")[0], re.search(rb"CSeq: (\d+)", asked)
            viewer.sendall(
                b"RTSP/1.0 200 OK\r\nCSeq: " + (number[1] if number else b"0") + b"\r\n" + self._answer(method)
            )
            if method == b"PLAY":
                self._show(viewer)
                return

    def _answer(self, method: bytes) -> bytes:
        base = f"Content-Base: {self.url}/\r\n".encode()
        length = str(len(SDP)).encode()
        return {
            b"OPTIONS": b"Public: OPTIONS, DESCRIBE, SETUP, PLAY\r\n\r\n",
            b"DESCRIBE": base + b"Content-Type: application/sdp\r\nContent-Length: " + length + b"\r\n\r\n" + SDP,
            b"SETUP": b"Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\nSession: 1\r\n\r\n",
        }.get(method, b"Session: 1\r\n\r\n")

    def _show(self, viewer: socket.socket) -> None:
        viewer.settimeout(5.0)
        number = 0
        while not self._over.wait(0.04):
            if self._gone(viewer):
                return
            number += 1
            for packet in () if self.stalled else packets(self._jpeg, self._size, number):
                viewer.sendall(packet)

    def _gone(self, viewer: socket.socket) -> bool:
        """Whether the viewer hung up."""
        viewer.setblocking(False)
        try:
            return viewer.recv(4096) == b""
        except BlockingIOError:
            return False
        finally:
            viewer.settimeout(5.0)

    def close(self) -> None:
        """Switch it off; may be called twice."""
        if self._over.is_set():
            return
        self._over.set()
        socket.create_connection(("127.0.0.1", self.port)).close()  # ends a waiting accept
        self._thread.join()
        self._server.close()
