"""Enrolling one's own cards: lay them, look, say what was read wrongly, until all are filed."""

from __future__ import annotations

from typing import Any

from companion.presenters.constantinopolis.contract_editor import face_of, facing
from companion.tasks.card_enrolment import CardEnrolment, Laid, drawn, is_face
from companion.views.common import task_acts as t
from companion.views.common.card_enrolment import CardPair, Enrolling
from companion.views.common.parts import Bar, Button, Sheet, Tag, Top, Word
from companion.wording import _, n_


def enrolling(sitting: CardEnrolment, tending: t.Tending, title: Any, top: Top, camera: str) -> Sheet:
    """The screen; `camera` says what is wrong with the camera, if anything is."""
    if 0 <= tending.fixing < len(sitting.cards):
        return _correcting(sitting.cards[tending.fixing], tending, title, top)
    pairs = tuple(_pair(card, title) for card in sitting.cards)
    count = _("{n} of {all}").format(n=sitting.count, all=sitting.total)
    note = _("Each card is looked at twice and kept with its picture. You may stop and go on another day.")
    empty = camera or _("Lay up to eight cards face up in the drawing field of the mat.")
    body = Enrolling(
        _("Your own cards"), note, count, sitting.count / sitting.total, pairs, "" if pairs else empty, tabs("enrol")
    )
    return Sheet(body, top, _bar(sitting, tending))


def tabs(screen: str) -> tuple[Button, ...]:
    """Cards, coins, tiles: which of one's pieces are shown."""
    words = (("enrol", _("Cards")), ("coins", _("Coins")), ("tiles", _("Tiles")))
    return tuple(Button(word, command=t.Tend(name), look="tab", chosen=name == screen) for name, word in words)


def _pair(card: Laid, title: Any) -> CardPair:
    face = card.filed or card.face
    line = title.mark_line(face) if card.filed or is_face(face) else (Word(_("not read"), True),)
    return CardPair(card.crop, card.drawn, line, _tag(card), Button("", command=t.Fix(card.place), key=str(card.place)))


def _tag(card: Laid) -> Tag:
    if card.filed:
        return Tag(_("filed"), "verdigris", "check")
    if not card.ready:
        return Tag(_("a second look"), "sunk", "")
    return Tag(_("read"), "sea", "") if card.sure else Tag(_("what is it?"), "saffron", "question")


def _bar(sitting: CardEnrolment, tending: t.Tending) -> Bar:
    sentence, note = _due(sitting)
    undo = Button(_("Undo"), icon="undo", command=t.NotFiled()) if sitting.count else None
    again = Button(_("Look again"), command=t.Afresh())
    leave = Button(_("Stop here"), command=t.Leave())
    ready = sum(card.sure and not card.filed for card in sitting.cards)
    right = None
    if sitting.count >= sitting.total:
        return Bar(sentence, note, None, undo, (), Button(_("Done"), command=t.Leave(), look="primary"))
    if ready:
        label = n_("{n} card is right", "These {n} are right", ready)
        right = Button(label, command=t.Right(), look="primary")
    return Bar(sentence, trouble_words(tending.trouble) or note, None, undo, (again, leave), right)


def _due(sitting: CardEnrolment) -> tuple[str, str]:
    """What is to be done now."""
    cards = sitting.cards
    if sitting.count >= sitting.total:
        return _("All cards are filed"), _("They are recognised from now on.")
    if not cards:
        return _("Lay cards on the mat"), _("Face up, not overlapping, in any order.")
    if sitting.all_filed:
        return _("Take these away"), _("Then lay the next ones.")
    if not all(card.ready or card.filed for card in cards):
        return _("Looking…"), _("Leave them lying for a moment.")
    if not any(card.sure and not card.filed for card in cards):
        return _("What is it?"), _("Tap a card and say what it shows.")
    return _("Is this right?"), _("Tap a card that was read wrongly.")


def trouble_words(trouble: str) -> str:
    """Why a card was not filed, and what to do."""
    return {
        "": "",
        "looks": _("It has to be looked at once more: leave it lying for a moment."),
        "face": _("No card looks like that."),
        "box": _("The box holds no more such cards. Tap it and look closer."),
        "all": _("Every card of the box has been filed already."),
        "disk": _("It could not be kept: is the disk full?"),
        "camera": _("No camera is there. Name it in the file devices.toml, or plug it in."),
        "tray": _("This tray is not there. Plug it in, then try again."),
        "calibrations": _("The file calibrations.json is damaged. Put it aside, then try again."),
        "damaged": _("What was kept of your pieces is damaged. The folder “enrolled” holds it."),
    }[trouble]


# --- saying what a card shows ---


def _correcting(card: Laid, tending: t.Tending, title: Any, top: Top) -> Sheet:
    face = face_of(tending.values)
    good = is_face(face)
    line = title.mark_line(face) if good else (Word(_("not complete"), True),)
    pair = CardPair(card.crop, drawn(face), line, _tag(card), Button("", command=None))
    leave = Button(_("Back"), command=t.Fix(-1))
    right = Button(_("That is right"), command=t.Said(), look="primary") if good else None
    note = trouble_words(tending.trouble) or _("It is kept under what you say, not under what was read.")
    bar = Bar(_("Card {n}").format(n=card.place + 1), note, None, None, (leave,), right)
    return Sheet(facing(pair, tending.values, t.Print), top, bar)
