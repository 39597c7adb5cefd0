"""Phones at the table: before they are turned on, while they may join, and one that asks for a seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.host.opening import new_session, shuffled_game
from companion.presenters.common.phones import phones
from companion.presenters.desk import Desk


class Shown(Struct, kw_only=True):
    """Phones as they are shown; nothing is served."""

    link: str = ""
    trouble: str = ""
    changed: list[Callable[[], None]] = []
    addresses: Sequence[str] = ("192.168.1.20", "10.0.4.7")
    joiners: Mapping[str, Sequence[str]] = {}
    joined: Collection[str] = ()

    def turn_on(self, address: str) -> None:
        """Nothing is served."""

    def turn_off(self) -> None:
        """Nothing is served."""

    def answer(self, seat: str, yes: bool) -> None:
        """Nobody asks."""

    def revoke(self, seat: str) -> None:
        """Nobody has joined."""


LINK = "http://192.168.1.20:8808/#kfw7xm2p"
OFF = Shown()


def shown(stage: str) -> Any:
    """The screen at a stage: `off`, `on` or `asked`."""
    scene = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1))).scene()
    first, second, *_others = scene.source.names
    joiners = {second: ("luxury", "consumer", "alimentary")} if stage == "asked" else {}
    return phones(scene, OFF if stage == "off" else Shown(link=LINK, joined=(first,), joiners=joiners))
