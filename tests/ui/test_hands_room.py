"""The middle between the sheets of what hands must do keeps everything in its room, however much there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from kivy.uix.scrollview import ScrollView
from msgspec.structs import replace

from companion.views.common import acts
from companion.views.common.hands import Art, HandsBoard, HandSheet, HandTask
from companion.views.common.parts import TURNS, Button
from testkit.window.faults import dotted, faults
from tests.ui.test_large import shown
from tests.ui.test_room import named, scale
from tools.gallery import play

__all__ = ["scale"]

SIZES = {"lying": (1280, 800), "upright": (800, 1280), "wide": (1365, 800)}
"""Windows, in dp: of 1280 × 800 and 2560 × 1600 px, of 800 × 1280, and of 1024 × 600."""
WORDS = ("Domus Regia zu den Marktkarten", "Forum Costantinum aufdecken: der Markt")
WHY = "si raccolgono le monete dalle cariche"


def task(key: int, label: str) -> HandTask:
    return HandTask(label=label, note=WHY, art=Art(icon="contract"), button=Button("", command=acts.HandsDone((key,))))


def work(first: int, much: int) -> tuple[HandTask, ...]:
    """So much to do."""
    return tuple(task(first + at, "3 Aufträge zur Ablage") for at in range(much))


def board(people: int, middle: int, busy: int, sides: Sequence[str] = tuple(TURNS), much: int = 1) -> HandsBoard:
    """Sheets of people at these `sides`, `busy` of them with so `much` to do, and so many lines in the middle."""
    who = (play.ANNA, play.BRUNO, play.CARLA, play.DARIO)[:people]
    done = Button("Alles erledigt", icon="check", command=acts.HandsDone(("1",)))
    sheets = tuple(
        HandSheet(
            person=person, side=side, note="1 von 1 zu tun", tasks=(task(at, "3 Aufträge zur Ablage"),) * much, all=done
        )
        if at < busy
        else HandSheet(person=person, side=side, note="nichts mehr zu tun")
        for at, (person, side) in enumerate(zip(who, sides, strict=False))
    )
    return HandsBoard(
        top=play.top(4),
        sentence="Bewegt eure Spielteile",
        note="Gebucht: die anderen Aufträge werden abgelegt, der Markt wechselt. 2 Personen bewegen noch Teile.",
        sheets=sheets,
        table=tuple(task(9 + at, WORDS[at % 2]) for at in range(middle)),
        choices=(done, Button("Was wurde gebucht?", icon="rule", command=acts.Open("history"))),
        corners=play.CORNERS,
    )


@pytest.mark.one_in(8)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
@pytest.mark.parametrize(("people", "busy"), [(2, 1), (3, 1), (3, 2), (4, 4)])
@pytest.mark.parametrize("middle", [0, 1, 3, 6])
def test_the_middle_stays_between_the_sheets(scale: Any, size: str, large: float, people: int, busy: int, middle: int):
    scale(large)
    screen = shown("HandsBoardScreen", view=board(people, middle, busy), size=SIZES[size])
    room = named(screen, "HandsMiddle")[0]
    assert max(each.top for each in room.children) <= room.top + 1
    assert min(each.y for each in room.children) >= room.y - 1
    assert not dotted(screen)
    assert not faults(screen)


@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("wide", [284, 330, 500])
def test_a_lost_tray_is_told_whole_above_what_is_to_do(scale: Any, wide: int, large: float):
    scale(large)
    done = Button("Alles erledigt", icon="check", command=acts.HandsDone(("1",)))
    note = "2 di 2 da fare, vassoio perso"
    view = HandSheet(person=play.ANNA, side="south", note=note, tasks=work(1, 2), all=done, lost=True)
    sheet = shown("HandSheetBox", view=view, size=(wide, 316), columns=1, compact=True)
    (head,) = named(sheet, "SheetHead")
    (said,) = (each for each in head.children if type(each).__name__ == "Column")
    assert said.top <= sheet.top
    assert said.y >= named(sheet, "Scroll")[0].top
    assert not faults(sheet)


@pytest.mark.parametrize("large", [1.0, 1.25])
def test_the_second_button_of_the_middle_is_there_only_where_both_have_room(scale: Any, large: float):
    scale(large)
    view = board(3, 1, 3)
    labels = ("Tutti hanno finito", "Che cosa è stato registrato finora?")
    long = replace(
        view, choices=tuple(replace(one, label=label) for one, label in zip(view.choices, labels, strict=True))
    )
    for each in (long, replace(view, choices=(view.choices[0], Button("?", command=acts.Open("history"))))):
        screen = shown("HandsBoardScreen", view=each, size=SIZES["upright"])
        middle = named(screen, "HandsMiddle")[0]
        assert not faults(screen)
        there = [word.text for word in middle.walk(restrict=True) if getattr(word, "text", "")]
        assert each.choices[0].label in there
        assert (each.choices[1].label in there) == (each is not long)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1368, 800)], ids=["lying", "upright", "wide"])
@pytest.mark.parametrize("large", [1.0, 1.5])
@pytest.mark.parametrize("sides", [("south", "west"), ("north", "east"), ("west", "east"), ("south", "north")])
def test_two_people_leave_the_corners_alone(scale: Any, size: tuple[int, int], large: float, sides: tuple[str, str]):
    scale(large)
    for much in (1, 5):
        assert not faults(shown("HandsBoardScreen", view=board(2, 0, 1, sides, much), size=size))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_a_line_in_the_middle_can_be_touched(scale: Any, size: str, large: float):
    scale(large)
    screen = shown("HandsBoardScreen", view=board(4, 3, 4), size=SIZES[size])
    lists = [each for each in named(screen, "HandsMiddle")[0].walk(restrict=True) if isinstance(each, ScrollView)]
    first = (named(lists[0], "HandTap") or named(lists[0], "CompactTap"))[0]
    assert lists[0].height >= first.height
