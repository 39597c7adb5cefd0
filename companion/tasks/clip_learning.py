"""Learns from clips: how well a camera's place is read, and whether colours learnt from its own games do better."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.tasks.clips import Clip
from companion.tasks.colour_calibration import taught
from engine.errors import NotFound
from engine.sighting import Count
from vision.camera.mat_pictures import found_again
from vision.cubes.cubes import GOODS
from vision.cubes.place_colours import DOUBTFUL, ColourProfile, learn, save
from vision.mat.light import Light
from vision.mat.mat import MatZone, load_mat, mat_file
from vision.mat.pose import Pose
from vision.picture import Picture
from vision.zones import ZoneReader, together

Shown = tuple[Picture, Pose, Light]
"""One picture of a clip, the mat found in it, and the light there."""
LEAST = 4
"""Clips of a camera below which nothing is learnt: half of them teach, the others measure."""


class Figures(Struct, frozen=True):
    """Counts read from clips, a colour each: right, asked about, and surely wrong."""

    right: int = 0
    asked: int = 0
    wrong: int = 0

    def better_than(self, other: Figures) -> bool:
        """Whether fewer were wrong, or as few and more right."""
        return (self.wrong, -self.right) < (other.wrong, -other.right)


class Learnt(Struct, frozen=True, kw_only=True):
    """How the clips kept back from learning read: by the printed colours, by those kept before, by those learnt now.

    `used` is what this camera is read with from now on.
    """

    clips: int
    printed: Figures
    kept: Figures | None
    learnt: Figures | None
    used: Literal["printed", "kept", "learnt"]


class Evening:
    """The clips of one camera, its mats found in their pictures."""

    def __init__(self, clips: Sequence[tuple[Clip, Sequence[bytes]]]) -> None:
        self._mats = {clip.game: load_mat(mat_file(clip.game)) for clip, _ in clips}
        found = [(clip, self._zone(clip), self._shown(clip, pictures)) for clip, pictures in clips]
        self.clips = [(clip, zone, shown) for clip, zone, shown in found if zone is not None and shown]

    def figures(self, profile: ColourProfile | None) -> Figures:
        """How the clips read with a profile, or by the printed colours."""
        readers = {game: ZoneReader(mat, {}, {}, profile) for game, mat in self._mats.items()}
        totals = [_told(clip, _read(readers[clip.game], zone, shown)) for clip, zone, shown in self.clips]
        return Figures(*(sum(column) for column in zip(*totals, strict=True))) if totals else Figures()

    def colours(self) -> ColourProfile | None:
        """What fields with cubes of one colour teach; None where there are none."""
        samples: dict[str, list[Picture]] = {}
        for clip, zone, shown in self.clips:
            if len(clip.truth) == 1 and (letter := next(iter(clip.truth))) in GOODS:
                reader = ZoneReader(self._mats[clip.game], {}, {})
                samples.setdefault(letter, []).extend(reader.swatch(*one, zone) for one in shown)
        profile = learn(samples, self.clips[0][2][0][2]) if samples else None
        return profile if profile is not None and profile.goods else None

    def _zone(self, clip: Clip) -> MatZone | None:
        zones: Sequence[MatZone] = tuple(self._mats[clip.game].zones.values())
        return next((zone for zone in zones if zone.kind == "cubes" and zone.sighted_as == clip.zone), None)

    def _shown(self, clip: Clip, pictures: Sequence[bytes]) -> list[Shown]:
        return [one for data in pictures if (one := found_again(data, self._mats[clip.game])) is not None]


def learn_from(clips: Sequence[tuple[Clip, Sequence[bytes]]], path: Path) -> Learnt:
    """Measure the clips of one camera, and keep in `path` what is learnt from them if it reads others better.

    Every other clip teaches, those between are measured on. Colours kept before that read worse than the printed ones
    go. `NotFound` where there are too few clips.
    """
    teaching, measured = Evening(clips[::2]), Evening(clips[1::2])
    if len(clips) < LEAST or not measured.clips:
        raise NotFound(f"{len(clips)} clips of this camera are too few to learn from: {LEAST} or more are needed")
    before, new = taught(path), teaching.colours()
    figures = {"printed": measured.figures(None)}
    if before is not None:
        figures["kept"] = measured.figures(before)
    if new is not None:
        figures["learnt"] = measured.figures(new)
    used = _best(figures)
    if used == "learnt" and new is not None:
        save(new, path)
    elif used == "printed":
        path.unlink(missing_ok=True)
    return Learnt(
        clips=len(measured.clips),
        printed=figures["printed"],
        kept=figures.get("kept"),
        learnt=figures.get("learnt"),
        used=used,
    )


def _best(figures: dict[str, Figures]) -> Literal["printed", "kept", "learnt"]:
    """What reads best; of what reads equally well what is plainest."""
    best: Literal["printed", "kept", "learnt"] = "printed"
    if "kept" in figures and figures["kept"].better_than(figures[best]):
        best = "kept"
    if "learnt" in figures and figures["learnt"].better_than(figures[best]):
        best = "learnt"
    return best


def _read(reader: ZoneReader, zone: MatZone, shown: Sequence[Shown]) -> Count:
    readings = [reader.read(*one, zone) for one in shown]
    reading = together(readings, zone.kind).reading
    assert isinstance(reading, Count)
    return reading


def _told(clip: Clip, read: Count) -> tuple[int, int, int]:
    """How many colours of a field are right, asked about, and surely wrong."""
    asked = [good for good in GOODS if read.doubts.get(good, 0.0) > DOUBTFUL]
    sure = [good for good in GOODS if good not in asked]
    right = sum(read.tally.get(good, 0) == clip.truth.get(good, 0) for good in sure)
    return right, len(asked), len(sure) - right
