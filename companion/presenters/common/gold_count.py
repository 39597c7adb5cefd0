"""A seat's gold under the camera: the coins as they are read, those not known, and whether the book agrees."""

from __future__ import annotations

from msgspec.structs import replace

from companion.host.camera import SOURCE
from companion.play.reports import Frame
from companion.presenters.common.closeup import Closeup
from companion.presenters.common.task_screen import TaskScene, TaskScreen, at_camera, look_again, unavailable
from companion.tasks.gold_count import NO_COIN, Coin, GoldCount
from companion.views.common import acts
from companion.views.common import task_acts as t
from companion.views.common.gold_count import CoinAsk, CoinCrop, CoinRow, Coins, CoinValue
from companion.views.common.parts import Bar, Button, Person, Sheet, Top, Word
from companion.views.common.scan import MarkBox
from companion.wording import _, n_
from devices.protocol import COINS


def view(at: TaskScene[GoldCount]) -> Sheet:
    """The screen of the task, turned to the person whose gold is counted; it needs a running game."""
    scene, seat = at.scene, at.task.seat
    if scene is None:
        return unavailable("camera", at.top)
    found = [one for one in scene.source.disagreements if one.seat == seat and one.source == SOURCE]
    differs = found[0].zone if found else ""
    shown = sheet(at.task, scene.player(seat), at.frame, at.near, at.entered, at.top, differs)
    return replace(shown, turn=scene.turn(seat))


def sheet(
    task: GoldCount, person: Person, frame: Frame | None, near: Closeup, entered: t.Entered, top: Top, differs: str
) -> Sheet:
    """The screen with the part of the picture that is `near`; `differs` is the zone of a disagreement to be settled."""
    asked = task.coins[entered.fixing] if 0 <= entered.fixing < len(task.coins) else None
    seen = near.of(frame)
    body = Coins(
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        marks=_marks(task.coins, near),
        heading=_("{name}’s gold").format(name=person.name),
        figure=str(task.gold) if task.coins else "–",
        note=n_("{n} coin", "{n} coins", sum(task.counted.values()) + len(task.doubtful)),
        rows=tuple(_row(value, count) for value, count in task.counted.items()),
        doubtful_title=_("What are these worth?"),
        doubtful=tuple(CoinCrop(coin.crop, Button("", command=t.CorrectPiece(coin.place))) for coin in task.doubtful),
        ask=asking(asked) if asked else None,
    )
    return Sheet(body=body, top=top, bar=_bar(task, person, differs), band=person.seat)


def _marks(coins: tuple[Coin, ...], near: Closeup) -> tuple[MarkBox, ...]:
    """The coins for the picture: each with its value, or a question."""
    there = [coin for coin in coins if coin.value != NO_COIN]
    return tuple(MarkBox(_figure(coin), near.inward(coin.corners), coin.value is not None) for coin in there)


def _figure(coin: Coin) -> tuple[Word, ...]:
    return (Word("?" if coin.value is None else str(coin.value), True),)


def _row(value: int, count: int) -> CoinRow:
    return CoinRow(value, count, _("{n} gold").format(n=value * count))


def asking(coin: Coin) -> CoinAsk:
    """What one coin is worth."""
    likely = coin.rival if coin.value is None else coin.value
    values = tuple(
        CoinValue(value, Button(str(value), command=t.SetValue(value), chosen=value == likely)) for value in COINS
    )
    others = (Button(_("No coin at all"), command=t.SetValue(NO_COIN)), Button(_("Back"), command=t.CorrectPiece(-1)))
    return CoinAsk(_("What is it worth?"), coin.crop, values, others)


def _bar(task: GoldCount, person: Person, differs: str) -> Bar:
    if task.off is not None:
        return _verdict(task.off, person, differs)
    sentence, note = _due(task, person)
    leave = Button(_("Back"), command=t.LeaveTask())
    again = Button(_("Look again"), command=t.LookAgain())
    right = Button(_("That is right"), command=t.KeepResult(), look="primary")
    if task.state == "empty":
        none = Button(_("There is none"), command=t.KeepResult())
        return Bar(sentence=sentence, note=note, person=person, choices=(none, leave))
    if task.state == "box":
        substitutes = Button(_("There are substitutes"), command=t.AllowSubstitutes())
        return Bar(sentence=sentence, note=note, person=person, choices=(again, leave, substitutes))
    return Bar(
        sentence=sentence,
        note=note,
        person=person,
        choices=(again, leave),
        primary=right if task.state == "ready" else None,
    )


def _due(task: GoldCount, person: Person) -> tuple[str, str]:
    """What is to be done now."""
    state = task.state
    if state in ("looking", "empty"):
        lay = _("{name}, lay your coins on the mat").format(name=person.name)
        return lay, _("In the drawing field, side by side, none on another.")
    if state == "mixed":
        return _("Something else lies among the coins"), _("Take contracts and tiles away; then it counts on.")
    if state == "doubt":
        return _("What are these worth?"), _("Tap a coin nobody knows and say what it is worth.")
    if state == "box":
        value, count = next(iter(task.surplus.items()))
        sentence = _("{n} coins of {coin}?").format(n=count, coin=value)
        return sentence, _("The box holds {n} of them.").format(n=(task.box or {}).get(value, 0))
    return _("{n} gold?").format(n=task.gold), _("Tap a coin that was read wrongly.")


def _verdict(off: int, person: Person, differs: str) -> Bar:
    done = Button(_("Done"), command=t.LeaveTask(), look="primary")
    if not off:
        return Bar(sentence=_("Table and book agree"), note=_("Put your coins back."), person=person, primary=done)
    words = (
        n_("{n} gold more than in the book", "{n} gold more than in the book", off)
        if off > 0
        else n_("{n} gold less than in the book", "{n} gold less than in the book", -off)
    )
    again = Button(_("Count again"), command=t.LookAgain())
    note = _("Count again, or settle it.") if differs else _("If nothing explains it, it can be settled in a moment.")
    settle = Button(_("Settle"), command=acts.Open("differ", differs), look="primary") if differs else None
    leave = Button(_("Back"), command=t.LeaveTask())
    return Bar(sentence=words, note=note, person=person, choices=(again, leave), primary=settle)


# --- taps ---


def _point(at: TaskScene[GoldCount], act: t.TapPicture) -> t.Entered:
    """A tap on the picture asks about the coin that lies there."""
    place = at.task.at(*at.near.outward(act.x, act.y))
    return t.Entered(fixing=-1 if place is None else place)


def _set_value(at: TaskScene[GoldCount], act: t.SetValue) -> t.Entered:
    place = at.entered.fixing
    if 0 <= place < len(at.task.coins):
        at.task.name(place, act.value)
    return t.Entered()


def _allow(at: TaskScene[GoldCount], _act: t.AllowSubstitutes) -> t.Entered:
    at.task.allow()
    return at.entered


def _keep(at: TaskScene[GoldCount], _act: t.KeepResult) -> t.Entered:
    at.task.keep()
    return t.Entered()


SCREEN = TaskScreen(
    kind=GoldCount,
    begin=at_camera(GoldCount),
    view=view,
    handlers={
        t.TapPicture: _point,
        t.CorrectPiece: lambda _at, act: t.Entered(fixing=act.place),
        t.SetValue: _set_value,
        t.AllowSubstitutes: _allow,
        t.KeepResult: _keep,
        t.LookAgain: look_again,
    },
)
