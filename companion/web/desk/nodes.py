"""The configuration of a node of nats-server: the broker of a convention's tables, and its stream."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import quote

from msgspec import Struct

from companion.web.desk.accounts import NODE
from devices import desk

CLUSTER = "desk"
MQTT_PORT, PORT, ROUTE_PORT = 1884, 4222, 6222
"""Where tables, workers and the other nodes reach a node, unless told otherwise."""
LARGEST = 65_536
"""Bytes of the largest message that a node takes."""
_CONF = """\
server_name: {name}
listen: "{host}:{port}"
{pid}max_payload: {largest}
ping_interval: "5s"
write_deadline: "5s"
jetstream {{ store_dir: {store} }}
mqtt {{
  listen: "{host}:{mqtt_port}"
  # what a table misses is sent again, so no node needs to keep it
  consumer_replicas: 1
  consumer_memory_storage: true
{tls}}}
cluster {{
  name: {cluster}
  listen: "{route}"
  authorization {{ user: {node}, password: {between}, timeout: 5 }}
  routes: [{routes}]
}}
authorization {{
  timeout: 5
  users: [
    {{ user: {desk}, password: {password} }}
{tables}  ]
}}
"""
_TABLE = """\
    {{ user: {user}, password: {password}, permissions: {{ publish: {publish}, subscribe: {subscribe} }} }}
"""
_TLS = """\
  tls {{ cert_file: {cert}, key_file: {key} }}
"""


class Node(Struct, frozen=True, kw_only=True):
    """A node: where it listens, `route` for the other nodes, which are `routes`; `keys` is a folder with broker.crt."""

    name: str
    host: str = "0.0.0.0"
    port: int = PORT
    mqtt_port: int = MQTT_PORT
    route: tuple[str, int]
    routes: tuple[tuple[str, int], ...]
    store: str
    pid_file: str = ""
    keys: str = ""


def configuration(node: Node, accounts: Mapping[str, str], between: str) -> str:
    """What nats-server reads; a table's account writes and reads below its own name only.

    `between` is the password that nodes ask each other for.
    """
    tables = "".join(_account(name, password) for name, password in accounts.items() if name != desk.USER)
    tls = _TLS.format(cert=_text(f"{node.keys}/broker.crt"), key=_text(f"{node.keys}/broker.key")) if node.keys else ""
    return _CONF.format(
        name=_text(node.name), host=node.host, port=node.port, mqtt_port=node.mqtt_port, largest=LARGEST,
        pid=f"pid_file: {_text(node.pid_file)}\n" if node.pid_file else "", store=_text(node.store), tls=tls,
        cluster=CLUSTER, route=_place(node.route), tables=tables,
        node=_text(NODE), between=_text(between),
        routes=", ".join(_text(_route(each, between)) for each in node.routes),
        desk=_text(desk.USER), password=_text(accounts[desk.USER]),
    )  # fmt: skip


def _account(name: str, password: str) -> str:
    publish = json.dumps([subject(name, leaf) for leaf in desk.FROM_TABLE])
    subscribe = json.dumps([subject(name, leaf) for leaf in desk.FROM_DESK])
    return _TABLE.format(user=_text(name), password=_text(password), publish=publish, subscribe=subscribe)


def subject(table: str, leaf: str) -> str:
    """What NATS calls the topic of a table."""
    return desk.topic(table, leaf).replace("/", ".")


def _route(place: tuple[str, int], between: str) -> str:
    return f"nats-route://{NODE}:{quote(between, safe='')}@{_place(place)}"


def _place(place: tuple[str, int]) -> str:
    return f"{place[0]}:{place[1]}"


def _text(text: str) -> str:
    return json.dumps(text)
