"""The widgets of Praetor; importing this package registers them, and the icons beside them. Begin with board.py."""

from pathlib import Path

from companion.ui import textures

textures.add_icons(Path(__file__).parent)

from companion.ui.screens.praetor import board, city, look_over, market, opening, overview, reveal, two_maps, update  # noqa: E402
from companion.ui.screens.praetor.samples import AHEAD  # noqa: E402

__all__ = ["AHEAD", "board", "city", "look_over", "market", "opening", "overview", "reveal", "two_maps", "update"]
