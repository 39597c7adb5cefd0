"""How Constantinopolis is laid out for this table (rulebook: Preparazione)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.play.set_up import laid_out
from companion.presenters.common.set_up import colour_word, names_or_count
from companion.presenters.constantinopolis import words
from companion.presenters.laying_out import Laid, LayingOut, Portion, Taken
from companion.presenters.scene import Scene
from companion.views.common.parts import MARK
from companion.wording import _, n_
from devices.protocol import COINS
from engine.constantinopolis.readings import office_of
from engine.constantinopolis.zones import BOARD, BOX, COLOURS, CURRENT, DECK, FUTURE, LATER, NEXT, SHIPYARD, SUPPLY
from engine.event import State
from engine.table import total

CHANGE = (5, 2, 1, 1, 1)
"""Coins everybody wants in hand, to pay any sum."""


def set_up(scene: Scene) -> LayingOut:
    """What is read off the table as it lay after its opening."""
    state = laid_out(scene.source.book)
    return LayingOut(taken=_taken(state), table=_table(state), box=_box(state))


def start_coins(gold: int) -> tuple[int, ...]:
    """So much gold in coins with which small sums can be paid, the largest first."""
    change = CHANGE if gold >= sum(CHANGE) else ()
    coins, left = list(change), gold - sum(change)
    for value in sorted((value for value in COINS if value <= 2 * CHANGE[0]), reverse=True):
        coins += [value] * (left // value)
        left %= value
    return tuple(sorted(coins, reverse=True))


def _taken(state: State) -> tuple[Taken, ...]:
    """What every player takes; amounts are the first seat's, for all begin alike."""
    seats, table = state.setup.colours, state.table
    me = state.seats[seats[0]]
    gold, fame = table[me.treasury].get("gold", 0), table[me.fame].get("fame", 0)
    level, posts = table[me.level].get("level", 0), total(table[me.unbought])
    small = total(table[me.harbour])
    offices = tuple(Portion(seat=seat, key=f"office-{seat}", number=office_of(table, seat)) for seat in seats)
    return (
        _each(state, _("Player sheet"), _sheet(table[me.sheet]), "contract", lambda seat: f"sheet/{seat}"),
        Taken(
            title=_("{n} gold").format(n=gold),
            icon="coin",
            coins=start_coins(gold),
            portions=tuple(Portion(seat=seat, key=state.seats[seat].treasury) for seat in seats),
        ),
        _each(
            state,
            n_("{n} small ship", "{n} small ships", small),
            _("in the harbour"),
            "ship-small",
            lambda seat: f"harbour/{seat}",
        ),
        _each(
            state,
            _("Fame marker on {n}").format(n=fame),
            _("on the fame track"),
            "fame",
            lambda seat: f"fame/{seat}",
        ),
        _each(
            state, _("Level marker on {n}").format(n=level), _("on the sheet"), "level", lambda seat: f"level/{seat}"
        ),
        Taken(title=_("Office marker"), note=_("drawn at random"), icon="turn", portions=offices),
        _each(
            state,
            n_("{n} trading post", "{n} trading posts", posts),
            _("beside the sheet, not on it"),
            "trading-post",
            lambda seat: f"posts/{seat}/unbought",
        ),
    )


def _sheet(tiles: Mapping[str, int]) -> str:
    return _("{tile} is printed on it").format(tile=", ".join(words.tile_name(tile) for tile in tiles))


def _each(state: State, title: str, note: str, icon: str, key: Callable[[str], str]) -> Taken:
    portions = tuple(Portion(seat=seat, key=key(seat)) for seat in state.setup.colours)
    return Taken(title=title, note=note, icon=icon, portions=portions)


def _table(state: State) -> tuple[Laid, ...]:
    table = state.table
    return (
        Laid(
            key=DECK,
            title=n_("{n} contract, face down", "{n} contracts, face down", total(table[DECK])),
            note=_("shuffled"),
            icon="shuffle",
        ),
        *_buildings(state),
        Laid(
            key=SHIPYARD,
            title=n_("{n} ship on offer", "{n} ships on offer", total(table[SHIPYARD])),
            note=_ships(table[SHIPYARD]),
            icon="ship-medium",
        ),
        _markets(state),
        Laid(key=SUPPLY, title=_("Coins and cubes"), note=_("beside the board, within reach of all"), icon="coin"),
    )


def _buildings(state: State) -> tuple[Laid, ...]:
    """Tiles on the board: those of which some may stay in the box, and those that are all used."""
    kinds, board = state.setup.book.kind, state.table[BOARD]
    single = {tile: count for tile, count in board.items() if kinds[tile] in ("public", "wall")}
    several = {tile: count for tile, count in board.items() if tile not in single}
    public, walls = (sum(kinds[tile] == kind for tile in single) for kind in ("public", "wall"))
    most = max(several.values(), default=0)
    return (
        Laid(
            key=f"{BOARD}/several",
            title=n_("{n} of each building", "{n} of each building", most),
            note=_number_words(several) + _mark(state, several),
            icon="kind-production",
        ),
        Laid(
            key=f"{BOARD}/single",
            title=_("{n} public buildings, {m} walls").format(n=public, m=walls),
            note=_("all of them, as always"),
            icon="kind-public",
        ),
    )


def _number_words(tiles: Mapping[str, int]) -> str:
    """How many tiles that is, and whether some are fewer than the others."""
    count = n_("{n} tile in all", "{n} tiles in all", total(tiles))
    short = _("as far as there are so many")
    return f"{count}, {short}" if len(set(tiles.values())) > 1 else count


def _mark(state: State, tiles: Iterable[str]) -> str:
    """The mark of our own set, where the box says of one of these tiles only by it how many there are."""
    return MARK if any(f"buildings.{tile}.copies" in state.setup.ours for tile in tiles) else ""


def _ships(ships: Mapping[str, int]) -> str:
    sizes = [ship.partition("-")[0] for ship in ships]
    small, medium, large = (sizes.count(size) for size in ("small", "medium", "large"))
    return _("{small} small, {medium} medium, {large} large").format(small=small, medium=medium, large=large)


def _markets(state: State) -> Laid:
    table = state.table
    seen = [card for zone in (CURRENT, NEXT, *LATER) for card in table[zone]]
    later = len(seen) - 1 + total(table[FUTURE])
    now = ", ".join(words.market_name(card) for card in table[CURRENT])
    note = n_("beside it {n} more in a pile, face up", "beside it {n} more in a pile, face up", later)
    return Laid(key=CURRENT, title=_("Market: {name}").format(name=now), note=note, icon="kind-commercial")


def _box(state: State) -> tuple[Laid, ...]:
    spare = state.table[BOX]
    tiles = {tile: count for tile, count in spare.items() if tile in state.setup.book.kind}
    unused = [colour for colour in COLOURS if colour not in state.setup.colours]
    lines = []
    if tiles:
        named = tuple(
            words.tile_name(tile) + (f" ×{count}" if count > 1 else "") for tile, count in sorted(tiles.items())
        )
        each = _("whatever lies there beyond one of each")
        title = n_("{n} spare tile", "{n} spare tiles", total(tiles)) + _mark(state, tiles)
        lines.append(Laid(key=f"{BOX}/tiles", title=title, note=names_or_count(named, each), icon="kind-utility"))
    return (*lines, *(_colour(colour) for colour in unused))


def _colour(colour: str) -> Laid:
    title = _("Everything {colour}").format(colour=colour_word(colour))
    return Laid(key=f"{BOX}/{colour}", title=title, note=_("sheet, markers, trading posts"), icon="box")
