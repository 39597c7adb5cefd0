"""What has been read in a field where cards stay while more are laid beside them, as bids do that grow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from engine.sighting import Guess, Seen
from engine.table import Tally, Zone


class Card(Struct, frozen=True):
    """A card as it was read, and the zone of the table for which it was."""

    seen: Seen
    zone: Zone


class GrowingField:
    """The cards of one field that have been read and lie there still.

    They stand while the zone they were read for holds anything by the book (`booked`); after that they may be taken
    up, one by one. What a zone holds that was never shown here is taken for its own once all of it lies here.
    """

    def __init__(self, booked: Callable[[], Mapping[Zone, Tally]]) -> None:
        self._booked = booked
        self._shown: set[Zone] = set()
        self.cards: list[Card] = []

    @property
    def stands(self) -> bool:
        """Is any of them to lie there still?"""
        return any(self._holds(card.zone) for card in self.cards)

    def follow(self, objects: Sequence[Seen]) -> None:
        """So much lies there now: an empty field begins anew, and cards that need lie no more may be gone."""
        _, gone = _parted(objects, self._standing_first())
        self.cards = [card for card in self._standing_first() if card not in gone or self._holds(card.zone)]
        if not objects:
            self.cards = []
        self._adopt(objects)

    def _adopt(self, objects: Sequence[Seen]) -> None:
        """Cards that were booked before they were laid here, by a dial or before the program was started again."""
        booked = self._booked()
        self._shown &= booked.keys()
        for zone in booked.keys() - self._shown:
            new, _ = _parted(objects, self.cards)
            cards = [Card(Seen((Guess(face, 1.0),)), zone) for face in Counter(booked[zone]).elements()]
            if not _parted(new, cards)[1]:
                self.cards += cards
                self._shown.add(zone)

    def read(self, objects: Sequence[Seen], zone: Zone) -> None:
        """What lies there and is new has been read for `zone`, and is all that it has there with what stayed."""
        new, gone = _parted(objects, self._standing_first())
        self.cards = [card for card in self.cards if card not in gone or card.zone != zone]
        self.cards += [Card(seen, zone) for seen in new]
        if any(card.zone == zone for card in self.cards):
            self._shown.add(zone)

    def new(self, objects: Sequence[Seen], anew: Collection[Zone] = ()) -> tuple[Seen, ...] | None:
        """What lies there beside the cards that have been read; None where one of those is missing.

        The cards read for zones that are composed `anew` count as if they were laid just now, once any is changed.
        """
        new, gone = _parted(objects, self._standing_first())
        if not new and not gone:
            return ()
        others = [card for card in self._standing_first() if card.zone not in anew]
        left, missing = _parted(objects, others)
        return None if any(self._holds(card.zone) for card in missing) else tuple(left)

    def _holds(self, zone: Zone) -> bool:
        return zone in self._booked()

    def _standing_first(self) -> list[Card]:
        return sorted(self.cards, key=lambda card: not self._holds(card.zone))


def _parted(objects: Iterable[Seen], cards: Iterable[Card]) -> tuple[list[Seen], list[Card]]:
    """What lies there beside these cards, and those of them that do not lie there."""
    left, missing = list(objects), []
    for card in cards:
        at = max(range(len(left)), key=lambda number: _alike(left[number], card.seen), default=None)
        if at is None or not _alike(left[at], card.seen):
            missing.append(card)
        else:
            del left[at]
    return left, missing


def _alike(one: Seen, other: Seen) -> float:
    """How much two looks at a card say the same; 0 if neither names what the other takes it for."""
    if one.best not in _values(other) and other.best not in _values(one):
        return 0.0
    shares = {guess.value: guess.share for guess in other.guesses}
    return sum(min(guess.share, shares.get(guess.value, 0.0)) for guess in one.guesses)


def _values(seen: Seen) -> set[str]:
    return {guess.value for guess in seen.guesses}
