"""What the table's camera sees of what a seat is asked about, and of nothing beside it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.play.reports import Caution, Crop
from companion.presenters.common.scan import asked_about, crop_of
from companion.web.phones.seat_source import SeatSource

MOST = 200_000
"""So many bytes a picture has at most."""


class Doubt(Struct, frozen=True):
    """The part of a picture in which something is doubtful, and what makes that picture hard to read."""

    crop: Crop
    cautions: Sequence[Caution]


def doubted(source: SeatSource) -> Doubt | None:
    """What is seen of the seat's own question; None without one, or where the camera sees nothing of it now.

    Pieces beside it may be shown by somebody else: unlike on the tablet, nothing around it is shown.
    """
    asked, real = next(iter(source.questions), None), source.real
    frame = real.frame if asked is not None else None
    if asked is None or frame is None:
        return None
    crop = crop_of(frame, asked_about(real.places, asked, frame), margin=0.0)
    return None if crop is None else Doubt(crop, frame.cautions)


def jpeg_of(crop: Crop) -> bytes:
    """A part of a picture as a page shows it."""
    import numpy as np  # slow to load: only who is asked about a picture waits for it

    from vision.camera.mat_pictures import small_jpeg

    pixels = np.frombuffer(crop.pixels, np.uint8).reshape(crop.height, crop.width, 4)
    return small_jpeg(np.ascontiguousarray(pixels[:, :, 2::-1]), MOST)
