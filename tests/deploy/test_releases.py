"""The systems a package is made for: each Python and machine gets its packages, Debian 13 has what it depends on."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.deb.__main__ import ARCHES, PYTHONS
from tools.deb.files import HERE, depends
from tools.deb.packages import _target, locked, needed

LOCK = (HERE / "requirements.lock").read_text()
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
SYSTEMS = [(python, arch) for python in PYTHONS for arch in ARCHES]
apt = pytest.mark.skipif(not shutil.which("apt-get") or not KEYS.exists(), reason="this machine has no Debian mirror")
Trixie = Callable[..., str]


def test_packages_are_for_the_pythons_of_debian_and_ubuntu() -> None:
    releases = {"Debian 12": "3.11", "Ubuntu 24.04": "3.12", "Debian 13": "3.13"}
    assert tuple(releases.values()) == PYTHONS
    wished = re.search(r'requires-python = ">=3\.(\d+),<3\.(\d+)"', (HERE / "pyproject.toml").read_text())
    assert wished is not None
    assert [f"3.{minor}" for minor in range(int(wished[1]), int(wished[2]))] == list(PYTHONS)


@pytest.mark.parametrize(("python", "arch"), SYSTEMS)
def test_each_system_gets_every_package_in_one_version(python: str, arch: str) -> None:
    target = _target(python, ARCHES[arch])
    pins = [block.split(" ")[0].split("==") for block in locked(LOCK, needed(target), target)]
    assert {name for name, _ in pins} == needed(target) - {"colorama", "pywin32"}
    assert len({name for name, _ in pins}) == len(pins)


@pytest.mark.slow
@pytest.mark.parametrize(("python", "arch"), [("3.12", "amd64"), ("3.13", "amd64"), ("3.13", "arm64")])
def test_each_system_has_wheels_of_what_the_lock_names(python: str, arch: str) -> None:
    from tools.deb.packages import locked_packages

    there = locked_packages(python, ARCHES[arch])
    libraries = [path.name for path in there.rglob("*.so")]
    assert libraries
    made_for = [re.search(r"\.cpython-(\d+)-(\w+)-", name) for name in libraries]
    found = {(one[1], one[2]) for one in made_for if one}
    assert found == {(python.replace(".", ""), ARCHES[arch])}


def test_what_it_depends_on_may_be_a_renamed_package() -> None:
    """Ubuntu 24.04 and Debian 13 renamed some libraries (libmtdev1t64); a wish with a version would not find them."""
    libraries = depends("3.12").split(", ")[2:]
    assert libraries
    assert all(re.fullmatch(r"[a-z0-9+.-]+", name) and not name.endswith("t64") for name in libraries)


@pytest.fixture(scope="module")
def trixie(tmp_path_factory: pytest.TempPathFactory) -> Trixie:
    """Asks the apt of Debian 13 on a machine of some kind with nothing installed; nothing here is changed."""
    folder = tmp_path_factory.mktemp("trixie")
    site = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)"], capture_output=True, text=True, check=False
    )
    mirror = next((line for line in site.stdout.splitlines() if re.search("/debian/?$", line)), None)
    if mirror is None:
        pytest.skip("this machine has no Debian mirror")
    (folder / "sources.list").write_text(f"deb [signed-by={KEYS}] {mirror} trixie main\n")
    (folder / "status").touch()

    def ask(arch: str, tool: str, *words: str) -> str:
        for needed_folder in ("lists/partial", "cache/archives/partial"):
            (folder / arch / needed_folder).mkdir(parents=True, exist_ok=True)
        places = {
            "Dir::Etc::sourcelist": folder / "sources.list", "Dir::Etc::sourceparts": "-",
            "Dir::State::lists": folder / arch / "lists", "Dir::State::status": folder / "status",
            "Dir::Cache": folder / arch / "cache", "APT::Sandbox::User": "root",
            "APT::Architecture": arch, "APT::Architectures": arch,
        }  # fmt: skip
        options = [word for key, value in places.items() for word in ("-o", f"{key}={value}")]
        done = subprocess.run([tool, "-q", *options, *words], capture_output=True, text=True, timeout=120, check=False)
        return done.stdout if done.returncode == 0 else f"failed: {done.stderr}"

    return ask


@apt
@pytest.mark.slow
@pytest.mark.parametrize("arch", ARCHES)
def test_debian_13_has_all_it_depends_on(arch: str, trixie: Trixie, tmp_path: Path) -> None:
    if trixie(arch, "apt-get", "update").startswith("failed"):
        pytest.skip("the Debian mirror cannot be reached")
    for name, wishes in (("good", depends("3.13")), ("older", depends("3.11"))):
        tree = tmp_path / name
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(
            f"Package: companion-{name}\nVersion: 1\nArchitecture: {arch}\nMaintainer: nobody <no@localhost>\n"
            f"Depends: {wishes}\nRecommends: mosquitto, espeak-ng\nDescription: stand-in\n"
        )
        subprocess.run(["dpkg-deb", "-b", tree, tmp_path / f"{name}.deb"], check=True, capture_output=True)
    told = trixie(arch, "apt-get", "--simulate", "install", str(tmp_path / "good.deb"))
    assert "Inst companion-good" in told, told
    assert {"mosquitto", "espeak-ng", "python3.13", "libmtdev1t64"} <= set(
        re.findall(r"^Inst (\S+)", told, re.MULTILINE)
    )
    assert trixie(arch, "apt-get", "--simulate", "install", str(tmp_path / "older.deb")).startswith("failed")
