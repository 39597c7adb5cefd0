"""Invented views for the gallery: how every component and screen looks with something on it."""

from __future__ import annotations

from companion.views.common import acts
from companion.views.common.overview import Overview
from companion.views.common.parts import (
    Bar,
    Button,
    Chip,
    Glyph,
    Holding,
    Person,
    Sheet,
    Step,
    Stepper,
    Tag,
    Toast,
    Top,
    Word,
)
from companion.views.constantinopolis.acceptance import Acceptance, ContractCard, ShipBox
from companion.views.constantinopolis.auction import Auction, Bidder, BidMade, Centre, Notice, OfficeTile, TurnLine
from companion.views.constantinopolis.construction import Construction, Kind, Market, MarketRow, Tile, Used
from companion.views.constantinopolis.overview import CitySeat, CityTable, Lane, OfficeLine, Price, ShipSpot

ANNA, BRUNO = Person("red", "Anna", "A"), Person("blue", "Bruno", "B")
CARLA, DARIO = Person("green", "Carla", "C"), Person("yellow", "Dario", "D")
ELENA = Person("black", "Elena", "E")
TAP = "example"
PHASES = (
    ("phase-1-auction", "Auction"),
    ("phase-2-ships", "Ships"),
    ("phase-3-production", "Production"),
    ("phase-4-construction", "Construction"),
    ("phase-5-draw", "Draw contracts"),
    ("phase-6-accept", "Accept contracts"),
    ("phase-7-donate", "Donate"),
    ("phase-8-end", "End of round"),
)


def button(label: str, note: str = "", **kwargs: object) -> Button:
    """An example button that can be tapped."""
    return Button(label, note, command=TAP, **kwargs)  # type: ignore[arg-type]


def top(now: int, round: int = 4, tray: str = "check", camera: str = "check") -> Top:
    """The top bar in phase `now`, 1 to 8."""
    states = ["past"] * (now - 1) + ["now"] + ["coming"] * (8 - now)
    steps = tuple(Step(icon, word, state, button(word)) for (icon, word), state in zip(PHASES, states, strict=True))
    chips = (Chip("camera", "", camera, button("Camera")), Chip("tray", "4", tray, button("Trays")))
    return Top(
        title=f"Round {round} of 9", round=round, rounds=9, steps=steps, chips=chips, menu=button("Menu", icon="menu")
    )


def seat(person: Person, side: str, verb: str, state: str, facts: tuple[int, int, int, str, int]) -> CitySeat:
    """A seat card from office, fame, level, goods and contracts."""
    office, fame, level, goods, contracts = facts
    return CitySeat(
        person=person,
        side=side,
        verb=verb,
        state=state,
        office=office,
        fame=fame,
        level=level,
        goods=tuple(goods),
        contracts=contracts,
        button=button(person.name),
    )


SEATS = (
    seat(ANNA, "south", "builds", "due", (2, 17, 3, "GGB", 2)),
    seat(BRUNO, "west", "waits", "wait", (4, 16, 3, "BBR", 1)),
    seat(CARLA, "north", "done", "done", (1, 19, 4, "KRG", 3)),
    seat(DARIO, "east", "next", "wait", (3, 14, 2, "YG", 2)),
)
OFFICES = tuple(
    OfficeLine(number, f"office-{number}", name, holder)
    for number, name, holder in (
        (1, "Magister", CARLA),
        (2, "Pretorio", ANNA),
        (3, "Comes", DARIO),
        (4, "Urbi", BRUNO),
        (5, "Consul", None),
    )
)
LANES = (
    Lane("Long", "sea_tint", (ShipSpot(CARLA, "ship-large"),)),
    Lane("Short", "sea_tint", (ShipSpot(ANNA, "ship-small"), ShipSpot(BRUNO, "ship-medium"))),
    Lane("Harbour", "sunk", (ShipSpot(ANNA, "ship-medium"), ShipSpot(DARIO, "ship-small"))),
)
CORNERS = (
    button("Undo", icon="undo"),
    button("Rules", icon="rule"),
    button("Score", icon="fame"),
    button("Challenge", icon="challenge"),
)
OVERVIEW = Overview(
    top=top(4),
    sentence="Anna builds",
    note="Dario is next. Nobody is Consul, so no purchase can be taken over.",
    tag=Tag("Table and book agree", "verdigris", "check"),
    due="south",
    seats=SEATS,
    body=CityTable(
        offices=OFFICES,
        lanes=LANES,
        market="Forum Costantinum",
        prices=(Price("Y", 7, 5), Price("R", 6, 4), Price("B", 3, 2), Price("G", 2, 1)),
        coming="next: Porta Aurea",
    ),
    corners=CORNERS,
)

