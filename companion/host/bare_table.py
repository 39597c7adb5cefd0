"""What a table can do on which no game is played: a real one with its wiring, or the drawn one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol

from companion.host.wiring import Wiring
from companion.titles.showing import Showing, no_example
from companion.titles.title import Title

if TYPE_CHECKING:  # eyes are slow to load: only who shows something to a camera needs them
    from companion.host.camera_setup import BoxPieces, CameraSetup
    from companion.tasks.picture_count import PictureCount
    from vision.pieces import Wanted

Whole = Callable[[Mapping[str, int]], object]
"""Takes a deck that has been enrolled to its last card."""


class BareTable(Protocol):
    """A table, real or drawn."""

    @property
    def has_camera(self) -> bool:
        """Is there a camera that can be set up?"""
        ...

    @property
    def rewirable(self) -> bool:
        """Can its devices be chosen?"""
        ...

    @property
    def peopled(self) -> bool:
        """Do people sit round it and move its pieces? A drawn one is watched from one side."""
        ...

    @property
    def values(self) -> Literal["copy", "house"]:
        """Whose printed values its pieces have: the owner's, or those of the house set."""
        ...

    def set_up_camera(self, title: Title, folder: Path, pieces: BoxPieces, whole: Whole, mat_of: str, /) -> CameraSetup:
        """Begin to set up the camera."""
        ...

    def count_pieces(self, title: Title, wanted: Wanted, showing: Showing, seat: int, /) -> PictureCount:
        """Begin to count what lies before the `seat`th player."""
        ...


class RealTable:
    """A table with the devices of a wiring."""

    rewirable = True
    peopled = True
    values: Literal["copy", "house"] = "copy"

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring

    @property
    def has_camera(self) -> bool:
        """Is there one in the wiring?"""
        return bool(self._wiring.camera)

    def set_up_camera(self, _title: Title, folder: Path, pieces: BoxPieces, whole: Whole, mat_of: str) -> CameraSetup:
        """Set up the camera of the wiring."""
        from companion.host.camera_setup import camera_setup_at

        return camera_setup_at(self._wiring.camera, folder, pieces, whole=whole, mat_of=mat_of)

    def count_pieces(self, _title: Title, wanted: Wanted, showing: Showing, _seat: int) -> PictureCount:
        """Count in pictures of that camera; without one, in files."""
        from companion.host.piece_camera import at_camera

        return at_camera(self._wiring.camera, wanted, showing)


class BareDrawnTable:
    """The drawn table: virtual hands lay there what is asked for; `chance` says how."""

    has_camera = True
    rewirable = False
    peopled = False
    values: Literal["copy", "house"] = "house"

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def set_up_camera(self, title: Title, folder: Path, _pieces: BoxPieces, _whole: Whole, mat_of: str) -> CameraSetup:
        """Set up a camera over a mat of its own; the house set that is enrolled there is no owner's deck."""
        from companion.host.camera_setup import bare_camera_setup

        return bare_camera_setup(title, folder, self._chance.randrange(1 << 30), mat_of=mat_of)

    def count_pieces(self, title: Title, wanted: Wanted, showing: Showing, seat: int) -> PictureCount:
        """Count an example that virtual hands lay; in files where its pieces cannot be drawn."""
        from companion.host.piece_camera import at_camera, at_drawn_table

        if showing.example is no_example:
            return at_camera("", wanted, showing)
        return at_drawn_table(title, wanted, showing, seat)
