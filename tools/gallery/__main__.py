"""Draw every screen and component off-screen into PNG files: `python -m tools.gallery out/gallery [name …]`.

The views are invented: pictures for the documents are those of games that were played (`make pictures`).

With ``--upright`` they are drawn for a tall window, light only, with ``-upright`` behind the name. What the app words
itself is in the language of ``--language``; ``--words 1.5`` makes the words as large as its settings do; ``--light``
leaves the dark ones out.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.ui import offscreen


def pictures() -> dict[str, tuple[str, Any]]:
    """Picture name → the widget class and the example view it shows."""
    from companion.presenters.common.distance_view import far
    from tools.gallery import play

    speaking = {**at_play(), **tended(), **answered(), **before_a_game()}
    return {
        "table": ("OverviewScreen", play.OVERVIEW),
        "far": ("FarScreen", far(play.DUEL)),
        **{name: ("Speaking", view) for name, view in speaking.items()},
    }


def at_play() -> dict[str, Any]:
    """The screens of a game that goes on."""
    from companion.presenters.look import Look
    from tools.gallery import beside_phases, count, play

    amounts = (("buy G", 2), ("buy B", 4), ("buy R", 5))
    return {
        "auction-duel": play.DUEL,
        "auction-choice": play.CHOOSING,
        "construction": play.BUILDING,
        "trading": beside_phases.TRADING,
        "contracts": play.LOADING,
        "advice": count.ADVICE,
        "asking": count.asking("markets.opificies.buy", Look(amounts=amounts)),
        "asking-figure": count.asking("buildings.emporium.fame", Look(digits="1")),
        "box": count.own_box(),
        "drawing": beside_phases.DRAWING,
        "drawing-unread": count.telling(),
        "telling": count.telling(cargo="P", gold="5", small="-", medium="1", large="2"),
        "bounty": beside_phases.BOUNTY,
        "donation": beside_phases.GIVING,
        "storing": beside_phases.STORING,
    }


def tended() -> dict[str, Any]:
    """Camera, cards and trays."""
    from tools.gallery import care, coins, scan

    return {
        "scan": scan.scan(),
        "scan-count": scan.counting(),
        "scan-covered": scan.covered(),
        "enrolling": care.enrolling(),
        "correcting": care.correcting(),
        "corners": care.corners(),
        "colours": care.colours(),
        "lens": care.lens(),
        "calibrating": care.calibrating(),
        "weighing": care.weighing(),
        "gold": coins.counted(),
        "gold-asked": coins.counted(fixing=6),
        "gold-counted": coins.counted(doubtful=()),
        "coins": coins.coins(),
        "tiles": coins.tiles(),
        "tile-naming": coins.tiles(fixing=3),
        "devices": scan.devices(),
    }


def answered() -> dict[str, Any]:
    """What the table asks, looks up and counts."""
    from tools.gallery import count, leaving, more, phones

    return {
        "share": leaving.shared(),
        "phones-off": phones.shown("off"),
        "phones": phones.shown("on"),
        "phones-asked": phones.shown("asked"),
        "history": more.HISTORY,
        "history-pieces": count.pieces(),
        "disagreement": more.DIFFER,
        "disagreement-goods": more.GOODS_DIFFER,
        "rule": more.RULE,
        "answers-why": count.answers("gold"),
        "answers-may": count.answers("may"),
        "search": count.found("redemptor"),
        "vote": count.vote(),
        "score": more.SCORE,
        "count": count.counting("count"),
        "count-ships": count.counting("count", "contracts"),
        "counted": count.counting("counted", opened="yellow gold"),
        "podium": count.counting("podium"),
    }


def before_a_game() -> dict[str, Any]:
    """From the start of the app to the first entry, and its menu."""
    from random import Random

    from msgspec.structs import replace

    from companion.presenters.common.house_rules import house_rules
    from companion.presenters.common.newgame import new_draft, screens, top_of, waiting
    from companion.wording import _
    from tools.gallery import before, more

    game = "constantinopolis"
    draft = replace(new_draft(game, Random(1)), options=(("auction_coins", "sweep"),))

    return {
        "which-box": before.boxes(),
        "new-game": before.seating(),
        "house-rules": house_rules(draft, screens(game), top_of(_("House rules"), before.DEVICES)),
        "naming": before.seating("red"),
        "waiting": waiting(game, {"red": "Anna", "blue": "Bruno", "green": "Carla", "yellow": "Dario"}),
        "first": before.opened(False),
        "which-game": before.games(),
        "resume": before.opened(True),
        "lesson": before.learning(),
        "lesson-byzanz": before.learning("byzanz"),
        "set-up": before.laying_out("constantinopolis", 4),
        "set-up-praetor": before.laying_out("praetor", 3),
        "set-up-byzanz": before.laying_out("byzanz", 5),
        "menu": more.MENU,
    }


TURNED = {"auction-choice": 90, "contracts": 180, "construction": 270}
"""Pictures that are drawn once more turned towards another side of the table, in degrees anticlockwise."""


def draw(target: Path, wanted: list[str], upright: bool = False, light: bool = False) -> None:
    """Draw the wanted pictures (all, if none is named) in light, and in dark with ``-dark`` behind the name."""
    from kivy.core.window import Window
    from kivy.factory import Factory

    from companion.ui.screens import register

    register()
    from companion.ui.theme import theme

    target.mkdir(parents=True, exist_ok=True)
    for name, (screen, view) in pictures().items():
        if wanted and name not in wanted:
            continue
        for theme.dark in (False,) if upright or light else (False, True):
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


def main() -> None:
    """Draw what the command line asks for."""
    from companion.wording import LANGUAGES, wording

    asked = argparse.ArgumentParser(prog="python -m tools.gallery", description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("names", nargs="*", help="all, if none is named")
    asked.add_argument("--upright", action="store_true", help="for a tall window, light only")
    asked.add_argument("--light", action="store_true", help="no dark pictures")
    asked.add_argument("--language", choices=LANGUAGES, default="en")
    asked.add_argument("--words", type=float, choices=(1.0, 1.25, 1.5), default=1.0, help="how much larger words are")
    given = asked.parse_intermixed_args()
    wording.speak(given.language)
    offscreen.prepare(*((800, 1280) if given.upright else (1280, 800)))
    from companion.ui.theme import theme

    theme.scale = given.words
    draw(given.folder, given.names, given.upright, given.light)


if __name__ == "__main__":
    main()
