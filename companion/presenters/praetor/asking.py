"""Printed values of the owner's copy, asked for in words at the moment they are needed (P-DAT-02)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.presenters.common.keypad import digit_keys
from companion.presenters.common.printed_values import ask_bar, box_bar, first_under, value_at
from companion.presenters.look import Look
from companion.presenters.praetor import words
from companion.presenters.praetor.common import sheet
from companion.presenters.praetor.tile_list import Piles, listing
from companion.presenters.scene import Scene
from companion.titles.praetor.copy_check import new_doubts
from companion.titles.praetor.opening import owners_values
from companion.views.common import acts
from companion.views.common.asking import Asking, Box, Shelf
from companion.views.common.options import BargainRow, CountRow
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import _, wording
from engine.praetor.city import TURNS
from engine.praetor.learning import printable
from engine.praetor.values import AREAS, Values, house, missing
from engine.praetor.zones import GOODS, RESOURCES

PRICES, FIGURES, WAGES = ("cost", "fee"), ("favor", "back"), ("wage-active", "wage-retired")
PLAZAS = ("fountain", "column", "tree", "mosaic", "")
MOST = 20
LOW, HIGH = -12, 20
"""The values a morale track may print."""


def missing_leaf(scene: Scene, key: str) -> str:
    """The first value still missing under a key; nothing if none is."""
    return first_under(missing(scene.state.setup.values), key)


@cache
def _house() -> Any:
    return msgspec.to_builtins(house())


def house_value(key: str) -> Any:
    """What the house set says for a key; of the list of tiles only what stands on their backs."""
    if key == "city":
        backs = ("kind", "era", "players")
        return {tile: {name: item[name] for name in backs} for tile, item in _house()["city"].items()}
    return value_at(_house(), key)


# --- in the middle of a game ---


def asks(scene: Scene, key: str) -> Sheet:
    """The card that asks for a value that was not typed in yet."""
    return sheet(scene, *_card(scene.look, key, scene.state.setup.values), "")


def asks_before(look: Look, piles: Piles, top: Top) -> Sheet:
    """The same before a game, for the key that is looked at; the list of tiles is counted in `piles`."""
    if look.about == "city":
        return listing(look, piles, house_value("city"), top)
    body, bar = _card(look, look.about, owners_values(None))
    return Sheet(body=body, top=top, bar=bar)


def _card(look: Look, key: str, values: Values) -> tuple[Asking, Bar]:
    """The question, and below it what of the answer does not fit the printed examples: the owner's copy decides."""
    last = key.rpartition(".")[2]
    heading, note = _question(key)
    value = typed_in(look, last)
    body = Asking(heading, note, _shelves(look, last), _text(look, last), _keys(look, last))
    fits, usual = value is not None and printable(key, value), house_value(key)
    bar = ask_bar(key, value, fits, usual, _in_words(usual))
    found = new_doubts(values, key, value, wording.language) if fits else ()
    return body, replace(bar, note=found[0]) if found else bar


def _question(key: str) -> tuple[str, str]:
    """What is asked, and where it is printed."""
    _table, name, last = key.split(".")
    thing = words.tile_name(name) if words.is_tile(name) else words.piece_words(name, 1)
    found = {
        "cost": (_("What does the {thing} cost?"), _("The price; leave everything at 0 where none is printed.")),
        "fee": (_("What does it cost to work at the {thing}?"), _("Paid to its owner; 0 where none is printed.")),
        "favor": (_("How much favor does the {thing} bring?"), _("Printed on it.")),
        "back": (_("How much favor is on the back of the {thing}?"), _("It counts for later sections.")),
        "area": (_("Which area has the {thing}?"), _("Where the worker stands.")),
        "corners": (_("Which plazas has the {thing}?"), _("From the upper left corner clockwise.")),
        "wage-active": (_("What is the wage of an active worker?"), _("Board {thing}.")),
        "wage-retired": (_("What is the wage of a retired worker?"), _("Board {thing}.")),
        "morale": (_("What does the morale track show?"), _("Board {thing}: from left to right.")),
        "market": (_("What are the market rates?"), _("Board {thing}: cubes and gold of each good.")),
    }
    heading, note = found[last]
    return heading.format(thing=thing), note.format(thing=thing)


def _shelves(look: Look, last: str) -> tuple[Shelf, ...]:
    if last in PRICES:
        return (Shelf("", tuple(_ware(look, f"{last} {piece}", piece) for piece in RESOURCES)),)
    if last == "market":
        return tuple(
            Shelf(title, tuple(_ware(look, f"{key} {good}", good) for good in GOODS))
            for key, title in (
                ("cubes", _("Buy: cubes")),
                ("gold", _("Buy: gold")),
                ("sold", _("Sell: cubes")),
                ("got", _("Sell: gold")),
            )
        )
    return ()


def _ware(look: Look, key: str, piece: str) -> BargainRow:
    taken = look.amount(key)
    less = Button("", icon="minus", command=acts.Amount(key, -1) if taken else None)
    more = Button("", icon="plus", command=acts.Amount(key, 1) if taken < MOST else None)
    return BargainRow(words.ICONS[piece], words.name_of(piece), taken, less, more)


