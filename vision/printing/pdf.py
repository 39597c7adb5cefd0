"""Pictures as the pages of a PDF, in true size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from engine.files import write_whole
from vision.picture import Picture

POINT = 72 / 25.4  # PDF points in a millimetre
QUALITY = 92  # per cent of JPEG's quality in a PDF


@dataclass(frozen=True)
class Page:
    """A page of `size` mm with a picture of `printed` mm whose top left corner lies at `at` mm."""

    picture: Picture
    size: tuple[float, float]
    printed: tuple[float, float]
    at: tuple[float, float]


def write_pdf(path: Path, pages: Sequence[Page]) -> None:
    """Write a PDF; OSError if the place cannot be written."""
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    kids = []
    for page in pages:
        first = len(objects) + 1
        kids.append(f"{first} 0 R")
        objects += _page(page, first)
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    write_whole(path, _file(objects))


def _page(page: Page, first: int) -> list[bytes]:
    wide, high = (round(side * POINT, 3) for side in page.size)
    drawn_wide, drawn_high = (round(side * POINT, 3) for side in page.printed)
    left, below = page.at[0] * POINT, (page.size[1] - page.at[1] - page.printed[1]) * POINT
    draw = f"q {drawn_wide} 0 0 {drawn_high} {left:.3f} {below:.3f} cm /I Do Q".encode()
    jpeg = cv2.imencode(".jpg", page.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    size = f"/Width {page.picture.shape[1]} /Height {page.picture.shape[0]}"
    return [
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {wide} {high}] /Contents {first + 1} 0 R"
        f" /Resources << /XObject << /I {first + 2} 0 R >> >> >>".encode(),
        _stream("", draw),
        _stream(
            f"/Type /XObject /Subtype /Image {size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode", jpeg
        ),
    ]


def _stream(entries: str, data: bytes) -> bytes:
    return f"<< {entries} /Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _file(objects: list[bytes]) -> bytes:
    out, places = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    return bytes(out + f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())
