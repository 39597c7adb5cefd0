"""The kv check reads what Kivy reads, and says where it cannot."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.kv_lint import faults, twice

HERE = Path(__file__).resolve().parents[2]


def lint(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "screen.kv"
    path.write_text(text, encoding="utf-8")
    return list(faults(path))


def test_a_sound_screen_has_no_fault(tmp_path):
    assert lint(tmp_path, "<Treasury@Label>:\n    text: str(self.width)\n    on_touch_down: print(1)\n") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<Treasury@Label>:\n    text: 'gold\n", 2),
        ("<Treasury@Label>:\n    size: 1,\n    text: str(self.width\n", 3),
        ("<Treasury@Label>:\n    Label:\n        text: ''\n         width: 1\n", 4),
        ("<Treasury@Label>:\n    Label:\n            text: ''\n", 3),
        ("<Treasury@Label>:\n    width: self.ids.gold.width\n", 2),
    ],
)
def test_a_broken_screen_is_named_with_its_line(tmp_path, text, line):
    assert [fault.split(": ")[0] for fault in lint(tmp_path, text)] == [f"{tmp_path}/screen.kv:{line}"]


def test_a_file_that_is_not_text_is_named(tmp_path):
    (tmp_path / "screen.kv").write_bytes(b"<Label>:\n    text: '\xff'\n")
    assert len(list(faults(tmp_path / "screen.kv"))) == 1


def test_the_command_fails_when_one_of_many_files_is_broken(tmp_path):
    (tmp_path / "good.kv").write_text("<Label>:\n    text: ''\n")
    (tmp_path / "bad.kv").write_text("<Label>:\n    text: (\n")
    command = [sys.executable, "-m", "tools.kv_lint", str(tmp_path)]
    verdict = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=60, check=False)
    assert (verdict.returncode, verdict.stdout.splitlines()[-1]) == (1, "kv: 2 files, 1 faults")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("<Treasury@Row>:\n    Icon:\n        width: dp(20) if self.name else 0\n        dim: 20\n", 3),
        ("<Treasury@Row>:\n    Widget:\n        size_hint_y: 1 if root.view.all else None\n        height: 0\n", 4),
        ("<Treasury@Row>:\n    Widget:\n        size_hint_y: None if root.slim else 1\n        height: 0\n", 4),
        (
            "<Treasury@Row>:\n    Each:\n        size_hint_y: None if root.x else 1\n        height: root.rows\n",
            4,
        ),
        (
            "<Treasury@Row>:\n    Widget:\n        size_hint: (1, 1) if root.view else (None, 1)\n        width: 9\n",
            4,
        ),
    ],
)
def test_a_size_that_depends_on_what_was_shown_before_is_named(tmp_path, text, line):
    assert [fault.split(": ")[0] for fault in lint(tmp_path, text)] == [f"{tmp_path}/screen.kv:{line}"]


@pytest.mark.parametrize(
    "text",
    [
        "<Treasury@Row>:\n    Icon:\n        dim: 20\n        width: dp(20) if self.name else 0\n",
        "<Treasury@Row>:\n    Widget:\n        size_hint_y: 1 if root.view.all else None\n"
        "        height: 0 if self.size_hint_y is None else self.height\n",
        "<Treasury@Row>:\n    Widget:\n        size_hint_y: None\n        height: 0\n",
        "<Treasury@Row>:\n    Each:\n        size_hint_y: None if root.x else 1\n        height: 9 if root.x else 0\n",
    ],
)
def test_a_size_that_follows_what_is_shown_has_no_fault(tmp_path, text):
    assert lint(tmp_path, text) == []


def test_a_class_that_is_made_twice_is_named(tmp_path):
    for name in ("first", "second"):
        (tmp_path / f"{name}.kv").write_text("<Disc@Label>:\n    text: ''\n<Label>:\n    text: ''\n")
    files = [tmp_path / "first.kv", tmp_path / "second.kv"]
    assert [fault.split(": ")[0] for fault in twice(files)] == [f"{tmp_path}/second.kv:1"]
