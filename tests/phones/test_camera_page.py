"""The phone as camera in a real browser: a picture that is taken, and the live picture of a phone at the table."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.host.camera import Eyes
from companion.host.wiring import Wiring
from companion.play.session import Session
from companion.titles import title_of
from companion.wording import LANGUAGES
from engine.journal import Entry
from testkit.scenes.mat import a_scene, contracts, cubes
from testkit.scenes.photo import photo
from tests.phones.hall import Hall, hall
from tests.phones.test_page import SIZES, browser, phone, seated, violations, wide
from tests.phones.test_pictures import drawing, drawn, jpeg, seat_of, settled, take
from tests.phones.test_server import ask
from vision.camera.source import Camera
from vision.drawn.scene import Scene

__all__ = ["browser"]  # a fixture
FILMED = "phone://table"
SOON = 30.0


@pytest.fixture
def here() -> Iterator[Hall]:
    with hall(drawing()) as opened:
        yield opened


def shown(page: Page, file: Path) -> Page:
    """The page with a picture that was just taken, and what was found in it."""
    page.set_input_files("#take-picture", file)
    page.wait_for_selector("#use-picture", timeout=SOON * 1000)
    return page


@pytest.fixture
def shiny(here: Hall, tmp_path: Path) -> Path:
    """A picture in which a lamp shines on one of the cards."""
    taken = photo("contract", drawn(here.session))
    cv2.ellipse(taken, (264, 190), (58, 90), 10, 0, 360, (255, 255, 255), -1)
    (tmp_path / "shiny.jpg").write_bytes(jpeg(taken))
    return tmp_path / "shiny.jpg"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_a_picture_is_taken_the_doubtful_card_named_and_the_rest_handed_in(
    browser: Browser, here: Hall, shiny: Path, size: str
) -> None:
    context, last, faces = phone(browser, SIZES[size], locale="en-GB"), here.session.book.last, drawn(here.session)
    page = shown(seated(context, here, seat_of(here)), shiny)
    taking = page.locator("input[type=file]").first
    assert taking.get_attribute("capture") == "environment"
    expect(page.locator("#found")).to_contain_text(f"{len(faces) - 1} of {len(faces)} read.")
    expect(page.locator(".marks path.asked")).to_have_count(1)
    expect(page.locator(".marks path.sure")).to_have_count(len(faces) - 1)
    assert not wide(page)
    page.tap("#by-hand")
    asked = page.evaluate("document.activeElement.id")
    assert page.locator(f"li.asked #{asked}").count() == 1
    page.select_option(f"#{asked}", index=1)
    expect(page.locator("#found")).to_have_text(f"{len(faces)} read, all of them sure.")
    page.tap("#use-picture")
    expect(page.locator("#message")).to_have_text("The table has seen it.")
    (entry,) = here.owner(lambda: settled(here.session, last))[:1]
    assert entry.command.cards == dict.fromkeys(faces, 1)
    assert entry.origin == f"camera:{seat_of_entry(entry)}/named"
    page.wait_for_function("n => document.querySelector('.history li').value > n", arg=last)
    context.close()


def seat_of_entry(entry: object) -> str:
    return str(entry.command.seat)  # type: ignore[attr-defined]


def test_what_is_doubted_and_handed_in_is_asked_on_the_page(browser: Browser, here: Hall, shiny: Path) -> None:
    context = phone(browser, locale="en-GB")
    page = shown(seated(context, here, seat_of(here)), shiny)
    page.tap("#use-picture")
    expect(page.locator("#message")).to_have_text("The table has seen it.")
    here.owner(lambda: settled(here.session, here.session.book.last))
    page.wait_for_selector("section.question")
    page.tap("#reading-0")
    page.wait_for_selector("section.question", state="detached")
    assert here.session.book.last > 32
    context.close()


@pytest.mark.one_in(2)
@pytest.mark.one_in(4)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_is_whole_in_every_language_and_axe_finds_nothing(
    browser: Browser, here: Hall, shiny: Path, language: str
) -> None:
    context = phone(browser, SIZES["a small phone"], locale=language)
    page = shown(seated(context, here, seat_of(here)), shiny)
    assert not wide(page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    page.wait_for_timeout(200)  # colours change over a moment
    assert violations(page) == []
    page.tap("#close-picture")
    page.wait_for_selector("#take-picture", state="attached")
    context.close()


def test_a_file_that_is_no_picture_is_said_in_a_sentence(browser: Browser, here: Hall, tmp_path: Path) -> None:
    (tmp_path / "none.jpg").write_bytes(b"\xff\xd8\xffno picture")
    context = phone(browser, locale="de-DE")
    page = seated(context, here, seat_of(here))
    page.set_input_files("#take-picture", tmp_path / "none.jpg")
    expect(page.locator("#message")).to_contain_text("kein Bild")
    expect(page.locator("#take-picture")).to_be_attached()
    context.close()


def test_a_picture_is_sent_again_when_the_network_comes_back(browser: Browser, here: Hall, shiny: Path) -> None:
    context = phone(browser)
    page = seated(context, here, seat_of(here))
    context.set_offline(True)
    page.set_input_files("#take-picture", shiny)
    page.wait_for_timeout(800)
    context.set_offline(False)
    page.wait_for_selector("#use-picture", timeout=SOON * 1000)
    context.close()


# --- the table's camera ---


@pytest.fixture
def filmed() -> Iterator[Hall]:
    """A table whose camera is a phone."""
    with hall(drawing()) as opened:
        opened.host.wiring = Wiring(camera=FILMED)
        yield opened


def whole_table(session: Session) -> Scene:
    """The mat with the cards that are drawn and with the goods everybody has."""
    hands = [
        cubes(
            there.removeprefix("mat/"),
            [good for good, count in session.state.table[zone].items() for _ in range(count)],
        )
        for there, zone in session.places.items()
    ]
    scene = a_scene()
    scene.lay([*contracts(drawn(session)), *(cube for hand in hands for cube in hand)])
    return scene


def test_a_live_picture_is_the_tables_camera(browser: Browser, filmed: Hall, tmp_path: Path) -> None:
    shown_cards = drawn(filmed.session)
    entry = filmed_entry(browser, filmed, tmp_path)
    assert (entry.origin, entry.command.cards) == ("camera", dict.fromkeys(shown_cards, 1))


def filmed_entry(browser: Browser, at: Hall, folder: Path, **more: Any) -> Entry:
    """Chromium's own false camera films the mat; what the table makes of it."""
    session, last = at.session, at.session.book.last
    (folder / "mat.mjpeg").write_bytes(jpeg(whole_table(session).frame()) * 10)
    faces = title_of("constantinopolis").faces(session.book.setup)
    flags = ["--no-sandbox", "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    flags += [f"--use-file-for-fake-video-capture={folder / 'mat.mjpeg'}"]
    eyes = Eyes(FILMED, session.put, faces, {})
    try:
        opened = browser.browser_type.launch(executable_path=shutil.which("chromium"), args=flags)
        page = seated(phone(opened, locale="en-GB", **more), at, seat_of(at))
        faults: list[str] = []
        page.on("console", lambda said: faults.append(said.text))
        page.tap("#film")
        expect(page.locator(".film .told")).to_have_text("This phone is the table’s camera.")
        assert violations(page) == []
        until = time.monotonic() + SOON
        while session.book.last == last and time.monotonic() < until:
            at.owner(session.poll)
            page.wait_for_timeout(50)
        assert session.book.last > last
        page.tap("#stop-film")
        page.wait_for_selector("#film")
        assert faults == []
        opened.close()
    finally:
        eyes.close()
    return session.journal[last]


def test_a_table_with_a_camera_of_its_own_takes_no_frames_and_shows_no_such_button(
    browser: Browser, here: Hall
) -> None:
    context = phone(browser)
    page = seated(context, here, seat_of(here))
    assert page.locator("#film").count() == 0
    answer = ask(here, "/api/frame", b"\xff\xd8\xff", here.token(seat_of(here)), Content_Type="image/jpeg")
    assert answer.status == 409
    context.close()


def test_one_phone_at_a_time_is_the_camera_and_no_frame_is_too_large_or_comes_too_often(filmed: Hall) -> None:
    one, other = list(filmed.session.names)[:2]
    frame = jpeg(photo("contract", ["contract:G.3.112"]))

    def sent(seat: str, data: bytes = frame) -> int:
        return ask(filmed, "/api/frame", data, filmed.token(seat), Content_Type="image/jpeg").status

    with Camera(FILMED) as camera:
        assert [sent(one), sent(other)] == [200, 409]
        assert camera.newest(SOON) is not None
        assert sent(one, b"no picture") == 200  # which the camera's thread passes over
        assert sent(one, bytes(2_000_000)) == 413
        assert 429 in [sent(one) for _ in range(20)]
        assert camera.newest(SOON) is not None
    assert ask(filmed, "/api/frame", frame, "stolen-and-wrong", Content_Type="image/jpeg").status in (401, 429)
    assert take(filmed, frame, "").status in (409, 429)
