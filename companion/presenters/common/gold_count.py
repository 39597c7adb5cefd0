"""A seat's gold under the camera: the coins as they are read, what nobody knows, and whether the book agrees."""

from __future__ import annotations

from companion.play.reports import Frame
from companion.presenters.common.closeup import Closeup
from companion.tasks.gold_count import BOX, NO_COIN, Coin, GoldCount
from companion.views.common import acts
from companion.views.common import task_acts as t
from companion.views.common.gold_count import CoinAsk, CoinCrop, CoinRow, Coins
from companion.views.common.parts import Bar, Button, Person, Sheet, Top, Word
from companion.views.common.scan import MarkBox
from companion.wording import _, n_


def pursing(
    purse: GoldCount, person: Person, frame: Frame | None, near: Closeup, tending: t.Tending, top: Top, differs: str
) -> Sheet:
    """The screen with the part of the picture that is `near`; `differs` is the zone of a disagreement to be settled."""
    asked = purse.coins[tending.fixing] if 0 <= tending.fixing < len(purse.coins) else None
    seen = near.of(frame)
    body = Coins(
        seen.pixels,
        seen.width,
        seen.height,
        _marks(purse.coins, near),
        _("{name}’s gold").format(name=person.name),
        str(purse.gold) if purse.coins else "–",
        n_("{n} coin", "{n} coins", sum(purse.counted.values()) + len(purse.doubtful)),
        tuple(_row(value, count) for value, count in purse.counted.items()),
        _("What are these worth?"),
        tuple(CoinCrop(coin.crop, Button("", command=t.Fix(coin.place))) for coin in purse.doubtful),
        asking(asked) if asked else None,
    )
    return Sheet(body, top, _bar(purse, person, differs), person.seat)


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
    values = tuple(Button(str(value), command=t.Worth(value), chosen=value == likely) for value in BOX)
    others = (Button(_("No coin at all"), command=t.Worth(NO_COIN)), Button(_("Back"), command=t.Fix(-1)))
    return CoinAsk(_("What is it worth?"), coin.crop, values, others)


def _bar(purse: GoldCount, person: Person, differs: str) -> Bar:
    if purse.off is not None:
        return _verdict(purse.off, person, differs)
    sentence, note = _due(purse, person)
    leave = Button(_("Back"), command=t.Leave())
    again = Button(_("Look again"), command=t.Afresh())
    right = Button(_("That is right"), command=t.Right(), look="primary")
    if purse.state == "empty":
        return Bar(sentence, note, person, None, (Button(_("There is none"), command=t.Right()), leave))
    if purse.state == "box":
        substitutes = Button(_("There are substitutes"), command=t.Allow())
        return Bar(sentence, note, person, None, (again, leave, substitutes))
    return Bar(sentence, note, person, None, (again, leave), right if purse.state == "ready" else None)


def _due(purse: GoldCount, person: Person) -> tuple[str, str]:
    """What is to be done now."""
    state = purse.state
    if state in ("looking", "empty"):
        lay = _("{name}, lay your coins on the mat").format(name=person.name)
        return lay, _("In the drawing field, side by side, none on another.")
    if state == "mixed":
        return _("Something else lies among the coins"), _("Take contracts and tiles away; then it counts on.")
    if state == "doubt":
        return _("What are these worth?"), _("Tap a coin nobody knows and say what it is worth.")
    if state == "box":
        value, count = next(iter(purse.surplus.items()))
        sentence = _("{n} coins of {coin}?").format(n=count, coin=value)
        return sentence, _("The box holds {n} of them.").format(n=BOX.get(value, 0))
    return _("{n} gold?").format(n=purse.gold), _("Tap a coin that was read wrongly.")


def _verdict(off: int, person: Person, differs: str) -> Bar:
    done = Button(_("Done"), command=t.Leave(), look="primary")
    if not off:
        return Bar(_("Table and book agree"), _("Put your coins back."), person, None, (), done)
    words = (
        n_("{n} gold more than in the book", "{n} gold more than in the book", off)
        if off > 0
        else n_("{n} gold less than in the book", "{n} gold less than in the book", -off)
    )
    again = Button(_("Count again"), command=t.Afresh())
    note = _("Count again, or settle it.") if differs else _("If nothing explains it, it can be settled in a moment.")
    settle = Button(_("Settle"), command=acts.Open("differ", differs), look="primary") if differs else None
    return Bar(words, note, person, None, (again, Button(_("Back"), command=t.Leave())), settle)
