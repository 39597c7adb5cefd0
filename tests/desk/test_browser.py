"""The desk's pages in a real browser: live, by keyboard, and for everybody."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from companion.play.challenges import REFEREE, let_stand
from devices.desk import SIDE
from engine.journal import Undo
from testkit.club import WiredTable
from tests.desk.served import GAMES, MARKS, Evening
from tests.devices.conftest import eventually


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("desk"))
    yield made
    made.close()


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


@pytest.mark.one_in(3)
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


def test_what_is_typed_or_chosen_and_not_sent_stays_while_the_page_is_drawn_anew(page: Any, evening: Evening) -> None:
    def drawn_anew() -> None:
        page.evaluate("document.querySelector('main').dataset.before = 'yes'")
        assert eventually(again)

    def again() -> bool:
        evening.server.call(evening.server._push, b'data: {"anew": true}\n\n')  # as to a page that did not keep up
        page.wait_for_timeout(400)
        return bool(page.locator("main[data-before]").count() == 0)

    page.goto(evening.server.origin + "/standings")
    names = page.get_by_label("Names as at the tables, one a line")
    names.press_sequentially("Quentin\nRo")
    drawn_anew()
    names.press_sequentially("bin")  # the keyboard is still there, behind what stood there
    assert names.input_value() == "Quentin\nRobin"
    page.goto(evening.server.origin + "/table/table-2")
    page.locator("#ruling input").nth(1).check(force=True)
    said = page.locator("#chosen").inner_text()
    drawn_anew()
    assert page.locator("#ruling input").nth(1).is_checked()
    assert page.locator("#chosen").inner_text() == said != ""


def test_a_name_that_is_there_already_is_said_on_the_page(page: Any, evening: Evening) -> None:
    page.goto(evening.server.origin + "/standings")
    for _ in range(2):
        page.get_by_label("Names as at the tables, one a line").fill("Wanda")
        page.get_by_role("button", name="Enter", exact=True).click()
        page.get_by_role("rowheader", name="Wanda").wait_for()
    page.get_by_text("Wanda: entered already. Two people of one name need two names").wait_for()
    assert page.get_by_role("rowheader", name="Wanda").count() == 1


def test_the_standings_are_printed_by_a_button_that_is_not_on_the_paper(page: Any, evening: Evening) -> None:
    page.goto(evening.server.origin + "/standings")
    page.evaluate("window.print = () => { window.printed = true; }")
    button = page.get_by_role("button", name="Print")
    button.click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    assert not button.is_visible()
    assert page.get_by_role("heading", name="Standings").is_visible()
    page.emulate_media(media="screen")


def test_two_of_one_name_are_told_apart_on_the_page(page: Any, evening: Evening) -> None:
    people = {11: ("Vera", "Wim", "Xenia", "Yuri"), 12: ("Zoe", "Vera", "Ugo", "Tom")}
    tables = [WiredTable(evening.wire, number, GAMES[0], names=names).play(10) for number, names in people.items()]
    page.locator("#card-table-12").wait_for()
    page.goto(evening.server.origin + "/standings")
    page.get_by_label("Names as at the tables, one a line").fill("Vera")
    page.get_by_role("button", name="Enter", exact=True).click()
    page.get_by_role("rowheader", name="Vera at tables 11, 12 at once").wait_for()
    asked = page.get_by_text("Vera: at tables 11, 12 at once. Two people? Tell them apart.")
    assert asked.count() == 1
    field = page.get_by_label("Vera at table 12 is")
    field.fill("Vera B.")
    field.press("Enter")
    asked.wait_for(state="detached")
    page.get_by_role("rowheader", name="Vera", exact=True).wait_for()
    assert page.get_by_label("Vera at table 12 is").input_value() == "Vera B."
    for table in tables:
        table.send(online=False)


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
