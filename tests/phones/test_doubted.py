"""A question stands on a phone with its picture first: the pieces in doubt as the camera sees them, and no others."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from companion.play.reports import Frame, Mark
from tests.phones.hall import Hall, hall
from tests.phones.test_answering import shown
from tests.phones.test_page import SIZES, browser, phone, seated, violations, wide
from tests.phones.test_server import ask
from tests.play.test_counted import Table
from vision.picture import Picture

__all__ = ["browser"]  # a fixture
HIGH, WIDE = 300, 400
MINE, BESIDE = (100, 80, 180, 200), (200, 80, 280, 200)
"""Left, top, right and low of the tile in doubt, which is red, and of what lies beside it, which is blue."""


def _corners(box: tuple[int, int, int, int]) -> tuple[tuple[float, float], ...]:
    left, top, right, low = box
    return ((left, top), (right, top), (right, low), (left, low))


def frame() -> Frame:
    """What the camera sees: a doubtful tile where things are shown, and somebody else's things beside it."""
    pixels = np.full((HIGH, WIDE, 4), 255, np.uint8)
    for (left, top, right, low), colour in ((MINE, (200, 0, 0)), (BESIDE, (0, 0, 200))):
        pixels[top:low, left:right, :3] = colour
    tile = Mark(label="tile:vinaria", corners=_corners(MINE), sure=False, zone="mat/draw")
    other = Mark(label="G", corners=_corners(BESIDE), sure=False, zone="goods/green")
    caution = {"en": "light shines on it", "de": "Licht spiegelt darauf", "it": "luce", "es": "luz"}
    return Frame(pixels=pixels.tobytes(), width=WIDE, height=HIGH, marks=(tile, other), cautions=(caution,))


@pytest.fixture
def table() -> Table:
    """A tile was shown, and it is not sure which."""
    made = Table()  # type: ignore[no-untyped-call]
    made.show(made.builds()[0].tile, share=0.6)  # type: ignore[no-untyped-call]
    made.wait(3)  # type: ignore[no-untyped-call]
    assert made.session.questions
    made.session.picture = frame
    return made


@pytest.fixture
def here(table: Table) -> Iterator[Hall]:
    with hall(table.session) as opened:
        yield opened


def picture(data: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_the_picture_shows_the_pieces_in_doubt_and_nothing_beside_them(table: Table, here: Hall) -> None:
    answer = ask(here, "/api/doubt", seat=here.token(table.seat))
    assert (answer.status, answer.headers["Content-Type"]) == (200, "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"
    seen = picture(answer.body)
    left, top, right, low = MINE
    assert seen.shape == (low - top + 1, right - left + 1, 3)
    inside = seen[4:-8, 4:-8].reshape(-1, 3).astype(int)
    assert np.abs(inside - (0, 0, 200)).max() < 30


def test_no_other_phone_gets_it(table: Table, here: Hall) -> None:
    for seat in (*here.session.names, ""):
        if seat != table.seat:
            assert ask(here, "/api/doubt", seat=here.token(seat)).status == 404
            assert shown(here, seat) is None
    assert ask(here, "/api/doubt", seat="stolen-and-wrong").status == 401
    assert ask(here, "/api/doubt", seat=here.token(table.seat), Sec_Fetch_Site="cross-site").status == 403


def test_without_a_camera_there_is_a_question_without_a_picture(table: Table, here: Hall) -> None:
    table.session.picture = None
    assert shown(here, table.seat)["pictured"] is False
    assert ask(here, "/api/doubt", seat=here.token(table.seat)).status == 404


@pytest.mark.one_in(2)
@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_stands_first_with_what_makes_it_doubtful(
    browser: Browser, table: Table, here: Hall, size: str, scheme: str
) -> None:
    context = phone(browser, SIZES[size], locale="en-GB", color_scheme=scheme)
    page = seated(context, here, table.seat)
    shown = page.locator(".question img")
    expect(shown).to_have_attribute("alt", "What the camera sees of it")
    page.wait_for_function("() => document.querySelector('.question img').naturalWidth > 50")
    expect(page.locator(".doubted .caution")).to_have_text("light shines on it")
    above, below = shown.bounding_box(), page.locator("#reading-0").bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    assert not wide(page)
    assert violations(page) == []
    page.tap("#reading-0")
    expect(page.locator(".question")).to_have_count(0)
    context.close()


def test_the_picture_stays_while_the_page_is_drawn_anew(browser: Browser, table: Table, here: Hall) -> None:
    context = phone(browser, locale="en-GB")
    page = seated(context, here, table.seat)
    page.wait_for_function("() => document.querySelector('.question img').naturalWidth > 50")
    page.evaluate("() => { document.querySelector('.question img').id = 'the-same'; }")
    page.tap("#cover")
    expect(page.locator("#purse")).to_have_text("covered")
    assert page.locator(".question img#the-same").count() == 1
    context.close()
