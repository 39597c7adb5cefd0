"""A camera is set up by one task at a time; virtual hands lay what it asks for and take it away."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from shutil import rmtree
from typing import Any

import pytest

from companion import tasks
from companion.host.camera_setup import CameraSetup, bare_camera_setup
from companion.host.host import Host
from companion.tasks.albums import coins_folder
from companion.tasks.base import Task
from companion.tasks.card_enrolment import CardEnrolment
from companion.tasks.coin_enrolment import CoinEnrolment
from companion.tasks.colour_calibration import ColourCalibration
from companion.tasks.gold_count import GoldCount
from companion.tasks.lens_calibration import LensCalibration
from companion.tasks.mat_corners import MatCorners
from companion.tasks.picture_count import PictureCount
from companion.tasks.tile_enrolment import TileEnrolment
from companion.tasks.tray_calibration import TrayCalibration
from companion.titles import DEFAULT, title_of
from devices.virtual import VirtualTray
from vision.flat.coins import CoinAlbum

GIVE_UP = 120.0
"""Seconds after which nobody waits any longer."""
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


@contextmanager
def at_camera(kind: type[Task], setup: CameraSetup, _folder: Path) -> Iterator[Task]:
    """A task at the camera."""
    yield setup.begin(kind)
    assert setup.task is not None


@contextmanager
def counting_gold(kind: type[Task], setup: CameraSetup, _folder: Path) -> Iterator[Task]:
    """Gold can be counted once a coin was enrolled."""
    album = CoinAlbum()
    album.enrol(1, diameter_mm=20.0)
    album.keep(coins_folder(setup.folder))
    yield setup.begin(kind, "red")
    rmtree(coins_folder(setup.folder))


@contextmanager
def at_a_tray(_kind: type[Task], _setup: CameraSetup, folder: Path) -> Iterator[Task]:
    """A tray on a serial line is calibrated."""
    tray = VirtualTray("red", device="ledger-tray", settle=0.02, travel=0.001)
    (folder / "devices.toml").write_text(f'serial = ["{tray.serve_pty()}"]\n')
    host = Host(folder)
    try:
        eventually(host, lambda: len(host.devices) == 1)
        yield host.calibrate(host.devices[0].id)
    finally:
        host.close()
        tray.close()


@contextmanager
def in_pictures(_kind: type[Task], _setup: CameraSetup, _folder: Path) -> Iterator[Task]:
    """Pieces of a finished game are counted in pictures."""
    task = PictureCount(title_of(DEFAULT).showings[0], lambda _picture: ())
    yield task
    task.close()


def eventually(host: Host, holds: Callable[[], bool]) -> None:
    """Let the host live until something holds; fails when it never does."""
    end = time.monotonic() + GIVE_UP
    while not holds():
        host.poll()
        assert time.monotonic() < end, host.devices
        time.sleep(0.005)


Beginning = Callable[[type[Task], CameraSetup, Path], AbstractContextManager[Task]]
BEGINNINGS: dict[type[Task], Beginning] = {
    **dict.fromkeys([*HELPED, MatCorners], at_camera),
    GoldCount: counting_gold,
    TrayCalibration: at_a_tray,
    PictureCount: in_pictures,
}


def test_a_count_in_pictures_ends_what_is_set_up(tmp_path: Path) -> None:
    host = Host(tmp_path, virtual=True, chance=Random(3))
    try:
        host.set_up_camera()
        host.show_pieces(DEFAULT, title_of(DEFAULT).showings[0].name)
        assert not host.in_setup
        assert host.picture_count is not None
    finally:
        host.close()


def test_no_task_is_left_out() -> None:
    for module in iter_modules(tasks.__path__):
        import_module(f"{tasks.__name__}.{module.name}")
    assert {*BEGINNINGS} == {kind for kind in Task.__subclasses__() if kind.__module__.startswith(tasks.__name__)}


@pytest.mark.parametrize("kind", BEGINNINGS, ids=lambda kind: kind.__name__)
def test_every_task_is_polled_takes_back_and_looks_again(setup: CameraSetup, kind: type[Task], tmp_path: Path) -> None:
    with BEGINNINGS[kind](kind, setup, tmp_path) as task:
        assert isinstance(task, kind)
        task.poll()
        task.take_back()
        task.again()
        assert task.trouble == ""


@pytest.mark.parametrize("kind", BEGINNINGS, ids=lambda kind: kind.__name__)
def test_only_where_cards_are_enrolled_their_family_is_named(
    setup: CameraSetup, kind: type[Task], tmp_path: Path
) -> None:
    with BEGINNINGS[kind](kind, setup, tmp_path) as task:
        assert task.family == (title_of(DEFAULT).enrolled if kind is CardEnrolment else "")


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
