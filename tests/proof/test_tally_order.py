"""The order in which pieces stand in a tally, or values in a set-up, leaves no trace in what happens."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.byzanz.auction import LayOut
from engine.byzanz.game import BYZANZ
from engine.byzanz.setup import Open, Setup
from engine.constantinopolis.readings import holder, stall
from engine.game import decide
from engine.journal import Journal
from testkit.byzanz.dealer import Dealer
from testkit.constantinopolis.tables import table
from testkit.play import any_game
from testkit.praetor import players as praetor

SEEDS = pytest.mark.parametrize("seed", range(8))


def shuffled(value: Any, chance: random.Random) -> Any:
    """The same, with the keys of every mapping in another order."""
    if isinstance(value, dict):
        items = [(key, shuffled(each, chance)) for key, each in value.items()]
        chance.shuffle(items)
        return dict(sorted(items, reverse=True)) if chance.random() < 0.5 else dict(items)
    if isinstance(value, list | tuple):
        return [shuffled(each, chance) for each in value]
    return value


def played_again(journal: Journal, chance: random.Random) -> Journal:
    """The same commands at a table of the same set-up, every tally and every list of values in another order."""
    other = shuffled(msgspec.to_builtins(journal.setup), chance)
    again = Journal(journal.game, msgspec.convert(other, type(journal.setup)))
    for entry in journal.entries:
        written = msgspec.json.encode(shuffled(msgspec.to_builtins(entry.command), chance))
        again.submit(again.codec.command(written), entry.origin, entry.at, entry.evidence)
    return again


def same(journal: Journal, again: Journal) -> bool:
    """Do both journals hold the same events and digests? Names the first entry that differs."""
    for mine, other in zip(journal.entries, again.entries, strict=True):
        assert mine.events == other.events, f"entry {mine.number}: {other.command}"
        assert mine.digest == other.digest, f"entry {mine.number}: {other.command}"
    return True


@SEEDS
def test_tallies_in_another_order_give_the_same_game_of_constantinopolis(seed: int) -> None:
    journal = any_game(seed)
    assert same(journal, played_again(journal, random.Random(seed)))


@SEEDS
def test_tallies_in_another_order_give_the_same_game_of_byzanz(seed: int) -> None:
    journal = Dealer(3 + seed % 4, seed).play()
    assert same(journal, played_again(journal, random.Random(seed)))


@pytest.mark.parametrize("seed", range(4))
def test_tallies_in_another_order_give_the_same_game_of_praetor(seed: int) -> None:
    journal = praetor.game(2 + seed, seed)
    assert same(journal, played_again(journal, random.Random(seed)))


def test_a_lot_laid_out_in_any_order_is_written_in_the_order_of_its_cards() -> None:
    lot = {"card:WI2": 1, "card:SP1": 2, "card:GR3": 1, "card:CL1": 1}
    written = []
    for cards in (lot, dict(sorted(lot.items()))):
        journal = Journal(BYZANZ, Setup(("red", "blue", "green", "black"), ("", "", "", ""), "red"))
        journal.submit(Open("", journal.setup))
        written.append(decide(BYZANZ, journal.state, LayOut("", cards)))
    assert written[0] == written[1]


def test_of_two_pieces_put_by_hand_where_one_belongs_the_first_by_name_counts() -> None:
    state, cards = table(), ("market-forum-costantinum", "market-opificies")
    for order in (1, -1):
        state.table["office/1"] = dict.fromkeys(("office-blue", "office-red")[::order], 1)
        state.table["market/current"] = dict.fromkeys(cards[::order], 1)
        assert holder(state.zones, 1) == "blue"
        assert stall(state) is state.book.stalls[cards[0]]
