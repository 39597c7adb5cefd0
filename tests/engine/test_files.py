"""A file is written whole or not at all."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from engine.errors import CompanionError, NotFound, NotWritten, WrongFile
from engine.files import write_whole

OLD = b"what stood there"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "kept.json"
    path.write_bytes(OLD)
    return path


def run_writer(path, before):
    """Write a megabyte to `path` in another process, after the lines `before`."""
    code = "import os, resource, signal\nfrom pathlib import Path\nfrom engine import files\n" + textwrap.dedent(before)
    code += f"\nfiles.write_whole(Path({str(path)!r}), bytes(1 << 20))\n"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)


def test_a_written_file_holds_what_was_given_and_nothing_stands_beside_it(path):
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("mode", [0o644, 0o400])
def test_a_file_is_for_its_owner_alone_whatever_it_was_before(path, mode):
    path.chmod(mode)
    write_whole(path, b"new")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_disk_that_is_full_half_way_leaves_the_old_file_and_nothing_beside_it(path):
    full = "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))"
    done = run_writer(path, full)
    assert b"OSError" in done.stderr
    assert path.read_bytes() == OLD
    assert os.listdir(path.parent) == [path.name]


def test_a_kill_before_the_bytes_are_on_the_disk_leaves_the_old_file(path):
    done = run_writer(path, "files.os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)")
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == OLD


def test_a_rename_that_cannot_happen_leaves_nothing_beside(tmp_path):
    folder = tmp_path / "busy"
    (folder / "kept.json").mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        write_whole(folder / "kept.json", b"new")
    assert os.listdir(folder) == ["kept.json"]


def test_a_folder_that_is_not_there_is_an_oserror(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "kept.json", b"new")


def test_a_link_stays_a_link_to_the_file_that_is_written(path, tmp_path):
    link = tmp_path / "link.json"
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_pipe_is_written_straight(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE)
    write_whole(pipe, b"new")
    assert reader.communicate(timeout=10)[0] == b"new"


@pytest.mark.parametrize(("error", "plain"), [(WrongFile, ValueError), (NotFound, LookupError), (NotWritten, OSError)])
def test_an_expected_error_is_also_the_built_in_one(error, plain):
    with pytest.raises(plain, match=r"no 'x'") as caught:
        raise error("no 'x'")
    assert isinstance(caught.value, CompanionError)
