"""A virtual tray from the command line: hands and faults as typed."""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from devices import topics
from devices.broker import start_broker
from devices.mqtt_client import Address
from devices.virtual import VirtualTray
from devices.virtual.__main__ import SHARES, Prompt, parser, plugger
from tests.devices.conftest import Heard, eventually


def where(tray: VirtualTray) -> str:
    """Plugged in nowhere."""
    return tray.id


@pytest.fixture
def owned(trays) -> Iterator[Prompt]:
    """A tray at a broker of the command's own."""
    tray = trays()
    with start_broker({"host": "host", "tray-red": "tray-red"}) as broker:
        asked = Namespace(tcp=False, broker="", table="t1")
        prompt = Prompt(tray, plugger(asked, tray, broker), broker)
        prompt.do("plug")
        yield prompt
        prompt.close()


def test_it_can_be_started_and_played_by_typing(hub, heard: Heard, tmp_path: Path) -> None:
    port = tmp_path / "ttyTray"
    command = [sys.executable, "-m", "devices.virtual", "red", "--link", str(port)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as typed:
        assert typed.stdout.readline() == f"tray-red is at {port}\n"
        hub.add_serial(str(port))
        typed.stdin.write("drop 34\npress call\n")
        typed.stdin.flush()
        assert heard.sees(34)
        assert eventually(heard.presses)
        typed.stdin.write("quit\n")
        typed.stdin.flush()
    assert typed.returncode == 0


def test_a_broker_of_its_own_is_named_with_the_words_to_enter(heard: Heard, hub) -> None:
    command = [sys.executable, "-m", "devices.virtual", "red", "--own-broker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as typed:
        port = int(re.search(rf"table {topics.TABLE} at 127.0.0.1:(\d+);.*both host$", typed.stdout.readline())[1])
        hub.add_mqtt(Address(port=port, user="host", password="host"), topics.TABLE)
        assert heard.sees(0)
        typed.communicate("quit\n")
    assert typed.returncode == 0


def test_the_broker_can_be_taken_away_and_brought_back(owned: Prompt, hub, heard: Heard) -> None:
    hub.add_mqtt(owned._broker.address(), "t1")
    assert heard.sees(0)
    owned.do("broker off")
    assert eventually(lambda: "Lost" in heard.kinds())
    owned.do("drop 5")
    owned.do("broker on")
    assert heard.sees(5)


def test_a_second_device_with_its_id_can_be_plugged_in_and_taken_away(owned: Prompt, hub, heard: Heard) -> None:
    hub.add_mqtt(owned._broker.address(), "t1")
    assert heard.sees(0)
    assert "another tray-red is at table t1" in owned.do("twin")
    assert eventually(lambda: "two devices say" in hub.cards[0].why)
    owned.do("untwin")
    owned.do("drop 3")
    assert heard.sees(3)


def test_of_two_on_a_cable_the_link_stays_with_the_first(trays, tmp_path: Path) -> None:
    tray = trays()
    asked = Namespace(tcp=False, broker="", link=tmp_path / "ttyTray")
    prompt = Prompt(tray, plugger(asked, tray))
    assert prompt.do("plug") == str(asked.link)
    assert str(asked.link) not in prompt.do("twin")
    prompt.do("unplug")
    assert prompt.do("plug") == str(asked.link)
    prompt.close()


def test_a_tray_that_starts_anew_again_and_again_can_be_typed(trays) -> None:
    tray = trays()
    prompt = Prompt(tray, VirtualTray.serve_tcp)
    prompt.do("plug")
    boot = tray.boot
    prompt.do("loop 0.02")
    assert eventually(lambda: tray.boot > boot + 3)


@pytest.mark.parametrize(
    "line",
    ["dance", "drop", "drop many", "take 5", "mark bought X", "noise loud", "stick coins", "broker off", "loop often"],
)
def test_what_it_does_not_understand_changes_nothing(line: str, trays) -> None:
    prompt = Prompt(trays(), where)
    with pytest.raises((ValueError, IndexError)):
        prompt.do(line)
    assert prompt.tray.gold == 0


@pytest.mark.parametrize("share", SHARES)
def test_every_fault_of_the_cable_can_be_typed(share: str, trays) -> None:
    prompt = Prompt(trays(), where)
    prompt.do(f"{share} 0.25")
    assert getattr(prompt.tray.faults, share) == 0.25


def test_help_names_every_command(trays) -> None:
    prompt = Prompt(trays(), where)
    assert [word for word in prompt._deeds() if word not in prompt.do("help")] == []


def test_a_virtual_tray_joins_the_table_every_document_names() -> None:
    assert parser().parse_args(["red"]).table == topics.TABLE
