"""Learning the colours of the cubes in the light of one place, and where they are kept."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from companion.play.reports import Caution
from companion.tasks.albums import known_decks, known_tiles
from companion.tasks.base import Eyes, Task
from companion.tasks.clips import consent
from companion.wording import LANGUAGES
from engine.sighting import Count, Reading
from vision.camera.address import read_address
from vision.camera.quality import Complaint
from vision.cards.owned import Decks
from vision.cubes.place_colours import ColourProfile, ProfileError, Trial, guided, learn, load, mixed, save, tried
from vision.eye import Eye
from vision.flat.tiles import TileAlbum
from vision.mat.calibration import NotCalibrated, stored
from vision.mat.light import Light
from vision.mat.optics import Optics
from vision.picture import Picture

Judged = tuple[Trial, Trial, list[Complaint]]
"""How fields read without what was learnt and with it, and in which of them other cubes lie."""
Swatches = tuple[int, dict[str, Picture], Light | None]
"""How often the eye had read the whole picture, the swatch of each colour, and the light."""
VIRTUAL = "virtual"
LOOKS = 3
"""Still pictures a colour is learnt from."""
log = logging.getLogger("companion")


def colours_file(folder: Path, address: str) -> Path:
    """Where the colours seen by the camera at `address` are kept; a local address has another port each time."""
    name = VIRTUAL if address.startswith("http://127.0.0.1") else read_address(address).place
    return folder / "cameras" / f"{re.sub(r'[^A-Za-z0-9]+', '-', name).strip('-')}.json"


def taught(path: Path) -> ColourProfile | None:
    """The colours kept in a file; none where nothing was taught, or where it is damaged, which is logged."""
    if not path.exists():
        return None
    try:
        return load(path)
    except (ProfileError, OSError) as error:
        log.warning("the printed colours are used: %s", error)
        return None


def lens_file(folder: Path, address: str) -> Path:
    """Where the lens of the camera at `address` is kept."""
    colours = colours_file(folder, address)
    return colours.with_name(f"{colours.stem}-lens.json")


class Known(Struct, frozen=True):
    """What is known of a camera and its table: the colours of its place, how its lens bends, the owner's tiles and
    decks.

    `clips` is the data folder in which clips are kept, where the table agreed to it.
    """

    profile: ColourProfile | None = None
    optics: Optics | None = None
    tiles: TileAlbum | None = None
    clips: Path | None = None
    decks: Decks = MappingProxyType({})


UNKNOWN = Known()


def known(folder: Path, address: str) -> Known:
    """What was taught of the camera at `address`."""
    optics, tiles, clips = lens(lens_file(folder, address)), known_tiles(folder), folder if consent(folder) else None
    return Known(taught(colours_file(folder, address)), optics, tiles, clips, known_decks(folder))


def lens(path: Path) -> Optics | None:
    """The lens kept in a file; none where it was never measured, or where the file is damaged, which is logged."""
    if not path.exists():
        return None
    try:
        return stored(path).optics
    except (NotCalibrated, OSError) as error:
        log.warning("the lens is guessed: %s", error)
        return None


class ColourCalibration(Task):
    """Learns the five colours: cubes are laid in their `fields`, then `again`, then `keep`.

    `state` is "lay" while people lay cubes, "looking" while pictures are taken, "learnt" when they were understood.
    `better` tells whether these cubes read better with what was learnt; where they do not, nothing is kept of it.
    `plain` that the printed colours read every field surely and rightly: then nothing is wrong, whatever was learnt.
    """

    def __init__(self, eyes: Eyes, path: Path) -> None:
        self.state: Literal["lay", "looking", "learnt"] = "lay"
        self.fields: dict[str, str] = guided(eyes.eye.mat)
        self.profile: ColourProfile | None = None
        self.trouble: Literal["", "disk"] = ""
        self.kept = path.exists()
        self._eyes, self._path = eyes, path
        self._taken: SimpleQueue[Swatches] = SimpleQueue()
        self._samples: dict[str, list[Picture]] = {}
        self._looked = -1
        self._trials: SimpleQueue[Judged] = SimpleQueue()
        self.better, self.plain = True, False
        self._mixed: list[Complaint] = []
        eyes.divert(lambda _picture, _sighting: None)

    @property
    def complaints(self) -> tuple[Caution, ...]:
        """Why the colours cannot be distinguished, each with what to do; nothing before they were seen."""
        found = self.profile.complaints if self.profile and not self.plain else []
        found += [one for one in self._mixed if one not in found] if self.state == "learnt" else []
        return tuple({language: one.sentence(language) for language in LANGUAGES} for one in found)

    @property
    def good(self) -> bool:
        """Have all five been learnt, and can they be distinguished?"""
        return self.state == "learnt" and not self.complaints

    def paint(self, letter: str) -> str:
        """The colour learnt for a good as #RRGGBB under white light; nothing if it was not."""
        paint = self.profile.goods.get(letter) if self.profile else None
        if paint is None:
            return ""
        blue, green, red = (min(255, max(0, round(255 * part))) for part in paint.share)
        return f"#{red:02X}{green:02X}{blue:02X}"

    def again(self) -> None:
        """The cubes lie in their fields: take pictures of them, as if for the first time."""
        self.trouble = ""
        self.state, self.profile, self._samples, self._looked = "looking", None, {}, -1
        self.better, self.plain, self._trials = True, False, SimpleQueue()
        self._ask()

    def poll(self) -> None:
        """Take in the pictures there are; with enough of them the colours are learnt."""
        self._judge()
        try:
            reads, swatches, light = self._taken.get_nowait()
        except Empty:
            return
        if self.state != "looking":
            return
        if reads != self._looked and swatches:
            self._looked = reads
            for letter, swatch in swatches.items():
                self._samples.setdefault(letter, []).append(swatch)
        if len(next(iter(self._samples.values()), ())) < LOOKS:
            self._ask()
        else:
            profile = self.profile = learn(self._samples, light)
            self._eyes.ask(lambda eye: self._trials.put(_trials(eye, self.fields, profile)))

    def _judge(self) -> None:
        """Once the fields were read with what was learnt and without, all is known."""
        try:
            plain, taught, self._mixed = self._trials.get_nowait()
        except Empty:
            return
        if self.state == "looking":
            self.plain, self.better = plain == Trial(0, 0), taught.better_than(plain)
            self.state = "learnt"

    def keep(self) -> bool:
        """From now on cubes are read with these colours, also another day; false if nothing was learnt or kept.

        Where they read no better so, nothing is kept, and what was kept before goes: the printed colours are used.
        """
        if self.profile is None:
            return False
        if not self.better:
            return self._forget()
        try:
            save(self.profile, self._path)
        except OSError:
            self.trouble = "disk"
            return False
        self._eyes.use(self.profile)
        self.kept, self.trouble = True, ""
        return True

    def drop(self) -> None:
        """The printed colours are used again."""
        if self._forget():
            self.state, self.profile = "lay", None

    def _forget(self) -> bool:
        """Read with the printed colours from now on; false if the file of the others cannot be taken away."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            self.trouble = "disk"
            return False
        self._eyes.use(None)
        self.kept, self.trouble = False, ""
        return True

    def close(self) -> None:
        """Give the camera back."""
        self._eyes.divert(None)

    def _ask(self) -> None:
        self._eyes.ask(lambda eye: self._taken.put(_seen(eye, self.fields, self._looked)))


def _trials(eye: Eye, fields: Mapping[str, str], profile: ColourProfile) -> Judged:
    """How the fields read by the printed colours, and by those of a profile, and where other cubes lie."""
    plain, taught = (
        {letter: reading.reading for zone, letter in fields.items() if (reading := eye.tried(zone, known)) is not None}
        for known in (None, profile)
    )
    return tried(_counts(plain)), tried(_counts(taught)), mixed(_counts(taught))


def _counts(readings: Mapping[str, Reading]) -> dict[str, Count]:
    return {letter: reading for letter, reading in readings.items() if isinstance(reading, Count)}


def _seen(eye: Eye, fields: Mapping[str, str], before: int) -> Swatches:
    """The fields in a still picture that is newer than the one before; else nothing, and it is read anew."""
    if eye.full_reads == before or eye.state != "still":
        eye.forget()
        return before, {}, eye.light
    found = {letter: eye.swatch(zone) for zone, letter in fields.items()}
    eye.forget()
    return eye.full_reads, {letter: swatch for letter, swatch in found.items() if swatch is not None}, eye.light
