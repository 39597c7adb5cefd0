"""The broker with the very files of deploy/mosquitto: who may say what, and who gets in."""

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path
from queue import Empty, Queue

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from devices import home_assistant
from devices.broker import free_ports, start_broker
from devices.topics import NAME
from devices.tray import Card

HERE = Path(__file__).resolve().parents[2] / "deploy" / "mosquitto"
MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/sbin")
pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not on this machine")


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def configuration(folder: Path, plain: int, tls: int) -> str:
    """The shipped configuration, with places and ports of this test in it and nothing else changed."""
    text = (HERE / "mosquitto.conf").read_text().replace("/etc/mosquitto/companion", str(folder))
    text = text.replace("listener 1883 ", f"listener {plain} ").replace("listener 8883", f"listener {tls} 127.0.0.1")
    return f"{text}\nuser root\npersistence_location {folder}/\n"


def what_comes_back(line: socket.socket) -> bytes:
    try:
        return line.recv(4)
    except ConnectionResetError:
        return b""


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    """Folder, plain and TLS port of a running broker that knows the app, two trays, and those who only look."""
    folder = tmp_path_factory.mktemp("broker")
    plain, tls = free_ports(2)
    subprocess.run([HERE / "make-certificates", folder, "localhost", "127.0.0.1"], check=True, capture_output=True)
    for name in ("host", "tray-1", "tray-2", "watch", "home-assistant"):
        command = [HERE / "add-device", folder / "passwords", name]
        subprocess.run(command, input=f"secret of {name}\n", text=True, check=True, capture_output=True)
    shutil.copy(HERE / "acl", folder / "acl")
    (folder / "mosquitto.conf").write_text(configuration(folder, plain, tls))
    process = subprocess.Popen([MOSQUITTO, "-c", folder / "mosquitto.conf"], stderr=(folder / "log").open("w"))
    while not answers(tls):
        assert process.poll() is None, (folder / "log").read_text()
        time.sleep(0.02)
    yield folder, plain, tls
    process.terminate()
    process.wait(10)


