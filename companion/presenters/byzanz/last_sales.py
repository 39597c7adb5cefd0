"""After the last round of Byzanz: everybody may sell once more; the table decides a tie where it has agreed so."""

from __future__ import annotations

from companion.presenters.byzanz.common import hand, may_sell, profit, sheet, undo
from companion.presenters.byzanz.edge import SHOWING, edge
from companion.presenters.scene import Scene
from companion.views.byzanz.play import ByzFarewell, ByzLastSales
from companion.views.common import acts
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _
from engine.byzanz.scoring import Award
from engine.byzanz.selling import Done


def selling(scene: Scene) -> Sheet:
    """Everybody at once: sell what is left, then say so."""
    body = ByzLastSales(
        title=_("The deck is out"),
        note=_("Sets in hand may still be sold. Cards that stay in hand count nothing, but break a tie."),
        seats=tuple(_seat(scene, seat) for seat in scene.source.names),
        edge=edge(scene),
    )
    waiting = ", ".join(scene.name(seat) for seat in scene.phase.waiting)
    note = _("Still to say: {names}.").format(names=waiting)
    return sheet(scene, body, Bar(sentence=_("Last sales"), note=note, undo=undo(scene)), "")


def _seat(scene: Scene, seat: str) -> ByzFarewell:
    waits = seat in scene.phase.waiting
    goods_only = scene.state.setup.edition.tiebreak_counts_merchants == "no"
    sells = waits and may_sell(scene, seat)
    word = _("may still sell") if sells else _("too few cards")
    shows = Button(_("Show goods"), icon="shown", command=acts.Aside(f"{SHOWING}{seat}"))
    return ByzFarewell(
        person=scene.player(seat),
        word=word if waits else _("done"),
        hand=hand(scene, seat),
        profit=profit(scene, seat),
        done=not waits,
        sell=Button(_("Sell a set"), command=acts.Aside(seat)) if sells else None,
        finish=scene.button(Done(seat), _("Done"), icon="check") if waits else None,
        show=shows if waits and goods_only else None,
    )


def deciding(scene: Scene) -> Sheet:
    """Level in everything: the table names the winner."""
    options = tuple(Button(scene.name(seat), command=Award("", seat)) for seat in scene.phase.level)
    heading = _("Who wins?")
    note = _("Level in profit and in cards: this table decides itself.")
    bar = Bar(sentence=heading, note=note, undo=undo(scene))
    return sheet(scene, Options(heading, note, options), bar, "")
