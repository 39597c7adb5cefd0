"""What the window says at the table is so: played by touch, one line of what was once wrong after the other."""

from __future__ import annotations

import time
from contextlib import closing
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_setup
from companion.host.voice import Program, Voice
from companion.play.reports import Device, Frame, Mark
from companion.presenters.common.scan import marks_on
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.app import CompanionApp
from companion.ui.controls import button_of, window_box
from companion.ui.kit import Words
from companion.ui.turned import Turned
from companion.views.common import acts
from companion.views.common.drawn_table import Own
from companion.wording import wording
from engine.constantinopolis.commands import Bid, Build, Decline, Raise, Sell, Stay, Store
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Journal
from testkit.taps import wander
from testkit.window.faults import faults
from tests.presenters.test_notices import offered
from tests.ui.finger import label_of, press, showing, taps, touch


@pytest.fixture
def desk() -> Desk:
    """A desk with a game of four that has just begun, which stays where it is."""
    made = Desk(source=new_session(Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 4, 1))))
    made.sides = dict.fromkeys(made.source.names, "south")
    return made


def read(window: Any) -> list[str]:
    """Everything that can be read on the window."""
    return [each.text for each in window.screen.walk() if isinstance(each, Words) and each.text and each.width > 1]


def labels(window: Any) -> list[str]:
    return [label_of(each) for each in taps(window)]


def test_no_game_starts_before_a_box_is_touched(face: Any, tmp_path: Any) -> None:
    with closing(Host(tmp_path, chance=Random(7))) as host:
        window = face(Desk(host, chance=Random(1)))
        touch(window, "New game")
        touch(window, "Who sits where?")
        assert "Start" not in labels(window)
        assert "which box?" in read(window)
        touch(window, "My own box")
        touch(window, "Who sits where?")
        assert "Start" in labels(window)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["es", "it", "de"])
@pytest.mark.parametrize("entry", ["menu", "tray"])
def test_the_menu_and_the_devices_have_room_for_large_words(face: Any, desk: Desk, language: str, entry: str) -> None:
    wording.speak(language)
    desk.do(acts.Prefer(scale=1.5))
    desk.source._sensors.devices = lambda *_: [
        Device(id="coin-tray-red", kind="mqtt", seat="red", state="lost"),
        Device(id="lens", kind="camera", state="ok"),
    ]
    window = face(desk)
    press(next(each for each in taps(window) if (button := button_of(each)) and button.icon == "menu"))
    if entry == "tray":
        press(next(each for each in taps(window) if getattr(button_of(each), "command", None) == acts.Open("devices")))
    offscreen.settle(8)
    assert faults(window) == []


@pytest.mark.parametrize(("speech", "said"), [("full", True), ("off", False)])
def test_what_is_asked_is_said_aloud_by_the_window(tmp_path: Any, speech: str, said: bool) -> None:
    heard, program = tmp_path / "heard", tmp_path / "speaks"
    program.write_text(f'#!/bin/sh\necho "$@" >> {heard}\n')
    program.chmod(0o755)
    wording.speak("en")
    desk = Desk(source=new_session(Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 4, 1))))
    app = CompanionApp(desk, voice=Voice(Program(str(program))))
    app.build()
    try:
        desk.do(acts.Prefer(speech=speech))
        offscreen.settle(4)
        desk.do(Stay(desk.scene().me))
        offscreen.settle(4)
        end = time.monotonic() + (20 if said else 0.5)
        while time.monotonic() < end and not (
            heard.exists() and desk.scene().name(desk.scene().me) in heard.read_text()
        ):
            time.sleep(0.02)
        assert heard.exists() == said
        assert not said or desk.scene().name(desk.scene().me) in heard.read_text()
    finally:
        app.on_stop()


def test_a_sound_is_loaded_for_a_new_turn_where_sounds_are_on(desk: Desk) -> None:
    wording.speak("en")
    app = CompanionApp(desk, voice=Voice(None))
    app.build()
    try:
        assert app.sounding._loaded == {}
        desk.do(acts.Prefer(sounds=True))
        offscreen.settle(4)
        assert set(app.sounding._loaded) == {"turn"}
    finally:
        app.on_stop()


