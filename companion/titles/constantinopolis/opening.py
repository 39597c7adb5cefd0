"""The set-up a table has agreed on, and what is printed on the cards of its box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from companion.titles.title import Setting
from engine.constantinopolis import setup as c
from engine.constantinopolis.book import Book
from engine.constantinopolis.editions import edition, presets
from engine.constantinopolis.learning import with_value
from engine.constantinopolis.values import catalogue, house, missing
from engine.constantinopolis.values import copy as owners
from engine.errors import WrongInput

if TYPE_CHECKING:
    from vision.printing.cards import Print, Row


def agree(setting: Setting, chance: Random, copy: Path | None = None) -> c.Setup:
    """The set-up a setting asks for; `chance` draws what it leaves open, `copy` holds the owner's values.

    Raises `ValueError` naming the rule if it is none (too few seats, two of a colour, an unknown option).
    """
    values = house() if setting.values == "house" else owners(copy)
    for key, value in setting.told.items():
        values = with_value(values, key, value)
    colours = [place.seat for place in setting.places]
    offices = setting.drawn.get("offices") or tuple(chance.sample(colours, len(colours)))
    if setting.edition not in presets():
        raise WrongInput(f"edition {setting.edition!r} is not one of {', '.join(presets())}")
    agreed = edition(asdict(presets()[setting.edition]) | dict(setting.options))
    seen = len(Book(values).cards) if agreed.future_market == "all_open" else 2
    markets = setting.drawn.get("markets") or tuple(chance.sample(Book(values).cards, seen))
    places = tuple(c.Place(place.seat, place.name) for place in setting.places)
    made = c.Setup(places, offices, markets, values, agreed)
    for holds, rule, *facts in c.sound(made):
        if not holds:
            raise WrongInput(f"{rule}: {facts!r}")
    return made


def lacking(copy: Path | None) -> tuple[str, ...]:
    """The keys of the printed values the owner's copy does not say yet."""
    return tuple(missing(owners(copy)))


def needed(copy: Path | None, _setting: Setting) -> tuple[str, ...]:
    """Those without which no game can be set up: how many there are of a tile."""
    return tuple(key for key in lacking(copy) if key.endswith(".copies"))


def faces(setup: c.Setup) -> Mapping[str, Sequence[str]]:
    """The faces contracts of this game may show."""
    return {"contract": sorted(setup.book.deck())}


def places(setup: c.Setup) -> Mapping[str, str]:
    """The goods fields of the mat, in the order of the seats."""
    return {f"mat/goods-{number}": f"goods/{place.colour}" for number, place in enumerate(setup.places, 1)}


def deck(values: str, copy: Path | None) -> dict[str, int] | None:
    """The contracts of the house set or of the owner's copy, None while its file does not say all of them."""
    return house_deck() if values == "house" else own_deck(copy)


def house_deck() -> dict[str, int]:
    """The contracts of the house set: how many of which face."""
    return dict(Book(house()).deck())


def own_deck(copy: Path | None) -> dict[str, int] | None:
    """The contracts of the owner's copy, None while its file does not say all of them."""
    contracts = owners(copy).contracts
    if sum(contracts.faces.values()) < contracts.copies:
        return None
    return {f"contract:{face}": count for face, count in contracts.faces.items()}


def market_prints() -> dict[str, Print]:
    """What is printed on each market card, by its piece."""
    markets = catalogue().values["markets"]
    return {f"market-{name}": _print(card) for name, card in markets.items()}


def _print(card: Mapping[str, Any]) -> Print:
    gifts = {entry[0]: (len(entry), fame) for entry, fame in card.get("donation", {}).items()}
    rows = [_row(good, card, gifts.get(good, (None, None))) for good in "GBRKY"]
    return {"title": card["region"], "name": card["name"], "rows": rows}


def _row(good: str, card: Mapping[str, Any], gift: Sequence[int | None]) -> Row:
    limit, buy, sell = (card.get(key, {}).get(good) for key in ("limit", "buy", "sell"))
    return {"good": good, "limit": limit, "buy": buy, "sell": sell, "cubes": gift[0], "fame": gift[1]}
