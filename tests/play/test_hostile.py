"""Whatever sensors say, the session neither falls over nor books what no rule explains."""

from __future__ import annotations

from fnmatch import fnmatchcase

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.host.opening import new_session, shuffled_game, shuffled_setup, unkept
from companion.sensing.policy import read_policy
from companion.titles import BUILT_IN, title_of
from engine.journal import Correct, Remark
from engine.sighting import Count, Found, Guess, Lost, Pieces, Press, Reading, Seen, Sighting, Tag, Weight

SETUP = shuffled_setup("constantinopolis", 2, 1)
SEATS = [place.colour for place in SETUP.places]
numbers = st.integers(-(2**31), 2**31)
names = st.sampled_from(["G", "B", "gold", "contract:GB.7.112", "contract:?", "market-opificies", "", "?", "☃"])
shares = st.floats(allow_nan=True, allow_infinity=True)
counts = st.builds(Count, st.dictionaries(names, numbers, max_size=4), shares)
pieces = st.builds(
    lambda seen: Pieces(tuple(seen)),
    st.lists(
        st.builds(lambda guesses: Seen(tuple(guesses)), st.lists(st.builds(Guess, names, shares), max_size=3)),
        max_size=9,
    ),
)
readings: st.SearchStrategy[Reading] = st.one_of(
    counts,
    pieces,
    st.builds(Weight, numbers, shares),
    st.builds(Tag, names),
    st.builds(Press, st.sampled_from(["confirm", "pass", "call", "☃"]), numbers, st.integers(-1, 5)),
)
zones = st.sampled_from(
    [
        "mat/draw",
        "market/current",
        "mat/goods-1",
        "mat/goods-9",
        "nowhere",
        "",
        *(f"{zone}/{seat}" for seat in SEATS for zone in ("treasury", "goods", "console", "open")),
        f"ledger/{SEATS[0]}/bought",
        "supply",
        "console/",
    ]
)
sources = st.sampled_from(["camera", "serial:a", "mqtt:b", "", ":"])
values = st.one_of(
    st.builds(Sighting, sources, zones, st.just(0.0), readings),
    st.builds(Lost, sources, st.just(0.0)),
    st.builds(Found, sources, st.just(0.0)),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(values, st.floats(0, 8)), max_size=25))
def test_no_sighting_breaks_the_session_or_moves_a_piece_no_rule_moves(said: list[tuple[object, float]]) -> None:
    now = [100.0]
    session = new_session(unkept("constantinopolis", SETUP), seconds=lambda: now[0])
    box = session.state.table.census()
    for value, later in said:
        session.put(value)  # type: ignore[arg-type]
        session.poll()
        now[0] += later
        session.poll()
        assert all(found.zone in session.state.table for found in session.disagreements)
    assert session.state.table.census() == box
    assert not any(isinstance(entry.command, Correct) for entry in session.journal)
    assert all(entry.origin != "tap" or isinstance(entry.command, Remark) for entry in session.journal)


def test_the_policy_of_every_game_names_commands_and_zones_it_has() -> None:
    for name in BUILT_IN:
        words, commands = read_policy(name).game, {command.__name__ for command in title_of(name).game.commands}
        assert {*words.sensed, *words.chance} <= commands
        table = shuffled_game(name, 3, 1).state.table
        patterns = [*words.shown, *words.counterpart, *words.private]
        assert all(any(fnmatchcase(zone, pattern) for zone in table) for pattern in patterns)
        assert set(words.counterpart.values()) <= set(table)
