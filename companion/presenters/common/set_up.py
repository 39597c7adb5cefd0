"""The set-up card of this table: every line can be ticked, by hand or by what sensors see."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.play.hands import TAP
from companion.presenters.handling import At
from companion.presenters.laying_out import Laid, LayingOut, Portion, Taken
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.common.set_up import SetUpCard, SetUpCell, SetUpList, SetUpRow, SetUpSign, SetUpThing
from companion.wording import _, n_

MANY = 18
"""From so many names on a list says how many there are instead."""


def has_set_up(scene: Scene) -> bool:
    """Does this game say how it is laid out?"""
    return hasattr(scene.title, "set_up")


def set_up_card(scene: Scene) -> Sheet:
    """The whole card, not turned to anybody: it lies between all."""
    lines: LayingOut = scene.title.set_up(scene)  # type: ignore[attr-defined]  # only games that have one get here
    card = SetUpCard(
        heading=_("Each player takes"),
        people=tuple(scene.player(seat) for seat in scene.source.names),
        rows=tuple(_row(scene, taken) for taken in lines.taken),
        lists=(
            SetUpList(_("On the table"), "table", tuple(_thing(scene, laid) for laid in lines.table)),
            SetUpList(_("Back into the box"), "box", tuple(_thing(scene, laid) for laid in lines.box), True),
        ),
        signs=(SetUpSign("tray", _("seen by a tray or the camera")), SetUpSign("check", _("tapped"))),
    )
    return Sheet(body=card, top=scene.title.top(scene), bar=_bar(scene, keys_of(lines)))


def keys_of(lines: LayingOut) -> tuple[str, ...]:
    """Every line by its key."""
    taken = (portion.key for each in lines.taken for portion in each.portions)
    return (*taken, *(laid.key for laid in (*lines.table, *lines.box)))


def names_or_count(names: tuple[str, ...], count: str) -> str:
    """Names while they are few, else how many there are."""
    return ", ".join(names) if len(names) < MANY else count


def colour_word(colour: str) -> str:
    """The colour of a seat, as a noun: everything of it goes back."""
    return {
        "black": _("black"),
        "blue": _("blue"),
        "green": _("green"),
        "purple": _("purple"),
        "red": _("red"),
        "white": _("white"),
        "yellow": _("yellow"),
    }.get(colour, colour)


def _bar(scene: Scene, keys: tuple[str, ...]) -> Bar:
    open_ = tuple(key for key in keys if key not in scene.source.set_up.done)
    done = _("{n} of {all} are done.").format(n=len(keys) - len(open_), all=len(keys))
    begins = scene.source.book.last <= 1
    on = Button(_("Start") if begins else _("Back to the game"), command=acts.Open("play"), look="primary")
    if not open_:
        return Bar(sentence=_("The table is set"), note=done, primary=on)
    rest = n_("ticks the other {n}", "ticks the other {n}", len(open_))
    every = Button(_("All lies there"), rest, "check", command=acts.TickSetUp(open_, True), look="primary")
    away = Button(_("Start anyway") if begins else _("Back to the game"), command=acts.Open("play"))
    how = _("A tap ticks a line.")
    return Bar(sentence=_("Set the table"), note=f"{done} {how}", choices=(away,), primary=every)


def _row(scene: Scene, taken: Taken) -> SetUpRow:
    there = {portion.seat: portion for portion in taken.portions}
    cells = tuple(_cell(scene, there[seat]) for seat in scene.source.names if seat in there)
    return SetUpRow(title=taken.title, note=taken.note, icon=taken.icon, coins=taken.coins, cells=cells)


def _thing(scene: Scene, laid: Laid) -> SetUpThing:
    return SetUpThing(laid.title, laid.note, laid.icon, _cell(scene, laid))


def _cell(scene: Scene, line: Portion | Laid) -> SetUpCell:
    how = scene.source.set_up.done.get(line.key, "")
    text, number = (line.text, line.number) if isinstance(line, Portion) else ("", 0)
    mark = {"": "", TAP: "check", "camera": "camera"}.get(how.partition(":")[0], "tray")
    return SetUpCell(Button(text, command=acts.TickSetUp((line.key,), not how), chosen=bool(how)), number, mark)


def _tick(desk: At, act: acts.TickSetUp) -> None:
    assert desk.source is not None
    desk.source.tick_set_up(act.lines, act.done)
    desk.notify()


HANDLERS: Mapping[type, Callable[[At, acts.TickSetUp], None]] = {acts.TickSetUp: _tick}
