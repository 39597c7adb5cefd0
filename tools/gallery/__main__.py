"""Draw every screen and component off-screen into PNG files: `python -m tools.gallery out/gallery [name …]`.

The views are invented: pictures for the documents are those of games that were played (`make pictures`).

With ``--upright`` they are drawn for a tall window, light only, with ``-upright`` behind the name. What the app words
itself is in the language of ``--language``; ``--words 1.5`` makes the words as large as its settings do; ``--light``
leaves the dark ones out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from companion.ui import offscreen

Making = Callable[[], Any]
"""What makes an example view: some are read by the real eye, which takes its time."""


class Picture:
    """An example: the widget class `screen`, and the view it shows, made once it is wanted."""

    def __init__(self, screen: str, make: Making) -> None:
        self.screen, self.make = screen, make

    @cached_property
    def view(self) -> Any:
        return self.make()


def pictures() -> dict[str, Picture]:
    """Picture name → the example."""
    from companion.presenters.common.distance_view import far
    from tools.gallery import play

    speaking = {**at_play(), **tended(), **answered(), **before_a_game()}
    return {
        "table": Picture("OverviewScreen", lambda: play.OVERVIEW),
        "far": Picture("FarScreen", lambda: far(play.DUEL)),
        **{name: Picture("Speaking", make) for name, make in speaking.items()},
    }


def at_play() -> dict[str, Making]:
    """The screens of a game that goes on."""
    from companion.presenters.look import Look
    from tools.gallery import beside_phases, count, play

    amounts = (("buy G", 2), ("buy B", 4), ("buy R", 5))
    return {
        "auction-duel": lambda: play.DUEL,
        "auction-choice": lambda: play.CHOOSING,
        "construction": lambda: play.BUILDING,
        "trading": lambda: beside_phases.TRADING,
        "contracts": lambda: play.LOADING,
        "advice": lambda: count.ADVICE,
        "asking": lambda: count.asking("markets.opificies.buy", Look(amounts=amounts)),
        "asking-figure": lambda: count.asking("buildings.emporium.fame", Look(digits="1")),
        "box": count.own_box,
        "drawing": lambda: beside_phases.DRAWING,
        "drawing-unread": count.telling,
        "telling": lambda: count.telling(cargo="P", gold="5", small="-", medium="1", large="2"),
        "bounty": lambda: beside_phases.BOUNTY,
        "donation": lambda: beside_phases.GIVING,
        "storing": lambda: beside_phases.STORING,
    }


def tended() -> dict[str, Making]:
    """Camera, cards and trays."""
    from tools.gallery import care, coins, scan

    return {
        "scan": scan.scan,
        "scan-count": scan.counting,
        "scan-covered": scan.covered,
        "enrolling": care.enrolling,
        "correcting": care.correcting,
        "corners": care.corners,
        "colours": care.colours,
        "lens": care.lens,
        "calibrating": care.calibrating,
        "weighing": care.weighing,
        "gold": coins.counted,
        "gold-asked": lambda: coins.counted(fixing=6),
        "gold-counted": lambda: coins.counted(doubtful=()),
        "coins": coins.coins,
        "tiles": coins.tiles,
        "tile-naming": lambda: coins.tiles(fixing=3),
        "devices": scan.devices,
    }


def answered() -> dict[str, Making]:
    """What the table asks, looks up and counts."""
    from tools.gallery import count, leaving, more, phones

    return {
        "share": leaving.shared,
        "phones-off": lambda: phones.shown("off"),
        "phones": lambda: phones.shown("on"),
        "phones-asked": lambda: phones.shown("asked"),
        "history": lambda: more.HISTORY,
        "history-pieces": count.pieces,
        "disagreement": lambda: more.DIFFER,
        "disagreement-goods": lambda: more.GOODS_DIFFER,
        "rule": lambda: more.RULE,
        "answers-why": lambda: count.answers("gold"),
        "answers-may": lambda: count.answers("may"),
        "search": lambda: count.found("redemptor"),
        "vote": count.vote,
        "score": lambda: more.SCORE,
        "count": lambda: count.counting("count"),
        "count-ships": lambda: count.counting("count", "contracts"),
        "counted": lambda: count.counting("counted", opened="yellow gold"),
        "podium": lambda: count.counting("podium"),
    }


def before_a_game() -> dict[str, Making]:
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
        "which-box": before.boxes,
        "new-game": before.seating,
        "house-rules": lambda: house_rules(draft, screens(game), top_of(_("House rules"), before.DEVICES)),
        "naming": lambda: before.seating("red"),
        "waiting": lambda: waiting(game, {"red": "Anna", "blue": "Bruno", "green": "Carla", "yellow": "Dario"}),
        "first": lambda: before.opened(False),
        "which-game": before.games,
        "resume": lambda: before.opened(True),
        "lesson": before.learning,
        "lesson-byzanz": lambda: before.learning("byzanz"),
        "set-up": lambda: before.laying_out("constantinopolis", 4),
        "set-up-praetor": lambda: before.laying_out("praetor", 3),
        "set-up-byzanz": lambda: before.laying_out("byzanz", 5),
        "menu": lambda: more.MENU,
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
    for name, picture in pictures().items():
        if wanted and name not in wanted:
            continue
        for theme.dark in (False,) if upright or light else (False, True):
            Window.clearcolor = theme.tone("page")
            behind = "-upright" if upright else "-dark" if theme.dark else ""
            _picture(Factory.get(picture.screen)(view=picture.view), target / f"{name}{behind}.png")
        theme.dark = False
        if name in TURNED and not upright:
            _picture(
                _turned(Factory.get(picture.screen)(view=picture.view), TURNED[name]), target / f"{name}-turned.png"
            )


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
