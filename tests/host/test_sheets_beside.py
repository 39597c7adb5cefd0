"""Sheets beside the mat reach a game by the table's camera and by a phone's picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from companion.host.camera import Eyes
from companion.host.opening import new_session, shuffled_game
from companion.host.stills import Still, StillReader, told
from engine.sighting import Count, Found, Lost, Sighting
from tools.measure.boards import SHEETS, a_scene
from tools.measure.city import a_reader
from vision.drawn.laid import LaidCube, LaidDie
from vision.drawn.scene import Scene

SOON = 60.0
"""Seconds in which the eyes have read a still picture, beside all else that this machine does."""


@pytest.fixture
def scene() -> Scene:
    """The blue sheet with a worker of level 3 and two cubes of marble."""
    blue = SHEETS["blue"]
    x0, y0, _, _ = blue.zones["active"].box
    scene = a_scene(blue, "kind", 2)
    scene.lay(
        [LaidDie("blue", 3, x0 + 20, y0 + 15, 10), *(LaidCube("marble", x, y) for x, y in blue.spots("marble", 2))]
    )
    return scene


@pytest.fixture
def still(scene: Scene) -> Still:
    return StillReader(new_session(shuffled_game("praetor", 5, 1)), None).read(scene.jpeg())


def test_a_phones_picture_of_a_sheet_alone_is_read(still: Still) -> None:
    found = {field.zone: [piece.best for piece in field.pieces] for field in still.found}
    assert found == {"board/blue/active": ["die:blue:3"], "board/blue/goods": ["marble", "marble"]}
    choices = {field.zone: field.choices for field in still.found}
    assert choices["board/blue/goods"] == ("wood", "stone", "marble", "weapons")
    assert {"die:blue:3", "die:purple:6"} <= set(choices["board/blue/active"])


def test_a_piece_of_a_sheet_is_named_by_hand(still: Still) -> None:
    at = [field.zone for field in still.found].index("board/blue/goods")
    goods = told(still, "camera:blue", {(at, 0): "stone"})[at]
    assert isinstance(goods.reading, Count)
    assert goods.reading.tally == {"stone": 1, "marble": 1}


@pytest.fixture
def folder(scene: Scene, tmp_path: Path) -> Path:
    """Pictures of a camera before which nothing moves."""
    for number in range(12):
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), scene.frame())
    return tmp_path


@pytest.fixture
def heard(folder: Path) -> Iterator[dict[str, object]]:
    said: dict[str, object] = {}

    def put(value: Sighting | Lost | Found) -> None:
        if isinstance(value, Sighting):
            said[value.zone] = value.reading

    eyes = Eyes(str(folder), put, {}, {}, game="praetor", grid=a_reader())
    try:
        yield said
    finally:
        eyes.close()


def test_the_tables_camera_tells_of_a_sheet(heard: dict[str, object]) -> None:
    until = time.monotonic() + SOON
    while "board/blue/goods" not in heard and time.monotonic() < until:
        time.sleep(0.05)
    assert heard["board/blue/goods"] == Count({"marble": 2})
