"""The page of measured figures is written by the commands that measure."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from tools import bench_engine, bench_peers
from tools.bench_desk import Measured, figures
from tools.bench_desk_sizes import Size, rows
from tools.bench_report import Figure, write_section

FAST = Figure("lists/s", "90k", "≥ 60k", True)
SLOW = Figure("lists/s", "50k", "≥ 60k", False)


def test_a_section_written_again_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    for name, figure in (("engine", SLOW), ("vision", FAST), ("engine", FAST)):
        write_section(name, name.title(), ["`make bench`"], [figure], page)
    text = page.read_text(encoding="utf-8")
    assert (text.count("## Engine"), text.count("## Vision"), "50k" in text) == (1, 1, False)
    assert text.index("## Engine") < text.index("## Vision")


def test_a_missed_goal_is_marked(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    write_section("engine", "Engine", [], [SLOW, FAST], page)
    assert "| 50k | ≥ 60k | ✗ |" in page.read_text(encoding="utf-8")


def test_a_peer_that_is_not_beside_the_project_is_said_to_be_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_peers, "SCRIPTS", tmp_path)
    with pytest.raises(bench_peers.Missing, match="not beside the project"):
        bench_peers.catanatron()


def test_a_time_is_taken_from_several_runs_in_a_row() -> None:
    runs: list[int] = []
    assert bench_engine.in_a_row(lambda: runs.append(len(runs)), 5) >= 0
    assert runs == [0, 1, 2, 3, 4]


def test_what_a_desk_costs_stands_by_its_number_of_tables_and_is_reckoned_on_for_many() -> None:
    small = Size(10, 100, 0, 0.2, {"the nodes": 0.5})
    large = Size(1000, 10_000, 0, 0.3, {"the nodes": 10.0})
    found = rows([small, large])
    assert "| the nodes | 5000 | 1000 | 5.0 |" in found
    assert found[0].startswith("| µs of processor time, an entry | 10 tables | 1,000 tables | cores for 100,000")
    assert {line.count("|") for line in found} == {5}


def test_what_the_stream_holds_stands_beside_it_for_a_convention_alone() -> None:
    assert not any("stream" in line for line in rows([Size(10, 100, 0, 0.2, {})]))
    found = rows([Size(10, 100, 0, 0.2, {}, 700.0), Size(1000, 10_000, 0, 0.3, {}, 900.0)])
    assert "| bytes of a message in the stream, on each node | 700 | 900 | 16 GB an hour |" in found


@pytest.mark.parametrize(("rate", "reached"), [(1.0, False), (0.2, False), (5.0, None)])
def test_the_page_has_its_goal_at_the_pace_of_a_game_and_not_above(rate: float, reached: bool | None) -> None:
    asked = Namespace(tables=60, seconds=30.0, rate=rate)
    found = figures(asked, Measured((9000, 0, 0), [(1.0, 1.8)] * 9000, [], {}))
    assert {each.reached for each in found if "99 %" in each.what} == {reached}
