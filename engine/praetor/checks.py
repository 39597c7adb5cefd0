"""Do entered values fit the box and the printed examples? Warnings only: the owner's copy decides."""

from __future__ import annotations

from collections.abc import Iterator

from engine.praetor.city import TURNS
from engine.praetor.values import GOLD_MINE, MARKET, SIDE_A, START, Book, Values, wages
from engine.rule import Sentence

CENTRAL = ("worker-camp", MARKET, "imperial-outpost")
"""The kinds every start city has at least once."""
EXAMPLE_PRICE = {"marble": 2, "weapons": 2}
EXAMPLE_FAVOR = 10


def counts(values: Values) -> Iterator[Sentence]:
    """Are tiles, wall sections and tracks as many and as whole as the box says (P-DAT-04)?"""
    yield len(values.city) == values.components.tiles, "P-DAT-04", "city", len(values.city)
    yield len(values.sections) == values.components.walls, "P-DAT-04", "sections", len(values.sections)
    for players in range(2, 6):
        starting = [tile for tile in values.city.values() if tile.era == START and (tile.players or 2) <= players]
        kinds = [tile.kind for tile in starting]
        enough = all(kind in kinds for kind in CENTRAL) and kinds.count(GOLD_MINE) >= players
        yield enough, "P-DAT-04", f"start tiles for {players}", len(kinds)
    for name, tile in values.city.items():
        if tile.corners is not None:
            yield len(tile.corners) == TURNS, "P-DAT-04", f"city.{name}.corners", len(tile.corners)
    for side, board in values.board.items():
        track = board.morale or (0,)
        rising = list(track) == sorted(set(track)) and track.count(0) == 1
        yield rising, "P-DAT-04", f"board.{side}.morale", ", ".join(map(str, track))


def examples(values: Values) -> Iterator[Sentence]:
    """Do the values allow what the printed examples show (P-DAT-03)?"""
    for kind, printed in values.tiles.items():
        tiles = [(name, tile) for name, tile in values.city.items() if tile.kind == kind]
        for key in ("cost", "favor", "fee"):
            expected = getattr(printed, f"example_{key}")
            known = [getattr(tile, key) for _, tile in tiles if getattr(tile, key) is not None]
            entered = tiles and len(known) == len(tiles)
            yield not entered or expected is None or expected in known, "P-DAT-03", f"{kind}.{key}", expected
        for name, tile in tiles:
            yield not (printed.red is False and tile.area == "red"), "P-DAT-03", f"{name}.area", "not red"
    yield from _wall_example(values)
    yield from _board_example(values)


def _wall_example(values: Values) -> Iterator[Sentence]:
    sections = values.sections.values()
    entered = len(sections) == values.components.walls and all(section.cost is not None for section in sections)
    shown = any(section.cost == EXAMPLE_PRICE and section.favor == EXAMPLE_FAVOR for section in sections)
    yield not entered or shown, "P-DAT-03", "sections", f"{EXAMPLE_PRICE} for {EXAMPLE_FAVOR}"


def _board_example(values: Values) -> Iterator[Sentence]:
    """Three Active and two retired workers cost 5; two spaces left of the 9 is a 4."""
    book, board = Book(values), values.board[SIDE_A]
    if board.wage_active is not None and board.wage_retired is not None:
        cost = wages(book.wage_active[SIDE_A], 3) + wages(book.wage_retired[SIDE_A], 2)
        yield cost == 5, "P-DAT-03", "board.A.wages", 5
    if board.morale is not None:
        pairs = list(zip(board.morale, board.morale[2:], strict=False))
        yield (4, 9) in pairs, "P-DAT-03", "board.A.morale", "4 two spaces left of 9"
