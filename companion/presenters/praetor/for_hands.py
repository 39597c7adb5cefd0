"""Pieces and places of Praetor as hands know them: cubes by resource, dice by their pips, markers to a figure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.presenters.praetor import words
from companion.presenters.scene import Scene
from companion.views.common.hands import Art
from companion.wording import _


def hand_words(tally: Mapping[str, int]) -> str:
    """Pieces as hands know them; so many of one kind together."""
    names = {piece: words.piece_words(piece, count) for piece, count in tally.items()}
    counted = {*words.ICONS}
    return ", ".join(
        name if piece in counted or tally[piece] == 1 else f"{tally[piece]} × {name}" for piece, name in names.items()
    )


def hand_art(tally: Mapping[str, int]) -> Art:
    """The same, drawn."""
    return Art(icon=words.piece_icon(next(iter(tally))))


def place_words(scene: Scene, source: str, target: str) -> str:
    """Where to, in words; where from, where a marker leaves its track."""
    if target == "track" and source.startswith(("favor/", "morale/")):
        return _("back on the track")
    return words.place_words(scene, target)


def mark_words(piece: str, value: int) -> str:
    """Where the favor marker goes; nothing for pieces moved one by one."""
    return _("Favor marker to {n}").format(n=value) if piece == "favor" else ""
