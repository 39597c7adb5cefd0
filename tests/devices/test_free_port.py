"""A port is found for a broker that nobody takes before it listens."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from devices.broker import PORTS, free_port, free_ports
from devices.errors import Failed


@pytest.fixture
def few() -> Iterator[range]:
    """A hundred ports, all of them taken but the last; nobody else is given these."""
    ports = range(12_000, 12_100)
    with ExitStack() as taken:
        for port in ports[:-1]:
            with suppress(OSError):  # somebody else listens there
                taken.enter_context(socket.create_server(("127.0.0.1", port)))
        yield ports


def test_the_system_gives_none_of_these_ports_to_a_connection() -> None:
    for _ in range(50):
        with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as line:
            assert server.getsockname()[1] not in PORTS
            assert line.getsockname()[1] not in PORTS
    assert free_port() in PORTS


def test_of_many_ports_the_one_that_nobody_has_is_found(few: range) -> None:
    assert free_port(few) == few[-1]


def test_where_none_is_free_it_says_so(few: range) -> None:
    with socket.create_server(("127.0.0.1", few[-1])), pytest.raises(Failed, match=f"{few[0]} to {few[-1]}"):
        free_port(few)


def test_ports_for_many_are_each_another_one() -> None:
    few = range(12_200, 12_400)  # nobody else is given these
    assert all(len(set(free_ports(60, few))) == 60 for _ in range(20))
