"""The best loadings of a player's ships: most gold, most fame, home soonest, or a bit of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.presenters.common.steps import undo
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import sheet
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.constantinopolis.advice import Advice, Freight, Way
from companion.wording import _, n_, within
from engine.constantinopolis.advice import Cargo, Loading, trade_off
from engine.constantinopolis.commands import Load, Unload
from engine.constantinopolis.readings import contracts

Aboard = Mapping[str, Counter[str]]
"""The contracts on each ship in harbour."""


def advising(scene: Scene) -> Sheet:
    """The best loadings for the player who asks, to be looked at or loaded by one tap."""
    me = scene.me
    now = aboard(scene, me)
    ways = tuple(_way(me, now, titles, loading) for titles, loading in _distinct(scene, me))
    note = _("Exact, with the goods and contracts there are now. Tap one to load it.")
    body = Advice(_("What could {name} load?").format(name=scene.name(me)), note if ways else _nothing(), ways)
    back = Button(_("Back to the ships"), command=acts.Open("play"))
    return sheet(
        scene,
        body,
        Bar(
            sentence=_("Best loading"),
            note=_("Only advice."),
            person=scene.person(me),
            undo=undo(scene),
            choices=(back,),
        ),
    )


def _nothing() -> str:
    return _("No contract here can be loaded with the goods there are.")


def _distinct(scene: Scene, me: str) -> list[tuple[list[str], Loading]]:
    """The loadings that differ, each with the aims it serves best."""
    found: list[tuple[list[str], Loading]] = []
    for aim, loading in trade_off(scene.state, me).items():
        same = next((titles for titles, other in found if other.cargoes == loading.cargoes), None)
        if same is not None:
            same.append(_aim(aim))
        elif loading.cargoes:
            found.append(([_aim(aim)], loading))
    return found


def _aim(aim: str) -> str:
    return {
        "balanced": _("A bit of each"),
        "gold": _("Most gold"),
        "fame": _("Most fame"),
        "soon": _("Home soonest"),
    }[aim]


def _way(me: str, now: Aboard, titles: list[str], loading: Loading) -> Way:
    done = series(me, now, loading)
    button = Button(_("Load it"), command=acts.Series(done)) if done else Button(_("Load it"), reason=_("on board"))
    note = n_("{n} contract", "{n} contracts", sum(len(cargo.contracts) for cargo in loading.cargoes))
    freights = tuple(_freight(cargo) for cargo in loading.cargoes)
    title = ", ".join([titles[0], *(within(each) for each in titles[1:])])
    said = note if done else _("on board already")
    return Way(
        title=title,
        note=said,
        freights=freights,
        gold=loading.gold,
        fame=loading.fame,
        rounds=loading.rounds,
        button=button,
    )


def _freight(cargo: Cargo) -> Freight:
    letters = [face.partition(":")[2].partition(".")[0] for face in cargo.contracts]
    goods = tuple(letter for each in letters for letter in (("P",) if each == "P" else words.goods(each)))
    return Freight(words.ship_icon(cargo.ship), goods, cargo.rounds)


def aboard(scene: Scene, me: str) -> Aboard:
    """What lies on each ship of a seat that may be loaded."""
    table, hold = scene.table, scene.state.setup.book.hold
    harbour = table[scene.zones(me).harbour]
    return {ship: Counter({face: table[hold[ship]][face] for face in contracts(table[hold[ship]])}) for ship in harbour}


def series(me: str, now: Aboard, loading: Loading) -> tuple[Load | Unload, ...]:
    """What turns the loading there is into this one: first what comes off, then what goes on board."""
    wanted = {cargo.ship: Counter(cargo.contracts) for cargo in loading.cargoes}
    off = [Unload(me, face, ship) for ship, has in now.items() for face in _beyond(has, wanted.get(ship, Counter()))]
    on = [Load(me, face, ship) for ship, wants in wanted.items() for face in _beyond(wants, now[ship])]
    return (*off, *on)


def _beyond(more: Counter[str], less: Counter[str]) -> list[str]:
    return sorted((more - less).elements())
