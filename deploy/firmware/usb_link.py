# Frames over USB serial, or over whatever standard input and output are.

import select
import sys

from devices.firmware.wire import pack, seal, unpack, unseal

LONGEST_REST = 128


class UsbLink:
    def __init__(self):
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._rest = b""
        try:
            import micropython

            micropython.kbd_intr(-1)  # a 3 in a frame is no Ctrl-C
        except (ImportError, AttributeError):
            pass  # on a computer there is no such key to switch off

    def receive(self, machine, wait_ms):
        """The messages from the host, waiting a little for them; damaged frames are skipped."""
        heard = []
        while self._poll.poll(wait_ms):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            wait_ms = 0
            if byte != b"\0":
                self._rest = (self._rest + byte)[-LONGEST_REST:]
                continue
            frame, self._rest = self._rest, b""
            try:
                heard.append(unpack(unseal(frame)))
            except ValueError:
                continue
        return heard

    def send(self, messages, machine, now):
        for message in messages:
            sys.stdout.buffer.write(seal(pack(message)))
