"""What people do at a screen while no game runs: a new game is agreed, a finished one is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.views import acts
from companion.views.around import agreeing, opening
from companion.views.around.opening import Draft
from companion.views.constantinopolis import agreed, counted, counting
from companion.views.parts import Sheet
from companion.views.source import House
from companion.wording import _

COUNT: Mapping[str, Callable[[Draft, counting.Count], Sheet]] = {
    "count": counting.counting,
    "counted": counted.result,
    "podium": counted.podium,
}
SCREENS = frozenset({"games", "new", "seats", "house", "recount", *COUNT})
"""The screens that need no game."""


class Lobby:
    """A draft of the next game and the counting of one that nobody followed; `chance` draws the first offices."""

    def __init__(self, house: House | None, chance: Random) -> None:
        self.house = house
        self.chance = chance
        self.draft = opening.dealt(opening.Draft(), chance)
        self.count = counting.Count()

    def view(self, screen: str, running: bool) -> Sheet:
        """A screen of the lobby; `running` says that a game waits behind it."""
        devices = self.house.devices if self.house else ()
        if screen == "house":
            top = opening.top_of(_("House rules"), devices)
            return agreeing.house_rules(self.draft.preset, self.draft.options, top)
        if screen in ("new", "seats"):
            return opening.new_game(self.draft, devices, agreed.presets())
        if screen in COUNT:
            return COUNT[screen](self.draft, self.count)
        saved = self.house.saved if self.house else ()
        return opening.resume(saved, devices, running)

    def open(self, screen: str) -> str:
        """The screen that opens when `screen` is asked for; a new game and a new count begin with an empty draft."""
        fresh = screen == "new" or (screen == "count" and not self.draft.finished)
        if fresh or screen == "recount":
            draft = replace(opening.Draft(), finished=screen != "new")
            self.draft, self.count = opening.dealt(draft, self.chance), counting.Count()
        return "count" if screen == "recount" else screen

    def do(self, act: Any) -> bool:
        """Carry out an act of the lobby; false if it is none."""
        handle = _HANDLERS.get(type(act))
        if handle is not None:
            handle(self, act)
        return handle is not None

    def _chair(self, act: acts.Chair) -> None:
        self.draft = opening.seated(self.draft, act.seat, self.chance)

    def _named(self, act: Any) -> None:
        self.draft = opening.named(self.draft, act)

    def _agreed(self, act: acts.Agreed) -> None:
        kind, _space, option = act.question.partition(" ")
        if kind == "option":
            chosen = agreeing.with_option(self.draft.preset, self.draft.options, option, act.answer)
            self.draft = replace(self.draft, options=chosen)
        elif kind == "preset":
            self.draft = replace(self.draft, preset=act.answer, options=())
        elif kind == "values":
            self.draft = replace(self.draft, values=act.answer)

    def _redeal(self, _act: acts.Redeal) -> None:
        self.draft = opening.dealt(self.draft, self.chance)

    def _counted(self, act: Any) -> None:
        self.count = counting.counted(self.draft, self.count, act)


_HANDLERS: dict[type, Callable[[Lobby, Any], None]] = {
    acts.Chair: Lobby._chair,
    acts.Key: Lobby._named,
    acts.Side: Lobby._named,
    acts.Colour: Lobby._named,
    acts.Rise: Lobby._named,
    acts.Agreed: Lobby._agreed,
    acts.Redeal: Lobby._redeal,
    acts.CountOf: Lobby._counted,
    acts.CountLine: Lobby._counted,
    acts.CountKey: Lobby._counted,
    acts.CountStep: Lobby._counted,
    acts.Cargo: Lobby._counted,
    acts.Sailed: Lobby._counted,
    acts.Landed: Lobby._counted,
    acts.CountCell: Lobby._counted,
}
