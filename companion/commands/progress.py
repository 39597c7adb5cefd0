"""How far a command is that takes a while: a moving line for people, nothing where no terminal is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

Step = Callable[[int, int], None]
"""How many are done of how many; 0 of 0 while that is unknown."""


AFTER = 2.0
"""Seconds after which a command that is mostly quick says that it goes on."""


@contextmanager
def progress(what: str) -> Iterator[Step]:
    """Show on the terminal's error output that `what` goes on; gone when it is done."""
    if not sys.stderr.isatty():
        yield _quiet
        return
    with _line() as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, all: shown.update(task, completed=done, total=all or None)


@contextmanager
def progress_if_long(what: str) -> Iterator[None]:
    """The same for what is mostly done at once: nothing is shown within the first `AFTER` seconds."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()
    shows = Thread(target=_show_late, args=(what, done), daemon=True)
    shows.start()
    try:
        yield
    finally:
        done.set()
        shows.join()


def _show_late(what: str, done: Event) -> None:
    if not done.wait(AFTER):
        with _line() as shown:
            shown.add_task(what, total=None)
            done.wait()


def _line() -> Progress:
    """The moving line."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    above = sys.stdout.isatty()  # what is printed meanwhile stands above the moving line; into a pipe it goes straight
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=above)


def _quiet(_done: int, _all: int) -> None:
    """No terminal, no progress."""
