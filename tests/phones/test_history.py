"""The history on a phone is the journal's: each line's person, words and origin, and what was taken back is struck."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from companion.play.seat_record import Follower
from companion.play.session import Session
from companion.presenters.common.history import remembering
from companion.presenters.look import Look
from companion.presenters.scene import Scene
from companion.presenters.title_screens import screens_of
from companion.titles import BUILT_IN
from companion.views.common.history import History
from companion.views.common.parts import Glyph, Line
from companion.web.phones.page_words import page_words
from companion.web.phones.seat_view import LINES
from engine.journal import Entry, Undo
from testkit.people import People
from tests.phones.hall import hall
from tests.phones.test_page import browser, phone, seated

__all__ = ["browser"]  # a fixture
SHOWN = """() => [...document.querySelectorAll('.history li')].map((each) => [
  each.value, each.classList.contains('struck'), each.querySelector('.unseen').textContent,
  [...each.querySelectorAll('.words > *')].map((part) =>
    (part.querySelector('use')?.getAttribute('href').slice('#icon-'.length) ?? '') + part.textContent)])"""
"""Every line: its number, is it struck, what is heard, its words and icons."""


@pytest.fixture(params=BUILT_IN)
def session(request: pytest.FixtureRequest) -> Session:
    """A game in which two decisions were taken back."""
    people = People.of(request.param, 3, 3)
    people.play(24)
    found = people.session
    assert isinstance(found.undo(found.book.live[-3]), Entry)
    people.play(4)
    return found


def on_the_tablet(session: Session) -> dict[int, list[str]]:
    """The words and icons of every line of the tablet's history."""
    screens = screens_of(session.game.name)
    assert screens is not None
    body = remembering(Scene(session, Look(), {}, screens)).body
    assert isinstance(body, History)
    return {each.number: in_parts(each.line) for each in body.lines}


def in_parts(line: Line) -> list[str]:
    return [part.icon + part.figure if isinstance(part, Glyph) else part.text for part in line]


def known(session: Session, seat: str) -> list[Entry]:
    """The entries whose command the seat may know, newest first, by the record that is exported for it."""
    open_ones = {line.number for line in Follower(session.book, seat).news() if line.command is not None}
    return [entry for entry in reversed(session.journal) if entry.number in open_ones][:LINES]


def test_the_lines_are_those_of_the_journal(browser: Browser, session: Session) -> None:
    seat, words, struck = next(iter(session.names)), on_the_tablet(session), str(page_words("en")["words"]["struck"])
    with hall(session) as at:
        page = seated(phone(browser, locale="en-GB"), at, seat)
        lines, told = page.evaluate(SHOWN), known(session, seat)
        page.context.close()
    assert [number for number, *_more in lines] == [entry.number for entry in told]
    gone = set(range(1, session.book.last + 1)) - set(session.book.live)
    for entry, (_number, is_struck, heard, parts) in zip(told, lines, strict=True):
        seats = bool(getattr(entry.command, "seat", ""))
        assert parts == (words[entry.number] if seats else words[entry.number][-len(parts) :])  # phones hear no events
        assert heard.startswith(session.names.get(getattr(entry.command, "seat", ""), ""))
        assert is_struck == (entry.number in gone and not isinstance(entry.command, Undo))
        assert struck in heard or not is_struck
    assert sum(is_struck for _number, is_struck, *_more in lines)
