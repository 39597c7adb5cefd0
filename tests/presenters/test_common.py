"""The screens around a game: disagreements, questions, devices, the view from afar."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from companion.host.camera import as_mark
from companion.play.reports import Device, Disagreement, Frame, Mark, Proposed, Question, Refusal
from companion.presenters.common.devices import device_row
from companion.presenters.common.distance_view import far
from companion.presenters.common.scan import groups
from companion.presenters.desk import Desk
from companion.sensing.doubt import Counted
from companion.views.common import acts
from companion.views.common.parts import Word
from companion.wording import wording
from engine.constantinopolis.commands import Bid, Raise, Stay
from testkit.taps import buttons, labelled
from vision.zones import Mark as ReadMark


class Watched:
    """A real session with what its sensors would say set by hand."""

    def __init__(self, session: Any, **said: Any) -> None:
        self.session = session
        self.said = {"questions": (), "disagreements": (), "devices": (), "frame": None} | said
        self.settled: list[tuple[str, str]] = []
        self.answered: list[tuple[str, int | None]] = []

    def __getattr__(self, name: str) -> Any:
        said = self.__dict__["said"]
        return said[name] if name in said else getattr(self.__dict__["session"], name)

    def settle(self, zone: str, exit: str, _why: str = "") -> None:
        self.settled.append((zone, exit))

    def answer(self, question: str, choice: int | None) -> None:
        self.answered.append((question, choice))


def differing(seat: str, *, private: bool) -> Disagreement:
    """Two gold are missing on a tray."""
    table, book = ({"gold": -2}, {}) if private else ({"gold": 17}, {"gold": 19})
    return Disagreement(
        zone=f"treasury/{seat}",
        seat=seat,
        source="serial:tray-1",
        table=table,
        book=book,
        since=3,
        agreed=1,
        quiet=6.0,
        rule="C-BLD-04",
        private=private,
    )


def at(session: Any, screen: str, **said: Any) -> Desk:
    """A desk that shows a screen, with what sensors say."""
    desk = Desk(source=Watched(session, **said))
    desk.do(acts.Open(screen))
    return desk


def test_covered_gold_shows_only_the_difference(game):
    session = game(4)
    seat = next(iter(session.names))
    body = at(session, "differ", disagreements=(differing(seat, private=True),)).view().body
    assert (body.table, body.difference, body.book) == ("?", "−2", "?")


def test_the_owner_uncovers_their_gold_by_holding(game):
    session = game(4)
    seat = next(iter(session.names))
    desk = at(session, "differ", disagreements=(differing(seat, private=True),))
    desk.hold(seat, True)
    assert (desk.view().body.table, desk.view().body.book) == ("28", "30")


def test_open_gold_shows_both_sums(game):
    session = game(4)
    seat = next(iter(session.names))
    body = at(session, "differ", disagreements=(differing(seat, private=False),)).view().body
    assert (body.table, body.book) == ("17", "19")


@pytest.mark.parametrize(("place", "exit"), [(1, "table"), (2, "book")])
def test_each_exit_settles_the_disagreement_its_way(game, place, exit):
    session = game(4)
    seat = next(iter(session.names))
    desk = at(session, "differ", disagreements=(differing(seat, private=True),))
    desk.press(desk.view().body.exits[place].button)
    assert desk.source.settled == [(f"treasury/{seat}", exit)]


def test_a_difference_marks_the_seat_card_and_the_chip(game):
    session = game(4)
    seat = next(iter(session.names))
    tray = Device(id=f"tray-{seat}", kind="serial", seat=seat)
    desk = at(session, "table", disagreements=(differing(seat, private=True),), devices=(tray,))
    view = desk.view()
    assert next(card for card in view.seats if card.person.seat == seat).state == "differs"
    assert [chip.mark for chip in view.top.chips if chip.icon] == ["disagree"]


def test_without_a_difference_there_is_nothing_to_settle(game):
    assert "nothing to settle" in at(game(4), "differ").view().body.note


def test_a_question_offers_its_readings_neither_and_another_look(game):
    session = game(4)
    seat = next(iter(session.names))
    readings = (Proposed("one", 0.8, Stay(seat)), Proposed("two", 0.2, Raise(seat, 4)))
    asked = Question(id="q", seat=seat, zone="mat/draw", kind="done", readings=readings)
    desk = at(session, "scan", questions=(asked,))
    card = desk.view().body.question
    desk.press(card.readings[1].button)
    desk.do(acts.Open("scan"))
    desk.press(card.neither)
    assert desk.source.answered == [("q", 1), ("q", None)]


def counting(session, piece="K"):
    seat = next(iter(session.names))
    zone = f"goods/{seat}"
    numbers = tuple(
        Proposed(f"{n} {piece}", s, Counted(zone, piece, n)) for n, s in ((3, 0.6), (2, 0.2), (4, 0.1), (6, 0.1))
    )
    return Question(id="n", seat=seat, zone=zone, kind="many", readings=numbers)


def test_a_count_in_doubt_is_asked_for_with_its_numbers_only(game):
    card = at(game(4), "scan", questions=(counting(game(4)),)).view().body.question
    assert [each.name.split()[0] for each in card.readings] == ["3", "2", "4", "6"]
    assert {each.icon for each in card.readings} == {"good-military"}
    assert card.why[0].text == "Everything else here was read for sure."


def test_a_number_is_chosen_with_one_tap(game):
    session = game(4)
    desk = at(session, "scan", questions=(counting(session),))
    desk.press(desk.view().body.question.readings[3].button)
    assert desk.source.answered == [("n", 3)]


def test_a_count_in_doubt_shows_only_the_cubes_it_is_about(game):
    session = game(4)
    marks = (
        Mark(label="K", corners=box(20), sure=False, zone="mat/goods-1", runner_up="B"),
        Mark(label="G", corners=box(700), sure=True, zone="mat/goods-1"),
    )
    frame = Frame(pixels=bytes(4 * 1280 * 720), width=1280, height=720, marks=marks, corners=4)
    crop = at(session, "scan", frame=frame, questions=(counting(session),)).view().body.question.crop
    assert crop.width < 100


def test_cubes_that_lie_together_are_one_group():
    marks = [Mark(label="1G", corners=box(10)), Mark(label="1B", corners=box(40)), Mark(label="1R", corners=box(400))]
    assert sorted(len(group) for group in groups(marks, 64)) == [1, 2]


def test_cubes_are_shown_as_icons_with_counts(game):
    frame = Frame(
        pixels=b"",
        width=1280,
        height=720,
        marks=(Mark(label="1G", corners=box(10)), Mark(label="1G", corners=box(40)), Mark(label="1B", corners=box(60))),
        corners=4,
        note="still",
    )
    marks = at(game(4), "scan", frame=frame).view().body.marks
    assert [[(part.icon, part.figure) for part in mark.line] for mark in marks] == [
        [("good-consumer", "1"), ("good-alimentary", "2")]
    ]


def test_a_doubtful_mark_asks(game):
    doubtful = Mark(
        label="contract:G.3.111", corners=box(10), sure=False, zone="mat/draw", runner_up="contract:B.3.111"
    )
    mark = (
        at(game(4), "scan", frame=Frame(pixels=b"", width=1280, height=720, marks=(doubtful,), corners=4))
        .view()
        .body.marks[0]
    )
    assert not mark.sure
    assert said(mark) == "good-alimentary 3 ? / good-consumer 3"


def test_two_contracts_that_differ_in_their_voyages_are_shown_with_them(game):
    doubtful = Mark(
        label="contract:G.3.111", corners=box(10), sure=False, zone="mat/draw", runner_up="contract:G.3.112"
    )
    mark = (
        at(game(4), "scan", frame=Frame(pixels=b"", width=1280, height=720, marks=(doubtful,), corners=4))
        .view()
        .body.marks[0]
    )
    assert said(mark) == "good-alimentary 3 1·1·1 ? / good-alimentary 3 1·1·2"


@pytest.mark.parametrize("label", ["contract:?", "?"])
def test_what_nobody_can_read_is_a_question_mark(game, label):
    frame = Frame(
        pixels=b"",
        width=1280,
        height=720,
        marks=(Mark(label=label, corners=box(10), sure=False, zone="mat/draw", runner_up="contract:G.3.112"),),
        corners=4,
    )
    assert said(at(game(4), "scan", frame=frame).view().body.marks[0]) == "?"


def test_what_the_eye_is_sure_nobody_can_read_is_a_question_mark_too(game):
    read = as_mark(ReadMark(zone="mat/draw", label="contract:?", share=1.0, corners=np.array(box(10), np.float32)))
    mark = (
        at(game(4), "scan", frame=Frame(pixels=b"", width=1280, height=720, marks=(read,), corners=4))
        .view()
        .body.marks[0]
    )
    assert (said(mark), mark.sure) == ("?", False)


def test_a_doubtful_cube_shows_what_it_may_be_instead(game):
    cubes = (
        Mark(label="G", corners=box(10)),
        Mark(label="G", corners=box(40), sure=False, zone="", runner_up="B"),
        Mark(label="K", corners=box(60)),
    )
    mark = (
        at(game(4), "scan", frame=Frame(pixels=b"", width=1280, height=720, marks=cubes, corners=4))
        .view()
        .body.marks[0]
    )
    assert said(mark) == "good-alimentary 2 ? / good-consumer 1"


def test_a_doubtful_cube_that_may_be_none_is_shown_with_a_question_mark(game):
    frame = Frame(pixels=b"", width=1280, height=720, marks=(Mark(label="G", corners=box(10), sure=False),), corners=4)
    assert said(at(game(4), "scan", frame=frame).view().body.marks[0]) == "good-alimentary 1 ?"


def said(mark):
    """A label's icons and words, one after the other."""
    parts = [[part.text] if isinstance(part, Word) else [part.icon, part.figure] for part in mark.line]
    return " ".join(word for part in parts for word in part if word)


