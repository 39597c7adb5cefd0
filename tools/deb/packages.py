"""The project and what it imports, installed into a folder for a Python and a machine that need not be here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from tools.deb.files import HERE

try:
    from packaging.markers import Marker
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name
except ImportError as error:  # the build backend brings it
    raise SystemExit("deb: run `make setup-build` first") from error

KEPT = HERE / "out" / "packages"
GLIBC = ("2_17", "2_26", "2_27", "2_28", "2_34", "2_35", "2_36")
"""Up to Debian 12, the oldest system there is a package for; pip takes only the wheels whose tags it is told."""
OLD_TAGS = ("manylinux1", "manylinux2010", "manylinux2014", "manylinux_2_5", "manylinux_2_12")
SOURCES = {"cobs"}
"""Published without wheels; their optional C part, built for this machine and Python, is left out."""
Target = Mapping[str, str]
"""A machine as the markers of requirements see it."""


def install_packages(site: Path, python: str, machine: str, out: Path) -> None:
    """Fill the folder `site`, which is not there yet, with the project's wheel and the locked packages it imports."""
    shutil.copytree(locked_packages(python, machine), site, copy_function=_link)
    _pip(site, str(project_wheel(out)))
    _without_commands(site)


def locked_packages(python: str, machine: str) -> Path:
    """A folder with the packages that the lock names, hashes checked; made once for each lock, so that a Debian package
    and a portable folder share it."""
    kept = KEPT / f"py{python}-{machine}"
    mark = KEPT / f"py{python}-{machine}.made-from"
    made_from = _digest(HERE / "requirements.lock", HERE / "pyproject.toml", Path(__file__))
    if not mark.is_file() or mark.read_text() != made_from:
        mark.unlink(missing_ok=True)
        shutil.rmtree(kept, ignore_errors=True)
        _install_locked(kept, python, machine)
        mark.write_text(made_from)
    return kept


def _digest(*files: Path) -> str:
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()


def _link(source: str, target: str) -> None:
    """One file under two names; a copy where the target lies on another disk."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


def _install_locked(site: Path, python: str, machine: str) -> None:
    target = _target(python, machine)
    names = needed(target)
    lock = (HERE / "requirements.lock").read_text()
    tags = [f"{tag}_{machine}" for tag in (*(f"manylinux_{glibc}" for glibc in GLIBC), *OLD_TAGS)]
    for_target = [word for tag in tags for word in ("--platform", tag)]
    for_target += ["--python-version", python, "--implementation", "cp", "--only-binary=:all:"]
    for_target += ["--ignore-requires-python"]  # which pip judges by the Python it runs in; the lock has those that fit
    KEPT.mkdir(parents=True, exist_ok=True)
    _pip(site, *for_target, *_pinned(KEPT / "wheels.txt", locked(lock, names - SOURCES, target)))
    _pip(site, *_pinned(KEPT / "sources.txt", locked(lock, SOURCES, target)))
    for name in SOURCES:
        for built in (site / name).rglob("*.so"):
            built.unlink()
    _without_commands(site)


def _without_commands(site: Path) -> None:
    for unused in ("share", "bin"):
        shutil.rmtree(site / unused, ignore_errors=True)


def _target(python: str, machine: str) -> dict[str, str]:
    target = {"python_version": python, "python_full_version": f"{python}.0", "platform_machine": machine}
    target |= {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    return target | {"implementation_name": "cpython", "platform_python_implementation": "CPython"}


def _pinned(file: Path, blocks: Iterable[str]) -> list[str]:
    """The words with which pip installs these blocks of a lock and nothing else."""
    file.write_text("\n".join(blocks) + "\n")
    return ["--require-hashes", "-r", str(file)]


def project_wheel(out: Path) -> Path:
    """The wheel of this checkout."""
    folder = out / "wheel"
    shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=HERE, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def needed(target: Target) -> set[str]:
    """The names of all packages that the project imports on the target, by what those installed here require."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    seen: set[tuple[str, str]] = set()
    waiting = [Requirement(line) for line in project["dependencies"]]
    while waiting:
        wish = waiting.pop()
        name = canonicalize_name(wish.name)
        for extra in {"", *wish.extras} - {extra for seen_name, extra in seen if seen_name == name}:
            seen.add((name, extra))
            waiting += [one for one in _wishes(name) if _applies(one.marker, {**target, "extra": extra})]
    return {name for name, _ in seen}


def _wishes(name: str) -> list[Requirement]:
    try:
        return [Requirement(line) for line in distribution(name).requires or ()]
    except PackageNotFoundError:  # one that only another system needs
        return []


def _applies(marker: Marker | None, target: Target) -> bool:
    return marker is None or marker.evaluate(dict(target))


def locked(lock: str, names: set[str], target: Target) -> Iterator[str]:
    """The blocks of a lock for these packages on the target; without markers, which pip would judge by this machine."""
    for block in re.split(r"\n(?=[a-z])", lock.strip()):
        pin, _, rest = block.partition(" \\\n")
        pin, _, marker = pin.partition(" ; ")
        if canonicalize_name(re.split(r"[=\[]", pin)[0]) in names and (not marker or _applies(Marker(marker), target)):
            yield f"{pin} \\\n{rest}"


def _pip(site: Path, *words: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--quiet"]
    subprocess.run([*command, "--no-deps", "--no-compile", "--target", str(site), *words], check=True)
