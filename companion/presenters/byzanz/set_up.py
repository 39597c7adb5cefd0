"""How Byzanz is laid out for this table (rulebook: Preparazione)."""

from __future__ import annotations

from companion.play.set_up import laid_out
from companion.presenters.laying_out import Laid, LayingOut, Portion, Taken
from companion.presenters.scene import Scene
from companion.wording import _, n_
from engine.byzanz.zones import BOX, DECK, MARKET, OFFERS, REMOVED
from engine.event import State
from engine.table import Tally, total


def set_up(scene: Scene) -> LayingOut:
    """What is read off the table as it lay after its opening."""
    state = laid_out(scene.source.book)
    return LayingOut(taken=_taken(state), table=_table(scene, state), box=_box(state))


def _taken(state: State) -> tuple[Taken, ...]:
    seats = state.setup.seats
    count = total(state.table[state.seats[seats[0]].hand])
    portions = tuple(Portion(seat=seat, key=state.seats[seat].hand) for seat in seats)
    title = n_("{n} card", "{n} cards", count)
    return (Taken(title=title, note=_("into the hand, nobody else sees them"), icon="cards", portions=portions),)


def _table(scene: Scene, state: State) -> tuple[Laid, ...]:
    table = state.table
    first = scene.name(state.phase.opener)
    return (
        Laid(
            key=OFFERS,
            title=_("Offer cards {numbers}").format(numbers=_numbers(table[OFFERS])),
            note=_("a pile, the highest on top"),
            icon=f"offer-{_highest(table[OFFERS])}",
        ),
        Laid(
            key=DECK,
            title=n_("{n} card face down", "{n} cards face down", total(table[DECK])),
            note=_("goods and merchants shuffled together"),
            icon="shuffle",
        ),
        Laid(
            key=MARKET, title=_("The market"), note=_("an empty place between the market cards"), icon="kind-commercial"
        ),
        Laid(
            key="opener",
            title=_("{name} opens the first auction").format(name=first),
            note=_("to the left of the dealer, {name}").format(name=scene.name(state.setup.dealer)),
            icon="bid",
        ),
    )


def _box(state: State) -> tuple[Laid, ...]:
    out, offers = total(state.table[REMOVED]), state.table[BOX]
    lines = [
        Laid(
            key=REMOVED,
            title=n_("{n} card", "{n} cards", out),
            note=_("face down, nobody looks at them"),
            icon="hidden",
        )
    ]
    if offers:
        title = n_("Offer card {numbers}", "Offer cards {numbers}", len(offers), numbers=_numbers(offers))
        lines.append(Laid(key=f"{BOX}/offers", title=title, icon="box", note=_("not used with so many players")))
    return tuple(lines)


def _numbers(offers: Tally) -> str:
    return ", ".join(piece.removeprefix("offer-") for piece in sorted(offers, reverse=True))


def _highest(offers: Tally) -> str:
    return max(offers).removeprefix("offer-")
