"""Before a game: people, options and values are agreed, games that wait are gone on with."""

from __future__ import annotations

from contextlib import closing
from random import Random
from sqlite3 import connect
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from companion.host.host import Host
from companion.host.owner_values import file_of
from companion.host.preferences import PLAIN
from companion.play.reports import Device, Saved
from companion.presenters.common.first_screen import first_screen
from companion.presenters.desk import Desk
from companion.titles import title_of
from companion.titles.title import Place, Setting
from companion.views.common import acts
from companion.views.common.parts import Sheet
from companion.wording import wording
from engine.errors import WrongFile
from testkit.taps import buttons, labelled, tap


class Home:
    """A host that remembers what it was asked to open."""

    devices: tuple[Device, ...] = ()
    read_only, troubles, drawn_table = "", (), None
    setting, camera_setup, tray_calibration, in_setup, preferences = False, None, None, False, PLAIN
    sides: ClassVar[dict[str, str]] = {}
    saved = (
        Saved(
            id="constantinopolis-0001",
            game="constantinopolis",
            names=("Anna", "Bruno"),
            round=3,
            entries=99,
            when="2026-11-20 10:00",
        ),
    )

    picture_count = None

    def __init__(self, session: Any) -> None:
        self.session = session
        self.opened: list[Setting] = []

    def counts(self, _seat: str) -> bool:
        return False

    def lacking(self, _game: str) -> int:
        return 23

    def doubts(self, _game: str) -> tuple[str, ...]:
        return ()

    def needed(self, _game: str) -> tuple[str, ...]:
        return ()

    seated: tuple[str, ...] = ()

    def last_places(self, _game: str) -> tuple[Any, ...]:
        return ()

    def open(self, setting: Setting, *, drawn: bool = False) -> Any:
        self.drawn = drawn
        self.opened.append(setting)
        if setting.values == "copy":
            raise WrongFile("my-copy.toml: buildings.cura.output is not known")
        return self.session

    def resume(self, id: str) -> Any:
        assert id == self.saved[0].id
        return self.session


@pytest.fixture
def home(game) -> Home:
    return Home(game(4))


def at_seats(home, box: str = "Ours, printed") -> Desk:
    """A desk at which a new game has its box, and is asked who sits where."""
    desk = Desk(home, chance=Random(1))
    tap(desk, "New game")
    tap(desk, box)
    tap(desk, "Who sits where?")
    return desk


def test_while_the_table_is_being_set_the_screen_says_so_and_offers_nothing(home):
    desk = Desk(home)
    home.setting = True
    tap(desk, "Go on")
    assert (desk.view().body.title, list(buttons(desk.view()))) == ("Setting the table…", [])


def test_a_saved_game_goes_on_with_one_tap(home):
    desk = Desk(home)
    tap(desk, "Go on")
    assert desk.source is home.session
    assert isinstance(desk.view(), Sheet)


def test_a_new_game_starts_with_four_people_round_the_table(home):
    desk = at_seats(home)
    tap(desk, "Start")
    setting = home.opened[0]
    assert [place.side for place in setting.places] == ["south", "west", "north", "east"]
    assert sorted(setting.drawn["offices"]) == sorted(place.seat for place in setting.places)


SEATED = ("Ada", "Ben", "Cleo")


def test_those_whom_a_clubs_desk_has_seated_here_sit_down_with_one_tap(home):
    desk = at_seats(home)
    assert "Seat them" not in buttons(desk.view())
    home.seated = SEATED
    assert desk.live
    assert desk.view().bar.note == "The desk seats Ada, Ben, Cleo here."
    assert not desk.live
    tap(desk, "Seat them")
    assert "Seat them" not in buttons(desk.view())
    tap(desk, "Start")
    places = home.opened[0].places
    assert [(place.name, place.side) for place in places] == [("Ada", "south"), ("Ben", "west"), ("Cleo", "north")]
    assert sorted(home.opened[0].drawn["offices"]) == sorted(place.seat for place in places)


