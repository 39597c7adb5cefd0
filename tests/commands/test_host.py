"""`companion host`: a game without a window, in a process of its own, as a service runs it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.commands.cli import main
from companion.play.record import decided_again
from companion.play.storage import Store
from tests.commands.test_ending import begun

NEW = ("host", "--new", "constantinopolis", "--seat", "red=Anna", "--seat", "blue=Bruno")
PATIENT = 60.0


class Running:
    """A host in a process of its own, and what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def until(self, words: str) -> str:
        """The first line that has these words."""
        said = []
        while line := self.line():
            said.append(line)
            if words in line:
                return line
        raise AssertionError((said, self.process.stderr and self.process.stderr.read()))

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """How it ended, and what it complained of."""
        self.process.send_signal(how)
        _, told = self.process.communicate(timeout=PATIENT)
        return self.process.returncode, told


@contextmanager
def host(folder: Path, *words: str, table: str = "real") -> Iterator[Running]:
    process = begun("--table", table, "--data", folder, *words, PYTHONUNBUFFERED="1")
    try:
        yield Running(process)
    finally:
        process.kill()
        process.communicate()


def entries(folder: Path) -> int:
    """How many entries the newest game has; each is decided again and gives the same."""
    with Store(folder / "games.db") as store:
        book = store.open(store.games()[0][0])
        assert decided_again(book).entries[-1].digest == book.entries[-1].digest
        return book.last


def test_a_host_plays_at_the_drawn_table_without_kivy_and_ends_in_good_order(tmp_path: Path) -> None:
    with host(tmp_path, *NEW, table="virtual") as running:
        assert running.line() == "constantinopolis-0001: Anna (red), Bruno (blue)"
        assert running.line().startswith("entry 1, round 1: ")
        running.until("entry 3, round 1: ")
        maps = Path(f"/proc/{running.process.pid}/maps").read_text()
        assert "cv2" in maps
        assert "kivy" not in maps.lower()
        status, told = running.end()
    assert (status, "Traceback" in told) == (143, False)
    assert entries(tmp_path) >= 3
    with Store(tmp_path / "games.db") as store:
        assert store.lease("constantinopolis-0001") is None


def test_with_json_each_line_is_how_the_host_stands(tmp_path: Path) -> None:
    with host(tmp_path, *NEW, "--json") as running:
        said = json.loads(running.line())
    assert said["game"] == "constantinopolis-0001"
    assert (said["entry"], said["round"], said["names"]) == (1, 1, {"red": "Anna", "blue": "Bruno"})
    assert (said["over"], said["played_at"], said["phones"], said["asking"]) == (False, "", "", {})
    assert set(said["due"]) <= {"red", "blue"}


def test_a_second_host_says_who_plays_and_ends(tmp_path: Path) -> None:
    with host(tmp_path, *NEW, "--name", "the kitchen") as first:
        first.until("entry 1")
        second = subprocess.run(
            [sys.executable, "-m", "companion", "--data", tmp_path, "host"], capture_output=True, text=True, check=False
        )
        assert second.returncode == 1
        assert f"is played at the kitchen (process {first.process.pid}) since " in second.stderr
        assert len(second.stderr.splitlines()) == 1


def test_a_killed_host_is_gone_on_with_at_once(tmp_path: Path) -> None:
    for _ in range(3):
        with host(tmp_path, *(NEW if not (tmp_path / "games.db").exists() else ("host",)), table="virtual") as running:
            running.until("entry ")
            running.until("entry ")
            running.end(signal.SIGKILL)
    assert entries(tmp_path) >= 3
    assert not [file for file in tmp_path.glob("*holder*") if entries(tmp_path) and file.stat().st_size]


@pytest.mark.slow
def test_a_host_that_stands_still_is_continued_elsewhere_and_looks_on_when_it_wakes(tmp_path: Path) -> None:
    with host(tmp_path, *NEW, "--name", "the kitchen") as first:
        first.until("entry 1")
        os.kill(first.process.pid, signal.SIGSTOP)
        with host(tmp_path, "host", "--continue", "--name", "the tablet") as second:
            second.until("entry 1")
            os.kill(first.process.pid, signal.SIGCONT)
            _, told = first.process.communicate(timeout=PATIENT)
            assert first.process.returncode == 1
            assert "was gone on with at the tablet" in told


