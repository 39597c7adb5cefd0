"""`python -m tools.portable`: the companion as a folder for any Linux with a Python of one version, into out/portable.

`--python 3.13` and `--arch arm64` make it for another machine; nothing of the target is run.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path

from tools.deb.__main__ import ARCHES, PYTHONS, this_arch
from tools.deb.files import FOLDERS, HERE, SHARE, needed_libraries, project_version
from tools.deb.packages import install_packages

OUT = HERE / "out" / "portable"
OWN = HERE / "deploy" / "portable"
FILES = (
    "CHANGELOG.md",
    "deploy/udev/60-companion-trays.rules",
    "deploy/README.md",
    "deploy/deb/companion.svg",
    "LICENSE",
)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.portable", description=__doc__)
    here = ".".join(map(str, sys.version_info[:2]))
    parser.add_argument("--python", choices=PYTHONS, default=here, help="of the target")
    parser.add_argument("--arch", choices=tuple(ARCHES), default=this_arch(), help="of the target")
    parser.add_argument("--quick", action="store_true", help="a larger archive, made in a third of the time")
    parser.add_argument("--out", type=Path, default=OUT, help="the folder to put it into")
    asked = parser.parse_args(arguments)
    print(build(asked.python, asked.arch, asked.out.resolve(), quick=asked.quick))
    return 0


def build(python: str, arch: str, out: Path = OUT, *, quick: bool = False) -> Path:
    """The archive for one Python and one architecture."""
    name = folder_name(project_version(), python, arch)
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    install_packages(folder / "lib", python, ARCHES[arch], out)
    lay_out(folder, python)
    archive = out / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz", compresslevel=1 if quick else 6) as packed:
        packed.add(folder, name, filter=_plain)
    return archive


def folder_name(version: str, python: str, arch: str) -> str:
    """The name of the folder, and of its archive without `.tar.gz`."""
    return f"companion-{version}-py{python}-{ARCHES[arch]}"


def lay_out(folder: Path, python: str) -> None:
    """Add to a folder that has the Python packages everything else."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(OWN / "companion", folder)
    (folder / "installed-by").write_text("portable\n", encoding="utf-8")
    (folder / "python").write_text(f"{python}\n", encoding="utf-8")
    words = (OWN / "README.txt").read_text(encoding="utf-8").replace("LIBRARIES", " ".join(needed_libraries()))
    (folder / "README.txt").write_text(words, encoding="utf-8")
    for source, target in FOLDERS.items():
        kept = shutil.ignore_patterns("__pycache__", ".*", "get-micropython")
        shutil.copytree(HERE / source, folder / "share" / Path(target).relative_to(SHARE), ignore=kept)
    for name in FILES:
        shutil.copy(HERE / name, folder / "share")


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Everybody may read and run it, whoever packed it."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry


if __name__ == "__main__":
    sys.exit(main())
