"""The widgets of Byzanz; importing this package registers them, and the icons they use. Begin with auction.py."""

from pathlib import Path

from companion.ui import textures
from companion.ui.screens.byzanz import auction, cards, counts, doubted, edge, market, overview, sales, score
from companion.ui.screens.byzanz.samples import AHEAD

__all__ = ["AHEAD", "auction", "cards", "counts", "doubted", "edge", "market", "overview", "sales", "score"]

textures.add_icons(Path(__file__).parent)
