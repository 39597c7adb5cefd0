"""Why a figure is what it is, and what a player may do now, each by one tap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from msgspec.structs import replace

from companion.arbiter.why import Cause, causes
from companion.presenters.common.back_bar import way_back
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.answers import AnswerLine, Answers
from companion.views.common.parts import Button, Glyph, Line, Sheet, Word
from companion.views.common.task_acts import BeginTask
from companion.wording import _, figure, noun, signed, wording
from engine.game import Command, Offer
from engine.journal import UNDONE

MAY = "may"
MOST = 80
"""So many lines of an answer are shown."""


def answering(scene: Scene) -> Sheet:
    """The answer about the seat and the topic that were asked for."""
    seat = scene.look.about if scene.look.about in scene.source.names else scene.me or next(iter(scene.source.names))
    topics = scene.title.figures()
    topic = scene.look.tab if scene.look.tab in topics else MAY
    covered = topic == MAY and scene.look.uncovered != seat
    lines = () if covered else _may(scene, seat) if topic == MAY else _why(scene, seat, topic)
    body = Answers(
        heading=_heading(scene, seat, topic),
        note=_note(topic, bool(lines), covered),
        seats=tuple(_seat(scene, each, each == seat) for each in scene.source.names),
        topics=tuple(_topic(name, word, icon, name == topic) for name, (word, icon, _pieces) in _all(scene).items()),
        lines=lines,
        cover=_cover(scene, seat) if covered else None,
        purse=scene.title.purse(scene, seat) if topic == MAY else None,
    )
    bar = replace(way_back(_("The referee answers")), choices=_count(scene, seat))
    return scene.title.sheet(scene, body, bar, seat if topic == MAY else "")


def _count(scene: Scene, seat: str) -> tuple[Button, ...]:
    """Where no tray tells the gold the camera may count it."""
    if seat not in scene.counts:
        return ()
    label = _("Count {name}’s gold").format(name=scene.name(seat))
    return (Button(label, _("by camera"), "camera", command=BeginTask("gold_count", seat)),)


def _all(scene: Scene) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    return {MAY: (_("What now?"), "question", ()), **scene.title.figures()}


def _heading(scene: Scene, seat: str, topic: str) -> str:
    name = scene.name(seat)
    if topic == MAY:
        return _("What may {name} do now?").format(name=name)
    word = scene.title.figures()[topic][0]
    return _("{name}: why so much {what}?").format(name=name, what=noun(word))


def _note(topic: str, some: bool, covered: bool) -> str:
    if covered:
        return _("What one may do tells of one’s gold.")
    if not some:
        return _("Nothing just now.") if topic == MAY else _("Nothing has moved yet.")
    return _("Everything lawful.") if topic == MAY else _("Newest first. Tap a line for its rule.")


def _seat(scene: Scene, seat: str, chosen: bool) -> Button:
    return Button(scene.name(seat), command=acts.Whom(seat), look="tab", chosen=chosen)


def _topic(name: str, word: str, icon: str, chosen: bool) -> Button:
    return Button(word, icon=icon, command=acts.Tab(name), look="tab", chosen=chosen)


def _cover(scene: Scene, seat: str) -> Button:
    return Button(_("I am {name}").format(name=scene.name(seat)), _("show it"), "hidden", command=acts.Uncover(seat))


def _why(scene: Scene, seat: str, topic: str) -> tuple[AnswerLine, ...]:
    _word, _icon, pieces = scene.title.figures()[topic]
    found: list[tuple[Cause, str]] = []
    for piece in pieces:
        told = causes(scene.source.book, seat, piece, wording.language)
        found += zip(
            told, _changes([cause.amount for cause in told], scene.title.spaces(scene.state, seat, piece)), strict=True
        )
    found.sort(key=lambda pair: -pair[0].entry)
    return tuple(_cause(scene, cause, change) for cause, change in found[:MOST])


def _changes(amounts: Sequence[int], spaces: Sequence[int]) -> list[str]:
    """What each movement, newest first, did to a figure: by how much, or from which printed space to which."""
    if not spaces:
        return [signed(amount) for amount in amounts]
    at = accumulate(amounts[::-1])
    values = [figure(spaces[max(0, min(space, len(spaces) - 1))]) for space in at]
    return [f"{before} → {after}" for before, after in pairwise(values)][::-1] + values[:1]


def _cause(scene: Scene, cause: Cause, change: str) -> AnswerLine:
    entry = scene.source.journal[cause.entry - 1]
    who = scene.name(getattr(entry.command, "seat", ""))
    line = (*((Word(who),) if who else ()), *scene.title.entry_line(scene, entry))
    known = bool(cause.rule) and cause.rule != UNDONE
    taken = f"{_('taken back')}, " if known and not cause.live else ""
    rule = f"{cause.rule}: " if known else ""
    right = (Glyph(scene.title.piece_icon(cause.piece), change),)
    ask = acts.Ask(cause.rule) if known else None
    return AnswerLine(str(cause.entry), line, f"{taken}{rule}{cause.sentence}", right, Button("", command=ask))


def _may(scene: Scene, seat: str) -> tuple[AnswerLine, ...]:
    return tuple(_lawful(scene, item) for item in scene.offers(seat))


def _lawful(scene: Scene, item: Command | Offer) -> AnswerLine:
    if not isinstance(item, Offer):
        return AnswerLine("", scene.title.command_line(scene, item, ()), "", (), Button(""))
    line = scene.title.command_line(scene, item.least, ())
    if item.over.pool is not None:
        line = line[:1]
    return AnswerLine("", line, "", _range(scene, item), Button(""))


def _range(scene: Scene, item: Offer) -> Line:
    pool, (least, most) = item.over.pool, item.over.span
    if item.over.values:
        return ()
    often = str(most) if least == most else _("{least} to {most}").format(least=least, most=most)
    if pool is None:
        return (Word(often, True),)
    names = ", ".join(scene.title.amount_words(piece, count) for piece, count in pool.items())
    words = _("{n} of: {names}").format(n=often, names=names)
    return (Word(words if len(words) < 70 else f"{words[:68]}…"),)
