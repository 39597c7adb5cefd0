"""`python -m tools.containers`: what `docker compose` and Home Assistant build from, into out/containers.

`club` is the folder of a club's server (deploy/container), `convention` that of a convention (deploy/convention), and
`add-ons` a repository of add-ons with one in it, `companion` (deploy/home-assistant). Each has the wheel of this
checkout, its locks, and the broker's scripts. It needs no Docker.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from tools.deb.files import icon

HERE = Path(__file__).resolve().parents[1]
OUT = HERE / "out" / "containers"
BROKER = ("acl", "add-device", "first-start", "make-certificates", "mosquitto.conf")
KINDS = {"club": "deploy/container", "companion": "deploy/home-assistant", "convention": "deploy/convention"}
"""Folder below `out/containers` → where its own files are."""
ICON = 128
"""px: the side of an add-on's icon, as Home Assistant asks for it."""
ADD_ONS, REPOSITORY = "add-ons", "repository.yaml"
"""The folder that is a repository of add-ons, and the file in it that makes it one."""


def main() -> int:
    from tools.deb.packages import project_wheel

    wheel = project_wheel(OUT)
    for kind in KINDS:
        print(lay_out(kind, folder_of(kind, OUT), wheel))
    return 0


def folder_of(kind: str, out: Path) -> Path:
    """Where the folder of a kind lies below `out`."""
    return out / ADD_ONS / kind if kind == "companion" else out / kind


def lay_out(kind: str, folder: Path, wheel: Path) -> Path:
    """Fill `folder` with everything the Dockerfile of `kind` copies."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / KINDS[kind], folder, ignore=shutil.ignore_patterns("__pycache__", REPOSITORY))
    shutil.copy(HERE / "deploy/container/table.py", folder)
    for lock in ("requirements.lock", "requirements-convention.lock"):
        shutil.copy(HERE / lock, folder)
    for name in ("mosquitto", "wheel"):
        (folder / name).mkdir()
    for name in BROKER:
        shutil.copy(HERE / "deploy/mosquitto" / name, folder / "mosquitto")
    shutil.copy(wheel, folder / "wheel")
    if kind == "companion":
        (folder / "icon.png").write_bytes(icon(ICON))
        shutil.copy(HERE / KINDS[kind] / REPOSITORY, folder.parent)
    return folder


if __name__ == "__main__":
    sys.exit(main())
