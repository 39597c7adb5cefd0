"""What people do at a screen while no game runs: a new game is agreed, a finished one is counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.presenters.common import agreeing, opening
from companion.presenters.common.opening import Draft
from companion.presenters.constantinopolis import agreed, asking, counted, counting
from companion.presenters.source import Host
from companion.titles.title import Setting
from companion.views.common import acts
from companion.views.common.parts import Sheet
from companion.wording import _

COUNT: Mapping[str, Callable[[Draft, counting.Count], Sheet]] = {
    "count": counting.counting,
    "counted": counted.result,
    "podium": counted.podium,
}
SCREENS = frozenset({"games", "new", "seats", "house", "box", "recount", *COUNT})
"""The screens that need no game."""


class Lobby:
    """A draft of the next game and the counting of one that nobody followed; `chance` draws the first offices."""

    def __init__(self, house: Host | None, chance: Random) -> None:
        self.house = house
        self.chance = chance
        self.draft = opening.dealt(opening.Draft(), chance)
        self.count = counting.Count()
        self.box: dict[str, tuple[int, str]] = {}

    def view(self, screen: str, running: bool) -> Sheet:
        """A screen of the lobby; `running` says that a game waits behind it."""
        devices = self.house.devices if self.house else ()
        if screen == "house":
            top = opening.top_of(_("House rules"), devices)
            return agreeing.house_rules(self.draft.preset, self.draft.options, top)
        if screen == "box":
            return asking.box(self.box, self._needed(), opening.top_of(_("New game"), devices))
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

    def _needed(self) -> tuple[str, ...]:
        return self.house.needed if self.house and self.draft.values == "copy" else ()

    @property
    def unboxed(self) -> bool:
        """Does the owner's copy not say yet how many of a tile its box holds?"""
        return any(key not in self.box for key in self._needed())

    def setting(self) -> Setting:
        """What the next game starts from; what was counted in the owner's box is kept first, as far as that goes."""
        assert self.house is not None
        needed = set(self._needed())
        for key, (number, layer) in self.box.items():
            if key in needed and layer == acts.COPY:
                self.house.tell(key, number)
        told = {key: number for key, (number, layer) in self.box.items() if key in needed and layer == acts.HOUSE}
        return replace(self.draft.setting(), told=told)

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

    def _box_step(self, act: acts.BoxStep) -> None:
        self.box[act.key] = (max(1, self.box.get(act.key, (0, ""))[0] + act.by), acts.COPY)

    def _box_house(self, act: acts.BoxHouse) -> None:
        keys = [act.key] if act.key else [key for key in self._needed() if key not in self.box]
        self.box |= {key: (asking.house_value(key), acts.HOUSE) for key in keys}

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
    acts.BoxStep: Lobby._box_step,
    acts.BoxHouse: Lobby._box_house,
    acts.CountOf: Lobby._counted,
    acts.CountLine: Lobby._counted,
    acts.CountKey: Lobby._counted,
    acts.CountStep: Lobby._counted,
    acts.Cargo: Lobby._counted,
    acts.Sailed: Lobby._counted,
    acts.Landed: Lobby._counted,
    acts.CountCell: Lobby._counted,
}
