"""What a Debian package has beside the Python packages: launcher, service, icon, man page, and files for the table."""

from __future__ import annotations

import gzip
import hashlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
OWN = "opt/companion"
SHARE = "usr/share/companion"
SCRIPTS = ("postinst", "prerm", "postrm")
SERVICES = ("companion", "companion-host")
"""The services of a user: the app in its window, and a table without one."""
SIZES = (48, 64, 128, 256)
"""Sides of the icon in px."""
SHELLS = {
    "bash": "usr/share/bash-completion/completions/companion",
    "zsh": "usr/share/zsh/vendor-completions/_companion",
    "fish": "usr/share/fish/vendor_completions.d/companion.fish",
}
FOLDERS = {
    "deploy/firmware": f"{SHARE}/firmware",
    "deploy/mosquitto": f"{SHARE}/mosquitto",
    "deploy/trays": f"{SHARE}/trays",
    "docs/cases": f"{SHARE}/cases",
}
FILES = {
    "deploy/README.md": "usr/share/doc/companion/deploy.md",
    "README.md": "usr/share/doc/companion/README.md",
    "LICENSE": "usr/share/doc/companion/copyright",
    "deploy/udev/60-companion-trays.rules": "usr/lib/udev/rules.d/60-companion-trays.rules",
    "deploy/deb/companion.desktop": "usr/share/applications/companion.desktop",
    "deploy/deb/companion.svg": "usr/share/icons/hicolor/scalable/apps/companion.svg",
}
LAUNCHER = """#!/opt/companion/bin/python3
import sys
from companion.commands.cli import main
sys.exit(main())
"""
ABOUT = """Package: companion
Version: {version}
Architecture: {arch}
Maintainer: the companion authors <companion@localhost>
Installed-Size: {size}
Depends: {depends}
Recommends: mosquitto, espeak-ng
Section: games
Priority: optional
Description: companion for physical board games
 It follows a printed board game on a real table with a camera and small trays,
 keeps the score all game long, and settles disputes with the rule, the facts and
 the printed page. Everything in it can be done by taps alone.
"""


def project_version() -> str:
    """The version of all that is made from this checkout; a commit that is tagged as another one makes nothing."""
    version = str(tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    tagged = re.findall(r"^v(\d+\.\d+\.\d+)$", _tags_here(), re.MULTILINE)
    if tagged and version not in tagged:
        raise SystemExit(f"this commit is tagged v{tagged[0]}, and pyproject.toml says {version}: see tools/release")
    return version


def _tags_here() -> str:
    """The tags of the commit that is checked out; none in an unpacked archive."""
    if shutil.which("git") is None or not (HERE / ".git").exists():
        return ""
    command = ["git", "-C", str(HERE), "tag", "--points-at", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def lay_out(tree: Path, version: str, python: str, arch: str) -> None:
    """Add to a tree that has the Python packages everything else, and the control files."""
    _environment(tree / OWN, python)
    for source, target in FOLDERS.items():
        shutil.copytree(
            HERE / source, tree / target, ignore=shutil.ignore_patterns("__pycache__", ".*", "get-micropython")
        )
    for source, target in FILES.items():
        _put(tree / target, (HERE / source).read_bytes())
    _put(tree / "usr/share/doc/companion/changelog.gz", gzip.compress((HERE / "CHANGELOG.md").read_bytes(), mtime=0))
    _put(tree / "usr/share/man/man1/companion.1.gz", gzip.compress(_says("manual"), mtime=0))
    for shell, target in SHELLS.items():
        _put(tree / target, _says("completion", shell))
    for name in SERVICES:
        _put(tree / f"usr/lib/systemd/user/{name}.service", service(name).encode())
    _icons(tree / "usr/share/icons/hicolor")
    (tree / "usr/bin").mkdir(parents=True)
    (tree / "usr/bin/companion").symlink_to("/opt/companion/bin/companion")
    _modes(tree)
    _control(tree, version, python, arch)


def service(name: str) -> str:
    """A user's service as a package has it: the installed program, not a checkout."""
    text = (HERE / f"deploy/systemd/{name}.service").read_text()
    text = re.sub(r"\A(#[^\n]*\n)+", f"# Start it with: systemctl --user enable --now {name}\n", text)
    text = text.replace("%h/companion/.venv/bin/companion", "/usr/bin/companion")
    return text.replace("WorkingDirectory=%h/companion", "WorkingDirectory=%h").replace(
        "file:%h/companion/README.md", "man:companion(1)"
    )


def depends(python: str) -> str:
    """The system packages that it needs, those of tools/system-packages.txt, and the Python it was made for."""
    major, minor = python.split(".")
    return ", ".join([f"python3 (>= {python})", f"python3 (<< {major}.{int(minor) + 1})", *needed_libraries()])


def needed_libraries() -> list[str]:
    """The system packages without which no window opens."""
    return re.findall(r"^need (\S+)", (HERE / "tools/system-packages.txt").read_text(), re.MULTILINE)


def _environment(own: Path, python: str) -> None:
    """A virtual environment of the system's Python, laid out for the place where it will lie."""
    (own / "bin").mkdir(parents=True)
    (own / "bin/python3").symlink_to("/usr/bin/python3")
    _put(own / "bin/companion", LAUNCHER.encode())
    (own / "bin/companion").chmod(0o755)
    _put(own / "pyvenv.cfg", f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {python}\n".encode())
    _put(own / "installed-by", b"deb\n")


def _says(*words: str) -> bytes:
    """What a command of this checkout prints."""
    return subprocess.run([sys.executable, "-m", "companion", *words], cwd=HERE, check=True, capture_output=True).stdout


def icon(side: int) -> bytes:
    """The companion's icon as a PNG of `side` px."""
    import resvg_py

    svg = (HERE / "deploy/deb/companion.svg").read_text(encoding="utf-8")
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=side))


def _icons(folder: Path) -> None:
    for side in SIZES:
        _put(folder / f"{side}x{side}/apps/companion.png", icon(side))


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def _modes(tree: Path) -> None:
    """Everybody may read and only the owner may write, whatever the checkout has."""
    for path in tree.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def _control(tree: Path, version: str, python: str, arch: str) -> None:
    files = sorted(path for path in tree.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(path.stat().st_size for path in files) // 1024
    sums = "".join(f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(tree)}\n" for path in files)
    about = ABOUT.format(version=version, arch=arch, size=size, depends=depends(python))
    _put(tree / "DEBIAN/control", about.encode())
    _put(tree / "DEBIAN/md5sums", sums.encode())
    for name in SCRIPTS:
        shutil.copy(HERE / "deploy/deb" / name, tree / "DEBIAN" / name)
        (tree / "DEBIAN" / name).chmod(0o755)
