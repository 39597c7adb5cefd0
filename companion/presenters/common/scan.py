"""The camera at work: the live picture, what was read on it, and the question only a person can answer.

Its data stands in `companion/views/common/scan.py`, its widgets in `companion/ui/screens/common/scan.py`. Which
presenter computes which screen stands in `companion/presenters/shown_screen.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot

from companion.play.reports import Crop, Frame, Mark, Proposed, Question, Refusal
from companion.presenters.common.rulesheet import refusal_words
from companion.presenters.scene import Scene, Screens
from companion.sensing.doubt import Counted
from companion.views.common import acts
from companion.views.common.parts import Button, Line, Sheet, Top, Word
from companion.views.common.scan import MarkBox, QuestionCard, Reading, Scan
from companion.views.common.task_acts import BeginTask
from companion.wording import _, n_, wording
from engine.event import Turned
from engine.journal import Correct

ALL_CORNERS = 4
DRAWN, TILE = "mat/draw", "tile:"
MARGIN = 0.15
"""How much is shown around what a question is about, as a share of its longer side."""
NEAR = 0.05
"""Cubes this close, as a share of the picture's width, belong together."""
Corners = tuple[tuple[float, float], ...]


def scanning(scene: Scene) -> Sheet:
    """What the camera sees now."""
    frame, asked = scene.source.frame, next(iter(scene.source.questions), None)
    card = _question(scene, asked, frame) if asked else None
    seen = frame or Frame(pixels=b"", width=16, height=9)
    body = Scan(
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        marks=marks_on(scene.title, seen),
        status=status_of(frame),
        good=frame is not None and frame.corners == ALL_CORNERS,
        question=card,
        heading=_("Read so far"),
        read=_read(seen),
        counts=(),
        primary=_first(card),
        buttons=(_corners(), Button(_("Back to the game"), command=acts.Open("play"))),
        cautions=tuple(caution[wording.language] for caution in seen.cautions),
        todo=_todo(scene, seen),
    )
    spoken_to = scene.me if asked is None else "" if _whose(asked) else asked.seat
    return scene.title.sheet(scene, body, None, spoken_to)


def looking(frame: Frame | None, title: Screens, top: Top, camera: str) -> Sheet:
    """What a camera sees that no game uses; `camera` says what is wrong with it, if anything is."""
    seen = frame or Frame(pixels=b"", width=16, height=9)
    good = frame is not None and frame.corners == ALL_CORNERS
    body = Scan(
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        marks=marks_on(title, seen),
        status=camera or status_of(frame),
        good=good,
        question=None,
        heading=_("Read so far"),
        read=_read(seen),
        counts=(),
        buttons=(_corners(), Button(_("Devices"), command=acts.Open("devices"))),
        cautions=tuple(caution[wording.language] for caution in seen.cautions),
    )
    return Sheet(body=body, top=top)


def _first(card: QuestionCard | None) -> Button | None:
    """The likeliest reading as the next step; none where it is asked whose the pieces are."""
    first = card.readings[0] if card and card.readings else None
    return first.button if first is not None and first.person is None else None


def _corners() -> Button:
    return Button(_("Tap the corners"), _("if they are not seen"), command=BeginTask("mat_corners"))


def marks_on(title: Screens, frame: Frame) -> tuple[MarkBox, ...]:
    """What was read, in the words of a game: cards one by one, cubes that lie together as one group with counts."""
    cubes = [mark for mark in frame.marks if title.cube(mark.label)]
    alone = [mark for mark in frame.marks if not title.cube(mark.label)]
    cards = [MarkBox(_said(title, mark), _scaled(frame, mark.corners), mark.sure) for mark in alone]
    return (*cards, *(_group(title, frame, group) for group in groups(cubes, frame.width * NEAR)))


def _said(title: Screens, mark: Mark) -> Line:
    """What was read; where it is in doubt, with what it may be instead."""
    if mark.sure:
        return (*title.mark_line(mark.label), *_turned(mark))
    if "?" in mark.label:
        return (Word("?", True),)
    read, other = title.mark_line(mark.label), title.mark_line(mark.runner_up)
    if read == other:
        read, other = title.exact_line(mark.label), title.exact_line(mark.runner_up)
    return _or(read, () if "?" in mark.runner_up or not mark.runner_up else other)


def _turned(mark: Mark) -> Line:
    """How far a tile is turned in the picture, clockwise; nothing for one that stands upright, or for anything else."""
    if not mark.label.startswith(TILE):
        return ()
    (ax, ay), (bx, by) = mark.corners[:2]
    quarters = round(degrees(atan2(by - ay, bx - ax)) / 90) % 4
    return (Word(f"{90 * quarters}°"),) if quarters else ()


def _or(read: Line, other: Line) -> Line:
    return (*read, Word("?", True), *((Word("/"), *other) if other else ()))


