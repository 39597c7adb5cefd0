"""A camera that stalls, breaks off in the middle of a picture or goes away is named, and used again when it is back."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.rtsp import RtspPhone
from vision.camera.address import Source, read_address
from vision.camera.source import Camera, settings

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"
GREY = 180


def jpeg() -> bytes:
    """An even picture of so many bytes that half of them are half of it."""
    spots = np.random.default_rng(1).integers(-40, 40, (360, 640, 3))
    return bytes(cv2.imencode(".jpg", np.clip(GREY + spots, 0, 255).astype(np.uint8))[1].tobytes())


class Phone:
    """A camera on the network whose stream a test can spoil: `manner` is what it does with the next picture."""

    def __init__(self, port: int = 0, sized: bool = True) -> None:
        self.manner = "well"
        self.viewers = 0
        self._over = threading.Event()
        self._server = socket.create_server(("127.0.0.1", port))
        self.port = int(self._server.getsockname()[1])
        picture = jpeg()
        size = f"Content-Length: {len(picture)}\r\n" if sized else ""
        self._part = f"--frame\r\nContent-Type: image/jpeg\r\n{size}\r\n".encode() + picture + b"\r\n"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def _serve(self) -> None:
        while not self._over.is_set():
            viewer, _ = self._server.accept()
            self.viewers += 1
            with viewer:
                try:
                    self._show(viewer)
                except OSError:  # it went; the next one is served
                    continue

    def _show(self, viewer: socket.socket) -> None:
        viewer.recv(4096)
        if self.manner != "dumb":
            viewer.sendall(HEAD)
        while not self._over.wait(0.04):
            if self.manner == "well":
                viewer.sendall(self._part)
            elif self.manner in ("cut", "stuck"):
                viewer.sendall(self._part[: len(self._part) // 2])
                self._wait(viewer)
                return
            else:  # stalled, dumb
                self._wait(viewer)

    def _wait(self, viewer: socket.socket) -> None:
        """Say nothing until the viewer goes, or all is well again."""
        viewer.settimeout(0.05)
        while self.manner not in ("well", "cut") and not self._over.is_set():
            try:
                if not viewer.recv(4096):
                    raise ConnectionError("the viewer hung up")
            except TimeoutError:
                continue

    def close(self) -> None:
        self._over.set()
        socket.create_connection(("127.0.0.1", self.port)).close()  # ends a waiting accept
        self._thread.join()
        self._server.close()


@pytest.fixture
def phone() -> Iterator[Callable[..., Phone]]:
    made: list[Phone] = []

    def make(*options: object) -> Phone:
        made.append(Phone(*options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()


def until(holds: Callable[[], object], seconds: float = 120.0) -> bool:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return bool(holds())


class Watched:
    """A camera and the pictures it gave."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.greys: list[float] = []

    def sees(self, more: int = 1) -> bool:
        """Whether so many more pictures come."""
        before = len(self.greys)
        return until(lambda: self._take() or len(self.greys) >= before + more)

    def _take(self) -> None:
        frame = self.camera.newest(0.1)
        if frame is not None:
            self.greys.append(float(frame.picture[-40:].mean()))

    def until(self, holds: Callable[[], object]) -> bool:
        """Go on looking until it holds."""
        return until(lambda: self._take() or holds())


@pytest.mark.one_in(3)
@pytest.mark.parametrize("sized", [True, False], ids=["pictures with a length", "pictures without"])
@pytest.mark.parametrize("manner", ["cut", "stuck", "stalled", "dumb"])
def test_a_stream_that_fails_in_its_middle_is_named_and_goes_on(manner: str, sized: bool, phone) -> None:
    sender = phone(0, sized)
    with Camera(sender.url) as camera:
        watched = Watched(camera)
        assert watched.sees(3)
        sender.manner = "cut"
        assert watched.until(lambda: camera.trouble)
        assert "is the camera on" in camera.trouble
        sender.manner, before = manner, sender.viewers
        assert watched.until(lambda: sender.viewers >= before + 2)
        sender.manner = "well"
        assert watched.sees(3)
        assert watched.until(lambda: not camera.trouble)
    assert all(abs(grey - GREY) < 5 for grey in watched.greys), "half a picture was shown as a whole one"


