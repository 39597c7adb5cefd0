"""A camera is set up by one task at a time; virtual hands lay what it asks for and take it away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.host.camera_setup import CameraSetup, bare_camera_setup
from companion.tasks.base import Task
from companion.tasks.card_enrolment import CardEnrolment
from companion.tasks.coin_enrolment import CoinEnrolment
from companion.tasks.colour_calibration import ColourCalibration
from companion.tasks.gold_count import GoldCount
from companion.tasks.lens_calibration import LensCalibration
from companion.tasks.mat_corners import MatCorners
from companion.tasks.tile_enrolment import TileEnrolment
from companion.titles import DEFAULT, title_of

HELPED = (CardEnrolment, CoinEnrolment, TileEnrolment, ColourCalibration, LensCalibration)


@pytest.fixture(scope="module")
def camera(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CameraSetup]:
    """A set-up at a virtual mat."""
    made = bare_camera_setup(title_of(DEFAULT), tmp_path_factory.mktemp("data"), seed=5)
    yield made
    made.close()


@pytest.fixture
def setup(camera: CameraSetup) -> Iterator[CameraSetup]:
    """The same at which nothing is done yet."""
    yield camera
    camera.stop()


def lying(setup: CameraSetup) -> list[Any]:
    """What virtual hands have laid."""
    hands: Any = setup.hands
    return list(hands._laying.pieces)


@pytest.mark.parametrize("kind", HELPED)
def test_what_was_laid_for_a_task_is_taken_away_when_it_ends(setup: CameraSetup, kind: type[Task]) -> None:
    setup.begin(kind)
    assert lying(setup)
    setup.stop()
    assert (lying(setup), setup.task) == ([], None)


@pytest.mark.parametrize("kind", [*HELPED, MatCorners])
def test_every_task_is_polled_and_looks_again(setup: CameraSetup, kind: type[Task]) -> None:
    task = setup.begin(kind)
    setup.poll()
    task.again()
    assert (setup.task, task.trouble) == (task, "")


def test_a_task_that_is_begun_again_goes_on(setup: CameraSetup) -> None:
    assert setup.begin(CoinEnrolment) is setup.begin(CoinEnrolment)


def test_a_task_that_begins_ends_the_one_before(setup: CameraSetup) -> None:
    setup.begin(CardEnrolment)
    tiles = setup.begin(TileEnrolment)
    assert setup.task is tiles
    assert {type(piece).__name__ for piece in lying(setup)} == {"LaidTile"}


def test_no_gold_is_counted_before_a_coin_was_enrolled(setup: CameraSetup) -> None:
    with pytest.raises(LookupError, match="no coin"):
        setup.begin(GoldCount, "red")
    assert setup.task is None


def test_a_colour_calibration_keeps_nothing_before_it_has_looked(setup: CameraSetup) -> None:
    assert not setup.begin(ColourCalibration).keep()
    assert not list(setup.folder.rglob("*.json"))
