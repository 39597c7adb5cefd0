"""The journal line by line, and what going back asks of people's hands."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.common.consent import asking, effect, must_agree
from companion.presenters.common.hands import put_back
from companion.presenters.common.mending import mended, mending, picking
from companion.presenters.common.printing import printing
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.history import Back, History, HistoryLine
from companion.views.common.parts import Button, Person, Sheet
from companion.wording import _, n_
from engine.journal import Entry, Undo
from engine.rule import Illegal

LINES = 60
"""How many lines are shown at once."""
NAMED = 20
"""Names of people together are not longer than so many letters on a button: those have room in large words, too."""


def remembering(scene: Scene) -> Sheet:
    """The journal, newest line first; or the card whose face is typed in for a line that is corrected."""
    if (card := printing(scene)) is not None:
        return card
    entries = list(scene.source.journal)[::-1]
    live = set(scene.source.book.live)
    wanted = [entry for entry in entries if _wanted(scene, entry)][:LINES]
    to = scene.look.back_to
    lines = tuple(_line(scene, entry, live, to) for entry in wanted)
    hint = _("Tap a line to go back to before it. Nothing is ever erased: lines taken back stay, struck.")
    amended, mend = scene.look.amended, scene.look.mend
    back = mended(scene, amended) if amended else going_back(scene, to) if to is not None else None
    pick = picking(scene, mend, scene.look.about) if mend and scene.look.about and not amended else None
    choices = mending(scene, mend) if mend and not amended and pick is None else None
    body = History(heading=_("History"), tabs=_tabs(scene), lines=lines, back=back, hint=hint, mend=choices, pick=pick)
    asked = body.back.asked.seat if body.back and body.back.asked else ""
    sheet: Sheet = scene.title.sheet(scene, body, None, asked)
    close = Button(_("Back to the game"), icon="close", command=acts.Open("play"))
    return replace(sheet, top=replace(sheet.top, menu=close))


def _wanted(scene: Scene, entry: Entry) -> bool:
    tab = scene.look.tab
    return not tab or tab == getattr(entry.command, "seat", "")


def _tabs(scene: Scene) -> tuple[Button, ...]:
    tab = scene.look.tab
    every = Button(_("All"), command=acts.Tab(""), look="tab", chosen=not tab)
    people = [
        Button(person.name, command=acts.Tab(seat), look="tab", chosen=tab == seat)
        for seat in scene.source.names
        if (person := scene.person(seat))
    ]
    return (every, *people) if len(people) < 5 else (every, *people[:4])


def _line(scene: Scene, entry: Entry, live: set[int], to: int | None) -> HistoryLine:
    gone = entry.number not in live and not isinstance(entry.command, Undo)
    taken = to is not None and entry.number > to and entry.number in live
    struck = gone or taken or entry.number in _changed(scene)
    act = acts.BackTo(scene.before(entry.number)) if entry.number in live and entry.number > 1 else None
    note = scene.title.origin(entry)
    return HistoryLine(
        number=entry.number,
        person=scene.person(getattr(entry.command, "seat", "")),
        line=scene.title.entry_line(scene, entry),
        note=f"{note}, {_('taken back')}" if gone else note,
        right=scene.title.brought(scene, entry),
        button=Button("", command=act),
        struck=struck,
        edge=to is not None and entry.number > to and scene.before(entry.number) == to,
    )


def _changed(scene: Scene) -> set[int]:
    """The lines a correction would replace or leave out."""
    amended = scene.look.amended
    if amended is None:
        return {scene.look.mend}
    return {amended.number, *(entry.number for entry, _why in amended.refused)}


def going_back(scene: Scene, to: int) -> Back | None:
    """What taking back everything after entry `to` asks: pieces to put back, and other players' yes."""
    try:
        entries, events = scene.source.book.taken_back(to), scene.source.book.put_back(to)
    except Illegal:
        return None
    if not entries:
        return None
    missing = [seat for seat in must_agree(scene, to) if seat not in scene.look.agreed]
    asked = scene.person(missing[0]) if missing else None
    pieces = put_back(scene, events)
    count = n_(
        "{n} line is taken back. It stays in the record, struck.",
        "{n} lines are taken back. They stay in the record, struck.",
        len(entries),
    )
    title = _("Back to line {n}").format(n=to)
    first = entries[-1].number
    mend = Button(_("Correct only line {n}").format(n=first), command=acts.Mend(first))
    no = Button(_("No"), command=acts.Open("history"))
    must, why = asking(entries, asked, scene.look.agreed)
    return Back(
        title=title,
        note=count,
        pieces=pieces,
        effect=effect(scene, events),
        asked=asked,
        question=must,
        reason=why,
        no=no,
        yes=_yes(to, missing, asked),
        heading=_("Put these back by hand"),
        mend=mend if mendable(scene, first) else None,
        all=all_agree(scene, missing),
    )


def all_agree(scene: Scene, missing: list[str]) -> Button | None:
    """One tap for all who must still agree, where there is more than one."""
    if len(missing) < 2:
        return None
    return Button(_("All agree"), named(scene, missing), command=acts.AgreeAll((*scene.look.agreed, *missing)))


def named(scene: Scene, seats: list[str]) -> str:
    """These people, by the letters on their discs where their names are too long for a button."""
    names = ", ".join(scene.name(seat) for seat in seats)
    return names if len(names) <= NAMED else ", ".join(scene.player(seat).initial for seat in seats)


def mendable(scene: Scene, number: int) -> bool:
    """May line `number` be another? What a player decided may, as long as it stands."""
    command = scene.source.journal[number - 1].command
    return bool(getattr(command, "seat", "")) and type(command) in scene.source.game.commands


def _yes(to: int, missing: list[str], asked: Person | None) -> Button:
    if asked is None:
        return Button(_("Take it back"), command=acts.TakeBack(to), look="primary")
    label = _("{name} agrees").format(name=asked.name)
    return Button(label, command=acts.Agree(missing[0]), look="primary")
