"""`--game last`: the service goes on with the game that was played last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.commands.playing import LAST, gone_on
from companion.host.host import Host
from companion.play.storage import Store
from engine.errors import NotFound
from tests.commands.test_games_kept import opened


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path)
    yield made
    made.close()


def keep(folder: Path, *times: float) -> list[str]:
    with Store(folder / "games.db") as store:
        ids = []
        for at in times:
            book = opened()
            ids.append(store.take_in(book, at))
        return ids


def test_the_game_played_last_is_gone_on_with(tmp_path: Path, host: Host) -> None:
    _, newer = keep(tmp_path, 1.0, 50.0)
    session = gone_on(host, LAST)
    assert session is not None
    assert host.saved[0].id == newer
    assert session.book.last == host.saved[0].entries


def test_without_any_game_the_first_screen_is_shown(host: Host) -> None:
    assert gone_on(host, LAST) is None
    assert gone_on(host, "") is None


def test_a_game_that_is_over_is_not_gone_on_with(tmp_path: Path, host: Host) -> None:
    from testkit.constantinopolis.players import game

    with Store(tmp_path / "games.db") as store:
        store.take_in(game(2, 1), 1e9)
    assert host.saved[0].over
    assert gone_on(host, LAST) is None


def test_a_game_that_is_named_must_be_there(host: Host) -> None:
    with pytest.raises(NotFound):
        gone_on(host, "constantinopolis-0009")


def test_a_last_game_that_cannot_be_gone_on_with_leaves_the_first_screen(
    tmp_path: Path, host: Host, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    keep(tmp_path, 1.0)

    def unplugged(_id: str) -> None:
        raise OSError("no camera")

    monkeypatch.setattr(host, "resume", unplugged)
    assert gone_on(host, LAST) is None
    assert "no camera" in caplog.text
