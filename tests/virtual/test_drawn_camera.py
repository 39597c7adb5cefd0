"""The drawn table's camera sends few pictures while nothing moves, and more while somebody looks at them."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from companion.virtual import camera
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.mat import load_mat


@pytest.fixture
def drawn() -> Iterator[camera.DrawnCamera]:
    made = camera.DrawnCamera(Scene(load_mat(), Weather.named("fair"), seed=1))
    yield made
    made.close()


def test_pictures_come_faster_while_somebody_looks(drawn: camera.DrawnCamera) -> None:
    later = time.monotonic() + 2 * camera.LIVELY
    assert drawn._due(later) == camera.IDLE
    drawn.watch()
    assert drawn._due(later) == camera.IDLE, "nobody has looked since"
    drawn._moved = later - 2 * camera.LIVELY
    drawn._watched = later
    assert drawn._due(later) == camera.WATCHED <= 1 / 10
    drawn._moved = later
    assert drawn._due(later) == pytest.approx(1 / 30)
