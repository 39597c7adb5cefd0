"""How Praetor is laid out for this table (rulebook: Preparazione)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.play.set_up import laid_out
from companion.presenters.common.set_up import colour_word, names_or_count
from companion.presenters.laying_out import Laid, LayingOut, Portion, Taken
from companion.presenters.praetor import words
from companion.presenters.scene import Scene
from companion.views.common.parts import MARK
from companion.wording import _, n_
from engine.event import State
from engine.praetor.zones import BOX, CITY, COLOURS, DISPLAY, FIRST_ERA, GOODS, LEVEL, SECOND_ERA, SUPPLY, WALL, WALLS
from engine.table import total


def set_up(scene: Scene) -> LayingOut:
    """What is read off the table as it lay after its opening."""
    state = laid_out(scene.source.book)
    return LayingOut(taken=_taken(state), table=_table(state), box=_box(state))


def _taken(state: State) -> tuple[Taken, ...]:
    """What every player takes; amounts are the first seat's, for all begin alike."""
    seats, table = state.setup.colours, state.table
    me = state.seats[seats[0]]
    gold, goods = table[me.treasury].get("gold", 0), table[me.goods]
    levels = ", ".join(str(LEVEL[piece]) for piece in sorted(table[me.active]))
    return (
        _boards(state),
        _each(seats, "treasury", _("{n} gold").format(n=gold), "coin"),
        _each(
            seats,
            "goods",
            ", ".join(words.piece_words(piece, goods[piece]) for piece in GOODS if goods.get(piece)),
            "stuff-wood",
        ),
        _each(seats, "active", _("Workers {levels}").format(levels=levels), "die", _("dice with these levels up")),
        _each(
            seats,
            "citizens",
            n_("{n} citizen", "{n} citizens", total(table[me.citizens])),
            "citizen",
            _("dice with level 1 up"),
        ),
        _numbers(state, "morale", _("Morale marker"), _("on the space 0"), ()),
        _numbers(state, "favor", _("Favor marker"), _("counter-clockwise from who was in Rome"), seats),
        _mines(state),
    )


def _each(seats: Iterable[str], zone: str, title: str, icon: str, note: str = "") -> Taken:
    portions = tuple(Portion(seat=seat, key=f"{zone}/{seat}") for seat in seats)
    return Taken(title=title, icon=icon, note=note, portions=portions)


def _boards(state: State) -> Taken:
    """The side of each board that lies up: in the place of each seat where they differ."""
    sides = state.setup.side
    alike = len(set(sides.values())) == 1
    portions = tuple(Portion(seat=seat, key=f"side/{seat}", text="" if alike else side) for seat, side in sides.items())
    note = _("side {side} up").format(side=next(iter(sides.values()))) if alike else _("this side up")
    return Taken(title=_("Player board"), icon="contract", note=note, portions=portions)


def _numbers(state: State, piece: str, title: str, note: str, told: Iterable[str]) -> Taken:
    """A marker on a track; the figure is shown to the seats of `told`."""
    told = tuple(told)
    portions = tuple(
        Portion(
            seat=seat,
            key=f"{piece}/{seat}",
            text=str(state.table[f"{piece}/{seat}"].get(piece, 0)) if seat in told else "",
        )
        for seat in state.setup.colours
    )
    return Taken(title=title, icon=words.ICONS[piece], note=note, portions=portions)


def _mines(state: State) -> Taken:
    """Each marks the Gold Mine nearest to the seat; named by its cell."""
    portions = tuple(Portion(seat=seat, key=f"mine/{seat}") for seat in state.setup.colours)
    note = _("one each, the nearest; the other markers stay before you")
    return Taken(title=_("Marker on a Gold Mine"), icon="city-gold-mine", note=note, portions=portions)


def _table(state: State) -> tuple[Laid, ...]:
    table = state.table
    first, second = total(table[FIRST_ERA]), total(table[SECOND_ERA])
    return (
        Laid(key=CITY, title=_("The start city"), note=_counted(table[CITY]), icon="city-tiles"),
        Laid(
            key=DISPLAY,
            title=n_("{n} tile for sale", "{n} tiles for sale", total(table[DISPLAY])),
            note=_counted(table[DISPLAY]),
            icon="city-market",
        ),
        Laid(
            key=FIRST_ERA,
            title=n_("{n} tile face down", "{n} tiles face down", first + second),
            note=_("{n} of the First Era above {m} of the Second").format(n=first, m=second) + _mark(state),
            icon="shuffle",
        ),
        Laid(
            key=WALLS,
            title=n_("{n} wall section", "{n} wall sections", total(table[WALLS]) + total(table[WALL])),
            note=_("face down, {section} turned up").format(
                section=", ".join(words.section_name(piece) for piece in table[WALL])
            ),
            icon="kind-wall",
        ),
        Laid(key=SUPPLY, title=_("Coins and cubes"), note=_("beside the board, within reach of all"), icon="coin"),
    )


def _mark(state: State) -> str:
    """The mark of our own set, where it says of which era a tile is."""
    return MARK if "city" in state.setup.ours else ""


def _counted(pieces: Iterable[str]) -> str:
    kinds = Counter(words.tile_name(piece) for piece in pieces)
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in sorted(kinds.items()))


def _box(state: State) -> tuple[Laid, ...]:
    tiles = [piece for piece in state.table[BOX] if words.is_tile(piece)]
    unused = [colour for colour in COLOURS if colour not in state.setup.colours]
    title = n_("{n} tile for more players", "{n} tiles for more players", len(tiles))
    note = names_or_count((_counted(tiles),), "") if tiles else ""
    spare = (Laid(key=f"{BOX}/tiles", title=title, note=note, icon="city-tiles"),) if tiles else ()
    return (*spare, *(_colour(colour) for colour in unused))


def _colour(colour: str) -> Laid:
    title = _("Everything {colour}").format(colour=colour_word(colour))
    return Laid(key=f"{BOX}/{colour}", title=title, note=_("dice and markers"), icon="box")
