"""What all screens of Constantinopolis share: phases on the rail, devices, undo, seat cards."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from companion.presenters.chips import chips, house_chip
from companion.presenters.common.steps import differs, toast, trouble
from companion.presenters.constantinopolis import words
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet, Step, Top
from companion.views.constantinopolis.overview import CitySeat
from companion.wording import _, wording
from engine.constantinopolis import phases as p
from engine.constantinopolis.readings import gold, holder, office_of
from engine.constantinopolis.zones import OFFICES

PHASES = (
    ("phase-1-auction", "C-AUC-01"),
    ("phase-2-ships", "C-SHP-01"),
    ("phase-3-production", "C-PRD-01"),
    ("phase-4-construction", "C-BLD-01"),
    ("phase-5-draw", "C-DRW-01"),
    ("phase-6-accept", "C-ACC-01"),
    ("phase-7-donate", "C-DON-01"),
    ("phase-8-end", "C-EOR-01"),
)
NUMBER: dict[type, int] = {
    **dict.fromkeys((p.Boxed, p.Activation, p.Duel, p.Settling, p.Bounty), 1),
    p.Arrivals: 2,
    p.Harvest: 3,
    **dict.fromkeys((p.Construction, p.Declared), 4),
    p.Drawing: 5,
    **dict.fromkeys((p.Acceptance, p.Dealing, p.Clash, p.Bargain, p.Departure, p.Clearing), 6),
    p.Donation: 7,
    **dict.fromkeys((p.Turnover, p.Storing, p.Refreshing, p.Scoring, p.Over), 8),
}
ROUNDS = 9


def phase_word(number: int) -> str:
    """A phase in words."""
    return _phase_words(wording.language)[number - 1]


@cache
def _phase_words(_language: str) -> tuple[str, ...]:
    return (
        _("Auction"),
        _("Ships"),
        _("Production"),
        _("Construction"),
        _("Draw contracts"),
        _("Accept contracts"),
        _("Donate"),
        _("End of round"),
    )


def number(phase: object) -> int:
    """Which of the eight phases this is."""
    if isinstance(phase, p.Shuffling):
        return number(phase.back)
    return NUMBER[type(phase)]


def top(scene: Scene) -> Top:
    """Round, phases, devices and menu."""
    phase, now = scene.phase, number(scene.phase)
    over = isinstance(phase, p.Over)
    steps = tuple(
        Step(
            icon,
            _("Final score") if over and at == now else phase_word(at),
            "past" if at < now else "now" if at == now else "coming",
            Button(phase_word(at), command=acts.Ask(rule)),
        )
        for at, (icon, rule) in enumerate(PHASES, 1)
    )
    number_ = phase.round.number if hasattr(phase, "round") else 1
    title = _("Round {n} of {all}").format(n=number_, all=ROUNDS)
    menu = Button(_("Menu"), icon="menu", command=acts.Open("menu"))
    return Top(
        title=title,
        round=number_,
        rounds=ROUNDS,
        steps=steps,
        chips=(*house_chip(scene), *chips(scene.source.devices, bool(scene.source.questions), differs(scene))),
        menu=menu,
    )


def card(scene: Scene, seat: str) -> CitySeat:
    """One seat as everybody may see it."""
    me, table = scene.zones(seat), scene.table
    papers = sum(count for zone in (me.open, me.saved) for piece, count in table[zone].items() if piece != me.post)
    verb, state = trouble(scene, seat) or standing(scene, seat)
    opens = acts.Sit(seat) if seat in scene.phase.actors else acts.Open("answers", seat)
    return CitySeat(
        person=scene.player(seat),
        side=scene.sides[seat],
        verb=verb,
        state=state,
        office=office_of(table, seat),
        fame=table[me.fame].get("fame", 0),
        level=table[me.level].get("level", 0),
        goods=words.goods(table[me.goods]),
        contracts=papers,
        button=Button(scene.name(seat), command=opens),
        secret="" if isinstance(scene.phase, p.Over) else seat,
    )


def standing(scene: Scene, seat: str) -> tuple[str, str]:
    """What a seat is doing, in a word, and the state of its card where nothing is wrong there."""
    if seat in scene.phase.actors:
        return doing(scene.phase), "due"
    order = getattr(getattr(scene.phase, "round", None), "order", ())
    actors = [actor for actor in scene.phase.actors if actor in order]
    if isinstance(scene.phase, p.Construction | p.Drawing) and actors and seat in order:
        return (_("done"), "done") if order.index(seat) < order.index(actors[0]) else (_("to come"), "wait")
    return (
        (_("done"), "done") if isinstance(scene.phase, p.Acceptance | p.Donation | p.Storing) else (_("waits"), "wait")
    )


def doing(phase: object) -> str:
    """What a player who may act is doing."""
    if isinstance(phase, p.Duel):
        return _("answers")
    if isinstance(phase, p.Activation):
        return _("chooses an office")
    if isinstance(phase, p.Construction):
        return _("builds")
    if isinstance(phase, p.Drawing | p.Dealing):
        return _("draws")
    if isinstance(phase, p.Acceptance):
        return _("loads ships")
    return _("decides")


def treasury(scene: Scene, seat: str, note: str) -> Button:
    """A covered treasury; uncovered while its owner holds it."""
    if scene.look.uncovered == seat:
        label = _("{n} gold").format(n=gold(scene.table, scene.zones(seat)))
        return Button(label, note, "shown", command=acts.Uncover(seat), key=seat)
    return Button(_("hold to look") if note else _("gold"), note, "hidden", command=acts.Uncover(seat), key=seat)


def purse(scene: Scene, seat: str) -> Button:
    """A seat's covered treasury on a screen of its own."""
    return treasury(scene, seat, _("{name}’s gold").format(name=scene.name(seat)))


def holders(scene: Scene) -> dict[int, str]:
    """Who stands on which office."""
    return {office: holder(scene.table, office) for office in OFFICES}


def sheet(scene: Scene, body: Struct, bar: Bar | None, seat: str | None = None) -> Sheet:
    """A speaking screen turned to the seat it speaks to."""
    who = scene.me if seat is None else seat
    return Sheet(body=body, top=top(scene), bar=bar, band=who, turn=scene.turn(who), toast=toast(scene))
