"""The desk's pages: opened by a token, deaf to other pages, unimpressed by names, and live in a real browser."""

from __future__ import annotations

import http.client
import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from companion.host.opening import NAMES
from companion.play.challenges import REFEREE, let_stand
from companion.titles import BUILT_IN
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.markup import Html, tag
from companion.web.desk.office import Office
from companion.web.desk.pages import Club
from companion.web.desk.server import DeskServer
from companion.web.desk.sqlite_store import FILE, SqliteStore
from devices.desk import PICTURE, SIDE, PictureMark
from engine.journal import Undo
from testkit.club import Wire, WiredTable
from testkit.scenes.mat import MAT, Watcher, a_scene, contracts, cubes
from tests.devices.conftest import eventually
from vision.camera.kept import small_jpeg, straightened

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


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("desk"))
    yield made
    made.close()


# --- without a browser ---


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/challenges",
        "/table/table-1",
        "/table/table-2/picture/1",
        "/events",
        "/standings",
        "/export/results.csv",
        "/?token=wrong",
    ],
)
def test_nobody_comes_in_without_the_token(evening: Evening, path: str) -> None:
    assert evening.request("GET", path).status == 403


def test_the_token_leaves_the_address_and_becomes_a_cookie_no_script_reads(evening: Evening) -> None:
    answer = evening.request("GET", f"/?token={evening.server.token}")
    cookie = answer.headers["Set-Cookie"]
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


RULING = {"table": "table-2", "challenge": 1, "how": "back"}


@pytest.mark.parametrize("origin", ["http://elsewhere", "null", "http://127.0.0.1:1", "http://localhost"])
def test_a_ruling_from_another_page_is_refused(evening: Evening, origin: str) -> None:
    assert evening.rule(RULING, Origin=origin) == 403


def test_a_ruling_that_hides_where_it_comes_from_is_refused(evening: Evening) -> None:
    assert evening.request("POST", "/rule", json.dumps(RULING), Cookie=evening.cookie).status == 403
    assert evening.rule(RULING, Sec_Fetch_Site="cross-site") == 403


def test_another_name_for_this_machine_is_refused(evening: Evening) -> None:
    assert evening.request("GET", "/", Host="rebound.example", Cookie=evening.cookie).status == 421


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"table": "table-1", "challenge": 3, "how": "back"}, 404),
        ({"table": "table-77", "challenge": 3, "how": "back"}, 404),
        ({"table": "table-1", "challenge": 3, "how": "hang"}, 400),
        ({"table": "table-1", "challenge": 3, "how": "back", "more": 1}, 400),
        ([], 400),
        ("x" * 40_000, 413),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(evening: Evening, body: object, status: int) -> None:
    assert evening.rule(body) == status


def test_every_answer_forbids_foreign_scripts_and_frames(evening: Evening) -> None:
    for path in ("/", "/static/desk.js", "/nowhere"):
        headers = evening.request("GET", path, Cookie=evening.cookie).headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"


def challenged(evening: Evening) -> str:
    """Where the picture of the challenge at table 2 is."""
    number = evening.tables[1].session.challenge
    assert number is not None
    return f"/table/table-2/picture/{number.number}"


