"""Pictures a phone has taken, read as the table's camera reads the mat; without the mat where that can be done."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from pathlib import Path

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from companion.host.camera import LOOKER
from companion.play.reports import Caution
from companion.play.session import Session
from companion.sensing.box import box_of
from companion.tasks.albums import known_decks, known_tiles
from companion.titles import title_of
from companion.wording import LANGUAGES
from engine.sighting import Count, Guess, Pieces, Seen, Sighting
from engine.table import Zone
from vision.camera.load import decoded, smaller
from vision.camera.sheets import SheetEyes
from vision.eye import Eye
from vision.flat.grid import reader_of
from vision.flat.looks import LookReader
from vision.flat.patches import BARE, LOOKS, Looks, patch_of
from vision.layouts.layout import Layout, find_layout
from vision.mat.mat import MatZone, load_mat, load_sheets, mat_file
from vision.picture import Picture
from vision.pieces import NOTHING, Wanted, pieces_in

LONG = 2560
"""Pixels of a picture's longer side that are read: a mat of 640 mm then has four in each mm."""
EDGE = 0.01
"""Share of its sides by which a field of the mat may reach beyond a picture."""
CUBE = "cube:"
CITY_LONG = 1280
"""Pixels of the longer side in which a city on no mat is read: more take longer and tell no more."""
PIPS = 6
"""The faces of a die."""


class Field(Struct, frozen=True, kw_only=True):
    """What was read in one field: the reading, its pieces with their places (shares of the picture's sides), and what
    a person may name them; `zone` is empty where it is not known which of the `Still.fields` is meant.
    """

    zone: Zone
    reading: Pieces | Count
    pieces: tuple[Seen, ...]
    choices: tuple[str, ...]


class Still(Struct, frozen=True, kw_only=True):
    """What one picture shows; `meant` are the fields a reading without one may be meant for, `words` what
    is printed beside them on the mat, by field and language.

    `lacks` says why nothing was read: `mat` where nothing can be read without it, `pieces` where there are none.
    """

    found: tuple[Field, ...]
    meant: tuple[MatZone, ...] = ()
    words: Mapping[str, Mapping[str, str]] = {}
    cautions: tuple[Caution, ...] = ()
    lacks: str = ""


