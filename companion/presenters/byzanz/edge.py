"""A sale at a player's own edge of the screen, while the screen goes on speaking to somebody else."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.byzanz import words
from companion.presenters.byzanz.cards import faces, gaps, laid, tally, ware
from companion.presenters.byzanz.common import hand, may_sell, time_to_sell
from companion.presenters.scene import Scene
from companion.views.byzanz.cards import Edge, Ware
from companion.views.common import acts
from companion.views.common.parts import TURNS, Button, Glyph, Line
from companion.wording import _
from engine.byzanz.cards import KEPT_MERCHANT, MERCHANT, value
from engine.byzanz.selling import SET, Sell, Show, kept

SHOWING = "show "
"""What the name of an edge begins with at which cards are shown for a tie."""


def edge(scene: Scene) -> Edge | None:
    """What lies at the edge of the player who is doing something there; None where no player is."""
    aside = scene.look.aside
    seat = aside.removeprefix(SHOWING)
    if seat not in scene.source.names:
        return None
    if aside.startswith(SHOWING):
        return _showing(scene, seat) if time_to_sell(scene, seat) else None
    return _sale(scene, seat) if may_sell(scene, seat) else None


def _sale(scene: Scene, seat: str) -> Edge:
    cards = scene.look.laid
    command = Sell(seat, tally(cards))
    button = scene.button(command, _("Sell the set"), icon="sell")
    if button.open:
        button = replace(button, command=acts.FromAside(command))
    return replace(
        _frame(scene, seat, SET),
        title=_("{name} sells a set").format(name=scene.name(seat)),
        note=_("Three of one good; merchants stand in."),
        chosen=_set(cards, button.open),
        result=_result(scene, seat, cards) if button.open else (),
        primary=button,
    )


def _showing(scene: Scene, seat: str) -> Edge:
    """Cards of the hand are shown, so that goods and merchants can be distinguished."""
    cards = scene.look.laid
    command = Show(seat, tally(cards))
    button = scene.button(command, _("Show these"), icon="shown")
    if button.open:
        button = replace(button, command=acts.FromAside(command))
    return replace(
        _frame(scene, seat, hand(scene, seat)),
        title=_("{name} shows cards").format(name=scene.name(seat)),
        note=_("Only goods count in a tie at this table."),
        chosen=laid(cards, lambda card: acts.Lay(card, -1)),
        primary=button,
    )


def _frame(scene: Scene, seat: str, most: int) -> Edge:
    """The sheet at a player's side for at most so many cards, as it lies on a screen that may be turned to another."""
    turned = scene.turn(scene.me) if scene.turns else 0
    turn = (TURNS[scene.sides[seat]] - turned) % 360
    side = next(side for side, degrees in TURNS.items() if degrees == turn)
    free = faces(scene, acts.Lay, scene.look.laid, merchant=True, most=most, seat=seat)
    nothing = Button(_("Sell the set"))
    leave = Button(_("Cancel"), command=acts.Aside(scene.look.aside))
    return Edge(
        person=scene.player(seat),
        side=side,
        turn=turn,
        title="",
        note="",
        chosen=(),
        result=(),
        faces=free,
        leave=leave,
        primary=nothing,
    )


def _set(cards: tuple[str, ...], complete: bool) -> tuple[Ware, ...]:
    """The cards laid so far and the places still free; of a complete set the one that is kept is marked."""
    if not complete:
        return (*laid(cards, lambda card: acts.Lay(card, -1)), *gaps(SET - len(cards)))
    best = kept(tally(cards))
    found: list[Ware] = []
    for card in cards:
        keeps = card == best
        best = "" if keeps else best
        taken = Button(words.card_name(card), command=acts.Lay(card, -1))
        found.append(ware(card, "new" if keeps else "plain", _("keeps") if keeps else _("leaves"), taken))
    return tuple(found)


def _result(scene: Scene, seat: str, cards: tuple[str, ...]) -> Line:
    best, now = kept(tally(cards)), hand(scene, seat)
    worth = KEPT_MERCHANT if best == MERCHANT else value(best)
    return (Glyph("profit", f"+{worth}"), Glyph("cards", f"{now} › {now - SET}"))
