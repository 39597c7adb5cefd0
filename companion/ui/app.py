"""The app."""

from __future__ import annotations

from companion.ui import chrome, kit
from companion.ui.screens import acceptance, auction, construction, overview

__all__ = ["acceptance", "auction", "chrome", "construction", "kit", "overview"]
