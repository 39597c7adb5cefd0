"""Whose turn it is in which phase, and only what that phase needs to remember.

    Boxed → Activation ⇄ Duel → Settling → Bounty → Arrivals → Harvest → Construction ⇄ Declared
    → Drawing → Acceptance ⇄ Dealing, Clash, Bargain → Departure → Clearing → Donation
    → Turnover → Storing → Refreshing → Activation …
    → Scoring → Over

`Shuffling` interrupts `Drawing` and `Dealing`. A chore has the actors ``("",)``.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.table import Tally

TABLE = ("",)
Seats = tuple[str, ...]


class Round(Struct, frozen=True, gc=False, array_like=True):
    """What is fixed for a round.

    `able` gives each seat the goods its production buildings made at the start of the round (C-ABL-01), `order`
    the turn order once the auction has ended, `lap` how often the future pile has been emptied, `last` whether
    the game ends with this round, `missed` who has forgotten the good of the Pretorio, `fresh` the utility
    buildings bought in this round as ``<seat>/<tile>`` (option `utility_at_once`), `leavers` who goes.
    """

    number: int
    able: dict[str, str]
    order: Seats = ()
    lap: int = 0
    last: bool = False
    missed: str = ""
    fresh: tuple[str, ...] = ()
    leavers: Seats = ()


class Boxed(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Before entry 1: every piece lies in its box."""

    actors: Seats = TABLE


class Activation(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 1: one player chooses his office.

    `acted` have been active; `free` are offices he may take for nothing, `barred` those he may not bid for
    again (C-AUC-14, C-AUC-18); `left` fell vacant since the last regular activation began (option `auction_free_move`).
    """

    actors: Seats
    round: Round
    acted: Seats = ()
    free: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    left: tuple[int, ...] = ()


class Duel(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 1: two bid for `office`: the challenger's last `bid`, and what its holder last `held` against it."""

    actors: Seats
    challenge: Activation
    office: int
    holder: str
    bid: int
    held: int = 0

    @property
    def challenger(self) -> str:
        return self.challenge.actors[0]

    @property
    def round(self) -> Round:
        return self.challenge.round


class Settling(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """End of phase 1: the coins on the offices go, the Comes Thesaurorum is paid."""

    actors: Seats
    round: Round


class Bounty(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """End of phase 1: the Praefectus Pretorio chooses his good."""

    actors: Seats
    round: Round


class Arrivals(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 2: ships move and deliver."""

    actors: Seats
    round: Round


class Harvest(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 3: production."""

    actors: Seats
    round: Round


class Construction(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 4: one player's construction turn; `built` are the kinds of building he has bought in it."""

    actors: Seats
    round: Round
    built: tuple[str, ...] = ()


class Declared(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 4: a purchase is declared and the Consul may pre-empt it."""

    actors: Seats
    turn: Construction
    tile: str
    redeem: bool = False

    @property
    def round(self) -> Round:
        return self.turn.round


class Drawing(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 5: one player draws his `due` contracts."""

    actors: Seats
    round: Round
    due: int


class Acceptance(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 6: `actors` are not done; `shipped` and `posted` have bought a ship, a trading post.

    `waiting` come after the actor (option `accept_order = turn_order`).
    """

    actors: Seats
    round: Round
    shipped: Seats = ()
    posted: Seats = ()
    waiting: Seats = ()


class Dealing(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 6: one player draws `due` contracts for a trading post or an office redraw."""

    actors: Seats
    back: Acceptance
    due: int

    @property
    def round(self) -> Round:
        return self.back.round


class Clash(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 6: `buyer` wants a ship of `size`, and those earlier in turn order go first; `asked` have been."""

    actors: Seats
    back: Acceptance
    buyer: str
    size: str
    asked: Seats = ()

    @property
    def round(self) -> Round:
        return self.back.round


class Bargain(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 6, optional rule: `proposer` offers `gives` for `gets`."""

    actors: Seats
    back: Acceptance
    proposer: str
    gives: Tally
    gets: Tally

    @property
    def round(self) -> Round:
        return self.back.round


class Shuffling(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The deck is empty: the discard pile is shuffled before the draw goes on."""

    actors: Seats
    back: Drawing | Dealing

    @property
    def round(self) -> Round:
        return self.back.round


class Departure(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """End of phase 6: loadings are shown, ships leave."""

    actors: Seats
    round: Round


class Clearing(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """End of phase 6: contracts neither loaded nor saved are discarded."""

    actors: Seats
    round: Round


class Donation(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 7: `actors` may still donate."""

    actors: Seats
    round: Round


class Turnover(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 8, first step: the market changes; `changed` once the new card lies on top."""

    actors: Seats
    round: Round
    changed: bool = False


class Storing(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 8, second step: `actors` have more goods than they may keep."""

    actors: Seats
    round: Round


class Refreshing(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """End of the round: cubes on tiles and in ledgers go back, markers are turned; who leaves, leaves."""

    actors: Seats
    round: Round


class Scoring(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The game has ended and is about to be scored."""

    actors: Seats
    round: Round


class Over(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The game is scored; `lines` gives each seat's fame by where it came from at the end."""

    actors: Seats
    round: Round
    lines: dict[str, dict[str, int]]


def in_round(phase: Any, now: Round) -> Any:
    """The same phase in a round of which something else is known; an interrupted phase knows it too."""
    if "round" in phase.__struct_fields__:
        return replace(phase, round=now)
    held = next(name for name in ("challenge", "turn", "back") if name in phase.__struct_fields__)
    return replace(phase, **{held: in_round(getattr(phase, held), now)})


Phase = (
    Boxed
    | Activation
    | Duel
    | Settling
    | Bounty
    | Arrivals
    | Harvest
    | Construction
    | Declared
    | Drawing
    | Acceptance
    | Dealing
    | Clash
    | Bargain
    | Shuffling
    | Departure
    | Clearing
    | Donation
    | Turnover
    | Storing
    | Refreshing
    | Scoring
    | Over
)