@pytest.mark.parametrize("many", [2, 4, 5])
def test_they_sit_round_the_table_in_the_order_of_their_seats(home, many):
    desk = at_seats(home)
    home.seated = ("Ada", "Ben", "Cleo", "Dora", "Eva")[:many]
    tap(desk, "Seat them")
    assert tuple(place.name for place in desk.before.draft.setting().places) == home.seated


def test_more_than_a_game_has_seats_for_are_not_offered(home):
    desk = at_seats(home)
    home.seated = tuple("ABCDEF")
    assert "Seat them" not in buttons(desk.view())
    desk.do(acts.TakeSeats())
    assert len(desk.before.draft.places) == 4


def test_a_fifth_person_takes_the_free_colour(home):
    desk = at_seats(home)
    desk.do(acts.NamePerson("black"))
    assert len(desk.before.draft.places) == 5
    assert desk.before.draft.naming == "black"


def test_two_must_stay_at_the_table(home):
    desk = at_seats(home)
    for seat in ("red", "blue"):
        desk.do(acts.NamePerson(seat))
        tap(desk, "Leaves the table")
    desk.do(acts.NamePerson("green"))
    assert not labelled(desk, "Leaves the table").open


def test_another_colour_keeps_the_office_that_was_drawn(home):
    desk = at_seats(home)
    place = desk.before.draft.drawn["offices"].index("red")
    desk.do(acts.NamePerson("red"))
    desk.do(acts.Colour("black"))
    assert desk.before.draft.drawn["offices"][place] == "black"


def test_a_copy_that_lacks_values_says_so_and_starts_nothing(home):
    desk = at_seats(home, "My own box")
    tap(desk, "Start")
    assert desk.source is None
    assert "lacks values" in desk.view().bar.note


def test_no_game_starts_before_the_box_on_the_table_is_named(home):
    desk = Desk(home, chance=Random(1))
    tap(desk, "New game")
    assert labelled(desk, "Who sits where?").reason == "which box?"
    assert not any(box.button.chosen for box in desk.view().body.boxes)


def test_without_a_box_the_table_is_drawn(home):
    desk = at_seats(home, "None, just trying")
    tap(desk, "Start")
    assert (home.opened[0].values, home.drawn) == ("house", True)


def test_my_own_box_says_how_many_values_it_will_ask_for(home):
    desk = Desk(home, chance=Random(1))
    tap(desk, "New game")
    tap(desk, "My own box")
    assert desk.view().bar.note.startswith("23 values")


def test_the_first_screen_offers_a_game_to_watch_and_help(home):
    home.saved = ()
    desk = Desk(home)
    body = desk.view().body
    ways = [way.button.label for way in (*body.above, *body.beside)]
    assert ways == ["Watch one being played", "Learn by playing", "Score a finished game"]
    tap(desk, "Help")
    assert len(desk.view().body.points) == 7


def test_every_option_is_explained_and_can_be_changed_by_taps(home):
    desk = at_seats(home)
    desk.press(desk.view().body.rows[0])
    row = desk.view().body.rows[1]
    desk.press(row.button)
    changed = desk.view().body.rows[1]
    assert len(desk.view().body.rows) == 33
    assert changed.changed
    assert changed.answer != row.answer
    tap(desk, "That is right")
    tap(desk, "Start")
    assert dict(home.opened[0].options) == {"auction_coins": "sweep"}


def test_another_set_of_rules_forgets_what_was_changed(home):
    desk = at_seats(home)
    desk.press(desk.view().body.rows[0])
    desk.press(desk.view().body.rows[1].button)
    desk.press(desk.view().body.presets[1])
    assert not any(row.changed for row in desk.view().body.rows)
    assert desk.before.draft.setting().edition == "author"


def test_a_desk_without_a_game_has_no_scene():
    with pytest.raises(LookupError, match="no game"):
        Desk(SimpleNamespace(devices=(), saved=(), sides={}, preferences=PLAIN)).scene()


