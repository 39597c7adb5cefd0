"""The addresses of this computer on the networks it is in."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import IPv4Address

LOOPBACK = "127.0.0.1"
_FAR = ("192.0.2.1", "10.255.255.255", "192.168.255.255")
"""Addresses that a computer asks its routes for; nothing is sent there."""


def own_addresses() -> tuple[str, ...]:
    """IPv4 addresses phones of the same network reach this computer at, the likeliest first; loopback if none is."""
    found = [address for address in map(_towards, _FAR) if address]
    with suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    usable = [address for address in found if not IPv4Address(address).is_loopback]
    return tuple(dict.fromkeys(usable)) or (LOOPBACK,)


def _towards(far: str) -> str:
    """The own address from which a packet to `far` would go; empty where there is no way."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect((far, 9))
        return str(asking.getsockname()[0])
    return ""
