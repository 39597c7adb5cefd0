"""What the camera sees of Praetor's city becomes entries, questions and disagreements, held against the rules."""

from __future__ import annotations

import pytest

from companion.host.opening import new_session, shuffled_game
from companion.play.chores import chore_due
from companion.play.reports import Frame, Mark
from companion.presenters.common.scan import marks_on
from companion.presenters.desk import Desk
from companion.presenters.praetor import screens
from companion.presenters.praetor.words import tile_name
from companion.titles.praetor.table import People
from companion.views.common.acts import Open
from companion.wording import wording
from engine.praetor.commands import Activate, Build
from engine.praetor.zones import CITY, DISPLAY
from engine.sighting import Guess, Pieces, Seen, Sighting
from vision.flat.patches import LOOKS, Move


class Table:
    """A session whose clock is turned by hand, and a camera that reports what it is told."""

    def __init__(self):
        book = shuffled_game("praetor", 2, 1)
        while (due := chore_due(book.game, book.state)) is not None:
            book.submit(due)
        self.now = 0.0
        self.session = new_session(book, seconds=lambda: self.now, clock=lambda: 0.0)
        self.seat = book.state.phase.actors[0]

    @property
    def state(self):
        return self.session.state

    @property
    def city(self):
        return [f"tile:{piece}" for piece in self.state.zones[CITY]]

    def sees(self, *values, seconds=3.0):
        """The camera reads this, each value with what else it may be after a bar; then nothing moves for a while."""
        seen = tuple(Seen(tuple(map(_guess, each.split("|")))) for each in values)
        self.session.put(Sighting("camera", "mat/city", self.now, Pieces(seen)))
        self.session.poll()
        self.now += seconds
        self.session.poll()
        return self.session.journal[-1]

    def is_looked_at(self, *values, seconds=3.0):
        """Looks without a mat, taken from another side, show this; then nothing is read for a while."""
        aside = Move(1, 40, 40)
        seen = tuple(aside.seen(Seen((Guess(value, 0.99),))) for value in values)
        self.session.put(Sighting("camera:looks", LOOKS, self.now, Pieces(seen)))
        self.session.poll()
        self.now += seconds
        self.session.poll()
        return self.session.journal[-1]

    def lawful(self, kind):
        """The first lawful command of a kind by the seat that is to act, as people would choose it."""
        offers = [item for item in self.session.offers(self.seat) if isinstance(getattr(item, "least", None), kind)]
        return offers[0].of(offers[0].over.values[0])


def _guess(value):
    value, _, share = value.partition("=")
    return Guess(value, float(share or 1.0))


@pytest.fixture
def table():
    return Table()


def test_a_tile_and_its_builder_are_a_build(table):
    build = table.lawful(Build)
    x, y, turn = build.spot.x, build.spot.y, build.spot.turn
    tile, die = f"tile:{build.tile}:{x},{y},{turn}", f"die:{table.seat}:{build.worker}:{x},{y},m"
    entry = table.sees(*table.city, tile, die)
    assert (entry.command, entry.origin) == (build, "camera")


def test_a_worker_on_an_area_is_an_activation(table):
    work = table.lawful(Activate)
    entry = table.sees(*table.city, _on_area(table.state, work))
    assert (entry.command, entry.origin) == (work, "camera")


def _on_area(state, work):
    piece = next(piece for piece in state.zones[CITY] if piece.startswith(f"{work.tile}:"))
    x, y, turn = map(int, piece.rpartition(":")[2].split(","))
    return f"die:{work.seat}:{work.worker}:{x},{y},{(2 + turn) % 4}"


def test_a_worker_in_doubt_is_asked_about_among_those_the_seat_has(table):
    work = table.lawful(Activate)
    die = _on_area(table.state, work)
    other = die.replace(f":{work.worker}:", ":6:")  # nobody has a worker of level 6 now
    unread = f"die:?:{die.rpartition(':')[2].rpartition(',')[0]}=0.5|{die}=0.3|{other}=0.2"
    before = len(table.session.journal)
    table.sees(*table.city, unread)
    assert len(table.session.journal) == before
    (question,) = table.session.questions
    assert [each.command for each in question.readings] == [work]
    table.session.answer(question.id, 0)
    assert table.session.journal[-1].command == work


