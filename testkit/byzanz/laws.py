"""What holds in every game of Byzanz, whoever plays it: each law raises `AssertionError` naming where it broke."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass
from engine.byzanz.cards import GOODS, PRINTED, UNKNOWN, kind, unseen
from engine.byzanz.game import BYZANZ
from engine.byzanz.limit import Discard
from engine.byzanz.market import Clear, PickGood
from engine.byzanz.phases import Over
from engine.byzanz.scoring import Award
from engine.byzanz.selling import Done, Sell, SellKeeping, Show, kept
from engine.byzanz.setup import DEALS, Open
from engine.event import State, revert
from engine.game import judge, legal, within
from engine.journal import Journal, Undo
from engine.table import Tally, total
from testkit.byzanz.dealer import Dealer, any_edition

IMAGINED = 3
"""Positions of a game at which every imaginable command is tried."""
SOME: tuple[Tally, ...] = (
    *({"card:SP1": 1}, {"card:WO4": 1, "card:WO3": 1, "card:WO1": 1}, {"card:ME": 1}, {"card:ME": 3}, {}, {"x": 1}),
    *({UNKNOWN: 1}, {UNKNOWN: 3}, {"card:SP1": 0}, {"card:SP1": -1, "card:SP2": 4}, {"card:GR2": 1, "card:OL1": 1}),
)


def a_lawful_game(seed: int) -> Journal:
    """Play one random game with any options, holding it to every law; returns how it went."""
    chance = random.Random(f"laws {seed}")
    dealer = Dealer(3 + seed % 4, seed, any_edition(seed))
    tried = set(chance.sample(range(1, 120), IMAGINED))
    while dealer.journal.state.phase.actors:
        dealer.step()
        cards_are_conserved(dealer.journal)
        hands_hold_what_is_known(dealer)
        if dealer.journal.last in tried:
            the_list_is_what_is_accepted(dealer.journal.state, dealer.journal.last)
    the_deck_lasts_its_rounds(dealer.journal)
    the_same_commands_give_the_same_game(dealer.journal)
    any_undo_restores_its_position(dealer.journal, chance)
    return dealer.journal


def cards_are_conserved(journal: Journal) -> None:
    """All 112 cards and six offer cards lie somewhere, and no face more often than printed unless thrown face down."""
    table = journal.state.table
    assert total(table.census()) == 112 + 6, f"entry {journal.last}"
    assert min(unseen(table).values()) >= 0, f"entry {journal.last}"
    assert all(count > 0 for tally in table.values() for count in tally.values()), f"entry {journal.last}"


def hands_hold_what_is_known(dealer: Dealer) -> None:
    """A hand has as many cards as the book says, and those the book knows among them."""
    for colour, truth in dealer.hands.items():
        book = dealer.journal.state.table[f"hand/{colour}"]
        assert total(book) == truth.total(), f"entry {dealer.journal.last}: {colour}"
        assert all(truth[card] >= count for card, count in book.items() if card != UNKNOWN), dealer.journal.last


def the_deck_lasts_its_rounds(journal: Journal) -> None:
    """The deck is used up with the last round and not before, whatever the options."""
    assert isinstance(journal.state.phase, Over)
    assert journal.state.table["deck"] == {}
    rounds = sum(isinstance(entry.command, Clear) for entry in journal.entries)
    assert rounds == DEALS[len(journal.setup.seats)].rounds


def the_list_is_what_is_accepted(state: State, number: int) -> None:
    """No imaginable command is listed and refused, or accepted and not listed."""
    for colour in ("", *state.setup.seats):
        items = legal(BYZANZ, state, colour)
        for command in imaginable(state, colour):
            ruling, listed = judge(BYZANZ, state, command), plain(command)
            assert listed is None or ruling.allowed == any(within(item, listed) for item in items), (
                f"entry {number}: {command} in {state.phase!r}: {ruling.rule}"
            )


def plain(command: Any) -> Any:
    """The command as lists hold it: a sale that names the right card is the plain sale, and another is in none."""
    if not isinstance(command, SellKeeping):
        return command
    right = bool(command.cards) and command.card == kept(command.cards)
    return Sell(command.seat, command.cards) if right else Sell(command.seat, {})


def imaginable(state: State, colour: str) -> Iterator[Any]:
    """Commands of all kinds about the cards on the table, sensible or not."""
    yield from (Pass(colour), Done(colour), Clear(colour), Open(colour, state.setup))
    for some in _some_cards(state, colour):
        yield from (each(colour, some) for each in (Bid, Sell, Discard, LayOut, Show))
        yield from (SellKeeping(colour, card, some) for card in ("card:ME", "card:WO1", "card:WO4", *list(some)[:1]))
    yield from (PickGood(colour, good) for good in (*GOODS, "ME", "XX"))
    yield from (GiveToMarket(colour, card) for card in (*PRINTED, "nothing"))
    yield from (Award(colour, winner) for winner in (*state.setup.seats, "nobody"))


def _some_cards(state: State, colour: str) -> Iterator[Tally]:
    yield from SOME
    if not colour:
        hidden = [card for card, count in unseen(state.table).items() if count]
        yield from (dict.fromkeys(hidden[:size], 1) for size in range(1, 7))
        return
    who = state.seats[colour]
    for zone in (who.hand, who.bid, who.profit):
        own = dict(state.table[zone])
        yield from ({card: number} for card, count in own.items() for number in range(1, min(count, 4) + 1))
        yield own
        for good in {kind(card) for card in own}:
            yield {card: count for card, count in own.items() if kind(card) == good}


def the_same_commands_give_the_same_game(journal: Journal) -> None:
    """Decided anew from its written commands a game has the same digests, and its events read back are the same."""
    again, codec = Journal(journal.game, journal.setup), journal.codec
    for entry in journal.entries:
        assert codec.events(codec.write_events(entry.events), again.state.phase) == entry.events, entry.number
        mine = again.submit(codec.command(codec.encode(entry.command)), entry.origin, entry.at, entry.evidence)
        assert mine.digest == entry.digest, f"entry {entry.number}: {entry.command} went otherwise"
    assert (again.state.table, again.state.phase) == (journal.state.table, journal.state.phase)


def any_undo_restores_its_position(journal: Journal, chance: random.Random) -> None:
    """Events run backwards lead to the very positions they came from; so does an undo in the journal."""
    state, to = journal.state.copy(), chance.choice(journal.live[:-1])
    for entry in reversed(journal.entries[to:]):
        revert(state, entry.events)
    journal.submit(Undo("", to))
    assert (journal.state.table, journal.state.phase) == (state.table, state.phase), f"undo to {to}"
    for entry in reversed(journal.entries[:to]):
        revert(state, entry.events)
    assert state.table == journal.game.box(journal.setup).table, "undo to the box"
