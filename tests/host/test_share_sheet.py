"""Files handed on by Android's share sheet, with its Java played. Never run on a tablet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host.share_sheet import NotHandedOn, share_sheet
from companion.presenters.desk import Desk
from companion.presenters.handling import offer
from tests.pyjnius import Tablet, tablet

REPORT, FIGURES = Path("/data/shared/A game/report.html"), Path("/data/shared/A game/figures.csv")


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tablet]:
    monkeypatch.setattr(sys, "getandroidapilevel", lambda: 35, raising=False)
    with tablet() as played:
        yield played


def test_a_computer_has_no_share_sheet() -> None:
    assert share_sheet() is None


def test_one_file_is_sent_as_what_it_is_with_the_right_to_read_it(here: Tablet) -> None:
    sheet = share_sheet()
    assert sheet is not None
    sheet([REPORT])
    (asked,) = here.shown
    assert (asked.action, asked.kind, asked.flags) == ("SEND", "text/html", 1)
    assert asked.streams == ["content://table.companion.companion.files/report.html"]


def test_several_files_are_sent_together(here: Tablet) -> None:
    sheet = share_sheet()
    assert sheet is not None
    sheet([REPORT, FIGURES])
    (asked,) = here.shown
    assert (asked.action, asked.kind) == ("SEND_MULTIPLE", "*/*")
    assert [address.rpartition("/")[2] for address in asked.streams] == ["report.html", "figures.csv"]


def test_where_android_does_not_offer_them_people_are_told_and_the_files_stay(here: Tablet) -> None:
    here.broken = True
    sheet = share_sheet()
    assert sheet is not None
    with pytest.raises(NotHandedOn, match="no activity"):
        sheet([REPORT])
    desk = Desk()
    desk.share_sheet = sheet
    offer(desk, [REPORT])
    assert desk.look.said == "Not shared: no activity"