UNDO = button("Undo", icon="undo")
LONG = ("Magister Officiorum", "Praefectus Pretorio", "Comes Thesaurorum", "Praefectus Urbi", "Consul")
GIVES = (
    "Draws 3 more contracts",
    "1 good of her choice",
    "4 gold at the end of the auction",
    "Builds a wall, or swaps up to two contracts",
    "Takes over a purchase, or swaps up to two contracts",
)


def office_tiles(chosen: int, large: bool) -> tuple[OfficeTile, ...]:
    """The five offices as in the middle of an auction."""
    holders, coins = (CARLA, ANNA, DARIO, BRUNO, None), (0, 0, 2, 3, 0)
    labels = ("Bid 1", "Bid 1", "Stay", "Bid 6", "Take")
    costs = ("opens the duel", "opens the duel", "costs nothing", "3 above, wall", "for 2 gold")
    return tuple(
        OfficeTile(
            office=i + 1,
            icon=f"office-{i + 1}",
            name=LONG[i],
            holder=holders[i],
            coins=coins[i],
            word="no coins" if holders[i] else "2 to take",
            button=button(labels[i], chosen=i + 1 == chosen),
            gives=GIVES[i] if large else "",
            cost=costs[i],
        )
        for i in range(5)
    )


ORDER = (
    TurnLine(CARLA, "stayed", 1, 19),
    TurnLine(ANNA, "bids", 2, 17),
    TurnLine(DARIO, "to come", 3, 14),
    TurnLine(BRUNO, "answers", 4, 16, due=True),
)
HIDDEN = Button("hold to look", "Dario’s gold", "hidden", command=acts.Uncover("yellow"), key="yellow")
WALL = Notice(
    "kind-wall",
    (
        Word("Anna raises here by 3, Bruno by 1.", strong=True),
        Word("Bruno owns the auction wall and holds this office."),
    ),
    button("Why?"),
)
DUEL = Sheet(
    body=Auction(
        heading="Turn order so far",
        order=ORDER,
        treasury=HIDDEN,
        offices=office_tiles(4, large=False),
        duel=(
            Bidder(ANNA, 10, "challenger", leads=True),
            Centre(
                office=4,
                icon="office-4",
                name=LONG[3],
                gives=GIVES[3],
                coins="3 lie here already",
                trail=(BidMade(ANNA, 6, later=False), BidMade(BRUNO, 7), BidMade(ANNA, 10)),
            ),
            Bidder(BRUNO, 7, "holder, the last bid"),
        ),
        notice=WALL,
    ),
    top=top(1),
    bar=Bar(
        sentence="Bruno, raise or pass",
        note="Pass costs nothing; you then choose again.",
        person=BRUNO,
        undo=UNDO,
        choices=(button("Pass", "Anna moves in"), Stepper(11, 11)),
        primary=button("Raise to 11", "the lowest raise", look="primary"),
    ),
    band="blue",
)
CHOOSING = Sheet(
    body=Auction(
        heading="Turn order so far",
        order=ORDER,
        treasury=HIDDEN,
        offices=office_tiles(3, large=True),
        question="Which office for Dario?",
    ),
    top=top(1),
    bar=Bar(
        sentence="Dario, choose an office",
        note="The last to choose, unless somebody is ousted.",
        person=DARIO,
        undo=UNDO,
        primary=button("Stay", "costs nothing", look="primary"),
    ),
    band="yellow",
    toast=Toast("camera", (Word("Carla stayed.", strong=True),), UNDO),
)


def closed(reason: str, label: str = "") -> Button:
    """An example button that cannot be tapped, with its reason."""
    return Button(label, reason=reason, rule="C-BLD-02")


def tile(name: str, makes: str, level: str, price: int, reason: str = "", copies: int = 2) -> Tile:
    """A production building on the board; ``?`` for one that was not read."""
    known = None if makes == "?" else tuple(makes)
    push = closed(reason) if reason else button("Buy", chosen=name == "Lignarii Officina")
    return Tile(
        name=name,
        makes=known,
        word="",
        level=level,
        price=price,
        copies=copies,
        button=push,
        read=button("Read") if known is None else None,
    )


