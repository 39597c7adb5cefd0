"""`python -m tools.android`: the folder a package for Android is built in, into out/android. It needs no SDK.

There, with an Android SDK: `buildozer android debug`. No package was ever built from it.
"""

from __future__ import annotations

import shutil
import sys
import tomllib
from pathlib import Path
from xml.sax.saxutils import quoteattr

from tools.deb.files import icon, project_version

HERE = Path(__file__).resolve().parents[1]
OWN = HERE / "deploy" / "android"
OUT = HERE / "out" / "android"
PACKAGES = ("companion", "vision", "devices", "engine")
BACK = "#3b2f2a"
"""The ground of the icon, as its drawing has it."""
SIDE = 432
"""px of an adaptive icon."""


def main() -> int:
    print(lay_out(OUT))
    return 0


def lay_out(folder: Path) -> Path:
    """Fill `folder` with the sources, the spec, the recipes, and what is made for them."""
    shutil.rmtree(folder, ignore_errors=True)
    skipped = shutil.ignore_patterns("__pycache__", "*.po", "*.pot", "packages.toml")
    shutil.copytree(OWN, folder, ignore=skipped)
    for name in PACKAGES:
        shutil.copytree(HERE / name, folder / name, ignore=skipped)
    version = project_version()
    (folder / "version.toml").write_text(f'version = "{version}"\n', encoding="utf-8")
    about = folder / f"companion-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: companion\nVersion: {version}\n", encoding="utf-8")
    (folder / "usb-devices.xml").write_text(usb_devices(), encoding="utf-8")
    _icons(folder)
    return folder


def usb_devices() -> str:
    """The boards that open the app when they are plugged in: those of devices/ports.toml, as Android lists them."""
    boards = tomllib.loads((HERE / "devices/ports.toml").read_text(encoding="utf-8"))["board"]
    lines = (
        f"    <usb-device vendor-id={quoteattr(str(board['vid']))} product-id={quoteattr(str(board['pid']))} />\n"
        for board in boards
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<resources>\n{"".join(lines)}</resources>\n'


def _icons(folder: Path) -> None:
    import resvg_py

    plain = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="{BACK}"/></svg>'
    )
    (folder / "icon.png").write_bytes(icon(SIDE))
    (folder / "icon-back.png").write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=plain, width=SIDE)))


if __name__ == "__main__":
    sys.exit(main())
