"""The doctor's look at this machine, beside the thread that asks, and the file that reports it."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from companion.host.saving import own_place
from devices.finding import Finding


class Examination:
    """Looks at the machine whose data folder this is; one look at a time. Call `close` at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._helper = ThreadPoolExecutor(1, "doctor")
        self._examined: Future[tuple[Finding, ...]] | None = None

    def begin(self, *, watched: bool) -> None:
        """Look, unless that is being done; camera and trays that are `watched` already are left alone."""
        from companion.host.doctor import examined  # slow to load: only who asks needs it

        if self._examined is None or self._examined.done():
            self._examined = self._helper.submit(examined, self._folder, watched=watched)

    @property
    def findings(self) -> tuple[Finding, ...] | None:
        """What was found last; None while it looks, and before it has."""
        return self._examined.result() if self._examined is not None and self._examined.done() else None

    def save(self) -> Path:
        """Write what was found where people look for files; its path, `OSError`."""
        from companion.host.diagnostics import ENDING, write_diagnostics
        from companion.host.doctor import examined

        path = own_place(self._folder) / f"{time.strftime('%Y-%m-%d-%H%M%S')}{ENDING}"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_diagnostics(self._folder, path, self.findings or examined(self._folder, watched=True))
        return path

    def close(self) -> None:
        """Wait for the last look; may be called twice."""
        self._helper.shutdown()