def _scaled(frame: Frame, corners: Corners) -> Corners:
    return tuple((x / frame.width, y / frame.height) for x, y in corners)


def groups(marks: Sequence[Mark], near: float) -> list[list[Mark]]:
    """Marks of one zone whose middles lie within `near` px of another of their group."""
    found: list[list[Mark]] = []
    for mark in marks:
        close = [
            group for group in found if any(other.zone == mark.zone and _apart(mark, other) < near for other in group)
        ]
        found = [group for group in found if group not in close]
        found.append([mark, *(other for group in close for other in group)])
    return found


def _apart(one: Mark, other: Mark) -> float:
    (ax, ay), (bx, by) = _middle(one), _middle(other)
    return hypot(ax - bx, ay - by)


def _middle(mark: Mark) -> tuple[float, float]:
    count = len(mark.corners)
    return sum(x for x, _y in mark.corners) / count, sum(y for _x, y in mark.corners) / count


def _group(title: Screens, frame: Frame, group: list[Mark]) -> MarkBox:
    """Cubes as counts; where some are in doubt only those goods, so that the label stays short, and what else it is."""
    doubtful = [mark for mark in group if not mark.sure]
    counts = _counted(title, [mark.label for mark in group])
    line = title.count_line(counts)
    if doubtful:
        odd, others = (
            _counted(title, labels) for labels in zip(*((m.label, m.runner_up) for m in doubtful), strict=True)
        )
        line = _or(title.count_line({good: counts[good] for good in odd}), title.count_line(others))
    xs = [x for mark in group for x, _y in mark.corners]
    ys = [y for mark in group for _x, y in mark.corners]
    box = ((min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys)))
    return MarkBox(line, _scaled(frame, box), not doubtful)


def _counted(title: Screens, labels: Sequence[str]) -> dict[str, int]:
    """So many cubes of each good; a label that says there is none counts nothing."""
    counts: dict[str, int] = {}
    for good, count in filter(None, map(title.cube, labels)):
        counts[good] = counts.get(good, 0) + count
    return counts


LOOKED = "city"
"""The note of a picture in which a city is read that lies on no mat."""


def status_of(frame: Frame | None) -> str:
    """How many corners of the mat are seen, and what the eye waits for."""
    if frame is None:
        return _("No picture yet")
    if frame.note == LOOKED:
        return _("The city is read without a mat")
    if frame.note:
        return _("{n} of 4 corners, {note}").format(n=frame.corners, note=_eye(frame.note))
    return _("{n} of 4 corners").format(n=frame.corners)


def _eye(state: str) -> str:
    """What the eye waits for, in words."""
    return {
        "still": _("still"),
        "moving": _("something moves"),
        "hand": _("a hand is in the way"),
        "blurred": _("blurred"),
        "no mat": _("no mat in sight"),
    }.get(state, state)


def _read(frame: Frame) -> tuple[str, ...]:
    sure = sum(mark.sure for mark in frame.marks)
    asks = len(frame.marks) - sure
    lines = [n_("{n} thing read", "{n} things read", sure)]
    return (*lines, n_("{n} in doubt", "{n} in doubt", asks)) if asks else tuple(lines)


def _todo(scene: Scene, frame: Frame) -> tuple[str, ...]:
    """What hands still have to do: the session's own words, what is to be picked up, what is to be taken apart."""
    source = scene.source
    clear = [scene.title.zone_words(scene, source.places.get(zone, zone)) for zone in sorted(source.to_clear)]
    lines = [_("Read: pick up what lies here: {place}.").format(place=place) for place in clear]
    if len({mark.label.partition(":")[0] for mark in frame.marks if mark.zone == DRAWN}) > 1:
        lines.append(_("Contracts and tiles lie together: leave only one kind."))
    note = refusal_words(scene, source.note) if isinstance(source.note, Refusal) else source.note
    return (note, *lines) if note else tuple(lines)


def crop_of(frame: Frame, marks: Sequence[Mark], margin: float = MARGIN) -> Crop | None:
    """The part of a picture around some marks, with a margin; none without marks."""
    if not marks:
        return None
    xs, ys = ([corner[axis] for mark in marks for corner in mark.corners] for axis in (0, 1))
    around = margin * max(max(xs) - min(xs), max(ys) - min(ys))
    left, right = max(0, int(min(xs) - around)), min(frame.width, int(max(xs) + around) + 1)
    top, bottom = max(0, int(min(ys) - around)), min(frame.height, int(max(ys) + around) + 1)
    if right <= left or bottom <= top:
        return None
    rows = (frame.pixels[4 * (y * frame.width + left) : 4 * (y * frame.width + right)] for y in range(top, bottom))
    return Crop(b"".join(rows), right - left, bottom - top)


