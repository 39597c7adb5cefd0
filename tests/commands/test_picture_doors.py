"""Pictures that should be refused at the door: `companion look` says so in a line, at once and in little memory."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
MEMORY = 1_000_000
"""Kilobytes that looking at a picture may take: a program with OpenCV takes a sixth of it."""
PROGRAM = """
import re, sys
from companion.commands.cli import main
ended = main(sys.argv[1:])
print(re.search(r"VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read())[1])
sys.exit(ended)
"""
"""The command, and how much memory it took at most; what a process is said to have used counts its parent's, too."""


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def gif() -> bytes:
    """35 bytes that say 60,000 × 60,000."""
    return (
        b"GIF89a"
        + struct.pack("<HH", 60000, 60000)
        + b"\0\0\0,"
        + bytes(4)
        + struct.pack("<HH", 60000, 60000)
        + (b"\0\2\2D\1\0;")
    )


def png() -> bytes:
    """16 bits of red, green, blue and alpha, 12,000 × 10,000, nothing in them."""
    wide, high = 12000, 10000
    packer = zlib.compressobj(9)
    row = bytes(1 + wide * 8)
    data = b"".join([*(packer.compress(row) for _ in range(high)), packer.flush()])
    head = struct.pack(">IIBBBBB", wide, high, 16, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def webp() -> bytes:
    """A head that says 16,384 × 16,384."""
    return b"RIFF\x1e\0\0\0WEBPVP8L\x12\0\0\0\x2f\xff\xff\xff\x0f" + bytes(13)


def tiff() -> bytes:
    """A directory of tags whose values lie nowhere."""
    tags = b"".join(struct.pack("<HHII", tag, 4, 9, 0xFFFFFF00) for tag in (256, 257, 258, 273, 279))
    return b"II*\0\x08\0\0\0" + struct.pack("<H", 5) + tags + bytes(4)


def large_jpeg() -> bytes:
    return cv2.imencode(".jpg", np.zeros((9000, 12000), np.uint8))[1].tobytes()


PICTURES = {
    "gif": gif,
    "png-16-bit-rgba": png,
    "pbm": lambda: b"P4\n200000 200000\n" + bytes(100),
    "webp": webp,
    "jpeg-108-megapixels": large_jpeg,
    "tiff-odd-tags": tiff,
    **{
        f"{wide}x{high}": lambda size=(high, wide): cv2.imencode(".png", np.zeros(size, np.uint8))[1].tobytes()
        for wide, high in ((1, 1), (1, 5000), (2, 2), (8, 8))
    },
}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_should_not_come_in_is_refused_in_a_line_and_in_little_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.bin"
    path.write_bytes(PICTURES[name]())
    words = [sys.executable, "-c", PROGRAM, "look", str(path), "--for", "coins"]
    looked = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert looked.returncode == 1
    (line,) = looked.stderr.splitlines()
    assert line.startswith("companion: ")
    assert path.name in line
    assert int(looked.stdout) < MEMORY
