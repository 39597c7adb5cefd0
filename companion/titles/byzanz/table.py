"""The people of the virtual table of Byzanz: a shuffled deck, hidden hands, players, what lies where, and the count.

The book of the app knows only what was shown; these people hold the rest: the cards dealt to each and the deck. When a
game is gone on with, or somebody else has acted for a seat, they hold what fits what was shown, and keep what they can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
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

    def decide(self, state: State, seat: Seat, away: Collection[Seat] = ()) -> Command:
        """What the seat chooses to do, or the sale of another who has a good set just now and is not `away`."""
        self._fit(state)
        command = self._sale(state, seat, away) or self._players[seat].choose(state, self._hand(state, seat))
        self._show(state, command)
        self._bids = tuple(self._lie_on(state, command.seat))
        return command

    def _lie_on(self, state: State, seat: Seat) -> Iterator[str]:
        """The cards of bids to which one of this seat is laid: where bids are composed anew its own is taken up."""
        anew = state.setup.edition.raise_mode == "recompose"
        for each in self._seats:
            if not (anew and each == seat):
                yield from Counter(state.table[f"bid/{each}"]).elements()

    def _sale(self, state: State, due: Seat, away: Collection[Seat]) -> Command | None:
        """Anybody may sell at any time: a player who wants to sell a set does, the one who is due first."""
        order = (due, *(seat for seat in self._seats if seat != due and seat not in away))
        sales = (self._players[seat].sale(state, self._hand(state, seat)) for seat in order)
        return next(filter(None, sales), None)

    def by_hand(self, _state: State, command: Command) -> bool:
        """What is shown, and what is carried to the market or from it."""
        return type(command).__name__ in (*FIELDS, *CARRIED)

    def hand(self, state: State, seat: Seat) -> Tally:
        """What a seat holds."""
        self._fit(state)
        return self._hand(state, seat)

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
        """Hold what is hidden: as before as far as it fits what the table shows, the rest drawn anew."""
        sizes = {seat: state.table[f"hand/{seat}"].get(UNKNOWN, 0) for seat in self._seats}
        deck = state.table["deck"].get(UNKNOWN, 0)
        free = Counter({card: count for card, count in unseen(state.table).items() if count > 0})
        for card in (self._inside() - free).elements():
            self._give_up(card, sizes)
        chance = Random(f"deck {self._seed}")
        for seat, size in sizes.items():
            held = sorted(self._hidden.setdefault(seat, Counter()).elements())
            self._hidden[seat] = Counter(chance.sample(held, size) if len(held) > size else held)
        self._deck = self._deck[:deck]
        pile = sorted((free - self._inside()).elements())
        chance.shuffle(pile)
        for seat, size in sizes.items():
            lacks = size - self._hidden[seat].total()
            self._hidden[seat], pile = self._hidden[seat] + Counter(pile[:lacks]), pile[lacks:]
        self._deck += pile[: deck - len(self._deck)]

    def _inside(self) -> Counter[str]:
        """All cards that are hidden somewhere."""
        return sum(self._hidden.values(), Counter(self._deck))

    def _give_up(self, card: str, sizes: dict[Seat, int]) -> None:
        """A card lies open now: who holds more than all have seen had it, else it was in the deck or in a hand."""
        had = [seat for seat in self._seats if self._hidden[seat][card]]
        too_many = [seat for seat in had if self._hidden[seat].total() > sizes[seat]]
        if card in self._deck and not too_many:
            self._deck.remove(card)
        else:
            self._hidden[(too_many or had)[0]][card] -= 1


def _counted(profit: Tally) -> dict[str, int]:
    """One seat's profit: goods by the value on the card, merchants at five each."""
    goods = sum(KEPT[card[-1]] * count for card, count in profit.items() if card != "card:ME")
    merchants = KEPT["E"] * profit.get("card:ME", 0)
    return {"goods": goods, "merchants": merchants, "total": goods + merchants}
