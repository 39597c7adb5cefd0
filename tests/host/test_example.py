"""The example that lies ready on the first screen is the game its small file tells of."""

from __future__ import annotations

import pytest

from companion.host.host import Host
from companion.play.record import decided_again, read_record
from companion.titles import DEFAULT, known, title_of
from companion.titles.example import example_of, record_of
from companion.titles.title import named
from engine.errors import NotFound

TOLD = [game for game in known() if example_of(game) is not None]


def test_the_game_of_the_first_screen_brings_one() -> None:
    assert DEFAULT in TOLD


@pytest.mark.parametrize("game", TOLD)
def test_what_is_told_of_it_is_how_it_stands(game: str) -> None:
    told, title, book = example_of(game), title_of(game), decided_again(read_record(record_of(game)))
    assert told is not None
    points = title.chronicle.figures[title.chronicle.open]
    assert named(book.setup) == told.names
    assert (title.round(book.state), title.due(book.state)[0]) == (told.round, told.due)
    assert {seat: points(book.state, seat) for seat in told.names} == told.points


def test_a_game_that_brings_none_says_so(tmp_path) -> None:
    host = Host(tmp_path)
    try:
        with pytest.raises(NotFound, match="brings no example"):
            host.try_example("no-such-game")
    finally:
        host.close()
