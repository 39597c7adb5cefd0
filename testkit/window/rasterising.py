"""A window whose picture nobody looks at: every command of OpenGL runs, but only one pixel is filled.

Without a graphics chip filling the others takes a third of the processor time of a tap.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def stopped() -> Iterator[None]:
    """Meanwhile the window fills its first pixel only."""
    _one_pixel()
    try:
        yield
    finally:
        _whole()


@contextmanager
def resumed() -> Iterator[None]:
    """Meanwhile, where it is stopped, what is drawn anew is whole: pixels are read only in here."""
    _whole()
    try:
        yield
    finally:
        _one_pixel()


def _one_pixel() -> None:
    from kivy.graphics.opengl import GL_SCISSOR_TEST, glEnable, glScissor

    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 1)


def _whole() -> None:
    from kivy.graphics.opengl import GL_SCISSOR_TEST, glDisable

    glDisable(GL_SCISSOR_TEST)
