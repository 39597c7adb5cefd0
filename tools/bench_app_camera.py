"""A camera of its own process for `tools.bench_app`: drawn pictures of a laid table, sent at a steady rate."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

WEATHER = "fair"


@contextmanager
def camera(pictures: int, rate: int) -> Iterator[str]:
    """The address of such a camera, while it sends."""
    command = [sys.executable, "-m", "tools.bench_app_camera", str(pictures), str(rate)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()


def drawn(pictures: int) -> list[bytes]:
    """JPEGs of one laid table as one camera sees it, with its noise."""
    from companion.titles import title_of
    from companion.virtual.laying import Laying
    from vision.drawn.scene import Scene
    from vision.drawn.weather import Weather
    from vision.mat.mat import load_mat

    mat, title = load_mat(), title_of("constantinopolis")
    laying = Laying(mat, Random("bench"))
    for seat in range(1, 5):
        laying.goods(f"goods-{seat}", {"G": 2, "B": 1, "R": 2, "K": 1, "Y": 1})
    scene = Scene(mat, Weather.named(WEATHER), seed=1, tiles=dict(title.tiles()))
    scene.lay(laying.pieces)
    return [scene.jpeg() for _ in range(pictures)]


def main(pictures: int, rate: int) -> None:
    """Send until killed."""
    from vision.camera.mjpeg import MjpegServer

    found = drawn(pictures)
    with MjpegServer() as server:
        print(server.url, flush=True)
        due = time.monotonic()
        while True:
            for jpeg in found:
                server.push(jpeg)
                due += 1 / rate
                time.sleep(max(0.0, due - time.monotonic()))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
