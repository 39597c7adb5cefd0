"""Correcting one past line: what it could have been, and what becomes of the game then."""

from __future__ import annotations

from companion.play.amendments import again, instead_of, sets_instead_of
from companion.presenters.common.consent import asking, concerned, effect
from companion.presenters.common.hands import put_back
from companion.presenters.common.printing import UNREAD, opening
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.history import Back, MendChoices, MendLine, Picking, PieceRow
from companion.views.common.parts import Button, Row, Word
from companion.wording import _, n_
from engine.game import Choice, Command, Offer
from engine.journal import Amended, Entry
from engine.rule import Illegal


def mending(scene: Scene, number: int) -> MendChoices | None:
    """What line `number` could have been instead; nothing, if it has been taken back meanwhile."""
    try:
        found = instead_of(scene.source.book, number)
        sets = sets_instead_of(scene.source.book, number)
    except Illegal:
        return None
    own = type(scene.source.journal[number - 1].command)
    lines = [_choice(scene, number, command) for command in found]
    mine = [_set(scene, number, offer) for offer in sets if type(offer.least) is own]
    others = [_set(scene, number, offer) for offer in sets if type(offer.least) is not own]
    lines = [*mine, *lines, *others]
    title = _("Line {n} should have been").format(n=number)
    nothing = Button(_("Nothing at all"), command=acts.Instead(number, None))
    return MendChoices(title, _said(scene, number), (*lines, MendLine((Word(nothing.label, True),), nothing)), _no())


def _said(scene: Scene, number: int) -> str:
    entry = scene.source.journal[number - 1]
    said = scene.title.command_words(scene, entry.command)
    return _("It says: {name} {said}").format(name=scene.name(entry.command.seat), said=said)


def _choice(scene: Scene, number: int, command: Command) -> MendLine:
    return MendLine(scene.title.command_line(scene, command, ()), Button("", command=acts.Instead(number, command)))


def _set(scene: Scene, number: int, offer: Offer) -> MendLine:
    words = (*scene.title.command_line(scene, offer.least, ())[:1], Word(_("other pieces…")))
    return MendLine(words, Button("", command=acts.Pieces(number, type(offer.least).__name__)))


def picking(scene: Scene, number: int, kind: str) -> Picking | None:
    """The pieces of what line `number` could have been, to be chosen one by one; nothing if there are none."""
    try:
        sets = sets_instead_of(scene.source.book, number)
    except Illegal:
        return None
    offer = next((offer for offer in sets if type(offer.least).__name__ == kind), None)
    if offer is None or offer.over.pool is None:
        return None
    over, (least, most) = offer.over, offer.over.span
    chosen = {piece: count for piece, count in scene.look.amounts if count}
    command = offer.of(chosen)
    said, sum_ = entered_pieces(scene, number, kind), sum(chosen.values())
    pool = sorted({*offer.over.pool, *chosen}, key=lambda piece: (piece not in said, piece not in chosen, piece))
    rows = tuple(_piece(scene, piece, chosen.get(piece, 0), sum_, over) for piece in pool)
    taken = _("{n} of {least} to {most} chosen").format(n=sum_, least=least, most=most)
    if least == most:
        taken = _("{n} of {most} chosen").format(n=sum_, most=most)
    yes = Button(_("These"), command=acts.Instead(number, command), look="primary")
    if not over.holds(chosen):
        yes = Button(_("These"), reason=_("not so many"))
    title = _("Line {n}: which pieces?").format(n=number)
    return Picking(title, taken, rows, Button(_("Back"), command=acts.Mend(number)), yes)


def entered_pieces(scene: Scene, number: int, kind: str) -> dict[str, int]:
    """The pieces line `number` has, if it is of this kind."""
    command = scene.source.journal[number - 1].command
    fields = (getattr(command, name) for name in command.__struct_fields__) if type(command).__name__ == kind else ()
    return next((dict(value) for value in fields if isinstance(value, dict)), {})


def _piece(scene: Scene, piece: str, taken: int, chosen: int, over: Choice) -> PieceRow:
    if piece.endswith(UNREAD):
        tell = Button("", icon="plus", command=opening(scene) if chosen < over.span[1] else None)
        return PieceRow((Word(_("What does this card show?"), True),), taken, Button("", icon="minus"), tell)
    less = Button("", icon="minus", command=acts.Amount(piece, -1) if taken else None)
    room = taken < (over.pool or {}).get(piece, 0) and chosen < over.span[1]
    more = Button("", icon="plus", command=acts.Amount(piece, 1) if room else None)
    return PieceRow(scene.title.piece_line(piece), taken, less, more)


def _no() -> Button:
    return Button(_("No"), command=acts.Open("history"))


def mended(scene: Scene, amended: Amended) -> Back | None:
    """What else changes when a line is corrected: hands, score, lines that are left out, and who must agree."""
    book, number = scene.source.book, amended.number
    if number not in book.live:
        return None
    events = [*book.put_back(scene.before(number)), *(e for entry in again(book, amended) for e in entry.events)]
    missing = [seat for seat in touched(scene, amended) if seat not in scene.look.agreed]
    asked = scene.person(missing[0]) if missing else None
    left = n_(
        "{n} later line is no longer lawful and is left out.",
        "{n} later lines are no longer lawful and are left out.",
        len(amended.refused),
    )
    must, why = asking(_entries(scene, amended), asked, scene.look.agreed)
    return Back(
        title=_("Line {n} is corrected").format(n=number),
        note=left if amended.refused else _("Every later line stands."),
        pieces=(*(_left_out(scene, entry) for entry, _why in amended.refused), *put_back(scene, events)),
        effect=effect(scene, events),
        asked=asked,
        question=must,
        reason=why,
        no=_no(),
        yes=_yes(missing[0], asked.name) if asked else Button(_("Correct it"), command=acts.Amend(), look="primary"),
        heading=_("Left out, and to be put right by hand"),
    )


def _yes(seat: str, name: str) -> Button:
    return Button(_("{name} agrees").format(name=name), command=acts.Agree(seat), look="primary")


def _left_out(scene: Scene, entry: Entry) -> Row:
    line = (Word(_("line {n}").format(n=entry.number), True), *scene.title.entry_line(scene, entry))
    return Row(line=line, person=scene.person(getattr(entry.command, "seat", "")))


def _entries(scene: Scene, amended: Amended) -> list[Entry]:
    return [scene.source.journal[amended.number - 1], *(entry for entry, _why in amended.refused)]


def touched(scene: Scene, amended: Amended) -> list[str]:
    """Who must agree to a correction: everybody whose line is another or is left out, but the one who acts."""
    return concerned(scene, _entries(scene, amended))
