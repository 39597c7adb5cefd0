"""What is shipped: every data file beside the code is in the wheel."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
PACKAGES = ("companion", "vision", "devices", "engine")
DATA = {".ttf", ".png", ".jpg", ".kv", ".toml", ".po", ".mo", ".onnx", ".npz", ".json", ".svg", ".txt"}


@pytest.fixture(scope="module")
def shipped(tmp_path_factory) -> set[str]:
    out = tmp_path_factory.mktemp("wheel")
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(out),
        str(HERE),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    (wheel,) = out.glob("companion-*.whl")
    return set(zipfile.ZipFile(wheel).namelist())


def beside_the_code(tracked: list[str], suffixes: set[str]) -> set[str]:
    return {name for name in tracked if name.split("/")[0] in PACKAGES and Path(name).suffix in suffixes}


def test_every_data_file_is_shipped(shipped, tracked):
    assert beside_the_code(tracked, DATA) - shipped == set()


def test_every_module_is_shipped(shipped, tracked):
    assert beside_the_code(tracked, {".py"}) - shipped == set()


def test_tests_and_tools_stay_at_home(shipped):
    assert {name.split("/")[0] for name in shipped if ".dist-info" not in name} <= set(PACKAGES)


def test_the_licence_and_the_command_are_shipped(shipped):
    endings = {name.split(".dist-info/")[-1] for name in shipped if ".dist-info/" in name}
    assert {"licenses/LICENSE", "entry_points.txt"} <= endings
