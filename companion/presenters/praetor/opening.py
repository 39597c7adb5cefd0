"""What lies on the table when a game opens, asked before its first entry (P-SET-03 to P-SET-10)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from companion.presenters.praetor import words
from companion.presenters.praetor.face_up import lying_tile, told
from companion.presenters.praetor.start_city import fits, laying
from companion.presenters.praetor.turned_up import due, pool, shown, turning_up, unveiling
from companion.presenters.scene import people
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Person, Sheet, Top
from companion.views.praetor.city import CityLine, CityTile, PraetorMap
from companion.views.praetor.opening import OpeningSeat, PraetorOpening
from companion.wording import _, n_
from engine.praetor.city import placed
from engine.praetor.setup import Setup
from engine.praetor.values import GOLD_MINE, SIDE_A

PARTS = {"city": laying, "display": turning_up, "wall": unveiling}
"""What lies there that has a screen of its own, by the names of the set-up."""


def opening(setup: Setup, about: str, top: Top) -> Sheet:
    """The table as it opens; the start city comes first, because the Gold Mines lie in it."""
    part, _space, rest = about.partition(" ")
    if "city" in unsaid(setup):
        part = "city"
    return PARTS[part](setup, rest, top) if part in PARTS else _table(setup, top)


def unsaid(setup: Setup) -> tuple[str, ...]:
    """What is not said yet, or does not fit; raises `Unknown` while the list of tiles is not known."""
    found = {
        "city": fits(setup),
        "mines": all(mines_of(setup)) and set(mines_of(setup)) <= {*_mines(setup)},
        "display": len(shown(setup)) == len(setup.display) == due(setup),
        "wall": setup.wall in setup.book.sections,
    }
    return tuple(name for name, said in found.items() if not said)


def draw_rest(setup: Setup, chance: Random) -> dict[str, tuple[str, ...]]:
    """What nobody has said, drawn; the city is never drawn."""
    left, found = unsaid(setup), {}
    if "mines" in left:
        there = [tile for tile in _mines(setup) if tile not in setup.mines]
        chance.shuffle(there)
        found["mines"] = tuple(mine or there.pop() for mine in mines_of(setup))
    if "display" in left:
        others = [tile for tile in pool(setup) if tile not in shown(setup)]
        chance.shuffle(others)
        others.sort(key=setup.book.era.__getitem__)  # the First Era lies on top
        found["display"] = (*shown(setup), *others)[: due(setup)]
    if "wall" in left:
        found["wall"] = (chance.choice(setup.book.sections),)
    return found


def mines_of(setup: Setup) -> tuple[str, ...]:
    """The Gold Mine of each seat, clockwise; nothing where nobody has said it."""
    seats = len(setup.colours)
    return (*setup.mines, *[""] * seats)[:seats]


def _mines(setup: Setup) -> tuple[str, ...]:
    return tuple(tile for tile in setup.start_tiles if setup.book.kind[tile] == GOLD_MINE)


# --- the table at a glance ---


def _table(setup: Setup, top: Top) -> Sheet:
    persons = people({place.colour: place.name for place in setup.places})
    body = PraetorOpening(
        heading=_("What lies on the table?"),
        note=_("Tap each one’s Gold Mine on the map."),
        map=PraetorMap(tiles=tuple(_tile(setup, piece, persons) for piece in setup.city), free=(), still=True),
        seats=tuple(_seat(setup, at, persons[colour]) for at, colour in enumerate(setup.colours)),
        lines=(_display(setup), _wall(setup), _city()),
    )
    return Sheet(body=body, top=top, bar=_bar(setup))


def _bar(setup: Setup) -> Bar:
    left = unsaid(setup)
    start = Button(_("Start"), command=acts.Start(), look="primary")
    if left:
        start = Button(_("Start"), reason=n_("{n} still open", "{n} still open", len(left)))
    names = {"mines": _("Gold Mines"), "display": _("the display"), "wall": _("the wall section")}
    note = _("Still to say: {what}.").format(what=", ".join(names[name] for name in left if name in names))
    rest = Button(_("Draw the rest"), _("the next card lists it"), "history", command=acts.DrawRest())
    back = Button(_("Back"), command=acts.Open("seats"))
    return Bar(
        sentence=_("The opening"),
        note=note if left else _("Everything is said; figures not known yet are asked when they are needed."),
        choices=(back, rest) if left else (back,),
        primary=start,
    )


def _seat(setup: Setup, at: int, person: Person) -> OpeningSeat:
    mine = mines_of(setup)[at]
    chosen = not mine and "" not in mines_of(setup)[:at]
    said = acts.Lies("mines", _with(mines_of(setup), at, "")) if mine else None
    rome = setup.rome == person.seat
    return OpeningSeat(
        person=person,
        mine=Button(
            words.kind_name(GOLD_MINE),
            icon="check" if mine else "city-gold-mine",
            command=said,
            reason=_("tap it") if chosen else "",
            chosen=chosen,
        ),
        board=_board(setup, at),
        rome=Button(_("last in Rome"), command=acts.Lies("rome", (person.seat,)), chosen=rome),
    )


def _with(said: tuple[str, ...], at: int, what: str) -> tuple[str, ...]:
    return (*said[:at], what, *said[at + 1 :])


def _board(setup: Setup, at: int) -> Button:
    """The side of a board; a tap turns to the next one nobody else has: of the different sides each is there once."""
    sides = tuple(setup.side.values())
    free = [side for side in setup.book.sides if side == SIDE_A or side == sides[at] or side not in sides]
    following = free[(free.index(sides[at]) + 1) % len(free)]
    side = _("Board {side}").format(side=sides[at])
    return Button(side, icon="turn", command=acts.Lies("boards", _with(sides, at, following)))


# --- the start city ---


def _tile(setup: Setup, piece: str, persons: Mapping[str, Person]) -> CityTile:
    tile, _spot = placed(piece)
    owners = dict(zip(mines_of(setup), setup.colours, strict=True))
    owner = persons[owners[tile]] if tile in owners else None
    return replace(lying_tile(setup, piece, _marked(setup, tile)), owner=owner)


def _marked(setup: Setup, tile: str) -> acts.Lies | None:
    """A tap marks a Gold Mine for the first seat without one, or lets go of it; the last one goes by itself."""
    mines, there = mines_of(setup), _mines(setup)
    if tile not in there:
        return None
    if tile in mines:
        return acts.Lies("mines", _with(mines, mines.index(tile), ""))
    if "" not in mines:
        return None
    said = _with(mines, mines.index(""), tile)
    left = [mine for mine in there if mine not in said]
    return acts.Lies("mines", tuple(mine or left[0] for mine in said) if said.count("") == len(left) == 1 else said)


# --- what leads on ---


def _display(setup: Setup) -> CityLine:
    found, most = shown(setup), due(setup)
    return CityLine(
        name=n_("{n} tile for sale", "{n} tiles for sale", most),
        icon="city-market",
        note=_("{n} of {most} said").format(n=len(found), most=most),
        button=Button(_("The display"), command=acts.Open("opening", "display"), chosen=len(found) < most),
    )


def _wall(setup: Setup) -> CityLine:
    book, known = setup.book, setup.wall in setup.book.sections
    worth = told(book.worth, setup.wall) if known else None
    return CityLine(
        name=words.section_name(setup.wall) if known else _("Wall section"),
        icon="kind-wall",
        note="" if known else _("which one is turned up?"),
        price=words.price(told(book.price, setup.wall) or {}) if known else (),
        right=() if worth is None else (("fame", worth),),
        button=Button(_("Wall section"), command=acts.Open("opening", "wall"), chosen=not known),
        house=known and f"sections.{setup.wall}" in setup.ours,
    )


def _city() -> CityLine:
    return CityLine(
        name=_("The start city"),
        icon="city-tiles",
        note=_("tap if yours lies otherwise"),
        button=Button(_("The start city"), command=acts.Open("opening", "city")),
    )
