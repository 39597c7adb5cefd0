"""What a host in its window and one without share: the game to begin with, the desk that follows, the phones."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.commands.output import whisper
from companion.host.host import Host
from companion.play.session import Session
from engine.errors import CompanionError

if TYPE_CHECKING:
    from companion.web.phones.service import PhoneService

log = logging.getLogger("companion")
LAST = "last"
"""Stands for the game that was played last, if it is not over."""


class Playing:
    """A host with its phones; `poll` is called often by the thread that owns the game."""

    def __init__(self, host: Host, phones: PhoneService, follow: Callable[[], None]) -> None:
        self.host, self.phones, self._follow = host, phones, follow

    def poll(self) -> None:
        """Let the game, the desk that follows it and the phones go on."""
        self._follow()
        self.phones.poll()


@contextmanager
def playing(host: Host, desk: str, *, pictures: bool = False) -> Iterator[Playing]:
    """A host that plays, followed by the desk at this address if one is named; within, phones may be turned on.

    With `pictures` that desk gets one of the mat at each challenge.
    """
    from companion.web.phones.service import PhoneService

    with followed(host, desk, pictures=pictures) as follow:
        phones = PhoneService(host)
        try:
            yield Playing(host, phones, follow)
        finally:
            phones.turn_off()


@contextmanager
def followed(host: Host, address: str, *, pictures: bool = False) -> Iterator[Callable[[], None]]:
    """The host's `poll`; where a desk is named, here or in `devices.toml`, it follows each game that is kept."""
    pictures = pictures or host.wiring.desk_pictures
    address = address or host.wiring.desk
    if not address:
        yield host.poll
        return
    from companion.host.desk_line import DeskLine, read_address
    from companion.host.mat_pictures import MatPictures

    shown = MatPictures(lambda: host.running.eyes if host.running is not None else None) if pictures else None
    line = DeskLine(read_address(address), host.folder, pictures=shown)
    more = ", and a picture of the mat at each challenge" if shown else ""
    whisper(
        f"a desk follows this table ({line.table}): its referee sees the whole game, hidden cards and gold too{more}"
    )

    def poll() -> None:
        host.poll()
        line.poll(_of_this_table(host))
        host.seated = line.seated

    try:
        yield poll
    finally:
        line.close()


def _of_this_table(host: Host) -> Session | None:
    """The game that is played and kept here."""
    session = host.running.session if host.running is not None else None
    return session if session is not None and session.book.is_kept and not session.played_at else None


def gone_on(host: Host, game: str) -> Session | None:
    """The game to begin with; None for the first screen, also where the last game is over or cannot be gone on with."""
    if game != LAST:
        return host.resume(game) if game else None
    saved = next(iter(host.saved), None)
    if saved is None or saved.over:
        return None
    try:
        return host.resume(saved.id)
    except (CompanionError, OSError) as error:  # the first screen is of more use than a service that ends
        log.warning("%s is not gone on with: %s", saved.id, error)
        return None
