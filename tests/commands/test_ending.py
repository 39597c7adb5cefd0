"""How commands end: Ctrl-C, a broken pipe, SIGTERM, missing files, no display, no camera, a terminal without signs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.play.record import read_record, write_record
from tests.commands.test_games_kept import opened

COMPANION = (sys.executable, "-m", "companion")
ROOT = Path(__file__).parents[2]


def begun(*words: str | Path, **environment: str) -> subprocess.Popen[str]:
    """A command in a process of its own, in another group than ours."""
    return subprocess.Popen(
        [*COMPANION, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **environment},
        start_new_session=True,
    )


def demo(record: Path, *words: str, **environment: str) -> subprocess.Popen[str]:
    """A demo that has told its first phases."""
    running = begun("demo", "--seed", "3", "--players", "2", "--record", record, *words, **environment)
    assert running.stdout is not None
    for _ in range(3):
        running.stdout.readline()
    return running


@pytest.mark.parametrize(("how", "status", "said"), [(signal.SIGINT, 130, "stopped"), (signal.SIGTERM, 143, "")])
def test_a_demo_that_is_ended_keeps_what_was_played(
    tmp_path: Path, how: signal.Signals, status: int, said: str
) -> None:
    running = demo(tmp_path / "game.jsonl")
    running.send_signal(how)
    _, told = running.communicate(timeout=60)
    assert running.returncode == status, told
    assert "Traceback" not in told
    assert said in told
    assert read_record(tmp_path / "game.jsonl").last > 1


ASKED_WHILE_KIVY_STARTS = """
import os, signal, sys
from companion.commands.cli import main
from companion.ui import onscreen

prepare = onscreen.prepare

def asked():
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        signal.pause()
    except:  # as Kivy does where it looks for input devices
        pass
    prepare()

