"""Judges a Debian package that can't be run here: its compiled files, and whether apt can put it on a release.

python -m tools.deb.judge PACKAGE.deb SUITE [--mirror ADDRESS]

Every compiled file must be for the package's processor, need no newer C library than the release has, and no shared
library that neither lies in the package nor comes with what apt would install. Needs binutils, apt and the mirror; says
why where it can't be judged.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

MIRROR = "http://deb.debian.org/debian"
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
LIBC = {"bookworm": (2, 36), "trixie": (2, 41)}
"""The C library of a release."""
MACHINES = {"amd64": "Advanced Micro Devices X86-64", "arm64": "AArch64"}
"""What readelf calls the processors of Debian."""
BROUGHT = {
    "libc6": {"libc", "libm", "libdl", "libpthread", "librt", "libutil", "ld-linux-aarch64", "ld-linux-x86-64"},
    "libgcc-s1": {"libgcc_s"},
    "libstdc++6": {"libstdc++"},
    "zlib1g": {"libz"},
    "libgl1": {"libGL"},
    "libx11-6": {"libX11"},
}
"""Which shared libraries come with a package of Debian."""
UNUSED = ("window_x11",)
"""What the product never opens: Kivy's own window, since SDL lies in the package."""
ELF = b"\x7fELF"


class Compiled(NamedTuple):
    """A compiled file: the processor it is for, the newest C library it needs, and the names of what it links to."""

    path: Path
    machine: str
    libc: tuple[int, ...]
    links: frozenset[str]


def compiled_in(folder: Path) -> Iterator[Compiled]:
    """Every compiled file below a folder, as readelf reads it."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and _begins(path, ELF):
            yield _read(path)


def _begins(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def _read(path: Path) -> Compiled:
    told = _said(["readelf", "--file-header", "--dynamic", "--version-info", "--wide", str(path)])
    (machine,) = re.findall(r"Machine: +(.+)", told)
    versions = re.findall(r"GLIBC_([\d.]+)", told)
    newest = max((tuple(map(int, version.split("."))) for version in versions), default=(0,))
    return Compiled(path, machine, newest, frozenset(re.findall(r"\(NEEDED\).*\[(.+)\]", told)))


def faults(files: Sequence[Compiled], arch: str, libc: tuple[int, ...], installed: Iterable[str]) -> Iterator[str]:
    """What keeps compiled files from running where these packages are `installed`, one sentence each."""
    own = {file.path.name for file in files}
    brought = set[str]().union(*(BROUGHT.get(name, set()) for name in installed))
    for file in files:
        if file.machine != MACHINES[arch]:
            yield f"{file.path} is for {file.machine}, not for {arch}"
        if file.libc > libc:
            yield f"{file.path} needs glibc {_dotted(file.libc)}, the release has {_dotted(libc)}"
        for name in sorted(file.links - own):
            if name.partition(".so")[0] not in brought and not file.path.name.startswith(UNUSED):
                yield f"{file.path} links to {name}, which nothing brings"


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def would_install(package: Path, suite: str, arch: str, mirror: str, room: Path) -> set[str]:
    """The names of all packages that apt would put on an empty machine of a release with this one."""
    _lay_out(room, suite, mirror)
    options = [f"Dir={room}", f"Dir::State::status={room}/status", f"APT::Architecture={arch}", "Debug::NoLocking=1"]
    options += [f"APT::Architectures::={arch}"]
    apt = ["apt-get", *(word for option in options for word in ("-o", option))]
    _said([*apt, "update", "--error-on=any"])
    told = _said([*apt, "install", "--simulate", "--no-install-recommends", str(package)])
    return {name.partition(":")[0] for name in re.findall(r"^Inst (\S+)", told, re.MULTILINE)}


def _lay_out(room: Path, suite: str, mirror: str) -> None:
    """The folders of an apt that knows one release and has nothing installed."""
    for folder in ("etc/apt/preferences.d", "var/lib/apt/lists/partial", "var/cache/apt/archives/partial"):
        (room / folder).mkdir(parents=True)
    if Path("/etc/apt/apt.conf.d").is_dir():  # how this machine reaches its mirrors
        shutil.copytree("/etc/apt/apt.conf.d", room / "etc/apt/apt.conf.d")
    (room / "status").touch()
    (room / "etc/apt/sources.list").write_text(f"deb [signed-by={KEYS}] {mirror} {suite} main\n")


def _said(command: list[str]) -> str:
    told = subprocess.run(command, env=os.environ | {"LC_ALL": "C"}, capture_output=True, text=True, check=False)
    if told.returncode:
        raise SystemExit(f"judge: {' '.join(command[:1])}: {told.stderr.strip()[-400:]}")
    return told.stdout


def _why_not(suite: str, mirror: str, room: Path) -> str:
    """Why nothing can be judged here; empty where it can."""
    for tool in ("readelf", "dpkg-deb", "apt-get"):
        if not shutil.which(tool):
            return f"{tool} is not on this machine"
    fetch = ["/usr/lib/apt/apt-helper", "download-file", f"{mirror}/dists/{suite}/Release", str(room / "release")]
    if subprocess.run(fetch, capture_output=True, check=False).returncode:
        return f"no {suite} can be had from its mirror"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description="judges a Debian package for another machine")
    parser.add_argument("package", type=Path)
    parser.add_argument("suite", choices=LIBC)
    parser.add_argument("--mirror", default=MIRROR)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        return _judged(asked.package.resolve(), asked.suite, asked.mirror, Path(folder))


def _judged(package: Path, suite: str, mirror: str, room: Path) -> int:
    room.chmod(0o755)  # apt fetches as a user of its own
    if why := _why_not(suite, mirror, room):
        print(f"deb: not tried: {why}")
        return 0
    arch = _said(["dpkg-deb", "-f", str(package), "Architecture"]).strip()
    if arch not in MACHINES:
        raise SystemExit(f"judge: {package.name} is for {arch}, not for one of {', '.join(MACHINES)}")
    _said(["dpkg-deb", "-x", str(package), str(room / "tree")])
    files = list(compiled_in(room / "tree"))
    installed = would_install(package, suite, arch, mirror, room / "apt")
    if not files:
        raise SystemExit(f"judge: {package.name} has no compiled file")
    found = list(faults(files, arch, LIBC[suite], installed))
    print(*found, sep="\n", end="\n" if found else "")
    newest = _dotted(max(file.libc for file in files))
    print(f"deb: {len(files)} compiled files for {arch}, none needs a newer glibc than {newest}")
    print(f"deb: apt would install it on {suite} with {len(installed) - 1} other packages")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
