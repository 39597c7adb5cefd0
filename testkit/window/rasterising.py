"""A window whose picture nobody looks at: every command of OpenGL runs, but only one pixel is filled.

Without a graphics chip filling the others takes a third of the processor time of a tap.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


def stop() -> None:
    """From now on the window fills its first pixel only."""
    from kivy.graphics.opengl import GL_SCISSOR_TEST, glEnable, glScissor

    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 1)


@contextmanager
def resumed() -> Iterator[None]:
    """Meanwhile what is drawn anew is whole: pixels are read only in here."""
    from kivy.graphics.opengl import GL_SCISSOR_TEST, glDisable

    glDisable(GL_SCISSOR_TEST)
    try:
        yield
    finally:
        stop()