@pytest.fixture
def rtsp() -> Iterator[Callable[..., RtspPhone]]:
    made: list[RtspPhone] = []
    picture = bytes(cv2.imencode(".jpg", np.full((240, 320, 3), GREY, np.uint8))[1].tobytes())

    def make(port: int = 0) -> RtspPhone:
        made.append(RtspPhone(picture, (320, 240), port))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_an_rtsp_stream_that_stalls_is_named_and_goes_on(rtsp) -> None:
    sender = rtsp()
    with Camera(sender.url) as camera:
        watched = Watched(camera)
        assert watched.sees(3)
        sender.stalled = True
        assert watched.until(lambda: camera.trouble)
        sender.stalled = False
        assert watched.sees(3)
        assert watched.until(lambda: not camera.trouble)
    assert sender.viewers > 1
    assert all(abs(grey - GREY) < 5 for grey in watched.greys)


def test_an_rtsp_camera_that_was_switched_off_is_found_again(rtsp) -> None:
    sender = rtsp()
    with Camera(sender.url) as camera:
        watched = Watched(camera)
        assert watched.sees(3)
        sender.close()
        assert watched.until(lambda: camera.trouble)
        rtsp(sender.port)
        assert watched.sees(3)


def test_a_camera_that_is_switched_on_later_is_found(phone) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = int(server.getsockname()[1])
    with Camera(f"http://127.0.0.1:{port}/") as camera:
        assert until(lambda: camera.trouble)
        phone(port)
        assert Watched(camera).sees(2)


def film(path: Path, pictures: int) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 360))
    for _ in range(pictures):
        writer.write(cv2.imdecode(np.frombuffer(jpeg(), np.uint8), cv2.IMREAD_COLOR))
    writer.release()


def test_a_film_at_its_end_says_so(tmp_path: Path) -> None:
    film(tmp_path / "film.avi", 3)
    with Camera(str(tmp_path / "film.avi")) as camera:
        assert Watched(camera).sees(3)
        assert until(lambda: camera.ended)
        assert "has come to its end after 3 pictures" in camera.trouble


def test_of_a_film_that_was_cut_only_whole_pictures_are_shown(tmp_path: Path) -> None:
    film(tmp_path / "film.avi", 10)
    whole = (tmp_path / "film.avi").read_bytes()
    (tmp_path / "cut.avi").write_bytes(whole[: len(whole) // 2])
    with Camera(str(tmp_path / "cut.avi")) as camera:
        watched = Watched(camera)
        assert watched.until(lambda: camera.ended)
        assert len(watched.greys) >= 2
        assert all(abs(grey - GREY) < 5 for grey in watched.greys)


def test_closing_does_not_wait_for_a_camera_that_stalls(phone) -> None:
    sender = phone()
    with Camera(sender.url) as camera:
        assert Watched(camera).sees(1)
        sender.manner = "stuck"
        closing = threading.Thread(target=camera.close)
        closing.start()
        closing.join(20)
        assert not closing.is_alive()


def test_a_usb_camera_is_asked_for_the_size_and_exposure_of_its_address() -> None:
    asked = dict(settings(read_address("2 1920x1080 exposure=156")))
    assert (asked[cv2.CAP_PROP_FRAME_WIDTH], asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (1920, 1080)
    assert (asked[cv2.CAP_PROP_AUTO_EXPOSURE], asked[cv2.CAP_PROP_EXPOSURE]) == (1, 156)
    assert cv2.CAP_PROP_EXPOSURE not in dict(settings(read_address("2")))


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("0", Source("0")),
        ("/dev/video2 1280x720", Source("/dev/video2", (1280, 720))),
        ("1 exposure=-6", Source("1", None, -6.0)),
        ("a folder 2x3", Source("a folder 2x3")),
        ("http://phone:8080/video", Source("http://phone:8080/video")),
    ],
)
def test_an_address_is_read_and_written(address: str, source: Source) -> None:
    assert read_address(address) == source
    assert source.address == address


@pytest.mark.parametrize("address", ["0 bright", "0 1280x", "0 exposure=auto"])
def test_a_setting_that_is_none_is_named(address: str) -> None:
    with pytest.raises(ValueError, match=address.split()[1]):
        Camera(address)


def test_a_password_in_an_address_is_never_shown() -> None:
    with Camera("rtsp://guest:secret@127.0.0.1:9/live") as camera:
        assert until(lambda: camera.trouble)
        assert "guest" in camera.trouble
        assert "secret" not in camera.trouble


def test_a_camera_that_is_not_there_is_named() -> None:
    with Camera("/dev/video99") as camera:
        assert until(lambda: "/dev/video99" in camera.trouble)
