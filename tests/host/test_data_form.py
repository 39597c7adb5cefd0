"""A data folder says which form it has; an older one is backed up before it is changed, a newer one is left alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.host.archive import restore_archive, write_archive
from companion.host.data_folder import open_store
from companion.host.data_form import FILE, FORM, bring_up, form_in
from companion.host.host import Host
from engine.errors import NotWritten, WrongFile


def older(folder: Path) -> Path:
    """A folder as programs left it before there was a form."""
    folder.mkdir()
    (folder / "screen.json").write_text("{}")
    return folder


def rewrite(folder: Path) -> None:
    (folder / "screen.json").write_text('{"dark":true}')


def fail(folder: Path) -> None:
    (folder / "screen.json").write_text("half")
    raise OSError("the disk is full")


def test_a_new_folder_has_the_form_of_this_program(tmp_path: Path) -> None:
    open_store(tmp_path / "data").close()
    assert form_in(tmp_path / "data") == FORM


def test_an_older_folder_goes_on_and_gets_its_form(tmp_path: Path) -> None:
    data = older(tmp_path / "data")
    Host(data, virtual=True).close()
    assert form_in(data) == FORM
    assert (data / "screen.json").read_text() == "{}"


def test_an_older_folder_is_backed_up_before_it_is_changed(tmp_path: Path) -> None:
    data = older(tmp_path / "data")
    bring_up(data, write_archive, {0: rewrite}, 1)
    assert (form_in(data), (data / "screen.json").read_text()) == (1, '{"dark":true}')
    (kept,) = data.glob("before-form-1-*.zip")
    restore_archive(tmp_path / "as-it-was", kept)
    assert (tmp_path / "as-it-was/screen.json").read_text() == "{}"
    assert form_in(tmp_path / "as-it-was") == 0


def test_what_is_brought_up_once_is_not_changed_again(tmp_path: Path) -> None:
    data = older(tmp_path / "data")
    for _ in range(2):
        bring_up(data, write_archive, {0: rewrite}, 1)
    assert len(list(data.glob("before-form-*"))) == 1


def test_a_folder_that_cannot_be_backed_up_is_not_changed(tmp_path: Path) -> None:
    data = older(tmp_path / "data")

    def no_space(_folder: Path, _path: Path) -> None:
        raise OSError("the disk is full")

    with pytest.raises(NotWritten, match="cannot be backed up: the disk is full"):
        bring_up(data, no_space, {0: rewrite}, 1)
    assert (form_in(data), (data / "screen.json").read_text()) == (0, "{}")


def test_a_change_that_breaks_off_names_the_backup_and_is_done_the_next_time(tmp_path: Path) -> None:
    data = older(tmp_path / "data")
    with pytest.raises(NotWritten, match=r"the disk is full.*before-form-1-.*zip"):
        bring_up(data, write_archive, {0: fail}, 1)
    assert form_in(data) == 0
    bring_up(data, write_archive, {0: rewrite}, 1)
    assert form_in(data) == 1


def test_a_folder_of_a_newer_version_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = older(tmp_path / "data")
    (data / FILE).write_text(json.dumps({"form": FORM + 1}))
    for words in (["games"], ["backup", str(tmp_path / "x.zip")], ["export", "byzanz-0001", "x.jsonl"]):
        (data / "games.db").touch()
        assert main(["--data", str(data), *words]) == 1
        assert "was written by a newer companion" in capsys.readouterr().err
    assert (data / "games.db").stat().st_size == 0
    assert main(["--data", str(data), "doctor"]) == 1
    assert "newer companion" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"form": -1}', '{"form": "1"}', '{"form": true}', "[" * 9000, "\xff"]
)
def test_a_damaged_form_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="latin-1")
    with pytest.raises(WrongFile, match=r"data-form.json' does not say which form"):
        form_in(tmp_path)
