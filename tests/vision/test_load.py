"""A picture file may be anything; it gives the right picture or a clear error."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from vision.camera.load import NotAPicture, decoded, load_picture

GRADIENT = np.tile(np.linspace(0, 255, 60, dtype=np.uint8)[None, :, None], (40, 1, 3))


def written(folder, name, picture, settings=()):
    path = folder / name
    assert cv2.imwrite(str(path), picture, list(settings))
    return path


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"%PDF-1.4 no picture", bytes(5000)]
)
def test_what_is_no_picture_is_named_in_the_error(tmp_path, content):
    path = tmp_path / "x.jpg"
    path.write_bytes(content)
    with pytest.raises(NotAPicture, match=r"x\.jpg"):
        load_picture(path)


def test_a_folder_is_no_picture(tmp_path):
    with pytest.raises(NotAPicture, match="folder"):
        load_picture(tmp_path)


def test_a_missing_file_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        load_picture(tmp_path / "none.png")


@pytest.mark.parametrize("name", ["cut.jpg", "cut.png"])
def test_a_picture_cut_short_is_refused(tmp_path, name):
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    path = written(tmp_path, name, noise)
    path.write_bytes(path.read_bytes()[:-4000])
    with pytest.raises(NotAPicture, match="cut short"):
        load_picture(path)


def test_a_huge_picture_is_refused_before_it_is_decoded():
    head = struct.pack(">IIBBBBB", 40000, 40000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    data = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    with pytest.raises(NotAPicture, match="40000 × 40000"):
        decoded(data + b"\0\0\0\0IEND\xaeB`\x82", "huge.png")


def test_sixteen_bits_become_eight(tmp_path):
    path = written(tmp_path, "deep.png", GRADIENT.astype(np.uint16) * 257)
    assert np.abs(load_picture(path).astype(int) - GRADIENT).max() <= 1


def test_grey_becomes_three_channels(tmp_path):
    path = written(tmp_path, "grey.png", GRADIENT[..., 0])
    assert np.array_equal(load_picture(path), GRADIENT)


def test_transparency_lies_on_white(tmp_path):
    clear = np.dstack([GRADIENT, np.zeros(GRADIENT.shape[:2], np.uint8)])
    assert load_picture(written(tmp_path, "clear.png", clear)).min() == 255


def test_a_photo_taken_sideways_is_turned_upright(tmp_path):
    path = written(tmp_path, "plain.jpg", GRADIENT, [cv2.IMWRITE_JPEG_QUALITY, 95])
    tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    exif = b"Exif\0\0" + tiff
    data = path.read_bytes()
    path.write_bytes(data[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + data[2:])
    turned = load_picture(path)
    assert turned.shape == (60, 40, 3)
    assert turned[0].mean() < 20 < turned[-1].mean()
