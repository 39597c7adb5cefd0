"""No sentence of ours may be a printed one: eight words in a row shared with a rulebook text are reported.

The printed texts are not part of the project; they are looked for in ``shared/rulebooks`` beside it.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PRINTED = ROOT.parent / "shared" / "rulebooks"
RUN = 8
LANGUAGES = ("en", "it", "es", "de")

Run = tuple[str, ...]


def words(text: str) -> list[str]:
    """The words of a text in lower case, without punctuation and line breaks."""
    return re.findall(r"[^\W_]+", text.lower())


def runs(text: str) -> set[Run]:
    """Every `RUN` words in a row of a text."""
    every = words(text)
    return {tuple(every[at : at + RUN]) for at in range(len(every) - RUN + 1)}


def sentences(table: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every sentence in a data file with the dotted key where it stands."""
    for key, value in table.items():
        here = f"{path}.{key}".lstrip(".")
        if isinstance(value, dict):
            yield from sentences(value, here)
        elif key in LANGUAGES and not path.endswith("place"):
            yield here, value


def data_files(root: Path = ROOT) -> list[Path]:
    """The rulebooks and editions of all games."""
    engine = root / "engine"
    return sorted([*engine.glob("*/rulebook.toml"), *engine.glob("*/rulebook/*.toml"), *engine.glob("*/editions.toml")])


def printed_runs(folder: Path) -> dict[Run, str]:
    """Every run of words in the printed texts of a folder, with the file that has it."""
    return {run: file.name for file in sorted(folder.glob("*.txt")) for run in runs(file.read_text(encoding="utf-8"))}


def shared(files: Sequence[Path], printed: dict[Run, str]) -> Iterator[str]:
    """One line for every sentence that has a run of words in common with a printed text."""
    for file in files:
        for key, sentence in sentences(tomllib.loads(file.read_text(encoding="utf-8"))):
            for run in sorted(runs(sentence) & printed.keys()):
                yield f"{file.parent.name}/{file.name}: {key} shares {' '.join(run)!r} with {printed[run]}"


def main(folder: Path = PRINTED) -> int:
    """Check all data files; 1 if a sentence is a printed one, 0 if none is or no printed text is at hand."""
    if not folder.is_dir():
        print("wording: no printed rulebooks beside the project, nothing to compare with")
        return 0
    found = list(shared(data_files(), printed_runs(folder)))
    print(*found, f"wording: {len(found)} sentences share {RUN} words with a printed text", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
