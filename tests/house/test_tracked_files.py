"""What must not be in a commit: places of one machine, and hosts of one site."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
MACHINE = re.compile(r"(?<![\w.])/(?:work|farm|root|opt/pypi|home/\w+)/[\w.]")
HOSTS = re.compile(
    "|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.org", "proxy.golang" + r"\.org"])
)


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HERE, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: nothing says which files are tracked")
    return [path for name in listed.stdout.split("\0") if name and (path := HERE / name).is_file()]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="ignore")


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(HERE)}:{number}: {line.strip()[:100]}"
        for path in tracked()
        if path != Path(__file__)
        for number, line in enumerate(text_of(path).split("\n"), 1)
        if pattern.search(line)
    ]


def lock() -> dict[str, str]:
    """Each locked distribution with its block of hashes."""
    blocks = re.split(r"\n(?=[a-z])", (HERE / "requirements.lock").read_text())
    return {re.split(r"[=\[ ]", block, maxsplit=1)[0]: block for block in blocks}


def test_no_tracked_file_knows_a_path_of_one_machine():
    assert lines_with(MACHINE) == []


def test_no_tracked_file_names_a_package_registry():
    assert lines_with(HOSTS) == []


def test_the_lock_names_no_address():
    assert "://" not in (HERE / "requirements.lock").read_text()


def test_everything_in_the_lock_has_a_hash():
    assert [name for name, block in lock().items() if "--hash=sha256:" not in block] == []


def test_the_lock_covers_what_the_project_asks_for():
    project = tomllib.loads((HERE / "pyproject.toml").read_text())
    wishes = project["project"]["dependencies"] + project["dependency-groups"]["dev"]
    names = {re.split(r"[<>=!~;\[ ]", wish)[0].lower() for wish in wishes}
    assert names - set(lock()) == set()


def test_only_one_opencv_is_locked_because_two_break_each_other():
    assert [name for name in lock() if name.startswith("opencv")] == ["opencv-python-headless"]
