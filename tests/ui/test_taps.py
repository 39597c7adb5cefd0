"""A few dozen taps through the app's window in each game, in a process of their own: nothing is wrong on the way."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count, islice, product
from pathlib import Path
from random import Random
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.presenters.title_screens import shown_games
from companion.titles.title import Place, Setting
from companion.views.common import acts
from companion.views.common.parts import Button
from testkit.moments import moments_of
from testkit.window import rasterising
from tools import bench_app
from tools.taps import __main__ as taps
from tools.taps import excuses
from tools.taps.__main__ import OFTEN, SENT, Run, play_all, sit_down, wanted
from tools.taps.hands import _keeps as keeps
from tools.taps.hands import named
from tools.taps.table import ELSEWHERE, LANGUAGES, MONKEY, PLAYER, SIZES, Table, table, tables
from tools.taps.visit import SPILT, Visit

TAPS = 16
NOT_BEGUN, BEGUN = 0, 63
"""Seeds of whole games, and of one that somebody has to find the way to."""


@pytest.mark.one_in(3)
@pytest.mark.parametrize("title", shown_games())
def test_a_player_by_taps_finds_nothing_wrong(tmp_path: Path, title: str) -> None:
    tried = table(BEGUN, title, TAPS)._replace(size="1280x800", language="en", text=1.0, drawn=False)
    *found, done = sit_down(tried, tmp_path)
    assert not found
    assert (done["taps"], len(done["touched"]) > 3) == (TAPS, True)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("title", shown_games())
def test_people_sit_down_at_a_moment_that_seldom_comes(tmp_path: Path, title: str) -> None:
    tried = next(one for one in tables(0, [title], 4) if one.moment)._replace(size="1280x800", language="en", text=1.0)
    *found, done = sit_down(tried, tmp_path)
    assert not found
    assert done["taps"] == 4


@pytest.mark.parametrize("place", range(len(shown_games())))
def test_a_run_comes_to_every_moment_and_to_whole_games_of_people_and_monkeys_in_every_window(place: int) -> None:
    titles = shown_games()
    mine = [one for one in islice(tables(0, titles, TAPS), 2000) if one.title == titles[place]]
    whole = [one for one in mine if not one.moment]
    assert {one.moment for one in mine} == {"", *moments_of(titles[place])}
    assert {one.who for one in whole} == {one.who for one in mine if one.moment} == {PLAYER, MONKEY}
    assert {one.begun for one in whole} == {True, False}
    for some in (whole, [one for one in mine if one.moment]):
        assert {(one.size, one.language) for one in some} == set(product(SIZES, LANGUAGES))


def test_what_ends_the_window_is_told(tmp_path: Path) -> None:
    found = list(sit_down(table(BEGUN, shown_games()[0], 1)._replace(language="xx"), tmp_path))
    assert [line["found"] for line in found] == ["ended"]
    assert "no wording in 'xx'" in found[0]["words"]


def told(screen: str, taps: int, **more: object) -> dict[str, object]:
    """What a table tells at its end, of one screen."""
    return {
        "taps": taps,
        "screens": {screen: taps},
        "there": {screen: taps},
        "left": [],
        "seen": [],
        "touched": [],
        "ways": {},
    } | more


def test_a_screen_that_no_tap_led_away_from_is_a_fault(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run._count(told("Trap", OFTEN - 1))
    assert run.shut() == []
    run._count(told("Trap", 1))
    assert run.shut() == ["Trap"]
    assert "no way out of:" in run.summary()
    run._count(told("Trap", 1, left=["Trap"]))
    assert run.shut() == []


def test_a_run_goes_on_where_the_last_hour_ended(tmp_path: Path) -> None:
    Run(tmp_path)._count(told("Menu", 3, seen=["Menu: Rare", "Menu: Open"], touched=["Menu: Open"]))
    later = Run(tmp_path, go_on=True)
    assert (later.known.taps, later.missed()) == (3, ["Menu: Rare"])
    later._count(told("Menu", 2, seen=["Menu: Rare"], touched=["Menu: Rare"], left=["Menu"]))
    assert (later.known.taps, later.missed(), later.known.there) == (5, [], {"Menu": 5})
    assert Run(tmp_path).known.taps == 0  # without the word it is a new run


def test_a_button_that_was_there_and_never_touched_is_a_fault_without_an_excuse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(tmp_path)
    run._count(told("Menu", 1, seen=["Menu: Rare", "Menu: Open"], touched=["Menu: Open"]))
    assert run.missed() == ["Menu: Rare"]
    monkeypatch.setattr(excuses, "EXCUSED", {"* Rare": "it ends the game"})
    assert run.missed() == []
    assert "Menu: Rare: it ends the game" in run.summary()


def test_tables_are_played_beside_each_other_and_each_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    together = Barrier(2, timeout=20)

    def sat(one: Table, *_: object) -> Iterator[dict[str, object]]:
        together.wait()
        played.append(one.seed)
        yield told("Menu", 1, seen=["Menu: Open"], touched=["Menu: Open"])

    monkeypatch.setattr(taps, "sit_down", sat)
    run = Run(tmp_path)
    play_all(run, islice(tables(7, ["byzanz"], 1), 4), 2)
    assert sorted(played) == [7, 8, 9, 10]
    assert Run(tmp_path, go_on=True).known.taps == 4


def test_people_are_sent_where_something_was_never_touched(tmp_path: Path) -> None:
    run = Run(tmp_path)
    due = [one for one in islice(tables(1, ["byzanz"], TAPS), 40) if one.moment]
    assert [run.sent(one) for one in due] == due
    run._count(told("ByzScore", 1, seen=["ByzScore: Rare"]))
    run._came(due[0]._replace(moment="Over"), ["ByzScore", "Menu"])
    run._came(due[0]._replace(moment="Lot"), ["Menu"])
    assert [one.moment for one in due if run.sent(one) != one and one.moment not in ("Over", "Lot")] == []
    for one in due:
        run._came(one, [])
    sent = [run.sent(one) for one in due]
    assert {one.moment for one in sent if one.seed % SENT} == {"Over"}
    assert [one for one in sent if one.seed % SENT == 0] == [one for one in due if one.seed % SENT == 0]
    whole = table(BEGUN, "byzanz", TAPS)
    assert run.sent(whole) == whole


def test_after_its_time_a_run_goes_on_at_moments_until_everything_was_touched(tmp_path: Path) -> None:
    run = Run(tmp_path)
    asked = Namespace(seed=BEGUN, title=["byzanz"], taps=TAPS, tables=40, minutes=0, longer=1)
    assert list(wanted(asked, run)) == []
    run._count(told("Menu", 1, seen=["Menu: Rare"]))
    later = wanted(asked, run)
    assert next(later).title == "byzanz"
    run._count(told("Menu", 1, seen=["Menu: Rare"], touched=["Menu: Rare"]))
    assert list(later) == []
    run._count(told("Menu", 1, seen=["Menu: Another"]))
    assert list(wanted(Namespace(**vars(asked) | {"longer": 0}), run)) == []
    after = list(wanted(asked, run))
    assert {one.seed % ELSEWHERE for one in after if not one.moment} == {0, 1, 2}
    assert {one.seed % ELSEWHERE for one in after if not one.begun} == {0}
    assert {one.seed % ELSEWHERE for one in after if one.played} == {1}
    assert {one.seed % ELSEWHERE for one in after if one.drawn} == {2}


def test_people_are_sent_rather_where_few_moments_lead(tmp_path: Path) -> None:
    run = Run(tmp_path)
    run._count(told("Menu", 1, seen=["Menu: Rare", "ByzScore: Rare"]))
    due = [one for one in islice(tables(1, ["byzanz"], TAPS), 400) if one.moment and one.seed % SENT]
    for one in due:
        run._came(one, ["Menu"])
    run._came(due[0]._replace(moment="Over"), ["Menu", "ByzScore"])
    assert sum(run.sent(one).moment == "Over" for one in due) > len(due) / 3


def test_what_one_table_touched_is_nothing_new_at_the_next(tmp_path: Path) -> None:
    run = Run(tmp_path)
    first = table(BEGUN, "byzanz", TAPS)
    run._count(told("Menu", 1, seen=["Menu: Open"], touched=["Menu: Open"], ways={"Menu: Open": ["Help"]}))
    kept = json.loads(run._keep(first).read_text("utf-8"))
    assert kept == {"touched": ["Menu: Open"], "seen": ["Menu: Open"], "ways": {"Menu: Open": ["Help"]}}
    (tmp_path / "before.json").write_text('{"touched": ["ByzAuction: Everything"]}')
    tried = first._replace(size="1280x800", language="en", text=1.0, drawn=False, taps=1)
    *found, done = sit_down(tried, tmp_path, tmp_path / "before.json")
    assert not found
    assert "ByzAuction: Everything" in done["touched"]
    assert done["size"] == [1280, 800]


def test_a_player_goes_where_something_was_never_touched() -> None:
    """By the shortest way that was gone before; not to where all was touched, nor by a button that is not there."""
    from tools.taps.hands import Hands, Known

    ways = {
        "Play: Open menu": {"Menu"},
        "Play: Ask": {"RuleSheet"},
        "Menu: Open help": {"Help"},
        "Seat: Open": {"Help"},
    }
    known = Known(
        touched=frozenset(ways),
        seen=frozenset({*ways, "Help: Rare"}),
        ways={name: frozenset(screens) for name, screens in ways.items()},
    )
    hands = Hands(None, Random(1), wild=True, before=known)
    assert hands._towards([("asking", "Play: Ask"), ("opening", "Play: Open menu")]) == "opening"
    hands.touched["Help: Rare"] += 1
    assert hands._towards([("asking", "Play: Ask"), ("opening", "Play: Open menu")]) is None


def test_no_way_leads_by_the_screen_where_one_is() -> None:
    """What opens this very screen goes nowhere, however much may be reached from here."""
    from tools.taps.hands import Hands, Known

    ways = {"top: Open ours": frozenset({"Help"}), "top: Open scan": frozenset({"Scan"})}
    hands = Hands(None, Random(1), wild=True, before=Known(frozenset(ways), frozenset({*ways, "Scan: Rare"}), ways))
    assert hands._towards([("again", "top: Open ours")]) == "again"
    hands._was = "Help"
    assert hands._towards([("again", "top: Open ours")]) is None
    assert hands._towards([("again", "top: Open ours"), ("there", "top: Open scan")]) == "there"


def test_who_has_set_out_goes_round_in_no_circle() -> None:
    """The button that once led on from there is not there today: one does not come back by where one was."""
    from tools.taps.hands import Hands, Known

    ways = {
        **{"Rule: Open help": frozenset({"Help"}), "Help: Ask": frozenset({"Rule"})},
        **{"Rule: Open scan": frozenset({"Scan"}), "Help: Open scan": frozenset({"Scan"})},
    }
    hands = Hands(None, Random(2), wild=True, before=Known(frozenset(ways), frozenset({*ways, "Scan: Rare"}), ways))
    hands._was = "Rule"
    assert any(hands._set_out([("on", "Rule: Open help")]) == "on" for _tap in range(30))
    hands._was = "Help"
    assert hands._set_out([("back", "Help: Ask")]) is None


def test_who_has_set_out_goes_on_to_where_it_is_and_nobody_sets_out_for_what_was_touched() -> None:
    from tools.taps.hands import ON, Hands, Known

    ways = {"Play: Open menu": frozenset({"Menu"}), "Menu: Open devices": frozenset({"Devices"})}
    there = [("opening", "Play: Open menu")]
    hands = Hands(None, Random(2), wild=True, before=Known(frozenset(ways), frozenset({*ways, "Devices: Rare"}), ways))
    tries = next(tap for tap in range(30) if hands._set_out(there) is not None)
    assert tries > 0
    assert [hands._set_out(there) for _tap in range(ON - 1)] == ["opening"] * (ON - 1)
    hands.touched["Devices: Rare"] += 1
    assert not any(hands._set_out(there) for _tap in range(100))


def test_nobody_goes_on_along_a_way_that_has_just_led_nowhere(face: Any) -> None:
    """A screen was left by itself while a button was tapped, which once was taken for the way."""
    from tools.taps.hands import ON, Hands, Known

    window = face(moments_of("praetor")["Refilling"].desk("south"))
    seat = next(each.button.command.what for each in window.desk.view().body.seats if each.button.chosen)
    way = f"PraetorUpdate: Tab {seat}"
    known = Known(frozenset({way}), frozenset({way, "City: Rare"}), {way: frozenset({"City"})})
    hands = Hands(window, Random(2), wild=False, before=known)
    hands._on = ON
    hands.touch(hands._set_out(list(hands._buttons())))
    assert hands.last.startswith(way)
    assert hands._set_out(list(hands._buttons())) is None


@pytest.mark.parametrize("window", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_the_bar_above_all_screens_is_one_wherever_it_stands(
    face: Any, sized: Callable[[int, int], None], window: tuple[int, int], tmp_path: Path
) -> None:
    from tools.taps.hands import Hands

    sized(*window)
    with closing(Host(tmp_path, chance=Random(1))) as host:
        places = (Place("green", "Zoe", "north"), Place("black", "Yan", "east"))
        source = host.open(Setting(game="constantinopolis", edition="reconciled", places=places))
        hands = Hands(face(Desk(host, source)), Random(1), wild=False)
        names = [name for _widget, name in hands._buttons()]
        assert "top: Open menu" in names
        assert [name for name in names if not name.startswith("top: ")]


def test_what_only_closes_a_sheet_is_no_way() -> None:
    """A sheet goes back to where it was opened, from each screen to that one."""
    from tools.taps.hands import Hands

    hands = Hands(None, Random(1), wild=True)
    gone = [("Play", "Menu"), ("Menu", "Help"), ("Help", "Menu"), ("Menu", "Play"), ("Seat", "Help"), ("Help", "Seat")]
    assert [hands._goes_on(*way) for way in gone] == [True, True, False, False, True, False]
    assert not hands._goes_on("Seat", "Seat")


def test_a_player_goes_where_one_came_least_often_in_vain_and_never_for_what_ends_the_game() -> None:
    from tools.taps.hands import VAIN, Hands, Known

    ways = {"Play: Open menu": frozenset({"Menu"}), "Play: Ask": frozenset({"RuleSheet"})}
    seen = frozenset({*ways, "Menu: Start", "Menu: Rare", "RuleSheet: Rare"})
    there = [("asking", "Play: Ask"), ("opening", "Play: Open menu")]
    hands = Hands(None, Random(1), wild=False, before=Known(frozenset(ways), seen, ways))
    hands._vain["Menu"] = 1
    assert hands._towards(there) == "asking"
    hands._vain["RuleSheet"] = 2
    assert hands._towards(there) == "opening"
    hands._vain.update(dict.fromkeys(("Menu", "RuleSheet"), VAIN))
    assert hands._towards(there) is None
    hands._vain.clear()
    hands._vain["RuleSheet"] = 1
    hands.touched["Menu: Rare"] += 1
    assert hands._towards(there) == "asking"
    hands.touched["RuleSheet: Rare"] += 1
    assert hands._towards(there) is None


def test_a_player_tries_language_light_and_challenge_but_no_other_game_until_the_end() -> None:
    kept = (acts.Speak("it"), acts.Prefer(dark=True), acts.TakeBack(1), acts.AgreeAll(()), acts.Challenge("red"))
    assert all(keeps(named("Play", Button("", command=command))) for command in kept)
    ends = (acts.Start(), acts.Open("games"), acts.Open("new"))
    assert not any(keeps(named("Play", Button("", command=command))) for command in ends)


def test_at_some_tables_no_game_has_begun_and_what_is_there_before_a_tap_is_judged(tmp_path: Path) -> None:
    tried = table(NOT_BEGUN, shown_games()[0], 0)._replace(size="1280x800", language="en", text=1.0, drawn=False)
    assert not tried.begun
    (done,) = sit_down(tried._replace(who=MONKEY), tmp_path)
    assert done["screens"] == {"FirstChoice": 1}


@pytest.mark.parametrize("leaves", [True, False])
def test_an_old_picture_is_a_fault_but_not_what_is_read_from_afar(face: Any, tmp_path: Path, leaves: bool) -> None:
    from kivy.clock import Clock

    with closing(Host(tmp_path)) as host:
        desk = next(iter(moments_of("constantinopolis").values())).desk("south", host)
        window = face(desk)
        looks = Visit(SimpleNamespace(face=window, desk=desk), table(BEGUN, "constantinopolis", 0), tmp_path)
        window.show = lambda *_: None  # a window that goes on showing what it showed
        desk.do(acts.Open("menu"))
        if leaves:
            Clock.schedule_once(window.step_back, 0)
        looks._follows(window)
    assert {kind for _, kind, _ in looks.found} == (set() if leaves else {"stale"})


@pytest.mark.parametrize("leaves", [True, False])
def test_who_leaves_while_a_list_is_moved_spills_nothing(face: Any, tmp_path: Path, leaves: bool) -> None:
    """A figure that came up beside the list is gone again, as the screen it stood on is."""
    from kivy.clock import Clock
    from kivy.core.window import Window
    from kivy.uix.label import Label

    figure = Label(text="0:07", font_size=40, color=(1, 0, 0, 1), size=(100, 60), size_hint=(None, None))
    then = {6: lambda: Window.add_widget(figure), 10: lambda: Window.remove_widget(figure)}
    frames = count(1)
    with closing(Host(tmp_path)) as host, rasterising.resumed():
        desk = moments_of("praetor")["history"].desk("south", host)
        window = face(desk)
        looks = Visit(SimpleNamespace(face=window, desk=desk), table(BEGUN, "praetor", 0), tmp_path)
        looks.number = SPILT
        if leaves:
            then[11] = window.step_back
        ticks = Clock.schedule_interval(lambda *_: then.get(next(frames), dict)() and None, 0)
        looks._follows(window)
        ticks.cancel()
    assert {kind for _, kind, _ in looks.found} == (set() if leaves else {"spilled"})


def test_a_turn_clock_that_goes_on_between_pictures_spills_nothing(face: Any, tmp_path: Path) -> None:
    """Each frame is a second after the one before, as on a machine that draws slowly."""
    from kivy.clock import Clock

    from testkit.window.spilled import spilled

    with closing(Host(tmp_path)) as host, rasterising.resumed():
        desk = moments_of("praetor")["history"].desk("south", host)
        desk.do(acts.Prefer(clock=True))
        begun = desk.now() - Clock.frames
        desk.now = lambda: begun + Clock.frames
        window = face(desk)
        looks = Visit(SimpleNamespace(face=window, desk=desk), table(BEGUN, "praetor", 0), tmp_path)
        looks.number = SPILT
        ticks = Clock.schedule_interval(lambda *_: desk.notify(), 0)
        assert list(spilled(window.screen))
        looks._follows(window)
        ticks.cancel()
    assert looks.found == set()


@pytest.mark.parametrize("over", [True, False])
def test_a_measured_game_that_was_broken_off_misses_its_goal(monkeypatch: pytest.MonkeyPatch, over: bool) -> None:
    found = {"taps": [[0.01, "Menu", True]], "over": over, "entries": 9, "rests": [0.0], "visits": [[0.01]]}
    monkeypatch.setattr(bench_app, "part", lambda *_: found)
    assert all(figure.reached is not False for figure in bench_app.taps("mock")) is over