onscreen.prepare = asked
sys.exit(main(sys.argv[1:]))
"""


def test_an_app_that_is_ended_while_its_window_is_made_ends(tmp_path: Path) -> None:
    quiet = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_NO_ARGS": "1", "KIVY_LOG_MODE": "PYTHON"}
    command = (sys.executable, "-c", ASKED_WHILE_KIVY_STARTS, "--data", str(tmp_path / "data"))
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **quiet, "KIVY_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 143, ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_demo_that_runs_out_of_time_says_where_it_is_and_keeps_what_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.jsonl"
    words = ["demo", "--seed", "3", "--players", "2", "--limit", "1", "--record", str(record)]
    assert main(words) == 1
    line = capsys.readouterr().err.splitlines()[-1]
    assert line.startswith("companion: no end after 1 s: entry ")
    assert "(" not in line
    assert read_record(record).last >= 1


def test_a_demo_never_writes_over_what_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    assert main(["demo", "--record", str(tmp_path / "notes.txt")]) == 1
    assert "is no record" in capsys.readouterr().err
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_with_json_what_a_demo_tells_on_its_way_is_not_mixed_into_its_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["demo", "--seed", "3", "--players", "2", "--json", "--limit", "2"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "round 1" in err


@pytest.mark.slow
def test_with_json_a_demo_prints_one_object_and_nothing_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["demo", "--seed", "3", "--players", "2", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["players"] == 2
    assert len(out.splitlines()) == 1
    assert "round 1" in err


def test_nobody_who_reads_on_is_no_error(tmp_path: Path) -> None:
    running = demo(tmp_path / "game.jsonl")
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    told = running.stderr.read()
    running.wait(60)
    assert running.returncode == 141
    assert "Errno" not in told
    assert "Traceback" not in told


def test_a_pipe_that_is_closed_before_the_end_is_no_error_either() -> None:
    read, write = os.pipe()
    os.close(read)
    ran = subprocess.run([*COMPANION, "rules", "wall"], stdout=write, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["replay", "none.jsonl"], "there is no file '{}/none.jsonl'"),
        (["replay", "."], "is a folder, not a file"),
        (["look", "--for", "cubes", "none.png"], "none.png"),
        (["import", "none.jsonl"], "there is no file '{}/none.jsonl'"),
        (["judge", "none.toml"], "there is no file '{}/none.toml'"),
        (["score", "none.toml"], "there is no file '{}/none.toml'"),
        (["notation", "none.txt"], "there is no file '{}/none.txt'"),
    ],
)
def test_a_missing_file_is_said_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    words[-1] = str(tmp_path / words[-1])
    assert main(["--data", str(tmp_path / "data"), *words]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert said.format(tmp_path) in line
    assert "Errno" not in line


def test_without_a_display_the_app_says_so_and_ends(tmp_path: Path) -> None:
    with begun("--data", tmp_path, DISPLAY="", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="") as app:
        _, told = app.communicate(timeout=60)
    assert app.returncode == 1
    assert told.startswith("companion: there is no display for a window")
    assert len(told.splitlines()) == 1


def test_with_a_display_that_is_not_there_the_app_says_so_and_ends(tmp_path: Path) -> None:
    app = begun("--data", tmp_path, DISPLAY=":4077", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="")
    try:
        _, told = app.communicate(timeout=60)
    finally:
        app.kill()
    assert app.returncode == 1
    assert "companion: the display ':4077' does not answer" in told


def test_without_its_camera_the_lens_is_not_measured_for_ever(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.commands.lens.PATIENCE", 0.5)
    assert main(["--data", str(tmp_path), "lens", "7"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert "'7'" in line


@pytest.mark.parametrize("coding", ["ascii", "latin-1"])
def test_a_terminal_without_our_signs_shows_the_nearest_it_has(tmp_path: Path, coding: str) -> None:
    words = ([*COMPANION, "--data", str(tmp_path), "doctor"], [*COMPANION, "rules", "wall", "--json"])
    environment = {**os.environ, "PYTHONIOENCODING": coding, "LANG": "it_IT.UTF-8", "LC_ALL": "", "LANGUAGE": ""}
    for command in words:
        ran = subprocess.run(command, capture_output=True, cwd=ROOT, env=environment, check=False)
        assert b"Traceback" not in ran.stderr, ran.stderr
        assert b"UnicodeEncodeError" not in ran.stderr
        assert ran.stdout.decode(coding)
    assert json.loads(ran.stdout)


@pytest.mark.parametrize(("named", "language"), [("it_IT.UTF-8", "it"), ("es_ES", "es"), ("C", "en"), ("fi_FI", "en")])
def test_the_language_is_the_systems_unless_one_is_asked_for(tmp_path: Path, named: str, language: str) -> None:
    environment = {**os.environ, "LANG": named, "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": ""}
    words = {"en": "no broker is named", "it": "nessun broker", "es": "ningún bróker"}
    for more, wanted in (([], language), (["--language", "es"], "es")):
        command = [*COMPANION, "--data", str(tmp_path), *more, "doctor"]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, check=False)
        assert words[wanted] in ran.stdout


def test_games_says_when_there_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for folder in (tmp_path / "none", tmp_path):
        assert main(["--data", str(folder), "games"]) == 0
        out, err = capsys.readouterr()
        assert (out, err) == ("", f"No game is kept in {folder}.\n")


def test_a_record_imported_twice_is_one_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_record(opened(), tmp_path / "game.jsonl")
    for said in ("", "is kept already"):
        assert main(["--data", str(tmp_path), "import", str(tmp_path / "game.jsonl")]) == 0
        out, err = capsys.readouterr()
        assert out == "constantinopolis-0001\n"
        assert said in err
    assert main(["--data", str(tmp_path), "games"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_a_game_that_went_on_since_is_the_one_of_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from companion.play.storage import Store
    from engine.journal import Remark

    write_record(opened(), tmp_path / "game.jsonl")
    with Store(tmp_path / "games.db") as store:
        game = store.take_in(opened(), 1.0)
        store.open(game).submit(Remark("", "later"), at=9.0)
        other = store.take_in(opened(), 1.0)
        store.open(other).submit(Remark("", "other"), at=9.0)
    assert main(["--data", str(tmp_path), "import", str(tmp_path / "game.jsonl")]) == 0
    assert "is kept already" in capsys.readouterr().err
