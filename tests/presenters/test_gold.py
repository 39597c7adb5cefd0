"""What the screens of coins and tiles say, without a camera."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.reports import Frame, Mark
from companion.presenters.common.closeup import Closeup, around
from companion.presenters.common.gold_count import sheet as gold_sheet
from companion.presenters.common.scan import marks_on
from companion.presenters.constantinopolis import screens
from companion.presenters.desk import Desk
from companion.tasks.gold_count import GoldCount
from companion.views.common import acts
from companion.views.common import task_acts as t
from companion.views.common.parts import Button, Person, Sheet, Top, Word
from testkit.taps import buttons
from tests.tasks.test_gold_count import BOX, Mat

ANNA = Person("red", "Anna", "A")


@pytest.fixture
def mat() -> Mat:
    return Mat()


@pytest.fixture
def count(mat: Mat) -> GoldCount:
    return GoldCount("red", mat, box=BOX)


def seen(count: GoldCount, mat: Mat, *labels: str, differs: str = "", fixing: int = -1) -> Sheet:
    """The screen while these lie on the mat."""
    mat.lay(*labels)
    count.poll()
    return gold_sheet(count, ANNA, None, Closeup(), t.Entered(fixing=fixing), Top(title=""), differs)


def acts_of(sheet: Sheet) -> list[Any]:
    """What the buttons of the action bar do."""
    bar = sheet.bar
    assert bar is not None
    every = (*bar.choices, bar.primary)
    return [button.command for button in every if isinstance(button, Button)]


def test_coins_that_are_all_known_may_be_said_to_be_right(count, mat):
    sheet = seen(count, mat, "coin:10", "coin:5")
    assert sheet.body.figure == "15"
    assert [(row.coin, row.count, row.right) for row in sheet.body.rows] == [(10, 1, "10 gold"), (5, 1, "5 gold")]
    assert t.KeepResult() in acts_of(sheet)


@pytest.mark.parametrize("labels", [("coin:10", "coin:?"), ("coin:10", "contract:?"), ("coin:30",) * 14])
def test_what_is_doubtful_mixed_or_too_much_may_not(count, mat, labels):
    assert t.KeepResult() not in acts_of(seen(count, mat, *labels))


def test_more_than_the_box_holds_is_asked_about(count, mat):
    sheet = seen(count, mat, *("coin:30",) * 14)
    assert sheet.bar.sentence == "14 coins of 30?"
    assert t.AllowSubstitutes() in acts_of(sheet)


def test_a_doubtful_coin_is_shown_to_be_tapped(count, mat):
    sheet = seen(count, mat, "coin:10", "10?5")
    assert [crop.button.command for crop in sheet.body.doubtful] == [t.CorrectPiece(1)]
    assert [mark.sure for mark in sheet.body.marks] == [True, False]


def test_what_is_likely_is_marked_among_the_values(count, mat):
    ask = seen(count, mat, "10?5", fixing=0).body.ask
    assert [value.coin for value in ask.values if value.button.chosen] == [10]


def test_a_count_that_differs_leads_to_its_disagreement(count, mat):
    seen(count, mat, "coin:10")
    count.off = -2
    sheet = gold_sheet(count, ANNA, None, Closeup(), t.Entered(), Top(title=""), "treasury/red")
    assert sheet.bar.sentence == "2 gold less than in the book"
    assert acts.Open("differ", "treasury/red") in acts_of(sheet)


def test_without_a_camera_nobody_is_asked_to_count(desk: Desk):
    desk.do(acts.Open("answers", "red"))
    assert not [button for button in buttons(desk.view()) if button.label.startswith("Count")]


@pytest.mark.parametrize(("labels", "said"), [(("contract:GB.7.112", "tile:cura"), True), (("tile:cura",), False)])
def test_tiles_among_the_contracts_are_said_to_be_taken_apart(desk: Desk, labels, said):
    marks = tuple(
        Mark(label=label, corners=((0, 0), (9, 0), (9, 9), (0, 9)), sure=True, zone="mat/draw") for label in labels
    )
    desk.source.picture = lambda: Frame(pixels=bytes(4), width=1, height=1, marks=marks, corners=4)
    desk.do(acts.Open("scan"))
    assert bool(desk.view().body.todo) == said


def test_a_part_of_the_picture_is_shown_and_touched_as_it_lies():
    near = around(((0.2, 0.4), (0.6, 0.4), (0.6, 0.8), (0.2, 0.8)))
    (inside,) = near.inward([(0.4, 0.6)])
    assert inside == pytest.approx((0.5, 0.5))
    assert near.outward(*inside) == pytest.approx((0.4, 0.6))
    cut = near.of(Frame(pixels=bytes(100 * 50 * 4), width=100, height=50))
    assert len(cut.pixels) == 4 * cut.width * cut.height


def test_without_a_mat_the_whole_picture_is_shown():
    assert around(()) == Closeup()
    assert Closeup().of(None).pixels == b""


@pytest.mark.parametrize(
    ("corners", "turn"), [(((0, 0), (9, 0)), ()), (((9, 0), (9, 9)), ("90°",)), (((0, 9), (0, 0)), ("270°",))]
)
def test_a_tile_is_marked_with_its_turn(corners, turn):
    mark = Mark(label="tile:cura", corners=(*corners, (5, 5), (4, 4)))
    (box,) = marks_on(screens, Frame(pixels=b"", width=100, height=100, marks=(mark,)))
    assert box.line == (Word("Cura", True), *map(Word, turn))