class Guest:
    """A client that remembers what it heard."""

    def __init__(
        self, name: str, port: int, ca: Path | None = None, password: str | None = None, client_id: str = ""
    ) -> None:
        self.heard: Queue[tuple[str, bytes]] = Queue()
        self.came_in: Queue[bool] = Queue()
        self.left: Queue[bool] = Queue()
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=client_id)
        self.client.username_pw_set(name, password or f"secret of {name}")
        if ca:
            self.client.tls_set(ca_certs=str(ca), cert_reqs=ssl.CERT_REQUIRED)
        self.client.on_message = lambda _c, _u, message: self.heard.put((message.topic, message.payload))
        self.client.on_connect = lambda _c, _u, _f, reason, _p: self.came_in.put(not reason.is_failure)
        self.client.on_disconnect = lambda *_: self.left.put(True)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        self.let_in = self.came_in.get(timeout=10)

    def listen(self, topic: str) -> "Guest":
        done: Queue[bool] = Queue()
        self.client.on_subscribe = lambda *_: done.put(True)
        self.client.subscribe(topic, 1)
        done.get(timeout=10)
        return self

    def say(self, topic: str, payload: str, retain: bool = False) -> None:
        self.client.publish(topic, payload, 1, retain).wait_for_publish(10)

    def hears(self, seconds: float = 10) -> tuple[str, bytes] | None:
        try:
            return self.heard.get(timeout=seconds)
        except Empty:
            return None

    def leave(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


@pytest.fixture
def guest(broker):
    """Makes guests: the host on the loopback listener, everyone else over TLS."""
    folder, plain, tls = broker
    guests: list[Guest] = []

    def enter(name: str, password: str | None = None, client_id: str = "") -> Guest:
        where = (plain, None) if name == "host" else (tls, folder / "ca.crt")
        guests.append(Guest(name, *where, password=password, client_id=client_id))
        return guests[-1]

    yield enter
    for one in guests:
        one.leave()


@pytest.mark.parametrize("last", ["status", "snapshot", "sensed"])
def test_what_a_tray_says_under_its_own_name_reaches_the_host(guest, last):
    host = guest("host").listen("companion/#")
    guest("tray-1").say(f"companion/home/device/tray-1/{last}", "17")
    assert host.hears() == (f"companion/home/device/tray-1/{last}", b"17")


@pytest.mark.parametrize(
    "foreign",
    ["companion/home/device/tray-2/sensed", "companion/home/truth", "companion/home/device/tray-1/set", "elsewhere"],
)
def test_what_a_tray_says_anywhere_else_reaches_nobody(guest, foreign):
    host, tray = guest("host").listen("#"), guest("tray-1")
    tray.say(foreign, "30 gold")
    tray.say("companion/home/device/tray-1/sensed", "the next word")
    assert host.hears() == ("companion/home/device/tray-1/sensed", b"the next word")


def test_a_tray_hears_what_it_is_told_and_not_what_others_are_told(guest):
    host, tray = guest("host"), guest("tray-1").listen("companion/#")
    host.say("companion/home/device/tray-2/set", "for the other")
    host.say("companion/home/device/tray-1/set", "for you")
    assert tray.hears() == ("companion/home/device/tray-1/set", b"for you")


@pytest.mark.parametrize(("name", "password"), [("tray-1", "secret of tray-2"), ("tray-3", "secret of tray-1")])
def test_a_wrong_password_and_an_unknown_name_stay_outside(guest, name, password):
    assert not guest(name, password).let_in


def test_a_table_cannot_take_the_place_of_another_at_the_broker_that_a_desk_starts():
    accounts = {"desk": "d", "one": "1", "two": "2"}
    with start_broker(accounts, "mosquitto", one_each=True) as own:
        first = Guest("one", own.port, password="1", client_id="companion-one")
        thief = Guest("two", own.port, password="2", client_id="companion-one")
        try:
            assert thief.let_in
            with pytest.raises(Empty):
                first.left.get(timeout=1)
        finally:
            first.leave()
            thief.leave()


@pytest.mark.parametrize("victim", ["tray-1", "host"])
def test_a_tray_cannot_take_the_place_of_another_by_its_client_id(guest, victim):
    id = f"companion-{victim}"
    first = guest(victim, client_id=id)
    thief = guest("tray-2", client_id=id)
    assert thief.let_in
    with pytest.raises(Empty):
        first.left.get(timeout=1)
    topic = "companion/home/device/tray-1/sensed"
    first.say(topic, "still here")
    assert first.left.empty()


def test_app_and_doctor_of_one_account_are_at_the_broker_together(guest):
    app = guest("host", client_id="companion-home-status").listen("companion/#")
    doctor = guest("host", client_id="doctor-17")
    doctor.say("companion/home/doctor/echo", "ping")
    assert app.hears() == ("companion/home/doctor/echo", b"ping")


def test_who_only_watches_hears_all_and_says_nothing(guest):
    host = guest("host").listen("companion/#")
    watch = guest("watch").listen("companion/#")
    watch.say("companion/home/device/tray-1/set", "not for me to say")
    host.say("companion/home/truth", "30")
    assert host.hears() == ("companion/home/truth", b"30")
    assert watch.hears() == ("companion/home/truth", b"30")


def announced(id: str) -> tuple[str, list[str]]:
    """The topic that announces a tray to Home Assistant, and the topics that it is then to read."""
    card = Card(source="mqtt", id=id, device="seat-tray", capabilities=("coins", "buttons"))
    message = json.loads(home_assistant.announcement("home", card))
    named = {part.get("state_topic") or part["topic"] for part in message["components"].values()}
    named |= {each["topic"] for each in message["availability"]}
    return home_assistant.topic("home", id), sorted(named)


def test_home_assistant_hears_all_that_a_tray_s_announcement_names(guest):
    topic, named = announced("tray-1")
    assistant = guest("home-assistant").listen("homeassistant/#").listen("companion/#")
    host = guest("host")
    for each in [topic, *named]:
        host.say(each, "17")
    assert [assistant.hears() for _ in [topic, *named]] == [(each, b"17") for each in [topic, *named]]


def test_home_assistant_hears_no_command_and_says_only_that_it_is_back(guest):
    host = guest("host").listen("companion/#").listen("homeassistant/#")
    assistant = guest("home-assistant").listen("companion/#")
    for foreign in ("companion/home/device/tray-1/set", "companion/home/status", announced("tray-1")[0]):
        assistant.say(foreign, "not for Home Assistant to say")
    assistant.say(home_assistant.STATUS, "online")
    assert host.hears() == (home_assistant.STATUS, b"online")
    host.say("companion/home/device/tray-1/set", "for the tray")
    host.say("companion/home/status", "for all")
    assert assistant.hears() == ("companion/home/status", b"for all")


def test_nobody_comes_in_without_tls(broker):
    hello = b"\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00"
    with socket.create_connection(("127.0.0.1", broker[2]), timeout=10) as line:
        line.sendall(hello)
        assert what_comes_back(line)[:1] != b"\x20"


def test_an_authority_of_somebody_else_is_not_believed(broker, tmp_path):
    subprocess.run([HERE / "make-certificates", tmp_path, "localhost", "127.0.0.1"], check=True, capture_output=True)
    with pytest.raises(ssl.SSLError):
        Guest("tray-1", broker[2], tmp_path / "ca.crt")


def test_an_oversized_message_is_not_passed_on(guest):
    host, tray = guest("host").listen("companion/#"), guest("tray-1")
    tray.client.publish("companion/home/device/tray-1/sensed", "x" * 100_000, 0)
    guest("tray-2").say("companion/home/device/tray-2/sensed", "small")
    assert host.hears() == ("companion/home/device/tray-2/sensed", b"small")


def test_keys_and_passwords_are_for_their_owner_only(broker):
    folder = broker[0]
    assert {(folder / name).stat().st_mode & 0o077 for name in ("ca.key", "broker.key", "passwords")} == {0}


def test_no_password_stands_in_the_file_as_it_was_typed(broker):
    assert "secret" not in (broker[0] / "passwords").read_text()


@pytest.mark.parametrize("name", ["", "tray:1", "Tray", "tray/1", "#", "-tray", "_", "t" * 33])
def test_a_name_that_would_bend_the_rights_is_refused(tmp_path, name):
    command = [HERE / "add-device", tmp_path / "passwords", name]
    verdict = subprocess.run(command, input="x\n", text=True, capture_output=True, check=False)
    assert verdict.returncode == 2
    assert repr(name) in verdict.stderr


@pytest.mark.parametrize("name", ["tray_7", "7", "t" * 32, "tray-7c9f", "_tray", "Tray", "a b", "t" * 33, "tray/1"])
def test_a_name_is_an_account_where_it_is_a_tray_s_name_and_nowhere_else(tmp_path, name):
    command = [HERE / "add-device", tmp_path / "passwords", name]
    status = subprocess.run(command, input="x\n", text=True, capture_output=True, check=False).returncode
    assert (status == 0) is bool(re.match(NAME, name))


def test_a_new_password_takes_the_place_of_the_old_one(tmp_path):
    for name, password in (("tray-1", "a"), ("tray-10", "b"), ("tray-1", "c")):
        command = [HERE / "add-device", tmp_path / "passwords", name]
        subprocess.run(command, input=f"{password}\n", text=True, check=True, capture_output=True)
    names = [line.split(":")[0] for line in (tmp_path / "passwords").read_text().splitlines()]
    assert sorted(names) == ["tray-1", "tray-10"]


def test_certificates_made_again_keep_the_authority_the_trays_know(tmp_path):
    make = [HERE / "make-certificates", tmp_path, "table.local"]
    subprocess.run(make, check=True, capture_output=True)
    before = (tmp_path / "ca.crt").read_bytes(), (tmp_path / "broker.crt").read_bytes()
    subprocess.run([*make, "10.0.0.7"], check=True, capture_output=True)
    after = (tmp_path / "ca.crt").read_bytes(), (tmp_path / "broker.crt").read_bytes()
    assert (after[0] == before[0], after[1] == before[1]) == (True, False)


def test_a_certificate_that_is_replaced_is_named_and_kept(tmp_path):
    make = [HERE / "make-certificates", tmp_path, "table.local"]
    first = subprocess.run(make, check=True, capture_output=True, text=True)
    before = (tmp_path / "broker.crt").read_bytes()
    again = subprocess.run(make, check=True, capture_output=True, text=True)
    assert "authority: a new one" in first.stdout
    assert "authority" not in again.stdout
    assert "broker.crt is kept as broker.crt.old" in again.stdout
    assert (tmp_path / "broker.crt.old").read_bytes() == before


@pytest.mark.parametrize("spoil", ["ca.key gone", "ca.crt gone", "another ca.key"])
def test_an_authority_that_is_not_whole_is_never_made_anew_in_silence(tmp_path, spoil):
    make = [HERE / "make-certificates", tmp_path, "table.local"]
    subprocess.run(make, check=True, capture_output=True)
    if spoil == "another ca.key":
        subprocess.run(["openssl", "genrsa", "-out", tmp_path / "ca.key", "2048"], check=True, capture_output=True)
    else:
        (tmp_path / spoil.removesuffix(" gone")).unlink()
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    verdict = subprocess.run(make, capture_output=True, text=True, check=False)
    assert verdict.returncode == 1
    assert "nothing was changed" in verdict.stderr
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_every_right_is_below_the_companions_own_topics():
    rights = re.findall(r"^(?:topic|pattern) \w+ (\S+)", (HERE / "acl").read_text(), re.MULTILINE)
    assert {right.split("/")[0] for right in rights} == {"companion", "desk", "homeassistant"}
