"""Invented views for the gallery: cards, corners, colours and trays are tended to."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.play.reports import Crop
from companion.presenters.common import mat_corners
from companion.presenters.constantinopolis import screens, words
from companion.presenters.constantinopolis.contract_editor import CARGO, SHIPS
from companion.tasks.faces import crop_of, drawn
from companion.tasks.mat_corners import MatCorners
from companion.views.common.card_enrolment import CardPair, Correcting, LaidPieces
from companion.views.common.colour_calibration import ColourField, Colours
from companion.views.common.lens_calibration import Lens
from companion.views.common.newgame import Segment
from companion.views.common.parts import Bar, Button, Glyph, Sheet, Tag, Word
from companion.views.common.scan import MarkBox
from companion.views.common.tray_calibration import TrayWells, Well
from companion.virtual.sheet import held
from tools.gallery.more import NEW_TOP
from tools.gallery.play import ANNA, TAP, UNDO, button
from tools.gallery.scan import seen
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.mat.mat import load_mat
from vision.printing.cards import art

FACES = ("GB.11.122", "R.7.112", "P.5.-12", "B.4.111", "KY.14.122", "G.3.111", "K.9.112")
PAINTS = {"G": "#5DB17D", "B": "#3565C6", "R": "#BB3C25", "K": "#2F2E36", "Y": "#FFEA35"}


def _pair(face: str, tag: Tag) -> CardPair:
    face = f"contract:{face}"
    return CardPair(_crop(face), drawn("contract", face), screens.mark_line(face), tag, Button("", command=TAP))


def _crop(face: str) -> Crop:
    """A card as a camera sees it: smaller, and a little darker."""
    small = art("contract", face, 2.2)
    return crop_of((small * 0.9).astype("uint8"))


def enrolling() -> Sheet:
    """Seven cards on the mat, three filed, one in doubt."""
    tags = (
        *[Tag("filed", "verdigris", "check")] * 3,
        Tag("what is it?", "saffron", "question"),
        *[Tag("read", "sea")] * 3,
    )
    pairs = tuple(_pair(face, tag) for face, tag in zip(FACES, tags, strict=True))
    note = "Each card is looked at twice and kept with its picture. You may stop and go on another day."
    body = LaidPieces(heading="Your own cards", note=note, count="37 of 106", share=37 / 106, cards=pairs)
    choices = (button("Look again"), button("Stop here"))
    bar = Bar(
        sentence="Is this right?",
        note="Tap a card that was read wrongly.",
        undo=UNDO,
        choices=choices,
        primary=button("These 3 are right", look="primary"),
    )
    return Sheet(body=body, top=NEW_TOP, bar=bar)


def correcting() -> Sheet:
    """Saying what one card shows."""
    said = {"cargo": "B", "gold": "4", "small": "1", "medium": "1", "large": "1"}
    cargo = tuple(Button("", icon=icon, command=TAP, chosen=letter in said["cargo"]) for letter, icon in CARGO)
    gold = tuple(Button(str(n), command=TAP, chosen=str(n) == said["gold"]) for n in range(1, 31))
    voyages = tuple(
        Segment(
            f"{ship.capitalize()} ship", tuple(Button(r, command=TAP, chosen=r == said[ship]) for r in ("1", "2", "–"))
        )
        for ship in SHIPS
    )
    note = "Tap what is printed on it; tap a good twice for two of it."
    pair = _pair("B.4.111", Tag("what is it?", "saffron", "question"))
    body = Correcting(
        heading="What does this card show?",
        note=note,
        pair=pair,
        cargo=cargo,
        gold_title="Gold",
        gold=gold,
        voyages=voyages,
    )
    bar = Bar(
        sentence="Card 4",
        note="It is kept under what you say.",
        choices=(button("Back"),),
        primary=button("That is right", look="primary"),
    )
    return Sheet(body=body, top=NEW_TOP, bar=bar)


def corners() -> Sheet:
    """Two corners of the mat have been tapped."""
    nowhere: Any = SimpleNamespace()
    task = MatCorners(nowhere)
    for corner in ((0.1, 0.11), (0.91, 0.12)):
        task.tap(*corner)
    return mat_corners.sheet(task, seen(), NEW_TOP, "")


def colours() -> Sheet:
    """Five colours have been learnt."""
    frame, mat = seen(), load_mat()
    wide, high = mat.size
    fields = [mat.zones[f"goods-{n}"].box for n in range(1, 6)]
    marks = tuple(
        MarkBox((Glyph(words.ICONS[letter]),), _about(box, wide, high), True)
        for letter, box in zip(PAINTS, fields, strict=True)
    )
    rows = tuple(
        ColourField(
            words.ICONS[letter], words.good_name(letter), f"field {n}", paint, Tag("seen", "verdigris", "check")
        )
        for n, (letter, paint) in zip(("I", "II", "III", "IV", "V"), PAINTS.items(), strict=True)
    )
    note = "The same cubes look different under every lamp. This takes a minute."
    body = Colours(
        pixels=frame.pixels,
        width=frame.width,
        height=frame.height,
        marks=marks,
        heading="The colours of this place",
        note=note,
        fields=rows,
        complaints=(),
    )
    bar = Bar(
        sentence="Five colours, well apart", note="They are used in every game played here.", choices=(button("Back"),)
    )
    return Sheet(body=body, top=NEW_TOP, bar=bar)


def weighing() -> Sheet:
    """The second of five wells for cubes."""
    quiet = Tag("quiet", "verdigris", "check")
    states = (("done", quiet), ("now", None), ("coming", None), ("coming", None), ("coming", None))
    wells = tuple(Well(0, state, tag, good) for good, (state, tag) in zip(PAINTS, states, strict=True))
    body = TrayWells(
        heading="Lay 10 blue cubes in their well, and nothing else in it.", note="", coin=0, count=10, wells=wells
    )
    note = "The game hears nothing of this tray meanwhile."
    bar = Bar(sentence="Tray Anna", note=note, choices=(button("Back"),), primary=button("They lie so", look="primary"))
    return Sheet(body=body, top=NEW_TOP, bar=bar)


def lens() -> Sheet:
    """The sheet has been held in six places, and lies in the middle now."""
    frame, mat = seen(), load_mat()
    scene = Scene(mat, Weather.named("kind"), seed=2)
    scene.lay([held(6)])
    picture = crop_of(scene.frame())
    corners = ((0.26, 0.5), (0.74, 0.5), (0.74, 0.98), (0.26, 0.98))
    areas = (True, True, True, False, True, True, True, True, False, True, True, False)
    body = Lens(
        pixels=picture.pixels,
        width=frame.width,
        height=frame.height,
        marks=(MarkBox((Word("sheet"),), corners, True),),
        heading="How this lens bends",
        note="Stick the calibration sheet on something flat and hold it up: each time still, each time elsewhere.",
        count="6 of 10 looks",
        share=0.6,
        areas=areas,
        across=4,
    )
    note = "Near the edges too, and leaning. It is taken by itself when you hold it still."
    return Sheet(body=body, top=NEW_TOP, bar=Bar(sentence="Now elsewhere", note=note, choices=(button("Back"),)))


def _about(box: tuple[float, float, float, float], wide: float, high: float) -> tuple[tuple[float, float], ...]:
    """Roughly where a box of the mat (mm) lies in the drawn picture."""
    x0, y0, x1, y1 = (0.09 + 0.82 * value / side for value, side in zip(box, (wide, high, wide, high), strict=True))
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def calibrating() -> Sheet:
    """The third of five wells."""
    quiet = Tag("quiet", "verdigris", "check")
    states = (
        ("done", quiet),
        ("done", Tag("usable", "gold", "question")),
        ("now", None),
        ("coming", None),
        ("coming", None),
    )
    wells = tuple(Well(coin, *state) for coin, state in zip((30, 10, 5, 2, 1), states, strict=True))
    body = TrayWells(
        heading="Lay 10 coins of 5 in their well", note="Nothing in the other wells.", coin=5, count=10, wells=wells
    )
    choices = (button("The last well again"), button("Back"))
    note = "The game hears nothing of this tray meanwhile."
    return Sheet(
        body=body,
        top=NEW_TOP,
        bar=Bar(
            sentence="Anna’s tray",
            note=note,
            person=ANNA,
            choices=choices,
            primary=button("They lie so", look="primary"),
        ),
        band="red",
    )
