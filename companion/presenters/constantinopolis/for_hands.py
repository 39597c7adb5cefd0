"""Pieces and places of Constantinopolis as hands know them: cubes by colour, coins, ships by size."""

from __future__ import annotations

from collections.abc import Mapping

from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.lines import amount_words, owner
from companion.presenters.scene import Scene
from companion.views.common.hands import Art
from companion.wording import _, n_

MOST_CUBES, MOST_COINS = 5, 4
"""So many are drawn one by one."""


def hand_words(tally: Mapping[str, int]) -> str:
    """Pieces as hands know them: goods by the colour of their cubes, cards by their number."""
    alike: dict[str, int] = {}
    for piece in sorted(tally, key=_rank):
        size = piece.partition("-")[0]
        kind = "contract" if piece.startswith("contract:") else size if size in words.SHIPS else piece
        alike[kind] = alike.get(kind, 0) + tally[piece]
    return ", ".join(_hand_piece(kind, count) for kind, count in alike.items())


def _rank(piece: str) -> tuple[int, str]:
    return (words.ORDER.index(piece) if piece in words.ICONS else -1, piece)


def _hand_piece(piece: str, count: int) -> str:
    if piece in words.ICONS:
        return words.cubes(piece, count)
    if piece in ("fame", "level"):
        return f"{count} {words.mark_name(piece)}"
    if piece == "contract":
        return n_("{n} contract", "{n} contracts", count)
    name = words.ship_of(piece) if piece in words.SHIPS else amount_words(piece, count)
    return name if count == 1 or piece == "gold" or piece.startswith("post-") else f"{count} × {name}"


def hand_art(tally: Mapping[str, int]) -> Art:
    """Pieces as hands know them, drawn."""
    first = next(iter(tally))
    if set(tally) <= set(words.ICONS):
        cubes = [words.CUBES[piece] for piece in sorted(tally, key=_rank) for _each in range(tally[piece])]
        return Art(icon=words.ICONS[first], cubes=tuple(cubes) if len(cubes) <= MOST_CUBES else ())
    if first == "gold":
        coins = tuple(words.coins(tally[first]))
        return Art(icon="coin", coins=coins if len(coins) <= MOST_COINS else ())
    return Art(icon=_icon(first))


def mark_words(piece: str, value: int) -> str:
    """Where the marker goes that counts a piece; nothing for pieces moved one by one."""
    if piece not in ("fame", "level"):
        return ""
    return _("Fame marker to {n}").format(n=value) if piece == "fame" else _("Level marker to {n}").format(n=value)


def _icon(piece: str) -> str:
    """The icon of a piece that is moved."""
    if piece in ("fame", "level"):
        return piece
    if piece.startswith("contract:"):
        return "contract"
    size = piece.partition("-")[0]
    if size in words.SHIPS:
        return f"ship-{size}"
    return {"post": "trading-post", "office": "turn", "market": "kind-commercial"}.get(size, "table")


def place_words(scene: Scene, source: str, zone: str) -> str:
    """Where to, in words, and where from, where hands need to know it."""
    first, _slash, rest = zone.partition("/")
    if first == "supply" and source.startswith(("ledger/", "used/")):
        ledger = source.startswith("ledger/")
        return _("from the ledger to the supply") if ledger else _("from the tiles to the supply")
    own = {
        "harbour": _("to the harbour"),
        "short": _("out on a short voyage"),
        "long": _("out on a long voyage"),
        "ledger": _("to the ledger"),
        "sheet": _("onto the sheet"),
        "posts": _("beside the sheet"),
        "used": _("onto the tile"),
    }
    if owner(scene, zone):
        return own.get(first) or _("to {name}").format(name=scene.name(owner(scene, zone)))
    if first == "market":
        return _market_words(rest)
    return {
        "supply": _("to the supply"),
        "board": _("to the board"),
        "shipyard": _("to the shipyard"),
        "contracts": _("to the deck, shuffled") if rest == "deck" else _("to the discards"),
        "office": _("to office {n}").format(n=rest.partition("/")[0]),
        "offices": _("beside the offices"),
        "hold": _("onto the ship"),
        "box": _("back into the box"),
    }.get(first, _("back"))


def _market_words(pile: str) -> str:
    if pile == "current":
        return _("face up: the market")
    return _("next to the market, face up") if pile == "next" else _("to the market cards")
