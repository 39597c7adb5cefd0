"""A convention's server: its compose file by the published rules, and what it sets up, read by a real node."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from companion.commands import desk_convention
from companion.commands.cli import command_line
from companion.host.desk_line import read_address, read_broker
from devices.broker import free_ports
from devices.mqtt_client import MqttClient
from testkit.convention import Kept, nats_server, wait_for
from tests.devices.conftest import eventually

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed (the broker that comes along brings it)")
ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "deploy/convention"
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text("utf-8"))
SCHEMA = json.loads((Path(__file__).parent / "schemas/compose-spec.json").read_text("utf-8"))
SETTINGS = {"COMPANION_TABLES": "3", "COMPANION_PAGE": "desk.local", "COMPANION_EVENING": "E", "COMPANION_REFEREE": ""}
OURS = [name for name, each in COMPOSE["services"].items() if each["image"].endswith(":local")]


def words(name: str) -> list[str]:
    """What a service runs, with the settings of an example."""
    return [
        re.sub(r"\$\{(\w+)\}", lambda found: SETTINGS[found[1]], word) for word in COMPOSE["services"][name]["command"]
    ]


def test_the_compose_file_is_one() -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(COMPOSE)


@pytest.mark.parametrize("name", OURS)
def test_no_service_of_ours_can_do_what_it_need_not(name: str) -> None:
    service = COMPOSE["services"][name]
    assert (service["user"], service["read_only"], service["cap_drop"]) == ("10001:10001", True, ["ALL"])


@pytest.mark.parametrize("name", ["worker", "web", "addresses"])
def test_every_command_is_one_the_companion_takes(name: str) -> None:
    asked = command_line().parse_args(words(name)[1:])
    desk_convention.check(asked)


def test_tables_and_pages_alone_are_reached_from_outside() -> None:
    reached = {name: each["ports"] for name, each in COMPOSE["services"].items() if "ports" in each}
    assert reached.keys() == {"node-1", "node-2", "node-3", "proxy"}
    assert all(port.endswith((":1884", ":443")) for ports in reached.values() for port in ports)


def test_addresses_name_the_three_ports_of_the_server(tmp_path: Path) -> None:
    asked = [*words("addresses")[1:]]
    asked[asked.index("/data")] = str(tmp_path)
    said = subprocess.run(
        [sys.executable, "-m", "companion", *asked], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.split()
    places = [read_broker(line) for line in said]
    assert [place.user for place in places] == ["table-1", "table-2", "table-3"]
    assert sorted([(places[1].host, places[1].port), *places[1].others]) == [
        ("desk.local", port) for port in (8881, 8882, 8883)
    ]


@pytest.fixture
def set_up(tmp_path: Path) -> Path:
    """What the service `set-up` makes, in folders of our own."""
    for folder in ("data", "keys", "nodes", "bin"):
        (tmp_path / folder).mkdir()
    command = tmp_path / "bin/companion"
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m companion "$@"\n')
    command.chmod(0o755)
    environment = {
        "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}",
        "COMPANION_NAMES": "localhost 127.0.0.1", "COMPANION_TABLES": "2",
        "COMPANION_SCRIPTS": str(ROOT / "deploy/mosquitto"),
    }  # fmt: skip
    folders = [str(tmp_path / folder) for folder in ("data", "keys", "nodes")]
    for _ in range(2):  # it may run at every start
        subprocess.run(["sh", FOLDER / "set-up", *folders], env=environment, check=True, capture_output=True)
    return tmp_path


@pytest.mark.skipif(not (nats_server() and shutil.which("openssl")), reason="nats-server and openssl are not installed")
def test_a_table_joins_by_tls_the_node_that_was_set_up(set_up: Path) -> None:
    (port, desk, nodes), conf = free_ports(3), set_up / "nodes/node-1.conf"
    text = conf.read_text().replace("/var/lib/nats", str(set_up / "js")).replace(":1884", f":{port}")
    text = text.replace("0.0.0.0:4222", f"127.0.0.1:{desk}").replace("0.0.0.0:6222", f"127.0.0.1:{nodes}")
    text = re.sub(r"^cluster \{.*?^\}\n", "", text, flags=re.DOTALL | re.MULTILINE).replace(
        "jetstream {", f'pid_file: "{set_up}/pid"\njetstream {{'
    )
    conf.write_text(text)
    addresses = [str(sys.executable), "-m", "companion", "--data", str(set_up / "data"), "desk", "--addresses"]
    more = ["--tables", "1", "--stream", "nats://localhost", "--keys", "x", "--broker-port", str(port)]
    said = subprocess.run(
        [*addresses, *more],
        capture_output=True,
        text=True,
        check=True,
        cwd=set_up,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ).stdout.strip()
    address = read_address(said.replace("ca.crt", str(set_up / "keys/ca.crt")))
    node = Kept([nats_server() or "", "-c", str(conf)], set_up / "log", set_up / "pid")
    try:
        wait_for("the node", lambda: node.number, set_up / "log")
        table = MqttClient(address, "table-table-1", [], ("desk/table-1/status", b""), lambda: None)
        assert eventually(lambda: table.poll(0.05) or table.connected, 20), (
            table.trouble,
            (set_up / "log").read_text(),
        )
        table.close()
    finally:
        node.kill()


@pytest.mark.skipif(not (nats_server() and shutil.which("openssl")), reason="nats-server and openssl are not installed")
def test_the_three_nodes_that_were_set_up_ask_each_other_for_one_password_that_no_table_has(set_up: Path) -> None:
    confs = sorted((set_up / "nodes").iterdir())
    asked = {re.search(r'authorization \{ user: "node", password: "(\w+)"', conf.read_text())[1] for conf in confs}  # type: ignore[index]
    (password,) = asked
    for conf in confs:
        subprocess.run([nats_server() or "", "-t", "-c", str(conf)], check=True, capture_output=True)
        text = conf.read_text()
        assert text.count(f"nats-route://node:{password}@") == 3
        assert text.count(password) == 4
