"""A club's server and the Home Assistant add-on: their files by the published rules, their program for real."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from companion.host.desk_line import DeskLine, read_address
from companion.host.wiring import read_wiring
from companion.web.desk.accounts import Accounts
from devices.broker import find_mosquitto, free_port, free_ports, start_broker
from devices.mqtt_client import Address, MqttClient
from devices.virtual.tray import VirtualTray
from testkit.people import People
from tests.deploy import add_on
from tests.devices.conftest import eventually
from tools.containers import KINDS, folder_of, lay_out

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed (the broker that comes along brings it)")
ROOT = Path(__file__).parents[2]
CLUB, ADD_ON, CONVENTION = (ROOT / folder for folder in KINDS.values())
PROGRAM = ROOT / "deploy/container/table.py"
COMPOSE = yaml.safe_load((CLUB / "compose.yaml").read_text("utf-8"))
CONFIG = yaml.safe_load((ADD_ON / "config.yaml").read_text("utf-8"))
SCHEMA = json.loads((Path(__file__).parent / "schemas/compose-spec.json").read_text("utf-8"))
SERVICES = tuple(COMPOSE["services"])
DOCKERFILES = (CLUB / "Dockerfile", ADD_ON / "Dockerfile", CONVENTION / "Dockerfile")
HADOLINT = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
needs_mosquitto = pytest.mark.skipif(
    not (find_mosquitto() and shutil.which("mosquitto_passwd") and shutil.which("openssl")),
    reason="mosquitto and openssl are not installed",
)


# --- the files ---


def test_the_compose_file_is_one() -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(COMPOSE)
    with pytest.raises(jsonschema.ValidationError, match="helthcheck"):
        jsonschema.Draft202012Validator(SCHEMA).validate({"services": {"desk": {"helthcheck": {}}}})


@pytest.mark.parametrize("name", SERVICES)
def test_no_service_can_do_what_it_need_not(name: str) -> None:
    service = COMPOSE["services"][name]
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", service["user"])
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not service.keys() & {"privileged", "cap_add", "devices", "pid", "ipc"}


@pytest.mark.parametrize("name", [name for name in SERVICES if "ports" in COMPOSE["services"][name]])
def test_what_others_reach_says_whether_it_is_well(name: str) -> None:
    assert COMPOSE["services"][name]["healthcheck"]["test"][-2:] == ["healthy", name]


def test_the_host_and_the_observer_start_only_when_they_are_asked_for() -> None:
    profiles = {name: COMPOSE["services"][name].get("profiles") for name in SERVICES}
    assert {name: asked for name, asked in profiles.items() if asked} == {"host": ["play"], "observer": ["watch"]}


def test_every_setting_of_the_example_is_one_the_program_reads() -> None:
    names = re.findall(r"^COMPANION_(\w+)=", (CLUB / "club.env.example").read_text("utf-8"), re.MULTILINE)
    assert names
    assert [name for name in names if f'"{name}"' not in PROGRAM.read_text("utf-8")] == []


@pytest.mark.skipif(not HADOLINT, reason="hadolint is not in this environment")
@pytest.mark.parametrize("path", DOCKERFILES, ids=lambda path: path.parent.name)
def test_hadolint_has_nothing_to_say(path: Path) -> None:
    verdict = subprocess.run([str(HADOLINT), path], capture_output=True, text=True, timeout=60, check=False)
    assert verdict.stdout == ""


@pytest.mark.parametrize("kind", KINDS)
def test_everything_a_dockerfile_copies_is_laid_out(kind: str, tmp_path: Path) -> None:
    wheel = tmp_path / "companion-1-py3-none-any.whl"
    wheel.touch()
    folder = lay_out(kind, tmp_path / kind, wheel)
    lines = re.findall(r"^COPY (.+) \S+$", (folder / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert len(lines) == 4
    copied = [name for line in lines for name in line.split()]
    assert [name for name in copied if not (folder / name).exists()] == []


def test_both_images_are_alike_up_to_who_runs_them() -> None:
    club, home = (path.read_text("utf-8") for path in DOCKERFILES[:2])
    copies = [re.findall(r"^(?:COPY|FROM|RUN pip).*$", text, re.MULTILINE) for text in (club, home)]
    assert copies[0] == copies[1]
    assert re.findall(r"^USER (.*)$", club, re.MULTILINE) == ["10001:10001"]
    assert "COMPANION_USER=companion" in home
    assert "HEALTHCHECK" in home


# --- the add-on's options ---


def test_the_add_on_keeps_the_rules() -> None:
    jsonschema.Draft202012Validator(add_on.CONFIG).validate(CONFIG)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert CONFIG["version"] == project["version"]
    assert CONFIG["ports"].keys() == CONFIG["ports_description"].keys()


def test_the_defaults_fit_what_the_add_on_says_of_its_options() -> None:
    assert list(add_on.problems(CONFIG["schema"], CONFIG["options"])) == []
    wrong = CONFIG["options"] | {"tables": 1001, "bells": 1, "trays": [{"id": "Tray", "password": "long enough"}]}
    found = "\n".join(add_on.problems(CONFIG["schema"], wrong))
    assert all(part in found for part in ("tables: 1001", "bells", "trays[0].id", "trays[0].password"))


@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
def test_every_option_and_port_is_named_in_four_languages(language: str) -> None:
    words = yaml.safe_load((ADD_ON / f"translations/{language}.yaml").read_text("utf-8"))
    assert words["configuration"].keys() == CONFIG["schema"].keys()
    assert all(words["configuration"][name].keys() == {"name", "description"} for name in words["configuration"])
    assert words["network"].keys() == CONFIG["ports"].keys()


def test_the_add_on_shows_an_icon_and_says_what_each_option_is(tmp_path: Path) -> None:
    (wheel := tmp_path / "companion-1-py3-none-any.whl").touch()
    folder = lay_out("companion", tmp_path / "companion", wheel)
    head = (folder / "icon.png").read_bytes()[:24]
    assert (head[1:4], int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (b"PNG", 128, 128)
    told = (folder / "DOCS.md").read_text("utf-8").partition("## Options")[2].partition("## ")[0]
    assert set(re.findall(r"`(\w+)`(?=[^:\n]*:)", told)) == set(CONFIG["schema"])
    assert (folder / "README.md").is_file()


def test_the_folder_of_add_ons_is_a_repository_with_one_add_on(tmp_path: Path) -> None:
    (wheel := tmp_path / "companion-1-py3-none-any.whl").touch()
    folder = lay_out("companion", folder_of("companion", tmp_path), wheel)
    repository = folder.parent / "repository.yaml"
    jsonschema.Draft202012Validator(add_on.REPOSITORY).validate(yaml.safe_load(repository.read_text("utf-8")))
    assert [path.parent for path in folder.parent.rglob("config.yaml")] == [folder]
    assert folder.name == CONFIG["slug"]
    assert not (folder / "repository.yaml").exists()
    assert f"out/containers/{folder.parent.name}" in (ROOT / "deploy/README.md").read_text("utf-8")


@needs_mosquitto
def test_what_the_add_on_tells_to_write_is_read_by_the_companion(tmp_path: Path) -> None:
    (written,) = re.findall(r"```toml\n(.*?)```", (ADD_ON / "DOCS.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "devices.toml").write_text(written)
    command = [ROOT / "deploy/mosquitto/make-certificates", tmp_path, "homeassistant.local"]
    subprocess.run(command, check=True, capture_output=True)
    broker = read_wiring(tmp_path).broker
    assert broker is not None
    assert (broker.host, broker.port, broker.user) == ("homeassistant.local", 8883, "host")


# --- the program ---


class Machine:
    """A folder, ports and settings of its own, in which the program of the containers runs."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.keys = folder, folder / "data", folder / "keys"
        (folder / "tmp").mkdir()
        (folder / "retained").mkdir()
        self.tls, self.page, self.phones, plain = free_ports(4)
        self.settings = {
            "COMPANION_SCRIPTS": str(ROOT / "deploy/mosquitto"), "COMPANION_BROKER": str(self.keys),
            "TMPDIR": str(folder / "tmp"),
            "COMPANION_DATA": str(self.data), "COMPANION_RETAINED": str(folder / "retained"), "PYTHONPATH": str(ROOT),
            "COMPANION_TLS_PORT": str(self.tls), "COMPANION_PLAIN_PORT": str(plain),
            "COMPANION_PAGE_PORT": str(self.page), "COMPANION_PHONES_PORT": str(self.phones),
            "COMPANION_GAME": "byzanz", "COMPANION_SEATS": "red=Anna Maria, blue=Bruno, green=Carla",
            "COMPANION_PHONES": f"localhost:{self.phones}", "COMPANION_TABLE": "table-2",
            "COMPANION_BROKER_HOST": "localhost", "COMPANION_NAMES": "localhost 127.0.0.1", "COMPANION_TABLES": "2",
            "COMPANION_PAGE": "club.local:8484", "COMPANION_TRAYS": "tray-red:red-secret tray-new",
        }  # fmt: skip
        self.running: list[subprocess.Popen[str]] = []

    def do(self, *words: str) -> subprocess.CompletedProcess[str]:
        command, environment = [sys.executable, PROGRAM, *words], self._environment()
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=90, check=False)

    def start(self, *words: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(PROGRAM), *words]
        self.running.append(subprocess.Popen(command, env=self._environment(), stdout=subprocess.PIPE, text=True))
        return self.running[-1]

    def open(self) -> None:
        """Set it up, with a broker that is well."""
        self.do("set-up")
        self.start("broker")
        assert self.well("broker")

    def well(self, what: str) -> bool:
        return eventually(lambda: self.do("healthy", what).returncode == 0, 60)

    def account(self, user: str, password: str) -> Address:
        return Address(host="localhost", port=self.tls, user=user, password=password, ca=self.keys / "ca.crt")

    def client(self, user: str, password: str, *topics: str) -> MqttClient:
        known = f"probe-{time.monotonic_ns()}"
        return MqttClient(self.account(user, password), known, topics, ("x/y", b""), lambda: None)

    def close(self) -> None:
        for process in self.running:
            process.terminate()
            process.wait(20)

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **self.settings}


