"""What the tests of the repository share."""

import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def tracked() -> list[str]:
    """Names of all files of the checkout that git tracks and that are there."""
    if not shutil.which("git"):
        pytest.skip("git is not on this machine: nothing says which files are tracked")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HERE, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip(f"not a git checkout: {listed.stderr.strip()}")
    return [name for name in listed.stdout.split("\0") if name and (HERE / name).is_file()]
