"""Phase 4: construction turns (C-BLD)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.constantinopolis.acquire import acquire, after_purchase, may_own, needs_own
from engine.constantinopolis.commands import Build, EndTurn
from engine.constantinopolis.hands import pay
from engine.constantinopolis.licences import licensable
from engine.constantinopolis.phases import Construction, Declared
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import gold, unspent
from engine.constantinopolis.sequence import go_on_building, next_builder
from engine.constantinopolis.utility import may_redeem, needs_redeem, redeemed
from engine.constantinopolis.zones import BOARD, CONSUL, HOLDER, OFFICE, URBI, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Sentence


def may_wall(state: State, me: Seat) -> bool:
    """Is the seat the Praefectus Urbi, with a wall still to build (C-OFF-04, C-WAL-01, A-12)?"""
    if unspent(state.zones, me, URBI):
        return True
    return state.setup.edition.walls_per_round == "any" and "wall" in state.phase.built


def offers_build(state: State, me: Seat) -> list[Build]:
    zones, book, colour, found = state.zones, state.book, me.colour, []
    board, sheet, purse, closed = zones[BOARD], zones[me.sheet], gold(zones, me), state.phase.built
    redeems = may_redeem(state, me)
    off = book.abilities.redemptor_discount if redeems else 0
    for kind, shelf in book.shelves:
        if shelf[0][0] - off > purse:
            break  # the shelf with the cheapest tile comes first, and on it its cheapest tile
        if may_wall(state, me) if kind == "wall" else kind not in closed:
            if kind == "production":
                shelf = book.licensed_shelf[licensable(state, me)]
            cheaper = off if redeems and redeems(kind) else 0
            for price, tile in shelf:
                if price - cheaper > purse:
                    break
                if tile in board and tile not in sheet and book.twin.get(tile) not in board:
                    if price <= purse:
                        found.append(Build(colour, tile))
                    if cheaper:
                        found.append(Build(colour, tile, True))
    return found


def needs_build(state: State, me: Seat, command: Build) -> Iterator[Sentence]:
    tile, book = command.tile, state.book
    yield tile in state.zones[BOARD], "C-BLD-04", tile
    kind = book.kind[tile]
    if kind == "wall":
        yield may_wall(state, me), "C-WAL-01", me.colour
    else:
        yield kind not in state.phase.built, "C-BLD-02", kind
    yield from needs_own(state, me, tile)
    if command.redeem:
        yield from needs_redeem(state, me, kind)
    price, purse = redeemed(book, tile, command.redeem), gold(state.zones, me)
    yield price <= purse, "C-GEN-06", price, purse


def build(draft: Draft, me: Seat, command: Build) -> None:
    turn = draft.state.phase
    consul = window(draft.state, me, command.tile)
    carry_out(draft, me, turn, command.tile, command.redeem)
    if not consul:
        return
    draft.back()  # tried out only: not even a referee lets a building be declared that cannot be had
    binding = draft.state.setup.edition.declare_binding == "yes"
    actors = (consul,) if binding else (consul, me.colour)
    draft.enter(Declared(actors, turn, command.tile, command.redeem), "C-BLD-08")


def window(state: State, me: Seat, tile: str) -> str:
    """The Consul who may answer a declared purchase, or nothing (C-CON-03, A-17; no wall, C-CON-02)."""
    for marker in sorted(state.zones[OFFICE[CONSUL]]):
        consul = state.seats[HOLDER[marker]]
        if marker != consul.marker or consul is me or consul.colour in state.phase.round.leavers:
            return ""
        if state.book.kind[tile] == "wall":
            return ""
        free = state.setup.edition.consul_limits == "waive" or may_own(state, consul, tile)
        return consul.colour if free else ""
    return ""


def carry_out(draft: Draft, me: Seat, turn: Construction, tile: str, redeem: bool) -> None:
    """The declared purchase: pay, take, and go on with the turn."""
    state, book = draft.state, draft.state.book
    kind = book.kind[tile]
    if redeem:
        draft.move(book.abilities.redemptor_good, 1, me.goods, me.used["redemptor"], "C-UTL-02")
    pay(draft, me, redeemed(book, tile, redeem), "C-BLD-04")
    if kind == "wall" and unspent(draft.zones, me, URBI):
        draft.turn(me.marker, me.turned, OFFICE[URBI], "C-OFF-06")
    acquire(draft, me, tile, "C-WAL-01" if kind == "wall" else "C-BLD-04")
    turn = after_purchase(state, turn, me, tile)
    go_on_building(draft, replace(turn, built=(*turn.built, kind)), "C-BLD-02")


def end_turn(draft: Draft, me: Seat, _command: EndTurn) -> None:
    next_builder(draft, draft.state.phase.round, me.colour)


BUILD = Action(Build, offers_build, needs_build, build)
END_TURN = plain(EndTurn, end_turn)
