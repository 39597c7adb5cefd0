"""A lens is measured step by step: the sheet is held up still, elsewhere each time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.tasks.colour_calibration import VIRTUAL, known, lens_file
from companion.tasks.lens_calibration import GOOD, LOOKS, LensCalibration
from companion.titles import title_of
from companion.titles.title import Place, Setting
from companion.virtual.sheet import WAYS
from vision.drawn.lens import FOCAL


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with a virtual table, whose camera can be set up."""
    made = Host(tmp_path, virtual=True, chance=Random(7))
    yield made
    made.close()


def until(host: Host, holds: Callable[[], object], seconds: float = 300.0) -> None:
    """Poll the host until something holds; fails when it never does."""
    end = time.monotonic() + seconds
    while not holds():
        host.poll()
        assert time.monotonic() < end
        time.sleep(0.01)


def test_ten_looks_tell_how_the_drawn_camera_looks(host: Host) -> None:
    work = host.set_up_camera().begin(LensCalibration)
    until(host, lambda: work.state == "measured")
    assert work.found is not None
    assert (work.count, work.found.error < GOOD) == (LOOKS, True)
    assert work.found.optics.matrix[0, 0] == pytest.approx(FOCAL, rel=0.01)
    assert sum(work.areas) >= 10


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("game", "seats"), [("byzanz", 3), ("praetor", 2)])
def test_the_sheet_is_held_over_the_mat_of_every_game_and_laid_aside(host: Host, game: str, seats: int) -> None:
    title = title_of(game)
    places = tuple(Place(colour, colour.title()) for colour in title.colours[:seats])
    host.open(Setting(game=game, edition=title.edition, places=places), drawn=True)
    until(host, lambda: not host.setting)
    work = host.set_up_camera().begin(LensCalibration)
    until(host, lambda: work.count)
    host.end_setup()
    assert host.running is not None


def test_what_was_measured_is_kept_and_forgotten_for_this_camera_only(host: Host) -> None:
    work = host.set_up_camera().begin(LensCalibration)
    until(host, lambda: work.state == "measured")
    work.keep()
    assert known(host.folder, VIRTUAL).optics is not None
    assert known(host.folder, "0").optics is None
    work.drop()
    assert known(host.folder, VIRTUAL).optics is None


def test_a_sheet_that_stays_where_it_is_counts_once(host: Host, tmp_path: Path) -> None:
    setup = host.set_up_camera()
    assert setup.hands is not None
    setup.hands.hold_sheet(WAYS[0])
    work = LensCalibration(setup.eyes, tmp_path / "lens.json")
    until(host, lambda: work.poll() or work.count == 1)
    seen = setup.eyes.looked
    until(host, lambda: work.poll() or setup.eyes.looked > seen + 5)
    assert work.count == 1


def test_leaving_ends_the_task_and_keeps_nothing(host: Host) -> None:
    setup = host.set_up_camera()
    setup.begin(LensCalibration)
    host.end_setup()
    assert setup.task is None
    assert not lens_file(host.folder, VIRTUAL).exists()
