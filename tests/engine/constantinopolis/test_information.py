"""What a seat may know of the others."""

from __future__ import annotations

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.editions import Edition
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.information import known, lawful, news, refusal, secret_loading
from engine.event import State, evolve
from engine.game import judge
from engine.journal import Journal
from engine.table import Table, total
from testkit.constantinopolis.players import LIVELY, Player, play, setup
from testkit.constantinopolis.situation import Laden
from testkit.constantinopolis.tables import do, table

mark = pytest.mark
GREEN = "contract:G.3.111"


@mark.rule("C-INF-01")
def test_another_seat_knows_nothing_of_a_treasury_not_even_from_the_supply() -> None:
    poor, rich = (known(table(red={"gold": gold}), "blue") for gold in (3, 90))
    assert poor == rich
    assert known(table(red={"gold": 3}), "red")["treasury/red"] == {"gold": 3}


@mark.rule("C-INF-02", "C-INF-05")
def test_contracts_on_the_table_and_all_else_are_open() -> None:
    state = table("acceptance", red={"contracts": ("G.3.111",), "saved": ("B.5.112",), "goods": "GK", "fame": 7})
    shown = known(state, "blue")
    for zone in ("open/red", "saved/red", "goods/red", "fame/red", "sheet/red", "harbour/red", "market/next"):
        assert shown[zone] == state.table[zone]
    assert total(shown["contracts/deck"]) == total(state.table["contracts/deck"])


@mark.rule("C-INF-03")
@mark.parametrize(("value", "face"), [("closed", "contract:?"), ("open", GREEN)])
def test_whether_contracts_on_ships_are_closed_is_an_option(value: str, face: str) -> None:
    red = {"harbour": (), "short": (Laden("small", ("G.3.111",)),)}
    state = table("arrivals", "", red=red, options={"loaded_contracts": value})
    assert known(state, "blue")["hold/small-1"] == {face: 1}
    assert known(state, "red")["hold/small-1"] == {GREEN: 1}


@mark.rule("C-INF-04")
def test_loading_is_secret_until_all_are_ready() -> None:
    state = table("acceptance", red={"contracts": ("G.3.111",), "goods": "GG"})
    before = known(state, "blue")
    do(state, c.Load("red", GREEN, "small-1"))
    assert known(state, "blue") == before
    assert known(state, "red")["hold/small-1"] == {GREEN: 1, "G": 1}


@mark.rule("C-INF-05")
def test_only_the_top_of_the_future_markets_is_known_and_only_its_count_below() -> None:
    shown = known(table(), "blue")
    assert list(shown["market/next"]) == ["market-domus-regia"]
    assert total(shown["market/future"]) == 3


@mark.rule("C-INF-06")
def test_lists_and_refusals_that_depend_on_gold_go_to_their_own_seat_only() -> None:
    state = table("activation")
    assert lawful(CONSTANTINOPOLIS, state, "red", "blue") == []
    ruling = judge(CONSTANTINOPOLIS, state, c.Bid("red", 2, 31))
    assert refusal(ruling.rule, ruling.facts, "red", "red") == ("C-AUC-10", (31, 30))
    assert refusal(ruling.rule, ruling.facts, "red", "blue") == ("C-INF-06", ())


@mark.parametrize("option", ["closed", "open"])
@mark.parametrize("seed", range(4))
def test_who_follows_the_news_knows_exactly_what_they_may(seed: int, option: str) -> None:
    journal = Journal(CONSTANTINOPOLIS, setup(2 + seed, seed, edition=Edition(loaded_contracts=option)))  # type: ignore[arg-type]
    player = Player(seed, LIVELY)
    journal.submit(player.next(journal.state))
    followed = _follower(journal.state, "black")
    before = journal.state.copy()
    for _ in play(journal, player):
        entry = journal.entries[-1]
        evolve(followed, news(before, entry.command, entry.events, "black"))
        assert _but_gold(followed.table) == _but_gold(known(journal.state, "black")), entry.command
        before = journal.state.copy()


def _follower(state: State, viewer: str) -> State:
    shown: Table = known(state, viewer)
    shown.bottomless = shown.bottomless | {zone for zone in shown if zone.startswith("treasury/")}
    assert not secret_loading(state)
    return State(state.setup, state.seats, shown, state.phase)


def _but_gold(shown: Table) -> dict[str, dict[str, int]]:
    """A follower knows the changes of others' gold, not how much it is."""
    return {
        zone: {piece: count for piece, count in tally.items() if piece != "gold" or "/black" in zone}
        for zone, tally in shown.items()
    }
