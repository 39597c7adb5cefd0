"""The optional rule Free Trade."""

from __future__ import annotations

from companion.presenters.common.steps import undo
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import sheet
from companion.presenters.constantinopolis.lines import amount_words
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.options import Bargain, BargainRow, Options
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _
from engine.constantinopolis.commands import Agree, Refuse, Trade

Things = dict[str, int]


def bargaining(scene: Scene) -> Sheet:
    """A trade is put together: with whom, what for what."""
    me = scene.me
    others = [seat for seat in scene.source.names if seat != me]
    partner = scene.look.tab if scene.look.tab in others else others[0]
    tabs = tuple(
        Button(scene.name(seat), command=acts.Tab(seat), look="tab", chosen=seat == partner) for seat in others
    )
    gives, gets = chosen(scene, "gives"), chosen(scene, "gets")
    body = Bargain(
        heading=_("What for what?"),
        partners=tabs,
        mine_title=_("{name} gives").format(name=scene.name(me)),
        mine=wares(scene, me, "gives"),
        theirs_title=_("{name} gives").format(name=scene.name(partner)),
        theirs=wares(scene, partner, "gets"),
    )
    propose = scene.button(Trade(me, partner, gives, gets), _("Offer it"), look="primary")
    leave = Button(_("Back to the ships"), command=acts.Open("play"))
    note = _("{name} then agrees or refuses.").format(name=scene.name(partner))
    return sheet(
        scene,
        body,
        Bar(
            sentence=_("A trade"),
            note=note,
            person=scene.person(me),
            undo=undo(scene),
            choices=(leave,),
            primary=propose,
        ),
    )


def chosen(scene: Scene, side: str) -> Things:
    """What lies on one side of the trade so far."""
    return {key.partition(" ")[2]: count for key, count in scene.look.amounts if key.startswith(f"{side} ") and count}


def wares(scene: Scene, seat: str, side: str) -> tuple[BargainRow, ...]:
    """What a seat may hand over: gold, goods, contracts not on a ship; no gold is revealed."""
    zones, table = scene.zones(seat), scene.table
    goods = {good: table[zones.goods][good] for good in words.ORDER if good in table[zones.goods]}
    papers = {piece: count for piece, count in table[zones.open].items() if piece != "contract:?"}
    found = [_ware(scene, side, "gold", None)]
    return (*found, *(_ware(scene, side, piece, count) for piece, count in {**goods, **papers}.items()))


def _ware(scene: Scene, side: str, piece: str, have: int | None) -> BargainRow:
    key = f"{side} {piece}"
    taken = scene.look.amount(key)
    less = Button("", icon="minus", command=acts.Amount(key, -1) if taken else None)
    more = Button("", icon="plus", command=acts.Amount(key, 1) if have is None or taken < have else None)
    icon = "coin" if piece == "gold" else words.ICONS.get(piece, "contract")
    name = _("gold") if piece == "gold" else amount_words(piece, have or 1)
    return BargainRow(icon, name, taken, less, more)


def answering(scene: Scene) -> Sheet:
    """A trade was offered: agree or refuse."""
    me, phase = scene.me, scene.phase
    other = scene.name(phase.proposer)
    note = _("{other} gives {gives} for {gets}.").format(
        other=other, gives=_listed(phase.gives), gets=_listed(phase.gets)
    )
    yes = scene.button(Agree(me), _("Agree"), icon="check")
    no = scene.button(Refuse(me), _("Refuse"), icon="close")
    body = Options(_("{other} offers a trade").format(other=other), note, (yes, no), columns=2)
    return sheet(
        scene,
        body,
        Bar(sentence=_("{name} decides").format(name=scene.name(me)), person=scene.person(me), undo=undo(scene)),
    )


def _listed(things: Things) -> str:
    return ", ".join(amount_words(piece, count) for piece, count in things.items()) or _("nothing")
