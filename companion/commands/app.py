"""`companion` without a command: the app in its window."""

from __future__ import annotations

import argparse

from companion.commands.display import check_display
from companion.commands.ending import end_if_asked
from companion.commands.playing import Playing, gone_on, playing
from companion.host.data_folder import data_folder
from companion.host.host import Host
from companion.host.log_file import keep_log
from companion.wording import of_system, wording


def run(asked: argparse.Namespace) -> int:
    """Open the window; returns when it is closed."""
    check_display()
    keep_log(data_folder(asked))
    host = Host(data_folder(asked), virtual=asked.table == "virtual")
    try:
        with playing(host, asked.desk, pictures=asked.desk_pictures) as table:
            _show(table, asked.game, asked.language)
    finally:
        host.close()
    return 0


def _show(table: Playing, game: str, language: str) -> None:
    from companion.ui.onscreen import prepare

    prepare()
    from companion.presenters.desk import Desk
    from companion.ui.app import CompanionApp

    wording.speak(of_system())
    desk = Desk(table.host, gone_on(table.host, game))
    if language:
        wording.speak(language)
    desk.serve(table.phones)

    def poll() -> None:
        end_if_asked()
        table.poll()

    CompanionApp(desk, poll).run()
