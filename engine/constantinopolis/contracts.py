"""Drawing contracts (C-DRW)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.constantinopolis.commands import Draw, Reshuffle
from engine.constantinopolis.faces import UNREAD, is_face
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import has
from engine.constantinopolis.sequence import go_on_drawing
from engine.constantinopolis.zones import DECK, DISCARDED, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer, Pick
from engine.rule import Reason, Sentence
from engine.table import Tally, total


def reach(state: State) -> tuple[int, int]:
    """The fewest and the most cards drawn now: all that are due and there (C-DRW-05, A-21: or fewer)."""
    due, deck = state.phase.due, state.zones[DECK]
    most = due if len(deck) >= due else min(due, total(deck))
    return (0 if state.setup.edition.draw_optional == "yes" else most), most


class Unread(Pick, frozen=True, gc=False):
    """Cards of a deck of which some have not been read yet: those may turn out to be any."""

    def holds(self, value: Tally) -> bool:
        whole = not value or min(value.values()) > 0
        return whole and self.least <= total(value) <= self.most and not (strange(value) or lacking(self.pool, value))


def strange(cards: Tally) -> list[str]:
    """Pieces that are no contract's face."""
    return sorted(card for card in cards if not is_face(card))


def lacking(deck: Tally, cards: Tally) -> list[str]:
    """The cards this deck cannot hold, the unread ones counted."""
    if has(deck, cards):
        return []
    short = {card: count - deck.get(card, 0) for card, count in cards.items() if card != UNREAD}
    beyond = sorted(card for card, count in short.items() if count > 0)
    unread = sum(short[card] for card in beyond) + cards.get(UNREAD, 0)
    return (beyond or [UNREAD]) if unread > deck.get(UNREAD, 0) else []


def offers_draw(state: State, me: Seat) -> Iterable[Offer]:
    least, most = reach(state)
    deck = state.zones[DECK]
    pick = Unread if UNREAD in deck else Pick
    return (Offer(Draw(me.colour, {}), "cards", pick(deck, least, most, me.open)),)


def needs_draw(state: State, _me: Seat, command: Draw) -> Iterator[Sentence]:
    deck, cards, (least, most) = state.zones[DECK], command.cards, reach(state)
    whole = not cards or min(cards.values()) > 0
    yield whole and least <= total(cards) <= most, "C-DRW-05", most
    if not has(deck, cards):
        yield not strange(cards), "C-CMP-09", *strange(cards)
        yield not lacking(deck, cards), "C-GEN-05", Reason("deck"), *lacking(deck, cards)


def draw(draft: Draft, me: Seat, command: Draw) -> None:
    phase, deck = draft.state.phase, draft.zones[DECK]
    for card, count in sorted(command.cards.items()):
        short = count - deck.get(card, 0)
        if short > 0 and card != UNREAD:
            draft.turn(UNREAD, card, DECK, "C-DRW-05", short)
        draft.move(card, count, DECK, me.open, "C-DRW-01")
    left = phase.due - total(command.cards)
    stopped = left > 0 and bool(deck)  # he could have drawn more
    go_on_drawing(draft, replace(phase, due=0 if stopped else left))


def reshuffle(draft: Draft, _table: Seat, _command: Reshuffle) -> None:
    draft.sweep(DISCARDED, DECK, "C-DRW-03")
    go_on_drawing(draft, draft.state.phase.back)


DRAW = Action(Draw, offers_draw, needs_draw, draw)
RESHUFFLE = plain(Reshuffle, reshuffle)
