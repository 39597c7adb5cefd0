"""The page of measured figures is written by the commands that measure."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import bench_engine, bench_peers
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
