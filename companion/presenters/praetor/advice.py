"""What is possible, on request: the builds by the favor they bring now, and the wages of the coming update.

These are sums over what lies open; nothing is chosen for anybody.
"""

from __future__ import annotations

from companion.presenters.common.steps import undo
from companion.presenters.praetor import words
from companion.presenters.praetor.choice import BUILD, Choice, chosen, pick
from companion.presenters.praetor.city import acting
from companion.presenters.praetor.common import board_mark, sheet, sums_hidden
from companion.presenters.praetor.lines import HIDE, SHOW
from companion.presenters.praetor.map import turned
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.praetor.city import CityLine
from companion.views.praetor.reveal import PraetorReveal
from companion.wording import _, figure, n_
from engine.journal import Remark
from engine.praetor.advice import Built, Wages, builds, coming_wages
from engine.praetor.turns import able


def advising(scene: Scene) -> Sheet:
    """The lawful builds of the player who acts, and the wages that come if nothing changes; one that was tapped lies on
    the map."""
    if chosen(scene).kind == BUILD:
        return acting(scene)
    me, hidden = scene.me, sums_hidden(scene)
    found = builds(scene.state, scene.zones(me))
    if hidden:
        found = sorted(found, key=lambda one: (-one.printed, one.tile))
    body = PraetorReveal(
        heading=_("What can {name} build now?").format(name=scene.name(me)),
        note=_note(hidden, len(found)),
        found=(_wages(scene, me),),
        there=tuple(_line(scene, one, hidden) for one in found),
    )
    agree = Remark("", SHOW if hidden else HIDE)
    word = _("Show the sums") if hidden else _("Hide the sums")
    button = Button(word, _("agreed by the table"), "shown" if hidden else "hidden", command=agree)
    bar = Bar(
        sentence=_("What is possible?"),
        note=_("Sums of what lies open; the choice is yours."),
        person=scene.person(me),
        undo=undo(scene),
        choices=(button,),
        primary=Button(_("Back to the city"), command=acts.Open("play"), look="primary"),
    )
    return sheet(scene, body, bar)


def _note(hidden: bool, count: int) -> str:
    if not count:
        return _("Nothing: a worker, a marker and the price are needed.")
    if hidden:
        return _("By printed favor; the table keeps the sums of plazas to itself.")
    return _("Most favor first: printed, and the best sum of plazas in the city.")


def _line(scene: Scene, one: Built, hidden: bool) -> CityLine:
    book = scene.state.book
    worker = able(scene.state, scene.zones(scene.me))[0]
    choice = Choice(BUILD, one.tile, None if hidden else one.spot, worker)
    where = words.cell_words(one.spot)
    plazas = n_("{n} plaza at {where}", "{n} plazas at {where}", one.plazas, where=where)
    return CityLine(
        name=words.tile_name(one.tile),
        icon=words.tile_icon(one.tile),
        plazas=turned(book.corners[one.tile], 0 if hidden else one.spot.turn),
        price=words.price(book.cost[one.tile]),
        note=_("printed {n}").format(n=one.printed) if hidden else f"{one.printed} + {plazas}",
        right=(("fame", one.printed if hidden else one.favor),),
        button=Button(words.tile_name(one.tile), command=pick(choice)),
        house=scene.ours(f"city.{one.tile}"),
    )


def _wages(scene: Scene, me: str) -> CityLine:
    """The wages of the coming update, and what would be missing; a tap shows the board they are counted on."""
    wages = coming_wages(scene.state, scene.zones(me))
    there = _("it is there, if nothing else changes")
    return CityLine(
        name=_("Wages in the update"),
        icon="wage",
        note=_missing(scene, me, wages) if wages.missing else there,
        right=(("coin", wages.due),),
        button=Button(_("Board"), command=acts.Open("choose", "board")),
    )


def _missing(scene: Scene, seat: str, wages: Wages) -> str:
    """How much gold would be missing, and where that would bring the morale."""
    low = scene.state.book.morale[scene.state.setup.side[seat]][wages.morale]
    text = _("{n} gold is missing: morale falls to {low}, if nothing else changes")
    return board_mark(scene, seat, "morale", text.format(n=wages.missing, low=figure(low)))