def asked_about(places: Mapping[str, str], asked: Question, frame: Frame) -> list[Mark]:
    """The marks a question is about: the doubtful ones in its place, or all there; `places` as a source has them."""
    there = [mark for mark in frame.marks if asked.zone in (mark.zone, places.get(mark.zone))]
    if (counted := _counted_in(asked)) is not None:
        return [mark for mark in there if counted.piece in (mark.label, mark.runner_up)] or there
    return [mark for mark in there if not mark.sure] or there


def _counted_in(asked: Question) -> Counted | None:
    """What is counted, if the question is how many of a piece lie in a place."""
    first = asked.readings[0].command if asked.readings else None
    return first if isinstance(first, Counted) else None


def _shown(scene: Scene, command: object) -> str:
    """What pieces show after a correction that turns them."""
    shifts = command.shifts if isinstance(command, Correct) else ()
    return ", ".join(scene.title.amount_words(shift.into, 1) for shift in shifts if isinstance(shift, Turned))


def _is_correction(asked: Question) -> bool:
    """Does it ask whether the table is right?"""
    return any(isinstance(each.command, Correct) for each in asked.readings)


def _question(scene: Scene, asked: Question, frame: Frame | None) -> QuestionCard:
    if _whose(asked):
        return _who(scene, asked, frame)
    counted = _counted_in(asked) is not None
    reading, most = (_number, 4) if counted else (_reading, 2)
    readings = tuple(reading(scene, asked, at, each) for at, each in enumerate(asked.readings[:most]))
    why = _("Everything else here was read for sure.") if counted else asked.why or _("Both would be lawful.")
    asks = asked.asks if _is_correction(asked) else _("Which one was it?")
    return QuestionCard(
        person=scene.person(asked.seat),
        place=scene.title.zone_words(scene, asked.zone),
        asks=_("How many of these lie here?") if counted else asks,
        readings=readings,
        neither=Button(_("Neither"), command=acts.Answer(asked.id, None)),
        again=Button(_("Look again"), command=acts.Again(asked.id)),
        why=(Word(why),),
        crop=crop_of(frame, asked_about(scene.source.places, asked, frame)) if frame else None,
    )


def _whose(asked: Question) -> bool:
    """Does it ask whose the pieces are?"""
    return _counted_in(asked) is None and len({each.command.seat for each in asked.readings}) > 1


def _who(scene: Scene, asked: Question, frame: Frame | None) -> QuestionCard:
    """The question whose the pieces are that lie there: each person, and what it would be."""
    readings = tuple(
        Reading(
            "table",
            scene.name(each.command.seat),
            each.share,
            Button(scene.name(each.command.seat), command=acts.Answer(asked.id, at)),
            scene.person(each.command.seat),
        )
        for at, each in enumerate(asked.readings)
    )
    return QuestionCard(
        person=None,
        place=scene.title.zone_words(scene, asked.zone),
        asks=_("Who was it?"),
        readings=readings,
        neither=Button(_("Nobody"), command=acts.Answer(asked.id, None)),
        again=Button(_("Look again"), command=acts.Again(asked.id)),
        why=(Word(_("{what}. The pieces do not tell whose they are.").format(what=_whole(scene, asked))),),
        crop=crop_of(frame, asked_about(scene.source.places, asked, frame)) if frame else None,
    )


def _whole(scene: Scene, asked: Question) -> str:
    said = _named(scene, asked.readings[0])
    return said[:1].upper() + said[1:]


def _named(scene: Scene, each: Proposed) -> str:
    """A reading in words."""
    return _shown(scene, each.command) or scene.title.command_words(scene, each.command) or each.label


def _difference(names: Sequence[str], at: int) -> str:
    """A name, of which only what tells it from the other is left where both are lists."""
    mine = names[at].split(", ")
    for part in (part for at_, name in enumerate(names) if at_ != at for part in name.split(", ")):
        if part in mine:
            mine.remove(part)
    return ", ".join(mine) if mine else names[at]


def _number(scene: Scene, asked: Question, at: int, each: Proposed) -> Reading:
    piece, count = each.command.piece, each.command.count
    name = scene.title.amount_words(piece, count)
    icon = scene.title.cube_icon(piece) if scene.title.cube(piece) else "table"
    button = Button(name, command=acts.Answer(asked.id, at), look="primary", chosen=at == 0)
    return Reading(icon, name, each.share, button)


def _reading(scene: Scene, asked: Question, at: int, each: Proposed) -> Reading:
    name = _difference([_named(scene, other) for other in asked.readings[:2]], at)
    yes = _("Yes, as it lies") if _is_correction(asked) else _("Yes, the first")
    button = Button(yes, command=acts.Answer(asked.id, at), look="primary", chosen=at == 0)
    return Reading(scene.title.zone_icon(asked.zone), name, each.share, button)
