"""The consoles of all seats: what is sent to their trays, and what comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.play.console import Called, Console, Shown, Stale
from companion.sensing.policy import Words
from devices.menu import Menu
from engine.event import State
from engine.game import Command, Game
from engine.sighting import Press

Show = Callable[[str, Menu], object]
"""Send a menu to a seat's tray."""
Truth = Callable[[str, int], object]
"""Let a seat's tray show the gold that lies on it by the book."""


class Consoles:
    """One console a seat; `words` name what is never on a dial, `passes` what the pass button stands for."""

    def __init__(
        self, seats: Iterable[str], words: Words, passes: Sequence[str], show: Show | None, truth: Truth | None
    ) -> None:
        self._consoles = {seat: Console(seat, words.chance, passes) for seat in seats}
        self._words, self._show, self._truth = words, show, truth
        self._shown_gold: dict[str, int] = {}

    def menu(self, seat: str) -> Menu:
        """What the seat's tray shows."""
        return self._consoles[seat].menu

    def renew(self, game: Game, state: State, about: int) -> None:
        """Offer every seat what is lawful after entry `about`, and show the gold that lies on its tray by the book."""
        for seat, console in self._consoles.items():
            if console.renew(game, state, about):
                self.send(seat)
        self._send_truth(state)

    def again(self, state: State) -> None:
        """A tray has been found: it is sent everything anew."""
        self._shown_gold.clear()
        for seat in self._consoles:
            self.send(seat)
        self._send_truth(state)

    def reword(self) -> None:
        """Show every seat the same as before in the language in force."""
        for seat, console in self._consoles.items():
            console.reword()
            self.send(seat)

    def opened(self) -> dict[str, type]:
        """By seat the kind of command that is being completed on its tray."""
        return {seat: console.opened for seat, console in self._consoles.items() if console.opened is not None}

    def press(self, seat: str, press: Press, shown: Shown | None = None) -> Command | Stale | Called | None:
        """What a press means; what it leaves on the display is sent. None for an unknown seat."""
        console = self._consoles.get(seat)
        if console is None:
            return None
        meant = console.press(press, shown)
        if meant is None or isinstance(meant, Stale):
            self.send(seat)
        return meant

    def send(self, seat: str) -> None:
        """Show a seat its menu."""
        if self._show is not None:
            self._show(seat, self._consoles[seat].menu)

    def _send_truth(self, state: State) -> None:
        if self._truth is None or not self._words.truth:
            return
        for seat in self._consoles:
            gold = sum(state.table[self._words.truth.format(seat=seat)].values())
            if self._shown_gold.get(seat) != gold:
                self._shown_gold[seat] = gold
                self._truth(seat, gold)
