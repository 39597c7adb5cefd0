"""Files handed to other apps by Android's own share sheet, through pyjnius. Never run on a device.

Another app may not read the app's own folder: it gets an address of each file from the provider that the package
declares (deploy/android/provider.xml), and the right to read what is behind it.
"""

from __future__ import annotations

import mimetypes
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from engine.errors import CompanionError

PROVIDER = ".files"
"""What the name of the provider has behind that of the package."""
ANY = "*/*"
"""The kind of several files, or of one that is not known."""
HandOn = Callable[[Sequence[Path]], None]
"""Offers files to other apps; `NotHandedOn` where that is not possible."""


class NotHandedOn(CompanionError):
    """Android did not offer the files."""


class ShareSheet:
    """Android's question which app shall have the files; made on Android only (OSError elsewhere)."""

    def __init__(self) -> None:
        try:
            import jnius  # type: ignore[import-not-found]
        except ImportError as error:
            raise OSError("the share sheet is there on Android only") from error
        self._java = jnius
        self._activity = jnius.autoclass("org.kivy.android.PythonActivity").mActivity
        self._intent = jnius.autoclass("android.content.Intent")

    def __call__(self, files: Sequence[Path]) -> None:
        """Show the sheet with these files; it returns before anybody has chosen."""
        try:
            asked = self._asked([self._address(path) for path in files], kind(files))
            self._activity.startActivity(self._intent.createChooser(asked, None))
        except self._java.JavaException as error:
            raise NotHandedOn(str(error)) from error

    def _asked(self, addresses: Sequence[object], mime: str) -> object:
        """What Android is asked for: to send one file, or several, and to let who gets them read them."""
        if len(addresses) == 1:
            asked = self._intent(self._intent.ACTION_SEND)
            asked.putExtra(self._intent.EXTRA_STREAM, self._java.cast("android.os.Parcelable", addresses[0]))
        else:
            several = self._java.autoclass("java.util.ArrayList")()
            for address in addresses:
                several.add(address)
            asked = self._intent(self._intent.ACTION_SEND_MULTIPLE)
            asked.putParcelableArrayListExtra(self._intent.EXTRA_STREAM, several)
        asked.setType(mime)
        asked.addFlags(self._intent.FLAG_GRANT_READ_URI_PERMISSION)
        return asked

    def _address(self, path: Path) -> object:
        """The address under which another app may read a file of ours."""
        provider = self._java.autoclass("androidx.core.content.FileProvider")
        file = self._java.autoclass("java.io.File")(str(path))
        return provider.getUriForFile(self._activity, self._activity.getPackageName() + PROVIDER, file)


def kind(files: Sequence[Path]) -> str:
    """The kind of these files, as apps say which of them they take."""
    known = mimetypes.guess_type(files[0].name)[0] if len(files) == 1 else None
    return known or ANY


def share_sheet() -> HandOn | None:
    """The share sheet of this tablet; None on a computer."""
    return ShareSheet() if hasattr(sys, "getandroidapilevel") else None
