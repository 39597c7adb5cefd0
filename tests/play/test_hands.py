"""The list of what hands must do: it grows with what is booked without them, and ends when it is done."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.opening import new_session, shuffled_setup
from companion.play.hands import TAP, grouped, net
from companion.titles import title_of
from engine.event import Moved, Turned, evolve
from engine.journal import Journal
from engine.sighting import Count, Sighting, Weight

GAME = title_of("constantinopolis")


def played(until, seed: int = 1):
    """A session played by the title's own people until hands have lines of which `until` is true."""
    session = new_session(Journal(GAME.game, shuffled_setup("constantinopolis", 4, seed)))
    people, chance = GAME.table(list(session.names), seed), Random(seed)
    while not until(session.hands.open):
        session.tick([line.key for line in session.hands.open])
        actors = session.state.phase.actors
        seat = "" if actors == ("",) else chance.choice(actors)
        given = people.chance(session.state, seat, chance)
        session.submit(people.decide(session.state, seat) if given is None else given)
    return session


def home(lines):
    """Has a ship come home with gold?"""
    return any(line.target.startswith("treasury/") and line.source == "supply" for line in lines) and len(lines) > 8


def line_to(session, place):
    """The open line whose pieces go to a place of that family, the first."""
    return next(line for line in session.hands.open if line.target.startswith(f"{place}/"))


def test_nothing_is_asked_of_hands_while_people_decide():
    session = new_session(Journal(GAME.game, shuffled_setup("constantinopolis", 4, 1)))
    assert session.hands.open == ()


def test_automatic_steps_ask_each_seat_to_move_its_own_pieces():
    session = played(home)
    ship = line_to(session, "harbour")
    assert ship.target == f"harbour/{ship.seat}"
    assert {line.seat for line in session.hands.open} == set(session.names)


def test_what_lies_on_a_ship_belongs_to_the_seat_of_the_ship():
    session = played(home)
    papers = next(line for line in session.hands.open if line.source.startswith("hold/"))
    ship = papers.source.removeprefix("hold/")
    assert ship in session.state.table[f"harbour/{papers.seat}"]


def test_an_undo_lets_go_of_what_was_never_done_and_asks_back_what_was():
    session = played(home)
    done = line_to(session, "treasury")
    session.tick([done.key])
    before = next(n for n in reversed(session.book.live) if session.journal[n - 1].origin != "table")
    session.undo(before)
    (back,) = session.hands.open
    assert (back.source, back.target, back.pieces) == (done.target, done.source, done.pieces)


def test_a_line_is_done_by_a_tap_and_the_list_ends_with_the_last():
    session = played(home)
    first, *others = session.hands.open
    session.tick([first.key])
    assert next(line for line in session.hands.lines if line.key == first.key).done == TAP
    session.tick([line.key for line in others])
    assert session.hands.lines == ()


@pytest.mark.parametrize("place", ["treasury", "goods"])
def test_a_line_goes_away_when_a_sensor_sees_it_done(place):
    session = played(home)
    line = line_to(session, place)
    there = dict(session.state.table[line.target])
    reading = Weight(there["gold"]) if place == "treasury" else Count(there)
    session.put(Sighting("serial:t1", line.target, 0.0, reading))
    session.poll()
    assert next(each for each in session.hands.lines if each.key == line.key).done == "serial:t1"


def test_a_line_stays_while_a_sensor_sees_the_pieces_where_they_were():
    session = played(home)
    line = line_to(session, "treasury")
    session.put(Sighting("serial:t1", line.target, 0.0, Weight(session.state.table[line.target]["gold"] - 1)))
    session.poll()
    assert line in session.hands.open


def test_a_game_gone_on_with_asks_again_for_its_last_automatic_steps():
    session = played(home)
    again = new_session(session.book)
    assert [line.key for line in again.hands.open] == [line.key for line in session.hands.open]


def test_moves_that_take_each_other_back_are_none():
    there, back = Moved("G", 2, "a", "b", ""), Moved("G", 2, "b", "a", "")
    assert net([there, back, Turned("x:1", "x:2", 1, "c", ""), Turned("x:2", "x:1", 1, "c", "")]) == []


def test_moves_in_a_correction_are_netted_to_what_is_left():
    (left,) = net([Moved("G", 1, "a", "b", ""), Moved("G", 3, "b", "a", "")])
    assert (left.source, left.target, left.count) == ("b", "a", 2)


@pytest.mark.parametrize("seed", range(3))
def test_hands_that_do_every_line_lead_to_the_table_of_the_book(seed):
    """Laws: the lines of an entry, carried out as moves, change the table as the entry did."""
    session = played(home, seed)
    last = session.journal[-1]
    before = Journal(session.game, session.book.setup)
    for entry in session.journal[:-1]:
        before.append(entry)
    lines = grouped(net(last.events), before.state.table, list(session.names))
    moves = [move for line in lines for move in line.moves]
    as_moves = [
        Turned(move.piece, move.into, move.count, move.source, "")
        if move.into
        else Moved(move.piece, move.count, move.source, move.target, "")
        for move in moves
    ]
    evolve(before.state, as_moves)
    assert before.state.table == session.state.table
