"""What `make` offers, and what setting up says on machines that lack something."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
UNPRIVILEGED = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}


def run(*command: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=120, check=False, **options)


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("target", ["setup", "run", "test", "check"])
def test_make_knows_what_the_readme_promises(target):
    assert run("make", "--dry-run", target).returncode == 0
    assert f"make {target}" in (HERE / "README.md").read_text() or target == "setup"


def test_without_a_display_make_run_plays_a_whole_game():
    plan = run("make", "--dry-run", "run").stdout
    assert "demo --screens out/screens" in plan
    assert "--table virtual" in plan


def test_a_python_that_fits_is_taken():
    assert run("tools/python", env={**os.environ, "PYTHON": sys.executable}).stdout.strip() == sys.executable


def test_a_machine_with_only_a_newer_python_is_told_which_ones_fit(tmp_path):
    pretend = f"""exec {sys.executable} -c 'import sys; sys.version_info = (3, 14, 0); exec(sys.argv[1])' "$2" """
    newer = script(tmp_path / "python3.14", pretend)
    answer = run("tools/python", env={**os.environ, "PYTHON": newer})
    assert answer.returncode == 1
    assert "3.11, 3.12 or 3.13" in answer.stderr
    assert "3.14.0" in answer.stderr


def test_a_machine_without_any_python_is_told_so():
    answer = run("tools/python", env={**os.environ, "PYTHON": "python-that-is-not-here"})
    assert answer.returncode == 1
    assert "no Python" in answer.stderr


@pytest.mark.skipif(not Path("/usr/bin/dpkg-query").exists(), reason="no dpkg on this machine")
def test_a_missing_system_package_is_named_where_it_may_not_be_installed():
    answer = subprocess.run(
        ["sh", "-s", "a-package-nobody-made"],
        stdin=(HERE / "tools/system-packages").open(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"PATH": "/usr/bin:/bin"},
        cwd="/",
        **UNPRIVILEGED,
    )
    assert answer.returncode == 1
    assert "sudo apt-get install a-package-nobody-made" in answer.stderr


@pytest.mark.skipif(not Path("/usr/bin/dpkg-query").exists(), reason="no dpkg on this machine")
def test_a_system_package_that_is_there_is_passed_over_in_silence():
    answer = run("tools/system-packages", "dpkg")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")


def test_scripts_may_be_run_and_are_sound_shell():
    scripts = [
        *HERE.glob("deploy/mosquitto/*-*"),
        *(HERE / name for name in ("tools/setup", "tools/python", ".ci/run")),
    ]
    for path in scripts:
        shell = path.read_text().splitlines()[0].split("/")[-1].split()[-1]
        assert os.access(path, os.X_OK), path
        assert run(shell, "-n", str(path)).stderr == ""
