"""`python -m tools.deb`: the Debian package of this checkout, into out/deb. Needs dpkg-deb, and wheels from an index.

`--python 3.13` and `--arch arm64` make it for another release of Debian or Ubuntu, or for a Raspberry Pi; nothing of
the target is run.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tools.deb.files import HERE, lay_out, project_version
from tools.deb.packages import install_packages

OUT = HERE / "out" / "deb"
ARCHES = {"amd64": "x86_64", "arm64": "aarch64"}
PYTHONS = ("3.11", "3.12", "3.13")
"""Debian 12 and Raspberry Pi OS 12; Ubuntu 24.04; Debian 13 and Raspberry Pi OS 13."""
COMPRESSION = {"small": ("-Zxz", "-z6"), "quick": ("-Zgzip", "-z1")}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.deb", description=__doc__)
    parser.add_argument(
        "--python", choices=PYTHONS, default=".".join(map(str, sys.version_info[:2])), help="of the target"
    )
    parser.add_argument("--arch", choices=tuple(ARCHES), default=this_arch(), help="of the target")
    parser.add_argument("--quick", action="store_true", help="a larger package, made in a third of the time")
    parser.add_argument("--out", type=Path, default=OUT, help="the folder to put it into")
    asked = parser.parse_args(arguments)
    if shutil.which("dpkg-deb") is None:
        print("deb: dpkg-deb is not on this machine; it is part of Debian and Ubuntu", file=sys.stderr)
        return 1
    print(build(asked.python, asked.arch, asked.out.resolve(), quick=asked.quick))
    return 0


def build(python: str, arch: str, out: Path = OUT, *, quick: bool = False) -> Path:
    """The package for one Python and one architecture."""
    version = project_version()
    tree = out / f"tree-{python}-{arch}"
    shutil.rmtree(tree, ignore_errors=True)
    site = tree / "opt/companion/lib" / f"python{python}" / "site-packages"
    install_packages(site, python, ARCHES[arch], out)
    lay_out(tree, version, python, arch)
    package = out / file_name(version, python, arch)
    command = [
        "dpkg-deb",
        "--root-owner-group",
        *COMPRESSION["quick" if quick else "small"],
        "-b",
        str(tree),
        str(package),
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(tree)
    return package


def file_name(version: str, python: str, arch: str) -> str:
    """The name of a package's file."""
    return f"companion_{version}_py{python}_{arch}.deb"


def this_arch() -> str:
    """Debian's word for this machine."""
    import platform

    return next((arch for arch, machine in ARCHES.items() if machine == platform.machine()), "amd64")


if __name__ == "__main__":
    sys.exit(main())