def test_a_tile_without_a_builder_is_no_build_and_differs(table):
    tile = next(iter(table.state.zones[DISPLAY]))
    free = max(int(piece.rpartition(":")[2].split(",")[0]) for piece in table.state.zones[CITY]) + 2
    before = len(table.session.journal)
    table.sees(*table.city, f"tile:{tile}:{free},0,0", seconds=9.0)
    assert len(table.session.journal) == before
    assert [found.zone for found in table.session.disagreements] == [CITY]


def test_what_was_misread_says_no_more_until_it_is_read_otherwise(table):
    work = table.lawful(Activate)
    wrong = _on_area(table.state, work).replace(f":{work.worker}:", ":6:")
    table.sees(*table.city, wrong, seconds=9.0)
    (found,) = table.session.disagreements
    assert found.zone == f"area/{work.tile}"
    table.session.settle(found.zone, "book")
    table.now += 20.0
    table.session.poll()
    assert not table.session.disagreements
    assert table.sees(*table.city, _on_area(table.state, work)).command == work


def _worked(table):
    """A worker has activated a tile, and the camera has seen it; what it sees, and the worker's place."""
    work = table.lawful(Activate)
    die = _on_area(table.state, work)
    table.sees(*table.city, die)
    return work, die, f"area/{work.tile}"


def test_a_die_that_changed_its_pips_without_an_action_is_a_question(table):
    work, die, zone = _worked(table)
    table.sees(*table.city, die.replace(f":{work.worker}:", ":6:"))
    (question,) = table.session.questions
    assert (question.zone, question.asks) == (zone, "Does it lie like this now?")
    wording.speak("it")
    assert (question.asks, question.why) == ("Ora sta così?", "Nessuna azione lo spiega.")
    wording.speak("en")
    table.session.answer(question.id, 0)
    assert table.state.zones[zone] == {f"worker-{work.seat}:6": 1}
    assert not table.session.pending


def test_a_die_that_is_turned_back_is_asked_about_no_more(table):
    work, die, _zone = _worked(table)
    table.sees(*table.city, die.replace(f":{work.worker}:", ":6:"))
    table.sees(*table.city, die)
    assert not table.session.questions
    assert not table.session.disagreements


def test_a_die_that_stays_turned_becomes_a_disagreement(table):
    work, die, zone = _worked(table)
    table.sees(*table.city, die.replace(f":{work.worker}:", ":6:"))
    table.now += 9.0
    table.session.poll()
    assert [found.zone for found in table.session.disagreements] == [zone]


@pytest.mark.parametrize("change", ["turned", "moved"])
def test_a_tile_laid_otherwise_is_asked_about_and_then_differs_until_it_is_settled(table, change):
    tile, rest = table.city[0], table.city[1:]
    name, _, where = tile.rpartition(":")
    x, y, turn = map(int, where.split(","))
    other = f"{name}:{x},{y},{(turn + 1) % 4}" if change == "turned" else f"{name}:{x},{y - 3},{turn}"
    table.sees(other, *rest)
    (question,) = table.session.questions
    assert question.zone == CITY
    table.session.answer(question.id, None)
    table.now += 9.0
    table.session.poll()
    assert [found.zone for found in table.session.disagreements] == [CITY]
    table.session.settle(CITY, "table")
    assert table.state.zones[CITY].get(other.removeprefix("tile:")) == 1
    assert not table.session.disagreements


@pytest.mark.parametrize(("change", "word"), [("turned", "turned?"), ("moved", "elsewhere?")])
def test_a_tile_that_looks_show_laid_otherwise_is_shown_on_the_map(table, change, word):
    tile, rest = table.city[0], table.city[1:]
    name, _, where = tile.rpartition(":")
    x, y, turn = map(int, where.split(","))
    other = f"{name}:{x},{y},{(turn + 1) % 4}" if change == "turned" else f"{name}:{x},{y - 3},{turn}"
    table.is_looked_at(other, *rest)
    assert _map(table)[x, y] == word
    table.is_looked_at(*table.city)
    assert not _map(table)
    table.is_looked_at(other, *rest, seconds=9.0)
    assert [found.zone for found in table.session.disagreements] == [CITY]


