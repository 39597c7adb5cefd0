"""What hands must do, in words: the sheets after automatic steps, and the pieces that going back asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.play.hands import TAP, HandLine, grouped, net
from companion.presenters.common.secret import secret
from companion.presenters.scene import HandWords, Scene, Screens
from companion.views.common import acts
from companion.views.common.hands import Art, HandsBoard, HandSheet, HandTask
from companion.views.common.parts import Button, Glyph, Row, Word
from companion.wording import _, n_
from engine.event import Event
from engine.journal import Undo


class PlainWords:
    """Pieces in the words every game has, for a game that has none for hands."""

    def __init__(self, title: Screens) -> None:
        self._title = title

    def hand_words(self, tally: Mapping[str, int]) -> str:
        """So many of each piece."""
        return ", ".join(self._title.amount_words(piece, count) for piece, count in tally.items())

    def hand_art(self, tally: Mapping[str, int]) -> Art:
        """The first piece as an icon."""
        return Art(icon=self._title.piece_icon(next(iter(tally))))

    def place_words(self, scene: Scene, _source: str, target: str) -> str:
        """An arrow, and the place."""
        return f"→ {self._title.zone_words(scene, target)}"

    def mark_words(self, _piece: str, _value: int) -> str:
        """No piece is a marker that counts."""
        return ""


def hand_words(scene: Scene) -> HandWords:
    """The game's words for hands, as far as it has some."""
    return scene.title.HANDS if hasattr(scene.title, "HANDS") else PlainWords(scene.title)


def hands(scene: Scene) -> HandsBoard:
    """The sheet of every seat, at its side, with what its hands still lack and what was seen of it."""
    lines, round_it = scene.source.hands.lines, scene.title.overview(scene)
    still = {line.seat for line in scene.source.hands.open}
    return HandsBoard(
        top=round_it.top,
        sentence=_sentence(scene, lines),
        note=_note(scene, lines, len(still - {""})),
        sheets=tuple(_sheet(scene, seat, [line for line in lines if line.seat == seat]) for seat in scene.source.names),
        table=tuple(_task(scene, line) for line in lines if not line.seat),
        choices=(_all_done(scene.source.hands.open, len(still - {""})), _booked()),
        corners=round_it.corners,
    )


def _sentence(scene: Scene, lines: Sequence[HandLine]) -> str:
    if all(isinstance(scene.source.journal[line.entry - 1].command, Undo) for line in lines):
        return _("Put these back")
    takes = all(line.seat and not _owned(scene, line.source) and _owned(scene, line.target) for line in lines)
    return _("Everybody takes") if takes else _("Move your pieces")


def _note(scene: Scene, lines: Sequence[HandLine], people: int) -> str:
    what = ", ".join(dict.fromkeys(_why(scene, line.entry) for line in lines))
    booked = _("Booked: {what}.").format(what=what)
    still = n_("{n} player still moves pieces.", "{n} players still move pieces.", people)
    return f"{booked} {still}"


def _why(scene: Scene, entry: int) -> str:
    command = scene.source.journal[entry - 1].command
    if type(command) in scene.source.game.commands:
        return scene.title.command_words(scene, command)
    return _("taken back") if isinstance(command, Undo) else _("corrected")


def _all_done(lines: Iterable[HandLine], people: int) -> Button:
    label = _("All are done") if people > 1 else _("All done")
    return Button(label, icon="check", command=acts.HandsDone(tuple(line.key for line in lines)))


def _booked() -> Button:
    return Button(_("What was booked?"), icon="rule", command=acts.Open("history"))


def _sheet(scene: Scene, seat: str, lines: Sequence[HandLine]) -> HandSheet:
    due = [line for line in lines if not line.done]
    lost = any(device.seat == seat and device.state == "lost" for device in scene.source.devices)
    note = _("{n} of {all} to do").format(n=len(due), all=len(lines)) if due else _("nothing left to do")
    return HandSheet(
        person=scene.player(seat),
        side=scene.sides[seat],
        note=", ".join((note, _("tray lost"))) if lost and due else note,
        tasks=tuple(_task(scene, line) for line in lines) if due else (),
        all=_all_done(due, 1) if due else None,
        lost=lost,
        secret=secret(scene, seat),
    )


def _task(scene: Scene, line: HandLine) -> HandTask:
    return HandTask(
        label=hand_label(scene, line),
        note=_why(scene, line.entry),
        art=hand_words(scene).hand_art(line.pieces),
        button=Button("", command=None if line.done else acts.HandsDone((line.key,))),
        done=_seen(line.done),
    )


def _seen(how: str) -> str:
    """The icon of how a line was seen done."""
    return {"": "", TAP: "check", "camera": "camera"}.get(how.partition(":")[0], "tray")


def hand_label(scene: Scene, line: HandLine, ahead: int = 0) -> str:
    """A line as what a hand does; `ahead` is by how much the book will have changed where a marker counts."""
    moves, words = line.moves, hand_words(scene)
    what = words.hand_words(line.pieces)
    if moves[0].into:
        return _("Turn over: {what}").format(what=what)
    marked = _owned(scene, line.target) or _owned(scene, line.source)
    if marked and (mark := _mark(scene, line, ahead)):
        return mark
    if _owned(scene, line.target) and not _owned(scene, line.source):
        return _("Take {what}").format(what=what)
    said = f"{what} {words.place_words(scene, line.source, line.target)}"
    return said[:1].upper() + said[1:]


def _mark(scene: Scene, line: HandLine, ahead: int) -> str:
    """Where a marker goes that counts something; nothing where pieces are moved one by one."""
    (piece, *others), zone = line.pieces, line.target if _owned(scene, line.target) else line.source
    return "" if others else hand_words(scene).mark_words(piece, scene.table[zone].get(piece, 0) + ahead)


def _owned(scene: Scene, zone: str) -> bool:
    return any(part in scene.source.names for part in zone.split("/"))


def put_back(scene: Scene, events: Iterable[Event]) -> tuple[Row, ...]:
    """Events that have not happened yet as what hands would have to do."""
    lines = grouped(net(events), scene.table, list(scene.source.names))
    return tuple(_row(scene, line) for line in lines)


def _row(scene: Scene, line: HandLine) -> Row:
    count = sum(move.count for move in line.moves)
    label = hand_label(scene, line, count if _owned(scene, line.target) else -count)
    icon = hand_words(scene).hand_art(line.pieces).icon
    return Row(line=(Word(label),), person=scene.person(line.seat), right=(Glyph(icon, str(count)),))
