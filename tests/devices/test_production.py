"""mosquitto as deploy/ sets it up: TLS, passwords made by add-device, rights by the published list."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.host.trays import Trays
from companion.host.wiring import read_wiring
from devices import desk, topics
from devices.broker import _ACL, HOST_USER, find_mosquitto, free_ports, password_line
from devices.doctor import examine_broker
from devices.mqtt import OFFLINE
from devices.mqtt_client import Address, MqttClient
from tests.devices.conftest import TABLE, Heard, eventually
from tests.devices.micropython import RealTray

DEPLOY = Path(__file__).parents[2] / "deploy" / "mosquitto"
PLACE = "/etc/mosquitto/companion"

needs_mosquitto = pytest.mark.skipif(
    not (find_mosquitto() and shutil.which("mosquitto_passwd") and shutil.which("openssl")),
    reason="mosquitto and openssl are not installed (apt-get install mosquitto openssl)",
)


class Site:
    """A broker set up as deploy/README.md says, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plain, self.tls = free_ports(2)
        self._run("make-certificates", str(folder), "localhost", "127.0.0.1")
        for name in (HOST_USER, "tray-red", "tray-blue"):
            self._run("add-device", str(folder / "passwords"), name, answer=f"{name}-secret\n")
        shutil.copy(DEPLOY / "acl", folder / "acl")
        (folder / "mosquitto.conf").write_text(self._configuration(), encoding="utf-8")
        command = [str(find_mosquitto()), "-c", str(folder / "mosquitto.conf")]
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        assert eventually(self._listens)

    def _run(self, script: str, *arguments: str, answer: str = "") -> None:
        subprocess.run(["sh", str(DEPLOY / script), *arguments], input=answer, text=True, check=True, timeout=60)

    def _configuration(self) -> str:
        text = (DEPLOY / "mosquitto.conf").read_text(encoding="utf-8").replace(PLACE, str(self.folder))
        text = text.replace("listener 1883 ", f"listener {self.plain} ").replace(
            "listener 8883", f"listener {self.tls}"
        )
        text += f"persistence_location {self.folder}/\n"
        return text + ("user root\n" if os.geteuid() == 0 else "")

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return self._process.poll() is None and probe.connect_ex(("127.0.0.1", self.tls)) == 0

    def address(self, user: str, password: str = "", *, tls: bool = True, ca: Path | None = None) -> Address:
        secret = password or f"{user}-secret"
        if not tls:
            return Address(port=self.plain, user=user, password=secret)
        return Address(host="localhost", port=self.tls, user=user, password=secret, ca=ca or self.folder / "ca.crt")

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(10)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.close()


def client(address: Address, seconds: float = 1.5) -> MqttClient:
    """A client that has tried to connect."""
    made = MqttClient(address, f"probe-{time.monotonic_ns()}", [], ("x/y", b""), lambda: None)
    until = time.monotonic() + seconds
    while not made.connected and time.monotonic() < until:
        made.poll(0.05)
    return made


@needs_mosquitto
def test_a_tray_plays_over_tls(site: Site, hub, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(21)
    tray.serve_mqtt(site.address("tray-red"), TABLE)
    hub.add_mqtt(site.address(HOST_USER, tls=False), TABLE)
    assert heard.sees(21)
    tray.press("call")
    assert eventually(heard.presses)


@needs_mosquitto
def test_the_real_firmware_plays_over_tls(
    site: Site, real: Callable[..., RealTray], hub, heard: Heard, tmp_path: Path
) -> None:
    ca = tmp_path / "ca.der"
    subprocess.run(["openssl", "x509", "-in", site.folder / "ca.crt", "-outform", "DER", "-out", ca], check=True)
    settings = {"broker": "localhost", "port": site.tls, "table": "t6", "password": "tray-red-secret", "ca": str(ca)}
    real(**settings).hands(coins=[0, 1, 0, 0, 3])
    hub.add_mqtt(site.address(HOST_USER, tls=False), "t6")
    assert heard.sees(13)


@needs_mosquitto
def test_a_wrong_password_gets_nowhere_over_tls(site: Site) -> None:
    probe = client(site.address("tray-red", "guess"))
    assert not probe.connected
    assert "uthori" in probe.trouble
    probe.close()


@needs_mosquitto
def test_a_broker_with_another_certificate_is_not_trusted(site: Site, tmp_path: Path) -> None:
    subprocess.run(["sh", str(DEPLOY / "make-certificates"), str(tmp_path), "localhost"], check=True, timeout=60)
    probe = client(site.address("tray-red", ca=tmp_path / "ca.crt"))
    assert not probe.connected
    assert "certificate" in probe.trouble
    probe.close()
    address = site.address(HOST_USER, ca=tmp_path / "ca.crt")
    assert [finding.id for finding in examine_broker(address, TABLE)] == ["broker-certificate"]
    assert [finding.id for finding in examine_broker(site.address(HOST_USER), "t9", 0.5)] == ["broker-good", "no-trays"]


@needs_mosquitto
def test_the_loopback_door_asks_for_a_password_too(site: Site) -> None:
    probe = client(Address(port=site.plain))
    assert not probe.connected
    probe.close()


@needs_mosquitto
def test_a_tray_writes_its_own_topics_only(site: Site, hub, trays, heard: Heard) -> None:
    tray = trays()
    tray.set_gold(5)
    tray.serve_mqtt(site.address("tray-red"), "t5")
    hub.add_mqtt(site.address(HOST_USER, tls=False), "t5")
    assert heard.sees(5)
    other = client(site.address("tray-blue"))
    other.publish(topics.device("t5", "tray-red", "status"), OFFLINE, retain=True)
    other.publish("homeassistant/device/x/config", b"{}", retain=True)
    other.close()
    tray.drop(1)
    assert heard.sees(6)
    assert "Lost" not in heard.kinds()


def wired(site: Site, folder: Path, ca: str) -> Path:
    """A data folder whose devices.toml names this broker by TLS."""
    lines = [f'host = "localhost"\nport = {site.tls}', f'user = "{HOST_USER}"\npassword = "{HOST_USER}-secret"']
    (folder / "devices.toml").write_text("\n".join(["[broker]", *lines, f'table = "t7"\nca = "{ca}"\n']))
    return folder


@needs_mosquitto
def test_the_app_reaches_the_broker_by_tls_as_its_settings_say(site: Site, trays, tmp_path: Path) -> None:
    shutil.copy(site.folder / "ca.crt", tmp_path / "our.crt")
    table = Trays(read_wiring(wired(site, tmp_path, "our.crt")))
    trays().serve_mqtt(site.address("tray-red"), "t7")
    assert eventually(lambda: table.poll() or [device.id for device in table.devices] == ["mqtt:tray-red"])
    table.close()


@needs_mosquitto
def test_an_authority_that_is_not_there_is_named(site: Site, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"devices.toml: broker.ca: no file .*their.crt"):
        read_wiring(wired(site, tmp_path, "their.crt"))


def _rules(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_the_brokers_we_start_ourselves_have_the_published_rights() -> None:
    assert _rules(_ACL.format(host=HOST_USER, desk=desk.USER)) == _rules((DEPLOY / "acl").read_text(encoding="utf-8"))


@needs_mosquitto
def test_our_password_lines_are_those_of_mosquitto(tmp_path: Path) -> None:
    ours = password_line("host", "secret").split("$")
    path = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-c", "-b", str(path), "host", "secret"], check=True, capture_output=True)
    theirs = path.read_text(encoding="utf-8").split("$")
    assert ours[:3] == theirs[:3]
    assert [len(part.strip()) for part in ours] == [len(part.strip()) for part in theirs]
