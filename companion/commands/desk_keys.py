"""The keys by which a desk is reached by TLS, the same as those for phones, and what is said where there are none."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from ipaddress import ip_address
from typing import TYPE_CHECKING

from companion.commands.options import EVERY
from companion.commands.output import say
from companion.host.data_folder import data_folder

if TYPE_CHECKING:
    from companion.web.serving.keys import Keys

LOOPBACK = "127.0.0.1"


def desk_keys(asked: argparse.Namespace, *, own_broker: bool) -> Keys | None:
    """The keys for the page, and the broker if it is the desk's own; None where there is no authority, or no need.

    `NotWritten` for keys that are damaged, or cannot be made for these addresses.
    """
    from companion.web.serving.keys import KEYS, keys_for

    names = [name for place in _places(asked, own_broker) for name in _names(place)]
    keys = keys_for(data_folder(asked) / KEYS, *dict.fromkeys(names)) if names else None
    if keys is not None:
        keys.context()
    return keys


def authority_of(asked: argparse.Namespace) -> str:
    """The file that a table needs to reach the desk's own broker by TLS; empty where it is reached without."""
    from companion.web.serving.keys import AUTHORITY, KEYS

    return AUTHORITY if (data_folder(asked) / KEYS / AUTHORITY).exists() else ""


def tell_privacy(asked: argparse.Namespace, keys: Keys | None, *, own_broker: bool) -> None:
    """Say what tables need for TLS; or, where something leaves this machine without, what others can read."""
    if keys is not None and own_broker:
        say(f"by TLS alone: copy {keys.authority} to each table, whose address names it as ?ca=FILE")
    open_to = [place or EVERY[1] for place in _places(asked, own_broker) if not _is_here(place)]
    if open_to and keys is None:
        where = " and ".join(dict.fromkeys(open_to))
        say(
            f"not private: who shares the network of {where} can read passwords, hidden cards and gold; "
            "`companion keys` makes what TLS needs, then start the desk again"
        )


def _places(asked: argparse.Namespace, own_broker: bool) -> Iterator[str]:
    """Where browsers reach the page, unless a proxy does the TLS, and tables the broker, if it is our own."""
    if "://" not in asked.known_as:
        yield asked.known_as.partition(":")[0] or asked.page
    if own_broker:
        yield asked.listen


def _names(place: str) -> tuple[str, ...]:
    from companion.web.phones.addresses import own_addresses

    return (*own_addresses(), LOOPBACK) if place in EVERY else (place,)


def _is_here(place: str) -> bool:
    """Is it this machine alone?"""
    try:
        return ip_address(place).is_loopback
    except ValueError:
        return place == "localhost"