def test_the_picture_of_a_challenge_is_for_the_referees_page_alone(evening: Evening) -> None:
    answer = evening.request("GET", challenged(evening), Cookie=evening.cookie)
    assert (answer.status, answer.read()) == (200, evening.picture)
    said = [answer.headers[name] for name in ("Content-Type", "X-Content-Type-Options", "Cache-Control")]
    assert said == ["image/jpeg", "nosniff", "no-store"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert evening.request("GET", challenged(evening)).status == 403
    assert evening.request("GET", challenged(evening), Cookie="desk=wrong").status == 403
    from_elsewhere = {"Cookie": evening.cookie, "Sec_Fetch_Site": "cross-site"}
    assert evening.request("GET", challenged(evening), **from_elsewhere).status == 403


@pytest.mark.parametrize("path", ["table-1/picture/1", "table-2/picture/1", "table-77/picture/1", "table-2/picture/x"])
def test_where_there_is_no_picture_there_is_none(evening: Evening, path: str) -> None:
    assert evening.request("GET", f"/table/{path}", Cookie=evening.cookie).status == 404


def test_a_round_is_drawn_changed_by_hand_and_seated(evening: Evening) -> None:
    def order(path: str, body: object) -> int:
        given = {"Cookie": evening.cookie, "Origin": evening.server.origin}
        return evening.request("POST", path, json.dumps(body), **given).status

    assert order("/seat", {}) == 400
    assert order("/draw", {}) == 200
    (table,) = evening.office.ask(lambda desk: [list(each) for each in desk.evening.draft]).result(10)
    number = {name: evening.office.desk.roll.number(name) for name in table}
    assert order("/swap", {"one": number[table[0]], "other": number[table[3]]}) == 200
    assert order("/swap", {"one": 99, "other": number[table[3]]}) == 404
    assert order("/absent", {"person": 99, "absent": True}) == 404
    assert order("/seat", {}) == 200
    assert evening.office.ask(lambda desk: desk.evening.rounds[-1]).result(10) == [
        [*reversed(table[3:]), *table[1:3], table[0]]
    ]
    lines = evening.request("GET", "/export/rounds.csv", Cookie=evening.cookie).read().decode().splitlines()
    assert lines[:2] == ["round,table,seat,name", f"1,1,1,{table[3]}"]


def test_people_are_called_by_number_on_every_page_and_in_every_file(evening: Evening) -> None:
    given = {"Cookie": evening.cookie, "Origin": evening.server.origin}
    assert evening.request("POST", "/people", '{"numbers": true}', **given).status == 200
    for path in ("/", "/table/table-1", "/table/table-2", "/standings", "/export/standings.csv"):
        text = evening.request("GET", path, Cookie=evening.cookie).read().decode()
        assert not any(name in text for name in NAMES[:4])
    assert evening.request("POST", "/people", '{"numbers": false}', **given).status == 200
    assert NAMES[0] in evening.request("GET", "/", Cookie=evening.cookie).read().decode()


@pytest.mark.parametrize("name", ["..%2f..%2fserver.py", "server.py", "%2fetc%2fpasswd"])
def test_only_files_of_the_page_are_served(evening: Evening, name: str) -> None:
    assert evening.request("GET", f"/static/{name}", Cookie=evening.cookie).status == 404


def test_a_name_is_never_a_tag() -> None:
    said = tag("p", "<script>alert(1)</script>", title='"><img src=x>')
    assert "<script>" not in said
    assert "<img" not in said
    assert tag("b", Html("<i>ours</i>")) == "<b><i>ours</i></b>"


def test_the_page_listens_on_this_machine_only(evening: Evening) -> None:
    assert urlsplit(evening.server.origin).hostname == "127.0.0.1"


# --- in a browser ---


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    assert chromium, "these tests need Chromium (apt)"
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def page(browser: Any, evening: Evening) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    found = context.new_page()
    troubles: list[str] = []
    found.on("pageerror", lambda error: troubles.append(str(error)))
    found.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    found.goto(evening.server.link)
    yield found
    context.close()
    assert troubles == []


def violations(page: Any) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in Axe().run(page).response["violations"]]


def test_every_state_is_told_by_a_word(page: Any) -> None:
    states = {name: page.locator(f"#card-table-{name} .state").inner_text() for name in (2, 3, 4, 5)}
    assert states == {2: "challenge", 3: "differs", 4: "finished", 5: "not heard"}


