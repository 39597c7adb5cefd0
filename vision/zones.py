"""Reads one zone of the mat: cards or cubes, with the marks to draw over the frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

import cv2
import numpy as np

from engine.sighting import Count, Guess, Pieces, Seen
from vision.cards import read
from vision.cards.columns import ColumnReader
from vision.cards.corners import has_corners
from vision.cards.covered import doubt_among, in_doubt
from vision.cards.deck import DeckReader
from vision.cards.fanned import are_plain, fanned
from vision.cards.fans import FanReader
from vision.cards.find import find_cards
from vision.cards.lumps import lumps
from vision.cards.owned import Decks
from vision.cards.placed import CardReader, in_lumps, placed, unread
from vision.cubes import cubes, tops
from vision.cubes.agreed import SURE, agreed
from vision.cubes.any_paint import read_store
from vision.cubes.place_colours import ColourProfile
from vision.flat.dice_field import read_dice
from vision.flat.grid import GridReader
from vision.flat.loose import LooseReader
from vision.layouts.layout import Ledger, find_layout
from vision.mat.light import WHITE, Light, rectified
from vision.mat.mat import Box, Mat, MatZone
from vision.mat.pose import Pose
from vision.photo.net import shipped
from vision.picture import Colour, Picture, Points, Quad, bgr
from vision.printing.cards import Print

CARDS_AT = 2.5  # px per mm in which cards are looked for
INSIDE = 1.0  # mm of a zone's edge left out: its printed line
LATER = 3  # readings of several that count: each is of a calmer picture than the one before
EXPLAINED = 1 / 3  # part of several readings that explains all that is seen, from which the others do not count
SURELY = 0.9  # share of a card whose size is believed


@dataclass(frozen=True, kw_only=True)
class Mark:
    """Something that was read: its label, its share (0 to 1) and its corners in px of the frame.

    `runner_up` is the next likeliest label, ``""`` for nothing at all, and `second` its share.
    """

    zone: str
    label: str
    share: float
    corners: Quad
    runner_up: str = ""
    second: float = 0.0


@dataclass(frozen=True)
class ZoneReading:
    """The reading of a zone from one frame, the marks for the picture, and the cubes in a cube zone.

    `explained` says that cards lie over each other and that those that were read are all that is seen.
    """

    reading: Pieces | Count
    marks: tuple[Mark, ...]
    heap: cubes.Heap | None = None
    explained: bool = False

    @property
    def key(self) -> object:
        """Equal for two readings of the same content."""
        if isinstance(self.reading, Count):
            return tuple(sorted(self.reading.tally.items()))
        return tuple((seen.best, seen.turn) for seen in self.reading.objects)

    @property
    def sure(self) -> float:
        """The share of the least sure object, or 1 less the count's doubt."""
        if isinstance(self.reading, Count):
            return 1 - self.reading.doubt
        return min((seen.share for seen in self.reading.objects), default=1.0)

    @cached_property
    def crowded(self) -> bool:
        """Whether cards lie over each other and one of them is in doubt."""
        return isinstance(self.reading, Pieces) and doubt_among(self.reading.objects)


