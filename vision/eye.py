"""The eye: takes frames, and reports a sighting when a zone has settled on something new."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import cv2
import numpy as np

from engine.sighting import Sighting
from vision.camera.gate import Gate, reaching_in, small_mask, softness, stirred
from vision.camera.quality import Complaint, complaints, misprinted
from vision.cards.find import cut_out
from vision.cards.owned import Decks
from vision.cubes.place_colours import ColourProfile
from vision.cubes.stock import within
from vision.flat.coins import CoinAlbum
from vision.flat.grid import GridReader
from vision.flat.loose import LoosePieces, LooseReader, find_loose, view
from vision.flat.tiles import TileAlbum
from vision.mat.light import Light, measure, rectified
from vision.mat.mat import Mat, MatZone
from vision.mat.optics import Optics
from vision.mat.pose import MatFinder, Pose, tapped
from vision.picture import Colour, Picture, Points, Quad
from vision.printing.cards import Print
from vision.zones import Mark, ZoneReader, ZoneReading, counted, sure_cards, together

SETTLE = 2  # still frames before a zone is read
AGREE = 2  # equal readings before they are reported
SURE = 0.97  # share above which AGREE readings are enough
MEMORY = 8  # still frames the picture that is read is the mean of
LOOKS = 20  # readings in which a missing marker is looked for
COMPLAIN = 10  # readings after which the picture's quality is judged again
PATIENCE = 5  # readings after which the zone is reported with the doubt that remains
CROP = 2.5  # px per mm of a zone's crop
BUMP = 1.5  # px a marker moves by when the camera was bumped
ELSEWHERE = 3.0  # px a zone's corner lies beside where it was thought to be, from which the zone is read again
CHANGED = 3  # small pixels by which a zone must differ from when it was read
RESTED = 45  # still frames after which what reached in counts as part of the table
OF_CARDS = ("cards", "columns")  # kinds of zones in which what lies over another thing is a card
HIDDEN = 0.04  # part of a zone a hand covers before it is left unread


@dataclass(kw_only=True)
class _Watch:
    """The state of one zone."""

    zone: MatZone
    mask: Picture
    read_at: Picture | None = None
    reported: object = None
    readings: list[ZoneReading] = field(default_factory=list)
    final: ZoneReading | None = None
    marks: tuple[Mark, ...] = ()


class Eye:
    """Reads a mat's zones from frames and puts a `Sighting` for each zone that settled on something new.

    `put` is called in the thread that calls `look`. `families` lists the faces in this game by layout (it narrows the
    guesses), `prints` what is printed on ledger cards, `optics` the camera's calibration if there is one, `profile` the
    colours learnt in this place, `box` how many cubes of each colour there are, `grid` reads what lies in a grid,
    `decks` the cards of enrolled decks, `paints` are those of dice that lie in fields of their own.
    `state` is what the eye waits for: ``no mat moving blurred hand still``.
    """

    def __init__(
        self,
        mat: Mat,
        put: Callable[[Sighting], None],
        families: Mapping[str, Sequence[str]] | None = None,
        prints: Mapping[str, Print] | None = None,
        optics: Optics | None = None,
        source: str = "camera",
        profile: ColourProfile | None = None,
        box: Mapping[str, int] | None = None,
        tiles: TileAlbum | None = None,
        coins: CoinAlbum | None = None,
        grid: GridReader | None = None,
        decks: Decks = MappingProxyType({}),
        paints: Mapping[str, Colour] = MappingProxyType({}),
    ) -> None:
        self.mat = mat
        self.pose: Pose | None = None
        self.light: Light | None = None
        self.state = "no mat"
        self.frames = 0
        self.full_reads = 0
        self._spoilt: list[Complaint] = []
        self._put, self.source, self._box = put, source, box
        self._gate = Gate()
        self._finder = MatFinder(mat, optics)
        self._known = families or {}, prints or {}
        self._loose = LooseReader(tiles, coins)
        self._grid = grid
        self._decks, self._profile, self._paints = decks, profile, paints
        self._reader = self._reading(profile)
        self._watches: dict[str, _Watch] = {}
        self._anchor: Picture | None = None
        self._looks = 0
        self._still: tuple[int, Picture] | None = None
        self._markers_mask: Picture | None = None
        self._last: tuple[Picture, Pose, Light] | None = None
        self._covered: Picture | None = None
        self._patience = PATIENCE

    @property
    def marks(self) -> list[Mark]:
        """Everything that was read and still counts, for drawing over the frame."""
        return [mark for watch in self._watches.values() for mark in watch.marks]

    @property
    def settled(self) -> bool:
        """Whether the newest picture is still, the mat lies where it was found, and all that lies there was read."""
        rests = self.state == "still" and self.pose is not None
        return rests and not any(self._dirty(watch) for watch in self._watches.values())

    @property
    def warnings(self) -> list[Complaint]:
        """Complaints about the picture, the worst first, then about the print, and last of cards under others."""
        finals = (watch.final for watch in self._watches.values() if watch.zone.kind in OF_CARDS)
        crowded = any(final is not None and final.crowded for final in finals)
        return [*self._spoilt, *misprinted(self._outlines()), *([Complaint("covered")] if crowded else [])]

    def _outlines(self) -> list[tuple[Points, tuple[float, float]]]:
        """The cards that were read surely: their outlines in mm, and how large they are."""
        pose = self.pose
        if pose is None:
            return []
        return [card for watch in self._watches.values() for card in sure_cards(watch.zone, watch.marks, pose)]

    def forget(self, zone: str = "") -> None:
        """Read a zone (by the zone its sightings name; all by default) again and report it even if nothing changed."""
        for watch in self._watches.values():
            if zone in ("", watch.zone.sighted_as):
                watch.read_at, watch.reported, watch.readings, watch.final = None, None, [], None

    def use(self, profile: ColourProfile | None) -> None:
        """Read everything anew with the colours learnt in this place; None for the printed ones."""
        self._profile, self._reader = profile, self._reading(profile)
        self.forget()

    def deal(self, decks: Decks) -> None:
        """Read everything anew, the cards of these decks as they were enrolled, all others by our print."""
        self._decks = decks
        self.use(self._profile)

    def _reading(self, profile: ColourProfile | None) -> ZoneReader:
        return ZoneReader(self.mat, *self._known, profile, self._loose, self._grid, self._decks, self._paints)

    def tried(self, zone: str, profile: ColourProfile | None) -> ZoneReading | None:
        """How a zone (by its name on the mat) reads with a profile, or with none; None before a still frame was read.

        Nothing is reported of it, and all goes on as before.
        """
        if self._last is None:
            return None
        return self._reading(profile).read(*self._last, self.mat.zones[zone])

    def look_through(self, optics: Optics | None) -> None:
        """Use this calibration of the lens from now on; None to estimate the lens from the mat."""
        self._finder.optics, self.pose = optics, None
        self.forget()

    def know(self, tiles: TileAlbum | None, coins: CoinAlbum | None) -> None:
        """Read everything anew, with these tiles and coins beside the cards; None for neither."""
        self._loose.tiles, self._loose.coins = tiles, coins
        self.forget()

    def loose(self, zone: str, tile_side: float | None = None) -> LoosePieces | None:
        """The loose pieces in a card zone (by its name on the mat), to be enrolled; None before a still frame was read.

        Taken from the last picture that was read; `tile_side` in mm where it is known.
        """
        if self._last is None:
            return None
        frame, pose, light = self._last
        return find_loose(view(frame, pose, self.mat.zones[zone]), light, np.empty((0, 4, 2)), tile_side)

    def swatch(self, zone: str) -> Picture | None:
        """A cube zone (by its name on the mat) for `place_colours.learn`; None before a still frame was read."""
        if self._last is None:
            return None
        return self._reader.swatch(*self._last, self.mat.zones[zone])

    def crop(self, what: str | Quad) -> Picture | None:
        """A zone (by the zone its sightings name) or a reading's corners, cut out and straightened.

        Taken from the last picture that was read; None before there is one, KeyError for a zone that this mat lacks.
        """
        if self._last is None:
            return None
        frame, pose, _ = self._last
        if not isinstance(what, str):
            return cut_out(frame, np.array(what))
        zone = next((zone for zone in self.mat.zones.values() if zone.sighted_as == what), None)
        if zone is None:
            raise KeyError(f"no zone of the mat is sighted as {what!r}")
        return rectified(frame, pose, zone.box, CROP)

    def place_by_hand(self, corners: Points, size: tuple[int, int]) -> None:
        """Place the mat by its tapped corners (4, 2), px of a frame of `size`; ValueError if they are no quadrangle."""
        self.pose = None
        self._keep(tapped(self.mat, corners, size), size)

    def look(self, frame: Picture, at: float) -> None:
        """Take a frame (BGR) and the time in seconds it was made; reports what has settled."""
        self.frames += 1
        if not self._gate.watch(frame):
            self.state = "moving"
            self._still = None
            for watch in self._watches.values():
                watch.readings.clear()
            return
        if self._gate.still < SETTLE or not self._due():
            return
        self._read(self._averaged(frame), at)

    def read_still(self, picture: Picture, at: float) -> None:
        """Read one picture (BGR) that nothing comes after, wherever the mat lies in it; reports what it shows."""
        self.pose, self._anchor, self._covered, self._gate = None, None, None, Gate()
        self.full_reads, self._patience = 0, 1
        self.forget()
        self._gate.watch(picture)
        self._read(picture, at)

    def _averaged(self, frame: Picture) -> Picture:
        """The mean of the frames read since the last motion, which reduces the noise of dim pictures."""
        if self._still is None or self._still[1].shape != frame.shape:
            self._still = (1, frame.astype(np.float32))
            return frame
        count, mean = self._still[0] + 1, self._still[1]
        cv2.accumulateWeighted(frame, mean, 1 / min(count, MEMORY))
        self._still = (count, mean)
        return cv2.convertScaleAbs(mean)

    def _due(self) -> bool:
        """Whether anything in the small picture differs from what was read."""
        if self.pose is None or self._anchor is None or self._markers_mask is None:
            return True
        if self._stirred(self._anchor, self._markers_mask) > CHANGED:
            return True
        dirty = any(self._dirty(watch) for watch in self._watches.values())
        if not dirty:
            self.state = "still"
            self._still = None
        return dirty and not self._waiting()

    def _waiting(self) -> bool:
        """Whether the hand that covered a zone is still there; what rests too long is taken for part of the table."""
        if self._covered is None or self._stirred(self._covered) > CHANGED:
            self._covered = None
            return False
        if self._gate.still < RESTED:
            return True
        self._anchor, self._covered = self._gate.small, None
        return False

    def _dirty(self, watch: _Watch) -> bool:
        return watch.read_at is None or self._stirred(watch.read_at, watch.mask) > CHANGED

    def _read(self, frame: Picture, at: float) -> None:
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        if not self._place(grey) or self.pose is None:
            self.state = "no mat"
            return
        markers = [self.pose.to_pixels(self.mat.marker_corners(n)) for n in self.pose.markers]
        if self._gate.blurred(softness(grey, markers)):
            self.state = "blurred"
            return
        self.light = measure(frame, self.mat, self.pose)
        if self.full_reads % COMPLAIN == 0:
            self._spoilt = complaints(frame, self.mat, self.pose, self.light)
        self._last = (frame, self.pose, self.light)
        self.full_reads += 1
        hand = self._hand()
        self.state, settled = "still", dict[str, ZoneReading]()
        for watch in self._watches.values():
            if not self._dirty(watch):
                continue
            if watch.zone.kind != "columns" and _covered(hand, watch.mask):  # cards reach over the mat's edge there
                self.state, self._covered = "hand", self._gate.small
                continue
            final = self._settled(watch, self._reader.read(frame, self.pose, self.light, watch.zone, grey))
            if final is not None:
                settled[watch.zone.name] = final
        self._report(settled, self.pose, at)

    def _settled(self, watch: _Watch, reading: ZoneReading) -> ZoneReading | None:
        """The final reading of a zone, once its readings agree or have been doubtful long enough."""
        watch.readings.append(reading)
        last = watch.readings[-AGREE:]
        agreed = len(last) == AGREE and len({r.key for r in last}) == 1 and min(r.sure for r in last) >= SURE
        if not agreed and len(watch.readings) < self._patience:
            return None
        final = together(watch.readings, watch.zone.kind)
        watch.read_at, watch.readings, watch.final, watch.marks = self._gate.small, [], final, final.marks
        return final

    def _report(self, settled: dict[str, ZoneReading], pose: Pose, at: float) -> None:
        """Report the zones that settled, and those that read differently because of them, where that is news."""
        meant = settled if self._box is None or not settled else settled | self._possible(pose, self._box)
        for name, reading in meant.items():
            watch = self._watches[name]
            news = reading.key if reading is watch.final else (reading.key, reading.reading)
            watch.marks = reading.marks
            if news != watch.reported:
                watch.reported = news
                self._put(Sighting(self.source, watch.zone.sighted_as, at, reading.reading))

    def _possible(self, pose: Pose, box: Mapping[str, int]) -> dict[str, ZoneReading]:
        """The readings of the cube zones, limited to the cubes in the box; only zones seen just now count."""
        known = {
            name: watch.final
            for name, watch in self._watches.items()
            if watch.final is not None and not watch.readings and not self._dirty(watch)
        }
        heaps = {name: reading.heap for name, reading in known.items() if reading.heap is not None}
        changed = within(heaps, box)
        return {
            name: counted(self._watches[name].zone, pose, changed[name]) if name in changed else known[name]
            for name in heaps
        }

    def _hand(self) -> Picture | None:
        """A small mask of what reaches in since everything was last read."""
        return None if self._anchor is None else reaching_in(self._gate.small, self._anchor, self._gate.noisy)

    def _stirred(self, before: Picture, mask: Picture | None = None) -> int:
        return stirred(self._gate.small, before, mask, self._gate.noisy)

    def _place(self, grey: Picture) -> bool:
        """Find the mat if it is not known, or check it where its markers changed; False when there is none."""
        if self.pose is not None and self._anchor is not None and self._markers_mask is not None:
            rests = self._stirred(self._anchor, self._markers_mask) <= CHANGED
            if rests and not self._improvable():
                return True
            pose = self._finder.track(grey, self.pose)
            if pose is None:
                return True  # a hand or a sleeve covers the markers: the mat has not moved
        else:
            rests, pose = False, self._finder.find(grey)
        if pose is None:
            return False
        self._keep(pose, (grey.shape[1], grey.shape[0]), rests)
        return True

    def _improvable(self) -> bool:
        """Whether a marker is still missing and may yet be found."""
        self._looks += 1
        return self.pose is not None and len(self.pose.markers) < len(self.mat.corners) and self._looks < LOOKS

    def _keep(self, pose: Pose, size: tuple[int, int], rests: bool = False) -> None:
        """Take a pose over if it is better than the one known; `rests` where nothing moved since that was found."""
        known = self.pose
        if known is not None:
            if len(pose.markers) < len(known.markers):
                return
            rests = rests or self._shift(known, pose) < BUMP
            if rests and len(pose.markers) == len(known.markers):
                self._anchor = self._gate.small
                return
        self.pose, self._anchor, self._looks = pose, self._gate.small, 0
        self._markers_mask = self._around_markers(pose, size)
        self._watches = {
            name: self._watched(zone, pose, size, known if rests else None)
            for name, zone in self.mat.zones.items()
            if zone.kind != "open"
        }

    def _shift(self, before: Pose, after: Pose) -> float:
        """How far in px the markers lie apart that are seen in both poses; corners out of view are only guessed."""
        both = [self.mat.marker_corners(n) for n in before.markers if n in after.markers]
        return max((float(np.abs(after.to_pixels(c) - before.to_pixels(c)).max()) for c in both), default=BUMP)

    def _watched(self, zone: MatZone, pose: Pose, size: tuple[int, int], before: Pose | None) -> _Watch:
        """The watch of a zone under a new pose: the old one, where the zone lies as it did `before`."""
        outline, watch = _outline(zone, pose), self._watches.get(zone.name)
        mask = small_mask(outline, size)
        if watch is None or before is None or np.abs(outline - _outline(zone, before)).max() > ELSEWHERE:
            return _Watch(zone=zone, mask=mask, reported=None if watch is None else watch.reported)
        watch.mask = mask
        return watch

    def _around_markers(self, pose: Pose, size: tuple[int, int]) -> Picture:
        masks = [small_mask(pose.to_pixels(self.mat.marker_corners(n)), size) for n in range(len(self.mat.corners))]
        return np.asarray(np.maximum.reduce(masks))


def _outline(zone: MatZone, pose: Pose) -> Points:
    x0, y0, x1, y1 = zone.box
    return pose.to_pixels(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))


def _covered(hand: Picture | None, mask: Picture) -> bool:
    return hand is not None and cv2.countNonZero(cv2.bitwise_and(hand, mask)) > HIDDEN * cv2.countNonZero(mask)
