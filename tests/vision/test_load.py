"""A picture file may be anything; it gives the right picture or a clear error."""

import struct
import zlib

import cv2
import numpy as np
import pytest

from vision.camera.load import NotAPicture, decoded, load_picture

GRADIENT = np.tile(np.linspace(0, 255, 60, dtype=np.uint8)[None, :, None], (40, 1, 3))


RESTARTS = (cv2.IMWRITE_JPEG_RST_INTERVAL, 4)


def photo():
    """A smooth picture with noise and edges, as a camera takes them."""
    chance = np.random.default_rng(7)
    smooth = cv2.resize(chance.integers(0, 255, (12, 16, 3), dtype=np.uint8), (400, 300), interpolation=cv2.INTER_CUBIC)
    cv2.circle(smooth, (150, 150), 60, (20, 40, 200), -1)
    return np.clip(smooth + chance.normal(0, 4, smooth.shape), 0, 255).astype(np.uint8)


def written(folder, name, picture, settings=()):
    path = folder / name
    assert cv2.imwrite(str(path), picture, list(settings))
    return path


@pytest.mark.parametrize("kind", [b"IHDR", b"IDAT", b"IEND"])
def test_a_png_with_a_chunk_that_claims_more_than_the_file_holds_is_cut_short(kind):
    data = bytearray(cv2.imencode(".png", GRADIENT)[1].tobytes())
    at = data.index(kind) - 4
    data[at : at + 4] = struct.pack(">I", 2_885_683_078)
    with pytest.raises(NotAPicture, match="cut short"):
        decoded(bytes(data), "huge.png")


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


def kept(kind, picture=GRADIENT, settings=()):
    coded = cv2.imencode(kind, picture, list(settings))
    assert coded[0]
    return coded[1].tobytes()


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        (".png", ()),
        (".jpg", ()),
        (".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)),
        (".jpg", (cv2.IMWRITE_JPEG_RST_INTERVAL, 3)),
        (".bmp", ()),
        (".webp", (cv2.IMWRITE_WEBP_QUALITY, 80)),
        (".webp", (cv2.IMWRITE_WEBP_QUALITY, 101)),
    ],
)
def test_kinds_whose_size_stands_in_the_head_are_read(kind, settings):
    assert decoded(kept(kind, settings=settings), "x").shape == GRADIENT.shape


@pytest.mark.parametrize("kind", [".gif", ".tiff", ".pbm", ".ppm", ".hdr", ".jp2", ".ras"])
def test_kinds_whose_size_does_not_stand_in_the_head_are_refused(kind):
    picture = GRADIENT.astype(np.float32) if kind == ".hdr" else GRADIENT
    picture = GRADIENT[..., 0] if kind == ".pbm" else picture
    with pytest.raises(NotAPicture, match="PNG, JPEG, WebP and BMP"):
        decoded(kept(kind, picture), "x")


@pytest.mark.parametrize(
    "data",
    [
        b"RIFF\xff\xff\xff\x00WEBPVP8X\x0a\0\0\0\0\0\0\0\xff\xff\0\xff\xff\0",
        b"RIFF\xff\xff\xff\x00WEBPVP8L\x0a\0\0\0\x2f\xff\xff\xff\xff\xff",
        b"BM" + bytes(12) + struct.pack("<Iii", 40, 60000, -60000),
        b"\xff\xd8\xff\xc0\x00\x11\x08" + struct.pack(">HHB", 9000, 12000, 3) + bytes(9) + b"\xff\xd9",
    ],
)
def test_no_kind_is_decoded_beyond_fifty_megapixels(data):
    with pytest.raises(NotAPicture, match="at most 50000000"):
        decoded(data, "huge")


def test_deep_pixels_count_for_more():
    head = b"IHDR" + struct.pack(">IIBBBBB", 7000, 7000, 16, 6, 0, 0, 0)
    with pytest.raises(NotAPicture, match="4 × 16 bits"):
        decoded(b"\x89PNG\r\n\x1a\n\0\0\0\x0d" + head + bytes(4), "deep.png")


