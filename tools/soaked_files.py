"""What a part of the soak stands on: what it imports, near or far, the data beside that, and the packages it uses.

A part that ended well need not be run again while none of them has changed; a word in the manual, a button moved in the
window, or a package that only a desk needs does not undo a night of random games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("companion", "vision", "devices", "engine", "testkit", "tools")
NO_DATA = ("__pycache__", "locale")
LOCKS = ("requirements.lock", "requirements-dev.lock")


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, include_external_packages=True)


def modules(roots: Iterable[str]) -> set[str]:
    """The project's modules that these import, near or far, functions' own imports too; and themselves."""
    return {module for module in _imported(roots) if module.split(".")[0] in PACKAGES}


def packages(roots: Iterable[str]) -> set[str]:
    """The packages of others that these import, near or far, as the locks call them."""
    known = packages_distributions()
    return {name for module in _imported(roots) for name in known.get(module, ()) if module not in PACKAGES}


def _imported(roots: Iterable[str]) -> set[str]:
    named = set(roots)
    return named.union(*(_graph().find_upstream_modules(root) for root in named))


def file_of(module: str) -> Path:
    """Where a module stands."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def files(roots: Sequence[str]) -> list[Path]:
    """Their files in order, and the data beside them; every file of the project if no module is named.

    What lies directly in `tools` beside the code are scripts that set a machine up, no data.
    """
    if not roots:
        return sorted(path for name in (*PACKAGES, "tests") for path in _kept(ROOT / name))
    code = {file_of(module) for module in modules(roots)}
    return sorted(code.union(*(_data(folder) for folder in {path.parent for path in code} - {ROOT / "tools"})))


def state(roots: Sequence[str]) -> str:
    """What these files hold and which versions of packages they use, in few letters."""
    digest = hashlib.blake2b(digest_size=12)
    for path in files(roots):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update("\n".join(versions(roots)).encode())
    return digest.hexdigest()


def versions(roots: Sequence[str]) -> list[str]:
    """The locked versions of the packages that these use; of all packages if no module is named."""
    pinned = {line.split(" ")[0] for name in LOCKS for line in _lines(ROOT / name) if "==" in line[:80]}
    used = {name.lower().replace("_", "-") for name in packages(roots)}
    return sorted(line for line in pinned if not roots or line.split("==")[0] in used)


def _lines(lock: Path) -> list[str]:
    return lock.read_text(encoding="utf-8").splitlines()


def _data(folder: Path) -> Iterator[Path]:
    """What is no Python in a folder and in those of its folders that hold none; not the catalogues of translations."""
    yield from (path for path in folder.iterdir() if path.is_file() and path.suffix != ".py")
    for inner in folder.iterdir():
        if inner.is_dir() and inner.name not in NO_DATA and not any(inner.rglob("*.py")):
            yield from _kept(inner)


def _kept(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
