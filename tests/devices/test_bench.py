"""The test bench of a tray, with the real firmware on a cable and at a broker: what it asks, sees and says."""

from __future__ import annotations

import json
import string
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from devices import bench, bench_checks
from devices.bench import Answer, Bench, open_bench
from devices.bench_checks import Button, Check, CubeColumn, Dial, Display, Empty, Lamps, Sticker, Well
from devices.broker import Broker
from devices.errors import NotPermitted, NotPresent
from devices.finding import Finding
from devices.serial_port import SerialPort
from tests.devices.conftest import TABLE
from tests.devices.micropython import RealTray

WORDS = tomllib.loads((Path(bench.__file__).parent / "bench.toml").read_text(encoding="utf-8"))
LANGUAGES = {"en", "it", "es", "de"}


class Hands:
    """A person at the bench who does what is asked, or what `mistakes` puts in its place."""

    def __init__(self, tray: RealTray) -> None:
        self.tray, self.lies, self.presses, self.clicks = tray, dict[str, list[float]](), list[str](), 0
        self.mistakes: dict[str, Callable[[Any], Answer]] = {}
        self._bench: Bench | None = None
        self._check: Check | None = None

    def walk(self, device: Bench, patience: float = 20.0) -> list[Finding]:
        self._bench = device
        return [found for _, found in device.walk(self.begin, self.answer, 4, patience)]

    def begin(self, check: Check) -> None:
        self._check = check

    def answer(self) -> Answer:
        """What is typed; what hands do is done the first time a check asks."""
        check = self._check
        if isinstance(check, Dial) and self._bench and not self._bench.tray.commands.results.get("menu"):
            return ""  # nobody turns before the display shows something
        if not isinstance(check, Dial):
            self._check = None
        if check is None:
            return ""
        return self.mistakes.get(check.kind, self.right)(check)

    def right(self, check: Check) -> Answer:
        match check:
            case Empty():
                self.lay(check.zone)
            case Well():
                self.lay(check.zone, **{str(check.column): check.pieces})
            case CubeColumn():
                self.lay(check.zone, **{str(check.column): check.depth})
            case Button():
                self.press(check.name)
            case Dial():
                self.turn(check.steps)
            case Display() | Lamps():
                return True
            case Sticker():
                self.tray.hands(tag="contract:GB.7.112")
        return ""

    def lay(self, zone: str, **columns: float) -> Answer:
        """What lies in a zone now, by column; nothing elsewhere in it."""
        self.tray.hands(**{zone: [columns.get(str(column), 0) for column in range(5)]})
        return ""

    def press(self, name: str) -> Answer:
        self.presses.append(name)
        self.tray.hands(press=self.presses)
        return ""

    def turn(self, clicks: int) -> Answer:
        self.tray.hands(dial=clicks)
        return self.press("confirm")  # again and again: the first may be meant for the display before


@pytest.fixture
def hands(real: Callable[..., RealTray]) -> Callable[..., Hands]:
    return lambda **settings: Hands(real(**settings))


@pytest.fixture
def opened() -> Iterator[Callable[..., Bench]]:
    """Opens benches and closes them."""
    made: list[Bench] = []

    def open_one(tray: RealTray, wanted: str = "") -> Bench:
        made.append(open_bench(wanted, [tray.port], None))
        return made[-1]

    yield open_one
    for each in made:
        each.close()


def kinds(found: list[Finding]) -> list[str]:
    return [each.id for each in found]


def test_every_part_of_a_seat_tray_is_found_good(hands: Callable[..., Hands], opened: Callable[..., Bench]) -> None:
    person = hands()
    device = opened(person.tray)
    assert device.tray.card.id == "tray-red"
    assert kinds([*device.about()]) == ["port-good", "calibration-none"]
    assert device.about()[0].facts["port"] == person.tray.port
    found = kinds(person.walk(device))
    wells, slots = ["empty-good", *["well-good"] * 5], ["empty-good", *["column-good"] * 5]
    rest = [*["button-good"] * 3, "dial-good", "display-good", "lamps-good"]
    assert found == [*wells, *slots, *slots, *rest]


def test_a_ledger_tray_has_its_storage_and_its_buildings_tried(
    hands: Callable[..., Hands], opened: Callable[..., Bench]
) -> None:
    person = hands(device="ledger-tray")
    found = kinds(person.walk(opened(person.tray)))
    assert (found.count("well-good"), found.count("column-good"), found.count("empty-good")) == (5, 15, 4)


