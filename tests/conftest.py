"""What all tests share."""

from __future__ import annotations

import ctypes
import gc
import os
import signal
from itertools import groupby
from math import ceil
from pathlib import Path
from random import Random

import pytest

# What a worker has made is not walked through again and again; but what screens leave behind is millions of objects.
gc.set_threshold(50_000, 20, 5)
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # in a shell's background; what tests start would never hear it
    signal.signal(signal.SIGINT, signal.default_int_handler)

GROWN = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 32
"""Bytes by which a worker has grown since it was tidied that are worth tidying again: a small part of the machine's."""
WINDOWS = "tests/ui/"
"""Where the tests of a real window stand."""
MEMORY = Path("/proc/self/statm")
_tidied: list[int] = []
"""How large the worker was when it was last tidied, in bytes."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test marked `one_in(n)` so many cases stay in `make test`, the same ones always; the soak tries all."""
    marked = [item for item in items if item.get_closest_marker("one_in") and not item.get_closest_marker("slow")]
    for test, its in groupby(marked, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(its)
        mark = cases[0].get_closest_marker("one_in")
        many = len(cases) - (ceil(len(cases) / mark.args[0]) if mark else 0)
        for case in Random(test).sample(cases, many):
            case.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """What there is before the first test stays."""
    tidy()


def pytest_runtest_logfinish(nodeid: str) -> None:
    """Cameras and screens go round in circles: few objects, whose pictures Python's collector does not count.

    Of a window it is half a million widgets and instructions, collected before they are millions.
    """
    if _tidied and size() - _tidied[-1] > GROWN:
        tidy()
    elif nodeid.startswith(WINDOWS):
        gc.collect()
        gc.freeze()


def tidy() -> None:
    """Collect what tests have left behind and give its memory back; what stays is not looked through until the next."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    if (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
    _tidied[:] = [size()]


def size() -> int:
    """The memory this process holds in bytes; 0 where the system does not say it like Linux."""
    return int(MEMORY.read_text().split()[1]) * 4096 if MEMORY.exists() else 0
