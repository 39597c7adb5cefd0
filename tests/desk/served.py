"""A club whose desk is served, for tests of its pages."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.titles import BUILT_IN
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.office import Office
from companion.web.desk.pages import Club
from companion.web.desk.server import DeskServer
from companion.web.desk.sqlite_store import FILE, SqliteStore
from devices.desk import PICTURE, SIDE, PictureMark
from testkit.club import Wire, WiredTable
from testkit.scenes.mat import MAT, Watcher, a_scene, contracts, cubes
from vision.camera.mat_pictures import small_jpeg, straightened

GAMES = tuple(BUILT_IN)


MARKS = [
    PictureMark(label="contract:GB.7.112", share=0.99, corners=(103, 119, 191, 118, 193, 246, 104, 247)),
    PictureMark(label="contract:P.5.-12", share=0.64, corners=(311, 115, 400, 114, 402, 241, 313, 243)),
    PictureMark(label="R", share=0.98, corners=(351, 477, 370, 477, 370, 494, 351, 494)),
    PictureMark(label="G", share=0.97, corners=(286, 479, 305, 479, 305, 496, 286, 496)),
    PictureMark(label="G", share=0.94, corners=(318, 479, 338, 479, 338, 496, 318, 496)),
]


def straight() -> bytes:
    """A mat with two contracts and three cubes from straight above, as a table sends it (JPEG)."""
    watcher = Watcher(a_scene())
    watcher.watch([*contracts([MARKS[0].label, MARKS[1].label]), *cubes("goods-2", "GGR")])
    assert watcher.eye.pose is not None
    return small_jpeg(straightened(watcher.scene.frame(), watcher.eye.pose, MAT, (), SIDE)[0], PICTURE)


class Evening:
    """A club whose desk is served: table 2 is challenged, 3 differs, 4 has finished, 5 is not heard."""

    def __init__(self, folder: Path) -> None:
        self.wire = Wire()
        self.store = SqliteStore(folder / FILE)
        self.office = Office(ClubDesk(self.store, self.wire), self.wire)
        self.office.desk.token.renew(at_once=True)
        self.server = DeskServer(self.office, Club(name="Spring meeting", referee="Marta"), port=0)
        self.tables = [WiredTable(self.wire, number, GAMES[{3: 2, 4: 1}.get(number, 0)]).play(25)
                       for number in range(1, 6)]  # fmt: skip
        self.tables[1].challenge()
        self.tables[1].send(pictures=True)
        self.picture = straight()
        self.tables[1].show(self.picture, MARKS, at=time.time())
        self.tables[3].play(100_000)
        self.tables[2].send(differs=1)
        self.tables[4].send(online=False)
        self.office.start()
        self.until(lambda: len(self.office.ask(lambda _desk: self.office.cards()).result(20)) == 5)

    def until(self, holds: Callable[[], Any], seconds: float = 20.0) -> Any:
        until = time.monotonic() + seconds
        while not (value := holds()) and time.monotonic() < until:
            time.sleep(0.02)
        return value

    def request(self, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPResponse:
        place = urlsplit(self.server.origin)
        line = http.client.HTTPConnection(place.hostname or "", place.port, timeout=10)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body, {"Host": place.netloc, **named})
        return line.getresponse()

    @property
    def cookie(self) -> str:
        return f"desk={self.server.token}"

    def rule(self, body: object, **headers: str) -> int:
        given = {"Cookie": self.cookie, "Origin": self.server.origin, **headers}
        return self.request("POST", "/rule", json.dumps(body), **given).status

    def close(self) -> None:
        self.server.close()
        self.office.close()
        self.store.close()
