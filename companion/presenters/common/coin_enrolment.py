"""Enrolling one's own coins: what to lay, what was seen, and how many of each value are kept."""

from __future__ import annotations

from companion.play.reports import Frame
from companion.presenters.common.card_enrolment import tabs, trouble_words
from companion.presenters.common.closeup import Closeup
from companion.tasks.coin_enrolment import CoinEnrolment
from companion.tasks.gold_count import BOX
from companion.views.common import task_acts as t
from companion.views.common.gold_count import CoinRow, Coins
from companion.views.common.parts import Bar, Button, Sheet, Top, Word
from companion.views.common.scan import MarkBox
from companion.wording import _, n_


def coining(work: CoinEnrolment, frame: Frame | None, near: Closeup, top: Top, camera: str) -> Sheet:
    """The screen of coins with the part of the picture that is `near`; `camera` says what is wrong with the camera."""
    seen = near.of(frame)
    body = Coins(
        seen.pixels,
        seen.width,
        seen.height,
        _marks(work, near),
        _("Your own coins"),
        "",
        _("Five of each are enough, fewer will do."),
        tuple(_row(work, value) for value in BOX),
        "",
        (),
        None,
        tabs("coins"),
    )
    return Sheet(body, top, _coins_bar(work, camera))


def _marks(work: CoinEnrolment, near: Closeup) -> tuple[MarkBox, ...]:
    wide, high = work.size
    word = (Word(str(work.value), True),)
    places = [near.inward([(x / wide, y / high) for x, y in one.corners]) for one in work.pile]
    return tuple(MarkBox(word, place, work.ready) for place in places)


def _row(work: CoinEnrolment, value: int) -> CoinRow:
    kept = work.kept.get(value, 0)
    right = n_("{n} kept", "{n} kept", kept) if kept else _("not yet")
    return CoinRow(value, 0, right, value == work.value, Button("", command=t.Worth(value)))


def _coins_bar(work: CoinEnrolment, camera: str) -> Bar:
    leave = Button(_("Done") if work.complete else _("Stop here"), command=t.Leave())
    again = Button(_("Look again"), command=t.Afresh())
    drop = (Button(_("Forget these"), command=t.NotFiled()),) if work.value in work.kept else ()
    if not work.pile:
        lay = _("Lay some coins of {coin} on the mat").format(coin=work.value)
        note = camera or _("In the drawing field, side by side, none on another.")
        return Bar(lay, note, None, None, (*drop, leave))
    if work.foreign:
        return Bar(_("Something else lies among the coins"), _("Take it away first."), None, None, (again, leave))
    question = n_("{n} coin of {coin}?", "{n} coins of {coin}?", len(work.pile), coin=str(work.value))
    note = _trouble(work.trouble) or _("Tap another value if they are not.")
    right = Button(_("Keep these"), command=t.Right(), look="primary")
    return Bar(question, note, None, None, (again, leave), right)


def _trouble(trouble: str) -> str:
    return _("They are not all of one size.") if trouble == "uneven" else trouble_words(trouble)
