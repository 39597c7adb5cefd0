"""The widgets of Byzanz; importing this package registers them."""

from companion.ui.screens.byzanz import auction, cards, counts, edge, market, overview, sales, score

__all__ = ["auction", "cards", "counts", "edge", "market", "overview", "sales", "score"]
