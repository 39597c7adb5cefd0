"""Language, light or dark, size of words and turning are as somebody left them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.host.host import Host
from companion.host.preferences import FILE, PLAIN, Preferences, keep, load
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.wording import of_system, wording

CHOSEN = (acts.Speak("it"), acts.Prefer(dark=True), acts.Prefer(scale=1.25), acts.Prefer(turns=False))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    wording.speak("en")
    yield
    wording.speak("en")


def test_a_second_start_looks_and_speaks_as_the_first_was_left(tmp_path: Path) -> None:
    with closing(Host(tmp_path, chance=Random(7))) as host:
        desk = Desk(host)
        for act in CHOSEN:
            desk.do(act)
    wording.speak("en")
    with closing(Host(tmp_path, chance=Random(7))) as host:
        desk = Desk(host)
        assert (wording.language, desk.dark, desk.scale, desk.turns) == ("it", True, 1.25, False)


def test_what_nobody_chose_is_as_the_table_is(tmp_path: Path) -> None:
    with closing(Host(tmp_path, virtual=True, chance=Random(7))) as host:
        desk = Desk(host)
        desk.do(acts.Prefer(dark=True))
        assert (desk.dark, desk.turns) == (True, False)
        assert load(tmp_path) == Preferences(dark=True)


@pytest.mark.parametrize(
    "text", [b"", b"{", b"[]", b"\xff", b'{"language": "xx"}', b'{"scale": 40}', b'{"dark": "very"}']
)
def test_a_damaged_file_is_passed_over_with_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: bytes
) -> None:
    (tmp_path / FILE).write_bytes(text)
    assert load(tmp_path) == PLAIN
    assert [FILE in record.getMessage() for record in caplog.records] == [True]
    assert (tmp_path / FILE).read_bytes() == text


def test_where_nothing_can_be_kept_it_is_worn_all_the_same(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(Host(tmp_path, chance=Random(7))) as host:
        (tmp_path / FILE).mkdir()
        desk = Desk(host)
        desk.do(acts.Prefer(dark=True))
        assert desk.dark
        assert "not kept" in caplog.text


def test_what_is_kept_is_read_back(tmp_path: Path) -> None:
    chosen = Preferences(language="es", dark=True, scale=1.5, turns=True)
    keep(tmp_path, chosen)
    assert load(tmp_path) == chosen


@pytest.mark.parametrize(
    ("said", "language"), [("it_IT.UTF-8", "it"), ("es", "es"), ("de_DE", "de"), ("fr_FR", "en"), ("C", "en")]
)
def test_without_a_choice_the_computers_language_is_spoken(
    monkeypatch: pytest.MonkeyPatch, said: str, language: str
) -> None:
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", said)
    assert of_system() == language
