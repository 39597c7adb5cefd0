"""What a seat may know of the others: hands and profits are their owners', everything else lies open (zones.py)."""

from __future__ import annotations

from engine.byzanz.cards import UNKNOWN
from engine.byzanz.ledger import remembers
from engine.byzanz.phases import Over
from engine.byzanz.scoring import lines
from engine.byzanz.setup import DEALS
from engine.byzanz.zones import DECK, DISCARD, OFFERS
from engine.event import State
from engine.table import Table, total
from engine.veil import Secrets, seen


def secrets(state: State, viewer: str) -> Secrets:
    """The zones whose cards a viewer sees from the back only: others' hands and profits, and what has left the game.

    Many of these cards were seen once, but the table need not remember them for its players (B-PRV-01). Once the game
    is over the profits are shown (B-PRV-02).
    """
    others = [me for colour, me in state.seats.items() if colour not in ("", viewer)]
    covered = [DISCARD, *(me.hand for me in others)]
    if not isinstance(state.phase, Over):
        covered += [me.profit for me in others]
    return Secrets(faces=dict.fromkeys(covered, UNKNOWN))


def known(state: State, viewer: str) -> Table:
    """The table as the viewer knows it: how many cards lie in a covered zone, and not which."""
    return seen(state.table, secrets(state, viewer))


def covered(state: State, viewer: str) -> State:
    """The position with everything covered that a viewer sees from the back; as it is where the table remembers."""
    if remembers(state):
        return state
    return State(state.setup, state.seats, known(state, viewer), state.phase)


def totals(state: State, viewer: str) -> dict[str, int]:
    """The profits a viewer is shown as sums now: all at the end, before that as the table has agreed (B-PRV-02)."""
    shown = "always" if isinstance(state.phase, Over) else state.setup.edition.profit_totals_shown
    seats = {"always": state.setup.seats, "owner_only": (viewer,) * bool(viewer)}.get(shown, ())
    return {colour: sum(lines(state, colour).values()) for colour in seats}


def round_of(state: State) -> int:
    """The round being played, 0 before the deal: so many rounds' cards have left the deck (B-SET-08)."""
    deal, table = DEALS[len(state.setup.seats)], state.table
    laid, lots = deal.deck - total(table[DECK]), sum(deal.offers)
    if not any(table[OFFERS].values()) and not any(table[me.won] for me in state.seats.values() if me is not None):
        return 0
    waiting = sum(int(card[6:]) for card in table[OFFERS])
    between = waiting == lots and laid % lots == 0 and laid < deal.deck
    return laid // lots + 1 if between else -(-laid // lots)
