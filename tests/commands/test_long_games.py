"""Commands that read whole games say that they go on where it takes long, on a terminal and nowhere else."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path
from threading import Event

import pytest

from companion.commands import progress
from companion.commands.cli import main
from companion.host.opening import shuffled_game
from companion.play.record import write_record
from companion.play.storage import Store
from engine.game import legal

COMMANDS = {
    "import": ("Reading the game", ["{folder}/game.jsonl"]),
    "replay": ("Deciding every entry again", ["{folder}/game.jsonl"]),
    "export": ("Writing the game", ["{game}", "{folder}/out.jsonl"]),
    "restore": ("Looking through the games and their copies", []),
}


class Terminal(StringIO):
    """What a person sees of the error output."""

    def isatty(self) -> bool:
        return True


class Long(Event):
    """The end of something that is not done when the time to wait for it is over."""

    def wait(self, timeout: float | None = None) -> bool:
        return timeout is None and super().wait()


@pytest.fixture
def asked(tmp_path: Path) -> tuple[Path, str]:
    """A folder with a record, and the id of another game that is kept there."""
    book, other = (shuffled_game("constantinopolis", 2, seed) for seed in (1, 2))
    for each in (book, other):
        each.submit(legal(each.game, each.state, "")[0], at=5.0)
    write_record(book, tmp_path / "game.jsonl")
    with Store(tmp_path / "games.db") as store:
        return tmp_path, store.take_in(other, 1.0)


def seen(monkeypatch: pytest.MonkeyPatch, error: StringIO, asked: tuple[Path, str], command: str) -> str:
    """What a command writes beside its answer."""
    folder, game = asked
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", error)
    words = [word.format(folder=folder, game=game) for word in COMMANDS[command][1]]
    assert main(["--data", str(folder), command, *words]) == 0
    return error.getvalue()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_takes_long_says_so_on_a_terminal(
    command: str, asked: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "Event", Long)
    assert COMMANDS[command][0] in seen(monkeypatch, Terminal(), asked, command)


@pytest.mark.parametrize("command", COMMANDS)
def test_one_that_is_done_at_once_says_nothing(
    command: str, asked: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "AFTER", 60.0)
    assert seen(monkeypatch, Terminal(), asked, command) == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_said_where_no_terminal_is(
    command: str, asked: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "Event", Long)
    assert seen(monkeypatch, StringIO(), asked, command) == ""
