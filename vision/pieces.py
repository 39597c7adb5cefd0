"""The pieces in one still picture, of every kind that is asked for at once: on our mat, or anywhere without it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from engine.sighting import Guess, Seen
from vision.cards.anywhere import cards_in
from vision.cards.deck import DeckReader
from vision.cards.find import straightened
from vision.cards.owned import Decks, OwnedReader
from vision.cards.read import REACH, SCALE, RegionReader, likely
from vision.cubes.buried import PILE, TRACELESS
from vision.flat.coins import CoinAlbum
from vision.flat.in_photo import rounds_of, squares_of
from vision.flat.loose import LooseReader, coin_seen, tile_seen
from vision.flat.tiles import TileAlbum
from vision.layouts.layout import Layout, find_layout
from vision.mat.light import measure
from vision.mat.mat import Mat, MatZone
from vision.mat.pose import MatFinder, Pose
from vision.photo import cards, cubes, dice
from vision.photo.found import Cube, Cubes, Die
from vision.picture import Picture, Points, Quad
from vision.zones import Mark, ZoneReader, ZoneReading

MARKERS = 3
"""So many markers tell for certain where the mat lies."""
A_CARD = 0.5
"""Outlines on a table without our mat of which the judge is less sure are not asked about."""
UNSEEN, LEAST_UNSURE = 0.1, 0.2
"""A cube that may lie under others is reported from this chance on; that there is none keeps at least this one."""
TOUCH = 1.25
"""Cubes touch whose middles are nearer than so many sizes of the larger one (at most 1.2 in the heaps of the tests)."""
GOOD_OF = {"yellow": "Y", "black": "K", "red": "R", "blue": "B", "green": "G"}
"""The reader of photos names colours, the mat's reader the goods that bear them."""
NOTHING = "?"


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is looked for: cards of a layout with these faces (every face without any), cubes, dice.

    Tiles and coins are looked for where there is an album of them; `decks` read the cards of enrolled decks. `mat` is
    the mat they may lie on.
    """

    mat: Mat
    cards: str = ""
    faces: Sequence[str] = ()
    cubes: bool = False
    dice: bool = False
    tiles: TileAlbum | None = None
    coins: CoinAlbum | None = None
    decks: Decks = field(default_factory=dict)


def pieces_in(picture: Picture, wanted: Wanted) -> list[Seen]:
    """The pieces of a picture (BGR), each with its likely labels and its corners in px.

    Labels are ``contract:GB.7.112`` for a card by its layout, ``cube:G``, ``die:4``, ``tile:<name>``, ``coin:5``; one
    that ends with ``?`` stands for a piece that could not be read. ``cube:G+1`` says that one more may lie under the
    cubes that are seen. Where three markers of the mat are seen, its fields
    are read and what lies beside them is not; dice are looked for in the whole picture.
    """
    pose = MatFinder(wanted.mat).find(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    on_mat = pose is not None and len(pose.markers) >= MARKERS
    found = _on_mat(picture, wanted, pose) if on_mat and pose is not None else _anywhere(picture, wanted)
    return [*found, *(_dice(picture) if wanted.dice else ())]


# --- on the mat ---


def _on_mat(picture: Picture, wanted: Wanted, pose: Pose) -> list[Seen]:
    light = measure(picture, wanted.mat, pose)
    faces = {wanted.cards: wanted.faces} if wanted.cards and wanted.faces else {}
    reader = ZoneReader(wanted.mat, faces, {}, loose=LooseReader(wanted.tiles, wanted.coins), decks=wanted.decks)
    found: list[Seen] = []
    for zone in _zones(wanted):
        reading = reader.read(picture, pose, light, zone)
        found += [*map(_seen, reading.marks), *_unseen(reading, _around(reading.marks, zone, pose))]
    return found


def _unseen(reading: ZoneReading, place: Quad) -> tuple[Seen, ...]:
    """That cubes may lie under or behind those that are seen in a field, named by the likeliest colour."""
    chances: dict[str, float] = {}
    for colour, chance in (*reading.heap.more, *reading.heap.hidden) if reading.heap is not None else ():
        chances[colour] = chances.get(colour, 0.0) + chance
    share = min(sum(chances.values()), 1 - LEAST_UNSURE)
    return _hidden(max(chances, key=chances.__getitem__), share, place) if share >= UNSEEN else ()


def _hidden(good: str, share: float, place: Quad) -> tuple[Seen, ...]:
    """What asks about a place in which one more cube may lie than is seen."""
    one, none = Guess(f"cube:{good}+1", share), Guess(f"cube:{NOTHING}", 1 - share)
    return (Seen((one, none) if share > none.share else (none, one), place),)


def _around(marks: Sequence[Mark], zone: MatZone, pose: Pose) -> Quad:
    """The box around what was read in a field, in px; the whole field where nothing was."""
    x0, y0, x1, y1 = zone.box
    corners = pose.to_pixels(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32))
    points = np.array([corner for mark in marks for corner in mark.corners]) if marks else corners
    (left, top), (right, low) = points.min(axis=0), points.max(axis=0)
    return _quad(np.array([(left, top), (right, top), (right, low), (left, low)]))


def _zones(wanted: Wanted) -> list[MatZone]:
    """The fields of the mat in which what is wanted may lie."""
    kinds = {"cards": wanted.cards, "cubes": wanted.cubes}
    zones = [zone for zone in wanted.mat.zones.values() if kinds.get(zone.kind)]
    return [zone for zone in zones if zone.kind == "cubes" or zone.family == wanted.cards]


def _seen(mark: Mark) -> Seen:
    """What a mark of a field says; a cube's label gets its kind before it."""
    label, other = (f"cube:{name}" if len(name) == 1 and name != NOTHING else name for name in _labels(mark))
    guesses = (Guess(label, mark.share), Guess(other, mark.second)) if mark.second else (Guess(label, mark.share),)
    return Seen(guesses, mark.corners)


