"""What hostile bytes have broken once, they break no more; and the fuzzer finds what there is to find."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import soak_fuzz
from tools.fuzz import doors
from tools.fuzz.changing import ODD, Change, changed

FOUND = [(door, path) for door in doors.DOORS for path in doors.found(door)]


@pytest.mark.parametrize(("door", "path"), FOUND, ids=[f"{door}-{path.name}" for door, path in FOUND])
def test_what_was_found_once_breaks_nothing_any_more(door: str, path: Path) -> None:
    doors.enter(door, path.read_bytes())


@pytest.mark.parametrize("door", doors.DOORS)
def test_every_door_takes_its_good_bytes(door: str) -> None:
    good = doors.DOORS[door].seeds()
    assert good
    for data in good[:6]:
        doors.enter(door, data)


@pytest.mark.parametrize("door", doors.DOORS)
def test_a_short_soak_of_a_door_finds_nothing(door: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak_fuzz, "AT_ONCE", 12)
    result = soak_fuzz.fuzz(door, 0.0001, 5, tmp_path)
    assert (result.examples > 0, result.wrong) == (True, {})


def test_what_breaks_a_door_is_made_small_and_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def door(data: bytes, _folder: Path) -> None:
        if not data.endswith(b"}"):
            raise KeyError("a mistake")

    monkeypatch.setitem(doors.DOORS, "test", doors.Door(lambda: [b'{"at": 5.0, "by": "red"}'], door))
    result = soak_fuzz.fuzz("test", 0.02, 1, tmp_path)
    (kept,) = (tmp_path / "test").iterdir()
    assert list(result.wrong.values()) == [kept]
    assert len(kept.read_bytes()) <= 1


@pytest.mark.parametrize("kind", ["value", "swap", "line", "put", "cut", "flip", "double", "end"])
def test_every_kind_of_change_changes_something_and_none_fails_on_nothing(kind: str) -> None:
    text = b'a = 1\nb = "two"\nc = true\n'
    for odd in ODD:
        changed(b"", [Change(kind, 0, 0, odd)])
    assert any(changed(text, [Change(kind, where, 3, b"nan")]) != text for where in (0, 5000, 9999))
