"""A language chosen in the middle of a game is that of the trays' displays too."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_game
from companion.play.console import Console
from companion.play.labels import words_of
from companion.titles import title_of
from companion.titles.title import Place, Setting
from companion.wording import wording
from devices.menu import Span
from devices.virtual import VirtualTray
from engine.sighting import Press

SETTING = Setting(game="constantinopolis", edition="reconciled", places=(Place("red", "Anna"), Place("blue", "Bruno")))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    wording.speak("en")
    yield
    wording.speak("en")


def test_the_trays_of_the_drawn_table_follow_the_language(tmp_path: Path) -> None:
    with closing(Host(tmp_path, virtual=True, pace=3600.0, chance=Random(7))) as host:
        session = host.open(SETTING)
        (seat,) = session.state.phase.actors
        until(host, lambda: host.running is not None and host.running.table is not None and not host.setting)
        assert host.running is not None
        assert host.running.table is not None
        tray = host.running.table.trays[seat]
        until(host, lambda: offered(tray) == words_of("Stay", "constantinopolis"))
        wording.speak("it")
        until(host, lambda: offered(tray) == words_of("Stay", "constantinopolis"))


def test_a_game_opened_after_the_choice_speaks_it_from_the_start(tmp_path: Path) -> None:
    with closing(Host(tmp_path, virtual=True, pace=3600.0, chance=Random(7))) as host:
        wording.speak("es")
        session = host.open(SETTING)
        until(host, lambda: not host.setting)
        assert host.running is not None
        assert host.running.table is not None
        tray = host.running.table.trays[session.state.phase.actors[0]]
        until(host, lambda: offered(tray) == words_of("Stay", "constantinopolis"))


def test_a_number_being_dialled_stays_a_number_in_the_other_language() -> None:
    book = new_session(shuffled_game("constantinopolis", 2, 1)).book
    (seat,) = book.state.phase.actors
    console = Console(seat, passes=title_of("constantinopolis").passes)
    console.renew(book.game, book.state, book.last)
    offers = [at for at, item in enumerate(console.items) if type(item).__name__ == "Offer"]
    console.press(Press("confirm", offers[0], book.last))
    before = console.menu
    wording.speak("it")
    console.reword()
    assert isinstance(console.menu.items, Span)
    assert (console.menu.items, console.menu.title == before.title) == (before.items, False)


def offered(tray: VirtualTray) -> str:
    """The first line of a tray's list."""
    items = tray.menu.items if tray.menu is not None else ()
    return items[0] if items and not isinstance(items, Span) else ""


def until(host: Host, holds: Callable[[], bool], seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        host.poll()
        assert time.monotonic() < end, host.devices
        time.sleep(0.002)