def test_looks_at_a_part_of_the_city_ask_nothing_of_the_rest(table):
    last = table.session.journal[-1]
    assert table.is_looked_at(*table.city[:2], seconds=20.0) is last
    assert not table.session.questions
    assert not table.session.disagreements


def test_a_tile_and_its_builder_that_looks_show_are_a_build(table):
    build = table.lawful(Build)
    spot = f"{build.spot.x},{build.spot.y}"
    tile, die = f"tile:{build.tile}:{spot},{build.spot.turn}", f"die:{table.seat}:{build.worker}:{spot},m"
    assert isinstance(table.is_looked_at(*table.city, tile, die).command, Build)


def _map(table):
    tiles = Desk(source=table.session).view().body.map.tiles
    return {(each.x, each.y): each.doubt for each in tiles if each.doubt}


def _tap(desk, x, y):
    """A touch on a tile of the map."""
    desk.do(Open("play"))
    desk.press(next(tile.button for tile in desk.view().body.map.tiles if (tile.x, tile.y) == (x, y)))


def test_the_map_shows_what_lies_otherwise(table):
    """A tile in another cell where the book has it and where it is seen; a worker by the pips of both."""
    tile, rest = table.city[0], table.city[1:]
    name, _, where = tile.rpartition(":")
    x, y, turn = map(int, where.split(","))
    table.sees(f"{name}:{x},{y},{(turn + 1) % 4}", *rest)
    assert _map(table) == {(x, y): "turned?"}
    desk = Desk(source=table.session)
    _tap(desk, x, y)
    says = f"{tile_name(name.removeprefix('tile:'))}: column {x}, row {y}, {90 * ((turn + 1) % 4)}°"
    assert [each.name for each in desk.view().body.question.readings] == [says]
    table.sees(f"{name}:{x},{y - 3},{turn}", *rest, seconds=9.0)
    assert _map(table) == {(x, y): "elsewhere?", (x, y - 3): "here?"}
    for cell in ((x, y), (x, y - 3)):
        _tap(desk, *cell)
        assert desk.view().body.question is not None
    table.sees(*rest, seconds=9.0)
    assert _map(table) == {(x, y): "not seen?"}


def test_the_map_shows_a_worker_that_was_turned(table):
    work, die, _zone = _worked(table)
    table.sees(*table.city, die.replace(f":{work.worker}:", ":6:"))
    assert list(_map(table).values()) == [f"{work.worker} or 6?"]


def test_the_screens_of_a_difference_name_the_tile(table):
    work, die, _zone = _worked(table)
    table.sees(*table.city, die.replace(f":{work.worker}:", ":6:"))
    desk = Desk(source=table.session)
    desk.do(Open("scan"))
    card = desk.view().body.question
    assert (card.place, card.asks) == (tile_name(work.tile), "Does it lie like this now?")
    assert [each.name for each in card.readings] == ["worker of level 6"]
    table.now += 9.0
    table.session.poll()
    assert [found.seat for found in table.session.disagreements] == [""]
    desk.do(Open("differ"))
    assert desk.view().body.title.startswith(tile_name(work.tile))


def test_only_what_is_in_doubt_bears_a_label_in_the_picture():
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    marks = [
        Mark(label="tile:market-1:0,0,1", corners=corners, sure=True),
        Mark(label="die:blue:3:0,0,m", corners=corners, sure=True),
        Mark(label="tile:?:1,0", corners=corners, sure=False),
        Mark(label="die:blue:3:1,0,m", corners=corners, sure=False, runner_up="die:blue:5:1,0,m"),
    ]
    boxes = marks_on(screens, Frame(pixels=b"", width=16, height=9, marks=tuple(marks)))
    assert [[getattr(part, "text", "") for part in box.line] for box in boxes] == [
        [],
        [],
        ["?"],
        ["", "3", "?", "/", "", "5"],
    ]


def test_people_push_the_city_on_and_lay_what_lies_in_sight(table):
    people = People(list(table.session.names), 1)
    (field, built), *_ = people.layout(table.state).built.items()
    assert field == "city"
    assert {each.tile for each in built} == {piece.partition(":")[0] for piece in table.state.zones[CITY]}
