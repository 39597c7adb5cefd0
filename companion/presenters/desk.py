"""The desk between screens and game: what taps do, and what it follows. Taps go to handling.py.

A command goes on to `Session.submit` in `companion/play/session.py`, which writes the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

from msgspec.structs import replace

from companion.presenters import agreements, handling
from companion.presenters.before_game import SCREENS
from companion.presenters.common import (
    chooser,
    drawn_table,
    elsewhere,
    lesson,
    phones,
    self_test,
    set_up,
)
from companion.presenters.look import LET_GO, Look
from companion.presenters.shown_screen import GAME, ShownScreen
from companion.presenters.source import Host, Phones, Source
from companion.presenters.typed import Unclear, meant
from companion.views.common import acts
from companion.views.common.parts import Button
from companion.wording import wording
from engine.game import Command
from engine.journal import Undo


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


class Desk(ShownScreen):
    """What one screen of a host shows; `refresh` is called whenever the view may have changed.

    Without a game it shows what is done before one; `chance` draws what that leaves to it.
    """

    def __init__(self, host: Host | None = None, source: Source | None = None, chance: Random | None = None) -> None:
        super().__init__(host, source, chance)
        self.refresh: list[Callable[[], None]] = []
        self.clipboard: Callable[[str], None] | None = None
        self.share_sheet: Callable[[Sequence[Path]], None] | None = None
        if self.preferences.language:
            wording.speak(self.preferences.language)
        if self._holding:
            self._holding.changed.append(self.notify)
        if source:
            self.follow(source, self.sides)

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

    def look_at_own(self, seat: str) -> None:
        """A player holds what bears the own name, to see the own gold."""
        self.see(own=seat)

    def hold(self, seat: str, held: bool) -> None:
        """A player holds the covered treasury to look at it, or lets go of whatever showed the own gold."""
        if held or self.source is None:
            self.see(uncovered=seat if held else "", own="")
        else:
            looked = {**dict(self.look.looked), seat: self.source.book.last}
            self.see(uncovered="", own="", looked=tuple(looked.items()))

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
        return self.care.live(self.look.screen, self.look.about, self.source) or self.before.stale(self.look.screen)

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
            self.see(screen=self.before.open(act.screen), about=act.about, digits="", **LET_GO)
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

    def offer(self, files: Sequence[Path]) -> None:
        """Let people hand files to other apps, where the window has a `share_sheet`; else they lie where they are."""
        if self.share_sheet is not None:
            self.share_sheet(files)

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
    """The newest entry, if a sensor brought it or it takes something back: that is announced."""
    entry = source.journal[-1]
    sensed = entry.origin.partition(":")[0] in ("camera", "serial", "mqtt", "phone")
    return last if sensed or isinstance(entry.command, Undo) else 0