class ZoneReader:
    """Reads every kind of zone of a mat.

    `families` lists the faces in this game by the layout of their cards, which narrows the guesses; `prints` holds what
    is printed on the cards of ledgers, by face; `profile` describes how the goods' colours look in this place; `loose`
    reads the pieces beside the cards, `grid` the cells of a grid, `decks` the cards of enrolled decks, by their layout,
    `paints` are those of the dice in fields of their own.
    """

    def __init__(
        self,
        mat: Mat,
        families: Mapping[str, Sequence[str]],
        prints: Mapping[str, Print],
        profile: ColourProfile | None = None,
        loose: LooseReader | None = None,
        grid: GridReader | None = None,
        decks: Decks = MappingProxyType({}),
        paints: Mapping[str, Colour] = MappingProxyType({}),
    ) -> None:
        self._paints = paints
        self.mat, self._profile, self._loose, self._grid = mat, profile, loose or LooseReader(), grid
        self._families, self._prints, self._decks = families, prints, decks
        self._readers = {z.family: self._card_reader(z.family) for z in mat.zones.values() if z.kind == "cards"}
        columns = (z for z in mat.zones.values() if z.kind == "columns")
        self._columns = {z.name: ColumnReader(mat, z, families.get(z.family, ()), decks.get(z.family)) for z in columns}
        self._fans: dict[str, FanReader] = {}
        self._counter: tuple[Light, dict[str, cubes.CubeCounter]] | None = None

    def _may_fan(self, zone: MatZone) -> bool:
        """Do several cards of ours, with their values in the corners, belong in a zone?"""
        return (
            zone.kind == "cards"
            and zone.most != 1
            and isinstance(self._readers[zone.family], DeckReader)
            and has_corners(self._readers[zone.family].layout)
        )

    def _fan(self, zone: MatZone) -> FanReader:
        """The reader of fans in a zone; made when cards first lie over each other there."""
        if zone.name not in self._fans:
            faces = self._families.get(zone.family, ())
            self._fans[zone.name] = FanReader(self.mat, zone.box, zone.family, faces)
        return self._fans[zone.name]

    def read(self, frame: Picture, pose: Pose, light: Light, zone: MatZone, grey: Picture | None = None) -> ZoneReading:
        """Read a zone of a still frame; `grey` is the same frame in grey, if already made."""
        if zone.kind == "cubes":
            return self._cubes(frame, pose, light, zone)
        if zone.kind == "columns":
            return self._in_columns(frame, pose, light, zone)
        if zone.kind == "grid":
            return _listed(zone, [] if self._grid is None else self._grid.read(frame, pose, light, zone))
        if zone.kind == "dice":
            return _listed(zone, read_dice(frame, pose, light, zone, self._printed(light, zone), self._paints))
        if zone.kind == "store":
            return self._stored(frame, pose, light, zone)
        return self._cards(frame, cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if grey is None else grey, pose, light, zone)

    def _cards(self, frame: Picture, grey: Picture, pose: Pose, light: Light, zone: MatZone) -> ZoneReading:
        flat = rectified(grey, pose, zone.box, CARDS_AT)
        outlines = _on_mat(find_cards(flat, find_layout(zone.family).size, CARDS_AT, light.uneven), pose, zone)
        corners, objects = placed(frame, pose, outlines, self._readers[zone.family], zone.family)
        if zone.most > 1:
            objects += self._loose.read(frame, pose, light, zone, corners)
        boxes = self._lumps(flat, pose, zone, objects)
        if lost := in_lumps(frame, pose, boxes, self._readers[zone.family], zone.family):
            objects += lost
            boxes = self._lumps(flat, pose, zone, objects)
        objects += unread(boxes, self._readers[zone.family])
        if are_plain(objects) or not self._may_fan(zone):
            return _listed(zone, objects)
        found, explained = fanned(self._fan(zone), frame, pose, light, objects)
        return replace(_listed(zone, found), explained=explained)

    def _lumps(self, flat: Picture, pose: Pose, zone: MatZone, known: Sequence[Seen]) -> Points:
        """Where something may be a card and is none that is known, (n, 4, 2) in px; `flat` is the zone in grey."""
        inward = [(pose.to_mat(np.array(o.corners)) - np.array(zone.box[:2])) * CARDS_AT - 0.5 for o in known]
        return _on_mat(lumps(flat, inward, find_layout(zone.family).size, CARDS_AT), pose, zone)

    def _in_columns(self, frame: Picture, pose: Pose, light: Light, zone: MatZone) -> ZoneReading:
        reader = self._columns[zone.name]
        found = reader.read(rectified(frame, pose, zone.box, read.SCALE), light)
        marks = [
            marked(zone.sighted_as, Seen(strip.guesses, _quad(pose, zone, reader.outline(strip))))
            for strip in found.strips
        ]
        return ZoneReading(found.count, tuple(marks))

    def _card_reader(self, family: str) -> CardReader:
        """The reader for the layout of a family, limited to the faces and prints in this game."""
        layout, known = find_layout(family), self._families.get(family)
        if family in self._decks:
            return self._decks[family]
        if isinstance(layout, Ledger):
            return read.LedgerReader(family, {f: p for f, p in self._prints.items() if known is None or f in known})
        if layout.faces:
            return DeckReader(family, known or ())
        correction = None if self._profile is None else self._profile.correction(self.mat)
        return read.RegionReader(layout, known or (), correction)

    def _cubes(self, frame: Picture, pose: Pose, light: Light, zone: MatZone) -> ZoneReading:
        x0, y0, x1, y1 = zone.box
        box = _within(zone)
        picture = rectified(frame, pose, box, cubes.SCALE)
        lean = cubes.lean_at(((x0 + x1) / 2, (y0 + y1) / 2), pose.eye())
        outlines = self._counts(light, zone.ground).count(picture, lean)
        if self._profile is not None and self._profile.goods:  # paints of this place, which the network does not know
            return counted(zone, pose, outlines)
        for seen in tops.readings(frame, pose, box, lean, shipped("tops")):
            heap = agreed(outlines, seen)
            if heap.doubt <= SURE:
                break
        return counted(zone, pose, heap)

    def _stored(self, frame: Picture, pose: Pose, light: Light, zone: MatZone) -> ZoneReading:
        """The cubes in the fields of a store, each counted as what its field holds."""
        fields = [(_within(field), field, self._printed(light, field)) for field in self.mat.store(zone.name).values()]
        count, found = read_store(frame, pose, light, fields)
        marks = (_mark(zone.sighted_as, good, share, quad, ("", 1 - share)) for good, share, quad in found)
        return ZoneReading(count, tuple(marks))

    def _printed(self, light: Light, zone: MatZone) -> Points:
        """The colour of a zone's ground as a share of white, by the patch of it where the mat has one."""
        return np.asarray(light.colours.get(zone.ground, self._ground(zone.ground)))

    def swatch(self, frame: Picture, pose: Pose, light: Light, zone: MatZone) -> Picture:
        """A cube zone for `place_colours.learn`: the lamp's colour and unevenness removed, white at WHITE."""
        ground = self._ground(zone.ground)
        even, _ = cubes.levelled(rectified(frame, pose, _within(zone), cubes.SCALE), light.tint, ground)
        return cv2.convertScaleAbs(even, alpha=WHITE * float(ground @ cubes.GREY) / cubes.GROUND)

    def _ground(self, name: str) -> Points:
        return np.array(bgr(self.mat.ground[name])) / WHITE

    def _counts(self, light: Light, ground: str) -> cubes.CubeCounter:
        """The cube counter for this light; made again only when the colours have changed."""
        if self._counter is None or not _alike(self._counter[0], light):
            self._counter = (light, {})
        made = self._counter[1]
        if ground not in made:
            known = light if self._profile is None else self._profile.under(light)
            made[ground] = cubes.CubeCounter(known, self._ground(ground))
        return made[ground]