@pytest.mark.parametrize("size", [(1, 1), (1, 5000), (5000, 1), (2, 2), (8, 8)])
@pytest.mark.parametrize("kind", [".png", ".jpg", ".bmp"])
def test_a_picture_too_small_to_show_anything_is_refused(kind, size):
    with pytest.raises(NotAPicture, match="at least 16"):
        decoded(kept(kind, np.full((*size, 3), 90, np.uint8)), "small")


@pytest.mark.parametrize(
    ("settings", "share"),
    [
        *(((), share) for share in (0.3, 0.5, 0.9)),
        *(((cv2.IMWRITE_JPEG_RST_INTERVAL, 4), share) for share in (0.3, 0.5, 0.9)),
        *(((cv2.IMWRITE_JPEG_PROGRESSIVE, 1), share) for share in (0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 0.99)),
        *(((*RESTARTS, cv2.IMWRITE_JPEG_PROGRESSIVE, 1), share) for share in (0.5, 0.9, 0.97, 0.99)),
    ],
)
def test_part_of_a_jpeg_with_an_end_marker_is_refused(settings, share):
    noise = np.random.default_rng(1).integers(0, 255, (200, 300, 3), dtype=np.uint8)
    data = kept(".jpg", noise, settings)
    with pytest.raises(NotAPicture, match="cut short"):
        decoded(data[: int(len(data) * share)] + b"\xff\xd9", "half.jpg")


@pytest.mark.parametrize("quality", [30, 75, 95, 100])
@pytest.mark.parametrize("share", [0.6, 0.8, 0.9, 0.95, 0.98])
def test_a_progressive_photo_cut_in_its_last_scan_is_refused(quality, share):
    settings = (cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, quality)
    data = kept(".jpg", photo(), settings)
    last = data.rfind(b"\xff\xda")
    assert decoded(data, "whole.jpg").shape == photo().shape
    with pytest.raises(NotAPicture, match="cut short"):
        decoded(data[: last + int((len(data) - last) * share)] + b"\xff\xd9", "cut.jpg")


@pytest.mark.parametrize("nth", range(1, 40, 3))
def test_a_progressive_photo_cut_between_a_stuffed_byte_and_its_zero_is_refused(nth):
    data = kept(".jpg", photo(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_QUALITY, 95))
    last = data.rfind(b"\xff\xda")
    half = [last + place for place in range(20, len(data) - last) if data[last + place :][:2] == b"\xff\x00"][-nth]
    with pytest.raises(NotAPicture, match="cut short"):
        decoded(data[: half + 1] + b"\xff\xd9", "cut.jpg")


@pytest.mark.parametrize("settings", [(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1)])
def test_a_whole_jpeg_is_read_without_a_word_of_the_decoder(settings, capfd):
    grey = np.full((200, 300, 3), 128, np.uint8)
    for picture in (grey, photo()):
        decoded(kept(".jpg", picture, settings), "whole.jpg")
    assert capfd.readouterr().err == ""


def test_a_jpeg_that_lacks_the_scan_of_one_colour_is_refused():
    data = kept(".jpg", photo(), (cv2.IMWRITE_JPEG_PROGRESSIVE, 1))
    scans = [at for at in range(len(data) - 1) if data[at : at + 2] == b"\xff\xda"]
    for last in scans[1:]:
        with pytest.raises(NotAPicture, match="cut short"):
            decoded(data[:last] + b"\xff\xd9", "scans.jpg")


def test_a_whole_jpeg_of_plain_grey_is_read():
    grey = np.full((200, 300, 3), 128, np.uint8)
    assert np.array_equal(decoded(kept(".jpg", grey), "grey.jpg"), grey)


def test_what_a_phone_appends_to_a_jpeg_is_not_looked_at():
    data = kept(".jpg")
    assert np.array_equal(decoded(data + data + b"more\xff", "motion.jpg"), decoded(data, "plain.jpg"))


def test_an_endless_file_is_no_picture():
    with pytest.raises(NotAPicture, match="longer than"):
        load_picture("/dev/zero")


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
def test_half_transparent_black_is_grey(depth):
    most = np.iinfo(depth).max
    picture = np.zeros((40, 300, 4), depth)
    picture[..., 3] = most // 2
    assert abs(int(decoded(kept(".png", picture), "x").mean()) - 127) <= 1
