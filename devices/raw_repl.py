"""MicroPython's prompt for programs (raw REPL) on a board at a port: how a tray on a cable gets another program."""

from __future__ import annotations

import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from devices.errors import DeviceError, Failed, NotPermitted, NotPresent, TimedOut
from devices.serial_port import SerialPort

AT_ONCE, PACE = 128, 11_520
"""Bytes sent at once, and in a second: a board without flow control has room for 256, and reads at 115,200 baud."""
CHUNK = 192
"""Bytes of a file in one line of Python."""
QUIET, LATE = 0.3, 25.0
"""Seconds in which a board answers a key, and after which it does not."""


class RawRepl:
    """The prompt of MicroPython that programs use (raw REPL), on a board at a port."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._port: SerialPort | None = None
        self._heard = b""

    def reach(self) -> None:
        """Stop what runs there: the tray's program takes Ctrl-C twice and starts the board again without itself."""
        self._send(b"")  # a port that is not there says so itself, now and below
        until = time.monotonic() + LATE
        while time.monotonic() < until:
            try:
                for keys in (b"\0\r\3", b"\3", b"\r\1"):
                    self._send(keys)
                    self._listen(QUIET)
            except (NotPresent, TimedOut):  # a board with its own USB goes away while it starts
                self._let_go()
                time.sleep(QUIET)
            if self._heard.endswith(b"raw REPL; CTRL-B to exit\r\n>"):
                return
            self._heard = b""
        self._send(b"")
        raise NotPermitted(f"no MicroPython answers at {self._name!r}: it has to be put on the board first")

    def run(self, code: str) -> bytes:
        """What these lines print; Failed with what they raise."""
        self._heard = b""
        raw = code.encode() + b"\4"
        for at in range(0, len(raw), AT_ONCE):
            self._send(raw[at : at + AT_ONCE])
        self._until(b"OK")
        printed, wrong = self._until(b"\4"), self._until(b"\4")
        self._until(b">")
        if wrong.strip():
            line = wrong.decode(errors="replace").strip().splitlines()[-1].encode("unicode_escape").decode()
            raise Failed(f"the board at {self._name!r} says: {line}; it keeps the program it had")
        return printed

    def put(self, path: str, data: bytes) -> None:
        """Write a file beside the one of that name, and compare what then lies there."""
        for folder in list(Path(path).parents)[-2::-1]:
            self.run(f"import os\ntry:\n os.mkdir({folder.as_posix()!r})\nexcept OSError:\n pass")
        self.run(f"f = open({path + '.new'!r}, 'wb')")
        for at in range(0, len(data), CHUNK):
            self.run(f"f.write({data[at : at + CHUNK]!r})")
        self.run("f.close()")
        read = f"hashlib.sha256(open({path + '.new'!r}, 'rb').read()).digest()"
        printed = self.run(f"import hashlib, binascii\nprint(binascii.hexlify({read}).decode())")
        if printed.strip() != sha256(data).hexdigest().encode():
            raise Failed(f"{path!r} has arrived damaged at {self._name!r}; the tray keeps the program it had")

    def put_in_place(self, paths: list[str]) -> None:
        """All at once, after the last has arrived; the next start is one like any other."""
        self.run(f"import os\nfor path in {paths!r}:\n os.rename(path + '.new', path)")
        self.run("import os\ntry:\n os.remove('stopped.json')\nexcept OSError:\n pass")

    def at_a_broker(self) -> bool:
        """Does this tray talk to a broker, and not on its cable?"""
        look = "import json\ntry:\n print(bool(json.load(open('settings.json')).get('broker')))\nexcept OSError:\n pass"
        return self.run(look).strip() == b"True"

    def restart(self) -> None:
        """Start the board again, and let its port go."""
        with suppress(DeviceError):
            self._send(b"import machine\nmachine.reset()\4")
            self._listen(QUIET)
        self._let_go()

    def _send(self, keys: bytes) -> None:
        if self._port is None:
            self._port = SerialPort(self._name)
        self._port.write(keys)
        time.sleep(len(keys) / PACE)

    def _listen(self, seconds: float) -> None:
        assert self._port is not None
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._heard += self._port.read()

    def _until(self, mark: bytes) -> bytes:
        """What comes before the mark."""
        assert self._port is not None
        until = time.monotonic() + LATE
        while mark not in self._heard:
            if time.monotonic() > until:
                raise TimedOut(f"the board at {self._name!r} has stopped answering; it keeps the program it had")
            self._heard += self._port.read()
        before, _, self._heard = self._heard.partition(mark)
        return before

    def _let_go(self) -> None:
        if self._port is not None:
            self._port.close()
        self._port = None
