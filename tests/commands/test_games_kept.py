"""The commands that list, export, import and restore games go on whatever lies in the data folder."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.commands.cli import main
from companion.host.opening import NAMES, shuffled_game
from companion.play.backup import backups
from companion.play.record import Damaged, read_record, write_record
from companion.play.storage import Store
from companion.titles import BUILT_IN
from engine.game import legal
from engine.journal import Journal, Remark


def opened() -> Journal:
    book = shuffled_game("constantinopolis", 2, 1)
    book.submit(legal(book.game, book.state, "")[0], at=5.0)
    return book


@pytest.fixture
def record(tmp_path: Path) -> Path:
    write_record(opened(), tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def lines(record: Path) -> list[Any]:
    return [json.loads(line) for line in record.read_text().splitlines()]


def rewritten(record: Path, *found: Any) -> Path:
    record.write_text("".join(json.dumps(line) + "\n" for line in found))
    return record


def test_a_record_with_a_time_that_no_clock_shows_is_refused_and_names_the_entry(tmp_path: Path) -> None:
    book = opened()
    for at in (1e308, -1.0, 1e12):
        book.submit(Remark("", "late"), at=at)
        write_record(book, tmp_path / "late.jsonl")
        with pytest.raises(Damaged, match=r"entry 2: .* is no time"):
            read_record(tmp_path / "late.jsonl")
        book = opened()


def test_a_game_kept_with_a_huge_time_takes_no_other_from_the_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(tmp_path / "games.db") as store:
        store.take_in(opened(), 1.0)
        late = opened()
        late.submit(Remark("", "late"), at=1e308)
        store.take_in(late, 1.0)
    assert main(["--data", str(tmp_path), "games"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("constantinopolis-0001 ")
    assert "constantinopolis-0002  damaged: " in err


def test_a_change_of_the_head_is_found_by_its_digest(record: Path) -> None:
    head, first = lines(record)
    head["setup"]["places"][0][1] = "Zoe"
    with pytest.raises(Damaged, match=r"line 1.*digest"):
        read_record(rewritten(record, head, first))


def test_a_record_made_before_the_head_had_a_digest_opens(record: Path) -> None:
    head, first = lines(record)
    del head["digest"]
    assert read_record(rewritten(record, head, first)).last == 1


def test_a_head_without_a_digest_must_agree_with_entry_1(record: Path) -> None:
    head, first = lines(record)
    del head["digest"]
    head["setup"]["places"][0][1] = "Zoe"
    with pytest.raises(Damaged, match="another set-up than the head's"):
        read_record(rewritten(record, head, first))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda setup: setup.update(places=[["red", ""]] * 1_000_000), "1000000 seats"),
        (lambda setup: setup.update(places=setup["places"] * 2), "C-SET-06|C-GEN-03"),
        (lambda setup: setup.update(offices=[]), "C-SET-08"),
        (lambda setup: setup["values"]["ships"]["small"].update(copies=10**9), "copies|<= "),
        (lambda setup: setup["values"]["start"].update(gold=-5), "gold|>= "),
        (lambda setup: setup["values"].update(buildings={}), "wall-market"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(record: Path, change: Any, complaint: str) -> None:
    head, first = lines(record)
    del head["digest"]
    change(head["setup"])
    with pytest.raises(Damaged, match=f"entry 0: .*({complaint})"):
        read_record(rewritten(record, head, first))


def test_a_deeply_nested_record_is_refused_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    (tmp_path / "head.jsonl").write_text('{"form": 1, "game": "nim", "setup": ' + deep + "}\n")
    write_record(opened(), tmp_path / "entry.jsonl")
    with (tmp_path / "entry.jsonl").open("a") as file:
        file.write('{"number":2,"at":1.0,"origin":"","command":' + deep + ',"events":[],"digest":""}\n')
    for name in ("head.jsonl", "entry.jsonl"):
        assert main(["--data", str(tmp_path), "import", str(tmp_path / name)]) == 1
        (line,) = capsys.readouterr().err.splitlines()
        assert name in line or "entry 2" in line


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_game_is_listed_with_its_people_and_the_round_it_is_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    book = shuffled_game(game, 3, 1)
    book.submit(legal(book.game, book.state, "")[0], at=5.0)
    write_record(book, tmp_path / "game.jsonl")
    assert main(["--data", str(tmp_path), "import", str(tmp_path / "game.jsonl")]) == 0
    capsys.readouterr()
    assert main(["--data", str(tmp_path), "games"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"{game}-0001  ")
    assert line.endswith(f"{', '.join(NAMES[:3])}  round 1, 1 entries")


@pytest.mark.parametrize(
    "deep", ["seats = " + "[" * 50_000 + "]" * 50_000, "red" + ".red" * 50_000 + " = 1", "[" + "a." * 50_000 + "a]\n"]
)
def test_a_deeply_nested_case_is_refused_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deep: str
) -> None:
    (tmp_path / "deep.toml").write_text(f"{deep}\n")
    assert main(["judge", str(tmp_path / "deep.toml")]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "deep.toml" in line
    assert len(line) < 1000


@pytest.mark.parametrize("command", ["import", "replay", "notation", "judge", "look --for cubes"])
def test_no_command_reads_an_endless_file_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    assert main(["--data", str(tmp_path), *command.split(), "/dev/zero"]) == 1
    assert "longer than" in capsys.readouterr().err


def test_a_text_in_another_coding_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.txt").write_bytes(b"[game nim]\n\xff\xfe\n")
    assert main(["notation", str(tmp_path / "game.txt")]) == 1
    assert "game.txt: is no text in UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("games.db", "", "no kind of file ends so"),
        ("games.db", "record", "ends in '.jsonl'"),
        ("my-copy.toml", "", "no kind of file ends so"),
        ("notes.jsonl", "record", "is no such file of ours"),
        *((f"notes.{ending}", "", "is no such file of ours") for ending in ("txt", "csv", "html", "json")),
        ("notes.txt", "bgg", "is no such file of ours"),
        ("notes.txt", "bgstats", "is no such file of ours"),
    ],
)
def test_an_export_never_takes_the_place_of_a_file_that_is_not_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, kind: str, said: str
) -> None:
    with Store(tmp_path / "games.db") as store:
        store.take_in(opened(), 1.0)
    path = tmp_path / name
    if name != "games.db":
        path.write_text("what I typed")
    before = path.read_bytes()
    asked = ["--as", kind] if kind else []
    assert main(["--data", str(tmp_path), "export", "constantinopolis-0001", str(path), *asked]) == 1
    assert said in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["games.db", "notes.jsonl"])
def test_what_a_seat_may_know_never_takes_the_place_of_what_is_no_record(tmp_path: Path, name: str) -> None:
    with Store(tmp_path / "games.db") as store:
        store.take_in(opened(), 1.0)
    path = tmp_path / name
    if name != "games.db":
        path.write_text("what I typed")
    before = path.read_bytes()
    assert main(["--data", str(tmp_path), "export", "constantinopolis-0001", str(path), "--for", "red"]) == 1
    assert path.read_bytes() == before


def test_an_export_replaces_an_older_one_and_is_for_the_owner_alone(tmp_path: Path, record: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.take_in(opened(), 1.0)
    record.write_bytes(record.read_bytes() * 3)
    assert main(["--data", str(tmp_path), "export", "constantinopolis-0001", str(record)]) == 0
    assert len(lines(record)) == 2
    assert record.stat().st_mode & 0o777 == 0o600


def test_restore_brings_back_every_damaged_game_and_then_has_nothing_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(tmp_path / "games.db") as store:
        store.take_in(opened(), 1.0)
        store.take_in(opened(), 1.0)
    assert backups(tmp_path / "games.db")
    with sqlite3.connect(tmp_path / "games.db") as other:
        other.execute("DROP TRIGGER entries_never_change")
        other.execute("UPDATE entry SET digest = 'x' WHERE game = 'constantinopolis-0002' AND number = 1")
    assert main(["--data", str(tmp_path), "restore"]) == 0
    assert "constantinopolis-0002: goes on after entry 1" in capsys.readouterr().out
    assert main(["--data", str(tmp_path), "restore"]) == 0
    assert "No game is damaged" in capsys.readouterr().out


def test_a_name_with_control_and_bidi_characters_reaches_the_terminal_without_them(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(tmp_path / "games.db") as store:
        book = shuffled_game("constantinopolis", 2, 1)
        head = json.loads(json.dumps(lines(record)[0]["setup"]))
        head["places"][0][1] = "Zo\x1b[31m\u202eë\n"
        from companion.play.record import open_journal

        store.begin(book.game.name, open_journal(book.game.name, json.dumps(head).encode()).setup, 1.0)
    main(["--data", str(tmp_path), "games"])
    assert "Zo[31më" in capsys.readouterr().out


def test_a_game_of_which_nothing_is_left_keeps_no_other_from_being_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(tmp_path / "games.db") as store:
        for _ in range(3):
            store.take_in(opened(), 1.0)
    with sqlite3.connect(tmp_path / "games.db") as other:
        other.execute("DROP TRIGGER entries_never_change")
        other.execute("UPDATE entry SET origin = 'forged' WHERE number = 1")
        other.execute("INSERT INTO entry VALUES ('zz\u202eodd', 0, 9e9, 'no game', '{}', '[]', '', '')")
    assert main(["--data", str(tmp_path), "restore"]) == 1
    out, err = capsys.readouterr()
    assert out.count("goes on after entry 1") == 3
    assert "zz\\u202eodd: stays damaged" in err
    assert main(["--data", str(tmp_path), "games"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_game_that_lacks_entries_is_not_exported_in_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store(tmp_path / "games.db") as store:
        game = store.take_in(opened(), 1.0)
        for number in range(6):
            store.open(game).submit(Remark("", str(number)), at=9.0)
    with sqlite3.connect(tmp_path / "games.db") as other:
        other.execute("DROP TRIGGER entries_never_go")
        other.execute("DELETE FROM entry WHERE number = 4")
    assert main(["--data", str(tmp_path), "export", game, str(tmp_path / "out.jsonl")]) == 1
    assert f"game '{game}', entry 5" in capsys.readouterr().err
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("seed", range(8))
def test_no_command_shows_the_error_of_the_database_on_a_damaged_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    data, chance, record = tmp_path / "data", Random(seed), str(tmp_path / "out.jsonl")
    with Store(data / "games.db") as store:
        for _ in range(4):
            book = store.open(store.take_in(opened(), 1.0))
            for number in range(20):
                book.submit(Remark("", f"{number} " + "x" * 200), at=9.0)
    spoilt = bytearray((data / "games.db").read_bytes())
    at = chance.randrange(16, len(spoilt)) if seed % 2 else chance.randrange(16, 200)
    spoilt[at : at + 9] = chance.randbytes(9)
    for command in (["games"], ["doctor"], ["export", "constantinopolis-0002", record], ["restore"]):
        (data / "games.db").write_bytes(spoilt)
        main(["--data", str(data), *command])
        err = capsys.readouterr().err
        assert "Traceback" not in err
        assert "sqlite3" not in err
        assert not (data / "crashes").exists()
