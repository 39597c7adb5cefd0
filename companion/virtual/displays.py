"""What the trays' displays show, as the people before them read it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.play.labels import label, value_name
from companion.play.session import Session
from companion.virtual.table import VirtualTable
from devices.menu import Menu, Span
from engine.game import Command, Offer


class Displays:
    """The displays of a table's trays: what a dial can be turned to for the newest entry."""

    def __init__(self, table: VirtualTable, session: Session) -> None:
        self._table, self._session = table, session

    def menu(self, seat: str) -> Menu:
        """What a seat's tray shows."""
        return self._table.trays[seat].menu or Menu(0, "")

    def position(self, seat: str, name: str) -> int | None:
        """Where a tray's display lists a name for the entry that is the newest now."""
        menu = self.menu(seat)
        if menu.about != self._session.book.last or isinstance(menu.items, Span) or name not in menu.items:
            return None
        return menu.items.index(name)

    def families_of(self, seat: str) -> dict[type, str]:
        """What a seat may do with pieces it chooses, as the app has it: the kind of command and its name."""
        offers = (item for item in self._session.offers(seat) if isinstance(item, Offer) and item.over.pool is not None)
        return {type(item.least): label(item, self._session.game.name) for item in offers}

    def opened(self, seat: str, offer: Offer) -> bool:
        """Does the display show what a family of commands leaves open?"""
        menu = self.menu(seat)
        if not offer.over.values:
            return isinstance(menu.items, Span)
        return menu.items == tuple(value_name(value, self._session.game.name) for value in offer.over.values)

    def listed(
        self, command: Command, lawful: Callable[[str], Sequence[Command | Offer]]
    ) -> tuple[int, Offer | None] | None:
        """Where the display lists a command, and the family it belongs to if it opens a second menu."""
        menu = self.menu(command.seat)
        if menu.about != self._session.book.last or isinstance(menu.items, Span):
            return None
        for item in lawful(command.seat):
            name = label(item, self._session.game.name)
            family = isinstance(item, Offer) and type(item.least) is type(command) and _belongs(item, command)
            if (family or item == command) and name in menu.items:
                return menu.items.index(name), item if isinstance(item, Offer) else None
        return None


def _belongs(offer: Offer, command: Command) -> bool:
    fixed = (name for name in command.__struct_fields__ if name != offer.vary)
    return all(getattr(offer.least, name) == getattr(command, name) for name in fixed)
