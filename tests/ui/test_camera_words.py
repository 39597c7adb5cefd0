"""Why a camera gives no picture stands whole on the picture's own place, however long it is in a language."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from kivy.core.window import Window

from companion.presenters.common.scan import looking
from companion.presenters.title_screens import usual_screens
from companion.ui.theme import theme
from companion.views.common.parts import Top
from companion.wording import LANGUAGES, wording
from testkit.window.faults import wrong_words
from tests.ui.looks import SIZES
from tests.ui.test_fit import rest
from vision.camera.quality import Complaint

WHY = [
    Complaint("phone"),
    Complaint("tablet"),
    Complaint("absent", {"source": "rtsp://192.168.178.110:8554/livingroom"}),
    Complaint("ended", {"source": "evening-of-the-tenth.mkv", "read": 10000}),
    Complaint("unreadable", {"source": "/media/tablet/USB-stick/evening.txt"}),
]
"""Each reason, with words as long as people have them."""


@pytest.fixture(params=SIZES)
def sized(request: pytest.FixtureRequest) -> Iterator[None]:
    old = Window.size
    Window.size = request.param
    yield
    Window.size, theme.scale = old, 1.0
    wording.speak("en")


@pytest.mark.one_in(4)
@pytest.mark.usefixtures("sized")
@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5])
def test_why_there_is_no_picture_has_room(scale: float) -> None:
    from companion.ui.screens.common.scan import ScanScreen

    theme.scale, wrong = scale, {}
    for language, why in product(LANGUAGES, WHY):
        wording.speak(language)
        screen = ScanScreen(
            view=looking(None, usual_screens(), Top(title=""), why.sentence(language)).body, size=Window.size
        )
        rest()
        if found := wrong_words(screen):
            wrong[language, why.kind] = found
    assert wrong == {}
