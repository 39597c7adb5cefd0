"""Pictures that are handed in one by one, such as a phone's page sends, as a camera that can be chosen."""

from __future__ import annotations

import threading
import time
from contextlib import suppress

from vision.camera.load import NotAPicture, decoded, smaller
from vision.picture import Picture

SCHEME = "phone://"
"""What the address of such a camera begins with; all of one address in this process are one."""
LONG = 1920
"""Pixels of the longer side that are kept."""


class Posted:
    """The newest picture handed in at each address, by any thread; what was not taken is replaced."""

    def __init__(self) -> None:
        self._newest: dict[str, bytes] = {}
        self._news = threading.Condition()

    def put(self, address: str, data: bytes) -> None:
        """The file of a picture; whether it is one shows when it is taken."""
        with self._news:
            self._newest[address] = data
            self._news.notify_all()

    def take(self, address: str, timeout: float) -> bytes | None:
        """The newest picture that was not taken yet, waiting so many seconds for it."""
        with self._news:
            self._news.wait_for(lambda: address in self._newest, timeout)
            return self._newest.pop(address, None)


POSTED = Posted()
"""What pages hand in, and cameras take."""


class PostedFrames:
    """A camera's pictures as they are handed in; what is no picture is passed over."""

    def __init__(self, address: str, timeout: float) -> None:
        self._address, self._timeout = address, timeout

    def read(self) -> tuple[bool, Picture | None]:
        """The next picture; none where nothing comes for so long."""
        until = time.monotonic() + self._timeout
        while (left := until - time.monotonic()) > 0:
            data = POSTED.take(self._address, left)
            with suppress(NotAPicture):
                if data is not None:
                    return True, smaller(decoded(data, self._address), LONG)
        return False, None

    def release(self) -> None:
        """Nothing is held."""
