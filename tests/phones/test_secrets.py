"""What another seat hides never leaves for a phone: byte for byte, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, permutations
from random import Random

import msgspec
import pytest

from companion.host.opening import new_session
from companion.play.session import Session
from companion.presenters.scene import Scene
from companion.presenters.title_screens import screens_of
from companion.titles import BUILT_IN, title_of
from companion.web.phones.seat_source import SeatSource
from companion.web.phones.seat_view import lawful_items, scene_of, seat_view
from engine.event import State
from engine.game import legal
from engine.table import Table
from testkit.byzanz.dealer import Dealer
from tests.phones.hall import next_command, session_of
from tests.play.test_seat_record import dealt, loading, other, with_one_more

STEPS, EVERY = 120, 20
WAYS = 3
"""In so many ways pieces are laid otherwise where a seat cannot see them."""
OPEN = ("praetor",)
"""Games in which everything lies open to all."""
every_game = pytest.mark.parametrize("game", BUILT_IN)


def scene(source: SeatSource) -> Scene:
    screens = screens_of(source.game.name)
    assert screens is not None
    return scene_of(source, screens, {})


def on_the_phone(session: Session, seat: str) -> bytes:
    """What the phone of a seat is sent."""
    source = SeatSource(session, seat)
    return msgspec.json.encode(seat_view(source, scene(source), session.policy.game))


def positions(game: str, seed: int, every: int = EVERY) -> Iterator[Session]:
    """A game again and again on its way."""
    if game == "byzanz":  # its cards are dealt by a dealer of its own
        dealer = Dealer(3, seed)
        for step in range(1, STEPS // 2):
            dealer.step()
            if step % (every // 2) == 0:
                yield new_session(dealer.journal)
        return
    session, chance = session_of(game, 3, seed), Random(seed)
    for step in range(1, STEPS):
        session.submit(next_command(session, chance, seed))
        if step % every == 0:
            yield session


def whole(game: str) -> Iterator[Session]:
    """A game to its end, entry by entry."""
    if game == "byzanz":
        yield new_session(Dealer(3, 5).play())
        return
    session, chance = session_of(game, 3, 5), Random(5)
    while True:
        session.submit(next_command(session, chance, 5))
        yield session


def other_tables(state: State, game: str, seat: str) -> Iterator[Table]:
    """The table with other pieces where the seat cannot see them."""
    known = title_of(game).known
    assert known is not None
    seen = known(state, seat)
    hidden = [zone for zone in sorted(state.table) if state.table[zone] != seen[zone]]
    for source, target in permutations(hidden, 2):
        for piece in sorted(state.table[source]):
            for back in ("", *sorted(state.table[target])):
                table = state.table.copy()
                table.shift(piece, 1, source, target)
                if back:
                    table.shift(back, 1, target, source)
                if table != state.table and known(State(state.setup, state.seats, table, state.phase), seat) == seen:
                    yield table


def lay(session: Session, table: Table) -> Table:
    """Lay the table otherwise; the table as it was."""
    state = session.state
    before, state.table, state.zones = state.table, table, table.tallies
    return before


@every_game
def test_pieces_a_seat_cannot_see_change_nothing_on_its_phone(game: str) -> None:
    changed = 0
    for session in positions(game, 1):
        for seat in (*session.names, ""):
            before = on_the_phone(session, seat)
            for table in islice(other_tables(session.state, game, seat), WAYS):
                as_it_was = lay(session, table)
                assert on_the_phone(session, seat) == before
                lay(session, as_it_was)
                changed += 1
    hides = any(True for session in positions(game, 1) for _ in other_tables(session.state, game, ""))
    assert changed > 10 or not hides
    assert hides == (game not in OPEN)


@pytest.mark.parametrize("game", [game for game in BUILT_IN if game not in OPEN])
def test_the_owner_sees_what_the_others_do_not(game: str) -> None:
    """The other way round: the comparison above would see a difference."""
    session = list(positions(game, 1))[-1]
    seats = tuple(session.names)
    found = False
    for viewer, owner in permutations(seats, 2):
        before = on_the_phone(session, owner)
        for table in islice(other_tables(session.state, game, viewer), 20):
            as_it_was = lay(session, table)
            found |= on_the_phone(session, owner) != before
            lay(session, as_it_was)
    assert found


def test_another_contract_loaded_in_secret_is_the_same_to_all_others() -> None:
    journal, (one, two) = loading()
    this, that = (new_session(with_one_more(journal, load)) for load in (one, two))
    assert on_the_phone(this, other(one)) == on_the_phone(that, other(one))
    assert on_the_phone(this, "") == on_the_phone(that, "")
    assert on_the_phone(this, one.seat) != on_the_phone(that, one.seat)


def test_another_card_in_a_hand_is_the_same_to_all_others() -> None:
    this, that = (new_session(dealt(face)) for face in ("card:SP4", "card:ME"))
    seats = this.book.setup.seats
    assert [on_the_phone(this, seat) == on_the_phone(that, seat) for seat in seats] == [False, True, True]


@every_game
def test_a_game_that_is_over_shows_who_came_where(game: str) -> None:
    session = next(one for one in whole(game) if title_of(game).over(one.state))
    seat = next(iter(session.names))
    shown = msgspec.json.decode(on_the_phone(session, seat))
    standings = session.game.standings(session.state)
    assert [bid["amount"] for bid in shown["stake"]["bids"]] == [str(one.score) for one in standings]
    assert shown["kinds"] == []
    assert shown["stake"]["icon"] == {"constantinopolis": "fame", "byzanz": "profit", "praetor": "fame"}[game]


@every_game
def test_a_seat_is_offered_what_is_lawful_and_nothing_else(game: str) -> None:
    """The list is made of what the seat knows, and is the list of the whole table all the same."""
    offered = 0
    for session in positions(game, 2):
        title = title_of(game)
        for seat in session.names:
            source = SeatSource(session, seat)
            mine = legal(title.game, source.state, seat)
            assert mine == legal(title.game, title.listed(session.state, seat), seat)
            offered += len(lawful_items(source, scene(source), session.policy.game))
    assert offered >= 10


@every_game
def test_a_place_that_may_be_chosen_is_said_in_words(game: str) -> None:
    """A place in the city is a column, a row and a turn; several numbers alone say nothing to anybody."""
    for session in positions(game, 2, 4):
        for seat in session.state.phase.actors:
            shown = msgspec.json.decode(on_the_phone(session, seat))
            for portion in [each for kind in shown["kinds"] for offer in kind["offers"] for each in offer["portions"]]:
                said = " ".join(part.get("text", "") for part in portion["line"])
                assert not re.fullmatch(r"-?\d+( -?\d+)+", said), portion
