"""The files by which a broker is reached by TLS."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol


class Keys(Protocol):
    """The files of an authority's certificate, and of the certificate it has signed and its key."""

    @property
    def authority(self) -> Path: ...

    @property
    def certificate(self) -> Path: ...

    @property
    def key(self) -> Path: ...
