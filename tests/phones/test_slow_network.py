"""A phone on a slow network, by Chromium's own throttling: a tap is done once, and the page comes up to date."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.phones.hall import Hall
from tests.phones.test_page import _told, browser, every, passing, phone, seated

__all__ = ["browser", "every"]  # fixtures
LATENCY, BYTES = 1200, 4000
"""Milliseconds each request takes longer, and bytes a second: a view of a seat has some ten thousand."""


def slow(context: BrowserContext, page: Page) -> None:
    conditions = {"offline": False, "latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", conditions)


def come_to(page: Page, entry: int) -> None:
    page.wait_for_function("n => document.querySelector('.history li')?.value >= n", arg=entry, timeout=60_000)


@pytest.mark.one_in(3)
def test_a_tap_that_takes_long_is_done_once(browser: Browser, every: Hall) -> None:
    context, last, seat = phone(browser), every.session.book.last, passing(every)
    page = seated(context, every, seat)
    slow(context, page)
    page.tap("#pass")
    come_to(page, last + 1)
    done = [entry.origin for entry in every.session.journal[last:]]
    assert done.count(f"phone:{seat}") == 1
    context.close()


@pytest.mark.one_in(3)
def test_a_page_that_cannot_keep_up_skips_what_was_overtaken_and_is_up_to_date(browser: Browser, every: Hall) -> None:
    context, seat = phone(browser), passing(every)
    page = seated(context, every, seat)
    slow(context, page)
    every.play(25, Random(4))
    come_to(page, _told(every, seat))
    token = page.evaluate("fetch('/api/me').then(answer => answer.json()).then(said => said.joined)")
    assert token is True
    context.close()


@pytest.mark.slow
def test_a_page_opens_on_a_slow_network_with_its_seat(browser: Browser, every: Hall) -> None:
    context, seat = phone(browser), passing(every)
    page = seated(context, every, seat)
    slow(context, page)
    page.reload(wait_until="commit", timeout=60_000)
    come_to(page, _told(every, seat))
    assert page.locator("body").get_attribute("class") == f"seat-{seat}"
    context.close()
