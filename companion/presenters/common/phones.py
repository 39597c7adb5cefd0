"""Phones at the table, on the tablet: off until somebody turns them on; a yes at the side of the seat that is asked."""

from __future__ import annotations

from companion.presenters.common.back_bar import way_back
from companion.presenters.handling import At, Handlers
from companion.presenters.scene import Scene
from companion.presenters.source import Phones as Served
from companion.sharing.code import squares
from companion.views.common import acts, phone_acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.common.phones import Joiner, Phones
from companion.views.common.share import Code, SharingWay
from companion.wording import _, n_


def menu_entry(served: Served | None) -> tuple[Button, ...]:
    """The entry of the menu, where phones can be served."""
    if served is None:
        return ()
    note = n_("{n} has joined", "{n} have joined", len(served.joined)) if served.link else _("each sees its own")
    return (Button(_("Phones"), note, "phone", command=acts.Open("phones")),)


def phones(scene: Scene, served: Served) -> Sheet:
    """The screen: how to join, who has joined; turned to the seat a phone asks for."""
    seat = next(iter(served.joiners), "")
    no_way = _("Phones cannot be served: {reason}").format(reason=served.trouble) if served.trouble else ""
    body = Phones(
        title=_("Phones at the table"),
        note=no_way or _("Each phone shows its own seat’s gold and cards, and acts for it."),
        code=_code(served.link) if served.link else None,
        ways=_there(scene, served) if served.link else _addresses(served),
        joiner=_joiner(scene, seat, served) if seat else None,
    )
    return scene.title.sheet(scene, body, _bar(scene, seat, served), seat)


def _code(link: str) -> Code:
    address = link.partition("//")[2]
    return Code(_("Read this code"), squares(link), _("or type {address}").format(address=address))


def _addresses(served: Served) -> tuple[SharingWay, ...]:
    """One of this computer's addresses is chosen: nothing listens at the others."""
    return tuple(
        SharingWay(
            icon="phone",
            title=_("Phones on this network"),
            note=_("they reach this table at {address}").format(address=address),
            button=Button(_("Turn on"), command=phone_acts.PhonesOn(address)),
        )
        for address in served.addresses
    )


def _there(scene: Scene, served: Served) -> tuple[SharingWay, ...]:
    there = [
        SharingWay(
            icon="phone",
            title=scene.name(seat),
            note=_("has joined"),
            button=Button(_("End it"), command=phone_acts.EndPhone(seat)),
        )
        for seat in scene.source.names
        if seat in served.joined
    ]
    off = Button(_("Turn off"), command=phone_acts.PhonesOff())
    note = _("Whoever reads the code may ask for a seat. Off: nothing is served.")
    return (*there, SharingWay(icon="qr", title=_("Phones may join"), note=note, button=off))


def _joiner(scene: Scene, seat: str, served: Served) -> Joiner:
    icons = tuple(f"good-{good}" for good in served.joiners[seat])
    question = _("Do the same three stand on {name}’s phone?").format(name=scene.name(seat))
    return Joiner(person=scene.player(seat), question=question, icons=icons)


def _bar(scene: Scene, seat: str, served: Served) -> Bar:
    if not seat:
        sentence = _("Phones may join") if served.link else _("Phones are off")
        return way_back(sentence)
    return Bar(
        sentence=_("{name}, is this your phone?").format(name=scene.name(seat)),
        note=_("Say yes only if you hold it yourself."),
        person=scene.player(seat),
        choices=(Button(_("No"), command=phone_acts.LetJoin(seat, False)),),
        primary=Button(_("Yes, the same three"), command=phone_acts.LetJoin(seat, True), look="primary"),
    )


# --- what taps do ---


def _on(desk: At, act: phone_acts.PhonesOn) -> None:
    if desk.phones is not None:
        desk.phones.turn_on(act.address)
    desk.notify()


def _off(desk: At, _act: phone_acts.PhonesOff) -> None:
    if desk.phones is not None:
        desk.phones.turn_off()
    desk.notify()


def _let_join(desk: At, act: phone_acts.LetJoin) -> None:
    if desk.phones is not None:
        desk.phones.answer(act.seat, act.yes)
    desk.notify()


def _end(desk: At, act: phone_acts.EndPhone) -> None:
    if desk.phones is not None:
        desk.phones.revoke(act.seat)
    desk.notify()


HANDLERS: Handlers = {
    phone_acts.PhonesOn: _on,
    phone_acts.PhonesOff: _off,
    phone_acts.LetJoin: _let_join,
    phone_acts.EndPhone: _end,
}
