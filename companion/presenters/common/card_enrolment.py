"""Enrolling one's own cards: lay them, look, correct what was read wrongly, until all are filed."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.common.task_screen import (
    TaskScene,
    TaskScreen,
    look_again,
    piece_tabs,
    take_back,
    trouble_words,
)
from companion.tasks.card_enrolment import CardEnrolment, Laid
from companion.tasks.faces import drawn, is_face
from companion.views.common import task_acts as t
from companion.views.common.card_enrolment import CardPair, LaidPieces
from companion.views.common.parts import Bar, Button, Sheet, Tag, Word
from companion.wording import _, n_, wording

FEW = 6
"""So many missing cards are named one by one."""


def view(at: TaskScene[CardEnrolment]) -> Sheet:
    """The screen of the task, in the words of a game."""
    task = at.task
    if 0 <= at.entered.fixing < len(task.cards):
        return _correcting(task.cards[at.entered.fixing], at)
    pairs = tuple(_pair(card, at) for card in task.cards)
    count = _("{n} of {all}").format(n=task.count, all=task.total)
    body = LaidPieces(
        heading=_("Your own cards"),
        note=_note(at),
        count=count,
        share=task.count / task.total,
        cards=pairs,
        empty="" if pairs else at.camera_trouble or _where(at),
        tabs=piece_tabs(at),
    )
    return Sheet(body=body, top=at.top, bar=_bar(task, at.entered))


def _note(at: TaskScene[CardEnrolment]) -> str:
    """How many are to be shown, and which are missing once those are few."""
    task = at.task
    if not task.of.once:
        return _("Each card is looked at twice and kept with its picture. You may stop and go on another day.")
    if 0 < len(task.missing) <= FEW:
        return _("Still missing: {cards}").format(
            cards=", ".join(at.title.amount_words(face, 1) for face in task.missing)
        )
    return _("One of each face is enough, copies need not be shown. You may stop and go on another day.")


def _where(at: TaskScene[CardEnrolment]) -> str:
    """What is to be laid where."""
    mat = at.eyes.eye.mat if at.eyes else None
    label = next((label for label in mat.labels if label.zone == at.task.of.field), None) if mat else None
    if mat is None or label is None:
        return _("Lay up to eight cards face up in the drawing field of the mat.")
    words = _("Lay up to {n} cards face up on the mat of this game, in the field “{field}”.")
    return words.format(n=mat.zones[label.zone].most, field=label.words[wording.language])


def _pair(card: Laid, at: TaskScene[CardEnrolment]) -> CardPair:
    face, title = card.filed or card.face, at.title
    line = title.mark_line(face) if card.filed or is_face(at.task.of.family, face) else (Word(_("not read"), True),)
    button = Button("", command=t.CorrectPiece(card.place), key=str(card.place))
    return CardPair(card.crop, card.drawn, line, _tag(card), button)


def _tag(card: Laid) -> Tag:
    if card.filed:
        return Tag(_("filed"), "verdigris", "check")
    if not card.ready:
        return Tag(_("a second look"), "sunk", "")
    return Tag(_("read"), "sea", "") if card.sure else Tag(_("what is it?"), "saffron", "question")


def _bar(task: CardEnrolment, entered: t.Entered) -> Bar:
    sentence, note = _due(task)
    undo = Button(_("Undo"), icon="undo", command=t.TakeBackLast()) if task.count else None
    again = Button(_("Look again"), command=t.LookAgain())
    leave = Button(_("Stop here"), command=t.LeaveTask())
    ready = sum(card.sure and not card.filed for card in task.cards)
    right = None
    if task.count >= task.total:
        return Bar(
            sentence=sentence, note=note, undo=undo, primary=Button(_("Done"), command=t.LeaveTask(), look="primary")
        )
    if ready:
        label = n_("{n} card is right", "These {n} are right", ready)
        right = Button(label, command=t.KeepResult(), look="primary")
    return Bar(
        sentence=sentence, note=trouble_words(entered.trouble) or note, undo=undo, choices=(again, leave), primary=right
    )


def _due(task: CardEnrolment) -> tuple[str, str]:
    """What is to be done now."""
    cards = task.cards
    if task.count >= task.total:
        return _("All cards are filed"), _("They are recognised from now on.")
    if not cards:
        return _("Lay cards on the mat"), _("Face up, not overlapping, in any order.")
    if task.all_filed:
        return _("Take these away"), _("Then lay the next ones.")
    if not all(card.ready or card.filed for card in cards):
        return _("Looking…"), _("Leave them lying for a moment.")
    if not any(card.sure and not card.filed for card in cards):
        return _("What is it?"), _("Tap a card and say what it shows.")
    return _("Is this right?"), _("Tap a card that was read wrongly.")


# --- saying what a card shows ---


def _correcting(card: Laid, at: TaskScene[CardEnrolment]) -> Sheet:
    title, entered = at.title, at.entered
    face = title.face_of(entered.values)
    family = at.task.of.family
    good = is_face(family, face)
    line = title.mark_line(face) if good else (Word(_("not complete"), True),)
    pair = CardPair(card.crop, drawn(family, face), line, _tag(card), Button("", command=None))
    leave = Button(_("Back"), command=t.CorrectPiece(-1))
    right = Button(_("That is right"), command=t.FileCard(), look="primary") if good else None
    note = trouble_words(entered.trouble) or _("It is kept under what you say, not under what was read.")
    bar = Bar(sentence=_("Card {n}").format(n=card.place + 1), note=note, choices=(leave,), primary=right)
    return Sheet(body=title.facing(pair, entered.values, t.SetPrinted), top=at.top, bar=bar)


# --- taps ---


def _keep(at: TaskScene[CardEnrolment], _act: t.KeepResult) -> t.Entered:
    at.task.keep()
    return t.Entered(trouble=at.task.trouble)


def _correct(at: TaskScene[CardEnrolment], act: t.CorrectPiece) -> t.Entered:
    if not 0 <= act.place < len(at.task.cards):
        return t.Entered()
    card = at.task.cards[act.place]
    return t.Entered(fixing=act.place, values=at.title.values_of(card.filed or card.face))


def _set_printed(at: TaskScene[CardEnrolment], act: t.SetPrinted) -> t.Entered:
    return replace(at.entered, values=at.title.printed(at.entered.values, act.region, act.value), trouble="")


def _file(at: TaskScene[CardEnrolment], _act: t.FileCard) -> t.Entered:
    task, entered = at.task, at.entered
    if entered.fixing >= len(task.cards) or task.confirm(entered.fixing, at.title.face_of(entered.values)):
        return t.Entered()
    return replace(entered, trouble=task.trouble)


SCREEN = TaskScreen(
    kind=CardEnrolment,
    begin=lambda host, game: host.show_cards(game).begin(CardEnrolment),
    view=view,
    handlers={
        t.KeepResult: _keep,
        t.CorrectPiece: _correct,
        t.SetPrinted: _set_printed,
        t.FileCard: _file,
        t.LookAgain: look_again,
        t.TakeBackLast: take_back,
    },
)
