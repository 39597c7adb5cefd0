"""What must not be in a commit: places of one machine, and hosts of one site."""

import re
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
MACHINE = re.compile(r"(?<![\w.])/(?:work|farm|root|opt/pypi|home/\w+)/[\w.]")
HOSTS = re.compile(
    "|".join(["pypi" + r"\.org", "pythonhosted" + r"\.org", "npmjs" + r"\.org", "proxy.golang" + r"\.org"])
)


def lines_with(pattern: re.Pattern[str], names: list[str]) -> list[str]:
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name in names
        for number, line in enumerate((HERE / name).read_text(encoding="utf-8", errors="ignore").split("\n"), 1)
        if pattern.search(line)
    ]


def lock() -> dict[str, str]:
    """Each locked distribution with its block of hashes."""
    blocks = re.split(r"\n(?=[a-z])", (HERE / "requirements.lock").read_text())
    return {re.split(r"[=\[ ]", block, maxsplit=1)[0]: block for block in blocks}


def test_no_tracked_file_knows_a_path_of_one_machine(tracked):
    assert lines_with(MACHINE, tracked) == []


def test_no_tracked_file_names_a_package_registry(tracked):
    assert lines_with(HOSTS, tracked) == []


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
