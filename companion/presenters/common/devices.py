"""Cameras and trays as they were found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.play.labels import piece_name
from companion.play.ledger_places import tiles_of
from companion.play.reports import Device, Frame
from companion.presenters.common.back_bar import way_back
from companion.presenters.common.scan import ALL_CORNERS, status_of
from companion.presenters.scene import Scene
from companion.titles import title_of
from companion.views.common import acts
from companion.views.common.devices import CameraPicture, DeviceRow, Devices
from companion.views.common.parts import Bar, Button, Person, Sheet, Tag, Top
from companion.views.common.task_acts import BeginTask, TaskName
from companion.wording import _

CAMERA, DESK = "camera", "desk"
"""The kinds of a camera, and of the desk of a club that follows this table."""
LOOK = "look"
"""What the screen is about while the camera's picture is shown on it."""
TONES = {"ok": "verdigris", "asks": "gold", "differs": "saffron", "lost": "alarm", "off": "sunk"}
LEDGER = "ledger-tray"
"""What a tray says it is whose places carry buildings."""
ICONS = {"ok": "check", "asks": "question", "differs": "disagree", "lost": "lost", "off": ""}


Advice = Callable[[str], str]
"""Why the device of this id should be calibrated, in a sentence, or nothing."""


def _nothing(_device: str) -> str:
    return ""


def state_word(state: str) -> str:
    """A device's state in a word."""
    return {
        "ok": _("ready"),
        "asks": _("asks"),
        "differs": _("differs"),
        "lost": _("lost"),
        "off": _("off"),
    }.get(state, state)


def what_word(what: str) -> str:
    """What a device says it is, in words; any other sentence as it is."""
    return {
        "camera": _("looks at the mat"),
        "seat-tray": _("coins, ledger and dial"),
        "coin-tray": _("coins"),
        LEDGER: _("ledger"),
        "card-pad": _("reads labelled cards"),
        "lamp-strip": _("lamps"),
        DESK: _("its referee sees the whole game, hidden cards and gold too"),
    }.get(what, what)


def lost_word(kind: str, why: str) -> str:
    """Why a device of this kind is lost, in words; what only a port or a network says stands in the log."""
    known = {
        "says nothing": _("says nothing any more"),
        "there are two of it": _("there are two of it"),
        "switched off or out of reach": _("switched off or out of reach"),
        "forgotten": _("its broker has forgotten it"),
        "the broker is gone": _("the broker is gone"),
        "has another game": _("has this game otherwise than this table"),
    }
    by_kind = {CAMERA: _("gives no picture"), DESK: _("cannot be reached"), "mqtt": _("cannot be reached")}
    return known.get(why) or by_kind.get(kind, _("its cable gives nothing"))


def owner(device: Device, scene: Scene | None) -> Person | None:
    """Before whom a tray stands."""
    return scene.person(device.seat or device.id.rpartition("-")[2]) if scene else None


def name_of(device: Device, person: Person | None) -> str:
    """What a device is called at every start, whichever is found first: by its owner, or by the end of its own name."""
    if device.kind == CAMERA:
        return _("Camera")
    if device.kind == DESK:
        return _("Desk of the club")
    return _("Tray {n}").format(n=person.name if person else device.id.rpartition("-")[2])


def device_row(device: Device, scene: Scene | None = None, advice: Advice = _nothing) -> DeviceRow:
    """A camera or a tray as a line; `advice` says why it should be calibrated."""
    person = None if device.kind == DESK else owner(device, scene)
    state = device.state
    if scene and person and any(found.seat == person.seat for found in scene.source.disagreements) and state == "ok":
        state = "differs"
    buttons = _buttons(device, state)
    return DeviceRow(
        icon={CAMERA: "camera", DESK: "broker"}.get(device.kind, "tray"),
        title=name_of(device, person),
        detail=advice(device.id) or _places(device, scene) or _told(device),
        tag=tag(state),
        person=person,
        buttons=buttons,
    )


def _told(device: Device) -> str:
    """How a device is connected, and what it is or why it is lost."""
    way = {"serial": _("by cable"), "mqtt": _("by radio")}.get(device.kind, "")
    lost = device.state == "lost"
    what = lost_word(device.kind, device.detail) if lost else what_word(device.detail)
    found = ", ".join(part for part in (way, what) if part)
    return found or (_("looks when asked") if device.kind == CAMERA else device.id)