TILES = (
    tile("Pistrinum", "?", "A", 6),
    tile("Venatoris Domus", "GB", "A", 10, "you own one"),
    tile("Textrinum", "BB", "A", 11),
    tile("Lignarii Officina", "R", "B", 12, copies=1),
    tile("Cura", "K", "B", 16),
    tile("Figulina", "RB", "B", 17),
    tile("Metallum", "RR", "B", 20),
    tile("Armorum Faber", "KK", "C", 14, "no B licence"),
    tile("Fabri Officina", "RK", "C", 18, "no B licence"),
)
TABS = tuple(
    Button(label, icon=f"kind-{kind}", command=TAP, chosen=kind == "production", look="tab")
    for kind, label in (
        ("production", "Production"),
        ("commercial", "Commercial"),
        ("utility", "Utility"),
        ("public", "Public"),
    )
)
HAND = tuple(Holding(good, count) for good, count in zip("YKRBG", (0, 0, 1, 1, 2), strict=True))
GOLD = button("hold to look", "Treasury", icon="hidden", key="red")
MARKET = Market(
    "Market, region VI",
    "Forum Costantinum",
    (
        MarketRow("Y", button("7"), button("5"), ("",)),
        MarketRow("R", button("6"), closed("bought this round"), ("bought", "")),
        MarketRow("B", closed("you make it"), button("2"), ("", "")),
        MarketRow("G", closed("you make it"), closed("limit 2 reached"), ("sold", "sold")),
        MarketRow("K", None, None, (), "not traded on this market"),
    ),
)
BUILDING = Sheet(
    body=Construction(
        hand=HAND,
        treasury=GOLD,
        kinds=tuple(
            Kind(f"kind-{kind}", state)
            for kind, state in (
                ("production", "open"),
                ("commercial", "bought"),
                ("utility", "open"),
                ("public", "open"),
                ("wall", "closed"),
            )
        ),
        note="Walls: only the Praefectus Urbi (Bruno) builds them.",
        used=(Used("Caupona", ("G", "G"), (Glyph("coin", "+4", "gold_text"), Glyph("fame", "+1", "porphyry"))),),
        acts=(),
        tabs=TABS,
        tiles=TILES,
        market=MARKET,
    ),
    top=top(4),
    bar=Bar(
        sentence="Lignarii Officina",
        note="Licence B. It produces from next round.",
        person=ANNA,
        undo=UNDO,
        choices=(button("End turn"),),
        primary=button("Buy for 12", "level rises to 4", icon="coin", look="primary"),
    ),
    band="red",
)


def contract(
    cargo: str, gold: int, rounds: str, state: str, word: str, icon: str = "", good: str = "", after: str = ""
) -> ContractCard:
    """A contract from its cargo, gold and the rounds on the three ships, ``-`` where it cannot sail."""
    small, medium, large = (None if r == "-" else int(r) for r in rounds)
    fame = 0 if "P" in cargo else 1
    return ContractCard(
        cargo=tuple(cargo),
        gold=gold,
        fame=fame,
        rounds=(small, medium, large),
        state=state,
        word=word,
        button=button(word),
        icon=icon,
        good=good,
        after=after,
    )


CONTRACTS = (
    contract("GB", 11, "122", "loaded", "loaded", "check"),
    contract("P", 5, "-12", "loaded", "loaded", "check"),
    contract("G", 5, "112", "picked", "picked up"),
    contract("RB", 14, "122", "short", "1 more", good="R", after="needed"),
    contract("Y", 10, "112", "saved", "saved", "trading-post"),
    contract("P", 4, "-11", "free", "free"),
)
LOADING = Sheet(
    body=Acceptance(
        title="Anna’s contracts",
        hint="Tap one, then a ship",
        cards=CONTRACTS,
        left=tuple(Holding(good, count) for good, count in zip("YKRBG", (0, 0, 0, 1, 2), strict=True)),
        gold=button("gold", "", icon="hidden", key="red"),
        ships_title="Her ships",
        ready="Carla and Dario are ready",
        ships=(
            ShipBox(
                icon="ship-medium",
                name="Medius Dromo",
                places=("G", "B", "P", "fits"),
                voyage="Long voyage",
                long=True,
                fame=1,
                button=button("load", chosen=True),
            ),
            ShipBox(
                icon="ship-small",
                name="Parvus Dromo",
                places=("fits", ""),
                voyage="Empty, stays",
                long=False,
                fame=0,
                button=button("load", chosen=True),
            ),
            ShipBox(
                icon="ship-small",
                name="Parvus Dromo",
                places=(),
                voyage="",
                long=False,
                fame=0,
                button=button("look"),
                note="at sea, home next round",
                gold=6,
            ),
        ),
        acts=(
            button("Buy a ship", "from 6 gold", icon="ship-large"),
            button("Trading post", "5 gold, draw 1", icon="trading-post"),
        ),
    ),
    top=top(6, 5),
    bar=Bar(
        sentence="Where does it sail?",
        note="Fits both ships. On the medium ship it adds nothing to the voyage.",
        person=ANNA,
        undo=UNDO,
        primary=button("Done, show loading", look="primary"),
    ),
    band="red",
)
