# Frames over USB serial, or over whatever standard input and output are.

import select
import sys
import time

from devices.firmware.wire import pack, seal, unpack, unseal

LONGEST_REST = 128
TWICE = b"\3\3"  # Ctrl-C twice, which begins no frame: the second byte of a frame is the version of the protocol
STALE_MS = 1000  # a frame that stops in its middle for so long will not go on


class UsbLink:
    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._rest = b""
        self._heard = time.ticks_ms()
        try:
            import micropython

            micropython.kbd_intr(-1)  # a 3 in a frame is no Ctrl-C
        except (ImportError, AttributeError):
            pass  # on a computer there is no such key to switch off

    def receive(self, machine, wait_ms):
        """The messages from the host, waiting a little for them; damaged frames are skipped.

        KeyboardInterrupt when somebody at a terminal presses Ctrl-C twice.
        """
        heard = []
        while self._poll.poll(wait_ms):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            wait_ms = 0
            if byte != b"\0":
                self._keep(byte)
                continue
            frame, self._rest = self._rest, b""
            try:
                heard.append(unpack(unseal(frame)))
            except ValueError:
                continue
        return heard

    def _keep(self, byte):
        """Add to the frame that is coming in; begin a new one where the last one broke off long ago."""
        now = time.ticks_ms()
        rest = b"" if time.ticks_diff(now, self._heard) > STALE_MS else self._rest
        self._heard, self._rest = now, (rest + byte)[-LONGEST_REST:]
        if self._rest.lstrip(b"\r\n") == TWICE:
            raise KeyboardInterrupt

    def send(self, messages, machine, now):
        for message in messages:
            sys.stdout.buffer.write(seal(pack(message)))
