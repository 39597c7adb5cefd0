# MQTT 3.1.1, as much of it as a tray needs: will, retained, subscribe, QoS 0. Every packet leaves in one write, so that
# no small packet waits for the acknowledgement of another.

import json
import select
import socket
import struct
import time

KEEPALIVE_S = 5
RETRY_MS = (200, 400, 800, 1600, 3200, 5000)
LARGEST = 4096


class MqttLink:
    """A connection that is made again whenever it is lost; settings: broker, port, password, table, id, ca, wifi."""

    def __init__(self, settings):
        self._settings = settings
        self._table = settings.get("table", "table")
        self._base = "companion/%s/device/%s/" % (self._table, settings["id"])
        self._socket = None
        self._tries = 0
        self._next_try = 0
        self._spoke = 0
        self._heard = b""
        self._poll = select.poll()

    # --- connection ---

    def _connect(self, machine, now):
        self._next_try = now + RETRY_MS[min(self._tries, len(RETRY_MS) - 1)]
        self._tries += 1
        self._join_wifi()
        plain = socket.socket()
        try:
            plain.settimeout(3)
            plain.connect(socket.getaddrinfo(self._settings["broker"], self._settings.get("port", 1883))[0][-1])
            self._no_delay(plain)
            self._socket = self._secured(plain)
            self._greet()
        except (OSError, ValueError):
            plain.close()
            self._socket = None
            return
        self._tries, self._heard = 0, b""
        self._socket.setblocking(False)
        self._poll.register(plain, select.POLLIN)
        self._plain = plain
        self._publish("status", {"online": True}, True)
        if machine.ready:
            self._publish("snapshot", machine.snapshot(), True)

    def _join_wifi(self):
        if "wifi" not in self._settings:
            return
        import network

        station = network.WLAN(network.STA_IF)
        if not station.isconnected():
            station.active(True)
            station.connect(self._settings["wifi"], self._settings.get("wifi_password", ""))
            for _ in range(40):
                if station.isconnected():
                    return
                time.sleep_ms(100)

    def _no_delay(self, plain):
        try:
            plain.setsockopt(6, 1, 1)  # IPPROTO_TCP, TCP_NODELAY
        except (OSError, AttributeError):
            pass  # a board whose network stack has no such option sends at once anyway

    def _secured(self, plain):
        if "ca" not in self._settings:
            return plain
        import tls

        context = tls.SSLContext(tls.PROTOCOL_TLS_CLIENT)
        context.verify_mode = tls.CERT_REQUIRED  # pyright: ignore  # the stubs do not know it
        with open(self._settings["ca"], "rb") as file:
            context.load_verify_locations(file.read())
        return context.wrap_socket(plain, server_hostname=self._settings["broker"])

    def _greet(self):
        will = _text(self._base + "status") + _text('{"online":false}')
        who = _text("tray-" + self._table + "-" + self._settings["id"])
        account = _text(self._settings["id"]) + _text(self._settings.get("password", ""))
        flags = 0xC0 | 0x20 | 0x08 | 0x04 | 0x02  # user, password, will retained, will QoS 1, will, clean session
        head = _text("MQTT") + b"\x04" + bytes([flags]) + struct.pack(">H", KEEPALIVE_S)
        self._write(0x10, head + who + will + account)
        answer = self._exactly(4)
        if answer[:2] != b"\x20\x02" or answer[3]:
            raise ValueError("the broker says no: %d" % answer[3])
        self._write(0x82, b"\0\x01" + _text(self._base + "set") + b"\x01")

    def _exactly(self, count):
        raw = b""
        while len(raw) < count:
            part = self._socket.read(count - len(raw)) if hasattr(self._socket, "read") else b""
            if not part:
                raise OSError("hung up")
            raw += part
        return raw

    def _lose(self):
        if self._socket is not None:
            self._poll.unregister(self._plain)
            self._socket.close()
            self._socket = None

    # --- packets ---

    def _write(self, kind, body):
        size, length = len(body), b""
        while True:
            size, low = size >> 7, size & 127
            length += bytes([low | (128 if size else 0)])
            if not size:
                break
        self._socket.write(bytes([kind]) + length + body)

    def _publish(self, leaf, message, retain=False):
        if self._socket is not None:
            body = _text(self._base + leaf) + json.dumps(message).encode()
            self._write(0x31 if retain else 0x30, body)

    def receive(self, machine, wait_ms):
        """The messages from the host, waiting a little for them."""
        heard = []
        if self._socket is None:
            time.sleep_ms(wait_ms)
            return heard
        if self._poll.poll(wait_ms):
            part = self._read_some()
            if not part:
                self._lose()
                return heard
            self._heard += part
        while self._packet(heard):
            pass
        return heard

    def _read_some(self):
        try:
            part = self._socket.read(1024)
        except OSError:
            return b""
        return part if part is not None else b" "[:0]

    def _packet(self, heard):
        """Take one whole packet off what was received; False when there is none."""
        size, at, shift = 0, 1, 0
        while True:
            if len(self._heard) <= at:
                return False
            size |= (self._heard[at] & 127) << shift
            at, shift = at + 1, shift + 7
            if self._heard[at - 1] < 128:
                break
        if size > LARGEST:
            self._lose()
            return False
        if len(self._heard) < at + size:
            return False
        kind, body = self._heard[0], self._heard[at : at + size]
        self._heard = self._heard[at + size :]
        if kind & 0xF0 == 0x30:
            self._published(kind, body, heard)
        return True

    def _published(self, kind, body, heard):
        skip = 2 + (body[0] << 8 | body[1])
        if kind & 6:
            self._write(0x40, body[skip : skip + 2])
            skip += 2
        try:
            message = json.loads(body[skip:])
        except ValueError:
            return
        if isinstance(message, dict):
            heard.append(message)

    def send(self, messages, machine, now):
        """Publish, keep the connection alive, make it when there is none."""
        if self._socket is None:
            if now >= self._next_try:
                self._connect(machine, now)
            return
        try:
            for message in messages:
                kept = message["type"] == "snapshot"
                self._publish("snapshot" if kept else "sensed", message, kept)
                if message["type"] == "settled":
                    self._publish("snapshot", machine.snapshot(), True)
            if messages:
                self._spoke = now
            elif now - self._spoke > KEEPALIVE_S * 500:
                self._spoke = now
                self._write(0xC0, b"")
        except OSError:
            self._lose()


def _text(words):
    raw = words.encode()
    return struct.pack(">H", len(raw)) + raw
