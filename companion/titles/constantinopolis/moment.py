"""Whose turn it is in which phase, for a case of Constantinopolis."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from companion.notation.case import Wrong
from companion.notation.hands import one_of
from companion.notation.kinds import NOTHING, read_tally
from companion.notation.spelling import read_spelling
from companion.notation.toml_lines import Keys
from companion.titles.constantinopolis.written import Body, Written
from engine.constantinopolis import phases as p
from engine.constantinopolis.allowance import due, may_donate, surplus
from engine.constantinopolis.readings import holder
from engine.constantinopolis.zones import CONSUL, OFFICES, PRETORIO, Seat
from engine.event import State

ROUNDS_OF_PILE = 4
SPELLING = Path(__file__).with_name("notation.toml")


class Now(NamedTuple):
    """A case whose pieces lie on the table already; `round` is what is fixed for the round."""

    state: State
    written: Written
    round: p.Round

    @property
    def body(self) -> Body:
        return self.written.body

    @property
    def turn(self) -> tuple[str, ...]:
        """The seats whose turn the case says it is."""
        turn = self.body.turn
        return (turn,) if isinstance(turn, str) else turn

    @property
    def round_seats(self) -> tuple[str, ...]:
        """The seats that may still act in this round."""
        return tuple(colour for colour in self.written.playing if colour not in self.round.leavers)

    def actor(self, default: str) -> str:
        """The one player whose turn it is."""
        return (self.turn or (default,))[0]

    def at(self, office: int) -> str:
        """The colour on an office."""
        return holder(self.state.table, office)


def moment(state: State, written: Written, able: dict[str, str]) -> Struct:
    """The phase of a case; raises `Wrong` for a phase or a turn that cannot be."""
    body = written.body
    phase = one_of(body.phase, PHASES, "phase", ("phase",))
    now = Now(state, written, _round(state, written, able))
    for number, colour in enumerate(now.turn):
        keys = ("turn",) if isinstance(body.turn, str) else ("turn", str(number))
        one_of(colour, written.case.seats, "seat of this case", keys)
        one_of(colour, now.round_seats, "player who plays on", keys)
    state.phase = p.Settling(p.TABLE, now.round)
    return PHASES[phase](now)


def _round(state: State, written: Written, able: dict[str, str]) -> p.Round:
    body = written.body
    if body.round < 1 or body.round > 2 * ROUNDS_OF_PILE + 1:
        raise Wrong(("round",), f"there is no round {body.round}")
    order = tuple(filter(None, (holder(state.table, office) for office in OFFICES)))
    lap = (body.round - 1) // ROUNDS_OF_PILE
    in_auction = body.phase in ("auction", "duel", "settling")
    leaving = _leaving(written)
    homeless = sorted(set(written.playing) - set(order))
    if homeless and not in_auction:
        raise Wrong((homeless[0], "office"), "once the auction is over everybody has an office")
    ends = bool(leaving) and state.setup.edition.leaver == "end_game"
    last, fresh = body.so_far.last or lap == 2 or ends, _fresh(state, written)
    staying = () if in_auction else tuple(colour for colour in order if colour not in leaving)
    return p.Round(body.round, able, staying, lap, last, body.so_far.missed, fresh, leaving)


def _leaving(written: Written) -> tuple[str, ...]:
    """Who leaves at the end of this round, and passes on everything until then."""
    leaving = written.body.so_far.leaving
    for number, colour in enumerate(leaving):
        one_of(colour, written.playing, "player who is still there", ("so_far", "leaving", str(number)))
    return leaving


def _fresh(state: State, written: Written) -> tuple[str, ...]:
    """The utility buildings bought in this round, where they do not work at once."""
    if state.setup.edition.utility_at_once == "yes":
        return ()
    kind = state.setup.book.kind
    bought = ((colour, tile) for colour, its in written.belongings.items() for tile in its.new)
    return tuple(f"{colour}/{tile}" for colour, tile in bought if kind.get(tile) == "utility")


def _auction(now: Now) -> Struct:
    done = (*now.body.so_far.acted, *now.round.leavers)
    leftmost = next((now.at(office) for office in OFFICES if now.at(office) and now.at(office) not in done), "")
    return _activation(now, now.actor(leftmost))


def _activation(now: Now, colour: str) -> p.Activation:
    so_far = now.body.so_far
    return p.Activation((colour,), now.round, so_far.acted, so_far.free, so_far.barred, so_far.left)


def _duel(now: Now) -> Struct:
    so_far = now.body.so_far
    names = read_spelling(SPELLING).names["office"]
    office = names.get(so_far.contest, 0) if isinstance(so_far.contest, str) else so_far.contest
    owner = now.at(office) if office in OFFICES else ""
    if not owner:
        raise Wrong(("so_far", "contest"), f"{so_far.contest!r} is no office somebody holds")
    challenger = one_of(so_far.challenger, now.state.setup.colours, "seat of this case", ("so_far", "challenger"))
    return p.Duel((now.actor(owner),), _activation(now, challenger), office, owner, so_far.bid, so_far.held)


def _bounty(now: Now) -> Struct:
    return p.Bounty((now.actor(now.at(PRETORIO)),), now.round)


def _construction(now: Now) -> Struct:
    builder = now.actor(now.round.order[0])
    return p.Construction((builder,), now.round, _built(now, builder))


def _built(now: Now, builder: str) -> tuple[str, ...]:
    """The kinds a player has bought in the own turn: those the case says, else those of its new buildings."""
    said = now.body.so_far.built
    if said is not None:
        return said
    kind, its = now.state.setup.book.kind, now.written.of(builder)
    return tuple(kind[tile] for tile in its.new if tile in kind)


def _declared(now: Now) -> Struct:
    so_far = now.body.so_far
    builder = one_of(so_far.builder, now.state.setup.colours, "seat of this case", ("so_far", "builder"))
    turn = p.Construction((builder,), now.round, _built(now, builder))
    tile = one_of(so_far.tile, now.state.setup.book.kind, "building", ("so_far", "tile"))
    return p.Declared((now.actor(now.at(CONSUL)),), turn, tile, so_far.redeeming)


def _drawing(now: Now) -> p.Drawing:
    colour = now.actor(now.round.order[0])
    cards = due(now.state, now.state.seats[colour]) if now.body.so_far.due is None else now.body.so_far.due
    return p.Drawing((colour,), now.round, cards)


def _acceptance(now: Now) -> p.Acceptance:
    so_far, order = now.body.so_far, now.round.order
    actors = tuple(colour for colour in order if colour in (now.turn or order))
    if now.state.setup.edition.accept_order == "interleaved":
        return p.Acceptance(actors, now.round, so_far.shipped, so_far.posted)
    waiting = order[order.index(actors[0]) + 1 :]
    return p.Acceptance(actors[:1], now.round, so_far.shipped, so_far.posted, waiting)


def _dealing(now: Now) -> p.Dealing:
    back = replace(_acceptance(now), actors=now.round.order)
    return p.Dealing((now.actor(now.round.order[0]),), back, now.body.so_far.due or 1)


def _clash(now: Now) -> Struct:
    so_far, order = now.body.so_far, now.round.order
    buyer = one_of(so_far.buyer, order, "seat of this case", ("so_far", "buyer"))
    size = one_of(so_far.size, now.state.setup.book.ships, "size of ship", ("so_far", "size"))
    back = replace(_acceptance(now), actors=order)
    earlier = [colour for colour in order[: order.index(buyer)] if colour not in so_far.asked]
    if not (now.turn or earlier):
        raise Wrong(("so_far", "buyer"), "nobody earlier in turn order is still to be asked")
    return p.Clash((now.actor(earlier[0] if earlier else ""),), back, buyer, size, so_far.asked)


def _bargain(now: Now) -> Struct:
    so_far, order = now.body.so_far, now.round.order
    proposer = one_of(so_far.proposer, order, "seat of this case", ("so_far", "proposer"))
    partner = now.actor(next(colour for colour in order if colour != proposer))
    gives, gets = (_things(getattr(so_far, key), ("so_far", key)) for key in ("gives", "gets"))
    return p.Bargain((partner,), replace(_acceptance(now), actors=order), proposer, gives, gets)


def _things(text: str, keys: Keys) -> dict[str, int]:
    try:
        return read_tally(read_spelling(SPELLING).pieces, text or NOTHING)
    except ValueError as error:
        raise Wrong(keys, str(error)) from error


def _shuffling(now: Now) -> Struct:
    """The deck has run out while somebody draws: in phase 5, or `due` cards for a post or a redraw."""
    back = _drawing(now) if now.body.so_far.due is None else _dealing(now)
    return p.Shuffling(p.TABLE, back)


def _donation(now: Now) -> Struct:
    return p.Donation(now.turn or _those(now, lambda seat: may_donate(now.state, seat)), now.round)


def _storing(now: Now) -> Struct:
    return p.Storing(now.turn or _those(now, lambda seat: surplus(now.state, seat) > 0), now.round)


def _those(now: Now, may: Callable[[Seat], bool]) -> tuple[str, ...]:
    """The seats of whom something holds, or all."""
    found = tuple(colour for colour in now.round.order if may(now.state.seats[colour]))
    return found or now.round.order


def _chore(phase: type) -> Callable[[Now], Struct]:
    return lambda now: phase(p.TABLE, now.round)


PHASES: dict[str, Callable[[Now], Struct]] = {
    "auction": _auction,
    "duel": _duel,
    "settling": _chore(p.Settling),
    "bounty": _bounty,
    "arrivals": _chore(p.Arrivals),
    "production": _chore(p.Harvest),
    "construction": _construction,
    "declared": _declared,
    "drawing": _drawing,
    "accept": _acceptance,
    "dealing": _dealing,
    "clash": _clash,
    "bargain": _bargain,
    "shuffling": _shuffling,
    "departure": _chore(p.Departure),
    "clearing": _chore(p.Clearing),
    "donation": _donation,
    "turnover": _chore(p.Turnover),
    "storing": _storing,
    "refreshing": _chore(p.Refreshing),
    "scoring": _chore(p.Scoring),
}
"""The phases a case can begin in, in the order of the round."""