def test_a_card_pad_reads_a_sticker(hands: Callable[..., Hands], opened: Callable[..., Bench]) -> None:
    person = hands(device="card-pad")
    (found,) = person.walk(opened(person.tray))
    assert (found.id, found.facts["label"]) == ("tag-good", "contract:GB.7.112")


COINS = {"device": "coin-tray", "without": ["display"]}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("mistake", "kind", "facts"),
    [
        (lambda h, c: h.lay(c.zone, **{str((c.column + 1) % 5): 3}), "well-other", {"n": "1", "other": "2"}),
        (lambda h, c: h.lay(c.zone, **{str(c.column): 3, "4": 1}), "wells-together", {"others": "5"}),
        (lambda h, c: h.lay(c.zone, **{str(c.column): 2}), "well-scale", {"seen": "2", "pieces": "3"}),
        (lambda h, c: h.lay(c.zone, **{str(c.column): 1.5}), "well-scale", {"seen": "1.5"}),
        (lambda h, c: h.lay(c.zone, **{str(c.column): -3}), "well-down", {"n": "1"}),
        (lambda h, c: h.lay(c.zone, **{"3": 1.5}), "well-other", {"other": "4"}),
        (lambda *_: "skip", "well-still", {"name": "30"}),
    ],
    ids=["swapped", "bridged", "uncalibrated", "between pieces", "upside down", "swapped and light", "dead"],
)
def test_a_well_that_is_wired_wrongly_names_the_wire(
    hands: Callable[..., Hands],
    opened: Callable[..., Bench],
    mistake: Callable[..., Answer],
    kind: str,
    facts: dict[str, str],
) -> None:
    person = hands(**COINS)
    person.mistakes["well"] = lambda check: mistake(person, check) if check.column == 0 else "stop"
    found = person.walk(opened(person.tray))[-1]
    assert found.id == kind
    assert facts.items() <= found.facts.items()


@pytest.mark.parametrize(
    ("mistake", "kind", "facts"),
    [
        (lambda h, c: h.lay(c.zone, **{"3": 1}), "column-other", {"other": "BOUGHT K", "zone": "BOUGHT", "name": "G"}),
        (lambda h, _: h.lay("sold", **{"0": 1}), "column-other", {"other": "SOLD G"}),
        (lambda h, c: h.lay(c.zone, **{"0": 3}), "column-short", {"seen": "3", "depth": "4"}),
    ],
    ids=["another column", "another ledger", "one slot blind"],
)
def test_a_slot_that_is_wired_wrongly_is_named(
    hands: Callable[..., Hands],
    opened: Callable[..., Bench],
    mistake: Callable[..., Answer],
    kind: str,
    facts: dict[str, str],
) -> None:
    person = hands(without=["coins", "buttons", "dial", "display", "lamps"])
    person.mistakes["column"] = lambda check: mistake(person, check) if check.column == 0 else "stop"
    found = person.walk(opened(person.tray), patience=3.0)[1]
    assert found.id == kind
    assert facts.items() <= found.facts.items()


def test_what_is_not_taken_off_is_told_with_the_remedy_of_its_kind(
    hands: Callable[..., Hands], opened: Callable[..., Bench]
) -> None:
    person = hands(without=["buttons", "dial", "display", "lamps"])
    person.mistakes |= {
        "empty": lambda check: person.lay(check.zone, **{"0": 4}),
        "well": lambda _: "skip",
        "column": lambda _: "skip",
    }
    found = {each.id: each for each in person.walk(opened(person.tray), patience=2.0)}
    assert found["wells-not-empty"].facts["now"] == "(4, 0, 0, 0, 0)"
    assert "/QH" in found["slots-not-empty"].remedy()


def test_swapped_buttons_and_a_dial_the_wrong_way_round(
    hands: Callable[..., Hands], opened: Callable[..., Bench]
) -> None:
    person = hands(without=["coins", "ledger", "display", "lamps"])
    swapped = {"confirm": "pass", "pass": "confirm"}
    person.mistakes["button"] = lambda check: person.press(swapped.get(check.name, check.name))
    person.mistakes["dial"] = lambda check: person.turn(-check.steps)
    assert kinds(person.walk(opened(person.tray))) == ["button-other", "button-other", "button-good", "dial-still"]


def test_clicks_that_count_twice_are_told(hands: Callable[..., Hands], opened: Callable[..., Bench]) -> None:
    person = hands(without=["coins", "ledger", "display", "lamps"])
    person.mistakes["dial"] = lambda check: person.turn(2 * check.steps)
    found = person.walk(opened(person.tray))[-1]
    assert (found.id, found.facts["seen"]) == ("dial-counts", "10")


