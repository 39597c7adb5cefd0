"""The end of the game: final scoring and the order of the players (rulebook: Punteggio finale, Vittoria)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Among, Offer, Standing
from engine.praetor.city import city
from engine.praetor.commands import Score, Youngest
from engine.praetor.expert import EXPERT_WHY, expert_lines
from engine.praetor.hands import gain, pay, take
from engine.praetor.market import rates, sellable
from engine.praetor.phases import TABLE, Boxed, Over, Tied
from engine.praetor.plain import plain
from engine.praetor.readings import favor, morale, own_tiles, players
from engine.praetor.zones import GOODS, LAST_LEVEL, LEVEL, MASTER, Seat
from engine.rule import Sentence
from engine.table import total

Lines = dict[str, int]


def lines(state: State) -> dict[str, Lines]:
    """What each seat would score if the game ended now, by where it comes from (P-SCO-01 to P-SCO-06)."""
    more = expert_lines(state)
    return {me.colour: {**_own_lines(state, me), **more[me.colour]} for me in players(state)}


def _own_lines(state: State, me: Seat) -> Lines:
    final, track = state.book.final, favor(state.zones, me)
    workers, apprentices = _workers(state, me), _apprentices(state, me)
    before = track + workers + apprentices
    return {
        "track": track,
        "workers": workers,
        "apprentices": apprentices,
        "morale": max(-before, morale(state, me)),
        "gold": _gold(state, me) // final.gold_per_favor,
    }


def _workers(state: State, me: Seat) -> int:
    """The levels of all Active Workers, wherever they are; retired ones and citizens give nothing (P-SCO-01)."""
    dice = [
        item
        for zone in (me.active, *(zone for zone, _, _ in city(state.zones).stations))
        for item in state.zones[zone].items()
    ]
    return sum(LEVEL[die] * count for die, count in dice if MASTER[die] == me.colour and LEVEL[die] != LAST_LEVEL)


def _apprentices(state: State, me: Seat) -> int:
    zones = state.zones
    return int((total(zones[me.first]) + total(zones[me.second])) * state.book.final.favor_per_apprentice)


def _gold(state: State, me: Seat) -> int:
    """Coins and what whole lots of the resources sell for; in the hard variant too (P-SCO-04, P-SCO-05, P-HRD-03)."""
    table = rates(state, me)
    sold = sum(sellable(state, me, good) * table[good].sell[1] for good in GOODS)
    return int(state.zones[me.treasury].get("gold", 0) + sold)


def final(draft: Draft, _table: Seat, _command: Score) -> None:
    """Step by step with the marker on the track, so that a loss stops at 0 before gold is counted (P-SCO-03)."""
    found = lines(draft.state)
    for me in players(draft.state):
        mine = found[me.colour]
        gain(draft, me, mine["workers"], "P-SCO-01")
        gain(draft, me, mine["apprentices"], "P-SCO-02")
        gain(draft, me, mine["morale"], "P-SCO-03")
        for good in GOODS:
            _sell_out(draft, me, good)
        gain(draft, me, mine["gold"], "P-SCO-05")
        for line, why in EXPERT_WHY.items():
            gain(draft, me, mine.get(line, 0), why)
    _finish(draft, found)


def _sell_out(draft: Draft, me: Seat, good: str) -> None:
    cubes, gold = rates(draft.state, me)[good].sell
    lots = sellable(draft.state, me, good)
    pay(draft, me, {good: cubes * lots}, "P-SCO-04")
    take(draft, me, "gold", gold * lots, "P-SCO-04")


def _finish(draft: Draft, found: dict[str, Lines]) -> None:
    """Who is younger is asked where everything on the table is equal (P-TIE-05)."""
    state, now = draft.state, draft.state.phase.round
    draft.enter(Over((), now, found), "P-TIE-01")
    tied = tuple(one.seat for one in standings(state) if one.place == 1)
    if len(tied) > 1 and state.setup.edition.youngest_known == "ask":
        draft.enter(Tied(TABLE, now, found, tied), "P-TIE-05")


def offers_youngest(state: State, _table: Seat) -> list[Offer]:
    return [Offer(Youngest("", ""), "player", Among(("", *state.phase.tied)))]


def needs_youngest(state: State, _table: Seat, command: Youngest) -> Iterator[Sentence]:
    yield command.player in ("", *state.phase.tied), "P-TIE-05", ", ".join(state.phase.tied)


def name_youngest(draft: Draft, _table: Seat, command: Youngest) -> None:
    phase = draft.state.phase
    draft.enter(Over((), phase.round, phase.lines, command.player), "P-TIE-05")


def standings(state: State) -> tuple[Standing, ...]:
    """The seats in order, as it stands now or finally: favor, then the ties in their order (P-TIE-01)."""
    if type(state.phase) is Boxed:
        return ()
    over = type(state.phase) in (Over, Tied)
    found = state.phase.lines if over else lines(state)
    ranked = sorted(
        ((sum(found[me.colour].values()), ties(state, me), me.colour) for me in players(state)), reverse=True
    )
    keys = [one[:2] for one in ranked]
    return tuple(
        Standing(colour, 1 + keys.index((score, tie)), score, found[colour], tie) for score, tie, colour in ranked
    )


def ties(state: State, me: Seat) -> tuple[int, ...]:
    """Value of the morale, wall sections, tiles, and whether named the youngest (P-TIE-02 to P-TIE-05)."""
    young = getattr(state.phase, "youngest", "") == me.colour
    return morale(state, me), total(state.zones[me.sections]), len(own_tiles(state, me)), int(young)


SCORE = plain(Score, final)
YOUNGEST = Action(Youngest, offers_youngest, needs_youngest, name_youngest)
