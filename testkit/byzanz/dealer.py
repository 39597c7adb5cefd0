"""A seeded dealer for Byzanz: holds the true cards, and plays lawful random moves."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass, top_offer
from engine.byzanz.cards import MERCHANT, PRINTED, UNKNOWN, kind, worth
from engine.byzanz.editions import ITALIAN, OPTIONS, Edition, edition
from engine.byzanz.game import BYZANZ
from engine.byzanz.hands import excess
from engine.byzanz.limit import Discard
from engine.byzanz.market import PickGood
from engine.byzanz.phases import Lot, Over, Unopened
from engine.byzanz.scoring import Award
from engine.byzanz.selling import Done, Sell, SellKeeping, Show, kept
from engine.byzanz.setup import DEALS, Open, Setup
from engine.event import Moved, Turned
from engine.game import legal
from engine.journal import Journal

COLOURS = ("red", "blue", "green", "yellow", "black", "white")


class Dealer:
    """The true table: a shuffled deck and what each hand really holds."""

    def __init__(self, players: int, seed: int, edition: Edition = ITALIAN) -> None:
        self.chance = random.Random(seed)
        cards = [card for card, copies in PRINTED.items() for _ in range(copies)]
        self.chance.shuffle(cards)
        self.seats = COLOURS[:players]
        self.hands = {colour: Counter(cards[i * 4 : i * 4 + 4]) for i, colour in enumerate(self.seats)}
        self.deck = cards[players * 4 + DEALS[players].removed :]
        self.journal = Journal(BYZANZ, Setup(self.seats, self.seats, self.seats[-1], edition))

    def play(self) -> Journal:
        while not isinstance(self.journal.state.phase, Over):
            self.step()
        return self.journal

    def step(self) -> None:
        entry = self.journal.submit(self.choose())
        for event in entry.events:
            if isinstance(event, Moved):
                self._follow(event.piece, event.count, event.source, event.target)
            elif isinstance(event, Turned):
                assert UNKNOWN in (event.piece, event.into)

    def _follow(self, piece: str, count: int, source: str, target: str) -> None:
        if source.startswith("hand/") and piece == UNKNOWN:
            for card in self.chance.sample(sorted(self.hands[source[5:]].elements()), count):
                self.hands[source[5:]][card] -= 1
        elif source.startswith("hand/"):
            self.hands[source[5:]][piece] -= count
            assert self.hands[source[5:]][piece] >= 0
        if target.startswith("hand/") and piece != UNKNOWN:
            self.hands[target[5:]][piece] += count

    def choose(self) -> Any:
        phase = self.journal.state.phase
        if isinstance(phase, Unopened):
            return Open("", self.journal.setup)
        if isinstance(phase, Lot):
            size = top_offer(self.journal.state.table)
            laid, self.deck = self.deck[:size], self.deck[size:]
            return LayOut("", dict(Counter(laid)))
        return self._named(self.chance.choice(self._moves()))

    def _named(self, command: Any) -> Any:
        """At a table with options of its own, some sales name the card that is kept."""
        if type(command) is not Sell or self.journal.setup.edition == ITALIAN or self.chance.random() < 0.5:
            return command
        return SellKeeping(command.seat, kept(command.cards), command.cards)

    def _moves(self) -> list[Any]:
        state = self.journal.state
        found: list[Any] = []
        for colour in state.phase.actors:
            for item in legal(BYZANZ, state, colour):
                found += self._opened(colour, getattr(item, "least", item))
        return found or [Done(colour) for colour in state.phase.actors if colour]

    def _opened(self, colour: str, command: Any) -> list[Any]:
        if isinstance(command, (Pass, GiveToMarket, PickGood, Done, Award)):
            return [command]
        if not colour:
            return [command]
        held = list(self.hands[colour].elements())
        if isinstance(command, Bid):
            return self._bids(colour, held)
        if isinstance(command, Sell):
            return [Sell(colour, dict(Counter(three))) for three in combinations(held, 3) if _sells(three)][:2]
        if isinstance(command, Show):
            known = self.journal.state.table[f"hand/{colour}"]
            hidden = self.hands[colour] - Counter({card: count for card, count in known.items() if card != UNKNOWN})
            return [Show(colour, dict(hidden))]
        return [Discard(colour, self._thrown(colour, held))]

    def _thrown(self, colour: str, held: list[str]) -> dict[str, int]:
        """Cards to come down to the limit, or more where that is allowed; their backs where they lie face down."""
        state, options = self.journal.state, self.journal.setup.edition
        count = excess(state, state.seats[colour])
        if options.discard_below_limit == "yes":
            count = self.chance.randint(1, len(held))
        if options.limit_discard_visibility == "face_down":
            return {UNKNOWN: count}
        return dict(Counter(self.chance.sample(held, count)))

    def _bids(self, colour: str, held: list[str]) -> list[Any]:
        goods = [card for card in held if card != MERCHANT]
        self.chance.shuffle(goods)
        state = self.journal.state
        bid = state.table[state.seats[colour].bid]
        if state.setup.edition.raise_mode == "recompose":
            goods, bid = [*goods, *Counter(bid).elements()], {}
        laid = worth(bid)
        tries = [dict(Counter(goods[:size])) for size in range(1, len(goods) + 1)]
        return [Bid(colour, cards) for cards in tries if laid + worth(cards) > state.phase.best][:1]


def any_edition(seed: int) -> Edition:
    """Options as they fall: each its default every other time."""
    chance = random.Random(f"options {seed}")
    return edition({name: chance.choice((*values, *values[:1] * len(values))) for name, values in OPTIONS.items()})


def any_game(seed: int) -> Journal:
    """A whole random game of three to six with any options."""
    return Dealer(3 + seed % 4, seed, any_edition(seed)).play()


def _sells(three: tuple[str, ...]) -> bool:
    return len({kind(card) for card in three} - {"ME"}) <= 1
