"""The people of the virtual table of Byzanz: a shuffled deck, hidden hands, players, what lies where, and the count.

The book of the app knows only what was shown; these people hold the rest: the cards dealt to each and the deck. When a
game is gone on with, or somebody else has acted for a seat, they hold anything that fits what was shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.titles.byzanz.players import Player
from companion.titles.title import Seat, ShownCards, TableLayout
from engine.byzanz.auction import Bid, LayOut, top_offer
from engine.byzanz.cards import UNKNOWN, unseen
from engine.byzanz.phases import Lot
from engine.byzanz.zones import MARKET
from engine.event import State
from engine.game import Command
from engine.table import Tally

FIELDS = {"LayOut": "lot", "Bid": "bid", "Sell": "set"}
"""Where the cards of a command are shown."""
CARRIED = ("GiveToMarket", "PickGood")
"""Commands that are seen by what comes to the market or leaves it."""
KEPT = {"1": 1, "2": 2, "3": 3, "4": 4, "E": 5}
"""What a profit card counts, by the last letter of its name."""


class People:
    """Deals, plays and counts for the seats of a table; the same seed plays the same game."""

    def __init__(self, seats: Sequence[Seat], seed: int) -> None:
        self._seats = tuple(seats)
        self._seed = seed
        self._players = {seat: Player(seat, seed) for seat in seats}
        self._hidden: dict[Seat, Counter[str]] = {}
        self._deck: list[str] = []
        self._bids: tuple[str, ...] = ()

    def chance(self, state: State, seat: Seat, _random: Random) -> Command | None:
        """The cards of the next lot, off the top of the deck."""
        if seat or not isinstance(state.phase, Lot):
            return None
        self._fit(state)
        size = top_offer(state.table)
        laid, self._deck = self._deck[:size], self._deck[size:]
        return LayOut("", dict(Counter(laid)))

    def decide(self, state: State, seat: Seat) -> Command:
        """What the seat chooses to do, or the sale of another who has a good set just now."""
        self._fit(state)
        command = self._sale(state, seat) or self._players[seat].choose(state, self._hand(state, seat))
        self._show(state, command)
        self._bids = tuple(self._lie_on(state, command.seat))
        return command

    def _lie_on(self, state: State, seat: Seat) -> Iterator[str]:
        """The cards of bids to which one of this seat is laid: where bids are composed anew its own is taken up."""
        anew = state.setup.edition.raise_mode == "recompose"
        for each in self._seats:
            if not (anew and each == seat):
                yield from Counter(state.table[f"bid/{each}"]).elements()

    def _sale(self, state: State, due: Seat) -> Command | None:
        """Anybody may sell at any time: a player who wants to sell a set does, the one who is due first."""
        order = (due, *(seat for seat in self._seats if seat != due))
        sales = (self._players[seat].sale(state, self._hand(state, seat)) for seat in order)
        return next(filter(None, sales), None)

    def by_hand(self, _state: State, command: Command) -> bool:
        """What is shown, and what is carried to the market or from it."""
        return type(command).__name__ in (*FIELDS, *CARRIED)

    def shows(self, command: Command) -> ShownCards | None:
        """A lot is laid into its field, and so are what is added to a bid and a set that is sold."""
        if type(command).__name__ in CARRIED:
            return None
        cards = tuple(Counter(command.cards).elements())
        beside = self._bids if isinstance(command, Bid) else ()
        return ShownCards(FIELDS[type(command).__name__], cards, beside)

    def layout(self, state: State) -> TableLayout:
        """Nothing but the market and what is shown lies in fields that are read."""
        return TableLayout(cards={MARKET: tuple(sorted(Counter(state.table[MARKET]).elements()))})

    def count(self, state: State) -> dict[Seat, dict[str, int]]:
        """The score, counted from the profit cards on the table."""
        return {seat: _counted(state.table[f"profit/{seat}"]) for seat in self._seats}

    # --- what is hidden ---

    def _hand(self, state: State, seat: Seat) -> Tally:
        """What a seat really holds: the cards all have seen it take, and those only it knows."""
        known = Counter({card: count for card, count in state.table[f"hand/{seat}"].items() if card != UNKNOWN})
        return dict(known + self._hidden[seat])

    def _show(self, state: State, command: Any) -> None:
        """Cards of a hand that were shown for the first time are no longer hidden."""
        cards, seat = getattr(command, "cards", {}), command.seat
        known = state.table[f"hand/{seat}"]
        for card, count in cards.items():
            self._hidden[seat][card] -= max(0, count - known.get(card, 0))
        self._hidden[seat] += Counter()

    def _fit(self, state: State) -> None:
        """Hold what is hidden, anew where it does not fit what the table shows."""
        sizes = {seat: state.table[f"hand/{seat}"].get(UNKNOWN, 0) for seat in self._seats}
        held = {seat: self._hidden.get(seat, Counter()).total() for seat in self._seats}
        free = Counter({card: count for card, count in unseen(state.table).items() if count > 0})
        inside = sum(self._hidden.values(), Counter(self._deck))
        if held == sizes and inside <= free and len(self._deck) == state.table["deck"].get(UNKNOWN, 0):
            return
        self._deal(sizes, free, state.table["deck"].get(UNKNOWN, 0))

    def _deal(self, sizes: dict[Seat, int], free: Counter[str], deck: int) -> None:
        pile = sorted(free.elements())
        Random(f"deck {self._seed}").shuffle(pile)
        for seat, size in sizes.items():
            self._hidden[seat], pile = Counter(pile[:size]), pile[size:]
        self._deck = pile[:deck]


def _counted(profit: Tally) -> dict[str, int]:
    """One seat's profit: goods by the value on the card, merchants at five each."""
    goods = sum(KEPT[card[-1]] * count for card, count in profit.items() if card != "card:ME")
    merchants = KEPT["E"] * profit.get("card:ME", 0)
    return {"goods": goods, "merchants": merchants, "total": goods + merchants}
