"""The office redraw of the Praefectus Urbi and the Consul (C-RED)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.constantinopolis.commands import Redraw
from engine.constantinopolis.phases import Dealing
from engine.constantinopolis.readings import part_of
from engine.constantinopolis.sequence import go_on_drawing
from engine.constantinopolis.zones import CONSUL, DISCARDED, OFFICE, URBI, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer, Pick
from engine.rule import Reason, Sentence
from engine.table import Tally, total

MOST = 2


def exchangeable(state: State, me: Seat) -> Tally:
    """The contracts that may be exchanged: open ones, and saved ones (C-RED-03, A-24)."""
    laid, saved = state.zones[me.open], state.zones[me.saved]
    if not saved or state.setup.edition.redraw_saved == "no":
        return laid
    return _with(laid, saved, me.post)


def _with(laid: Tally, saved: Tally, post: str) -> Tally:
    """Open and saved contracts together."""
    pool = dict(laid)
    for piece, count in saved.items():
        if piece != post:
            pool[piece] = pool.get(piece, 0) + count
    return pool


def _spent(state: State, me: Seat) -> bool:
    """Has the seat used the ability of its office in this round?"""
    return me.turned in state.zones[OFFICE[URBI]] or me.turned in state.zones[OFFICE[CONSUL]]


def entitled(state: State, me: Seat) -> int:
    """The office whose ability the seat may use for a redraw, or 0 (C-RED-01, C-OFF-04, C-OFF-05)."""
    marker = me.marker
    if marker in state.zones[OFFICE[URBI]]:
        return URBI
    return CONSUL if marker in state.zones[OFFICE[CONSUL]] else 0


def in_time(state: State, me: Seat) -> bool:
    """Has the seat loaded nothing yet (C-RED-02, A-24)?"""
    if state.setup.edition.redraw_time == "any":
        return True
    hold = state.book.hold
    return not any(state.zones[hold[ship]] for ship in state.zones[me.harbour])


def offers_redraw(state: State, me: Seat) -> Iterable[Offer]:
    if not entitled(state, me) or not in_time(state, me):
        return ()
    pool = exchangeable(state, me)
    if not pool:
        return ()
    return (Offer(Redraw(me.colour, {}), "cards", Pick(pool, 1, min(MOST, total(pool)), DISCARDED)),)


def needs_redraw(state: State, me: Seat, command: Redraw) -> Iterator[Sentence]:
    yield entitled(state, me) > 0, "C-RED-01", Reason("spent" if _spent(state, me) else "no_office"), MOST
    yield in_time(state, me), "C-RED-02"
    saved = part_of(command.cards, _with(state.zones[me.open], state.zones[me.saved], me.post))
    missing = Reason("saved" if saved else "not_there")
    yield part_of(command.cards, exchangeable(state, me)), "C-RED-03", missing, *sorted(command.cards)
    yield 1 <= total(command.cards) <= MOST, "C-RED-01", Reason("number"), MOST


def redraw(draft: Draft, me: Seat, command: Redraw) -> None:
    phase, office = draft.state.phase, entitled(draft.state, me)
    for piece, count in sorted(command.cards.items()):
        laid = min(count, draft.zones[me.open].get(piece, 0))
        draft.move(piece, laid, me.open, DISCARDED, "C-RED-01")
        draft.move(piece, count - laid, me.saved, DISCARDED, "C-RED-03")
        draft.move(me.post, count - laid, me.saved, me.posts, "C-RED-03")
    draft.turn(me.marker, me.turned, OFFICE[office], "C-OFF-06")
    go_on_drawing(draft, Dealing((me.colour,), phase, total(command.cards)))


REDRAW = Action(Redraw, offers_redraw, needs_redraw, redraw)
