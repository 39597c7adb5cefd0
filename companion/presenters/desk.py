"""The desk between screens and game: which presenter computes the screen that is shown. Taps go to handling.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from time import time

from msgspec.structs import replace

from companion.host.holding import Holding
from companion.host.preferences import PLAIN
from companion.presenters import agreements, handling
from companion.presenters.before_game import SCREENS, BeforeGame
from companion.presenters.care import Care
from companion.presenters.common import (
    chooser,
    drawn_table,
    elsewhere,
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
from companion.presenters.common.our_values import our_values
from companion.presenters.common.rulesheet import rules, ruling
from companion.presenters.common.scan import scanning
from companion.presenters.common.search import searching
from companion.presenters.common.turn_list import turn_list
from companion.presenters.common.voting import voting
from companion.presenters.look import LET_GO, Look
from companion.presenters.scene import Scene, Screens
from companion.presenters.source import Host, Phones, Source
from companion.presenters.title_screens import screens_of
from companion.presenters.typed import Unclear, meant
from companion.views.common import acts
from companion.views.common.hands import HandsBoard
from companion.views.common.overview import Overview
from companion.views.common.parts import Button, Sheet
from companion.wording import wording
from engine.catalogue import Unknown
from engine.game import Command
from engine.journal import Undo

BESIDE: Mapping[str, Callable[[Scene], Sheet]] = {
    "scan": scanning,
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


def _leaving(desk: Desk, act: object) -> None:
    """A tap on the screen of sharing; reports, pages and codes are loaded only where a game leaves the table."""
    from companion.presenters.common import share

    share.HANDLERS[type(act)](desk, act)


def _wiring(desk: Desk, act: acts.Wire) -> None:
    """A device is chosen; ports and cameras are looked for only where that is done."""
    from companion.presenters.common import wiring

    wiring.HANDLERS[acts.Wire](desk, act)


HANDLERS: Mapping[type, Callable[..., None]] = {
    **agreements.HANDLERS,
    **handling.HANDLERS,
    **chooser.HANDLERS,
    **drawn_table.HANDLERS,
    **self_test.HANDLERS,
    **lesson.HANDLERS,
    **set_up.HANDLERS,
    **phones.HANDLERS,
    **elsewhere.HANDLERS,
    acts.Wire: _wiring,
    acts.CopyText: _leaving,
    acts.SaveFiles: _leaving,
}


class Desk:
    """What one screen of a host shows; `refresh` is called whenever the view may have changed.

    Without a game it shows what is done before one; `chance` draws what that leaves to it.
    """

    def __init__(self, host: Host | None = None, source: Source | None = None, chance: Random | None = None) -> None:
        self.host = host
        self.source = source
        self.before = BeforeGame(host, chance or Random())
        self.care = Care(host)
        self.look = Look(screen="play" if source else "games")
        self.sides: Mapping[str, str] = host.sides if host else {}
        self.dress = host.dress if host else PLAIN
        self.refresh: list[Callable[[], None]] = []
        self.voiceless = False
        self.phones: Phones | None = None
        self.clipboard: Callable[[str], None] | None = None
        self.now: Callable[[], float] = time
        self._since = self.now()
        if self.dress.language:
            wording.speak(self.dress.language)
        if self._holding:
            self._holding.changed.append(self.notify)
        if source:
            self.follow(source, self.sides)

    @property
    def dark(self) -> bool:
        """Is the screen dark?"""
        return self.dress.dark

    @property
    def scale(self) -> float:
        """How much larger words are than designed."""
        return self.dress.scale

    @property
    def virtual(self) -> bool:
        """Is the table the drawn one?"""
        return bool(getattr(self.host, "virtual", False))

    @property
    def turns(self) -> bool:
        """Does the screen turn to the person it speaks to? People watch the virtual table from one side of it."""
        return not self.virtual if self.dress.turns is None else self.dress.turns

    @property
    def hearing(self) -> menu.Hearing:
        """What is said aloud and sounded, and whether this computer has no voice."""
        return menu.Hearing(self.dress.speech, self.dress.sounds, self.voiceless)

    @property
    def clock(self) -> int:
        """The seconds the turn clock shows; −1 while there is none."""
        shown = self.dress.clock and self._titled
        return turn_clock.waited(self.scene(), self._since, self.now()) if shown else -1

    # --- what is shown ---

    def view(self) -> View:
        """The view to show now; where a printed value is missing for it, the card that asks for it."""
        try:
            lacks = self.source.lacks if self.source is not None and self.look.screen in GAME else ""
            shown = self._ask_value(lacks) if lacks and self._titled else self._view()
        except Unknown as error:
            shown = self._ask_value(error.key)
        if self.dress.clock and self._titled and not isinstance(shown, HandsBoard):
            shown = turn_clock.clocked(shown, self.scene(), self.clock)
        if self._titled and isinstance(shown, Sheet):
            shown = lesson.hinted(shown, self.scene())
        if self._looks_on and not isinstance(shown, HandsBoard):
            assert self._holding is not None
            shown = looked_on(shown, self._holding.player, self._holding.game)
        if self.turns or isinstance(shown, HandsBoard):
            return shown
        return replace(shown, turn=0) if isinstance(shown, Sheet) else replace(shown, due="")

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
            return self.before.view(screen, self.source is not None)
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
            (*phones.menu_entry(self.phones), turn_clock.switch(self.dress.clock), *lesson.menu_entry(scene)),
            self.hearing,
            drawn=drawn,
            laid=set_up.has_set_up(scene),
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
        return Scene(self.source, self.look, self.sides, self._screens(self.source), counts)

    def _screens(self, source: Source) -> Screens:
        return newgame.screens(source.game.name)

    # --- what is done ---

    def press(self, button: Button) -> None:
        """A button was tapped: carry it out, or open the rule that closes it."""
        if button.command is not None:
            self.do(button.command)
        elif button.rule:
            self.do(acts.Ask(button.rule, button.about))

    def say(self, line: str) -> str:
        """Carry out what was typed; what is answered, or why it is not understood."""
        try:
            asked = meant(line, self.scene() if self._titled else None)
        except Unclear as error:
            return str(error)
        if asked.act is not None:
            self.do(asked.act)
        return asked.answer

    def leave(self) -> None:
        """Out of what is shown, to the game; without one to the games."""
        if self.source is not None and self.look.screen in GAME and self.look.seat:
            self.do(acts.Sit(""))
        else:
            self.do(acts.Open("play" if self.source is not None else "games"))

    def step(self, value: int) -> None:
        """A number was chosen."""
        self.see(value=value)

    def hold(self, seat: str, held: bool) -> None:
        """A player holds the covered treasury to look at it, or lets go."""
        if held or self.source is None:
            self.see(uncovered=seat if held else "")
        else:
            looked = {**dict(self.look.looked), seat: self.source.book.last}
            self.see(uncovered="", looked=tuple(looked.items()))

    def do(self, command: Command) -> None:
        """Carry out a command of the game or an act of the screen."""
        handle = HANDLERS.get(type(command))
        if handle is not None:
            handle(self, command)
        elif self.before.do(command):
            self.notify()
        elif (screen := self.care.do(command, self.look.screen)) is not None:
            self.see(screen=screen)
        elif self.source is not None:
            handling.submit(self, self.source, command)
        self.care.shown(self.look.screen, self.source is not None, self.look.about)
        self.before.shown(self.look.screen)

    # --- what it follows ---

    @property
    def live(self) -> bool:
        """May something change on the screen that is shown without a tap?"""
        return self.care.live(self.look.screen, self.look.about, self.source)

    def changed(self) -> None:
        """The game has gone on: what was chosen for another moment is let go."""
        if self.source is None:
            return
        last = self.source.book.last
        if last != self.look.entry:
            picked = self.look.picked if self.look.screen == "score" else ""  # there it names a cell
            self.look = replace(
                self.look,
                entry=last,
                value=None,
                picked=picked,
                toast=_notable(self.source, last),
                back_to=None,
                agreed=(),
                mend=0,
                amended=None,
            )
        self.notify()

    def serve(self, table: Phones) -> None:
        """Let phones join this table; one that asks for a seat is shown where the game is."""
        self.phones = table
        table.changed.append(self._phones_changed)

    def _phones_changed(self) -> None:
        asked = self.phones is not None and self.phones.joiners
        if asked and self.source is not None and self.look.screen in (*GAME, "menu"):
            self.see(screen="phones")
        else:
            self.notify()

    def quiet(self, entry: int) -> None:
        """The notice of an entry has been there long enough."""
        if self.look.toast == entry:
            self.see(toast=0)

    def open(self, act: acts.Open) -> None:
        """Show a screen; what was chosen on another is let go of."""
        if act.screen == "play":
            self.see(screen="play", about="", value=None, refusal=None, command=None, rule="", **LET_GO)
        elif act.screen in SCREENS:
            self.see(screen=self.before.open(act.screen), picked="")
        else:
            self.see(screen=act.screen, about=act.about, digits="", **LET_GO)

    def see(self, **change: object) -> None:
        """Look at something else."""
        self.look = replace(self.look, **change)
        self.notify()

    def copy(self, text: str) -> None:
        """Put a text where other programs paste from; what does so is the window's (`clipboard`)."""
        if self.clipboard is not None:
            self.clipboard(text)

    def notify(self) -> None:
        """Tell the window that the view may have changed."""
        if self._titled:
            lesson.follow(self.scene())
        for callback in list(self.refresh):
            callback()

    def follow(self, source: Source, sides: Mapping[str, str]) -> None:
        """Show this game from now on; `sides` are where its seats sit, as far as that is known."""
        if self.source is not None and self.changed in self.source.changed:
            self.source.changed.remove(self.changed)
        self.source, self.sides = source, sides
        self._since = self.now()
        source.changed.append(self.changed)
        self.look = Look(entry=source.book.last)


def _notable(source: Source, last: int) -> int:
    """The newest entry, if a sensor brought it or it takes something back: then it is told."""
    entry = source.journal[-1]
    sensed = entry.origin.partition(":")[0] in ("camera", "serial", "mqtt", "phone")
    return last if sensed or isinstance(entry.command, Undo) else 0