def until(running: subprocess.Popen[str], words: str) -> str:
    """The first line it prints that has these words."""
    assert running.stdout is not None
    said = []
    while line := running.stdout.readline():
        said.append(line)
        if words in line:
            return line.rstrip("\n")
    raise AssertionError(said)


def accounts(machine: Machine) -> dict[str, str]:
    """The desk's accounts and their passwords."""
    return Accounts(machine.data / "desk", 2).passwords


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    made.close()


def joins(client: MqttClient, seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while not client.connected and not client.denied and time.monotonic() < until:
        client.poll(0.05)
    return client.connected


@needs_mosquitto
def test_a_table_reaches_the_desk_through_a_broker_of_its_own(machine: Machine, tmp_path: Path) -> None:
    assert "password of tray-new:" in machine.do("set-up").stdout
    machine.start("broker")
    assert machine.well("broker")
    machine.start("desk")
    assert machine.well("desk")
    address = machine.do("addresses").stdout.split()[0]
    assert address.startswith("mqtts://table-1:")
    people = People.of("byzanz", 3, 1)
    line = DeskLine(read_address(address.replace("ca.crt", str(machine.data / "ca.crt"))), tmp_path)
    people.play(10)
    assert eventually(lambda: line.poll(people.session) or line.waiting == 0)
    line.close()


@needs_mosquitto
def test_the_servers_own_game_has_trays_phones_and_a_desk_that_follows(machine: Machine) -> None:
    machine.open()
    assert machine.do("healthy", "host").returncode == 1
    tray = VirtualTray("red", id="tray-red", settle=0.02, travel=0.001)
    tray.serve_mqtt(machine.account("tray-red", "red-secret"), "table")
    running = machine.start("host")
    assert until(running, "byzanz-0001: ") == "byzanz-0001: Anna Maria (red), Bruno (blue), Carla (green)"
    link = until(running, "phones join at ")
    assert link.startswith(f"phones join at http://localhost:{machine.phones}/#")
    with urllib.request.urlopen(link.split()[-1], timeout=10) as page:
        assert page.status == 200
    assert until(running, "tray-red: ") == "mqtt:tray-red: ok"
    assert machine.well("host")
    desk = machine.client("desk", accounts(machine)["desk"], "desk/#")
    assert joins(desk)
    assert eventually(lambda: any(arrived.topic == "desk/table-2/status" for arrived in desk.poll(0.05)), 20)
    desk.close()
    tray.close()


@needs_mosquitto
def test_the_servers_own_game_is_gone_on_with_after_a_kill(machine: Machine) -> None:
    machine.open()
    for _ in range(2):
        running = machine.start("host")
        assert until(running, "byzanz-").startswith("byzanz-0001: ")
        running.kill()
    before = (machine.data / "table/devices.toml").read_text()
    machine.do("set-up")
    assert (machine.data / "table/devices.toml").read_text() == before


@needs_mosquitto
def test_a_server_whose_data_lost_the_apps_password_gets_another_one(machine: Machine) -> None:
    machine.do("set-up")
    (machine.data / "devices.toml").unlink()
    shutil.rmtree(machine.data / "table")
    assert machine.do("set-up").returncode == 0
    machine.start("broker")
    assert machine.well("broker")
    wiring = read_wiring(machine.data / "table").broker
    assert wiring is not None
    assert wiring.password
    client = machine.client("host", wiring.password)
    assert joins(client)
    client.close()


@needs_mosquitto
def test_a_table_the_desk_does_not_have_is_refused_by_name(machine: Machine) -> None:
    machine.do("set-up")
    machine.settings["COMPANION_TABLE"] = "table-3"
    refused = machine.do("host")
    assert refused.returncode == 1
    assert "COMPANION_TABLE=table-3" in refused.stderr


@needs_mosquitto
def test_an_observer_prints_what_a_tray_says(machine: Machine) -> None:
    machine.open()
    observer = machine.start("observer")
    tray = machine.client("tray-red", "red-secret")
    assert joins(tray)
    tray.publish("companion/table/device/tray-red/status", b'{"online": true}', retain=True)
    tray.flush()
    assert observer.stdout is not None
    assert observer.stdout.readline() == 'companion/table/device/tray-red/status {"online": true}\n'
    tray.close()


@needs_mosquitto
def test_set_up_again_keeps_keys_and_follows_the_list_of_trays(machine: Machine) -> None:
    machine.do("set-up")
    before = (
        (machine.keys / "ca.crt").read_text(),
        (machine.keys / "broker.crt").read_text(),
        machine.do("addresses").stdout,
    )
    machine.settings["COMPANION_TRAYS"] = "tray-blue:blue-secret tray-new"
    told = machine.do("set-up").stdout
    assert "tray-red may log in no more" in told
    assert "tray-new" not in told
    kept = (
        (machine.keys / "ca.crt").read_text(),
        (machine.keys / "broker.crt").read_text(),
        machine.do("addresses").stdout,
    )
    assert kept == before
    accounts = {line.split(":")[0] for line in (machine.keys / "passwords").read_text().splitlines()}
    assert accounts == {"host", "desk", "table-1", "table-2", "watch", "health", "tray-blue", "tray-new"}


@needs_mosquitto
def test_a_new_name_gets_into_the_certificate_and_the_authority_stays(machine: Machine) -> None:
    machine.do("set-up")
    authority, certificate = (machine.keys / "ca.crt").read_text(), (machine.keys / "broker.crt").read_text()
    machine.settings["COMPANION_NAMES"] += " club.example"
    machine.do("set-up")
    assert (machine.keys / "ca.crt").read_text() == authority
    assert (machine.keys / "broker.crt").read_text() != certificate


def test_what_does_not_run_is_not_well(machine: Machine) -> None:
    assert machine.do("healthy", "desk").returncode == 1
    assert "desk:" in machine.do("healthy", "desk").stderr
    assert machine.do("dance").returncode == 2


# --- in Home Assistant ---


@pytest.fixture
def supervisor() -> Iterator[tuple[str, dict[str, Any]]]:
    """What the add-on asks of Home Assistant's supervisor: where its broker is. Address, and the answer to give."""
    answer: dict[str, Any] = {}

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            right = self.path == "/services/mqtt" and self.headers["Authorization"] == "Bearer of-this-add-on"
            self.send_response(200 if right else 403)
            self.end_headers()
            self.wfile.write(json.dumps({"result": "ok", "data": answer}).encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", answer
    server.shutdown()
    server.server_close()


@needs_mosquitto
def test_a_tray_of_the_add_on_appears_at_the_broker_of_home_assistant(
    machine: Machine, supervisor: tuple[str, dict[str, Any]]
) -> None:
    address, answer = supervisor
    trays = [{"id": "tray-red", "password": "red-secret"}, {"id": "host", "password": "of-the-app"}]
    options = CONFIG["options"] | {"names": ["localhost"], "trays": trays, "tables": 1}
    assert list(add_on.problems(CONFIG["schema"], options)) == []
    machine.data.mkdir()
    (machine.data / "options.json").write_text(json.dumps(options))
    machine.settings |= {"COMPANION_SUPERVISOR": address, "SUPERVISOR_TOKEN": "of-this-add-on"}
    with start_broker({"host": "of-home-assistant", "desk": "x"}, "mosquitto") as home:
        answer |= {
            "host": "127.0.0.1",
            "port": home.port,
            "username": "host",
            "password": "of-home-assistant",
            "ssl": False,
        }
        running = machine.start("add-on")
        assert machine.well("add-on")
        seen = MqttClient(home.address("host"), "seen", ["companion/#", "homeassistant/#"], ("x/y", b""), lambda: None)
        app, tray = machine.client("host", "of-the-app", "homeassistant/#"), machine.client("tray-red", "red-secret")
        assert joins(seen)
        assert joins(app)
        assert joins(tray)
        tray.publish("companion/table/device/tray-red/status", b'{"online": true}', retain=True)
        app.publish("homeassistant/device/companion_table_tray-red/config", b"{}", retain=True)
        seen.publish("homeassistant/status", b"online")
        there, here = _topics(seen, app, tray, wanted=3)
        assert {
            "companion/table/device/tray-red/status",
            "homeassistant/device/companion_table_tray-red/config",
        } <= there
        assert "homeassistant/status" in here
        for client in (seen, app, tray):
            client.close()
        running.terminate()
        assert running.wait(20) == 0


def _topics(seen: MqttClient, app: MqttClient, tray: MqttClient, wanted: int) -> tuple[set[str], set[str]]:
    """What arrives at both brokers, until there are so many at Home Assistant's."""
    there, here = set[str](), set[str]()
    until = time.monotonic() + 20
    while (len(there) < wanted or "homeassistant/status" not in here) and time.monotonic() < until:
        there |= {arrived.topic for arrived in seen.poll(0.05)}
        here |= {arrived.topic for arrived in app.poll(0.05)}
        tray.poll(0.05)
    return there, here


def test_without_a_broker_of_home_assistant_it_says_so_and_goes_on(machine: Machine) -> None:
    code = f"import runpy; t = runpy.run_path({str(PROGRAM)!r}); print(t['_home_assistant']())"
    machine.settings["COMPANION_SUPERVISOR"] = f"http://127.0.0.1:{free_port()}"
    told = subprocess.run(
        [sys.executable, "-c", code], env=machine._environment(), capture_output=True, text=True, timeout=30, check=True
    )
    assert told.stdout == "None\n"
    assert "names no broker" in told.stderr
