"""A broker for one table on this machine: mosquitto with passwords and access list, or amqtt."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from random import SystemRandom
from typing import TYPE_CHECKING, Literal

from devices import broker_folder, desk
from devices.android_port import on_android
from devices.errors import Failed, NotPresent, TimedOut
from devices.mqtt_client import Address

if TYPE_CHECKING:
    from devices.broker_keys import Keys
    from devices.embedded_broker import EmbeddedBroker

Kind = Literal["mosquitto", "amqtt"]
HOST_USER = "host"
LOOPBACK = "127.0.0.1"
PORTS = range(20_000, 32_000)
"""Of these a free one is chosen: systems give connections that go out, and who asks for any port, higher ones."""
EVERY = ("", "0.0.0.0", "::")
"""Every address of this machine."""

_CONF = """\
per_listener_settings false
listener {port} {bind}
allow_anonymous false
password_file {folder}/passwords
acl_file {folder}/acl
set_tcp_nodelay true
max_queued_messages 100000
message_size_limit 65536
persistence true
persistence_location {folder}/
pid_file {folder}/mosquitto.pid
autosave_interval 30
log_dest file {folder}/mosquitto.log
log_type error
log_type warning
log_type notice
"""

_TLS = """\
cafile {keys.authority}
certfile {keys.certificate}
keyfile {keys.key}
"""
_ONE_EACH = "use_username_as_clientid true\n"
_ACL = """\
user {host}
topic readwrite companion/#
topic readwrite homeassistant/#

user watch
topic read companion/#

user home-assistant
topic read companion/+/status
topic read companion/+/device/+/status
topic read companion/+/device/+/snapshot
topic read companion/+/device/+/sensed
topic read homeassistant/device/+/config
topic readwrite homeassistant/status

user {desk}
topic readwrite desk/#

pattern write companion/+/device/%u/status
pattern write companion/+/device/%u/snapshot
pattern write companion/+/device/%u/sensed
pattern read companion/+/device/%u/set

pattern write desk/%u/status
pattern write desk/%u/journal
pattern write desk/%u/ruled
pattern write desk/%u/picture
pattern read desk/%u/heard
pattern read desk/%u/ruling
pattern read desk/%u/look
pattern read desk/%u/seated
"""


def find_mosquitto() -> str | None:
    """Where mosquitto is installed (often not on a user's path), or None."""
    return shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin")


def password_line(user: str, password: str) -> str:
    """A line of mosquitto's password file (PBKDF2-SHA512, its `$7$` form)."""
    salt = os.urandom(12)
    digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, 101)
    return f"{user}:$7$101${base64.b64encode(salt).decode()}${base64.b64encode(digest).decode()}\n"


def free_port(ports: range = PORTS) -> int:
    """A loopback port that is free; no connection gets it from the system before somebody listens there.

    Raises Failed where none is found in a hundred tries.
    """
    return free_ports(1, ports)[0]


def free_ports(many: int, ports: range = PORTS) -> list[int]:
    """So many of them, each another one; Failed as `free_port`."""
    found: list[int] = []
    for port in SystemRandom().sample(ports, 99 + many):
        with suppress(OSError), socket.create_server((LOOPBACK, port)):
            found.append(port)
        if len(found) == many:
            return found
    raise Failed(f"no port of this machine from {ports[0]} to {ports[-1]} is free")