def test_a_card_is_drawn_by_two_touches_and_the_grid_stays(face: Any, desk: Desk) -> None:
    wander(desk, Random(3), "Drawing")
    window = face(desk)
    assert not [label for label in labels(window) if label.startswith("Show")]
    where = grid(window)
    press(by_command(window, next(iter(where))))
    if not desk.look.cards:
        card = next(each.button for each in desk.view().body.found if each.button.open)
        press(by_command(window, card.command))
    assert len(desk.look.cards) == 1
    assert grid(window) == where


def grid(window: Any) -> dict[Any, tuple[int, ...]]:
    """Where each cargo of the deck stands on the window."""
    wanted = {cargo.button.command for cargo in window.desk.view().body.cargoes}
    found = [(button_of(each).command, each) for each in taps(window) if button_of(each)]
    return {command: tuple(map(round, window_box(each))) for command, each in found if command in wanted}


def by_command(window: Any, command: Any) -> Any:
    return next(each for each in taps(window) if button_of(each) and button_of(each).command == command)


def test_no_filled_button_throws_goods_away(face: Any, desk: Desk) -> None:
    offered(desk, Store)
    window = face(desk)
    none = showing(window, "Keep none")
    assert (none.view.look, none.fill) == ("plain", "card")
    press(none)
    assert isinstance(desk.source.journal[-1].command, Store)


def corrected(face: Any, desk: Desk) -> Any:
    """Somebody sold one; the window shows what it means to make that two."""
    wander(desk, Random(3), "Construction")
    one = offered(desk, Sell)
    desk.do(one)
    desk.do(acts.Mend(desk.source.book.last))
    window = face(desk)
    desk.do(acts.Instead(desk.source.book.last, replace(one, count=2)))
    offscreen.settle(4)
    return window


def test_a_correction_says_what_hands_lay_down_and_that_nobody_is_asked(face: Any, shoot: Any, desk: Desk) -> None:
    window = corrected(face, desk)
    shoot("corrected")
    assert "1 green to the ledger" in read(window)
    assert "No one else must agree" in read(window)
    assert "Everybody agrees" not in read(window)


def test_the_history_shows_what_a_building_cost(face: Any, shoot: Any, desk: Desk) -> None:
    command = offered(desk, Build)
    treasury = desk.scene().zones(command.seat).treasury
    before = desk.scene().table[treasury]["gold"]
    desk.do(command)
    while type(desk.scene().phase).__name__ == "Declared":
        desk.do(Decline(desk.scene().phase.actors[0]))
    paid = before - desk.scene().table[treasury]["gold"]
    window = face(desk)
    press(next(each for each in taps(window) if (button := button_of(each)) and button.command == acts.Open("menu")))
    touch(window, "History")
    shoot("history-cost")
    assert paid > 0
    assert f"−{paid}" in read(window)


def test_nobody_plays_a_seat_that_was_taken_by_touch(face: Any, tmp_path: Any) -> None:
    from tests.virtual.test_drawn_controls import setting, until

    with closing(Host(tmp_path, pace=0.01, chance=Random(3))) as host:
        host.open(setting(), drawn=True)
        until(host, lambda: not host.setting)
        host.drawn_table.own("red", False)
        session = host.running.session
        window = face(Desk(host, source=session))
        touch(window, "Menu")
        touch(window, "The drawn table")
        press(next(each for each in taps(window) if getattr(button_of(each), "command", None) == Own("red", True)))
        assert host.drawn_table.mine == {"red"}
        until(host, lambda: session.state.phase.actors == ("red",))
        before = session.book.last
        for _poll in range(150):
            host.poll()
            time.sleep(0.001)
        assert session.book.last == before


@pytest.mark.parametrize(
    ("states", "text"),
    [((), "Played by taps"), (("ok",), "Table and book agree"), (("ok", "lost", "lost"), "2 devices lost, taps go on")],
)
def test_table_and_book_agree_only_where_the_table_is_seen(
    face: Any, shoot: Any, desk: Desk, states: Any, text: str
) -> None:
    wander(desk, Random(3), "Acceptance")
    assert len(desk.scene().phase.actors) > 1
    desk.source._sensors.devices = lambda *_: [
        Device(id=f"t{n}", kind="serial", state=state) for n, state in enumerate(states)
    ]
    window = face(desk)
    touch(window, "Menu")
    touch(window, "Table")
    shoot(f"table-tag-{len(states)}")
    assert [each.view.text for each in window.screen.walk() if type(each).__name__ == "TagBox"] == [text]


