"""`companion` without a command: the app in its window."""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.commands.display import check_display
from companion.commands.output import whisper
from companion.host.data_folder import data_folder
from companion.host.host import Host
from companion.host.log_file import keep_log
from companion.play.session import Session
from companion.wording import of_system, wording
from engine.errors import CompanionError

log = logging.getLogger("companion")
LAST = "last"
"""Stands for the game that was played last, if it is not over."""


def run(asked: argparse.Namespace) -> int:
    """Open the window; returns when it is closed."""
    check_display()
    keep_log(data_folder(asked))
    host = Host(data_folder(asked), virtual=asked.table == "virtual")
    try:
        with followed(host, asked.desk) as poll:
            _show(host, poll, asked.game, asked.language)
    finally:
        host.close()
    return 0


@contextmanager
def followed(host: Host, address: str) -> Iterator[Callable[[], None]]:
    """The host's `poll`; where a desk is named, here or in `devices.toml`, it follows each game that is kept."""
    address = address or host.wiring.desk
    if not address:
        yield host.poll
        return
    from companion.host.desk_line import DeskLine, read_address

    line = DeskLine(read_address(address), host.folder)
    whisper(f"a desk follows this table ({line.table}): its referee sees the whole game, hidden cards and gold too")

    def poll() -> None:
        host.poll()
        session = host.running.session if host.running is not None else None
        line.poll(session if session is not None and session.book.is_kept else None)

    try:
        yield poll
    finally:
        line.close()


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


def _show(host: Host, poll: Callable[[], None], game: str, language: str) -> None:
    from companion.ui.onscreen import prepare

    prepare()
    from companion.presenters.desk import Desk
    from companion.ui.app import CompanionApp
    from companion.web.phones.service import PhoneService

    wording.speak(of_system())
    desk = Desk(host, gone_on(host, game))
    if language:
        wording.speak(language)
    phones = PhoneService(host)
    desk.serve(phones)

    def poll_both() -> None:
        poll()
        phones.poll()

    try:
        CompanionApp(desk, poll_both).run()
    finally:
        phones.turn_off()