class StillReader:
    """Reads pictures for a running game; made by the thread that owns it, and used by one thread at a time.

    `folder` holds the owner's tiles and decks, if there is one.
    """

    def __init__(self, session: Session, folder: Path | None) -> None:
        title = title_of(session.game.name)
        self._families = dict(title.faces(session.book.setup))
        self._prints, self._box = title.prints(), box_of(session.state.table)
        self._places = {there: here for here, there in session.places.items()}
        self._tiles = known_tiles(folder) if folder else None
        self._decks = known_decks(folder) if folder else {}
        self._mat = load_mat(mat_file(title.game.name))
        self._said: list[Sighting] = []
        paints, enrolled = title.dice(), self._tiles.pictures if self._tiles is not None else {}
        grid = reader_of(title.tiles(), paints, enrolled) if paints else None
        self._paints, self._looker = tuple(paints), None if grid is None else LookReader(grid)
        put = self._said.append
        self._sheets = SheetEyes(load_sheets(title.game.name), put, lambda sheet: Eye(sheet, put, paints=paints))
        self._eye = Eye(
            self._mat,
            self._said.append,
            families=self._families,
            prints=self._prints,
            box=self._box,
            tiles=self._tiles,
            grid=grid,
            decks=self._decks,
        )

    def read(self, data: bytes, goods: Zone = "") -> Still:
        """What the picture file `data` shows; cubes beside the mat lie in the zone `goods` of the table.

        A field in which nothing lies says nothing: its pieces may be kept elsewhere.

        `NotAPicture` (also `TooLarge`) for one that cannot be read.
        """
        picture = smaller(decoded(data, "picture"), LONG)
        self._said.clear()
        self._eye.read_still(picture, time.monotonic())
        self._sheets.read_still(picture, time.monotonic())
        said = [self._field(each, picture) for each in self._said if self._in_view(each.zone, picture)]
        if said:
            found = tuple(field for field in said if field.pieces)
            warnings = [warning for eye in (self._eye, *self._sheets.eyes) for warning in eye.warnings]
            cautions = tuple({language: one.sentence(language) for language in LANGUAGES} for one in warnings)
            return Still(found=found, cautions=cautions, lacks="" if found else "pieces")
        return self._looked(picture) or self._anywhere(picture, self._places.get(goods, ""))

    # --- on the mat ---

    def _eye_on(self, sighted_as: Zone) -> tuple[Eye, MatZone]:
        """The eye that reports a field, and the field."""
        eyes = ((eye, zone) for eye in (self._eye, *self._sheets.eyes) for zone in eye.mat.zones.values())
        return next((eye, zone) for eye, zone in eyes if zone.sighted_as == sighted_as)

    def _zone(self, sighted_as: Zone) -> MatZone:
        return self._eye_on(sighted_as)[1]

    def _in_view(self, sighted_as: Zone, picture: Picture) -> bool:
        """Is the whole field in the picture? Of one that is cut nothing is reported."""
        (eye, zone), (high, wide) = self._eye_on(sighted_as), picture.shape[:2]
        pose = eye.pose
        if pose is None:
            return False
        x0, y0, x1, y1 = zone.box
        corners = pose.to_pixels(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])) / (wide, high)
        return bool((corners > -EDGE).all() and (corners < 1 + EDGE).all())

    def _field(self, said: Sighting, picture: Picture) -> Field:
        assert isinstance(said.reading, Pieces | Count)
        if isinstance(said.reading, Pieces):
            seen: Sequence[Seen] = said.reading.objects
        else:
            marks = (mark for mark in self._eye_on(said.zone)[0].marks if mark.zone == said.zone)
            seen = [Seen(_guesses(mark.label, mark.share, mark.runner_up), mark.corners) for mark in marks]
        pieces = tuple(_placed(one, picture) for one in seen)
        return Field(zone=said.zone, reading=said.reading, pieces=pieces, choices=self._choices(self._zone(said.zone)))

    def _choices(self, zone: MatZone) -> tuple[str, ...]:
        """What a person may call a piece of this field."""
        if zone.kind == "cubes":
            return tuple(dict.fromkeys(patch.name for patch in self._mat.patches if patch.name in self._box))
        if zone.kind == "store":
            return tuple(field.holds for field in self._eye_on(zone.sighted_as)[0].mat.store(zone.name).values())
        if zone.kind == "dice":
            return tuple(f"die:{paint}:{pips}" for paint in self._paints for pips in range(1, PIPS + 1))
        cards = self._families.get(zone.family) or sorted(self._prints)
        return (*cards, *(f"tile:{name}" for name in sorted(self._tiles.pictures if self._tiles else ())))

    # --- anywhere ---

    def _looked(self, picture: Picture) -> Still | None:
        """A part of a city on no mat; None where no tiles of one are known."""
        small = smaller(picture, CITY_LONG)
        look = None if self._looker is None else self._looker.read(small)
        if look is None or not look.cells:
            return None
        seen = sorted((one for there in look.cells.values() for one in there), key=lambda one: not one.corners)
        bare = (Seen((Guess(f"{BARE}:{x},{y}", 1.0),)) for x, y in sorted(look.bare))
        pieces = tuple(_placed(one, small) for one in seen if one.corners)
        return Still(found=(Field(zone=LOOKS, reading=Pieces((*seen, *bare)), pieces=pieces, choices=()),))

    def _anywhere(self, picture: Picture, goods: Zone) -> Still:
        """Cards lie in no field until a person says in which, where there are several; else cubes are the seat's."""
        zones = tuple(zone for zone in self._mat.zones.values() if self._is_readable(zone))
        if not zones and not goods:
            return Still(found=(), lacks="mat")
        cards = self._cards(picture, zones[0]) if zones else ()
        if any(not one.best.endswith("?") for one in cards):
            zone = zones[0].sighted_as if len(zones) == 1 else ""
            pieces = tuple(_placed(one, picture) for one in cards)
            field = Field(zone=zone, reading=Pieces(cards), pieces=pieces, choices=self._choices(zones[0]))
            words = {label.zone: label.words for label in self._mat.labels}
            return Still(found=(field,), meant=() if zone else zones, words=words)
        return self._cubes(picture, goods) if goods else Still(found=(), lacks="pieces")

    def _is_readable(self, zone: MatZone) -> bool:
        known = zone.kind == "cards" and zone.family in self._families
        return known and isinstance(find_layout(zone.family), Layout)

    def _cards(self, picture: Picture, zone: MatZone) -> tuple[Seen, ...]:
        faces = self._families[zone.family]
        wanted = Wanted(mat=self._mat, cards=zone.family, faces=faces, tiles=self._tiles, decks=self._decks)
        return tuple(pieces_in(picture, wanted))

    def _cubes(self, picture: Picture, goods: Zone) -> Still:
        seen = pieces_in(picture, Wanted(mat=self._mat, cubes=True))
        if not seen:
            return Still(found=(), lacks="pieces")
        whole = [_bare(one) for one in seen if not _hides(one)]
        reading = _counted(whole, [one for one in seen if _hides(one)])
        pieces = tuple(_placed(one, picture) for one in whole)
        choices = self._choices(self._zone(goods))
        return Still(found=(Field(zone=goods, reading=reading, pieces=pieces, choices=choices),))


