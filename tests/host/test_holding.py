"""Two hosts of one data folder: one plays, the other looks on, and goes on here once the first is gone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.host.holding import LOOK
from companion.host.host import Host
from companion.play.lease import BEAT, PATIENCE, Held
from companion.play.reports import Refusal
from companion.play.session import ELSEWHERE, Session
from companion.titles.title import Place, Setting
from engine.journal import Entry, Remark

PLACES = (Place("red", "Anna"), Place("blue", "Bruno"))
SETTING = Setting(game="constantinopolis", edition="reconciled", places=PLACES)


class Clock:
    def __init__(self) -> None:
        self.now = time.monotonic()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def host(folder: Path, name: str, clock: Clock) -> Host:
    made = Host(folder, chance=Random(7), name=name)
    made.holding._seconds = clock
    made._store._leases._seconds = clock
    return made


@pytest.fixture
def kitchen(tmp_path: Path, clock: Clock) -> Iterator[Host]:
    """A host that plays a game."""
    made = host(tmp_path, "the kitchen", clock)
    made.open(SETTING)
    yield made
    made.close()


@pytest.fixture
def tablet(clock: Clock, kitchen: Host) -> Iterator[Host]:
    """Another one that looks at the same game."""
    made = host(kitchen.folder, "the tablet", clock)
    made.resume(kitchen.holding.game)
    yield made
    made.close()


def played(at: Host) -> Session:
    assert at.running is not None
    return at.running.session


def passed(clock: Clock, *hosts: Host, seconds: float = LOOK) -> None:
    clock.now += seconds
    for each in hosts:
        each.poll()


def test_the_second_host_looks_at_the_game_and_is_told_who_plays_it(kitchen: Host, tablet: Host) -> None:
    player = tablet.holding.player
    assert player is not None
    assert (player.name, player.gone) == ("the kitchen", False)
    assert played(tablet).played_at == "the kitchen"
    assert kitchen.holding.player is None
    assert not kitchen.holding.looks


def test_what_is_played_is_seen_and_what_is_tapped_here_is_refused(clock: Clock, kitchen: Host, tablet: Host) -> None:
    told: list[int] = []
    played(tablet).changed.append(lambda: told.append(played(tablet).book.last))
    entry = played(kitchen).submit(Remark("red", "hello"))
    passed(clock, kitchen, tablet)
    assert isinstance(entry, Entry)
    assert played(tablet).journal[-1].digest == entry.digest
    assert told[-1] == entry.number
    refused = played(tablet).submit(Remark("red", "me too"))
    assert isinstance(refused, Refusal)
    assert (refused.rule, refused.values) == (ELSEWHERE, ("the kitchen",))
    assert played(tablet).amend(entry.number, None) == refused
    assert played(tablet).book.last == entry.number


def test_the_list_of_games_says_who_plays_one(kitchen: Host, tablet: Host) -> None:
    (listed,) = tablet.saved
    assert listed.holder == tablet.holding.player
    assert kitchen.saved[0].holder is None


def test_a_game_that_is_played_is_not_gone_on_with_here(clock: Clock, kitchen: Host, tablet: Host) -> None:
    for _ in range(8):
        passed(clock, kitchen, tablet, seconds=BEAT)
        with pytest.raises(Held):
            tablet.continue_here()
    assert tablet.holding.looks
    assert isinstance(played(kitchen).submit(Remark("red", "still mine")), Entry)


def test_a_host_that_has_ended_leaves_its_game_to_who_looks(clock: Clock, kitchen: Host, tablet: Host) -> None:
    played(kitchen).submit(Remark("red", "good night"))
    kitchen.close()
    passed(clock, tablet)
    assert tablet.holding.looks
    assert tablet.holding.player is None
    session = tablet.continue_here()
    assert session is played(tablet)
    assert not session.played_at
    assert isinstance(session.submit(Remark("red", "good morning")), Entry)


def test_a_host_that_stood_still_looks_on_when_it_wakes(clock: Clock, kitchen: Host, tablet: Host) -> None:
    passed(clock, tablet, seconds=PATIENCE + LOOK)
    assert tablet.holding.player is not None
    assert tablet.holding.player.gone
    tablet.continue_here().submit(Remark("red", "here"))
    refused = played(kitchen).submit(Remark("red", "there"))
    assert isinstance(refused, Refusal)
    passed(clock, kitchen)
    assert played(kitchen).played_at == "the tablet"
    assert played(kitchen).journal[-1].digest == played(tablet).journal[-1].digest


def test_who_looks_is_told_when_the_player_changes(clock: Clock, kitchen: Host, tablet: Host) -> None:
    told: list[object] = []
    tablet.holding.changed.append(lambda: told.append(tablet.holding.player))
    passed(clock, kitchen, tablet)
    assert told == []
    kitchen.close()
    passed(clock, tablet)
    assert told == [None]


def test_a_game_that_is_left_is_free(clock: Clock, kitchen: Host, tablet: Host) -> None:
    first = kitchen.holding.game
    kitchen.open(SETTING)
    passed(clock, kitchen, tablet)
    assert set(tablet.holding.others) == {kitchen.holding.game}
    assert kitchen.holding.game != first
    assert isinstance(tablet.continue_here().submit(Remark("red", "now mine")), Entry)


def test_while_another_host_plays_its_trays_are_left_alone(clock: Clock, kitchen: Host, tmp_path: Path) -> None:
    idle = host(tmp_path, "the tablet", clock)
    idle.poll()
    assert idle._found_trays is None
    kitchen.close()
    passed(clock, idle)
    assert idle._found_trays is not None
    idle.close()
