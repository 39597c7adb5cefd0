"""What is shipped: the sdist without its pictures, and a wheel with every data file beside the code."""

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
LARGEST = 8_000_000  # bytes of an sdist or a wheel
SHARED = ".data/data/share/companion/"
TRAYS_DRAWN = {"deploy/trays/model-coins.png", "deploy/trays/model-seat.png"}
LOCKS = {f"requirements-{made}.lock" for made in ("docs", "models", "photoreal")}
DOCUMENTS = {"mkdocs.yml"} | LOCKS | TRAYS_DRAWN
"""What only the site, the drawn trays and path-traced pictures are made with, and the site's pictures of trays."""
TO_CHANGE = {
    f"deploy/trays/models/{tray}-{part}-{half}.step"
    for tray in ("coins", "seat")
    for part in ("body", "lid")
    for half in ("left", "right")
} | {"deploy/trays/models/plate.step"}
"""Models for who changes them; who prints has the STL."""
TRACED = "tools/photoreal/"
"""What path-traces pictures, with a lock that is left out, too."""
PACKAGES = ("companion", "vision", "devices", "engine")
DATA = {".ttf", ".png", ".jpg", ".kv", ".toml", ".po", ".mo", ".onnx", ".npz", ".json", ".svg", ".txt", ".wav"}


def build(target: str, source: Path, out: Path) -> Path:
    """The file that `hatchling` makes of `source`."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    (built,) = (path for path in out.glob("companion-*") if path.is_file())
    return built


@pytest.fixture(scope="module")
def sdist(tmp_path_factory) -> Path:
    return build("sdist", HERE, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def unpacked(sdist, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    shutil.unpack_archive(sdist, folder)
    return folder / sdist.name.removesuffix(".tar.gz")


@pytest.fixture(scope="module")
def wheel(unpacked, tmp_path_factory) -> Path:
    """The wheel built from the sdist alone."""
    return build("wheel", unpacked, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def shipped(wheel) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def beside_the_code(tracked: list[str], suffixes: set[str]) -> set[str]:
    return {name for name in tracked if name.split("/")[0] in PACKAGES and Path(name).suffix in suffixes}


def test_neither_sdist_nor_wheel_is_large(sdist, wheel):
    assert sdist.stat().st_size < LARGEST
    assert wheel.stat().st_size < LARGEST


def test_the_sdist_leaves_out_only_pictures_of_the_documents_what_makes_them_and_models_to_change(unpacked, tracked):
    left_out = {name for name in tracked if not (unpacked / name).is_file()}
    traced = {name for name in tracked if name.startswith(TRACED)}
    assert {name for name in left_out if not name.startswith("docs/screens/")} == DOCUMENTS | TO_CHANGE | traced


def test_the_picture_of_the_readme_is_in_the_sdist(unpacked):
    assert "](docs/screens/table.png)" in (unpacked / "README.md").read_text()
    assert (unpacked / "docs/screens/table.png").is_file()


def test_every_data_file_is_shipped(shipped, tracked):
    assert beside_the_code(tracked, DATA) - shipped == set()


def test_every_module_is_shipped(shipped, tracked):
    assert beside_the_code(tracked, {".py"}) - shipped == set()


def test_tests_and_tools_stay_at_home(shipped):
    code = {name for name in shipped if ".dist-info" not in name and SHARED not in name}
    assert {name.split("/")[0] for name in code} <= set(PACKAGES)


@pytest.mark.parametrize(
    "name",
    [
        "firmware/main.py",
        "mosquitto/mosquitto.conf",
        "trays/draw.py",
        "cases/README.md",
        "udev/60-companion-trays.rules",
    ],
)
def test_what_trays_and_a_broker_need_comes_along(shipped, name):
    assert any(file.endswith(SHARED + name) for file in shipped)


def test_the_licence_and_the_command_are_shipped(shipped):
    endings = {name.split(".dist-info/")[-1] for name in shipped if ".dist-info/" in name}
    assert {"licenses/LICENSE", "entry_points.txt"} <= endings
