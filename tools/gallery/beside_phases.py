"""Invented views for the gallery: everything beside the phases of a game."""

from __future__ import annotations

from companion.views.common.devices import DeviceRow, Devices
from companion.views.common.options import Options, Selection, SelectRow
from companion.views.common.parts import Bar, Button, Sheet, Tag
from companion.views.constantinopolis.construction import Trading
from companion.views.constantinopolis.donation import Donation, Gift
from companion.views.constantinopolis.drawing import CargoGroup, Drawing
from tools.gallery.play import (
    ANNA,
    BRUNO,
    CARLA,
    DARIO,
    GOLD,
    HAND,
    MARKET,
    TAP,
    UNDO,
    button,
    closed,
    contract,
    top,
)

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
CARGOES = ("G", "B", "R", "K", "Y", "GG", "GB", "GR", "GK", "GY", "BB", "BR", "BK", "BY", "RR", "RK", "KK", "P")
DRAWING = Sheet(
    body=Drawing(
        title="Anna draws 4",
        hint="2 to come",
        drawn=tuple(contract(*each, "picked", "drawn") for each in DECK[:2]),
        ask="What does the next card carry?",
        cargoes=(
            *(CargoGroup(tuple(cargo), f"{3 * len(cargo)} left", button("")) for cargo in CARGOES),
            CargoGroup(("Y", "Y"), "all drawn", closed("all drawn")),
        ),
        scan=button("Show them to the camera", icon="camera"),
    ),
    top=top(5),
    bar=Bar(
        sentence="Anna draws 4 contracts",
        note="Level 5 gives 4 cards.",
        person=ANNA,
        undo=UNDO,
        primary=closed("2 more cards", "Take these"),
    ),
    band="red",
)
BOUNTY = Sheet(
    body=Options(
        "Which good for Anna?",
        "The Praefectus Pretorio takes one good her buildings make.",
        (
            button("Alimentary", "makes it", icon="good-alimentary"),
            button("Consumer", "makes it", icon="good-consumer"),
            closed("no building makes it", "Industrial"),
        ),
        HAND,
    ),
    top=top(1),
    bar=Bar(sentence="Anna, choose a good", person=ANNA, undo=UNDO),
    band="red",
)
GIVING = Sheet(
    body=Donation(
        "What does Bruno give?",
        "One gift a round, of goods that one’s buildings make.",
        HAND,
        (
            Gift(("G", "G", "G"), 2, closed("2 in hand")),
            Gift(("B", "B", "B"), 3, button("Give", "3 of 3 in hand", chosen=True)),
            Gift(("R", "R", "R"), 3, closed("no building makes it")),
            Gift(("G", "B", "R"), 3, closed("no building makes it")),
            Gift(("K", "K", "K"), 3, closed("0 in hand")),
        ),
    ),
    top=top(7),
    bar=Bar(
        sentence="Bruno gives",
        note="3 consumer goods for 3 fame.",
        person=BRUNO,
        undo=UNDO,
        choices=(button("Keep all"),),
        primary=button("Give", "fame rises to 19", look="primary"),
    ),
    band="blue",
)
STORING = Sheet(
    body=Selection(
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
    top=top(8),
    bar=Bar(
        sentence="Dario stores goods",
        note="Without a Horreum two goods may stay.",
        person=DARIO,
        undo=UNDO,
        primary=button("Keep these", look="primary"),
    ),
    band="yellow",
)
DEVICES = Sheet(
    body=Devices(
        heading="Found at this table",
        note="The game goes on by taps when one of them drops out.",
        rows=(
            DeviceRow(
                icon="camera",
                title="Camera",
                detail="place and colour locked",
                tag=Tag("ready", "verdigris", "check"),
            ),
            DeviceRow(
                icon="tray",
                title="Tray Anna",
                detail="serial, 23 gold counted",
                tag=Tag("agrees", "verdigris", "check"),
                person=ANNA,
            ),
            DeviceRow(
                icon="tray",
                title="Tray Bruno",
                detail="table and book differ",
                tag=Tag("differs", "saffron", "disagree"),
                person=BRUNO,
                buttons=(button("Settle"),),
            ),
            DeviceRow(
                icon="tray",
                title="Tray Carla",
                detail="tray lost, taps go on",
                tag=Tag("lost", "alarm", "lost"),
                person=CARLA,
            ),
            DeviceRow(
                icon="tray",
                title="Tray Dario",
                detail="asks for a recount",
                tag=Tag("count", "gold"),
                person=DARIO,
                buttons=(button("Recount"),),
            ),
        ),
    ),
    top=top(4, tray="disagree"),
    bar=Bar(sentence="Devices", primary=button("Close", look="primary")),
)

TRADING = Sheet(
    body=Trading(
        hand=HAND,
        treasury=GOLD,
        used=(),
        heading="What turns goods into gold and fame",
        acts=(
            Button("Swap wall", "one good for another", "kind-wall", command=TAP),
            Button("Three goods", "for 10 gold", "kind-wall", command=TAP),
            Button("Throw away", "goods to the supply", "close", command=TAP),
        ),
        market=MARKET,
    ),
    top=top(6),
    bar=Bar(
        sentence="Market and buildings",
        person=ANNA,
        undo=UNDO,
        choices=(button("Back to the ships"),),
    ),
    band="red",
)
"""Trading beside the ships."""
