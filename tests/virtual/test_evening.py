"""The painter of path-traced evenings: what it tells the renderer, and that nobody waits for a picture."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.titles import title_of
from tools.photoreal.painter import CARD, TILE, Clock, Painter, stacked
from vision.drawn.laid import Hand, LaidCard, LaidCube, LaidDie, LaidTile
from vision.drawn.weather import Weather
from vision.mat.mat import load_mat, mat_file
from vision.picture import Picture

GREY = 128
"""The tone of a picture without anything in it."""


class Renderer:
    """Instead of Blender, which is no part of the tests' environment: plain pictures, each when it is let through."""

    def __init__(self) -> None:
        self.asked: list[Mapping[str, Any]] = []
        self.gate = threading.Semaphore(1)  # the first picture, of the empty mat, is there at once

    def render(self, laid: Mapping[str, Any]) -> Picture:
        self.asked.append(laid)
        self.gate.acquire()
        return np.full((360, 640, 3), GREY, np.uint8)


@pytest.fixture
def renderer() -> Iterator[Renderer]:
    made = Renderer()
    yield made
    made.gate.release(9)


def _painter(renderer: Any, clock: Clock, folder: Path) -> Painter:
    title = title_of("praetor")
    mat = load_mat(mat_file("praetor"))
    known = dict(title.prints()), dict(title.dice()), dict(title.tiles())
    return Painter(renderer, clock, folder, mat, Weather.named("kind"), 1, *known)


def _shown(painter: Painter) -> Picture:
    picture = cv2.imdecode(np.frombuffer(painter.jpeg(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def _hand_in(painter: Painter) -> bool:
    return bool(np.abs(_shown(painter).astype(int) - GREY).max() > GREY // 4)


def _until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_stopped_clock_stands_and_goes_on_where_it_stood() -> None:
    clock = Clock()
    clock.stop()
    stood = clock()
    time.sleep(0.05)
    assert clock.stands
    assert clock() == stood
    clock.go()
    assert not clock.stands
    assert stood <= clock() < stood + 0.05


def test_a_hand_is_over_the_mat_and_the_clock_stands_until_a_look_is_rendered(
    renderer: Renderer, tmp_path: Path
) -> None:
    clock = Clock()
    painter = _painter(renderer, clock, tmp_path)
    assert not _hand_in(painter)
    painter.lay([Hand(300, 200)])
    painter.lay([])
    _until(lambda: len(renderer.asked) == 2)
    assert _hand_in(painter)
    assert clock.stands
    renderer.gate.release()
    _until(lambda: not clock.stands)
    assert not _hand_in(painter)


def test_what_is_laid_while_a_look_is_rendered_is_seen_before_the_hand_goes(renderer: Renderer, tmp_path: Path) -> None:
    clock = Clock()
    painter = _painter(renderer, clock, tmp_path)
    painter.lay([])
    _until(lambda: len(renderer.asked) == 2)
    painter.lay([LaidDie("blue", 3, 100, 90)])
    renderer.gate.release()
    _until(lambda: len(renderer.asked) == 3)
    assert clock.stands
    assert _hand_in(painter)
    renderer.gate.release()
    _until(lambda: not clock.stands)
    assert [die["pips"] for die in renderer.asked[-1]["dice"]] == [3]


def test_the_renderer_is_told_what_lies_where_and_what_is_printed_on_it(renderer: Renderer, tmp_path: Path) -> None:
    painter = _painter(renderer, Clock(), tmp_path)
    painter.cover({2})
    told = painter.described([LaidTile("market-1", 100, 90, 90), LaidCube("R", 30, 40, 5)])
    (sheet,) = told["sheets"]
    assert np.allclose(sheet["corners"][0], (119, 71))  # its top left corner, after a quarter turn
    assert cv2.imread(sheet["art"]) is not None
    assert (sheet["low"], sheet["thick"]) == (0, TILE)
    assert told["cubes"] == [["R", 30, 40, 5, 0.0]]
    assert np.allclose(np.mean(told["papers"], axis=1), load_mat(mat_file("praetor")).corners[2])


def test_a_card_lies_as_high_as_those_below_it() -> None:
    cards = [LaidCard("contract", name, x, 100.0) for name, x in (("a", 100), ("b", 110), ("c", 400), ("d", 120))]
    assert [low for _, _, low in stacked(cards)] == pytest.approx([0, CARD, 0, 2 * CARD])


def test_a_renderer_that_ended_is_told_of(tmp_path: Path) -> None:
    class Ended(Renderer):
        def render(self, laid: Mapping[str, Any]) -> Picture:
            if self.asked:
                raise OSError("the renderer ended")
            return super().render(laid)

    clock = Clock()
    painter = _painter(Ended(), clock, tmp_path)
    painter.lay([])
    _until(lambda: painter.trouble == "the renderer ended")
    assert clock.stands
