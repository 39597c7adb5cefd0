"""Nothing on a page is told by colour alone: seats have patterns and letters, goods have shapes."""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from companion.ui import __file__ as ui
from companion.web.desk import __file__ as desk
from companion.web.serving.assets import icons_svg, theme_css
from tests.phones.test_page import browser, phone
from vision.picture import Picture

__all__ = ["browser"]  # a fixture
THEME = tomllib.loads(Path(ui).with_name("theme.toml").read_text("utf-8"))
PHONES = Path(desk).parents[1] / "phones" / "page" / "phone.css"
SHEETS = {"phone": PHONES, "desk": Path(desk).with_name("static") / "desk.css"}
GOODS = ("luxury", "military", "industrial", "consumer", "alimentary")
SIZE = 160
FLAT = 25
"""So much lighter than its darker parts a pattern is at least, of 255."""
APART = 0.05
"""The least share of a ring that must be drawn otherwise."""


def page_of(browser: Browser, sheet: str, body: str) -> Page:
    """A page with the colours and the style of our own, and nothing else."""
    page = phone(browser, device_scale_factor=4).new_page()
    page.set_content(f"<style>{theme_css()}{SHEETS[sheet].read_text('utf-8')}</style>{body}")
    return page


def grey(page: Page, at: str) -> Picture:
    """What is drawn there, without its colours."""
    data = np.frombuffer(page.locator(at).screenshot(), np.uint8)
    return np.asarray(cv2.resize(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), (SIZE, SIZE)), np.uint8)


def tones(part: Picture) -> Picture:
    """Its lighter parts, whatever is light and dark there; nothing where all is of one tone."""
    dark, light = np.percentile(part, [5, 95])
    return np.asarray(part > (float(dark) + float(light)) / 2 if light - dark > FLAT else part * 0, np.uint8)


def apart(this: Picture, that: Picture) -> float:
    """The share that differs, however light and dark are shared out."""
    differs = float(np.mean(this != that))
    return min(differs, 1 - differs)


def ring(page: Page, seat: str) -> Picture:
    """The pattern of a disc's ring, without what is in the middle and at the edge."""
    y, x = np.mgrid[:SIZE, :SIZE] - SIZE / 2
    away = np.hypot(x, y) / (SIZE / 2)
    return tones(grey(page, f".seat-{seat}")[(away > 0.66) & (away < 0.86)])


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_rings_of_all_seats_are_told_apart_without_their_colours(browser: Browser, sheet: str) -> None:
    """In black and white each seat has a pattern of its own."""
    seats = list(THEME["seats"])
    page = page_of(browser, sheet, "".join(f"<p><span class='disc seat-{seat}'><b></b></span></p>" for seat in seats))
    rings = {seat: ring(page, seat) for seat in seats}
    near = {pair: apart(rings[pair[0]], rings[pair[1]]) for pair in combinations(seats, 2)}
    assert {pair: share for pair, share in near.items() if share < APART} == {}
    page.context.close()


def test_goods_are_told_apart_by_their_shapes(browser: Browser) -> None:
    icon = "<p><svg class='icon large' id='{0}'><use href='#icon-good-{0}'/></svg></p>"
    page = page_of(browser, "phone", icons_svg() + "".join(icon.format(good) for good in GOODS))
    shapes = {good: tones(grey(page, f"#{good}")) for good in GOODS}
    near = {pair: apart(shapes[pair[0]], shapes[pair[1]]) for pair in combinations(GOODS, 2)}
    assert {pair: share for pair, share in near.items() if share < APART} == {}
    page.context.close()
