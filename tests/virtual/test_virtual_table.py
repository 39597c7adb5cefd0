"""The virtual table is watched by the real parts: camera frames, a serial line, a broker."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.commands.demo import readings
from companion.host.opening import Running, shuffled_game, virtual_game
from companion.play.record import decided_again, read_record
from companion.virtual.laying import Laying
from vision.drawn.laid import LaidCube
from vision.mat.mat import load_mat


@pytest.fixture
def running() -> Iterator[Running]:
    with virtual_game(shuffled_game("constantinopolis", 3, 4), 4, slips=0) as running:
        yield running


def play_until(running: Running, done: Callable[[], bool], seconds: float = 120.0) -> None:
    end = time.monotonic() + seconds
    while not done():
        running.poll()
        assert time.monotonic() < end, f"entry {running.session.book.last}: {running.session.state.phase}"
        time.sleep(0.002)


def test_a_first_round_is_followed_through_camera_serial_and_broker_without_a_tap(running: Running) -> None:
    session, dealer = running.session, running.dealer
    assert dealer is not None
    play_until(running, lambda: session.state.phase.round.number == 2)
    found = readings(session.book)
    assert min(found["camera"], found["serial"], found["mqtt"]) > 0
    assert (found["tap"], session.ended) == (0, ())
    play_until(running, dealer._followed)


def test_somebody_may_tap_and_the_virtual_table_follows(running: Running) -> None:
    session, dealer = running.session, running.dealer
    assert dealer is not None
    play_until(running, lambda: session.book.last >= 4)
    (seat,) = session.state.phase.actors
    session.submit(
        session.offers(seat)[0] if not hasattr(session.offers(seat)[0], "least") else session.offers(seat)[-1]
    )
    last = session.book.last
    play_until(running, lambda: session.book.last > last + 3 and dealer._followed())
    assert [entry.origin for entry in session.journal].count("tap") == 1


def test_what_a_guest_takes_back_is_played_again(running: Running) -> None:
    session, dealer = running.session, running.dealer
    assert dealer is not None
    play_until(running, lambda: session.state.phase.round.order != ())
    session.undo(session.book.live[-2])
    last = session.book.last
    play_until(running, lambda: session.book.last > last + 4 and dealer._followed())
    assert session.ended == ()


def test_a_tray_shows_the_gold_the_book_says_lies_on_it(running: Running) -> None:
    session, table = running.session, running.table
    assert table is not None
    play_until(running, lambda: session.book.last >= 5 and not session.pending)
    for seat, tray in table.trays.items():
        play_until(running, lambda tray=tray, seat=seat: tray.truth == session.state.table[f"treasury/{seat}"]["gold"])


def test_the_game_goes_on_by_taps_without_a_tray_and_by_the_tray_once_it_is_back() -> None:
    with virtual_game(shuffled_game("constantinopolis", 3, 4), 4, slips=0, patience=2.0) as running:
        session, table = running.session, running.table
        assert table is not None
        seat = table.seats[2]
        tray = table.trays[seat]
        play_until(running, lambda: any(entry.origin == f"mqtt:{tray.id}" for entry in session.journal))
        tray.unplug()
        play_until(running, lambda: "lost" in {device.state for device in session.devices if device.seat == seat})
        since = session.book.last
        play_until(running, lambda: any(entry.origin == "tap" for entry in session.journal[since:]))
        tray.serve_mqtt(table.broker.address(tray.id), table.name)
        since = session.book.last
        play_until(running, lambda: any(entry.origin == f"mqtt:{tray.id}" for entry in session.journal[since:]))
        assert session.ended == ()


def test_the_game_goes_on_without_the_camera_and_reads_the_table_again_once_it_is_back() -> None:
    with virtual_game(shuffled_game("constantinopolis", 2, 4), 4, slips=0, patience=2.0) as running:
        session, table = running.session, running.table
        assert table is not None
        play_until(running, lambda: any(entry.origin == "camera" for entry in session.journal))
        table.camera.pull()
        play_until(running, lambda: "lost" in {device.state for device in session.devices})
        play_until(running, lambda: any(entry.origin == "tap" for entry in session.journal))
        table.camera.plug()
        since = session.book.last
        play_until(running, lambda: any(entry.origin == "camera" for entry in session.journal[since:]))
        assert session.ended == ()


def test_a_slipped_coin_is_located_and_put_back() -> None:
    with virtual_game(shuffled_game("constantinopolis", 2, 3), 3, slips=0) as running:
        session, table = running.session, running.table
        assert table is not None
        play_until(running, lambda: session.book.last >= 3 and not session.pending)
        seat = table.seats[0]
        table.slips[seat] = 1
        play_until(running, lambda: bool(session.ended))
        found, how = session.ended[0]
        assert (found.zone, dict(found.table), how) == (f"treasury/{seat}", {"gold": 1}, "put right")


def test_cubes_keep_their_place_until_somebody_takes_them() -> None:
    laying = Laying(load_mat(), Random(1))
    assert laying.goods("goods-1", {"G": 3, "B": 1})
    before = set(laying.pieces)
    assert laying.goods("goods-1", {"G": 2, "B": 1, "Y": 1})
    assert len(before & set(laying.pieces)) == 3
    assert not laying.goods("goods-1", {"B": 1, "G": 2, "Y": 1})


def test_no_two_cubes_lie_on_each_other() -> None:
    laying = Laying(load_mat(), Random(2))
    laying.goods("goods-2", {"G": 10, "K": 10, "R": 5})
    cubes = [piece for piece in laying.pieces if isinstance(piece, LaidCube)]
    near = [(a, b) for a in cubes for b in cubes if a is not b and abs(a.x - b.x) < 8 and abs(a.y - b.y) < 8]
    assert (len(cubes), near) == (25, [])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_is_right_to_the_last_point(players: int, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    asked = [sys.executable, "-m", "companion", "demo", "--players", str(players), "--seed", "1", "--json"]
    done = subprocess.run([*asked, "--record", str(record)], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["scores"] == found["true_scores"]
    assert found["share_sensed"] >= 0.9
    assert decided_again(read_record(record)).entries[-1].digest == found["digest"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_game_full_of_troubles_is_right_to_the_last_point(seed: int) -> None:
    asked = [sys.executable, "-m", "companion", "demo", "--seed", str(seed), "--json", "--troubles", "20"]
    done = subprocess.run([*asked, "--slips", "3"], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["scores"] == found["true_scores"]
    assert len(found["troubles"]) >= 3