def counted(zone: MatZone, pose: Pose, heap: cubes.Heap) -> ZoneReading:
    """The reading of a heap in a zone."""
    tally, doubts = cubes.tally(heap)
    marks = _marks(zone, pose, _within(zone), heap.cubes)
    count = Count(tally, max(doubts.values(), default=0.0), doubts, cubes.number_doubt(heap))
    return ZoneReading(count, marks, heap)


def _on_mat(quads: Sequence[Points], pose: Pose, zone: MatZone) -> Points:
    """Outlines in px of a zone's picture at CARDS_AT, (n, 4, 2) in px of the frame."""
    if not quads:
        return np.empty((0, 4, 2))
    places = np.array(quads, float).reshape(-1, 2) + 0.5
    return pose.to_pixels(places / CARDS_AT + np.array(zone.box[:2])).reshape(-1, 4, 2)


def _within(zone: MatZone) -> Box:
    x0, y0, x1, y1 = zone.box
    return x0 + INSIDE, y0 + INSIDE, x1 - INSIDE, y1 - INSIDE


def _alike(light: Light, other: Light) -> bool:
    same = light.colours.keys() == other.colours.keys() and np.abs(light.tint - other.tint).max() < 0.04
    return bool(same) and all(np.abs(light.colours[n] - other.colours[n]).max() < 0.05 for n in light.colours)


def _marks(zone: MatZone, pose: Pose, box: Box, found: Sequence[cubes.Cube]) -> tuple[Mark, ...]:
    return tuple(
        _mark(zone.sighted_as, cube.colour, cube.sure, quad, cube.runner_up)
        for cube, quad in zip(found, cubes.quads(pose, box, [cube.box for cube in found]), strict=True)
    )


def _quad(pose: Pose, zone: MatZone, outline: Points) -> Quad:
    """An outline in mm from a zone's corner, in px of the frame."""
    return tuple((float(x), float(y)) for x, y in pose.to_pixels(outline + np.array(zone.box[:2])))


def _listed(zone: MatZone, objects: Sequence[Seen]) -> ZoneReading:
    """The reading of a zone in which each object counts for itself."""
    return ZoneReading(Pieces(tuple(objects)), tuple(marked(zone.sighted_as, seen) for seen in objects))


def marked(zone: str, seen: Seen) -> Mark:
    """The mark of something that was read, with what else it may be."""
    other = next(((guess.value, guess.share) for guess in seen.guesses[1:]), ("", 0.0))
    return _mark(zone, seen.best, seen.share, seen.corners, other)


def _mark(zone: str, label: str, share: float, corners: Quad, other: tuple[str, float]) -> Mark:
    """A mark with what else it may be, and the share of that."""
    return Mark(zone=zone, label=label, share=share, corners=corners, runner_up=other[0], second=other[1])


def sure_cards(zone: MatZone, marks: Sequence[Mark], pose: Pose) -> list[tuple[Points, tuple[float, float]]]:
    """The cards of a zone that were read surely: their outlines in mm, and how large they are."""
    if zone.kind != "cards":
        return []
    layout = find_layout(zone.family)
    return [
        (pose.to_mat(np.array(mark.corners)), layout.size)
        for mark in marks
        if mark.share >= SURELY and mark.label.startswith(layout.family) and not mark.label.endswith("?")
    ]


