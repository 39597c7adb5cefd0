"""What all tests share."""

from __future__ import annotations

import gc
import signal

# What a worker has made is not walked through again and again; but what screens leave behind is millions of objects.
gc.set_threshold(50_000, 20, 5)
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # in a shell's background; what tests start would never hear it
    signal.signal(signal.SIGINT, signal.default_int_handler)
