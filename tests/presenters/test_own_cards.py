"""Which of one's own cards are shown to the camera, where, and what is said of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.titles.title import Place, Setting
from companion.views.common import acts
from companion.views.common import task_acts as t
from companion.views.common.card_enrolment import LaidPieces
from testkit.taps import tap

PLACES = (Place("red", "Anna"), Place("blue", "Bruno"), Place("green", "Carla"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk of a host with a virtual table, without a game."""
    host = Host(tmp_path, virtual=True, chance=Random(7))
    yield Desk(host)
    host.close()


def body(desk: Desk) -> LaidPieces:
    """The pieces on the screen."""
    shown = desk.view().body
    assert isinstance(shown, LaidPieces)
    return shown


def looked(desk: Desk, seconds: float = 60) -> None:
    """The cards that lie there were looked at twice."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        desk.host.poll()
        cards = desk.host.camera_setup.task.cards
        if cards and all(card.ready for card in cards):
            return
        time.sleep(0.01)
    raise AssertionError(f"no card was seen in {seconds} s")


def tabs(desk: Desk) -> dict[str, bool]:
    """The kinds of pieces one may show, and which of them is."""
    return {button.label: button.chosen for button in body(desk).tabs}


def test_the_cards_of_every_game_that_has_some_are_offered(desk: Desk) -> None:
    desk.do(t.BeginTask("card_enrolment", "byzanz"))
    assert tabs(desk) == {
        "Cards of Constantinopolis": False,
        "Cards of Byzanz": True,
        "Coins": False,
        "Tiles": False,
    }


def test_it_is_said_in_which_field_of_which_mat_they_are_laid(desk: Desk) -> None:
    desk.do(t.BeginTask("card_enrolment", "byzanz"))
    assert "seven" not in body(desk).empty
    assert "7" in body(desk).empty
    assert "The bid" in body(desk).empty


def test_our_own_cards_are_read_and_filed_together_and_the_last_ones_named(desk: Desk) -> None:
    desk.do(t.BeginTask("card_enrolment", "byzanz"))
    for _ in range(3):
        looked(desk)
        tap(desk, "These 7 are right")
        while desk.host.camera_setup.task.cards:
            desk.host.poll()
            time.sleep(0.01)
    assert body(desk).count == "21 of 25"
    assert body(desk).note.startswith("Still missing: ")
    assert body(desk).note.count(",") == 3


def test_in_a_running_game_its_own_cards_are_shown_on_the_mat_of_the_game(desk: Desk) -> None:
    session = desk.host.open(Setting(game="byzanz", edition="reconciled", places=PLACES))
    desk = Desk(desk.host, source=session)
    while desk.host.setting:
        desk.host.poll()
        time.sleep(0.01)
    desk.do(acts.Open("devices"))
    desk.do(t.BeginTask("card_enrolment"))
    looked(desk)
    assert tabs(desk) == {"Cards": True}
    assert body(desk).count == "0 of 25"
