"""Cameras, trays and broker chosen on the screen: what was found, what is used, and a field to type an address."""

from __future__ import annotations

from collections.abc import Iterator

from companion.host.rewiring import found_cameras, found_ports
from companion.host.wiring import Wiring
from companion.presenters.common.devices import LOOK
from companion.presenters.common.newgame import top_of
from companion.presenters.handling import At, Handlers
from companion.presenters.look import Look
from companion.presenters.source import Host
from companion.views.common import acts
from companion.views.common.answers import TypedSearch
from companion.views.common.devices import DeviceRow
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet, Tag
from companion.wording import _
from engine.errors import CompanionError
from vision.camera.address import read_address

KEYS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm._", ":/@?=&+!#$")
HIDDEN = "•"
PHONE = "phone://table"
"""The camera that a phone is (`companion.web.phones.table`)."""


def wiring(look: Look, host: Host) -> Sheet:
    """What watches this table, found and chosen."""
    now = host.wiring
    options = (*cameras(now), *_trays(now), *_broker(now))
    note = _("Tap what watches this table. It is kept for the next time.")
    if not host.rewirable:
        note = _("Devices are chosen while no game runs at a real table.")
        options = tuple(Button(each.label, reason=each.note, icon=each.icon) for each in options)
    looks = Button(_("Look"), _("live picture"), "camera", command=acts.Open("scan") if now.camera else None)
    tests = Button(_("Self-test"), icon="test", command=acts.Examine())
    back = Button(_("Back"), command=acts.Open("devices"), look="primary")
    bar = Bar(sentence=_("Choose devices"), note=look.said, choices=(looks, tests), primary=back)
    return Sheet(body=Options(_("Which devices?"), note, options), top=top_of(_("Devices"), host.devices), bar=bar)


def cameras(now: Wiring) -> Iterator[Button]:
    """The cameras of this machine, another one by its address, and none."""
    found = found_cameras()
    place = read_address(now.camera).place
    used = place.removeprefix("/dev/video")
    for each in found:
        choose = acts.Wire("camera", each.address)
        name = each.name or _("This tablet’s camera")
        yield Button(name, _("camera of this device"), "camera", command=choose, chosen=used == each.address)
    by_phone = now.camera == PHONE
    choose = acts.Wire("camera", PHONE)
    yield Button(_("A phone’s camera"), _("a phone that has joined by HTTPS"), "phone", command=choose, chosen=by_phone)
    other = bool(used) and not by_phone and used not in {each.address for each in found}
    note = read_address(now.camera).shown if other else _("type its address")
    yield Button(_("Another camera"), note, "phone", command=_type("camera"), chosen=other)
    yield Button(_("No camera"), "", "hidden", command=acts.Wire("camera", ""), chosen=not used)


def _trays(now: Wiring) -> Iterator[Button]:
    on = _("on") if now.usb else _("off")
    yield Button(_("Find trays by cable"), on, "tray", command=acts.Wire("usb", ""), chosen=now.usb)
    there = {each.port: each.board for each in found_ports()} | dict.fromkeys(now.serial, "")
    for port, board in sorted(there.items()):
        note = board or _("serial port")
        yield Button(port, note, "tray", command=acts.Wire("serial", port), chosen=port in now.serial)


def _broker(now: Wiring) -> Iterator[Button]:
    broker = now.broker
    none = _("none")
    yield Button(
        _("Broker"), broker.host if broker else none, "broker", command=_type("broker.host"), chosen=bool(broker)
    )
    if broker is None:
        return
    fields = (
        (_("Port"), str(broker.port), "broker.port"),
        (_("Account"), broker.user or none, "broker.user"),
        (_("Password"), _("kept") if broker.password else none, "broker.password"),
        (_("Name of this table"), broker.table, "broker.table"),
    )
    for label, note, key in fields:
        yield Button(label, note, "broker", command=_type(key))
    yield Button(_("No broker"), "", "hidden", command=acts.Wire("broker", ""))


def broker_rows(now: Wiring) -> tuple[DeviceRow, ...]:
    """The broker as a line among the devices; none where there is none."""
    if now.broker is None:
        return ()
    about = _("{host}, table {name}").format(host=now.broker.host, name=now.broker.table)
    return (DeviceRow(icon="broker", title=_("Broker"), detail=about, tag=Tag(_("on"), "sunk")),)


def _type(key: str) -> acts.Open:
    return acts.Open("wire", key)


def typing(look: Look, host: Host) -> Sheet:
    """A field of the devices that is typed; a password is shown as dots."""
    upper = look.tab == "upper"
    text = HIDDEN * len(look.digits) if look.about.endswith("password") else look.digits
    rows = tuple(tuple(_key(letter.upper() if upper else letter) for letter in row) for row in KEYS)
    last = (
        Button("A" if not upper else "a", command=acts.Tab("" if upper else "upper")),
        Button("", icon="undo", command=acts.Letter("<")),
    )
    keep = Button(_("Keep"), command=acts.Wire(look.about, look.digits), look="primary")
    leave = Button(_("Back"), icon="close", command=acts.Open("wiring"))
    bar = Bar(sentence=_title(look.about), note=look.said, choices=(leave,), primary=keep)
    body = TypedSearch(text, (*rows[:3], (*rows[3], *last), rows[4]), (), _help(look.about))
    return Sheet(body=body, top=top_of(_("Devices"), host.devices), bar=bar)


def _key(letter: str) -> Button:
    return Button(letter, command=acts.Letter(letter))


def _title(key: str) -> str:
    return {
        "camera": _("Address of the camera"),
        "broker.host": _("Address of the broker"),
        "broker.port": _("Port of the broker"),
        "broker.user": _("Account at the broker"),
        "broker.password": _("Password at the broker"),
        "broker.table": _("Name of this table"),
    }.get(key, key)


def _help(key: str) -> str:
    return {
        "camera": _("Such as http://phone:8080/video, or the number of a camera. Empty: none."),
        "broker.host": _("Its name or number in this network. Empty: no broker."),
        "broker.port": _("1883 unless somebody chose another."),
    }.get(key, _("Empty: none."))


def _wire(desk: At, act: acts.Wire) -> None:
    """Keep a setting; what does not fit is reported where it was typed, and changes nothing."""
    if desk.host is None:
        return
    try:
        desk.host.rewire(act.key, act.value)
    except (CompanionError, OSError) as error:
        desk.see(said=_("Not kept: {why}").format(why=error))
    else:
        stays = desk.look.screen == "devices"
        screen, about = ("devices", LOOK) if stays else ("wiring", "")
        desk.see(screen=screen, about=about, digits="", said=_("Kept."))


HANDLERS: Handlers = {acts.Wire: _wire}
