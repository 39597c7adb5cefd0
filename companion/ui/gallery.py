"""Draw every screen and component off-screen into PNG files: `python -m companion.ui.gallery docs/screens [name …]`.

With ``--upright`` before the folder they are drawn for a tall window, light only, with ``-upright`` behind the name.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.ui import offscreen


def pictures() -> dict[str, tuple[str, Any]]:
    """Picture name → the widget class and the example view it shows."""
    from companion.ui import example_care, example_count, example_house, example_more, example_play, example_scan
    from companion.views.around.agreeing import house_rules
    from companion.views.around.opening import waiting
    from companion.views.far import far
    from companion.views.look import Look

    return {
        "table": ("OverviewScreen", example_play.OVERVIEW),
        "auction-duel": ("Speaking", example_play.DUEL),
        "auction-choice": ("Speaking", example_play.CHOOSING),
        "construction": ("Speaking", example_play.BUILDING),
        "contracts": ("Speaking", example_play.LOADING),
        "advice": ("Speaking", example_count.ADVICE),
        "asking": (
            "Speaking",
            example_count.asking("markets.opificies.buy", Look(amounts=(("buy G", 2), ("buy B", 4), ("buy R", 5)))),
        ),
        "asking-figure": ("Speaking", example_count.asking("buildings.emporium.fame", Look(digits="1"))),
        "box": ("Speaking", example_count.own_box()),
        "drawing": ("Speaking", example_house.DRAWING),
        "drawing-unread": ("Speaking", example_count.telling()),
        "telling": ("Speaking", example_count.telling(cargo="P", gold="5", small="-", medium="1", large="2")),
        "bounty": ("Speaking", example_house.BOUNTY),
        "donation": ("Speaking", example_house.GIVING),
        "storing": ("Speaking", example_house.STORING),
        "scan": ("Speaking", example_scan.scan()),
        "enrolling": ("Speaking", example_care.enrolling()),
        "correcting": ("Speaking", example_care.correcting()),
        "corners": ("Speaking", example_care.corners()),
        "colours": ("Speaking", example_care.colours()),
        "calibrating": ("Speaking", example_care.calibrating()),
        "devices": ("Speaking", example_house.DEVICES),
        "history": ("Speaking", example_more.HISTORY),
        "history-pieces": ("Speaking", example_count.pieces()),
        "disagreement": ("Speaking", example_more.DIFFER),
        "rule": ("Speaking", example_more.RULE),
        "answers-why": ("Speaking", example_count.answers("gold")),
        "answers-may": ("Speaking", example_count.answers("may")),
        "search": ("Speaking", example_count.found("redemptor")),
        "vote": ("Speaking", example_count.vote()),
        "score": ("Speaking", example_more.SCORE),
        "count": ("Speaking", example_count.counting("count")),
        "count-ships": ("Speaking", example_count.counting("count", "contracts")),
        "counted": ("Speaking", example_count.counting("counted", opened="yellow gold")),
        "podium": ("Speaking", example_count.counting("podium")),
        "new-game": ("Speaking", example_more.NEW),
        "house-rules": ("Speaking", house_rules("reconciled", (("auction_coins", "sweep"),), example_more.NEW_TOP)),
        "naming": ("Speaking", example_more.NAMING),
        "waiting": ("Speaking", waiting({"red": "Anna", "blue": "Bruno", "green": "Carla", "yellow": "Dario"})),
        "resume": ("Speaking", example_more.RESUME),
        "far": ("FarScreen", far(example_play.DUEL)),
        "menu": ("Speaking", example_more.MENU),
    }


TURNED = {"auction-choice": 90, "contracts": 180, "construction": 270}
"""Pictures that are drawn once more turned towards another side of the table, in degrees anticlockwise."""


def draw(target: Path, wanted: list[str], upright: bool = False) -> None:
    """Draw the wanted pictures (all, if none is named) in light, and in dark with ``-dark`` behind the name."""
    from kivy.core.window import Window
    from kivy.factory import Factory

    import companion.ui.screens  # noqa: F401  every screen registers itself
    from companion.ui.theme import theme

    target.mkdir(parents=True, exist_ok=True)
    for name, (screen, view) in pictures().items():
        if wanted and name not in wanted:
            continue
        for theme.dark in (False,) if upright else (False, True):
            Window.clearcolor = theme.tone("page")
            behind = "-upright" if upright else "-dark" if theme.dark else ""
            _picture(Factory.get(screen)(view=view), target / f"{name}{behind}.png")
        theme.dark = False
        if name in TURNED and not upright:
            _picture(_turned(Factory.get(screen)(view=view), TURNED[name]), target / f"{name}-turned.png")


def _turned(widget: Any, angle: int) -> Any:
    from companion.ui.turned import Turned

    holder = Turned(angle=angle)
    holder.add_widget(widget)
    return holder


def _picture(widget: Any, path: Path) -> None:
    from kivy.core.window import Window

    Window.add_widget(widget)
    offscreen.settle(6)
    offscreen.picture(str(path))
    Window.remove_widget(widget)


def main(arguments: list[str]) -> None:
    """Draw what the command line asks for."""
    upright = arguments[:1] == ["--upright"]
    folder, *wanted = arguments[upright:]
    offscreen.prepare(*((800, 1280) if upright else (1280, 800)))
    draw(Path(folder), wanted, upright)


if __name__ == "__main__":
    main(sys.argv[1:])
