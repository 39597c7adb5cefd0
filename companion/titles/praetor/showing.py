"""What lies before a player at the end of Praetor and is read in a picture: the dice (P-SCO-01)."""

from __future__ import annotations

from companion.titles.showing import PieceKind, Showing

SHOWINGS = (
    Showing(
        name="dice",
        kinds=(
            PieceKind(
                prefix="die",
                lines=("workers",),
                count=lambda labels: {"workers": sum(int(label.removeprefix("die:")) for label in labels)},
                choices=lambda _begun: tuple(f"die:{pips}" for pips in range(1, 7)),
            ),
        ),
    ),
)
"""The Active Workers as dice; tracks, tiles and resources of Praetor are not read yet."""
