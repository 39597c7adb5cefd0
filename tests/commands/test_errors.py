"""What a person can mend is said in a line; a mistake in the program leaves a report."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.commands import games
from companion.commands.cli import main


def test_an_error_a_person_can_mend_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.jsonl")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("companion: ")
    assert "none.jsonl" in line


def test_a_mistake_in_the_program_shows_its_traceback_and_leaves_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games, "run", lambda _asked: {}["nothing"])
    assert main(["--data", str(tmp_path), "games"]) == 1
    shown = capsys.readouterr().err
    (report,) = (tmp_path / "crashes").iterdir()
    assert "KeyError" in shown
    assert str(report) in shown.splitlines()[-1]
    assert "'games'" in report.read_text()
    assert "KeyError" in report.read_text()


def test_a_report_that_cannot_be_written_hides_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(games, "run", lambda _asked: 1 / 0)
    assert main(["--data", str(tmp_path / "file"), "games"]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err
