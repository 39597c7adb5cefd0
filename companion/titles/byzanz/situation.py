"""A case of Byzanz laid out on the table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec.structs import asdict

from companion.notation.case import Case, Wrong
from companion.notation.hands import fetch, one_of
from companion.notation.toml_lines import Keys
from companion.titles.byzanz.moment import moment
from companion.titles.byzanz.written import Body, Written, written
from engine.byzanz import zones as z
from engine.byzanz.auction import top_offer
from engine.byzanz.cards import PRINTED, UNKNOWN, unseen
from engine.byzanz.editions import OPTIONS, Edition, edition, presets
from engine.byzanz.game import BYZANZ
from engine.byzanz.setup import DEALS, HAND, Open, Setup
from engine.errors import WrongInput
from engine.event import State
from engine.game import decide
from engine.table import total

WITH_A_LOT = ("auction", "tax")
"""Phases in which a lot lies on the table."""


def setup_of(case: Case, _file: Path) -> Setup:
    """What was agreed before a case; raises `Wrong`."""
    for number, colour in enumerate(case.seats):
        one_of(colour, z.COLOURS, "colour of a seat", ("seats", str(number)))
    found = written(case)
    dealer = found.body.dealer or case.seats[-1]
    one_of(dealer, case.seats, "seat of this case", ("dealer",))
    return Setup(case.seats, tuple(found.of(colour).name for colour in case.seats), dealer, _edition(case))


def _edition(case: Case) -> Edition:
    """The options a case is judged under."""
    base = presets()[one_of(case.preset, presets(), "preset", ("preset",))]
    for name, value in case.options.items():
        one_of(name, OPTIONS, "option", ("options", name))
        if name != "hand_limit":
            one_of(value, OPTIONS[name], "value of this option", ("options", name))
    try:
        return edition(asdict(base) | dict(case.options))
    except WrongInput as error:
        raise Wrong(("options", "hand_limit"), "is a whole number, 7 or more") from error


def lay_out(case: Case, setup: Setup) -> State:
    """The situation of a case; raises `Wrong` naming the key of what cannot lie so."""
    try:
        state = BYZANZ.box(setup)
    except ValueError as error:
        raise Wrong(("seats",), str(error)) from error
    decide(BYZANZ, state, Open("", setup))
    table = _Table(state, written(case))
    table.lay()
    state.phase = moment(state, table.written)
    return state


class _Table:
    """The table of a case while it is laid out: all cards are taken back into the deck, and from there laid."""

    def __init__(self, state: State, written: Written) -> None:
        self.state, self.written, self.table = state, written, state.table
        self.deal = DEALS[len(state.setup.seats)]

    @property
    def body(self) -> Body:
        return self.written.body

    def lay(self) -> None:
        """Everything but whose turn it is."""
        for colour in self.state.setup.seats:
            self.table.shift(UNKNOWN, HAND, self.state.seats[colour].hand, z.DECK)
        for colour in self.state.setup.seats:
            self._before(colour)
        self._cards(z.MARKET, self.body.market, ("market",))
        self._cards(z.DISCARD, self.body.discarded, ("discarded",))
        self._lot()
        self._deck()

    def _before(self, colour: str) -> None:
        me, its = self.state.seats[colour], self.written.of(colour)
        hand = ("?",) * HAND if its.hand is None else its.hand
        for zone, faces, key in ((me.hand, hand, "hand"), (me.bid, its.bid, "bid"), (me.profit, its.profit, "profit")):
            self._cards(zone, faces, (colour, key))
        if its.offer:
            fetch(self.table, me.won, f"offer-{its.offer}", 1, (z.OFFERS,), (colour, "offer"))

    def _cards(self, zone: str, faces: Iterable[str], keys: Keys) -> None:
        for number, face in enumerate(faces):
            self._card(zone, face, (*keys, str(number)))

    def _card(self, zone: str, face: str, keys: Keys) -> None:
        card = f"card:{face.removeprefix('card:')}"
        if card != UNKNOWN:
            one_of(card.removeprefix("card:"), [name.removeprefix("card:") for name in PRINTED], "card", keys)
            if unseen(self.table)[card] < 1:
                raise Wrong(keys, f"all {PRINTED[card]} cards {face!r} of the box lie on the table already")
        fetch(self.table, zone, UNKNOWN, 1, (z.DECK,), keys)
        if card != UNKNOWN:
            self.table.change(UNKNOWN, card, 1, zone)

    def _lot(self) -> None:
        """The lot of an auction; cards that are not named are unknown ones."""
        wanted = self.body.phase in WITH_A_LOT
        lot = self.body.lot
        if not wanted or not self.table[z.OFFERS]:
            if lot:
                raise Wrong(("lot",), "a lot lies on the table only during an auction and the tax")
            return
        size = top_offer(self.table)
        if lot is not None and len(lot) != size:
            raise Wrong(("lot",), f"the lot of offer card {size} has {size} cards")
        self._cards(z.LOT, ("?",) * size if lot is None else lot, ("lot",))

    def _deck(self) -> None:
        """So many cards stay in the deck as the round leaves; the others are out of the game."""
        there, lots = total(self.table[z.DECK]), sum(self.deal.offers)
        won = sum(self.written.of(colour).offer for colour in self.state.setup.seats)
        laid = won + total(self.table[z.LOT])
        fitting = [number for number in self._rounds() if 0 <= self.deal.deck - (number - 1) * lots - laid <= there]
        if not fitting:
            raise Wrong(("round",), "more cards lie on the table than can have left the deck by then")
        spare = there - (self.deal.deck - (fitting[0] - 1) * lots - laid)
        if spare:
            self.table.shift(UNKNOWN, spare, z.DECK, z.DISCARD)

    def _rounds(self) -> Iterable[int]:
        """The rounds the situation may belong to."""
        last, number = self.deal.rounds, self.body.round
        if number is not None and not 1 <= number <= last:
            raise Wrong(("round",), f"there is no round {number}, with so many players there are {last}")
        if self.body.phase in AFTER_ALL:
            return (last + 1,)
        return range(1, last + 1) if number is None else (number,)


AFTER_ALL = ("last sales",)
"""Phases in which the deck has run out."""
