"""Trading posts (C-TPO): bought, laid on contracts and taken back, never sold (C-TPO-05)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.constantinopolis.commands import BuyPost, Free, Save
from engine.constantinopolis.hands import pay
from engine.constantinopolis.phases import Dealing
from engine.constantinopolis.readings import gold
from engine.constantinopolis.sequence import go_on_drawing
from engine.constantinopolis.zones import Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, nothing
from engine.rule import Reason, Sentence


def post_price(state: State, me: Seat) -> int:
    """The gold the next trading post costs, or 0 if none is left (C-CMP-14)."""
    prices, left = state.book.tracks.trading_posts, state.zones[me.unbought].get(me.post, 0)
    return int(prices[len(prices) - left]) if left else 0


def offers_buy_post(state: State, me: Seat) -> Iterable[BuyPost]:
    purse = gold(state.zones, me)
    if not purse or me.colour in state.phase.posted:
        return ()
    return (BuyPost(me.colour),) if 0 < post_price(state, me) <= purse else ()


def needs_buy_post(state: State, me: Seat, _command: BuyPost) -> Iterator[Sentence]:
    price, purse = post_price(state, me), gold(state.zones, me)
    yield me.colour not in state.phase.posted, "C-TPO-01", Reason("bought"), price
    yield price > 0, "C-TPO-01", Reason("none"), price
    yield price <= purse, "C-GEN-06", price, purse


def buy_post(draft: Draft, me: Seat, _command: BuyPost) -> None:
    """Buying a post draws a contract, using it again draws nothing (C-TPO-02)."""
    phase = draft.state.phase
    pay(draft, me, post_price(draft.state, me), "C-TPO-01")
    draft.move(me.post, 1, me.unbought, me.posts, "C-TPO-01")
    back = replace(phase, posted=(*phase.posted, me.colour))
    go_on_drawing(draft, Dealing((me.colour,), back, 1))


def offers_posts(state: State, me: Seat) -> list[Save | Free]:
    """All that can be done with posts once bought: they are never sold (C-TPO-05)."""
    found: list[Save | Free] = []
    if state.zones[me.posts]:
        for piece in state.zones[me.open]:
            found.append(Save(me.colour, piece))
    for piece in state.zones[me.saved]:
        if piece != me.post:
            found.append(Free(me.colour, piece))
    return found


def needs_save(state: State, me: Seat, command: Save) -> Iterator[Sentence]:
    yield command.contract in state.zones[me.open], "C-TPO-03", Reason("not_there"), command.contract
    yield me.post in state.zones[me.posts], "C-TPO-03", Reason("no_post"), command.contract


def save(draft: Draft, me: Seat, command: Save) -> None:
    draft.move(command.contract, 1, me.open, me.saved, "C-TPO-03")
    draft.move(me.post, 1, me.posts, me.saved, "C-TPO-03")


def needs_free(state: State, me: Seat, command: Free) -> Iterator[Sentence]:
    kept = command.contract != me.post and command.contract in state.zones[me.saved]
    yield kept, "C-TPO-04", Reason("not_saved"), command.contract


def free(draft: Draft, me: Seat, command: Free) -> None:
    draft.move(command.contract, 1, me.saved, me.open, "C-TPO-04")
    draft.move(me.post, 1, me.saved, me.posts, "C-TPO-04")


BUY_POST = Action(BuyPost, offers_buy_post, needs_buy_post, buy_post)
SAVE = Action(Save, offers_posts, needs_save, save)
FREE = Action(Free, nothing, needs_free, free)