def test_a_lost_tray_is_named_and_the_game_goes_on(game):
    session = game(4)
    seat = next(iter(session.names))
    lost = Device(id="tray-1", kind="serial", seat=seat, state="lost", detail="cable pulled")
    desk = at(session, "devices", devices=(lost,))
    assert desk.view().body.rows[0].tag.tone == "alarm"
    desk.do(acts.Open("play"))
    assert labelled(desk, "Stay").open


@pytest.mark.parametrize("language", ["it", "es", "de"])
def test_why_a_device_is_lost_is_told_in_the_language_that_is_spoken(language):
    def told(kind, why):
        return device_row(Device(id=f"{kind}:red", kind=kind, state="lost", detail=why)).detail

    reasons = {
        "mqtt": ("switched off or out of reach", "forgotten", "the broker is gone", "says nothing"),
        "serial": ("there are two of it", "says nothing", "[Errno 5] Input/output error"),
        "camera": ("No picture comes from 'video0'.",),
        "desk": ("cannot be reached", "has another game"),
    }
    each = [(kind, why) for kind, all_of_it in reasons.items() for why in all_of_it]
    english = [told(*one) for one in each]
    wording.speak(language)
    assert not set(english) & {told(*one) for one in each}
    assert not any(why in words for (_, why), words in zip(each, map(told, *zip(*each, strict=True)), strict=True))


