"""Games are opened, listed, gone on with; a table without sensors is followed by taps."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.host.wiring import Wiring, read_wiring
from companion.titles.title import Place, Setting
from engine.journal import Entry

SETTING = Setting(
    game="constantinopolis", edition="reconciled", places=(Place("red", "Anna"), Place("blue", "Bruno", "north"))
)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path, chance=Random(7))
    yield host
    host.close()


def test_a_new_game_is_followed_by_taps_alone(host: Host) -> None:
    session = host.open(SETTING)
    (seat,) = session.state.phase.actors
    assert isinstance(session.submit(session.offers(seat)[0]), Entry)
    host.poll()
    assert (session.names["red"], session.book.last) == ("Anna", 2)


def test_a_game_is_listed_and_gone_on_with_where_it_stood(host: Host) -> None:
    session = host.open(SETTING)
    session.submit(session.offers(session.state.phase.actors[0])[0])
    (saved,) = host.saved
    assert (saved.names, saved.round, saved.entries, saved.over) == (("Anna", "Bruno"), 1, 2, False)
    assert host.resume(saved.id).state.phase == session.state.phase


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        (Setting(game="constantinopolis", edition="reconciled", places=(Place("red", "Anna"),)), "C-GEN-03"),
        (
            Setting(
                game="constantinopolis", edition="reconciled", places=(Place("red", "Anna"), Place("red", "Bruno"))
            ),
            "C-",
        ),
        (Setting(game="constantinopolis", edition="german", places=SETTING.places), "'german'"),
        (
            Setting(
                game="constantinopolis", edition="reconciled", places=SETTING.places, options={"free_trade": "maybe"}
            ),
            "maybe",
        ),
        (
            Setting(
                game="constantinopolis",
                edition="reconciled",
                places=SETTING.places,
                drawn={"markets": ("market-x", "market-y")},
            ),
            "C-SET-05",
        ),
    ],
)
def test_what_is_no_game_is_refused_and_nothing_is_kept(host: Host, setting: Setting, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        host.open(setting)
    assert list(host.saved) == []


def test_a_game_on_the_drawn_table_is_there_at_once_and_played_when_the_table_is_set(tmp_path: Path) -> None:
    with closing(Host(tmp_path, virtual=True, pace=0.0, chance=Random(7))) as host:
        session = host.open(SETTING)
        told: list[bool] = []
        session.changed.append(lambda: told.append(host.setting))
        assert (host.setting, session.book.last) == (True, 1)
        _poll_until(host, lambda: not host.setting)
        assert told[-1] is False
        _poll_until(host, lambda: session.book.last > 1)


def test_a_host_may_be_closed_while_its_table_is_being_set(tmp_path: Path) -> None:
    host = Host(tmp_path, virtual=True, chance=Random(7))
    host.open(SETTING)
    host.close()
    assert (host.setting, host.running) == (False, None)


def test_a_table_that_cannot_be_set_says_what_went_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with closing(Host(tmp_path, virtual=True, chance=Random(7))) as host:
        host.open(SETTING)
        with pytest.raises(OSError, match="nowhere"):
            _poll_until(host, lambda: not host.setting)


def _poll_until(host: Host, done: Callable[[], bool], seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        host.poll()
        assert time.monotonic() < end, host.devices
        time.sleep(0.002)


def test_the_same_agreement_stands_in_entry_one(host: Host) -> None:
    setting = Setting(
        game="constantinopolis", edition="spanish", places=SETTING.places, drawn={"offices": ("blue", "red")}
    )
    command = host.open(setting).journal[0].command
    assert command.setup.offices == ("blue", "red")


def test_the_owners_copy_lacks_what_nobody_has_read_yet(host: Host) -> None:
    assert host.lacking("constantinopolis") > 0


def test_without_a_file_nothing_watches_and_a_mistake_in_it_is_named(tmp_path: Path) -> None:
    assert read_wiring(tmp_path) == Wiring()
    (tmp_path / "devices.toml").write_text('camera = "0"\n[broker]\nhost = "cottage"\nport = "x"\n')
    with pytest.raises(ValueError, match=r"devices\.toml: .*broker\.port"):
        read_wiring(tmp_path)


def test_where_people_sit_is_known_again_when_the_game_goes_on(tmp_path):
    places = (Place("red", "Anna", "west"), Place("blue", "Bruno", "east"))
    first = Host(tmp_path, chance=Random(7))
    first.open(Setting(game="constantinopolis", edition="reconciled", places=places))
    first.close()
    again = Host(tmp_path, chance=Random(7))
    again.resume("constantinopolis-0001")
    assert again.sides == {"red": "west", "blue": "east"}
    again.close()
