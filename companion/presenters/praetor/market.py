"""Deals with the bank at a Market, and the choices of the table: how a stack lies, who is the youngest."""

from __future__ import annotations

from companion.presenters.common.steps import undo
from companion.presenters.praetor import words
from companion.presenters.praetor.common import board_mark, sheet
from companion.presenters.scene import Scene
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.praetor.market import PraetorDeal, PraetorMarket
from companion.wording import _, n_
from engine.praetor.commands import Buy, Close, Order, Restack, Sell, Youngest
from engine.praetor.market import rates
from engine.praetor.zones import GOODS


def trading(scene: Scene) -> Sheet:
    """One player buys and sells, a lot with each tap."""
    me, phase = scene.me, scene.phase
    gold = scene.table[scene.zones(me).treasury].get("gold", 0)
    body = PraetorMarket(
        heading=board_mark(scene, me, "market", _("The rates of {name}’s own board").format(name=scene.name(me))),
        note=_note(scene),
        gold=gold,
        deals=tuple(_deal(scene, me, good) for good in GOODS),
    )
    bar = Bar(
        sentence=_("{name} trades").format(name=scene.name(me)),
        note=n_("{n} deal so far.", "{n} deals so far.", phase.bought + phase.sold),
        person=scene.person(me),
        undo=undo(scene),
        primary=scene.button(Close(me), _("Done"), look="primary"),
    )
    return sheet(scene, body, bar)


def _note(scene: Scene) -> str:
    if scene.state.setup.edition.market_limit == "worker_level":
        return _("Up to {n} lots bought and {n} sold: the worker’s level.").format(n=scene.phase.level)
    return _("As often as one likes, each tap one lot.")


def _deal(scene: Scene, me: str, good: str) -> PraetorDeal:
    rate = rates(scene.state, scene.zones(me))[good]
    buy = scene.button(Buy(me, good, 1), _("Buy {n}").format(n=rate.buy[0]), _("for {n} gold").format(n=rate.buy[1]))
    sell = scene.button(
        Sell(me, good, 1), _("Sell {n}").format(n=rate.sell[0]), _("for {n} gold").format(n=rate.sell[1])
    )
    count = scene.table[scene.zones(me).goods].get(good, 0)
    return PraetorDeal(words.ICONS[good], words.name_of(good), count, buy, sell)


def stacking(scene: Scene) -> Sheet:
    """Equal favor: does the stack on the table lie as it is remembered?"""
    from companion.presenters.praetor.overview import table

    offers = [offer for offer in scene.offers("") if getattr(offer, "vary", "") == "stack"]
    others = tuple(
        Button(_names(scene, stack), _("from top to bottom"), "stack", command=Restack("", stack))
        for offer in offers
        for stack in offer.over.values
    )
    remembered = ", ".join(
        _names(scene, [person.seat for person in stack.persons])
        for stack in table(scene).stacks
        if len(stack.persons) > 1
    )
    asis = Button(remembered, _("from top to bottom, as it is remembered"), "check", command=Order(""), chosen=True)
    note = _("Of equal favor the upper marker acts earlier. The stack on the table is right.")
    body = Options(_("How does the stack lie?"), note, (asis, *others))
    go = Button(_("As remembered"), command=Order(""), look="primary")
    return sheet(scene, body, Bar(sentence=_("Turn order"), note=note, undo=undo(scene), primary=go), "")


def _names(scene: Scene, seats: tuple[str, ...] | list[str]) -> str:
    return " – ".join(map(scene.name, seats))


def youngest(scene: Scene) -> Sheet:
    """Everything on the table is equal: the younger player wins (P-TIE-05)."""
    tied = scene.phase.tied
    options = tuple(Button(scene.name(seat), command=Youngest("", seat), key=seat) for seat in tied)
    nobody = Button(_("Nobody knows"), _("they share the victory"), "vote", command=Youngest("", ""))
    note = _("Favor, morale, wall sections and tiles are equal.")
    body = Options(_("Who is the youngest?"), note, (*options, nobody))
    return sheet(scene, body, Bar(sentence=_("A tie"), note=note, undo=undo(scene)), "")
