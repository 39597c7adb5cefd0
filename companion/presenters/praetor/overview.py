"""The overview of Praetor: seats, favor track, turn order."""

from __future__ import annotations

from companion.presenters.common.steps import trouble, undo
from companion.presenters.praetor.common import number, phase_word, round_of, top
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.overview import Overview
from companion.views.common.parts import Button, Tag
from companion.views.praetor.overview import FavorStack, PraetorSeat, PraetorTable, TurnPlace
from companion.wording import _, n_, wording
from engine.praetor import phases as p
from engine.praetor.order import turn_order
from engine.praetor.readings import active_workers, favor, morale, own_tiles

AIR = 5
"""The favor track begins and ends at a multiple of this."""


def overview(scene: Scene) -> Overview:
    """Everything everybody may see."""
    actors = [seat for seat in scene.phase.actors if seat]
    return Overview(
        top=top(scene),
        sentence=_sentence(scene, actors),
        note=_note(scene, actors),
        tag=_tag(scene),
        due=scene.sides[actors[0]] if len(actors) == 1 else "",
        seats=tuple(card(scene, seat) for seat in scene.source.names),
        body=table(scene),
        corners=_corners(scene),
        primary=_primary(scene),
    )


def card(scene: Scene, seat: str) -> PraetorSeat:
    """One seat as everybody may see it."""
    me, state = scene.zones(seat), scene.state
    said, at = trouble(scene, seat) or _standing(scene, seat)
    return PraetorSeat(
        person=scene.player(seat),
        side=scene.sides[seat],
        verb=said,
        state=at,
        button=Button(scene.name(seat), command=acts.Open("choose", f"board {seat}")),
        favor=favor(state.zones, me),
        workers=active_workers(state, me),
        morale=morale(state, me),
        tiles=len(own_tiles(state, me)),
    )


def verb(scene: Scene, seat: str) -> str:
    """What a seat is doing, in a word."""
    return _standing(scene, seat)[0]


def _standing(scene: Scene, seat: str) -> tuple[str, str]:
    if seat in scene.phase.actors:
        return doing(scene.phase), "due"
    if seat in getattr(scene.phase, "passed", ()):
        return _("has passed"), "done"
    order = round_of(scene).order
    if seat in order and number(scene.phase) == 2:
        return _("place {n}").format(n=order.index(seat) + 1), "wait"
    return _("waits"), "wait"


def doing(phase: object) -> str:
    """What a player who may act is doing."""
    if isinstance(phase, p.Trading):
        return _("trades")
    return _("acts") if isinstance(phase, p.Actions | p.Lent) else _("decides")


def table(scene: Scene) -> PraetorTable:
    """The favor track and the turn order as they lie."""
    stacks = _stacks(scene)
    low = min(stack.value for stack in stacks) // AIR * AIR
    high = (max(stack.value for stack in stacks) // AIR + 1) * AIR
    return PraetorTable(low=low, high=max(high, low + 2 * AIR), stacks=stacks, order=_order(scene), tie=_tie(stacks))


def lying(scene: Scene) -> tuple[str, ...]:
    """The seats from the fewest favor on, of equal ones the upper first."""
    laid = round_of(scene).laid
    return turn_order(scene.state, laid) if laid else tuple(scene.source.names)


def _stacks(scene: Scene) -> tuple[FavorStack, ...]:
    found: dict[int, list[str]] = {}
    for seat in lying(scene):
        found.setdefault(favor(scene.state.zones, scene.zones(seat)), []).append(seat)
    return tuple(FavorStack(value, tuple(map(scene.player, seats))) for value, seats in found.items())


def _order(scene: Scene) -> tuple[TurnPlace, ...]:
    seats = round_of(scene).order or lying(scene)
    return tuple(
        TurnPlace(
            at,
            scene.player(seat),
            _("{n} favor").format(n=favor(scene.state.zones, scene.zones(seat))),
            seat in scene.phase.actors,
        )
        for at, seat in enumerate(seats, 1)
    )


def _tie(stacks: tuple[FavorStack, ...]) -> str:
    tied = next((stack for stack in stacks if len(stack.persons) > 1), None)
    if tied is None:
        return _("Fewest favor first.")
    upper, lower = tied.persons[:2]
    return _("{upper} lies on top at {n}, acts before {lower}.").format(
        upper=upper.name, n=tied.value, lower=lower.name
    )


def _sentence(scene: Scene, actors: list[str]) -> str:
    if isinstance(scene.phase, p.Over):
        return _("The game is over")
    if len(actors) == 1:
        return _("{name} {does}").format(name=scene.name(actors[0]), does=doing(scene.phase))
    return phase_word(number(scene.phase))


def _note(scene: Scene, actors: list[str]) -> str:
    order = round_of(scene).order
    passed = getattr(scene.phase, "passed", ())
    if actors and actors[0] in order and isinstance(scene.phase, p.Actions):
        at = order.index(actors[0])
        later = [seat for seat in (*order[at + 1 :], *order[:at]) if seat not in passed]
        return _("{name} is next.").format(name=scene.name(later[0])) if later else _("All others have passed.")
    return _("Fewest favor first. The order holds for the whole round.")


def _tag(scene: Scene) -> Tag:
    if scene.source.disagreements:
        return Tag(_("Table and book differ"), "saffron", "disagree")
    caution = next(iter(scene.source.cautions()), None)
    if caution is not None:
        return Tag(caution[wording.language].partition(":")[0], "gold", "camera")
    states = [device.state for device in scene.source.devices if device.state != "off"]
    if lost := states.count("lost"):
        return Tag(n_("{n} device lost, taps go on", "{n} devices lost, taps go on", lost), "alarm", "lost")
    return Tag(_("Table and book agree"), "verdigris", "check") if states else Tag(_("Played by taps"), "sunk")


def _primary(scene: Scene) -> Button | None:
    if scene.source.disagreements:
        return Button(_("Table and book differ"), icon="disagree", command=acts.Open("differ"))
    if isinstance(scene.phase, p.Over):
        return Button(_("Final score"), icon="fame", command=acts.Open("score"), look="primary")
    return Button(_("Go on"), command=acts.Open("play"), look="primary")


def _corners(scene: Scene) -> tuple[Button, ...]:
    nothing = Button(_("Undo"), icon="undo", reason=_("nothing to take back"))
    return (
        undo(scene) or nothing,
        Button(_("Menu"), icon="menu", command=acts.Open("menu")),
        Button(_("Score"), icon="fame", command=acts.Open("score")),
        Button(_("Challenge"), icon="challenge", command=acts.Challenge()),
    )
