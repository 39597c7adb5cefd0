"""Frames arrive from streams, folders and files; what fails is named and tried again."""

import time

import cv2
import numpy as np
import pytest

from vision.camera.mjpeg import MjpegServer
from vision.camera.source import Camera


def jpeg(grey):
    return cv2.imencode(".jpg", np.full((90, 160, 3), grey, np.uint8))[1].tobytes()


def wait_for(camera, grey, tries=60):
    for _ in range(tries):
        frame = camera.newest(0.1)
        if frame is not None and abs(int(frame.picture.mean()) - grey) < 4:
            return frame
    return None


def test_a_pushed_picture_reaches_the_viewer():
    with MjpegServer() as server, Camera(server.url) as camera:
        server.push(jpeg(70))
        assert wait_for(camera, 70) is not None
        server.push(jpeg(180))
        assert wait_for(camera, 180) is not None


def test_two_viewers_see_the_same_picture():
    with MjpegServer() as server, Camera(server.url) as one, Camera(server.url) as other:
        server.push(jpeg(120))
        assert wait_for(one, 120) is not None
        assert wait_for(other, 120) is not None


def test_a_stream_that_ends_is_named_and_found_again():
    server = MjpegServer()
    port = int(server.url.rsplit(":", 1)[1].strip("/"))
    server.push(jpeg(50))
    with Camera(server.url) as camera:
        assert wait_for(camera, 50) is not None
        server.close()
        for _ in range(50):
            if camera.trouble:
                break
            time.sleep(0.1)
        assert "is the camera on" in camera.trouble
        with MjpegServer(port) as again:
            again.push(jpeg(200))
            assert wait_for(camera, 200, 120) is not None


def test_a_folder_gives_every_picture_once_and_in_order(tmp_path):
    for n, grey in enumerate((10, 90, 200)):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((20, 30, 3), grey, np.uint8))
    (tmp_path / "3.png").write_bytes(b"no picture")
    with Camera(str(tmp_path)) as camera:
        frames = [camera.newest(2.0) for _ in range(4)]
    assert [int(f.picture.mean()) for f in frames if f is not None] == [10, 90, 200]


def test_a_video_file_is_read_to_its_end(tmp_path):
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10, (160, 90))
    for _ in range(5):
        film.write(np.full((90, 160, 3), 99, np.uint8))
    film.release()
    with Camera(str(path)) as camera:
        frames = [f for f in (camera.newest(1.0) for _ in range(7)) if f is not None]
        assert (len(frames), camera.ended) == (5, True)


@pytest.mark.parametrize("name", ["none.avi", "text.avi"])
def test_a_file_that_is_no_video_is_named(tmp_path, name):
    (tmp_path / "text.avi").write_text("no film")
    with Camera(str(tmp_path / name)) as camera:
        assert camera.newest(3.0) is None
        assert name in camera.trouble
