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
    from companion.ui import example_play
    from companion.views.far import far

    speaking = {**at_play(), **tended(), **answered(), **before_a_game()}
    return {
        "table": ("OverviewScreen", example_play.OVERVIEW),
        "far": ("FarScreen", far(example_play.DUEL)),
        **{name: ("Speaking", view) for name, view in speaking.items()},
    }


def at_play() -> dict[str, Any]:
    """The screens of a game that goes on."""
    from companion.ui import example_count, example_house, example_play
    from companion.views.look import Look

    amounts = (("buy G", 2), ("buy B", 4), ("buy R", 5))
    return {
        "auction-duel": example_play.DUEL,
        "auction-choice": example_play.CHOOSING,
        "construction": example_play.BUILDING,
        "contracts": example_play.LOADING,
        "advice": example_count.ADVICE,
        "asking": example_count.asking("markets.opificies.buy", Look(amounts=amounts)),
        "asking-figure": example_count.asking("buildings.emporium.fame", Look(digits="1")),
        "box": example_count.own_box(),
        "drawing": example_house.DRAWING,
        "drawing-unread": example_count.telling(),
        "telling": example_count.telling(cargo="P", gold="5", small="-", medium="1", large="2"),
        "bounty": example_house.BOUNTY,
        "donation": example_house.GIVING,
        "storing": example_house.STORING,
    }


def tended() -> dict[str, Any]:
    """Camera, cards and trays."""
    from companion.ui import example_care, example_coins, example_house, example_scan

    return {
        "scan": example_scan.scan(),
        "scan-count": example_scan.counting(),
        "scan-covered": example_scan.covered(),
        "enrolling": example_care.enrolling(),
        "correcting": example_care.correcting(),
        "corners": example_care.corners(),
        "colours": example_care.colours(),
        "lens": example_care.lens(),
        "calibrating": example_care.calibrating(),
        "weighing": example_care.weighing(),
        "gold": example_coins.counted(),
        "gold-asked": example_coins.counted(fixing=6),
        "gold-counted": example_coins.counted(doubtful=()),
        "coins": example_coins.coins(),
        "tiles": example_coins.tiles(),
        "tile-naming": example_coins.tiles(fixing=3),
        "devices": example_house.DEVICES,
    }


def answered() -> dict[str, Any]:
    """What the table asks, looks up and counts."""
    from companion.ui import example_count, example_more

    return {
        "history": example_more.HISTORY,
        "history-pieces": example_count.pieces(),
        "disagreement": example_more.DIFFER,
        "rule": example_more.RULE,
        "answers-why": example_count.answers("gold"),
        "answers-may": example_count.answers("may"),
        "search": example_count.found("redemptor"),
        "vote": example_count.vote(),
        "score": example_more.SCORE,
        "count": example_count.counting("count"),
        "count-ships": example_count.counting("count", "contracts"),
        "counted": example_count.counting("counted", opened="yellow gold"),
        "podium": example_count.counting("podium"),
    }


def before_a_game() -> dict[str, Any]:
    """From the start of the app to the first entry, and its menu."""
    from companion.ui import example_more
    from companion.views.around.agreeing import house_rules
    from companion.views.around.opening import waiting

    return {
        "new-game": example_more.NEW,
        "house-rules": house_rules("reconciled", (("auction_coins", "sweep"),), example_more.NEW_TOP),
        "naming": example_more.NAMING,
        "waiting": waiting({"red": "Anna", "blue": "Bruno", "green": "Carla", "yellow": "Dario"}),
        "resume": example_more.RESUME,
        "menu": example_more.MENU,
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
