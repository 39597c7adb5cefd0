"""What the camera sees on the sheets beside Praetor's boards becomes readings of the table's zones, with its doubt."""

from __future__ import annotations

from typing import Any

import pytest

from companion.host.opening import new_session, shuffled_game
from companion.play.chores import chore_due
from companion.play.session import Session
from companion.sensing.likelihood import fits, tally_of
from companion.titles.praetor.weighed import told
from engine.event import State, Turned
from engine.game import decide
from engine.journal import Correct
from engine.praetor.city import placed
from engine.praetor.commands import Activate, Pass
from engine.praetor.readings import own_tiles
from engine.praetor.zones import CITY, LEVEL, MASTER
from engine.sighting import Count, Guess, Pieces, Reading, Seen, Sighting
from vision.camera.sheets import OUT_OF_SIGHT


class Clock:
    """Seconds that pass when they are told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def session() -> Session:
    """Two players before their first action."""
    book = shuffled_game("praetor", 2, 1)
    while not book.state.zones[CITY] and (due := chore_due(book.game, book.state)) is not None:
        book.submit(due)
    return new_session(book, seconds=Clock())


@pytest.fixture
def state(session: Session) -> State:
    return session.state


@pytest.fixture
def me(state: State) -> str:
    return str(state.setup.colours[0])


def dice(*values: str) -> Pieces:
    """Dice by their guesses, the likeliest first and all but certain where it is alone."""
    shares = {1: (0.99,), 2: (0.6, 0.4), 3: (0.5, 0.3, 0.2)}
    guesses = (value.split("|") for value in values)
    return Pieces(tuple(Seen(tuple(map(Guess, each, shares[len(each)]))) for each in guesses))


def readings(state: State, zone: str, reading: Reading) -> dict[str, Any]:
    return {each.zone: each.reading for each in told(state, Sighting("camera", zone, 1.0, reading))}


def as_in_the_book(me: str) -> list[str]:
    return [f"die:{me}:{level}" for level in (1, 2, 3)]


def test_workers_lie_where_their_field_says(state: State, me: str) -> None:
    found = readings(state, f"board/{me}/active", dice(*as_in_the_book(me)))
    assert fits(found[f"active/{me}"], state.zones[f"active/{me}"])
    one = readings(state, f"board/{me}/apprentices-1", dice(f"die:{me}:1"))
    assert tally_of(one[f"apprentices/{me}/1"]) == {f"worker-{me}:1": 1}
    other = readings(state, f"board/{me}/retired", dice(f"die:{me}:6", "die:purple:6"))
    assert tally_of(other[f"retired/{me}"]) == {f"worker-{me}:6": 1, "worker-purple:6": 1}
    assert set(one) | set(other) == {f"apprentices/{me}/1", f"retired/{me}"}


def test_a_worker_in_doubt_counts_as_one_the_book_has_left(state: State, me: str) -> None:
    """The level 2 is not read for sure; it may be 4, and the book has no 4."""
    found = readings(state, f"board/{me}/active", dice(f"die:{me}:1", f"die:{me}:3", f"die:?|die:{me}:4|die:{me}:2"))
    assert tally_of(found[f"active/{me}"]) == state.zones[f"active/{me}"]
    faint = readings(state, f"board/{me}/active", dice(f"die:{me}:1", f"die:{me}:3", f"die:{me}:2|die:{me}:3"))
    assert tally_of(faint[f"active/{me}"]) == state.zones[f"active/{me}"]


def test_a_worker_in_doubt_that_the_book_lacks_is_unknown(state: State, me: str) -> None:
    found = readings(state, f"board/{me}/active", dice(*as_in_the_book(me), f"die:?|die:{me}:4|die:{me}:5"))
    assert tally_of(found[f"active/{me}"])["worker:?"] == 1


def test_what_may_be_no_die_says_nothing_new(state: State, me: str) -> None:
    found = readings(state, f"board/{me}/active", dice(*as_in_the_book(me), "die:?"))
    assert tally_of(found[f"active/{me}"]) == state.zones[f"active/{me}"]
    hides = readings(state, f"board/{me}/active", dice(*as_in_the_book(me)[:2], "die:?"))
    assert tally_of(hides[f"active/{me}"]) == state.zones[f"active/{me}"]


def test_of_two_that_one_in_doubt_may_be_the_other_one_may_have_left(state: State, me: str) -> None:
    """Of the levels 2 and 3 one was taken away: which one is left is not certain, so both are followed."""
    found = readings(state, f"board/{me}/active", dice(f"die:{me}:1", f"die:{me}:2|die:{me}:3"))
    assert [guess.value for guess in found[f"active/{me}"].objects[1].guesses] == [f"worker-{me}:2", f"worker-{me}:3"]


def test_cubes_are_counted_as_resources_with_their_doubt(state: State, me: str) -> None:
    count = Count({"wood": 4, "marble": 2, "G": 3}, 0.6, {"marble": 0.6})
    found = readings(state, f"board/{me}/goods", count)
    assert found == {f"goods/{me}": Count({"wood": 4, "marble": 2}, 0.6, {"marble": 0.6})}


@pytest.mark.parametrize(
    "zone", ["board", "board/", "board//goods", "board/green/goods", "board/green/active", "board/x"]
)
def test_a_sheet_of_nobody_who_plays_tells_nothing(state: State, zone: str) -> None:
    assert readings(state, zone, Count({"wood": 4})) == readings(state, zone, dice("die:blue:1")) == {}


@pytest.mark.parametrize("value", ["", "die", "die:blue:7", "die:green:3", "die:blue:3:0,1,m", "worker-blue:3", "☃"])
def test_what_names_no_worker_is_nothing(state: State, me: str, value: str) -> None:
    found = readings(state, f"board/{me}/retired", dice(value))
    assert tally_of(found[f"retired/{me}"]) == {}


# --- in a game ---


def see(session: Session, zone: str, reading: Reading, after: float = 0.5) -> None:
    clock: Any = session._seconds
    session.put(Sighting("camera", zone, clock.now, reading))
    clock.now += after
    session.poll()


def wait(session: Session, seconds: float) -> None:
    clock: Any = session._seconds
    clock.now += seconds
    session.poll()


def test_a_die_that_shows_other_pips_without_an_action_is_a_question(session: Session, me: str) -> None:
    see(session, f"board/{me}/active", dice(*as_in_the_book(me)))
    see(session, f"board/{me}/active", dice(f"die:{me}:1", f"die:{me}:2", f"die:{me}:5"))
    wait(session, 2.5)
    (asked,) = session.questions
    command = asked.readings[0].command
    assert isinstance(command, Correct)
    assert command.shifts == (Turned(f"worker-{me}:3", f"worker-{me}:5", 1, f"active/{me}", ""),)
    see(session, f"board/{me}/active", dice(*as_in_the_book(me)))
    assert not session.questions


def test_a_sheet_that_agrees_or_was_never_used_says_nothing(session: Session, me: str) -> None:
    last = session.book.last
    see(session, f"board/{me}/active", Pieces(()))
    see(session, f"board/{me}/goods", Count({}))
    wait(session, 10.0)
    assert not session.disagreements
    see(session, f"board/{me}/active", dice(*as_in_the_book(me)))
    see(session, f"board/{me}/goods", Count(dict(session.state.zones[f"goods/{me}"])))
    wait(session, 10.0)
    assert (session.book.last, session.questions, session.disagreements) == (last, (), ())


def test_cubes_that_differ_are_shown_beside_the_book_and_nothing_is_booked(session: Session, me: str) -> None:
    last, book = session.book.last, dict(session.state.zones[f"goods/{me}"])
    see(session, f"board/{me}/goods", Count(book | {"wood": book["wood"] + 1}))
    wait(session, 7.0)
    (found,) = session.disagreements
    assert (found.zone, found.table["wood"], found.book["wood"]) == (f"goods/{me}", book["wood"] + 1, book["wood"])
    assert session.book.last == last


def test_a_count_in_doubt_is_asked_for(session: Session, me: str) -> None:
    book = dict(session.state.zones[f"goods/{me}"])
    see(session, f"board/{me}/goods", Count(book | {"wood": book["wood"] + 1}, 0.9, {"wood": 0.9}))
    wait(session, 2.5)
    (asked,) = session.questions
    assert asked.zone == f"goods/{me}"
    assert f"{book['wood']} wood" in {each.label for each in asked.readings}


def test_a_sheet_out_of_sight_counts_no_more(session: Session, me: str) -> None:
    see(session, f"board/{me}/active", dice(f"die:{me}:1"))
    wait(session, 7.0)
    assert session.disagreements
    see(session, f"board/{me}/active", OUT_OF_SIGHT)
    wait(session, 1.0)
    assert not session.disagreements


def test_a_tray_for_cubes_is_not_contradicted_by_an_unused_sheet(session: Session, me: str) -> None:
    clock: Any = session._seconds
    session.put(Sighting("serial:tray", f"goods/{me}", clock.now, Count({"B": 4, "R": 3, "K": 2, "Y": 1})))
    wait(session, 1.0)
    see(session, f"board/{me}/goods", Count({}))
    wait(session, 7.0)
    assert not session.disagreements


# --- with the city ---


def show(session: Session, state: State, me: str) -> None:
    """Show the city, and one player's sheet, as they lie in a position."""
    tiles = [f"tile:{piece}" for piece in state.zones[CITY]]
    built = dict(map(placed, state.zones[CITY]))
    places = ((zone, tile, side) for tile in built for zone, side in _places(state, tile, built[tile].turn))
    stand = [
        f"die:{MASTER[die]}:{LEVEL[die]}:{built[tile].x},{built[tile].y},{side}"
        for zone, tile, side in places
        for die in state.zones[zone]
    ]
    see(session, "mat/city", dice(*tiles, *stand))
    see(session, f"board/{me}/goods", Count(dict(state.zones[f"goods/{me}"])))
    workers = [f"die:{MASTER[die]}:{LEVEL[die]}" for die, n in state.zones[f"active/{me}"].items() for _ in range(n)]
    see(session, f"board/{me}/active", dice(*workers))