def _guesses(label: str, share: float, runner_up: str) -> tuple[Guess, ...]:
    return (Guess(label, share), *((Guess(runner_up, 1 - share),) if runner_up else ()))


def _placed(seen: Seen, picture: Picture) -> Seen:
    """A piece with its corners as shares of the picture's sides."""
    high, wide = picture.shape[:2]
    return Seen(seen.guesses, tuple((x / wide, y / high) for x, y in seen.corners), seen.turn)


# --- cubes without a mat ---


def _hides(seen: Seen) -> bool:
    """Is this no cube, but that one more may lie under those that are seen?"""
    return any(guess.value.endswith("+1") for guess in seen.guesses)


def _bare(seen: Seen) -> Seen:
    """A cube by the name of its good alone, as a field of the mat calls it."""
    return Seen(tuple(Guess(one.value.removeprefix(CUBE), one.share) for one in seen.guesses), seen.corners)


def _counted(cubes: Sequence[Seen], hidden: Sequence[Seen]) -> Count:
    """How many of which, each as unsure as its cubes are, and as whether more lie under them."""
    tally: dict[str, int] = {}
    doubts: dict[str, float] = {}
    for one in cubes:
        tally[one.best] = tally.get(one.best, 0) + 1
        doubts[one.best] = hypot(doubts.get(one.best, 0.0), _deviation(one.share))
    for one in hidden:
        more = next(guess for guess in one.guesses if guess.value.endswith("+1"))
        good = more.value.removeprefix(CUBE).removesuffix("+1")
        doubts[good] = hypot(doubts.get(good, 0.0), _deviation(more.share))
    return Count(tally, max(doubts.values(), default=0.0), doubts)


def _deviation(share: float) -> float:
    return sqrt(share * (1 - share))


# --- what a person says of it ---


def told(still: Still, source: str, named: Mapping[tuple[int, int], str], meant: Zone = "") -> tuple[Sighting, ...]:
    """The sightings of a picture: `named` are pieces a person has named, by field and place, empty for none.

    `meant` is the field in which pieces lie of which the picture does not say it.
    """
    at = time.monotonic()
    return tuple(
        Sighting(source, field.zone or meant, at, _named(field, {p: name for (f, p), name in named.items() if f == n}))
        for n, field in enumerate(still.found)
    )


def _named(field: Field, named: Mapping[int, str]) -> Pieces | Count:
    if isinstance(field.reading, Pieces):
        objects = enumerate(field.reading.objects)
        kept = [(place, one) for place, one in objects if named.get(place, NOTHING)]
        return Pieces(tuple(_called(one, named[place]) if place in named else one for place, one in kept))
    tally = dict(field.reading.tally)
    for place, name in named.items():
        was = field.pieces[place].best
        tally[was] = tally.get(was, 0) - 1
        tally |= {name: tally.get(name, 0) + 1} if name else {}
    return replace(field.reading, tally={piece: count for piece, count in tally.items() if count > 0})


def _called(seen: Seen, name: str) -> Seen:
    return Seen((Guess(name, 1.0),), seen.corners, seen.turn)


class CityLooks:
    """The looks at a city on no mat that phones have handed in, put together as far as they share tiles."""

    def __init__(self) -> None:
        self._looks = Looks()

    def joined(self, session: Session, sightings: Sequence[Sighting]) -> tuple[Sighting, ...]:
        """The same with each look joined to those before, which count as long as the session still knows of one."""
        if not any(each.zone == LOOKS and each.source != LOOKER for each in session.looks):
            self._looks = Looks()
        return tuple(self._joined(each) if each.zone == LOOKS else each for each in sightings)

    def _joined(self, sighting: Sighting) -> Sighting:
        assert isinstance(sighting.reading, Pieces)
        self._looks.take(patch_of(sighting.reading.objects, sighting.at), sighting.at)
        return replace(sighting, reading=Pieces(self._looks.reading()))
