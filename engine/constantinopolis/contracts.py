"""Drawing contracts (C-DRW)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.constantinopolis.commands import Draw, Reshuffle
from engine.constantinopolis.plain import plain
from engine.constantinopolis.sequence import go_on_drawing
from engine.constantinopolis.values import UNREAD
from engine.constantinopolis.zones import DECK, DISCARDED, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer, Pick
from engine.rule import Sentence
from engine.table import Tally, total


def reach(state: State) -> tuple[int, int]:
    """The fewest and the most cards drawn now: all that are due and there (C-DRW-05, A-21: or fewer)."""
    due, there = state.phase.due, total(state.table[DECK])
    most = min(due, there)
    return (0 if state.setup.edition.draw_optional == "yes" else most), most


def offers_draw(state: State, me: Seat) -> Iterable[Offer]:
    least, most = reach(state)
    return (Offer(Draw(me.colour, {}), "cards", Pick(state.table[DECK], least, most, me.open)),)


def needs_draw(state: State, _me: Seat, command: Draw) -> Iterator[Sentence]:
    deck, (least, most) = state.table[DECK], reach(state)
    yield all(count > 0 for count in command.cards.values()), "C-DRW-05", most
    yield least <= total(command.cards) <= most, "C-DRW-05", most
    yield all(card.startswith("contract:") for card in command.cards), "C-CMP-09", *command.cards
    for card, count in command.cards.items():
        yield count <= deck.get(card, 0) + (deck.get(UNREAD, 0) if card != UNREAD else 0), "C-GEN-05", card
    yield _unread(deck, command.cards) <= deck.get(UNREAD, 0), "C-GEN-05", UNREAD


def _unread(deck: Tally, cards: Tally) -> int:
    """How many of these cards must be among those of the deck nobody has read yet."""
    return sum(max(0, count - (deck.get(card, 0) if card != UNREAD else 0)) for card, count in cards.items())


def draw(draft: Draft, me: Seat, command: Draw) -> None:
    phase, drawn = draft.state.phase, total(command.cards)
    for card, count in sorted(command.cards.items()):
        short = count - draft.table[DECK].get(card, 0)
        if short > 0 and card != UNREAD:
            draft.turn(UNREAD, card, DECK, "C-DRW-05", short)
        draft.move(card, count, DECK, me.open, "C-DRW-01")
    stopped = drawn < min(phase.due, drawn + total(draft.table[DECK]))
    go_on_drawing(draft, replace(phase, due=0 if stopped else phase.due - drawn))


def reshuffle(draft: Draft, _table: Seat, _command: Reshuffle) -> None:
    draft.sweep(DISCARDED, DECK, "C-DRW-03")
    go_on_drawing(draft, draft.state.phase.back)


DRAW = Action(Draw, offers_draw, needs_draw, draw)
RESHUFFLE = plain(Reshuffle, reshuffle)
