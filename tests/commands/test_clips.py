"""The commands about clips ask the table first, list, export and erase, and learn only what reads better."""

import json
import zipfile

import numpy as np
import pytest

from companion.commands.cli import main
from companion.play.games_file import GAMES
from companion.play.storage import Store
from companion.tasks.clips import agree, consent, keep, kept
from tests.tasks.test_clips import JPEG, OTHERS, clip, evening


@pytest.fixture
def told(tmp_path, capsys):
    """Run a command on a data folder; its status and what it printed."""

    def run(*words):
        status = main(["--data", str(tmp_path), "--language", "en", *words])
        out = capsys.readouterr()
        return status, out.out, out.err

    return run


def test_without_anybody_to_ask_nothing_is_kept(told, tmp_path):
    status, _out, err = told("record-camera", "--on")
    assert (status, consent(tmp_path)) == (1, None)
    assert "--everybody-agrees" in err


@pytest.mark.parametrize(("word", "agreed"), [("yes\n", True), ("no\n", False), ("\n", False)])
def test_at_a_terminal_the_table_is_asked(word, agreed, tmp_path):
    import os
    import pty
    import subprocess
    import sys

    main_end, their_end = pty.openpty()
    words = [sys.executable, "-m", "companion", "--data", str(tmp_path), "--language", "en", "record-camera", "--on"]
    with subprocess.Popen(words, stdin=their_end, stdout=subprocess.DEVNULL) as process:
        os.write(main_end, word.encode())
        assert process.wait(60) == (0 if agreed else 1)
    os.close(main_end)
    os.close(their_end)
    assert (consent(tmp_path) is not None) == agreed


def test_it_is_turned_on_listed_turned_off_and_erased(told, tmp_path):
    assert "No clips" in told("record-camera")[1]
    assert told("record-camera", "--on", "--everybody-agrees", "--megabytes", "30")[0] == 0
    path = keep(tmp_path, clip(), [JPEG], 30)
    _status, out, _err = told("record-camera")
    assert "30 MB" in out
    assert f"{path.name}  constantinopolis  hold  3 G  (1)" in out
    told("record-camera", "--off")
    assert (consent(tmp_path), len(kept(tmp_path))) == (None, 1)
    agree(tmp_path)
    assert "erased: 1" in told("record-camera", "--erase")[1]
    assert (consent(tmp_path), kept(tmp_path)) == (None, [])


@pytest.mark.parametrize("most", ["0", "-3", "999999"])
def test_an_absurd_limit_is_refused(most, told, tmp_path):
    status, _out, err = told("record-camera", "--on", "--everybody-agrees", "--megabytes", most)
    assert (status, consent(tmp_path)) == (1, None)
    assert most in err


def test_a_clip_is_exported_as_one_file_with_its_truth_and_its_game(told, tmp_path, capsys):
    main(["--data", str(tmp_path), "import", "companion/titles/constantinopolis/example.jsonl"])
    capsys.readouterr()
    with Store(tmp_path / GAMES) as store:
        (game,) = [one[0] for one in store.games()]
    agree(tmp_path)
    path, file = keep(tmp_path, clip(), [JPEG], 30), tmp_path / "test.zip"
    assert told("record-camera", "--export", path.name, str(file), "--with-game", game)[0] == 0
    with zipfile.ZipFile(file) as archive:
        assert set(archive.namelist()) == {"clip.json", "0.jpg", "record.jsonl"}
        assert json.loads(archive.read("clip.json"))["truth"] == {"G": 3}


def test_a_clip_that_is_not_there_is_named(told, tmp_path):
    status, _out, err = told("record-camera", "--export", "none.clip.zip", str(tmp_path / "x.zip"))
    assert (status, "none.clip.zip" in err) == (1, True)


def test_learning_says_how_well_each_reads_and_what_is_used(told, tmp_path):
    agree(tmp_path)
    for made, pictures in evening(OTHERS):
        keep(tmp_path, made, pictures, 100)
    (kept(tmp_path)[0].parent / "odd.clip.zip").write_bytes(np.random.default_rng(1).bytes(99))
    status, out, err = told("learn")
    assert (status, "odd.clip.zip" in err) == (0, True)
    assert "kitchen: 5 clips were measured" in out
    assert "Used from now on: colours learnt now" in out
    assert (tmp_path / "cameras" / "kitchen.json").exists()


def test_without_clips_there_is_nothing_to_learn_from(told):
    status, _out, err = told("learn")
    assert (status, "record-camera --on" in err) == (1, True)
