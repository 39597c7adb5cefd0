"""Phones as the tablet turns them on and off: the table they sit at, and the server while there is one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from companion.web.phones.addresses import own_addresses
from engine.errors import NotWritten

if TYPE_CHECKING:
    from companion.web.phones.table import PhoneTable, Playing

PORT = 8808


class PhoneService:
    """The phones of a host's table, off until `turn_on`; its owner calls `poll` often and `turn_off` at the end.

    They are served at `port`, or at any free one for 0; by TLS where the table has an authority of its own.
    """

    def __init__(self, host: Playing, port: int = PORT) -> None:
        self._host, self._port = host, port
        self.changed: list[Callable[[], None]] = []
        self.trouble = ""
        self._close: Callable[[], None] | None = None
        self._origin = ""

    @cached_property
    def table(self) -> PhoneTable:
        """The table of the phones; the window's start does not wait for what it needs."""
        from companion.web.phones.table import PhoneTable

        table = PhoneTable(self._host)
        table.changed = self.changed
        return table

    @property
    def link(self) -> str:
        """What a phone opens to join; empty while phones are not served."""
        return f"{self._origin}/#{self.table.code}" if self._origin else ""

    @cached_property
    def addresses(self) -> Sequence[str]:
        """The addresses of this computer they may be served at."""
        return own_addresses()

    @property
    def joiners(self) -> Mapping[str, Sequence[str]]:
        """By seat that a phone asks for, and that the table has not answered yet, the goods it shows."""
        waiting = self.table.joining.waiting()
        return {seat: asked.goods for seat, asked in waiting.items() if not asked.table}

    @property
    def joined(self) -> Collection[str]:
        """The seats that have a phone."""
        return self.table.tokens.seats() - {""}

    def turn_on(self, address: str, known_as: str = "") -> None:
        """Serve phones at an address of this computer, or address:port; `trouble` says if that is not possible.

        `known_as` is the host:port by which phones reach it where that is another one.
        """
        from companion.web.phones.server import PhoneServer  # slow to load: only who turns it on waits for it
        from companion.web.serving.keys import KEYS, keys_for

        self.turn_off()
        try:
            folder = self._host.folder
            place, _, port = address.partition(":")
            keys = keys_for(folder / KEYS, known_as.partition(":")[0] or place) if folder else None
            server = PhoneServer(self.table, place, int(port or self._port), keys, known_as)
        except NotWritten as error:
            self.trouble = str(error)
            return
        self.table.begin()
        self._origin, self._close, self.trouble = server.origin, server.close, ""

    def turn_off(self) -> None:
        """Serve no phone any more: every seat is given up."""
        self.__dict__.pop("addresses", None)
        if self._close is not None:
            self.table.end()
            self._close()
        self._close, self._origin, self.trouble = None, "", ""

    def answer(self, seat: str, yes: bool) -> None:
        """May the phone that asks for this seat have it?"""
        if yes:
            self.table.grant(seat)
        else:
            self.table.refuse(seat)

    def revoke(self, seat: str) -> None:
        """The phone of a seat shows nothing any more."""
        self.table.revoke(seat)

    def poll(self) -> None:
        """Do what phones asked for; nothing while they are not served."""
        if self._close is not None:
            self.table.poll()