def _labels(mark: Mark) -> tuple[str, str]:
    return mark.label, mark.runner_up or NOTHING


# --- anywhere ---


def _anywhere(picture: Picture, wanted: Wanted) -> list[Seen]:
    """Kind after kind: what lies within a piece that was found before is printed on it."""
    found: list[Seen] = []
    kinds = (
        _cards(picture, wanted) if wanted.cards else (),
        () if wanted.tiles is None else [tile_seen(wanted.tiles, one) for one in squares_of(picture)],
        () if wanted.coins is None else [coin_seen(wanted.coins, one) for one in rounds_of(picture)],
    )
    for kind in kinds:
        found += [one for one in kind if not _within(one, found)]
    return [*found, *(_loose_cubes(picture, found) if wanted.cubes else ())]


def _within(one: Seen, others: Iterable[Seen]) -> bool:
    """Does the middle of a piece lie within one of the others?"""
    x, y = (float(side) for side in np.mean(one.corners, axis=0))
    outlines = (np.array(other.corners, np.float32) for other in others)
    return any(cv2.pointPolygonTest(outline, (x, y), False) > 0 for outline in outlines)


def _cards(picture: Picture, wanted: Wanted) -> list[Seen]:
    layout = find_layout(wanted.cards)
    assert isinstance(layout, Layout)
    listed = DeckReader(wanted.cards, wanted.faces) if layout.faces else RegionReader(layout, wanted.faces)
    reader = wanted.decks.get(wanted.cards, listed)
    if alike := cards_in(picture, reader):
        return alike
    found = [one for one in cards.find(picture) if one.confidence >= A_CARD]
    return [_card(picture, np.asarray(one.corners, np.float32), reader) for one in found]


def _card(picture: Picture, corners: Points, reader: DeckReader | RegionReader | OwnedReader) -> Seen:
    sides = [float(np.linalg.norm(corners[n + 1] - corners[n])) for n in (0, 1)]
    tall = np.roll(corners, -1, axis=0) if sides[0] > sides[1] else corners
    card = straightened(picture, tall, reader.layout.size, SCALE, REACH)
    return Seen(likely(*reader.read(card), reader.layout.unread), _quad(tall))


def _loose_cubes(picture: Picture, others: Sequence[Seen]) -> list[Seen]:
    """The cubes beside the other pieces, and that more may lie under or behind them."""
    found = cubes.find(picture)
    free = [one for one in found.items if not _within(_cube(one), others)]
    return [*map(_cube, free), *(_more(free, found) if free else ())]


def _more(free: Sequence[Cube], found: Cubes) -> tuple[Seen, ...]:
    """That there may be more cubes than were counted: some were hardly seen, or they lie in a pile."""
    counts = cubes.counted(found.items)
    likely = {colour: 1 - one.share for colour, one in found.likely.items() if one.high > counts[colour]}
    chance = 1 - float(np.prod([1 - each for each in likely.values()])) if likely else 0.0
    chance = min(max(chance, TRACELESS if _piled(free) else 0.0), 1 - LEAST_UNSURE)
    if chance < UNSEEN:
        return ()
    shown = [one.colour for one in free]
    colour = max(likely or shown, key=lambda name: (likely.get(name, 0.0), shown.count(name)))
    half = np.array([(one.size / 2, one.size / 2) for one in free])
    middles = np.array([one.centre for one in free])
    (left, top), (right, low) = (middles - half).min(axis=0), (middles + half).max(axis=0)
    return _hidden(GOOD_OF[colour], chance, _quad(np.array([(left, top), (right, top), (right, low), (left, low)])))


def _piled(free: Sequence[Cube]) -> bool:
    """Do so many cubes touch in a chain that one more may lie under them?"""
    middles, sizes = np.array([one.centre for one in free]), np.array([one.size for one in free])
    apart = np.linalg.norm(middles[:, None] - middles, axis=2)
    touching = (apart < TOUCH * np.maximum.outer(sizes, sizes)).astype(int)
    return bool((np.linalg.matrix_power(touching, PILE - 1) > 0).sum(axis=1).max() >= PILE)


def _cube(one: Cube) -> Seen:
    """A cube; `cube:?` may as well be no cube."""
    other = GOOD_OF.get(one.runner_up, NOTHING)
    guesses = (Guess(f"cube:{GOOD_OF[one.colour]}", one.confidence), Guess(f"cube:{other}", 1 - one.confidence))
    x, y, half = *one.centre, one.size / 2
    return Seen(guesses, ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))


def _dice(picture: Picture) -> list[Seen]:
    return [_die(one) for one in dice.find(picture)]


def _die(one: Die) -> Seen:
    """A die by its pips; as sure as that it is one, and that it shows them."""
    share = one.confidence * max(one.shares)
    x0, y0, x1, y1 = (float(side) for side in one.box)
    guesses = (Guess(f"die:{one.pips}", share), Guess(f"die:{one.runner_up}", 1 - share))
    return Seen(guesses, ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def _quad(corners: Points) -> Quad:
    return tuple((float(x), float(y)) for x, y in corners)