def test_continue_does_not_take_a_game_from_a_host_that_lives(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.play.lease.PATIENCE", 6.0)
    with host(tmp_path, *NEW, "--name", "the kitchen") as first:
        first.until("entry 1")
        assert main(["--data", str(tmp_path), "host", "--continue"]) == 1
        assert "is played at the kitchen" in capsys.readouterr().err


def test_last_with_new_begins_a_game_only_where_none_waits(tmp_path: Path) -> None:
    for _ in range(2):
        with host(tmp_path, "host", "last", *NEW[1:]) as running:
            running.until("entry 1")
            running.end()
    with Store(tmp_path / "games.db") as store:
        assert [game for game, *_ in store.games()] == ["constantinopolis-0001"]


def test_status_says_who_plays_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with host(tmp_path, *NEW, "--name", "the kitchen") as first:
        first.until("entry 1")
        assert main(["--data", str(tmp_path), "host", "--status", "--json"]) == 0
        (played,) = json.loads(capsys.readouterr().out)["played"]
        assert (played["game"], played["name"]) == ("constantinopolis-0001", "the kitchen")
        assert (played["process"], played["lives"]) == (first.process.pid, True)
        first.end()
    assert main(["--data", str(tmp_path), "host", "--status"]) == 0
    assert capsys.readouterr().out == "no game is played just now\n"


class Page:
    """A phone's page, as far as joining goes."""

    def __init__(self, link: str) -> None:
        self.origin, _, self.code = link.partition("/#")
        self.cookie = ""

    def ask(self, path: str, data: object = None) -> Any:
        way = http.client.HTTPConnection(self.origin.removeprefix("http://"), timeout=10)
        headers = {"X-Table-Code": self.code, "Cookie": self.cookie}
        if data is not None:
            headers |= {"Origin": self.origin, "Content-Type": "application/json"}
        way.request("GET" if data is None else "POST", path, None if data is None else json.dumps(data), headers)
        answer = way.getresponse()
        self.cookie = (answer.headers["Set-Cookie"] or self.cookie).partition(";")[0]
        return json.loads(answer.read())


def test_phones_join_a_host_without_a_window_by_a_yes_at_its_console(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "--data", tmp_path, *NEW, "--phones", "127.0.0.1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    running = Running(process)
    try:
        page = Page(running.until("phones join at ").removeprefix("phones join at "))
        assert [one["state"] for one in page.ask("/api/table")["seats"]] == ["free", "free"]
        goods = page.ask("/api/join", {"seat": "red"})["goods"]
        assert running.until("a phone asks for Anna").endswith(f"shows {', '.join(goods)}: type yes red, or no red")
        page.ask("/api/join/agree", {})
        running.type("perhaps")
        running.type("yes red")
        until = time.monotonic() + PATIENT
        while not page.ask("/api/join")["joined"]:
            assert time.monotonic() < until
            time.sleep(0.05)
        running.until("Anna's phone has joined")
        running.type("end red")
        running.until("Anna's phone has gone")
        status, told = running.end()
        assert status == 143
        assert "'perhaps' means nothing here; there is: yes SEAT, no SEAT, end SEAT" in told
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["host"], "no game waits to be gone on with"),
        (["host", "constantinopolis-0009"], "'constantinopolis-0009'"),
        (["host", "--new", "chess"], "no game is called 'chess'"),
        (["host", "--new", "constantinopolis", "--seat", "red=Anna"], "is for 2 to 5 players, not 1"),
        (["host", "--new", "constantinopolis", "--seat", "red"], "--seat 'red': it looks like "),
        (["host", "--new", "constantinopolis", "--seat", "pink=Anna"], "the colours are "),
        (["host", "--seat", "red=Anna"], "go with --new"),
        (["host", "--status"], "no game is kept in "),
        (["host", "--copy"], "go with --new"),
        (["host", "constantinopolis-0003", *NEW[1:]], "'constantinopolis-0003' would be gone on with"),
        ([*NEW, "--known-as", "club.local"], "--known-as goes with --phones"),
        ([*NEW, "--phones", "0.0.0.0:8808"], "--phones '0.0.0.0': name one address"),
        ([*NEW, "--phones", "127.0.0.1:door"], "--phones '127.0.0.1:door': "),
        ([*NEW, "--phones", "0.0.0.0", "--known-as", "a b"], "--known-as 'a b': a host and a port"),
        ([*NEW, "--phones", "0.0.0.0", "--known-as", "https://club.local"], "`companion keys` makes what HTTPS needs"),
        ([*NEW, "--phones", "192.0.2.77"], "phones cannot be served at 192.0.2.77"),
        (["--desk", "http://x", *NEW], "the desk's address looks like"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert main(["--data", str(tmp_path), *words]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_after_an_error_nothing_is_held(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path), *NEW, "--phones", "192.0.2.77"]) == 1
    capsys.readouterr()
    with Store(tmp_path / "games.db") as store:
        assert store.leases() == {}
