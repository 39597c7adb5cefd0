"""Gold that was counted once by the camera, and tiles that are shown to it, at the table of Constantinopolis."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.opening import new_session, shuffled_game
from engine.constantinopolis.commands import Build
from engine.constantinopolis.phases import Construction
from engine.constantinopolis.zones import BOARD
from engine.journal import Correct, Remark
from engine.sighting import Count, Guess, Pieces, Seen, Sighting, Weight
from testkit.played import decision, people_of

PATIENCE = 7.0


class Table:
    """A game in its first construction turn, with a camera, without trays and with a clock that tests turn."""

    def __init__(self):
        book, chance = shuffled_game("constantinopolis", 3, 1), Random(1)
        people = people_of(book, 1)
        while not isinstance(book.state.phase, Construction):
            book.submit(decision(book, people, chance))
        self.now = 100.0
        self.session = new_session(book, seconds=lambda: self.now, clock=lambda: self.now)
        (self.seat,) = book.state.phase.actors
        self.zone = f"treasury/{self.seat}"

    @property
    def gold(self):
        return self.session.state.table[self.zone]["gold"]

    def count(self, gold):
        self.session.put(Sighting("camera", self.zone, self.now, Weight(gold)))
        self.wait(0)

    def show(self, *tiles, share=0.99):
        seen = tuple(Seen((Guess(f"tile:{tile}", share),)) for tile in tiles)
        self.session.put(Sighting("camera", "mat/draw", self.now, Pieces(seen)))
        self.wait(0)

    def wait(self, seconds):
        self.now += seconds
        self.session.poll()

    def builds(self, *, plain=True):
        """What may be built now, the first one without the Redemptor."""
        offers = self.session.offers(self.seat)
        return [item for item in offers if isinstance(item, Build) and not (plain and item.redeem)]

    @property
    def built(self):
        return [entry.command for entry in self.session.journal if isinstance(entry.command, Build)]


@pytest.fixture
def table():
    return Table()


def test_a_count_that_agrees_is_silent(table):
    table.count(table.gold)
    table.wait(PATIENCE)
    assert table.session.disagreements == ()


def test_a_count_that_differs_is_located(table):
    table.count(table.gold + 100)
    table.wait(PATIENCE)
    (found,) = table.session.disagreements
    assert (found.zone, found.source, found.table) == (table.zone, "camera", {"gold": 100})


def test_a_count_is_of_its_moment_and_not_held_against_what_is_paid_later(table):
    table.count(table.gold)
    table.session.submit(table.builds()[0])
    table.wait(PATIENCE)
    assert table.session.disagreements == ()


def test_a_count_the_book_is_right_against_does_not_bend_the_next_one(table):
    table.count(table.gold + 100)
    table.wait(PATIENCE)
    table.session.settle(table.zone, "book")
    assert isinstance(table.session.journal[-1].command, Remark)
    assert table.session.disagreements == ()
    table.count(table.gold)
    table.wait(PATIENCE)
    assert table.session.disagreements == ()


def test_a_purchase_that_would_explain_a_count_is_asked_about(table):
    entries = table.session.book.last
    table.count(table.gold - 5)
    table.wait(3)
    assert table.session.book.last == entries
    assert len(table.session.questions) == 1


def test_a_second_count_clears_what_the_first_one_found(table):
    table.count(table.gold + 100)
    table.wait(PATIENCE)
    table.count(table.gold)
    assert table.session.disagreements == ()
    assert [how for _, how in table.session.ended] == ["put right"]


def test_a_count_the_table_is_right_with_is_booked(table):
    gold = table.gold
    table.count(gold + 100)
    table.wait(PATIENCE)
    table.session.settle(table.zone, "table")
    assert isinstance(table.session.journal[-1].command, Correct)
    assert table.gold == gold + 100


def test_a_tile_that_is_shown_is_built(table):
    tile = table.builds()[0].tile
    table.show(tile)
    assert table.built == []
    table.wait(2)
    assert table.built == [Build(table.seat, tile)]
    assert "mat/draw" in table.session.to_clear


def test_a_tile_that_is_shown_is_meant_whatever_else_differs(table):
    tile = table.builds()[0].tile
    table.session.put(Sighting("camera", f"goods/{table.seat}", table.now, Count({})))
    table.show(tile)
    table.wait(2)
    assert table.built == [Build(table.seat, tile)]


def test_a_tile_that_stays_on_the_mat_is_built_once(table):
    table.show(table.builds()[0].tile)
    table.wait(2)
    table.session.undo(table.session.book.last - 1)
    table.wait(PATIENCE)
    assert len(table.built) == 1
    assert not isinstance(table.session.journal[-1].command, Build)


def test_a_tile_read_with_doubt_is_asked_about(table):
    tile = table.builds()[0].tile
    table.show(tile, share=0.6)
    table.wait(3)
    (question,) = table.session.questions
    assert [each.command for each in question.readings] == [Build(table.seat, tile)]


def test_a_tile_that_may_not_be_built_is_not(table):
    lawful = {build.tile for build in table.builds(plain=False)}
    table.show(next(tile for tile in sorted(table.session.state.table[BOARD]) if tile not in lawful))
    table.wait(PATIENCE)
    assert table.built == []
    assert table.session.questions == ()


def test_two_tiles_at_once_say_nothing(table):
    table.show(*[build.tile for build in table.builds()[:2]])
    table.wait(PATIENCE)
    assert table.built == []


def test_while_a_tile_is_shown_the_gold_that_was_paid_names_no_other(table):
    first, *others = table.builds()
    cost = table.session.state.setup.book.cost
    table.count(table.gold - cost[first.tile])
    table.show(next(build.tile for build in others if cost[build.tile] != cost[first.tile]))
    table.wait(4)
    assert table.built == []
    assert not any(each.command in (first,) for asked in table.session.questions for each in asked.readings)