def test_what_only_a_person_sees_is_asked_and_a_skipped_part_is_no_fault(
    hands: Callable[..., Hands], opened: Callable[..., Bench]
) -> None:
    person = hands(without=["coins", "ledger", "buttons", "dial"])
    person.mistakes |= {"display": lambda _: False, "lamps": lambda _: "skip"}
    found = person.walk(opened(person.tray))
    assert kinds(found) == ["display-dark", "skipped"]
    assert found[1].level == "warn"


def test_a_tray_that_goes_away_ends_the_walk(
    hands: Callable[..., Hands], opened: Callable[..., Bench], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "LOST", 0.5)
    person = hands(**COINS)
    person.mistakes["well"] = lambda _: person.tray.power_cut() or ""
    assert kinds(person.walk(opened(person.tray)))[-1] == "gone"


def test_a_tray_that_starts_again_goes_on(hands: Callable[..., Hands], opened: Callable[..., Bench]) -> None:
    person = hands(**COINS)

    def trip(check: Any) -> Answer:
        if check.column == 1:
            person.tray.power_cut()
            person.tray.power_up()
        return person.right(check)

    person.mistakes["well"] = trip
    found = kinds(person.walk(opened(person.tray)))
    assert found[-1] == "well-good"
    assert "gone" not in found


def test_at_a_broker_the_tray_that_is_wanted_is_tried(broker: Broker, real: Callable[..., RealTray]) -> None:
    person = Hands(real(broker="127.0.0.1", port=broker.port, table=TABLE, password="red-secret", **COINS))
    device = open_bench("tray-red", [], (broker.address(), TABLE))
    assert kinds([*device.about()]) == ["tray-good", "calibration-none"]
    assert kinds(person.walk(device)) == ["empty-good", *["well-good"] * 5]
    device.close()


def test_a_tray_that_is_not_there_and_a_port_in_use_are_told_apart(
    real: Callable[..., RealTray], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "ANSWER", 0.2)
    tray = real()
    with pytest.raises(NotPresent):
        open_bench("tray-blue", [tray.port, "/dev/none"], None)
    taken = SerialPort(tray.port)
    with pytest.raises(NotPermitted):
        open_bench("", [tray.port], None)
    taken.close()


def test_every_sentence_is_there_in_four_languages_with_the_same_facts() -> None:
    sentences = [*WORDS.pop("ask").values()]
    for kind, told in WORDS.items():
        assert told["level"] in ("ok", "warn", "bad"), kind
        assert ("do" in told) == (told["level"] != "ok" and kind != "skipped"), kind
        sentences += [told[part] for part in ("what", "do") if part in told]
    for sentence in sentences:
        assert sentence.keys() == LANGUAGES
        facts = [sorted(_facts(sentence[language])) for language in sorted(LANGUAGES)]
        assert facts.count(facts[0]) == len(LANGUAGES), sentence["en"]


def _facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_the_command_walks_a_person_through_it(real: Callable[..., RealTray], tmp_path: Path) -> None:
    tray = real(**COINS)
    words = [
        sys.executable,
        "-m",
        "companion",
        "--data",
        str(tmp_path),
        "--language",
        "en",
        "tray",
        "test",
        tray.port,
        "--json",
    ]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "into well" in line:
                column = int(line.split("well ")[1].split()[0]) - 1
                tray.hands(coins=[3 if column == each else 0 for each in range(5)])
        assert process.stdout is not None
        found = json.loads(process.stdout.read())
    assert process.returncode == 0
    assert [one["id"] for one in found if one["part"] != "tray"] == ["empty-good", *["well-good"] * 5]
    assert found[-1]["what"] == "Well 5 (1) answers: 3 pieces."


def test_the_command_says_what_to_do_where_no_tray_answers(tmp_path: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "companion",
        "--data",
        str(tmp_path),
        "--language",
        "it",
        "tray",
        "test",
        "/dev/none",
    ]
    told = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)
    assert (told.returncode, told.stderr) == (1, "")
    assert told.stdout.startswith("✗  Nessun vassoio risponde (/dev/none).")


def test_the_slots_of_a_column_are_as_many_as_named() -> None:
    found = [check.depth for check in bench_checks.checks_of(("ledger",), 6) if isinstance(check, CubeColumn)]
    assert found == [6] * 10
