"""How hands lay pieces on the mat: every cube and card keeps its place until a hand takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, radians, sin
from random import Random

from companion.titles.title import Built
from vision.drawn.board import HeldSheet
from vision.drawn.laid import LaidCard, LaidCoin, LaidCube, LaidDie, LaidTile
from vision.layouts.layout import load_layout
from vision.mat.mat import Mat, MatError

UNTIDY = 1.0
"""Standard deviation of how far beside its place a hand lays a piece, in mm and in degrees for cards."""
TURN = 10.0
"""The same for cubes, in degrees."""
COIN_PITCH = 36.0
"""mm between the middles of two coins laid side by side."""
TILE_PITCH = 50.0
"""The same for tiles."""
ASIDE = 12.6
"""mm from the middle of a tile to where a die stands that stands on a side of it."""
BESIDE = 0.6
"""Standard deviation in mm of how far beside its place a die is put."""
Laid = LaidCard | LaidCube | LaidDie | LaidTile | LaidCoin | HeldSheet


class Laying:
    """What lies on the mat. Zones are those of the mat: ``draw``, ``market``, ``goods-1`` …"""

    def __init__(self, mat: Mat, chance: Random) -> None:
        self.mat = mat
        self._chance = chance
        self._cubes: dict[str, dict[int, LaidCube]] = {}
        self._cards: dict[str, list[LaidCard]] = {}
        self._flats: dict[str, list[LaidTile | LaidCoin]] = {}
        self._built: dict[str, dict[Built, list[LaidTile | LaidDie]]] = {}
        self.sheet: HeldSheet | None = None
        self._room: dict[str, list[tuple[float, float]]] = {}

    @property
    def pieces(self) -> list[Laid]:
        """Everything that lies there."""
        cards = [card for zone in sorted(self._cards) for card in self._cards[zone]]
        cubes = [cube for zone in sorted(self._cubes) for cube in self._cubes[zone].values()]
        flats = [flat for zone in sorted(self._flats) for flat in self._flats[zone]]
        built = [piece for zone in sorted(self._built) for pieces in self._built[zone].values() for piece in pieces]
        return [*cards, *flats, *built, *cubes, *filter(None, [self.sheet])]

    def goods(self, zone: str, tally: Mapping[str, int]) -> bool:
        """Let exactly these cubes lie in a goods zone; cubes that stay keep their place. True if a hand was needed."""
        lying = self._cubes.setdefault(zone, {})
        surplus = [spot for spot in sorted(lying) if self._too_many(lying, spot, tally)]
        for spot in surplus:
            del lying[spot]
        missing = [good for good, count in tally.items() for _ in range(count - _count(lying, good))]
        for good in missing:
            self._put(zone, good)
        return bool(surplus or missing)

    def cards(self, zone: str, family: str, faces: Sequence[str]) -> bool:
        """Let exactly these cards lie in a card zone, in this order. True if a hand was needed."""
        before = [card.face for card in self._cards.get(zone, [])]
        if before == list(faces):
            return False
        if self.mat.zones[zone].kind == "columns":
            self._cards[zone] = list(self._columns(zone, family, faces))
            return True
        slots = self.mat.slots(zone, len(faces))
        self._cards[zone] = [self._card(family, face, spot) for face, spot in zip(faces, slots, strict=True)]
        return True

    def lying(self, zone: str) -> Sequence[LaidCard]:
        """The cards that lie in a card zone."""
        return self._cards.get(zone, [])

    def _columns(self, zone: str, family: str, faces: Sequence[str]) -> Iterator[LaidCard]:
        """Each card over those before it in the column of its index; a column that stays is not touched."""
        layout = load_layout(family)
        assert layout.index is not None
        kind = {face: layout.values(face)[layout.index.name] for face in faces}
        lying = self._cards.get(zone, [])
        for symbol in self.mat.columns(zone):
            here = [face for face in faces if kind[face] == symbol]
            before = [card for card in lying if layout.values(card.face)[layout.index.name] == symbol]
            spots = self.mat.strips(zone, symbol, len(here))
            laid = [self._card(family, face, spot) for face, spot in zip(here, spots, strict=True)]
            yield from before if [card.face for card in before] == here else laid

    def coins(self, zone: str, coins: Mapping[int, int]) -> bool:
        """Let exactly these coins (value: how many) lie in a card zone, each turned anyhow. True if a hand was needed.

        Raises `MatError` if there is no room for them.
        """
        values = [value for value in sorted(coins, reverse=True) for _ in range(coins[value])]
        if [flat.value for flat in self._flats.get(zone, []) if isinstance(flat, LaidCoin)] == values:
            return False
        spots = self._rows(zone, len(values), COIN_PITCH)
        turn, off = self._chance.uniform, self._chance.gauss
        self._flats[zone] = [
            LaidCoin(value, x + off(0, UNTIDY), y + off(0, UNTIDY), turn(0, 360))
            for value, (x, y) in zip(values, spots, strict=True)
        ]
        return True

    def tiles(self, zone: str, names: Sequence[str], turns: Sequence[int] = ()) -> bool:
        """Let exactly these tiles lie in a card zone, upright or turned by so many degrees. True if a hand was needed.

        Raises `MatError` if there is no room for them.
        """
        if [flat.name for flat in self._flats.get(zone, []) if isinstance(flat, LaidTile)] == list(names):
            return False
        spots, off = self._rows(zone, len(names), TILE_PITCH), self._chance.gauss
        turned = turns or [0] * len(names)
        self._flats[zone] = [
            LaidTile(name, x + off(0, UNTIDY), y + off(0, UNTIDY), turn + off(0, UNTIDY))
            for name, turn, (x, y) in zip(names, turned, spots, strict=True)
        ]
        return True

    def build(self, zone: str, built: Sequence[Built]) -> bool:
        """Let exactly this be built in the cells of a grid; tiles and dice that stay are not touched. True if a hand
        was needed.
        """
        before = self._built.get(zone, {})
        if list(before) == list(built):
            return False
        tiles = {(each.tile, each.cell, each.turn): (each, pieces) for each, pieces in before.items()}
        self._built[zone] = {
            each: before.get(each) or self._cell(zone, each, tiles.get((each.tile, each.cell, each.turn)))
            for each in built
        }
        return True

    def _cell(
        self, zone: str, built: Built, before: tuple[Built, list[LaidTile | LaidDie]] | None
    ) -> list[LaidTile | LaidDie]:
        """A tile with its dice, those of before where they stood."""
        standing = dict(zip(before[0].dice, before[1][1:], strict=True)) if before else {}
        tile = before[1][0] if before else self._tile(zone, built)
        return [tile, *(standing.get(die) or self._die(tile, *die) for die in built.dice)]

    def _tile(self, zone: str, built: Built) -> LaidTile:
        (x, y), off = self.mat.zones[zone].middle_of(built.cell), self._chance.gauss
        return LaidTile(built.tile, x + off(0, UNTIDY), y + off(0, UNTIDY), 90 * built.turn + off(0, UNTIDY))

    def _die(self, tile: LaidTile | LaidDie, paint: str, pips: int, side: int | None) -> LaidDie:
        angle, out, off = radians(90 * (side or 0)), 0.0 if side is None else ASIDE, self._chance.gauss
        x, y = tile.x + out * sin(angle) + off(0, BESIDE), tile.y - out * cos(angle) + off(0, BESIDE)
        return LaidDie(paint, pips, x, y, self._chance.uniform(0, 90))

    def _rows(self, zone: str, count: int, pitch: float) -> list[tuple[float, float]]:
        """So many places in a zone, row by row from the near side: cards are laid from the far one."""
        x0, y0, x1, y1 = self.mat.zones[zone].box
        columns, rows = int((x1 - x0) / pitch), int((y1 - y0) / pitch)
        if count > columns * rows:
            raise MatError(f"no room for {count} pieces in zone {zone!r}: {columns * rows} at most")
        return [(x0 + pitch * (n % columns + 0.5), y1 - pitch * (n // columns + 0.5)) for n in range(count)]

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the mat in mm."""
        width, height = self.mat.size
        return width / 2, height / 2

    def middle(self, zone: str) -> tuple[float, float]:
        """The middle of a zone in mm."""
        x0, y0, x1, y1 = self.mat.zones[zone].box
        return (x0 + x1) / 2, (y0 + y1) / 2

    def _too_many(self, lying: dict[int, LaidCube], spot: int, tally: Mapping[str, int]) -> bool:
        good = lying[spot].colour
        before = sum(1 for other, cube in lying.items() if cube.colour == good and other <= spot)
        return before > tally.get(good, 0)

    def _put(self, zone: str, good: str) -> None:
        lying, spots = self._cubes[zone], self._spots(zone)
        spot = next((number for number in range(len(spots)) if number not in lying), len(spots) - 1)
        x, y = spots[spot]
        off = self._chance.gauss
        lying[spot] = LaidCube(good, x + off(0, UNTIDY), y + off(0, UNTIDY), off(0, TURN))

    def _spots(self, zone: str) -> list[tuple[float, float]]:
        if zone not in self._room:
            self._room[zone] = _most_spots(self.mat, zone)
        return self._room[zone]

    def _card(self, family: str, face: str, spot: tuple[float, float]) -> LaidCard:
        off = self._chance.gauss
        return LaidCard(family, face, spot[0] + off(0, UNTIDY), spot[1] + off(0, UNTIDY), off(0, UNTIDY))


def _count(lying: Mapping[int, LaidCube], good: str) -> int:
    return sum(1 for cube in lying.values() if cube.colour == good)


def _most_spots(mat: Mat, zone: str) -> list[tuple[float, float]]:
    """All spots of a zone, every other one first: hands leave room while there is room."""
    spots: list[tuple[float, float]] = []
    while True:
        try:
            spots = mat.spots(zone, len(spots) + 1)
        except MatError:
            break
    columns, rows = ([*dict.fromkeys(spot[axis] for spot in spots)] for axis in (0, 1))
    return sorted(spots, key=lambda spot: (columns.index(spot[0]) + rows.index(spot[1])) % 2)
