"""A desk on a data folder as it may be found: records of every game, one with a wrong time, a disk that is full."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.commands.cli import main
from companion.host.host import Host
from companion.host.opening import shuffled_game
from companion.play.record import write_record
from companion.play.reports import Refusal
from companion.play.session import NOT_KEPT
from companion.play.storage import Store
from companion.presenters.desk import Desk
from companion.titles import BUILT_IN
from companion.titles.title import Place, Setting
from companion.views.common import acts
from companion.views.common.rulesheet import RuleSheet
from engine.game import legal
from engine.journal import Journal, Remark
from testkit.taps import buttons, tap


def begun(game: str) -> Journal:
    book = shuffled_game(game, 3, 1)
    book.submit(legal(book.game, book.state, "")[0], at=5.0)
    return book


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    with closing(Host(tmp_path, chance=Random(7))) as made:
        yield made


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_record_that_was_imported_is_gone_on_with_by_a_tap(tmp_path: Path, game: str) -> None:
    write_record(begun(game), tmp_path / "game.jsonl")
    assert main(["--data", str(tmp_path), "import", str(tmp_path / "game.jsonl")]) == 0
    with closing(Host(tmp_path, chance=Random(7))) as host:
        desk = Desk(host)
        tap(desk, "Go on")
        assert desk.source is not None
        assert desk.source.book.game.name == game
        assert buttons(desk.view())


def test_a_game_with_a_time_no_clock_shows_leaves_the_first_screen_and_the_others(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.take_in(begun("constantinopolis"), 1.0)
        late = begun("byzanz")
        late.submit(Remark("", "late"), at=1e308)
        store.take_in(late, 1e308)
    with closing(Host(tmp_path)) as host:
        desk = Desk(host)
        waiting = desk.view().body.waiting
        assert [trouble.label for trouble in waiting.troubles if "byzanz-0001" in trouble.label]
        tap(desk, "Go on")
        assert desk.source is not None


def test_on_a_full_disk_a_tap_is_refused_in_a_sentence_and_once_there_is_room_it_is_booked(host: Host) -> None:
    places = (Place("red", "Anna"), Place("blue", "Bruno"))
    session = host.open(Setting(game="constantinopolis", edition="reconciled", places=places))
    desk, base = Desk(host), host._store._base
    desk.follow(session, host.sides)
    pages = base.execute("PRAGMA page_count").fetchone()[0]
    base.execute(f"PRAGMA max_page_count = {pages}")
    for letters in (3000, 300, 30, 1):
        while not isinstance(session.submit(Remark("", "x" * letters)), Refusal):
            pass
    last, command = session.book.last, session.offers(session.state.phase.actors[0])[0]
    desk.do(command)
    assert isinstance(desk.view().body, RuleSheet)
    assert desk.view().body.rule == NOT_KEPT
    assert session.book.last == last
    base.execute("PRAGMA max_page_count = 1000000")
    desk.do(acts.Open("play"))
    desk.do(command)
    assert session.book.entries[last].command == command
    assert host._store.open(host.saved[0].id).last == session.book.last
