"""`companion` without a command: the app in its window."""

from __future__ import annotations

import argparse

from companion.host.data_folder import data_folder
from companion.host.host import Host
from companion.wording import of_system, wording


def run(asked: argparse.Namespace) -> int:
    """Open the window; returns when it is closed."""
    host = Host(data_folder(asked), virtual=asked.table == "virtual")
    try:
        _show(host, asked.game, asked.language)
    finally:
        host.close()
    return 0


def _show(host: Host, game: str, language: str) -> None:
    from companion.ui.onscreen import prepare

    prepare()
    from companion.presenters.desk import Desk
    from companion.ui.app import CompanionApp

    wording.speak(of_system())
    desk = Desk(host, host.resume(game) if game else None)
    if language:
        wording.speak(language)
    CompanionApp(desk, host.poll).run()
