"""What all tests share."""

from __future__ import annotations

import gc
import signal

gc.set_threshold(50_000, 20, 100)  # what a worker has made until now would be walked through again and again
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # in a shell's background; what tests start would never hear it
    signal.signal(signal.SIGINT, signal.default_int_handler)
