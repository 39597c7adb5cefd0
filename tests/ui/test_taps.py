"""A few dozen taps through the app's window in each game, in a process of their own: nothing is wrong on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.presenters.title_screens import shown_games
from tools.taps.__main__ import sit_down
from tools.taps.table import table

TAPS = 16


@pytest.mark.parametrize("title", shown_games())
def test_a_player_by_taps_finds_nothing_wrong(tmp_path: Path, title: str) -> None:
    tried = table(4, title, TAPS)._replace(size="1280x800", language="en", text=1.0, drawn=False)
    *found, done = sit_down(tried, tmp_path)
    assert not found
    assert (done["taps"], len(done["touched"]) > 3) == (TAPS, True)


def test_what_ends_the_window_is_told(tmp_path: Path) -> None:
    found = list(sit_down(table(4, shown_games()[0], 1)._replace(language="xx"), tmp_path))
    assert [line["found"] for line in found] == ["ended"]
    assert "no wording in 'xx'" in found[0]["words"]
