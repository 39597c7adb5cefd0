"""A game of Byzanz played by taps: a dealer holds the true cards, every command goes through the buttons of a desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.host.opening import new_session
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.parts import Button
from engine.byzanz.editions import ITALIAN, Edition
from engine.byzanz.phases import Limit, Over
from engine.byzanz.selling import Sell, SellKeeping
from engine.event import Moved
from testkit.byzanz.dealer import Dealer
from testkit.taps import buttons

Press = Callable[[Button], None]


class Tapper:
    """Plays a dealer's game at a desk; `press` taps a button, on the desk itself or on a window that shows it."""

    def __init__(self, players: int, seed: int, edition: Edition = ITALIAN) -> None:
        self.dealer = Dealer(players, seed, edition)
        self.dealer.step()
        self.desk = Desk(source=new_session(self.dealer.journal))
        self.press: Press = self.desk.press

    def play(self, until: type = Over, most: int = 2000) -> Desk:
        """Play until the phase is of this kind."""
        for _ in range(most):
            if isinstance(self.desk.source.state.phase, until):
                while self.desk.source.hands.open:
                    self.press(self.desk.view().choices[0])
                return self.desk
            self.step()
        raise AssertionError(f"{most} commands did not lead to {until.__name__}")

    def step(self) -> None:
        """The next command, tapped; whatever hands have to do after automatic steps is done first."""
        while self.desk.source.hands.open:
            self.press(self.desk.view().choices[0])
        command, before = _plain(self.dealer.choose()), self.desk.source.book.last
        self.do(command)
        entries = self.dealer.journal.entries[before:]
        assert entries, (command, self.desk.look)
        assert entries[0].command == command
        for entry in entries:
            for event in entry.events:
                if isinstance(event, Moved):
                    self.dealer._follow(event.piece, event.count, event.source, event.target)

    def do(self, command: Any) -> None:
        """Tap what leads to a command."""
        kind = type(command).__name__
        if kind in ("LayOut", "Bid"):
            self._cards(command.cards, acts.Card)
            self.press(self.desk.view().bar.primary)
        elif kind == "Discard":
            self.tap(acts.Tab("discard"))
            self._cards(command.cards, acts.Card)
            for stepper in self.desk.view().bar.choices:
                assert stepper.least <= command.cards["card:?"] <= stepper.most
                self.desk.step(command.cards["card:?"])
            self.press(self.desk.view().bar.primary)
        elif (
            kind == "Sell" and isinstance(self.desk.source.state.phase, Limit) and command.seat == self.desk.scene().me
        ):
            self.tap(acts.Tab(""))
            self._cards(command.cards, acts.Card)
            self.press(self.desk.view().bar.primary)
        elif kind in ("Sell", "Show"):
            self._aside(command, f"show {command.seat}" if kind == "Show" else command.seat)
        elif kind in ("GiveToMarket", "PickGood"):
            self._picked(getattr(command, "card", "") or command.good)
            self.press(self.desk.view().bar.primary)
        else:
            self.tap(command)

    def _aside(self, command: Any, key: str) -> None:
        self.tap(acts.Aside(key))
        self._cards(command.cards, acts.Lay)
        self.press(self.desk.view().body.edge.primary)

    def _cards(self, cards: Mapping[str, int], lay: type) -> None:
        for card, count in cards.items():
            for _ in range(count if card != "card:?" else 0):
                self.tap(lay(card))

    def _picked(self, what: str) -> None:
        """Choose something on the screen by what it is."""
        found = [
            button
            for button in buttons(self.desk.view())
            if isinstance(button.command, acts.Pick) and button.command.what.partition(" ")[0] == what
        ]
        assert found, f"{what} is not to be picked"
        self.press(found[0])

    def tap(self, command: object) -> None:
        """Tap the button that holds this; a sale without one on the screen is begun as from another screen."""
        found = [button for button in buttons(self.desk.view()) if button.command == command]
        if not found and isinstance(command, acts.Aside):
            self.desk.do(command)
            return
        assert found, f"no button for {command} among {[button.label for button in buttons(self.desk.view())]}"
        self.press(found[0])


def _plain(command: Any) -> Any:
    """A sale as people tap it: the best card is kept without being named."""
    return Sell(command.seat, command.cards) if isinstance(command, SellKeeping) else command
