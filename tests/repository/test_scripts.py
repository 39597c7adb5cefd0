"""Every script of the checkout is one that its shell can read, and in which shellcheck finds nothing."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
SHELL = re.compile(rb"#! ?(?:/usr)?/bin/(?:env +)?(?:ba|da)?sh\b")


@pytest.fixture(scope="module")
def scripts(tracked: list[str]) -> list[str]:
    """The files that a shell reads, known by their first line."""
    return [name for name in tracked if SHELL.match((HERE / name).read_bytes()[:40])]


def test_scripts_are_found_by_their_first_line(scripts: list[str]) -> None:
    assert {"deploy/install.sh", "deploy/deb/postinst", "tools/setup", "tools/system-packages"} <= set(scripts)


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not on this machine")
def test_shellcheck_has_nothing_to_say(scripts: list[str]) -> None:
    verdict = subprocess.run(["shellcheck", *scripts], cwd=HERE, capture_output=True, text=True, check=False)
    assert verdict.stdout == ""
    assert verdict.returncode == 0