@pytest.mark.parametrize(
    ("path", "scheme"),
    [
        ("/", "light"),
        ("/", "dark"),
        ("/standings", "light"),
        ("/standings", "dark"),
        ("/record", "dark"),
        ("/?show=asking", "light"),
        ("/table/table-1", "light"),
        ("/table/table-2", "dark"),
    ],
)
def test_axe_finds_nothing(page: Any, evening: Evening, path: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(evening.server.origin + path)
    assert violations(page) == []


def test_a_card_changes_while_one_looks_and_stays_in_its_place(page: Any, evening: Evening) -> None:
    before = page.locator("#card-table-1").bounding_box()
    page.locator("#card-table-1 a").focus()
    evening.tables[0].send(differs=2)
    page.locator("#card-table-1.differs").wait_for()
    assert page.locator("#card-table-1").bounding_box() == before
    assert page.evaluate("document.activeElement.closest('.card').id") == "card-table-1"
    evening.tables[0].send()
    page.locator("#card-table-1:not(.differs)").wait_for()


def test_arrow_keys_go_from_card_to_card(page: Any) -> None:
    page.locator("#card-table-1 a").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('.card').id") == "card-table-2"
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/table-2")


def test_big_words_leave_nothing_outside_the_window(page: Any) -> None:
    for width in (1440, 1000, 500):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_evidence_is_a_picture_and_the_same_in_words(page: Any, evening: Evening) -> None:
    page.goto(evening.server.origin + "/table/table-2")
    image = page.locator(".evidence img")
    assert image.evaluate("each => each.decode().then(() => each.naturalWidth)") == SIDE
    assert image.get_attribute("alt").startswith("The mat of table 2 from straight above")
    frames = page.locator(".frames polygon")
    assert (frames.count(), page.locator(".frames .unsure").count()) == (len(MARKS), 1)
    box, shown = page.locator(".frames").bounding_box(), image.bounding_box()
    assert box == pytest.approx(shown, abs=1)
    lines = page.locator(".read li").all_text_contents()
    assert [line.split("gold")[-1][-4:] for line in lines] == ["64 %", "94 %", "98 %", "99 %"]
    assert "passenger for 5 gold" in lines[0]
    assert page.locator(".made time").inner_text()


def test_the_newest_lines_stand_beside_the_picture_where_no_scrolling_is_needed(page: Any, evening: Evening) -> None:
    page.goto(evening.server.origin + "/table/table-2")
    rows = page.locator(".near .journal li")
    last = evening.tables[1].session.book.last
    numbers = [int(each) for each in page.locator(".journal .at").all_text_contents()]
    assert (rows.count(), numbers[0]) == (3, last)
    assert numbers == sorted(numbers, reverse=True)
    fold = page.locator("footer.foot").bounding_box()["y"]
    for shown in (rows.last, page.locator(".evidence img")):
        box = shown.bounding_box()
        assert box["y"] + box["height"] <= fold


def test_a_picture_that_comes_later_appears_on_the_page(page: Any, evening: Evening) -> None:
    table = WiredTable(evening.wire, 9, GAMES[0]).play(10).challenge()
    table.send(pictures=True)
    page.goto(evening.server.origin + "/table/table-9")
    page.get_by_text("No picture has come yet").wait_for()
    table.show(evening.picture, MARKS)
    page.locator(".evidence img").wait_for()
    table.session.submit(let_stand())
    table.send()
    page.locator(".evidence").wait_for(state="detached")
    assert page.locator(".evidence").count() == 0


def test_people_are_entered_by_name_or_from_the_tables_that_play(page: Any, evening: Evening) -> None:
    def entered() -> list[str]:
        return evening.office.ask(lambda desk: list(desk.evening.entered)).result(10)

    fresh = WiredTable(evening.wire, 8, GAMES[0], names=("Rosa", "Sam", "Tea", "Udo")).play(10)
    page.locator("#card-table-8").wait_for()
    page.goto(evening.server.origin + "/standings")
    page.get_by_label("Names as at the tables, one a line").fill("Olga\nPia\nRosa")
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_role("rowheader", name="Olga").wait_for()
    assert entered() == ["Olga", "Pia", "Rosa"]
    assert page.get_by_label("Names as at the tables, one a line").input_value() == ""
    page.get_by_role("button", name="Enter 3 who play now").click()
    page.get_by_role("rowheader", name="Udo").wait_for()
    assert page.get_by_role("button", name="now").count() == 0
    assert set(entered()[3:]) >= {"Sam", "Tea", "Udo"}
    fresh.send(online=False)


def test_the_clock_of_a_round_runs_on_every_page_until_it_is_stopped(page: Any, evening: Evening) -> None:
    other = page.context.new_page()
    other.goto(evening.server.origin + "/")
    other.locator("#chips", has_text="no clock").wait_for()
    page.goto(evening.server.origin + "/standings")
    minutes = page.get_by_label("Minutes")
    assert minutes.input_value() == "90"
    minutes.fill("45")
    page.get_by_role("button", name="Start the clock").click()
    left = other.locator("#chips time")
    left.wait_for()
    assert eventually(lambda: left.inner_text().startswith("44:"))
    assert float(left.get_attribute("data-until")) == evening.office.desk.evening.ends
    page.get_by_role("button", name="Stop the clock").click()
    other.locator("#chips", has_text="no clock").wait_for()
    assert minutes.input_value() == "45"
    other.close()


def test_a_ruling_is_given_by_keyboard_and_becomes_an_entry_at_the_table(page: Any, evening: Evening) -> None:
    table = evening.tables[1]
    page.goto(evening.server.origin + "/challenges")
    page.wait_for_url("**/table/table-2")
    assert page.locator("#ruling input:checked").count() == 0
    page.locator("#ruling input[value=back]").focus()
    page.keyboard.press("Space")
    page.locator("#ruling button").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".sent")
    evening.until(lambda: any("ruling" in topic for topic, _ in evening.wire.sent))
    table.hear()
    page.locator(".sent").wait_for(state="detached")
    entry = table.session.book.entries[-1]
    assert (type(entry.command), entry.origin) == (Undo, REFEREE)
    assert evening.until(lambda: [each.entry for each in evening.store.rulings()] == [entry.number])
