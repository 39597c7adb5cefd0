"""A seat's tray as a console: the lawful choices on its display, and what a press of its buttons means."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from companion.play.labels import label, piece_name, spoken, value_name
from companion.titles import title_of
from devices.menu import Menu, Span
from engine.event import State
from engine.game import Choice, Command, Game, Offer, legal
from engine.sighting import Press
from engine.table import Tally

FINISH = "that is all"
MOST_LIT = 255
"""All lamps shine where pieces are chosen that others do not see."""


Shown = Callable[[Offer], Command | None]
"""The command of a family whose pieces lie on the table for all to see; None where none do."""


class Stale(Struct, frozen=True):
    """The press was for a menu that is no longer there."""

    about: int


class Called(Struct, frozen=True):
    """The call button: a player wants to challenge what just happened."""


class Console:
    """What one seat may choose from when it is asked.

    What a command leaves open – a number, a listed value, a set of pieces – opens a second menu; `pass` leads back.

    `chance` names the commands that bring what was drawn or turned over: never on a dial.
    `passes` are the commands the pass button stands for: the first lawful one counts, as if it had been dialled.
    """

    def __init__(self, seat: str, chance: Sequence[str] = (), passes: Sequence[str] = ()) -> None:
        self.seat = seat
        self.items: list[Command | Offer] = []
        self.menu = Menu(0, "")
        self._game = ""
        self._chance = frozenset(chance)
        self._passes = tuple(passes)
        self._opened: Offer | None = None
        self._picked: Tally = {}
        self._lit: int | None = None

    def renew(self, game: Game, state: State, about: int) -> bool:
        """Offer what is lawful after entry `about`; true if the display has changed."""
        self._game = game.name
        self.items, known = (self._choices(game, state, viewer) for viewer in (self.seat, ""))
        self._lit = len(known) if len(known) != len(self.items) else None
        self._opened, self._picked = None, {}
        menu = self._main(about)
        changed, self.menu = menu != self.menu, menu
        return changed

    def _choices(self, game: Game, state: State, viewer: str) -> list[Command | Offer]:
        """What this seat may do, as far as a viewer knows."""
        if self.seat not in state.phase.actors:
            return []
        items = legal(game, title_of(game.name).listed(state, viewer), self.seat)
        return [item for item in items if _name(item) not in self._chance]

    def reword(self) -> None:
        """Word the same menu in the language in force; one that was opened stays open."""
        if self._opened is not None:
            self._open(self._opened)
        else:
            self.menu = self._main(self.menu.about)

    @property
    def opened(self) -> type | None:
        """The kind of command whose pieces, value or number is being chosen."""
        return None if self._opened is None else type(self._opened.least)

    def press(self, press: Press, shown: Shown | None = None) -> Command | Stale | Called | None:
        """The command a press means, or None if it only opened, changed or closed a menu.

        Pieces that lie `shown` already need not be chosen.
        """
        if press.button == "call":
            return Called()
        if press.about != self.menu.about:
            return Stale(press.about)
        if self._opened is not None:
            return self._press_opened(self._opened, press)
        if press.button != "pass" and not 0 <= press.choice < len(self.items):
            return Stale(press.about)
        item = self._passing() if press.button == "pass" else self.items[press.choice]
        if not isinstance(item, Offer):
            return item
        if shown is not None and (command := shown(item)) is not None:
            return command
        self._open(item)
        return None

    def _main(self, about: int) -> Menu:
        lines = tuple(label(item, self._game) for item in self.items)
        return Menu(about, self.seat if lines else "", lines, self._lit)

    def _open(self, offer: Offer) -> None:
        self._opened = offer
        picked = f" {sum(self._picked.values())}" if offer.over.pool is not None else ""
        title = f"{label(offer, self._game)}{picked}"
        hides = offer.over.pool is not None and title_of(self._game).known is not None
        self.menu = Menu(self.menu.about, title, self._open_items(offer.over), MOST_LIT if hides else None)

    def _open_items(self, choice: Choice) -> tuple[str, ...] | Span:
        """The pieces that may still be picked, the values, or the numbers."""
        if choice.pool is not None:
            pieces = (piece_name(piece, self._game) for piece in self._left(choice.pool))
            return (*pieces, spoken(FINISH, self._game))
        return tuple(value_name(value, self._game) for value in choice.values) or Span(*choice.span)

    def _left(self, pool: Tally) -> list[str]:
        left = {piece: count - self._picked.get(piece, 0) for piece, count in pool.items()}
        return [piece for piece, count in sorted(left.items()) for _ in range(count)]

    def _close(self) -> None:
        self._opened, self._picked = None, {}
        self.menu = self._main(self.menu.about)

    def _press_opened(self, offer: Offer, press: Press) -> Command | Stale | None:
        over = offer.over
        if press.button == "pass":
            self._close()
            return None
        if over.pool is not None:
            return self._pick(offer, over.pool, press.choice)
        if not over.values:
            return offer.of(press.choice)
        known = 0 <= press.choice < len(over.values)
        return offer.of(over.values[press.choice]) if known else Stale(press.about)

    def _pick(self, offer: Offer, pool: Tally, choice: int) -> Command | None:
        left = self._left(pool)
        if choice >= len(left):
            return offer.of(dict(self._picked))
        if choice >= 0:
            self._picked[left[choice]] = self._picked.get(left[choice], 0) + 1
        self._open(offer)
        return None

    def _passing(self) -> Command | Offer | None:
        named = {_name(item): item for item in reversed(self.items)}
        return next((named[name] for name in self._passes if name in named), None)


def _name(item: Command | Offer) -> str:
    return type(item.least if isinstance(item, Offer) else item).__name__