def test_light_and_language_are_chosen_before_any_game(tmp_path):
    with closing(Host(tmp_path, chance=Random(7))) as host:
        bare = Desk(host)
        bare.press(bare.view().top.menu)
        tap(bare, "Dark")
        tap(bare, "Italiano")
        assert (bare.dark, wording.language) == (True, "it")
        bare.press(bare.view().bar.primary)
        assert bare.look.screen == "games"


def test_people_of_a_kept_game_have_their_own_colours():
    saved = (
        Saved(
            id="x-0001",
            game="constantinopolis",
            names=("Anna", "Bruno"),
            round=3,
            entries=99,
            when="today",
            seats=("black", "green"),
        ),
    )
    host = SimpleNamespace(saved=saved, devices=(), read_only="", troubles=())
    people = first_screen(host, False).body.waiting.games[0].people
    assert [person.seat for person in people] == ["black", "green"]


def test_people_of_the_last_game_sit_where_they_sat(tmp_path):
    with closing(Host(tmp_path, chance=Random(7))) as host:
        places = (Place("green", "Zoe", "north"), Place("black", "Yan", "east"))
        host.open(Setting(game="constantinopolis", edition="reconciled", places=places))
        desk = Desk(host, chance=Random(1))
        desk.do(acts.Open("new"))
        assert set(desk.before.draft.places) == set(places)


def test_a_damaged_game_is_named_with_a_way_back(tmp_path):
    with closing(Host(tmp_path, chance=Random(7))) as host:
        places = (Place("green", "Zoe", "north"), Place("black", "Yan", "east"))
        host.open(Setting(game="constantinopolis", edition="reconciled", places=places))
        host.close()
    with connect(tmp_path / "games.db") as base:
        base.executescript("DROP TRIGGER IF EXISTS entries_never_change")
        base.execute("UPDATE entry SET digest = 'x' WHERE number = 1")
    with closing(Host(tmp_path)) as host:
        desk = Desk(host)
        (trouble,) = desk.view().body.waiting.troubles
        assert "constantinopolis-0001" in trouble.label
        desk.press(trouble)
        assert desk.view().body.waiting.troubles == ()
        assert len(desk.view().body.waiting.games) == 1


@pytest.mark.parametrize("game", ["constantinopolis", "praetor"])
def test_a_damaged_copy_of_values_starts_no_game_and_leads_to_its_sentence(tmp_path, game):
    (tmp_path / file_of(game)).write_text('layer = "copy"\nbuildings = 3\ncity = 3\n')
    with closing(Host(tmp_path, chance=Random(7))) as host:
        desk = Desk(host, chance=Random(1))
        desk.do(acts.Open("new"))
        desk.do(acts.Agreed("game", game))
        desk.do(acts.Agreed("values", "copy"))
        desk.do(acts.Start())
        assert desk.source is None
        assert "copy still lacks values" in desk.before.draft.trouble


@pytest.mark.parametrize("act", [acts.Start(), acts.Watch()])
def test_a_mistake_in_a_title_is_not_shown_as_a_game_that_cannot_start(tmp_path, monkeypatch, act):
    def mistaken(*_given: object) -> None:
        return {}["no such key"]

    with closing(Host(tmp_path, chance=Random(7))) as host:
        desk = Desk(host, chance=Random(1))
        desk.do(acts.Open("new"))
        monkeypatch.setattr("companion.host.host.title_of", lambda game: replace(title_of(game), agree=mistaken))
        with pytest.raises(KeyError, match="no such key"):
            desk.do(act)


def test_a_mistake_in_the_program_is_not_shown_as_a_file_that_cannot_be_brought_in(home):
    home.take_in = lambda _file: {}["no such key"]
    desk = Desk(home, chance=Random(1))
    with pytest.raises(KeyError, match="no such key"):
        desk.do(acts.TakeIn("game.jsonl"))