def _places(device: Device, scene: Scene | None) -> str:
    """Which building lies on which place of a ledger tray; nothing where there are no places, or no buildings."""
    if scene is None or device.detail != LEDGER:
        return ""
    tiles = tiles_of(scene.source.book, device.seat)
    return ", ".join(f"{place} {piece_name(tile.name, scene.source.game.name)}" for place, tile in enumerate(tiles, 1))


def _buttons(device: Device, state: str) -> tuple[Button, ...]:
    if device.kind in (CAMERA, DESK):  # what a camera may be taught stands below its picture
        return ()
    if state == "differs":
        return (Button(_("Settle"), command=acts.Open("differ")),)
    return (Button(_("Calibrate"), command=BeginTask("tray_calibration", device.id)),) if state == "ok" else ()


def tag(state: str) -> Tag:
    """A device's state as a tag."""
    return Tag(state_word(state), TONES.get(state, "sunk"), ICONS.get(state, ""))


def device_rows(
    devices: Sequence[Device], scene: Scene | None = None, advice: Advice = _nothing
) -> tuple[DeviceRow, ...]:
    """All devices, cameras first, trays by name."""
    cameras = [device for device in devices if device.kind == CAMERA]
    trays = sorted((device for device in devices if device.kind != CAMERA), key=lambda device: device.id)
    return tuple(device_row(device, scene, advice) for device in (*cameras, *trays))


def camera_picture(
    frame: Frame | None, trouble: str = "", *, open_: bool = True, pieces: TaskName = "card_enrolment"
) -> CameraPicture:
    """What the camera sees now; `trouble` says what is wrong with it, if anything is.

    `pieces` are those an owner is asked to show first. A tap on the picture of a camera that is `open_` enlarges it, on
    any other opens the camera.
    """
    tasks: tuple[tuple[str, TaskName], ...] = (
        (_("My pieces"), pieces),
        (_("Colours"), "colour_calibration"),
        (_("Lens"), "lens_calibration"),
    )
    seen = frame or Frame(pixels=b"", width=16, height=9)
    good = frame is not None and frame.corners == ALL_CORNERS and not trouble
    said = trouble or (status_of(frame) if open_ else _("Tap to see its picture"))
    status = Tag(said, "verdigris" if good else "gold", "check" if good else "camera")
    return CameraPicture(
        status=status,
        button=Button(_("Look"), command=acts.Open("scan") if open_ else acts.Open("devices", LOOK)),
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        acts=tuple(Button(label, command=BeginTask(task)) for label, task in tasks),
    )


def no_camera() -> CameraPicture:
    """In the place of a picture, while no camera is chosen."""
    return CameraPicture(status=Tag(_("none yet"), "sunk", "camera"), button=Button(_("Look")))


def _body(
    rows: tuple[DeviceRow, ...], note: str, picture: CameraPicture | None, cameras: tuple[Button, ...] = ()
) -> Devices:
    return Devices(
        heading=_("Found at this table"),
        note=note,
        rows=rows,
        empty="" if rows else _("No camera and no tray was found. Everything can be done by taps."),
        which=_("Which camera?") if cameras else _("Camera"),
        cameras=cameras,
        picture=picture,
    )


def unwatched(
    devices: Sequence[Device],
    top: Top,
    advice: Advice,
    picture: CameraPicture | None = None,
    cameras: tuple[Button, ...] = (),
    broker: tuple[DeviceRow, ...] = (),
) -> Sheet:
    """The devices while no game runs: what can be chosen, tried and taught; `cameras` are those one may choose."""
    back = Button(_("Back"), command=acts.Open("seats"), look="primary")
    tests = Button(_("Self-test"), icon="test", command=acts.Examine())
    choose = Button(_("Choose devices"), icon="broker", command=acts.Open("wiring"))
    note = _("What is taught here holds for every game.")
    body = _body((*device_rows(devices, None, advice), *broker), note, picture, cameras)
    return Sheet(body=body, top=top, bar=Bar(sentence=_("Devices"), choices=(tests, choose), primary=back))


def finding(scene: Scene, advice: Advice = _nothing) -> Sheet:
    """The devices of a running game."""
    found = scene.source.devices
    camera = next((device for device in found if device.kind == CAMERA), None)
    trouble = state_word("lost") if camera and camera.state == "lost" else ""
    pieces: TaskName = "card_enrolment" if title_of(scene.source.game.name).enrolled else "tile_enrolment"
    picture = camera_picture(scene.source.frame, trouble, pieces=pieces) if camera else None
    note = _("When one of them drops out, the game goes on by taps.")
    return scene.title.sheet(scene, _body(device_rows(found, scene, advice), note, picture), way_back(_("Devices")), "")
