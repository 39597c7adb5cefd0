"""Reads one photo: cards, cubes, dice, markers, tiles, coins or the pips of one die."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.errors import WrongInput
from vision.camera.load import load_picture
from vision.cards import ledger
from vision.cards.deck import DeckReader
from vision.cards.find import cut_out, straightened
from vision.cards.read import REACH, SCALE, RegionReader, likely
from vision.flat.in_photo import look_coins, look_tiles
from vision.layouts.layout import Layout, Ledger, find_layout, known_layouts, printed_places
from vision.mat.light import measure
from vision.mat.markers import USUAL, find_markers
from vision.mat.mat import Mat, load_mat
from vision.mat.pose import MatFinder, Pose
from vision.overlay import write
from vision.photo import cards, cubes, dice, pictures, set_cards
from vision.photo.found import Cube, Die, FoundCard
from vision.picture import Picture, Points
from vision.zones import Mark, ZoneReader

Found = dict[str, Any]
OWN_LAYOUTS = known_layouts()
LAYOUTS = (*OWN_LAYOUTS, "set")


@dataclass(frozen=True)
class Asked:
    """What to look for more closely; see `look`."""

    layout: str | None
    family: str | None
    enrolled: str | Path | None


def look(
    path: str | Path,
    what: str,
    layout: str | None = None,
    family: str | None = None,
    enrolled: str | Path | None = None,
    overlay: str | Path | None = None,
) -> Found:
    """Everything of one kind in a photo: `what` is one of KINDS; ``pips`` is a photo of one die.

    Returns ``width``, ``height``, ``ms`` and the list of that kind, all in pixels of the photo. `layout` names the card
    layout, `family` the marker dictionary, `enrolled` a folder of pictures to match, `overlay` where to write the photo
    with what was found drawn on it, the regions of our own layouts too. Raises NotAPicture, or WrongInput for an
    unknown kind or layout.
    """
    if what not in KINDS:
        raise WrongInput(f"cannot look for {what!r}: {', '.join(KINDS)} are known")
    picture = load_picture(path)
    started = time.perf_counter()
    found = KINDS[what](picture, Asked(layout, family, enrolled))
    spent = round((time.perf_counter() - started) * 1000, 1)
    if overlay is not None:
        write(Path(overlay), picture, found, printed_places(layout) if layout in OWN_LAYOUTS else None)
    return {"width": picture.shape[1], "height": picture.shape[0], "ms": spent, **found}


def crop(picture: Picture, item: Found) -> Picture:
    """The part of a photo from which an item that `look` returned was read; KeyError for an item of another form."""
    if "corners" in item:
        return cut_out(picture, np.array(item["corners"], np.float32))
    x0, y0, x1, y1 = (max(0, round(side)) for side in item["crop"])
    return picture[y0:y1, x0:x1]


def _cards(picture: Picture, asked: Asked) -> Found:
    if asked.layout not in (None, *LAYOUTS):
        raise WrongInput(f"no card layout {asked.layout!r}: {', '.join(LAYOUTS)} are known")
    mat = load_mat()
    pose = (
        None
        if asked.layout == "set" or asked.enrolled
        else MatFinder(mat).find(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    )
    if pose is not None and len(pose.markers) >= 3:
        return {"cards": _on_mat(picture, mat, pose, asked.layout)}
    reader = _reader(asked)
    return {"cards": [_card(picture, card, reader) for card in cards.find(picture)]}


def _on_mat(picture: Picture, mat: Mat, pose: Pose, layout: str | None) -> list[Found]:
    """The cards in the zones of the mat; those of a deck in every card zone, whatever else is laid there."""
    zones = [zone for zone in mat.zones.values() if zone.kind == "cards"]
    if layout is not None and _is_deck(find_layout(layout)):
        zones = [replace(zone, family=layout) for zone in zones]
    zones = [zone for zone in zones if layout in (None, zone.family)]
    light = measure(picture, mat, pose)
    reader = ZoneReader(replace(mat, zones={zone.name: zone for zone in zones}), {}, {})
    return [
        {"corners": _rounded(mark.corners), "confidence": mark.share, "reading": _on_zone(picture, mark, zone.family)}
        for zone in zones
        for mark in reader.read(picture, pose, light, zone).marks
    ]


def _is_deck(layout: Layout | Ledger) -> bool:
    """Whether the layout lists its faces, so that a card of it is known wherever it lies."""
    return isinstance(layout, Layout) and bool(layout.faces)


def _on_zone(picture: Picture, mark: Mark, name: str) -> Found:
    """The reading of a card on our mat; of a ledger card, whose values are unknown here, its table."""
    layout = find_layout(name)
    if isinstance(layout, Layout):
        return _face(mark.label, mark.share, mark.runner_up, layout)
    face: Found = {"face": mark.label, "share": mark.share, "runner_up": mark.runner_up}
    return face | _table(picture, np.array(mark.corners), name)


def _table(picture: Picture, corners: Points, name: str) -> Found:
    """The table of a card of the ledger `name`: values by good and column, and the share of the least sure of them."""
    card = straightened(picture, _tall(corners), find_layout(name).size, ledger.SCALE, ledger.REACH)
    read = ledger.read_ledger(name, card)
    values = {good: {column: cell.value for column, cell in row.items()} for good, row in read.items()}
    others = {good: {column: cell.runner_up for column, cell in row.items()} for good, row in read.items()}
    least = min(cell.share for row in read.values() for cell in row.values())
    return {"table": values, "table_share": least, "table_runner_up": others}


def _tall(corners: Points) -> Points:
    """The corners of a card beginning at the left end of a short side."""
    wide, high = (float(np.linalg.norm(corners[n + 1] - corners[n])) for n in (0, 1))
    return np.roll(corners, -1, axis=0) if wide > high else corners


def look_at_card(picture: Picture, corners: Points, layout: str) -> Found:
    """How a card within four corners (4, 2) in px reads by one of our own layouts."""
    return _layout_reader(layout)(picture, corners)


Reader = Callable[[Picture, Points], Found]


def _reader(asked: Asked) -> Reader:
    """How a card within four corners is read: by the layout asked for and the enrolled pictures, if any."""
    parts: list[Reader] = []
    if asked.layout == "set":
        parts.append(_read_set)
    elif asked.layout is not None:
        parts.append(_layout_reader(asked.layout))
    if asked.enrolled is not None:
        album = pictures.album(Path(asked.enrolled))
        parts.append(lambda picture, corners: _identity(album, picture, corners))
    return lambda picture, corners: {key: value for part in parts for key, value in part(picture, corners).items()}


def _read_set(picture: Picture, corners: Points) -> Found:
    seen = set_cards.read(picture, corners)
    read: Found = {name: feature.value for name, feature in seen.items()}
    read["count"] = int(read["count"])
    read["shares"] = {name: feature.share for name, feature in seen.items()}
    read["runner_up"] = {name: feature.runner_up for name, feature in seen.items()}
    return read


def _layout_reader(name: str) -> Reader:
    """How a card of one of our own layouts is read."""
    layout = find_layout(name)
    if isinstance(layout, Ledger):
        return lambda picture, corners: _table(picture, corners, name)
    return _deck_reader(name, layout) if layout.faces else _region_reader(layout)


def _region_reader(layout: Layout) -> Reader:
    reader = RegionReader(layout)

    def read(picture: Picture, corners: Points) -> Found:
        tall = np.roll(corners, -1, axis=0) if np.ptp(corners[:2, 0]) > np.ptp(corners[1:3, 1]) else corners
        guesses, fit = reader.read(straightened(picture, tall, layout.size, SCALE, REACH))
        best, other = likely(guesses, fit, layout.unread)[:2]
        return _face(best.value, best.share, other.value, layout)

    return read


def _deck_reader(name: str, layout: Layout) -> Reader:
    reader = DeckReader(name)

    def read(picture: Picture, corners: Points) -> Found:
        guesses, fit = reader.read(straightened(picture, _tall(corners), layout.size, SCALE, REACH))
        best, *others = likely(guesses, fit, layout.unread)
        return _face(best.value, best.share, others[0].value, layout)

    return read


def _face(face: str, share: float, runner_up: str, layout: Layout) -> Found:
    """A face, its share, the runner-up, and the values its layout finds printed on it."""
    known = face.startswith(layout.family + layout.join) and face != layout.unread
    return {"face": face, "share": share, "runner_up": runner_up, **(layout.values(face) if known else {})}


def _identity(album: pictures.Album, picture: Picture, corners: Points) -> Found:
    known = album.identify(pictures.upright(picture, corners))
    return {"name": known.name, "share": known.share, "runner_up": known.runner_up}


def _card(picture: Picture, card: FoundCard, read: Reader) -> Found:
    found: Found = {"corners": _rounded(card.corners), "confidence": round(float(card.confidence), 4)}
    if card.hidden:
        found["hidden"] = card.hidden
    return found | {"reading": read(picture, np.asarray(card.corners, np.float32))}


def _cubes(picture: Picture, _asked: Asked) -> Found:
    seen = cubes.find(picture)
    found: Found = {**seen.counts, "items": [_cube(item) for item in seen.items]}
    others = [one._asdict() | {"centre": _rounded([one.centre])[0]} for one in seen.others]
    uncertainty = {colour: likely._asdict() for colour, likely in seen.likely.items()}
    return {"cubes": found | {"uncertainty": uncertainty, "others": others}}


def _cube(item: Cube) -> Found:
    found: Found = {
        "colour": item.colour,
        "centre": _rounded([item.centre])[0],
        "confidence": round(float(item.confidence), 4),
    }
    return found | {"shares": item.shares, "runner_up": item.runner_up, "crop": [round(side, 1) for side in item.crop]}


def _dice(picture: Picture, _asked: Asked) -> Found:
    return {"dice": [_die(die) for die in dice.find(picture)]}


def _pips(picture: Picture, _asked: Asked) -> Found:
    return {"dice": [_die(dice.face(picture))]}


def _die(die: Die) -> Found:
    box = [round(float(side), 1) for side in die.box]
    found: Found = {
        "box": box,
        "pips": int(die.pips),
        "colour": die.colour,
        "confidence": round(float(die.confidence), 4),
    }
    shares = {str(pips): share for pips, share in enumerate(die.shares, 1)}
    return found | {"shares": shares, "runner_up": die.runner_up, "crop": [round(side, 1) for side in die.crop]}


def _markers(picture: Picture, asked: Asked) -> Found:
    return {"markers": [{"id": n, "corners": _rounded(c)} for n, c in find_markers(picture, asked.family or USUAL)]}


KINDS: dict[str, Callable[[Picture, Asked], Found]] = {
    "cards": _cards, "cubes": _cubes, "dice": _dice, "markers": _markers, "pips": _pips,
    "tiles": lambda picture, asked: look_tiles(picture, asked.enrolled),
    "coins": lambda picture, asked: look_coins(picture, asked.enrolled),
}  # fmt: skip


def _rounded(corners: Any) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in corners]
