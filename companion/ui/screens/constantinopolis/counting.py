"""Contracts at sea, in a finished game that is counted."""

from __future__ import annotations

from pathlib import Path

from kivy.lang import Builder

from companion.ui import kit


class PaperTap(kit.Tap, kit.Panel):
    """A contract at sea."""


class AboardTap(kit.Tap, kit.Panel):
    """What the next contract carries."""


class PayTap(kit.Tap, kit.Panel):
    """What the next contract pays."""


class LoaderBox(kit.Column):
    """Contracts at sea, counted card by card."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
