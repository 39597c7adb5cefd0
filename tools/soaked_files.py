"""The files a part of the soak stands on: what it imports, near or far, and the data beside that.

A part that ended well need not be run again while none of them has changed; a word in the manual or a button moved in
the window does not undo a night of random games.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("companion", "vision", "devices", "engine", "testkit", "tools")
NO_DATA = ("__pycache__", "locale")
ALWAYS = ("requirements.lock", "requirements-dev.lock")


@cache
def _graph() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES)


def modules(roots: Iterable[str]) -> set[str]:
    """The project's modules that these import, near or far, functions' own imports too; and themselves."""
    named = set(roots)
    return named.union(*(_graph().find_upstream_modules(root) for root in named))


def file_of(module: str) -> Path:
    """Where a module stands."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def files(roots: Sequence[str]) -> list[Path]:
    """Their files in order, and the data beside them; every file of the project if no module is named."""
    if not roots:
        return sorted(path for name in (*PACKAGES, "tests") for path in _kept(ROOT / name))
    code = {file_of(module) for module in modules(roots)}
    return sorted(code.union(*(_data(folder) for folder in {path.parent for path in code})))


def state(roots: Sequence[str]) -> str:
    """What these files hold, in few letters."""
    told = hashlib.blake2b(digest_size=12)
    for path in [*files(roots), *(ROOT / name for name in ALWAYS)]:
        told.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return told.hexdigest()


def _data(folder: Path) -> Iterator[Path]:
    """What is no Python in a folder and in those of its folders that hold none; not the catalogues of translations."""
    yield from (path for path in folder.iterdir() if path.is_file() and path.suffix != ".py")
    for inner in folder.iterdir():
        if inner.is_dir() and inner.name not in NO_DATA and not any(inner.rglob("*.py")):
            yield from _kept(inner)


def _kept(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
