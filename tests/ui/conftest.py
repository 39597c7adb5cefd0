"""A real window without a screen; nothing of Kivy may be imported before this file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.ui import offscreen
from testkit.window import rasterising

offscreen.prepare()

SHOTS = Path(__file__).parents[2] / "out" / "screens"


@pytest.fixture(autouse=True)
def undrawn() -> Iterator[None]:
    """What a test made and never drew does not wait for a frame that comes many tests later."""
    from kivy.lang import Builder

    from companion.ui import drawn

    yield
    drawn._next.waiting.clear()
    Builder.sync()


@pytest.fixture(autouse=True)
def alone() -> Iterator[None]:
    """Whoever listens to the buttons when a test is over would also hear those of the next."""
    yield
    kit = sys.modules.get("companion.ui.kit")
    heard = kit.hand.get_property_observers("on_press") if kit else []
    assert heard == [], "a face was not closed"


@pytest.fixture(autouse=True)
def unseen() -> Iterator[None]:
    """Pixels are filled only for a test that reads them, in `rasterising.resumed()`."""
    import kivy.core.window  # which opens the window

    assert kivy.core.window.Window is not None
    with rasterising.stopped():
        yield


@pytest.fixture
def face() -> Iterator[Callable[[Any], Any]]:
    """Puts a desk on the window; taken off again afterwards."""
    from kivy.core.window import Window

    from companion.ui.app import Face
    from companion.ui.theme import theme
    from companion.wording import wording

    shown: list[Any] = []

    def put(desk: Any) -> Any:
        made = Face(desk, size=Window.size)
        shown.append(made)
        Window.add_widget(made)
        offscreen.settle(4)
        return made

    wording.speak("en")
    yield put
    for made in shown:
        made.close()
        Window.remove_widget(made)
    wording.speak("en")
    theme.dark, theme.scale = False, 1.0


@pytest.fixture
def shoot() -> Callable[[str], Path]:
    """Leaves a picture of the window under `out/screens`."""

    def save(name: str) -> Path:
        SHOTS.mkdir(parents=True, exist_ok=True)
        path = SHOTS / f"test-{name}.png"
        offscreen.settle(3)
        with rasterising.resumed():
            offscreen.picture(str(path))
        return path

    return save


@pytest.fixture
def sized() -> Iterator[Callable[[int, int], None]]:
    """Gives the window a size, and gives it back."""
    from kivy.core.window import Window

    before = tuple(Window.size)

    def size(wide: int, high: int) -> None:
        Window.size = (wide, high)
        offscreen.settle(3)

    yield size
    size(*before)


@pytest.fixture
def wrong() -> Iterator[Callable[[Any, Any], list[Any]]]:
    """Finds what is wrong with the window that shows a desk in a look; everything is as it was afterwards."""
    from kivy.core.window import Window
    from kivy.metrics import Metrics

    from companion.ui.theme import theme
    from companion.wording import wording
    from tests.ui.looks import wrong_on_window

    before, density = Window.size, Metrics.density
    yield wrong_on_window
    wording.speak("en")
    theme.dark, theme.scale = False, 1.0
    if Metrics.density != density:
        Metrics.density = density
    Window.size = before
    offscreen.settle(2)