def together(readings: Sequence[ZoneReading], kind: str = "cards") -> ZoneReading:
    """Combine several readings of a still zone of a kind: the shares of the same objects, else the most frequent one.

    The number of cards is not guessed: one that some of the readings lack is in doubt by as much as they do; one that
    most of them lack, and that could not be read, was a reflection, unless most have one somewhere. Readings that
    explain all that is seen count alone. If most readings hold something unread, wherever it is, so does the result.
    """
    explained = [reading for reading in readings if reading.explained]
    readings = explained if EXPLAINED * len(readings) <= len(explained) else readings
    cards = [r.reading for r in readings if isinstance(r.reading, Pieces)]
    differ = len({len(card.objects) for card in cards}) > 1
    if not cards or (differ and kind != "cards"):
        keys = [reading.key for reading in readings[-LATER:]]
        usual = max(keys, key=keys.count)
        return max((r for r in readings[-LATER:] if r.key == usual), key=lambda r: r.sure)
    if not differ:
        looks = _matched([card.objects for card in cards])
    else:
        groups = _grouped([card.objects for card in cards])
        looks = [seen for seen in groups if 2 * len(seen) >= len(cards) or not all(_unread(one) for one in seen)]
    objects = [_one(each, len(cards)) for each in looks]
    unread = [[one for one in card.objects if _unread(one)] for card in cards]
    if 2 * sum(map(bool, unread)) >= len(cards) and not any(map(in_doubt, objects)):
        objects.append(next(one for each in reversed(unread) for one in each))
    zone = next((mark.zone for reading in readings for mark in reading.marks), "")
    return ZoneReading(Pieces(tuple(objects)), tuple(marked(zone, seen) for seen in objects))


def _matched(readings: Sequence[Sequence[Seen]]) -> list[list[Seen]]:
    """The objects of several readings of as many: each of the last one, with the nearest of its kind in every other."""
    looks: list[list[Seen]] = [[] for _ in readings[-1]]
    for objects in readings:
        places = _paired(readings[-1], objects, _of_kind)
        free = [seen for n, seen in enumerate(objects) if n not in places.values()]
        for n, look in enumerate(looks):
            look.append(objects[places[n]] if n in places else free.pop(0))
    return looks


def _grouped(readings: Sequence[Sequence[Seen]]) -> list[list[Seen]]:
    """The objects of several readings, those that lie on each other together; the last reading's first."""
    groups: list[list[Seen]] = []
    for objects in reversed(readings):
        places = _paired(objects, [group[-1] for group in groups], _meets)
        for n, m in places.items():
            groups[m].append(objects[n])
        groups += [[seen] for n, seen in enumerate(objects) if n not in places]
    return [group[::-1] for group in groups]


def _paired(ones: Sequence[Seen], others: Sequence[Seen], may: Callable[[Seen, Seen], bool]) -> dict[int, int]:
    """Which of some objects is which of others, the nearest first, each once."""
    near = sorted((_gap(one, two), n, m) for n, one in enumerate(ones) for m, two in enumerate(others) if may(one, two))
    places = dict[int, int]()
    for _, n, m in near:
        if n not in places and m not in places.values():
            places[n] = m
    return places


def _unread(seen: Seen) -> bool:
    return seen.best.endswith("?")


def _meets(seen: Seen, other: Seen) -> bool:
    """Whether the middle of one of two objects of a kind lies within the other."""
    return _of_kind(seen, other) and any(
        cv2.pointPolygonTest(np.array(one.corners, np.float32), np.mean(two.corners, axis=0).tolist(), False) >= 0
        for one, two in ((seen, other), (other, seen))
    )


def _gap(seen: Seen, other: Seen) -> float:
    """How far the middles of two objects lie apart, px."""
    return float(np.abs(np.mean(other.corners, axis=0) - np.mean(seen.corners, axis=0)).sum())


def _of_kind(seen: Seen, other: Seen) -> bool:
    kind, another = (each.best.partition(":")[0] for each in (seen, other))
    return kind == another


def _one(seen: Sequence[Seen], of: int) -> Seen:
    """Combine the looks at one object in `of` readings; its turn only if all that have one agree."""
    turns = {look.turn for look in seen if look.turn is not None}
    turn = turns.pop() if len(turns) == 1 else None
    guesses = read.combined([look.guesses for look in seen])
    if len(seen) < of:
        guesses = tuple(Guess(guess.value, round(guess.share * len(seen) / of, 4)) for guess in guesses)
    return Seen(guesses, seen[-1].corners, turn)
