"""The doctor's choice of size and exposure, on a camera that is played: it shows a drawn mat as it is asked to."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.camera.address import Source, read_address
from vision.camera.source import Camera, Frame
from vision.camera.tuning import EXPOSURES, burnt, look, seen_in, tune
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.mat import load_mat, mat_file
from vision.mat.pose import MatFinder


@cache
def drawn() -> Any:
    return Scene(load_mat(), Weather.named("kind"), seed=1).frame()


SHOWN = 40  # pictures a played camera gives: enough to count, and the end where there is nothing to see
LONG = 600.0


class Played:
    """A camera with some sizes, `rate` pictures a second in each, `gain` of its light by exposure (None: automatic)."""

    live = True

    def __init__(
        self, source: Source, rates: dict[tuple[int, int], float], gain: Callable[[float | None], float]
    ) -> None:
        size = source.size if source.size in rates else (640, 480)
        self._rate, self._number = rates.get(size, 30.0), 0
        bright = np.clip(self.lit(drawn().astype(float)) * gain(source.exposure), 0, 255).astype(np.uint8)
        self._picture = cv2.resize(bright, size, interpolation=cv2.INTER_AREA)
        self.closed = self.ended = False

    def lit(self, picture: Any) -> Any:
        """What a lamp makes of the picture: nothing special."""
        return picture

    def newest(self, _timeout: float = 0.0) -> Frame:
        self._number += 1
        self.ended = self._number >= SHOWN
        return Frame(self._number, self._number / self._rate, self._picture)

    def close(self) -> None:
        self.closed = True


class Shop:
    """Opens played cameras and remembers what was asked for."""

    def __init__(
        self, rates: dict[tuple[int, int], float], gain: Callable[[float | None], float] = lambda _: 1.0
    ) -> None:
        self.opened: dict[str, Played] = {}
        self._rates, self._gain = rates, gain

    def __call__(self, address: str) -> Played:
        self.opened[address] = Played(read_address(address), self._rates, self._gain)
        return self.opened[address]


def test_the_smallest_size_in_which_cards_can_be_read_is_chosen() -> None:
    shop = Shop({(1280, 720): 30.0, (1920, 1080): 30.0})
    source, view = tune(Source("0"), shop, LONG)
    assert source.address == "0 1280x720"
    assert (view.markers, view.size) == (4, (1280, 720))
    assert all(camera.closed for camera in shop.opened.values())


def test_a_size_that_comes_too_slowly_is_not_chosen() -> None:
    source, view = tune(Source("0"), Shop({(1280, 720): 3.0, (1920, 1080): 15.0}), LONG)
    assert source.size == (1920, 1080)
    assert view.rate == pytest.approx(15.0)


def test_what_the_camera_does_by_itself_is_kept_where_it_is_good() -> None:
    shop = Shop({(1280, 720): 30.0}, lambda _: 1.0)
    source, _ = tune(Source("0"), shop, LONG)
    assert source.exposure is None
    assert not any("exposure" in address for address in shop.opened)


@pytest.mark.parametrize("automatic", [0.25, 3.0], ids=["too dark", "burnt out"])
def test_another_exposure_is_found_where_the_camera_errs(automatic: float) -> None:
    shop = Shop({(1280, 720): 30.0}, lambda exposure: automatic if exposure is None else exposure / 250)
    source, view = tune(Source("0"), shop, LONG)
    assert source.exposure in (200.0, 300.0)
    assert 85 < view.paper < 245


class NearLamp(Played):
    """A lamp that stands over the fields near the players makes them twice as light."""

    def lit(self, picture: Any) -> Any:
        high = picture.shape[0]
        return picture * np.clip(np.linspace(0.4, 2.2, high), 1, 2)[:, None, None]


def test_a_shorter_exposure_is_chosen_where_a_lamp_burns_a_field_out() -> None:
    def shop(address: str) -> NearLamp:
        return NearLamp(read_address(address), {(1280, 720): 30.0}, lambda by: 1.0 if by is None else by / 300)

    before = look(shop("0 1280x720"), LONG)
    source, view = tune(Source("0"), shop, LONG)
    assert 85 < before.paper < 245
    assert (burnt(before) > 0, burnt(view)) == (True, 0)
    assert source.exposure == 100.0 or source.exposure == 200.0


def test_a_dark_field_counts_as_burnt_out_where_white_paper_would_be() -> None:
    """Nothing light lies in Praetor's city yet; the dark mat beside it tells what would become of it."""
    mat = load_mat(mat_file("praetor"))
    picture = Scene(mat, Weather.named("kind"), seed=1).frame().astype(float)
    high = picture.shape[0]
    lit = picture * np.clip(np.linspace(0.4, 3.2, high), 1, 3)[:, None, None]
    views = [seen_in(shown.astype(np.uint8), mat, MatFinder(mat)) for shown in (np.clip(lit, 0, 255), lit / 3.2)]
    assert [view.markers for view in views] == [4, 4]
    assert [(view.bleached, burnt(view)) for view in views] == [(("city", "draw"), 2), ((), 0)]


def test_where_no_exposure_helps_the_least_bad_is_chosen_and_the_lamp_is_named() -> None:
    shop = Shop({(1280, 720): 30.0}, lambda exposure: 0.2 if exposure is None else exposure / 3000)
    source, view = tune(Source("0"), shop, LONG)
    assert source.exposure in (None, EXPOSURES[-1])
    assert "dark" in [complaint.kind for complaint in view.spoilt]


def test_a_camera_that_gives_nothing_is_left_as_it_is() -> None:
    class Dead(Played):
        def newest(self, _timeout: float = 0.0) -> Any:
            self.ended = True

    opened: list[str] = []

    def shop(address: str) -> Dead:
        opened.append(address)
        return Dead(read_address(address), {}, lambda _: 1.0)

    source, view = tune(Source("0"), shop, LONG)
    assert (source, view.markers) == (Source("0"), -1)
    assert len(opened) == 1


def test_a_folder_of_pictures_is_looked_at_too(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((90, 160, 3), np.uint8))
    cv2.imwrite(str(tmp_path / "2.png"), drawn())
    with Camera(str(tmp_path)) as camera:
        view = look(camera, 30.0)
    assert (view.markers, view.rate, view.size) == (4, 0.0, (1280, 720))
