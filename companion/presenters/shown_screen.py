"""What a desk shows: which presenter computes the screen that is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import time

from msgspec.structs import replace

from companion.host.holding import Holding
from companion.host.preferences import PLAIN
from companion.presenters.before_game import SCREENS, BeforeGame
from companion.presenters.care import Care
from companion.presenters.common import (
    chooser,
    drawn_table,
    lesson,
    menu,
    newgame,
    phones,
    self_test,
    set_up,
    turn_clock,
)
from companion.presenters.common.answers import answering
from companion.presenters.common.devices import finding
from companion.presenters.common.differ import differing
from companion.presenters.common.elsewhere import looked_on
from companion.presenters.common.hands import hands
from companion.presenters.common.history import remembering
from companion.presenters.common.keypad import typing
from companion.presenters.common.leaving import leaving, who_leaves
from companion.presenters.common.look_over import looking_over
from companion.presenters.common.our_values import our_values
from companion.presenters.common.rulesheet import rules, ruling
from companion.presenters.common.scan import scanning
from companion.presenters.common.search import searching
from companion.presenters.common.secret import secret
from companion.presenters.common.turn_list import turn_list
from companion.presenters.common.voting import voting
from companion.presenters.look import Look
from companion.presenters.scene import Scene, Screens, no_hand
from companion.presenters.source import Host, Phones, Source
from companion.presenters.title_screens import screens_of
from companion.views.common.hands import HandsBoard
from companion.views.common.overview import Overview
from companion.views.common.own_gold import OwnGold
from companion.views.common.parts import Sheet
from engine.catalogue import Unknown

BESIDE: Mapping[str, Callable[[Scene], Sheet]] = {
    "scan": scanning,
    "look_over": looking_over,
    "devices": finding,
    "history": remembering,
    "differ": differing,
    "rule": ruling,
    "rules": rules,
    "keypad": typing,
    "answers": answering,
    "search": searching,
    "leave": leaving,
    "ours": our_values,
    "turns": turn_list,
}
"""The screens beside a game that goes on."""
MACHINE = frozenset({"import", "pictures", "test", "wiring", "wire"})
"""The screens of the machine, which need no game."""
GAME = frozenset({"play", "choose", "table"})
"""The screens on which the game goes on."""
View = Sheet | Overview | HandsBoard
"""What a window can show."""


class ShownScreen:
    """The screen a desk shows, computed from the game, from what people look at, and from the host."""

    def __init__(self, host: Host | None, source: Source | None, chance: Random | None) -> None:
        self.host = host
        self.source = source
        self.before = BeforeGame(host, chance or Random())
        self.care = Care(host)
        self.look = Look(screen="play" if source else "games")
        self.sides: Mapping[str, str] = host.sides if host else {}
        self.preferences = host.preferences if host else PLAIN
        self.voiceless = False
        self.phones: Phones | None = None
        self.now: Callable[[], float] = time
        self._since = self.now()

    @property
    def dark(self) -> bool:
        """Is the screen dark?"""
        return self.preferences.dark

    @property
    def scale(self) -> float:
        """How much larger words are than designed."""
        return self.preferences.scale

    @property
    def peopled(self) -> bool:
        """Do people sit round the table and move its pieces?"""
        return bool(getattr(self.host, "peopled", True))

    @property
    def turns(self) -> bool:
        """Does the screen turn to the person it speaks to? A drawn table is watched from one side."""
        return self.peopled if self.preferences.turns is None else self.preferences.turns

    @property
    def hearing(self) -> menu.Hearing:
        """What is spoken and sounded, and whether this computer has no voice."""
        return menu.Hearing(self.preferences.speech, self.preferences.sounds, self.voiceless)

    @property
    def clock(self) -> int:
        """The seconds the turn clock shows; −1 while there is none."""
        shown = self.preferences.clock and self._titled
        return turn_clock.waited(self.scene(), self._since, self.now()) if shown else -1

    def view(self) -> View:
        """The view to show now; where a printed value is missing for it, the card that asks for it."""
        try:
            lacks = self.source.lacks if self.source is not None and self.look.screen in GAME else ""
            shown = self._ask_value(lacks) if lacks and self._titled else self._view()
        except Unknown as error:
            shown = self._ask_value(error.key)
        if self.preferences.clock and self._titled and not isinstance(shown, HandsBoard):
            shown = turn_clock.clocked(shown, self.scene(), self.clock)
        if self._titled and isinstance(shown, Sheet):
            shown = lesson.hinted(_held(shown, self.scene()), self.scene())
        if self._looks_on and not isinstance(shown, HandsBoard):
            assert self._holding is not None
            shown = looked_on(shown, self._holding.player, self._holding.game)
        if self.turns or isinstance(shown, HandsBoard):
            return shown
        return replace(shown, turn=0) if isinstance(shown, Sheet) else replace(shown, due="")

    def elsewhere(self, screen: str) -> View:
        """What another screen would show now."""
        before, self.look = self.look, replace(self.look, screen=screen)
        try:
            return self.view()
        finally:
            self.look = before

    def due(self) -> View:
        """What is asked once hands have done their part."""
        scene = self.scene()
        try:
            return scene.title.play(scene)
        except Unknown as error:
            return self._ask_value(error.key)

    def own(self) -> OwnGold | None:
        """The gold that a player holds open just now, at their own side; None while none is held open."""
        scene = self.scene() if self.look.own and self._titled else None
        return None if scene is None else scene.title.own_gold(scene)

    @property
    def _looks_on(self) -> bool:
        """Does another host play the game that is shown?"""
        return self._titled and self.look.screen in GAME and self._holding is not None and self._holding.looks

    @property
    def _holding(self) -> Holding | None:
        """Who plays the games of this host; None where nothing is kept."""
        return getattr(self.host, "holding", None)

    def _ask_value(self, key: str) -> Sheet:
        scene = self.scene()
        return scene.title.asks(scene, scene.title.missing_leaf(scene, key))

    def _view(self) -> View:
        screen = self.look.screen
        if self.care.shows(screen, self.source is not None):
            return self.care.view(screen, self.scene() if self._titled else None)
        if self.host is not None and screen in MACHINE:
            return self._of_machine(self.host, screen)
        if self.source is None and screen == "menu":
            devices = self.host.devices if self.host else ()
            return menu.bare_menu(devices, self.dark, self.scale, self.turns, self.hearing)
        if self.source is None or screen in SCREENS:
            return self.before.view(screen, self.source is not None, self.look)
        if self.host is not None and self.host.setting:
            return newgame.waiting(self.source.game.name, self.source.names)
        if not self._titled:
            return newgame.no_screens(self.source.game.name)
        return self._beside(screen, self.scene())

    def _of_machine(self, host: Host, screen: str) -> Sheet:
        """What needs the machine and no game: its files, its devices."""
        if screen == "import":
            return chooser.choosing(self.look, host.file_places, host.devices)
        if screen == "pictures":
            return chooser.choosing(self.look, host.picture_places, host.devices, chooser.PICTURES)
        if screen in ("wiring", "wire"):
            from companion.presenters.common import wiring

            return wiring.wiring(self.look, host) if screen == "wiring" else wiring.typing(self.look, host)
        return self_test.testing(self.look, host.findings, host.devices, self.source is not None)

    def _beside(self, screen: str, scene: Scene) -> View:
        """A screen of the game, or one beside it."""
        drawn = self.host.drawn_table if self.host is not None else None
        if screen == "menu":
            return self._menu(scene, drawn is not None)
        if screen == "setup" and set_up.has_set_up(scene):
            return set_up.set_up_card(scene)
        if screen == "phones" and self.phones is not None:
            return phones.phones(scene, self.phones)
        if screen == "drawn" and drawn is not None:
            return drawn_table.controls(scene, drawn)
        if screen in ("score", "large"):
            return scene.title.score(scene) if screen == "score" else scene.title.large(scene)
        if scene.source.challenge is not None and screen in GAME:
            return voting(scene)
        if screen == "share":
            from companion.presenters.common import share

            return share.sharing(scene, self.host.saving_places if self.host else ())
        if screen in GAME and scene.source.hands.open:
            return hands(scene)
        if screen == "table":
            return scene.title.overview(scene)
        beside = BESIDE.get(screen)
        return beside(scene) if beside else scene.title.play(scene)

    def _menu(self, scene: Scene, drawn: bool) -> Sheet:
        return menu.menu(
            scene.title.top(scene),
            self.dark,
            self.scale,
            self.turns,
            (*phones.menu_entry(self.phones), turn_clock.switch(self.preferences.clock), *lesson.menu_entry(scene)),
            self.hearing,
            drawn=drawn,
            laid=set_up.has_set_up(scene),
            points=scene.title.POINTS_ICON,
            leavers=who_leaves(scene),
        )

    @property
    def _titled(self) -> bool:
        """Does a game run that has screens?"""
        return self.source is not None and screens_of(self.source.game.name) is not None

    def scene(self) -> Scene:
        """The running game as this screen looks at it; LookupError without one, or without screens for it."""
        if self.source is None:
            raise LookupError("no game is running at this desk")
        counts = self.care.counts(self.source.names)
        drawn = self.host.drawn_table if self.host is not None else None
        hand = drawn.hand if drawn is not None else no_hand
        return Scene(self.source, self.look, self.sides, self._screens(self.source), counts, self.turns, hand)

    def _screens(self, source: Source) -> Screens:
        return newgame.screens(source.game.name)


def _held(shown: Sheet, scene: Scene) -> Sheet:
    """The sheet, whose action bar shows the gold of the person it speaks to while their disc is held."""
    if shown.bar is None or shown.bar.person is None:
        return shown
    return replace(shown, bar=replace(shown.bar, secret=secret(scene, shown.bar.person.seat)))
