"""How far a command is that takes a while: a moving line for people, nothing where no terminal is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Step = Callable[[int, int], None]
"""How many are done of how many; 0 of 0 while nobody knows."""


@contextmanager
def progress(what: str) -> Iterator[Step]:
    """Show on the terminal's error output that `what` goes on; gone when it is done."""
    if not sys.stderr.isatty():
        yield _quiet
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    above = sys.stdout.isatty()  # what is printed meanwhile stands above the moving line; into a pipe it goes straight
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=above) as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, all: shown.update(task, completed=done, total=all or None)


def _quiet(_done: int, _all: int) -> None:
    """No terminal, no progress."""
