"""What a tray with wells for cubes weighs, as Praetor's resources.

A tray names its five wells by the letters of its columns (`devices/protocol.toml`). In Praetor they hold
gold in coins of 1, wood, stone, marble and weapons, from left to right.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.titles.praetor import boards, seen
from engine.event import State
from engine.praetor.zones import GOODS
from engine.sighting import Count, Sighting, Weight

WELLS = {"G": "gold", **dict(zip("BRKY", GOODS, strict=True))}
"""Letter of a column → what lies in that well."""


def told(state: State, sighting: Sighting) -> Iterator[Sighting]:
    """The sightings of the table's zones that one amounts to: those of a tray's wells, of a sheet, of the city."""
    kind, _, seat = sighting.zone.partition("/")
    if kind == boards.BOARD:
        yield from boards.told(state, sighting)
        return
    if kind != "goods" or not isinstance(sighting.reading, Count):
        yield from seen.told(state, sighting)
        return
    lies = _named(sighting.reading)
    gold, doubt = lies.tally.pop("gold", 0), lies.doubts.pop("gold", lies.doubt)
    yield replace(sighting, reading=lies)
    if gold:  # an empty well says nothing: gold may lie on a tray for coins
        yield replace(sighting, zone=f"treasury/{seat}", reading=Weight(gold, doubt))


def _named(reading: Count) -> Count:
    """A count by the names of the resources; a letter that is no well's says nothing."""
    tally = {WELLS.get(piece, piece): count for piece, count in reading.tally.items()}
    doubts = {WELLS.get(piece, piece): doubt for piece, doubt in reading.doubts.items()}
    return Count({piece: count for piece, count in tally.items() if piece in WELLS.values()}, reading.doubt, doubts)
