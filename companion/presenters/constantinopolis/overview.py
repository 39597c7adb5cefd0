"""The overview of Constantinopolis: the table at a glance."""

from __future__ import annotations

from companion.presenters.common.steps import undo
from companion.presenters.common.watched import watched
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import card, number, phase_word, standing, top
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.overview import Overview
from companion.views.common.parts import Button
from companion.views.constantinopolis.overview import CityTable, Lane, OfficeLine, Price, ShipSpot
from companion.wording import _
from engine.catalogue import Unknown
from engine.constantinopolis import phases as p
from engine.constantinopolis.readings import holder, stall
from engine.constantinopolis.zones import CURRENT, NEXT, OFFICES


def overview(scene: Scene) -> Overview:
    """Everything everybody may see."""
    actors = [seat for seat in scene.phase.actors if seat]
    due = scene.sides[actors[0]] if len(actors) == 1 else ""
    current = next(iter(scene.table[CURRENT]), "")
    return Overview(
        top=top(scene),
        sentence=_sentence(scene, actors),
        note=_note(scene, actors),
        tag=watched(scene),
        due=due,
        seats=tuple(card(scene, seat) for seat in scene.source.names),
        body=CityTable(
            offices=tuple(_office(scene, office) for office in OFFICES),
            lanes=_lanes(scene),
            market=words.market_name(current) if current else "",
            prices=_prices(scene),
            coming=_coming(scene),
        ),
        corners=_corners(scene),
        primary=_primary(scene, actors),
    )


def verb(scene: Scene, seat: str) -> str:
    """What a seat is doing, in a word."""
    return standing(scene, seat)[0]


def _sentence(scene: Scene, actors: list[str]) -> str:
    if isinstance(scene.phase, p.Over):
        return _("The game is over")
    if len(actors) == 1:
        return _("{name} {does}").format(name=scene.name(actors[0]), does=verb(scene, actors[0]))
    return phase_word(number(scene.phase)) if actors else _("All hands")


def _note(scene: Scene, actors: list[str]) -> str:
    if scene.source.book.last == 1:
        return _("Lay it out: {market} is the market, 30 gold and a small ship for each.").format(
            market=words.market_name(next(iter(scene.table[CURRENT]), ""))
        )
    if len(actors) > 1:
        return _("Everybody at once: tap your own card.")
    order = scene.phase.round.order if hasattr(scene.phase, "round") else ()
    if actors and actors[0] in order:
        later = order[order.index(actors[0]) + 1 :]
        return _("{name} is next.").format(name=scene.name(later[0])) if later else _("The last one in this phase.")
    return ""


def _primary(scene: Scene, actors: list[str]) -> Button | None:
    if scene.source.disagreements:
        return Button(_("Table and book differ"), icon="disagree", command=acts.Open("differ"))
    if isinstance(scene.phase, p.Over):
        return Button(_("Final score"), icon="fame", command=acts.Open("score"), look="primary")
    if len(actors) == 1 or not actors:
        return Button(_("Go on"), command=acts.Open("play"), look="primary")
    return None


def _office(scene: Scene, office: int) -> OfficeLine:
    who = scene.person(holder(scene.table, office))
    return OfficeLine(office, f"office-{office}", words.SHORT_OFFICES[office - 1], who)


def _lanes(scene: Scene) -> tuple[Lane, ...]:
    return (
        Lane(_("Long"), "sea_tint", _spots(scene, "long")),
        Lane(_("Short"), "sea_tint", _spots(scene, "short")),
        Lane(_("Harbour"), "sunk", _spots(scene, "harbour")),
    )


def _spots(scene: Scene, lane: str) -> tuple[ShipSpot, ...]:
    return tuple(
        ShipSpot(scene.player(seat), words.ship_icon(ship))
        for seat in scene.source.names
        for ship in scene.table[getattr(scene.zones(seat), lane)]
    )


def _prices(scene: Scene) -> tuple[Price, ...]:
    try:
        now = stall(scene.state)
    except (Unknown, LookupError):
        return ()
    return tuple(Price(good, now.buy[good], now.sell[good]) for good in words.ORDER if now.limit.get(good))


def _coming(scene: Scene) -> str:
    following = next(iter(scene.table[NEXT]), "")
    return _("next: {name}").format(name=words.market_name(following)) if following else ""


def _corners(scene: Scene) -> tuple[Button, ...]:
    nothing = Button(_("Undo"), icon="undo", reason=_("nothing to take back"))
    return (
        undo(scene) or nothing,
        Button(_("Menu"), icon="menu", command=acts.Open("menu")),
        Button(_("Score"), icon="fame", command=acts.Open("score")),
        Button(_("Challenge"), icon="challenge", command=acts.Challenge()),
    )
