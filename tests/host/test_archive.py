"""A backup holds what the data folder keeps, and goes back whole or not at all."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import zipfile
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.host.archive import ABOUT, read_archive, restore_archive, write_archive
from companion.host.data_folder import open_store
from companion.host.data_form import FILE as FORM_FILE
from companion.host.opening import shuffled_game
from engine.errors import NotWritten, WrongFile, WrongInput


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder with a game, values, trays and an enrolled card."""
    data = tmp_path / "data"
    add_game(data)
    (data / "devices.toml").write_text('camera = "0"\n')
    (data / "my-copy.toml").write_text('layer = "copy"\n')
    (data / "ca.crt").write_text("certificate\n")
    (data / "enrolled/cards").mkdir(parents=True)
    (data / "enrolled/cards/filed.json").write_text("[]")
    (data / "companion.log").write_text("not kept\n")
    (data / "holiday.txt").write_text("not ours\n")
    return data


def add_game(data: Path) -> str:
    with open_store(data) as store:
        return store.take_in(shuffled_game("byzanz", 3, 1), 1.0)


def games(data: Path) -> list[str]:
    with open_store(data) as store:
        return sorted(game for game, *_ in store.games())


def files(data: Path) -> dict[str, bytes]:
    """Every file below, but what SQLite keeps for itself."""
    found = (path for path in data.rglob("*") if path.is_file() and "games" not in path.name)
    return {path.relative_to(data).as_posix(): path.read_bytes() for path in found}


def changed(archive: Path, name: str, data: bytes) -> Path:
    """The archive with other bytes in one member, or one member more."""
    with zipfile.ZipFile(archive) as old:
        members = {one: old.read(one) for one in old.namelist()} | {name: data}
    with zipfile.ZipFile(archive, "w") as new:
        for one, held in members.items():
            new.writestr(one, held)
    return archive


def about(archive: Path) -> dict:
    with zipfile.ZipFile(archive) as file:
        return json.loads(file.read(ABOUT))


def test_a_backup_brings_everything_kept_to_an_empty_folder(folder: Path, tmp_path: Path) -> None:
    made = write_archive(folder, tmp_path / "all.zip")
    assert {"games.db", "devices.toml", "my-copy.toml", "ca.crt", "enrolled/cards/filed.json"} <= set(made.files)
    assert not {"companion.log", "holiday.txt"} & set(made.files)
    restored = restore_archive(tmp_path / "other", tmp_path / "all.zip")
    assert restored.before is None
    assert games(tmp_path / "other") == ["byzanz-0001"]
    assert (tmp_path / "other/devices.toml").read_text() == 'camera = "0"\n'
    assert (tmp_path / "other/enrolled/cards/filed.json").read_text() == "[]"
    assert (tmp_path / "other/games.db").stat().st_mode & 0o077 == 0


def test_a_backup_is_made_while_the_app_has_the_games_open(folder: Path, tmp_path: Path) -> None:
    with open_store(folder) as store:
        store.take_in(shuffled_game("praetor", 2, 1), 1.0)
        write_archive(folder, tmp_path / "all.zip")
    restore_archive(tmp_path / "other", tmp_path / "all.zip")
    assert games(tmp_path / "other") == ["byzanz-0001", "praetor-0001"]


def test_what_was_there_is_kept_beside(folder: Path, tmp_path: Path) -> None:
    write_archive(folder, tmp_path / "all.zip")
    add_game(folder)
    (folder / "devices.toml").write_text('camera = "1"\n')
    before = restore_archive(folder, tmp_path / "all.zip").before
    assert before is not None
    assert before.parent == folder
    assert games(folder) == ["byzanz-0001"]
    assert (folder / "devices.toml").read_text() == 'camera = "0"\n'
    assert (before / "devices.toml").read_text() == 'camera = "1"\n'
    assert games(before) == ["byzanz-0001", "byzanz-0002"]
    assert (folder / "holiday.txt").exists()


def test_a_backup_never_takes_the_place_of_another_file(folder: Path, tmp_path: Path) -> None:
    photos = tmp_path / "photos.zip"
    with zipfile.ZipFile(photos, "w") as file:
        file.writestr("one.jpg", b"jpeg")
    before = photos.read_bytes()
    with pytest.raises(WrongInput, match=r"photos.zip' is there already and is no backup"):
        write_archive(folder, photos)
    with pytest.raises(WrongInput, match=r"ends in '.zip'"):
        write_archive(folder, folder / "my-copy.toml")
    assert photos.read_bytes() == before
    write_archive(folder, tmp_path / "all.zip")
    write_archive(folder, tmp_path / "all.zip")


def test_a_folder_that_keeps_nothing_is_not_backed_up(tmp_path: Path) -> None:
    with pytest.raises(WrongInput, match="nothing to back up"):
        write_archive(tmp_path / "none", tmp_path / "all.zip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda archive: archive.write_bytes(b"a letter"), "is no backup of the companion"),
        (lambda archive: archive.write_bytes(b""), "is no backup of the companion"),
        (lambda archive: archive.write_bytes(archive.read_bytes()[:900]), "is a damaged backup"),
        (lambda archive: changed(archive, "devices.toml", b'camera = "9"\n'), "devices.toml holds other bytes"),
        (lambda archive: changed(archive, "devices.toml", b""), "devices.toml has another length"),
        (lambda archive: changed(archive, "more.toml", b""), "does not hold the files that it names"),
        (lambda archive: changed(archive, ABOUT, b"{}"), "is a damaged backup"),
        (lambda archive: changed(archive, ABOUT, b"[" * 5000), "is a damaged backup"),
    ],
)  # fmt: skip
def test_a_foreign_or_damaged_backup_is_refused_and_changes_nothing(folder, tmp_path, spoil, reason) -> None:
    archive = tmp_path / "all.zip"
    write_archive(folder, archive)
    spoil(archive)
    before = files(folder)
    with pytest.raises(WrongFile, match=reason):
        restore_archive(folder, archive)
    assert (files(folder), games(folder)) == (before, ["byzanz-0001"])