def test_the_middle_of_the_table_stays_where_the_screen_stays(face: Any, shoot: Any, desk: Desk) -> None:
    desk.sides = dict.fromkeys(desk.source.names, "north")
    window = face(desk)
    touch(window, "Menu")
    touch(window, "Stays")
    touch(window, "Table")
    shoot("overview-stays")
    middle = next(each for each in window.screen.walk() if type(each).__name__ == "Middle")
    turned = middle.parent
    while not isinstance(turned, Turned):
        turned = turned.parent
    assert turned.angle == 0


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [(1280, 800), (1024, 600), (800, 1280)])
@pytest.mark.parametrize("players", [2, 4, 5])
def test_no_card_of_a_seat_touches_the_bar_of_the_table(face: Any, shoot: Any, players: int, size: Any) -> None:
    from kivy.core.window import Window

    before = tuple(Window.size)
    Window.size = size
    try:
        desk = Desk(source=new_session(Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", players, 1))))
        desk.do(acts.Open("table"))
        window = face(desk)
        offscreen.settle(4)
        shoot(f"overview-{players}-{size[0]}")
        bar = next(each for each in window.screen.walk() if type(each).__name__ == "LyingBar")
        cards = [each for each in taps(window) if type(each).__name__.startswith("CitySeat")]
        assert len(cards) == players
        assert [card.view.person.name for card in cards if near(window_box(card), window_box(bar))] == []
    finally:
        Window.size = before
        offscreen.settle(3)


def near(one: Any, other: Any) -> bool:
    """Do two boxes touch, or lie less than a hair apart?"""
    return one[0] < other[2] + 1 and other[0] < one[2] + 1 and one[1] < other[3] + 1 and other[1] < one[3] + 1


def test_a_bid_chain_stands_there_after_a_challenge(face: Any, shoot: Any, desk: Desk) -> None:
    desk.do(Bid(desk.scene().me, 2, 1))
    desk.do(Raise(desk.scene().me, 4))
    desk.do(acts.Challenge(desk.scene().me))
    window = face(desk)
    touch(window, "It stands")
    desk.do(acts.Open("play"))
    offscreen.settle(3)
    shoot("chain")
    trails = [each for each in window.screen.walk() if getattr(getattr(each, "view", None), "trail", ())]
    assert [1, 4] in [[bid.bid for bid in each.view.trail] for each in trails]


def test_an_undo_within_a_turn_is_told(face: Any, shoot: Any, desk: Desk) -> None:
    desk.do(Stay(desk.scene().me))
    window = face(desk)
    press(next(each for each in taps(window) if (button := button_of(each)) and button.icon == "undo" and button.open))
    shoot("undone")
    me = desk.scene().name(desk.source.journal[1].command.seat)
    touch(window, f"{me} agrees")
    touch(window, "Take it back")
    desk.do(acts.Open("play"))
    offscreen.settle(3)
    assert "Taken back:" in read(window)


def test_the_readings_of_a_rule_are_shown_with_their_question(face: Any, desk: Desk) -> None:
    point = next(each for each in desk.scene().title.house_rules() if each.rule)
    window = face(desk)
    desk.do(acts.Ask(point.rule))
    offscreen.settle(4)
    assert desk.view().body.readings
    assert any(point.question in words for words in read(window))


def test_cubes_of_two_places_are_not_counted_under_one_label() -> None:
    from companion.presenters.constantinopolis import screens
    from tests.ui.test_labels import picture

    marks = tuple(
        Mark(label="G", corners=((x, 90), (x + 9, 90), (x + 9, 99), (x, 99)), zone=zone)
        for x, zone in ((300, "goods/red"), (310, "goods/red"), (320, "goods/blue"))
    )
    live = picture(list(marks_on(screens, Frame(pixels=b"", marks=marks, width=1280, height=720))))
    assert len(live._labels) == 2