def _text(look: Look, last: str) -> str:
    if last in (*FIGURES, *WAGES):
        return look.digits or "–"
    said = [_word(last, part) for part in _parts(look)]
    return ", ".join(said) or "–"


def _parts(look: Look) -> list[str]:
    """What has been tapped one after the other."""
    return look.picked.split("|")[1:]


def _word(last: str, part: str) -> str:
    if last == "corners":
        return {"fountain": _("rings"), "column": _("rays"), "tree": _("core"), "mosaic": _("dots")}.get(part, "–")
    if last == "area":
        return {"red": _("rises"), "green": _("stays"), "grey": _("special"), "none": _("no area")}[part]
    return part


def _keys(look: Look, last: str) -> tuple[tuple[Button, ...], ...]:
    if last in (*FIGURES, *WAGES):
        return digit_keys()
    if last == "area":
        return tuple((Button(_word(last, area), command=acts.Pick(f"|{area}")),) for area in AREAS)
    if last == "corners":
        return (*((_next(look, _word(last, plaza), plaza),) for plaza in PLAZAS), (_take_back(look),))
    if last == "morale":
        values = range(LOW, HIGH + 1)
        rows = [
            [_next(look, str(value), str(value)) for value in values[at : at + 7]] for at in range(0, len(values), 7)
        ]
        return (*map(tuple, rows[:-1]), (*rows[-1], _take_back(look)))
    return ()


def _take_back(look: Look) -> Button:
    """The last part is taken back."""
    return Button("", icon="undo", command=acts.Pick(look.picked.rpartition("|")[0]) if look.picked else None)


def _next(look: Look, label: str, part: str) -> Button:
    return Button(label, command=acts.Pick(f"{look.picked}|{part}"))


def typed_in(look: Look, last: str) -> Any:
    """What has been tapped so far, as a file would hold it; None for nothing yet."""
    parts = _parts(look)
    if last in PRICES:
        found = {piece: look.amount(f"{last} {piece}") for piece in RESOURCES}
        return {piece: count for piece, count in found.items() if count} or {"gold": 0}
    if last == "market":
        return {
            good: {"buy": _lot(look, good, "cubes", "gold"), "sell": _lot(look, good, "sold", "got")} for good in GOODS
        }
    if last == "area":
        return parts[-1] if parts else None
    if last == "corners":
        return parts if len(parts) == TURNS else None
    if last == "morale":
        return [int(part) for part in parts] or None
    return int(look.digits) if look.digits else None


def _lot(look: Look, good: str, cubes: str, gold: str) -> list[int]:
    return [look.amount(f"{cubes} {good}"), look.amount(f"{gold} {good}")]


def _in_words(value: object) -> str:
    """A value in a few words."""
    if isinstance(value, dict):
        counts = {piece: count for piece, count in value.items() if isinstance(count, int)}
        return words.price_words(counts) if len(counts) == len(value) else _("its rates")
    if isinstance(value, list | tuple):
        return ", ".join(_word("corners", part) if part in PLAZAS else str(part) for part in value)
    return _word("area", value) if value in AREAS else str(value)


# --- before a game ---


def box(counted: Mapping[str, tuple[object, str]], needed: tuple[str, ...], top: Top) -> Sheet:
    """What must be known of the owner's box before a game; `counted` by key: value and layer."""
    rows = tuple(_row(key, counted.get(key, (None, ""))[1]) for key in needed)
    note = _("Your file of values does not say this yet. Everything else is asked for when it is needed.")
    bar = box_bar(_("Tap a line to say it."), needed, counted)
    return Sheet(body=Box(_("What is in your box?"), note, rows), top=top, bar=bar)


def _row(key: str, layer: str) -> CountRow:
    label, icon = _needs(key)
    figure = {"": "–", acts.COPY: _("yours"), acts.HOUSE: _("house")}[layer]
    return CountRow(
        icon=icon,
        label=label,
        note=_of_ours(key) if layer == acts.HOUSE else "",
        figure=figure,
        brings="",
        chosen=bool(layer),
        less=None,
        more=None,
        button=Button(label, command=_answer(key)),
    )


def _of_ours(key: str) -> str:
    """That a value is of our own set; the list of tiles is kept all the same, because all else is entered by it."""
    return _("from the house set, kept with your copy") if key == "city" else _("from the house set")


def _answer(key: str) -> object:
    """The list of tiles is counted, a track is typed in."""
    return acts.Open("value", key) if key == "city" or key.endswith(".morale") else acts.BoxHouse(key)


def _needs(key: str) -> tuple[str, str]:
    if key == "city":
        return _("The list of the 42 tiles"), "city-tiles"
    if key.startswith("layouts."):
        players = key.split(".")[1].rpartition("-")[2]
        return _("The start city for {n}").format(n=players), "fit"
    if key.endswith(".morale"):
        return _("The morale track of board {side}").format(side=key.split(".")[1]), "morale"
    return words.tile_name(key.split(".")[1]), "table"