def test_every_byte_of_a_backup_counts(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    write_archive(folder, archive)
    whole = archive.read_bytes()
    for place in range(40, len(whole), 701):
        archive.write_bytes(whole[:place] + bytes([whole[place] ^ 0x10]) + whole[place + 1 :])
        try:
            read_archive(archive)
        except WrongFile:
            continue
        restore_archive(tmp_path / f"at-{place}", archive)  # a byte that means nothing, such as a time
        assert games(tmp_path / f"at-{place}") == ["byzanz-0001"]


@pytest.mark.parametrize("name", ["../evil.toml", "/etc/evil", "enrolled/../../evil", "crashes/x.txt", "evil.sh"])
def test_no_backup_writes_where_a_data_folder_has_nothing(folder: Path, tmp_path: Path, name: str) -> None:
    archive = tmp_path / "all.zip"
    write_archive(folder, archive)
    said = about(archive)
    said["files"][name] = {"size": 0, "sha256": "0" * 64}
    changed(changed(archive, ABOUT, json.dumps(said).encode()), name, b"")
    with pytest.raises(WrongFile, match="which is no file of a data folder"):
        restore_archive(folder, archive)


def test_a_backup_of_a_newer_version_is_refused(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    write_archive(folder, archive)
    changed(archive, ABOUT, json.dumps(about(archive) | {"data": 99, "program": "9.0"}).encode())
    with pytest.raises(WrongFile, match=r"newer companion \(9.0\)"):
        restore_archive(folder, archive)


def test_games_of_another_program_are_refused(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    write_archive(folder, archive)
    with sqlite3.connect(tmp_path / "foreign.db") as base:
        base.execute("CREATE TABLE music (title)")
    foreign = (tmp_path / "foreign.db").read_bytes()
    said = about(archive)
    said["files"]["games.db"] = {"size": len(foreign), "sha256": hashlib.sha256(foreign).hexdigest()}
    changed(changed(archive, ABOUT, json.dumps(said).encode()), "games.db", foreign)
    with pytest.raises(WrongFile, match=r"its games.db is no file of games"):
        restore_archive(folder, archive)
    assert games(folder) == ["byzanz-0001"]


def test_nothing_is_restored_under_a_running_app(folder: Path, tmp_path: Path) -> None:
    write_archive(folder, tmp_path / "all.zip")
    with open_store(folder) as store:
        with pytest.raises(WrongInput, match="close it"):
            restore_archive(folder, tmp_path / "all.zip")
        store.take_in(shuffled_game("byzanz", 3, 2), 1.0)
    assert games(folder) == ["byzanz-0001", "byzanz-0002"]


def test_a_restore_that_fails_half_way_leaves_everything_as_it_was(folder: Path, tmp_path: Path, monkeypatch) -> None:
    write_archive(folder, tmp_path / "all.zip")
    before, rename = files(folder), Path.rename

    def full(self: Path, target: Path) -> Path:
        if self.name == "my-copy.toml" and self.parent != folder and Path(target).parent == folder:
            monkeypatch.undo()
            raise NotWritten("the disk is full")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(NotWritten):
        restore_archive(folder, tmp_path / "all.zip")
    assert (files(folder), games(folder)) == (before, ["byzanz-0001"])


def test_a_damaged_file_of_games_is_restored_over_and_kept_beside(folder: Path, tmp_path: Path) -> None:
    write_archive(folder, tmp_path / "all.zip")
    (folder / "games.db").write_bytes(b"no database at all" * 100)
    before = restore_archive(folder, tmp_path / "all.zip").before
    assert before is not None
    assert (before / "games.db").read_bytes().startswith(b"no database")
    assert games(folder) == ["byzanz-0001"]


def test_the_command_writes_a_backup_and_brings_it_back(folder: Path, tmp_path: Path, capsys) -> None:
    assert main(["--data", str(folder), "backup", str(tmp_path / "all.zip")]) == 0
    assert "all.zip: games.db, my-copy.toml" in capsys.readouterr().out
    assert main(["--data", str(folder), "backup", "--restore", str(tmp_path / "all.zip")]) == 0
    assert "What was there before is in " in capsys.readouterr().out
    assert main(["--data", str(folder), "backup", "--restore", str(folder / "my-copy.toml")]) == 1
    assert "is no backup of the companion" in capsys.readouterr().err
    assert main(["--data", str(folder), "backup", "--restore", str(folder / "none.zip")]) == 1
    assert main(["--data", str(folder), "backup", "a.zip", "--restore", "b.zip"]) == 1
    assert "one file at a time" in capsys.readouterr().err


def test_a_backup_without_a_name_is_named_by_the_time(folder: Path, capsys) -> None:
    assert main(["--data", str(folder), "backup"]) == 0
    (made,) = (folder / "shared").iterdir()
    assert made.name.startswith("companion-backup-20")
    assert str(made) in capsys.readouterr().out
    assert FORM_FILE in read_archive(made).files


def test_the_word_restore_puts_a_backup_back_too(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(folder), "backup", str(tmp_path / "all.zip")]) == 0
    (folder / "my-copy.toml").write_text("[other]\n")
    assert main(["--data", str(folder), "restore", str(tmp_path / "all.zip")]) == 0
    assert "as it was on " in capsys.readouterr().out
    assert "[other]" not in (folder / "my-copy.toml").read_text()
    assert main(["--data", str(folder), "restore", str(tmp_path / "none.zip")]) == 1
    assert "none.zip" in capsys.readouterr().err
