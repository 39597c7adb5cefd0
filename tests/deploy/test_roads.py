"""The roads that `.ci/run` walks: one that breaks is named and fails the run, and keeps no other from being walked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TRY = ROOT / "deploy/roads/try"
NO_BUILD = "#!/bin/sh\ncase $* in *hatchling*) exit 0 ;; esac\necho 'no index here' >&2\nexit 3\n"
pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="bash is not on this machine")


@pytest.fixture
def python(tmp_path: Path) -> Path:
    """A Python that can build nothing."""
    made = tmp_path / "python"
    made.write_text(NO_BUILD)
    made.chmod(0o755)
    return made


def walk(*roads: str, python: Path | str = sys.executable, within: int = 50) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "/usr/bin:/bin", "PYTHON": str(python), "WITHIN": str(within)}
    return subprocess.run([TRY, *roads], env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_a_road_that_is_none_is_refused() -> None:
    told = walk("pipx", "teleport")
    assert (told.returncode, told.stdout) == (2, "")
    assert "no road 'teleport'" in told.stderr


def test_a_road_that_breaks_fails_the_run_and_the_next_is_walked_all_the_same(python: Path) -> None:
    told = walk("pipx", "portable", "root", "deb", python=python)
    assert told.returncode == 1
    last = told.stdout.splitlines()[-4:]
    assert [line.rsplit(" ", 3)[0] for line in last] == [
        f"road {name}: BROKEN" for name in ("pipx", "portable", "root", "deb")
    ]


@pytest.mark.skipif(os.getuid() != 0 or not shutil.which("debootstrap"), reason="it takes root and debootstrap")
def test_a_release_whose_mirror_is_gone_is_not_walked_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "tree/DEBIAN").mkdir(parents=True)
    about = (
        "Package: companion\nVersion: 1\nArchitecture: {}\nMaintainer: nobody <no@localhost>\nDescription: stand-in\n"
    )
    machine = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    (tmp_path / "tree/DEBIAN/control").write_text(about.format(machine))
    subprocess.run(["dpkg-deb", "-b", tmp_path / "tree", tmp_path / "it.deb"], check=True, capture_output=True)
    elsewhere = ROOT / "deploy/deb/elsewhere"
    command = [elsewhere, tmp_path / "it.deb", "trixie", "http://127.0.0.1:9/debian"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (told.returncode, told.stdout) == (0, "deb: not tried: no trixie can be had from its mirror\n")


def test_a_road_that_takes_too_long_is_left_with_all_it_started_and_is_no_fault(tmp_path: Path) -> None:
    slow, sleeps = tmp_path / "python", tmp_path / "sleeps"
    sleeps.mkdir()
    slow.write_text(f"#!/bin/sh\ncase $* in *hatchling*) exit 0 ;; esac\nsleep 50 & : > {sleeps}/$!\nwait\n")
    slow.chmod(0o755)
    told = walk("pipx", "portable", "root", "arm", python=slow, within=2)
    assert told.returncode == 0, told.stderr
    ends = [line.rsplit(" ", 2)[0] for line in told.stdout.splitlines()[-4:]]
    assert ends == [
        f"road {name}: not walked to its end, the time was up after" for name in ("pipx", "portable", "root", "arm")
    ]
    started = [Path("/proc", sleep.name) for sleep in sleeps.iterdir()]
    until = time.monotonic() + 20
    while any(map(Path.exists, started)) and time.monotonic() < until:
        time.sleep(0.1)
    assert started
    assert not [sleep for sleep in started if sleep.exists()]


def test_the_build_machine_walks_every_road() -> None:
    script = (ROOT / ".ci/run").read_text()
    (walk,) = (line for line in script.splitlines() if "--no-print-directory roads" in line)
    every = TRY.read_text().partition('\nroads="')[2].partition('"')[0].split()
    assert sorted(walk.partition('ROADS="')[2].partition('"')[0].split()) == sorted(every)
    assert walk.endswith("WITHIN=$((29 * 60 - SECONDS)) || status=1")
