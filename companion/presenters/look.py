"""What the people at this screen are looking at: nothing of it belongs to the game."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from companion.play.reports import Refusal
from engine.game import Command
from engine.journal import Amended

LET_GO: Mapping[str, object] = {
    **{"picked": "", "tab": "", "cards": (), "amounts": (), "printed": ()},
    **{
        "back_to": None,
        "agreed": (),
        "settling": "",
        "mend": 0,
        "amended": None,
        "uncovered": "",
        "own": "",
        "said": "",
    },
}
"""What is let go of when another screen is opened."""


class Look(Struct, frozen=True, kw_only=True):
    """Which screen, what is chosen on it, and what was just refused.

    `said` is what came of the last tap on this screen.
    `entry` is the entry number this look was made for: a new one lets go of what was chosen.
    `own` is the seat whose own gold is held open at its side, whatever the screen shows.
    `looked` is the entry after which each seat last looked at its own gold.
    `aside` is the seat that does something at its own edge while the screen speaks to another, `laid` its cards.
    """

    screen: str = "play"
    about: str = ""
    seat: str = ""
    picked: str = ""
    tab: str = ""
    value: int | None = None
    amounts: tuple[tuple[str, int], ...] = ()
    cards: tuple[str, ...] = ()
    cargo: str = ""
    printed: tuple[tuple[str, str], ...] = ()
    rule: str = ""
    command: Command | None = None
    refusal: Refusal | None = None
    back_to: int | None = None
    agreed: tuple[str, ...] = ()
    settling: str = ""
    mend: int = 0
    instead: Command | None = None
    amended: Amended | None = None
    digits: str = ""
    said: str = ""
    uncovered: str = ""
    own: str = ""
    looked: tuple[tuple[str, int], ...] = ()
    toast: int = 0
    aside: str = ""
    laid: tuple[str, ...] = ()
    entry: int = 0

    def amount(self, good: str) -> int:
        """How many of a good are taken."""
        return dict(self.amounts).get(good, 0)
