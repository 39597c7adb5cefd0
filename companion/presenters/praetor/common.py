"""What all screens of Praetor share: round and era, turn order, phases, what is left of decks, people as dice."""

from __future__ import annotations

from msgspec import Struct

from companion.presenters.chips import chips, house_chip
from companion.presenters.common.steps import differs, toast
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import MARK, Bar, Button, Chip, Sheet, Step, Top, Turn
from companion.views.praetor.city import Die
from companion.wording import _
from engine.praetor import phases as p
from engine.praetor.zones import FIRST_ERA, LEVEL, MASTER, SECOND_ERA, WALLS
from engine.table import total

RAIL = (("phase-order", "P-ORD-01"), ("phase-actions", "P-ACT-01"), ("phase-update", "P-UPD-01"))
NUMBER: dict[type, int] = {
    **dict.fromkeys((p.Boxed, p.Ordering), 1),
    **dict.fromkeys((p.Actions, p.Lent, p.Trading), 2),
}
"""Which of the three phases a phase of the game belongs to; all others belong to the update."""


def phase_word(number: int) -> str:
    """A phase in words."""
    return (_("Turn order"), _("Actions"), _("Update"))[number - 1]


def number(phase: object) -> int:
    """Which of the three phases this is."""
    return NUMBER.get(type(phase), 3)


def round_of(scene: Scene) -> p.Round:
    """The round of the phase; that before the first one while the game lies in its box."""
    return getattr(scene.phase, "round", None) or p.Round(1, tuple(scene.source.names))


def era_word(scene: Scene) -> str:
    """The era, or that this is the last round."""
    if round_of(scene).last:
        return _("last round")
    return _("first era") if scene.table[FIRST_ERA] else _("second era")


def top(scene: Scene) -> Top:
    """Round, turn order, phases, what is left, devices and menu."""
    now = number(scene.phase)
    over = isinstance(scene.phase, p.Over | p.Tied | p.Scoring)
    steps = tuple(
        Step(
            "fame" if over and at == now else icon,
            _("Final score") if over and at == now else phase_word(at),
            "past" if at < now else "now" if at == now else "coming",
            Button(phase_word(at), command=acts.Ask(rule)),
        )
        for at, (icon, rule) in enumerate(RAIL, 1)
    )
    return Top(
        title=_("Round {n}").format(n=round_of(scene).number),
        note=era_word(scene),
        order=order(scene),
        steps=steps,
        chips=(
            *house_chip(scene),
            *left(scene),
            *chips(scene.source.devices, bool(scene.source.questions), differs(scene)),
        ),
        menu=Button(_("Menu"), icon="menu", command=acts.Open("menu")),
    )


def order(scene: Scene) -> tuple[Turn, ...]:
    """The seats in turn order: who acts, and who has passed."""
    if number(scene.phase) != 2:
        return ()
    turn = scene.phase if isinstance(scene.phase, p.Actions) else scene.phase.back
    return tuple(
        Turn(scene.player(seat), "acts" if seat in turn.actors else "passed" if seat in turn.passed else "waits")
        for seat in turn.round.order
    )


def left(scene: Scene) -> tuple[Chip, ...]:
    """City tiles and wall sections that are left: the game ends when either runs out."""
    tiles = total(scene.table[FIRST_ERA]) + total(scene.table[SECOND_ERA])
    walls = total(scene.table[WALLS])
    rule = Button(_("When does it end?"), command=acts.Ask("P-REF-04"))
    return Chip("deck", str(tiles), "", rule), Chip("kind-wall", str(walls), "", rule)


def die(scene: Scene, piece: str) -> Die:
    """A worker as it is drawn."""
    return Die(scene.player(MASTER[piece]), LEVEL[piece])


def board_mark(scene: Scene, seat: str, value: str, text: str) -> str:
    """Words about a value of a seat's board, with the mark of our own set where it is one of it."""
    return text + MARK if scene.ours(f"board.{scene.state.setup.side[seat]}.{value}") else text


def sheet(scene: Scene, body: Struct, bar: Bar | None, seat: str | None = None) -> Sheet:
    """A speaking screen turned to the seat it speaks to."""
    who = scene.me if seat is None else seat
    return Sheet(body=body, top=top(scene), bar=bar, band=who, turn=scene.turn(who), toast=toast(scene))


def sums_hidden(scene: Scene) -> bool:
    """Has the table agreed not to be shown the sums of plazas?"""
    from companion.presenters.praetor.lines import HIDE, SHOW

    said = [entry.command.text for entry in scene.live() if type(entry.command).__name__ == "Remark"]
    agreed = [text for text in said if text in (HIDE, SHOW)]
    return agreed[-1:] == [HIDE]
