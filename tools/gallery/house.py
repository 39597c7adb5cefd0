"""Invented views for the gallery: everything beside the phases of a game."""

from __future__ import annotations

from companion.views.common.devices import DeviceRow, Devices
from companion.views.common.options import Donation, Gift, Options, Selection, SelectRow
from companion.views.common.parts import Bar, Button, Sheet, Tag
from companion.views.constantinopolis.drawing import Drawing
from tools.gallery.play import ANNA, BRUNO, CARLA, DARIO, HAND, TAP, UNDO, button, closed, contract, top

DECK = (
    ("GB", 11, "122"),
    ("B", 4, "111"),
    ("B", 5, "112"),
    ("GB", 9, "112"),
    ("B", 7, "122"),
    ("BR", 12, "122"),
    ("BK", 14, "122"),
    ("BY", 16, "222"),
    ("B", 6, "112"),
)
CARGO = (("Y", "good-luxury"), ("K", "good-military"), ("R", "good-industrial"), ("B", "good-consumer"))
FILTERS = (
    *(Button("", icon=icon, command=TAP, key=good, chosen=good == "B") for good, icon in CARGO),
    Button("", icon="good-alimentary", command=TAP, chosen=True),
    Button("", icon="passenger", command=TAP),
    Button("All", command=TAP),
)
DRAWING = Sheet(
    Drawing(
        "Anna draws 4",
        "2 to come",
        tuple(contract(*each, "picked", "drawn") for each in DECK[:2]),
        2,
        FILTERS,
        tuple(contract(*each, "free", "2 in the deck") for each in DECK[1:]),
        "",
        button("Show them to the camera", icon="camera"),
    ),
    top(5),
    Bar("Anna draws 4 contracts", "Level 5 gives 4 cards.", ANNA, UNDO, (), closed("2 more cards", "Take these")),
    "red",
)
BOUNTY = Sheet(
    Options(
        "Which good for Anna?",
        "The Praefectus Pretorio takes one good her buildings make.",
        (
            button("Alimentary", "makes it", icon="good-alimentary"),
            button("Consumer", "makes it", icon="good-consumer"),
            closed("no building makes it", "Industrial"),
        ),
        HAND,
    ),
    top(1),
    Bar("Anna, choose a good", "", ANNA, UNDO),
    "red",
)
GIVING = Sheet(
    Donation(
        "What does Bruno give?",
        "One gift a round, of goods his buildings make.",
        HAND,
        (
            Gift(("G", "G", "G"), 2, closed("2 in hand")),
            Gift(("B", "B", "B"), 3, button("Give", "3 of 3 in hand", chosen=True)),
            Gift(("R", "R", "R"), 3, closed("no building makes it")),
            Gift(("G", "B", "R"), 3, closed("no building makes it")),
            Gift(("K", "K", "K"), 3, closed("0 in hand")),
        ),
    ),
    top(7),
    Bar(
        "Bruno gives",
        "3 consumer goods for 3 fame.",
        BRUNO,
        UNDO,
        (button("Keep all"),),
        button("Give", "fame rises to 19", look="primary"),
    ),
    "blue",
)
STORING = Sheet(
    Selection(
        "What does Dario keep?",
        "Two goods may stay; the others go to the supply.",
        tuple(
            SelectRow(
                good,
                have,
                taken,
                button("less", icon="minus") if taken else Button("", icon="minus"),
                Button("", icon="plus"),
            )
            for good, have, taken in (("Y", 2, 1), ("B", 1, 0), ("G", 3, 1))
        ),
        "2 of 2 chosen",
    ),
    top(8),
    Bar(
        "Dario stores goods",
        "Without a Horreum two goods may stay.",
        DARIO,
        UNDO,
        (),
        button("Keep these", look="primary"),
    ),
    "yellow",
)
DEVICES = Sheet(
    Devices(
        "Found at this table",
        "The game goes on by taps when one of them drops out.",
        (
            DeviceRow(
                "camera",
                "Camera",
                "place and colour locked",
                Tag("ready", "verdigris", "check"),
                None,
                (button("Look"),),
            ),
            DeviceRow("tray", "Tray 1", "serial, 23 gold counted", Tag("agrees", "verdigris", "check"), ANNA),
            DeviceRow(
                "tray",
                "Tray 2",
                "table and book differ",
                Tag("differs", "saffron", "disagree"),
                BRUNO,
                (button("Settle"),),
            ),
            DeviceRow("tray", "Tray 3", "tray lost, taps go on", Tag("lost", "alarm", "lost"), CARLA),
            DeviceRow("tray", "Tray 4", "asks for a recount", Tag("count", "gold"), DARIO, (button("Recount"),)),
        ),
    ),
    top(4, tray="disagree"),
    Bar("Devices", "", None, None, (), button("Close", look="primary")),
    "",
)