class Broker:
    """A running broker; a context manager. `address(user)` is what a client of that user needs."""

    def __init__(
        self,
        accounts: Mapping[str, str],
        kind: Kind,
        port: int,
        bind: str = LOOPBACK,
        *,
        one_each: bool = False,
        keys: Keys | None = None,
    ) -> None:
        self.kind: Kind = kind
        self.port = port
        self._bind, self._one_each, self._keys = bind, one_each, keys
        self._accounts = dict(accounts)
        self._folder = broker_folder.make_folder()
        self._process: subprocess.Popen[bytes] | None = None
        self._embedded: EmbeddedBroker | None = None
        try:
            self._write_files()
            self.start()
        except BaseException:
            self.close()
            raise

    def address(self, user: str = HOST_USER) -> Address:
        """Where `user` finds it; raises KeyError for a user it doesn't know."""
        ca = self._keys.authority if self._keys else None
        return Address(host=self._host, port=self.port, user=user, password=self._accounts[user], ca=ca)

    @property
    def _host(self) -> str:
        """Where it is found from this machine."""
        return LOOPBACK if self._bind in EVERY else self._bind

    def _write_files(self) -> None:
        (self._folder / "mosquitto.conf").write_text(self._configuration(), encoding="utf-8")
        (self._folder / "acl").write_text(_ACL.format(host=HOST_USER, desk=desk.USER), encoding="utf-8")
        lines = "".join(password_line(user, password) for user, password in self._accounts.items())
        (self._folder / "passwords").write_text(lines, encoding="utf-8")
        for name in ("acl", "passwords"):
            (self._folder / name).chmod(0o600)

    def _configuration(self) -> str:
        text = _CONF.format(port=self.port, bind=self._bind, folder=self._folder)
        text += _TLS.format(keys=self._keys) if self._keys else ""
        text += _ONE_EACH if self._one_each else ""
        # started by root it would become the user mosquitto, who cannot read our files
        return text + "user root\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else text

    def start(self) -> None:
        """Start (again) on the same port with the same files; raises Failed or TimedOut when it does not come up."""
        if self.kind == "amqtt":
            from devices.embedded_broker import EmbeddedBroker  # 80 ms that only this needs

            self._embedded = EmbeddedBroker(self.port, self._accounts, HOST_USER, self._bind, self._keys)
        else:
            self._process = broker_folder.keep(find_mosquitto() or "mosquitto", self._folder)
            self._wait_until_up(self._process)

    def _wait_until_up(self, process: subprocess.Popen[bytes], seconds: float = 10.0) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if process.poll() is not None:
                raise Failed(f"mosquitto ended at once with {process.returncode!r}: {self.log()}")
            try:
                socket.create_connection((self._host, self.port), 0.2).close()
                return
            except OSError:
                time.sleep(0.02)
        raise TimedOut(f"no broker on port {self.port!r} after {seconds} s")

    def revive(self) -> bool:
        """Start it again if it has ended by itself; true if it had. Raises as `start` does."""
        if self._process is None or self._process.poll() is None:
            return False
        broker_folder.release(self._process)  # else its keeper would remove the folder
        self.start()
        return True

    def log(self) -> str:
        """The end of mosquitto's log."""
        path = self._folder / "mosquitto.log"
        return path.read_text(encoding="utf-8", errors="replace")[-2000:] if path.exists() else ""

    def stop(self) -> None:
        """End it; its retained messages are kept (by mosquitto) for the next start."""
        if self._process:
            broker_folder.release(self._process)
            self._process = None
        if self._embedded:
            self._embedded.close()
            self._embedded = None

    def close(self) -> None:
        """End it and remove its files; may be called twice."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> Broker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def start_broker(
    accounts: Mapping[str, str],
    kind: Kind | None = None,
    port: int = 0,
    bind: str = LOOPBACK,
    *,
    one_each: bool = False,
    keys: Keys | None = None,
) -> Broker:
    """Start a broker on loopback, or on the address `bind`, and wait until it answers.

    `accounts` maps user → password: the user "host" may do everything with devices, "desk" with tables; every other
    user is a device or a table of that id and may write its own topics only. `kind` None takes mosquitto where it is
    installed, else the embedded amqtt. `port` 0 takes a free one. With `one_each` an account has one connection, and
    none takes another's place by its client id; amqtt cannot do that. With `keys` it is reached by TLS alone.
    Raises Failed or TimedOut when it does not come up, and NotPresent on Android, where there is neither.
    """
    if on_android():
        raise NotPresent("no broker runs on a tablet: trays are on its cable, or at a broker elsewhere")
    chosen: Kind = kind or ("mosquitto" if find_mosquitto() else "amqtt")
    return Broker(accounts, chosen, port or free_port(), bind, one_each=one_each, keys=keys)