def test_from_afar_a_duel_is_a_name_a_verb_and_the_bid(desk):
    me = desk.scene().me
    owner = next(tile for tile in desk.view().body.offices if tile.button.label.startswith("Bid"))
    desk.do(Bid(me, owner.office, 6))
    seen = far(desk.view())
    assert (seen.headline.figure, seen.headline.person.seat, seen.verb) == ("6", me, "raise or pass")
    assert len(seen.buttons) == 2


def test_the_table_for_everybody_has_no_form_from_afar(desk):
    desk.do(acts.Open("table"))
    assert far(desk.view()) is None


def test_a_refused_undo_shows_its_rule(game):
    session = game(4)
    source = Watched(session, undo=lambda _to, **_why: Refusal("T-LIVE"))
    desk = Desk(source=source)
    desk.do(Stay(desk.scene().me))
    desk.do(acts.BackTo(1))
    for _seat in range(4):
        yes = desk.view().body.back.yes if hasattr(desk.view().body, "back") else None
        if yes is not None:
            desk.press(yes)
    assert desk.view().body.rule == "T-LIVE"


def test_every_row_of_options_has_a_way_to_be_read(desk):
    desk.do(acts.Open("rules"))
    for button in buttons(desk.view().body):
        desk.press(button)
        assert desk.view().body.sentence
        desk.do(acts.Open("rules"))


def box(x: float) -> tuple[tuple[float, float], ...]:
    """The corners of something 20 px wide at `x`."""
    return ((x, 0), (x + 20, 0), (x + 20, 20), (x, 20))
