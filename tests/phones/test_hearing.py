"""What a screen reader says of a seat's page: the turn when it comes, what was refused, and every drawing by a word."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from companion.play.session import Session
from companion.titles import BUILT_IN
from companion.web.phones.page_words import page_words
from companion.wording import LANGUAGES
from engine.constantinopolis.commands import Concede
from tests.phones.hall import Hall, hall, played
from tests.phones.test_page import SIZES, browser, due, phone, seated
from tests.phones.test_secrets import on_the_phone, positions

__all__ = ["browser"]  # a fixture
TELLS = """() => {
  window.heard = [];
  const told = document.getElementById('told');
  const noted = new MutationObserver(() => window.heard.push(told.textContent));
  noted.observe(told, {childList: true, characterData: true, subtree: true});
}"""
"""Note down what the live region says, as a screen reader does."""
BARE = ("good-", "ware-", "stuff-", "city-", "kind-", "office-", "ship-")


@pytest.fixture
def duel() -> Iterator[Hall]:
    with hall(played("constantinopolis", 3, 3, lambda session: type(session.state.phase).__name__ == "Duel")) as opened:
        yield opened


def test_the_turn_is_said_when_it_comes(browser: Browser, duel: Hall) -> None:
    """The bidder raises on the tablet; the one who is to answer hears so."""
    other = next(seat for seat in _bidders(duel.session) if seat != due(duel))
    context = phone(browser, locale="de-DE")
    page = seated(context, duel, other)
    expect(page.locator("#told")).not_to_contain_text("Du bist dran")
    page.evaluate(TELLS)
    raise_ = duel.session.offers(due(duel))[0]
    duel.submit(raise_.of(raise_.over.span[0]))
    page.wait_for_function("() => window.heard.length")
    (said,) = page.evaluate("window.heard")
    assert said.startswith("Du bist dran. ")
    assert page.locator("h1").inner_text().endswith(said.split(". ")[1])
    assert (page.locator("#told").get_attribute("role"), page.locator("#told").get_attribute("aria-live")) == (
        "status",
        "polite",
    )
    context.close()


def _bidders(session: Session) -> tuple[str, ...]:
    duel: Any = session.state.phase
    return tuple(seat for seat in (duel.challenger, duel.holder))


def test_what_came_of_ones_own_tap_is_said_once(browser: Browser, duel: Hall) -> None:
    context = phone(browser, locale="en-GB")
    page = seated(context, duel, due(duel))
    page.evaluate(TELLS)
    page.tap("#pass")
    page.wait_for_function("() => window.heard.length")
    assert type(duel.session.journal[-1].command) is Concede or any(
        type(entry.command) is Concede for entry in duel.session.journal[-3:]
    )
    said = page.evaluate("window.heard")
    assert len(said) == len(set(said))
    assert page.locator("h1").inner_text().split("\n")[-1] in said[-1]
    context.close()


@pytest.mark.parametrize("size", SIZES)
def test_a_refusal_is_said_at_once(browser: Browser, duel: Hall, size: str) -> None:
    context = phone(browser, SIZES[size], locale="en-GB")
    page = seated(context, duel, due(duel))
    page.route("**/api/live*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    duel.submit(Concede(due(duel)))
    page.tap("#do")
    message = page.locator("[role=alert]")
    expect(message).to_have_text("The table has gone on. Look again.")
    assert message.get_attribute("id") == "message"
    context.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BUILT_IN)
def test_no_line_is_made_of_drawings_that_nobody_hears(game: str, language: str) -> None:
    words: Any = page_words(language)["words"]
    mute = set()
    for session in positions(game, 1, 10):
        for seat in session.names:
            for line in _lines(msgspec.json.decode(on_the_phone(session, seat))):
                if not any("text" in part for part in line):
                    mute |= {part["icon"] for part in line if _bare(part["icon"]) not in words}
    assert mute == set()


def _bare(icon: str) -> str:
    return next((icon.removeprefix(start) for start in BARE if icon.startswith(start)), icon)


def _lines(shown: Any) -> Iterator[list[Any]]:
    """Every line of words and drawings in what a phone is sent."""
    if isinstance(shown, dict):
        for each in shown.values():
            yield from _lines(each)
    elif isinstance(shown, list):
        if shown and all(isinstance(part, dict) and ("text" in part or "figure" in part) for part in shown):
            yield shown
        for each in shown:
            yield from _lines(each)
