"""The Debian package: what lies where, what it depends on, and which packages go into it."""

from __future__ import annotations

import configparser
import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tools.deb import packages
from tools.deb.files import FILES, HERE, SHELLS, depends, lay_out, service
from tools.deb.packages import locked, needed

BOOKWORM = {
    "python_version": "3.11", "python_full_version": "3.11.0", "platform_machine": "x86_64", "sys_platform": "linux",
    "platform_system": "Linux", "os_name": "posix", "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
}  # fmt: skip
TRIXIE_ARM = BOOKWORM | {"python_version": "3.13", "python_full_version": "3.13.0", "platform_machine": "aarch64"}
LOCK = (HERE / "requirements.lock").read_text()
dpkg = pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg is not on this machine")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything a package has but the Python packages."""
    folder = tmp_path_factory.mktemp("tree") / "tree"
    lay_out(folder, "1.2.3", "3.11", "amd64")
    return folder


def names(target: dict[str, str]) -> dict[str, str]:
    """Each package that goes into the folder for a target, with its version."""
    pins = (block.split(" ")[0].split("==") for block in locked(LOCK, needed(target), target))
    return dict(pins)


def test_what_the_product_imports_goes_in_and_what_only_builds_it_stays_out() -> None:
    there = names(BOOKWORM)
    assert {"kivy", "numpy", "opencv-python-headless", "msgspec", "amqtt", "argon2-cffi-bindings"} <= set(there)
    assert not {"hatchling", "editables", "pywin32", "colorama", "mypy"} & set(there)


def test_another_python_gets_its_own_versions() -> None:
    assert names(BOOKWORM)["numpy"] != names(TRIXIE_ARM)["numpy"]
    assert names(BOOKWORM).keys() == names(TRIXIE_ARM).keys()


def test_every_package_keeps_its_hashes() -> None:
    assert all("--hash=sha256:" in block and " ; " not in block for block in locked(LOCK, needed(BOOKWORM), BOOKWORM))


def test_it_depends_on_one_python_and_on_what_the_product_needs() -> None:
    found = depends("3.11").split(", ")
    assert found[:2] == ["python3 (>= 3.11)", "python3 (<< 3.12)"]
    assert set(re.findall(r"^need (\S+)", (HERE / "tools/system-packages.txt").read_text(), re.MULTILINE)) <= set(found)


@dpkg
def test_dpkg_reads_what_was_laid_out(tree: Path, tmp_path: Path) -> None:
    built = tmp_path / "companion.deb"
    command = ["dpkg-deb", "--root-owner-group", "-Zgzip", "-b", tree, built]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stderr == ""
    fields = subprocess.run(["dpkg-deb", "-f", built, "Package", "Version"], capture_output=True, text=True, check=True)
    assert fields.stdout == "Package: companion\nVersion: 1.2.3\n"
    listed = subprocess.run(["dpkg-deb", "-c", built], capture_output=True, text=True, check=True).stdout
    assert all(f" ./{name}" in listed for name in [*FILES.values(), *SHELLS.values(), "usr/bin/companion"])
    assert not [line for line in listed.splitlines() if line[0] != "l" and "w" in (line[5], line[8])]


def test_man_page_and_completions_are_made_from_the_parser(tree: Path) -> None:
    page = gzip.decompress((tree / "usr/share/man/man1/companion.1.gz").read_bytes()).decode()
    assert ".SS companion backup" in page
    assert "backup" in (tree / SHELLS["bash"]).read_text()


def test_the_icon_is_drawn_in_every_size(tree: Path) -> None:
    for side in (48, 64, 128, 256):
        head = (tree / f"usr/share/icons/hicolor/{side}x{side}/apps/companion.png").read_bytes()[:24]
        assert (head[1:4], int.from_bytes(head[16:20], "big")) == (b"PNG", side)


def test_the_desktop_entry_starts_what_is_installed() -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(HERE / "deploy/deb/companion.desktop", encoding="utf-8")
    assert dict(entry["Desktop Entry"])["exec"] == "companion"
    assert entry["Desktop Entry"]["Icon"] == "companion"


@pytest.mark.parametrize(("name", "words"), [("companion", "--game last"), ("companion-host", "host last")])
def test_the_services_of_a_package_know_no_checkout(name: str, words: str, tree: Path) -> None:
    text = (tree / f"usr/lib/systemd/user/{name}.service").read_text()
    assert text == service(name)
    assert f"\nExecStart=/usr/bin/companion {words}\n" in text
    assert "%h/companion" not in text


def test_the_locked_packages_are_fetched_once_for_a_package_and_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetched: list[Path] = []

    def fetch(site: Path, _python: str, _machine: str) -> None:
        fetched.append(site)
        (site / "kivy").mkdir(parents=True)
        (site / "kivy/old.py").touch()

    monkeypatch.setattr(packages, "KEPT", tmp_path)
    monkeypatch.setattr(packages, "_install_locked", fetch)
    first = packages.locked_packages("3.11", "x86_64")
    assert packages.locked_packages("3.11", "x86_64") == first == fetched[0]
    (tmp_path / "py3.11-x86_64.made-from").write_text("an older lock")
    packages.locked_packages("3.11", "x86_64")
    assert (len(fetched), [path.name for path in first.iterdir()]) == (2, ["kivy"])
    packages.locked_packages("3.13", "x86_64")
    assert len(fetched) == 3
