"""What is agreed before a game so far: the draft, what people said of the table and of their own box."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.presenters.common import newgame
from companion.presenters.common.house_rules import agreements
from companion.presenters.draft import Draft
from companion.presenters.game_words import CountSoFar
from companion.presenters.scene import Screens
from companion.presenters.source import Host
from companion.presenters.table_opening import DRAWN_TABLE, Opens, opens
from companion.presenters.title_screens import shown_games
from companion.titles import title_of
from companion.titles.title import Setting
from companion.views.common import acts
from engine.catalogue import Unknown
from engine.errors import CompanionError
from engine.game import Setup


class SaidSoFar:
    """A draft and what was said beside it; `box` holds values of the owner's box by their keys, each with its layer.

    `piles` is what was counted so far of a long list of pieces, by what is on their backs and by their names.
    """

    def __init__(self, host: Host | None, chance: Random) -> None:
        self.host = host
        self.chance = chance
        self._draft: Draft | None = None
        self._count: CountSoFar | None = None
        self.box: dict[str, tuple[Any, str]] = {}
        self.piles: dict[str, int] = {}

    @property
    def draft(self) -> Draft:
        """What is agreed so far; begun when it is first asked for, because reading the games takes long."""
        if self._draft is None:
            self._draft = newgame.new_draft(shown_games()[0], self.chance)
        return self._draft

    @draft.setter
    def draft(self, draft: Draft) -> None:
        self._draft = draft

    @property
    def count(self) -> CountSoFar:
        """What is counted so far of a game that was not followed."""
        if self._count is None:
            self._count = self.title.empty_count()
        return self._count

    @count.setter
    def count(self, count: CountSoFar) -> None:
        self._count = count

    @property
    def title(self) -> Screens:
        """The screens of the game that is agreed."""
        return newgame.screens(self.draft.game)

    def _said(self) -> Setting:
        """The game as far as it is said, with what was said of the owner's box: other questions depend on it."""
        said = self.draft.setting()
        beside = {rule.key for rule in agreements(self.title)}
        options = {name: value for name, value in said.options.items() if name not in beside}
        told = {key: value for key, (value, _layer) in self.box.items()} if self.draft.values == "copy" else {}
        return replace(said, options=options, told=told)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was agreed beside the rules, as the record says it once the game has begun."""
        chosen = dict(self.draft.options)
        found = (rule.remarks.get(chosen.get(rule.key, "")) for rule in agreements(self.title))
        return tuple(filter(None, found))

    def _needed(self) -> tuple[str, ...]:
        """What must be known of the owner's box; before the table is said, only what that itself needs."""
        found = self.host.needed(self._said()) if self.host and self.draft.values == "copy" else ()
        return tuple(key for key in found if key in self.box) if self._left else found

    @property
    def _doubts(self) -> Sequence[str]:
        """What of the owner's copy looks wrong, in a game that is played with it."""
        return self.host.doubts(self.draft.game) if self.host and self.draft.values == "copy" else ()

    @property
    def _begun(self) -> Setup | None:
        """The set-up as far as it is said, in a game that asks what lies on the table."""
        if opens(self.title) is None:
            return None
        begin = title_of(self.draft.game).begun
        if self.host is not None:
            return self.host.begun(self._said())
        return begin(self._said(), None) if begin is not None else None

    @property
    def _opens(self) -> Opens:
        found = opens(self.title)
        assert found is not None
        return found

    @property
    def _left(self) -> tuple[str, ...] | None:
        """What of the table nobody has said yet; None where nothing can be said before the tiles are known."""
        try:
            setup = self._begun
            return self._opens.unsaid(setup) if setup is not None else ()
        except Unknown:
            return None

    @property
    def asks_first(self) -> acts.Open | None:
        """The screen that must be answered before the game begins; None where everything is said."""
        if self._left and self.draft.values != DRAWN_TABLE:
            return acts.Open("opening", self._left[0])
        return acts.Open("box") if any(key not in self.box for key in self._needed()) else None

    def setting(self) -> Setting:
        """What the next game starts from; what was said of the owner's copy is kept first, as far as that goes."""
        assert self.host is not None
        said, left, needed = self._said(), self._left or (), self._needed()
        said = replace(said, drawn={name: pieces for name, pieces in said.drawn.items() if name not in left})
        typed = {key: value for key, (value, layer) in self.box.items() if key in needed and layer == acts.COPY}
        for key, value in {**typed, **title_of(said.game).kept(said)}.items():
            self.host.tell(key, value, said.game)
        return replace(said, told={key: value for key, value in said.told.items() if key in needed})

    def _lies(self, act: acts.Lies) -> None:
        others = {name: pieces for name, pieces in self.draft.lies.items() if name != act.name}
        self.draft = replace(self.draft, lies={**others, act.name: act.pieces} if act.pieces else others)

    def _draw_rest(self, _act: acts.DrawRest) -> None:
        drawn = self._opens.draw_rest(self._begun, self.chance)
        self.draft = replace(self.draft, lies={**self.draft.lies, **drawn})

    def tell(self, act: acts.Tell) -> str:
        """A value of the owner's box was typed in, or taken from the house set; the screen that asked for it.

        In a finished game it is kept at once, as far as that goes: it counts whether it could be kept or not.
        """
        self.box[act.key] = (act.value, act.layer)
        if self.draft.finished and self.host is not None and act.layer == acts.COPY:
            with suppress(CompanionError, OSError):
                self.host.tell(act.key, act.value, self.draft.game)
        return "count" if self.draft.finished else "box"

    def _valued(self) -> CountSoFar:
        """The count with the printed values of its box, in a game whose score depends on them."""
        setup = self._begun if self.draft.values else None
        of_ours = {key for key, (_value, layer) in self.box.items() if layer == acts.HOUSE}
        taken = of_ours if self.draft.values == "copy" else set()
        return self._opens.valued(self.count, setup, taken) if setup is not None else self.count
