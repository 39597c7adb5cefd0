"""The photos of a training: which take part, read from disk, and a digest of each set of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import cv2

from tools.train.folds import kept
from vision.picture import Picture

Photo = tuple[Path, dict[str, Any]]
"""Where a photo lies, and what is known to be on it."""


class Photos:
    """The sets of photos in a folder, and the SHA-256 of what was taken of each (`digests`).

    `without` is the fold that is left out of each set, `unseen` are sets that are left out whole.
    """

    def __init__(self, root: Path, without: str | None = None, unseen: Collection[str] = ()) -> None:
        self.digests: dict[str, str] = {}
        self._root, self._without, self._unseen = root, without, unseen

    def of(self, name: str, *, whole: bool = False) -> list[Photo]:
        """The photos of a set that take part; with `whole` those of the fold, too. Empty for an unseen set.

        Raises `FileNotFoundError` where the folder has no such set.
        """
        if name in self._unseen:
            return []
        return self._take(self._root / name, None if whole else self._without)

    def all_in(self, folder: Path | None) -> list[Photo]:
        """All pictures of a folder elsewhere, such as of our own renders; none where there is no folder."""
        return self._take(folder, None) if folder else []

    def _take(self, folder: Path, fold: str | None) -> list[Photo]:
        found = [(folder / file, truth) for file, truth in kept(folder, fold)]
        self.digests[folder.name] = digest(found)
        return found


def digest(photos: Sequence[Photo]) -> str:
    """The SHA-256 of the names, pictures and truths of photos."""
    made = hashlib.sha256()
    for path, truth in photos:
        said = json.dumps([path.name, truth], sort_keys=True).encode()
        made.update(hashlib.sha256(said).digest() + hashlib.sha256(path.read_bytes()).digest())
    return made.hexdigest()


def read(path: Path) -> Picture:
    """The picture in a file, BGR; `FileNotFoundError` where there is none."""
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(f"no picture at {str(path)!r}")
    return image