def _places(state: State, tile: str, turn: int) -> tuple[tuple[str, str], tuple[str, str]]:
    return (state.book.centre[tile], "m"), (state.book.area_of[tile], str((2 + turn) % 4))


def mine(session: Session) -> tuple[str, Activate]:
    """Who is to act, and an activation of its own Gold Mine with its best worker."""
    (seat,) = session.state.phase.actors
    (tile,) = own_tiles(session.state, session.state.seats[seat])
    return seat, Activate(seat, tile, 3)


def test_a_worker_taken_off_a_sheet_and_put_on_a_tile_is_an_entry(session: Session) -> None:
    seat, command = mine(session)
    show(session, session.state, seat)
    after = session.state.copy()
    decide(session.game, after, command)
    show(session, after, seat)
    wait(session, 1.0)
    assert session.journal[-1].command == command
    assert session.journal[-1].origin == "camera"
    assert not session.disagreements


def test_a_worker_that_still_lies_on_its_sheet_was_not_put_on_a_tile(session: Session) -> None:
    """A die of the same paint and pips on a tile is another one than that which lies at home."""
    seat, command = mine(session)
    show(session, session.state, seat)
    before, after = session.book.last, session.state.copy()
    decide(session.game, after, command)
    after.zones[f"active/{seat}"][f"worker-{seat}:3"] = 1
    show(session, after, seat)
    wait(session, 1.0)
    assert session.book.last == before


def test_a_worker_that_comes_home_in_the_update_is_confirmed_in_silence(session: Session) -> None:
    """The book has moved on by itself; hands follow, and the sheet shows it: the line is ticked, nothing is asked."""
    seat, command = mine(session)
    show(session, session.state, seat)
    session.submit(command)
    for other in session.state.setup.colours * 2:
        if other in session.state.phase.actors:
            session.submit(Pass(other))
    assert session.state.zones[f"active/{seat}"]
    assert any(line.seat == seat and not line.done for line in session.hands.lines)
    show(session, session.state, seat)
    home = [line.done for line in session.hands.lines if line.target == f"active/{seat}"]
    assert set(home) == {"camera"}
    wait(session, 7.0)
    assert not [each for each in session.disagreements if each.zone == f"active/{seat}"]
