"""The list of city tiles of an owner's box is counted by taps, pile by pile of the same back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.host.owner_values import file_of
from companion.presenters.desk import Desk
from companion.presenters.praetor.words import kind_name
from companion.views.common import acts
from companion.views.common.asking import Box
from companion.views.praetor.city import PraetorCity
from engine.praetor.values import copy, house
from testkit.taps import labelled, tap

ERAS = {"0": "Start tiles", "I": "First Era", "II": "Second Era"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """The list that is asked for when four people are about to play with a box of their own."""
    home = Host(tmp_path, virtual=True, chance=Random(7))
    desk = Desk(home, chance=Random(1))
    for act in (acts.Open("new"), acts.Agreed("game", "praetor"), acts.Agreed("values", "copy"), acts.Open("seats")):
        desk.do(act)
    tap(desk, "Start")
    tap(desk, "The list of the 42 tiles")
    yield desk
    home.close()


def printed() -> Counter[tuple[str, str]]:
    """How many tiles of our own set have which back and which name."""
    tiles = house().city.values()
    return Counter((f"{ERAS[tile.era or '']}, {tile.players}+", tile.kind) for tile in tiles)


def one_more(desk: Desk, back: str, kind: str) -> None:
    tap(desk, back)
    tap(desk, kind_name(kind))
    tap(desk, "The other piles")


def count_all(desk: Desk, but: int = 0) -> None:
    """Count a box like ours, `but` for so many Statues."""
    for (back, kind), number in printed().items():
        tap(desk, back)
        for _nth in range(number - but * (kind == "statue")):
            tap(desk, kind_name(kind))
        tap(desk, "The other piles")


def test_a_box_that_was_counted_is_kept_with_what_stands_on_each_back(desk: Desk, tmp_path: Path) -> None:
    count_all(desk)
    assert desk.view().bar.sentence == "42 of 42 tiles"
    tap(desk, "Keep it")
    assert isinstance(desk.view().body, Box)
    assert [(row.label, row.figure) for row in desk.view().body.rows] == [("The list of the 42 tiles", "yours")]
    tap(desk, "Start")
    assert isinstance(desk.view().body, PraetorCity)
    desk.before.setting()
    own = copy(tmp_path / file_of("praetor")).city
    assert Counter((tile.kind, tile.era, tile.players) for tile in own.values()) == Counter(
        (tile.kind, tile.era, tile.players) for tile in house().city.values()
    )
    assert {name.rpartition("-")[0] for name in own} == {tile.kind for tile in own.values()}


def test_a_list_that_is_not_whole_is_not_kept_and_says_how_far_it_is(desk: Desk) -> None:
    statues = sum(number for (_back, kind), number in printed().items() if kind == "statue")
    assert statues
    assert labelled(desk, "Keep it").reason == "0 of 42 tiles"
    count_all(desk, but=1)
    assert labelled(desk, "Keep it").reason == f"{42 - statues} of 42 tiles"


def test_what_was_counted_is_still_there_after_looking_elsewhere(desk: Desk) -> None:
    one_more(desk, "Second Era, 3+", "forum")
    tap(desk, "Back")
    tap(desk, "The list of the 42 tiles")
    assert desk.view().bar.sentence == "1 of 42 tiles"
    assert [row.label for row in desk.view().body.rows if row.figure == "1"] == ["Second Era, 3+"]


def test_a_tile_too_many_is_taken_back_and_never_below_none(desk: Desk) -> None:
    tap(desk, "First Era, 2+")
    row = next(row for row in desk.view().body.rows if row.label == kind_name("sawmill"))
    assert row.less is not None
    assert row.less.command is None
    desk.press(row.more)
    row = next(row for row in desk.view().body.rows if row.label == kind_name("sawmill"))
    assert row.figure == "1"
    desk.press(row.less)
    assert desk.view().bar.sentence == "0 of 42 tiles"


def test_in_the_start_city_stand_only_kinds_that_may(desk: Desk) -> None:
    tap(desk, "Start tiles, 2+")
    starting = sorted(kind_name(kind) for kind, what in house().tiles.items() if what.start)
    assert [row.label for row in desk.view().body.rows] == starting


def test_a_list_that_does_not_fit_the_box_is_doubted_and_kept_all_the_same(desk: Desk) -> None:
    count_all(desk)
    one_more(desk, "Second Era, 5+", "statue")
    assert "43" in desk.view().bar.note
    tap(desk, "Keep it")
    assert desk.before.box["city"][1] == acts.COPY


def test_nobody_wants_to_count_and_our_list_is_taken(desk: Desk) -> None:
    tap(desk, "Nobody knows")
    assert [row.figure for row in desk.view().body.rows] == ["house"]
