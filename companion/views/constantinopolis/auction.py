"""The auction: a duel for one office, or the choice of an office."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.distance_view import Headline
from companion.views.common.parts import Button, Line, Person


class TurnLine(Struct, frozen=True):
    """A player in the turn order so far, with office and fame; `due` is marked."""

    person: Person
    verb: str
    office: int
    fame: int
    due: bool = False


class Bidder(Struct, frozen=True):
    """One side of a duel: the last bid in gold (none yet: None) and the words below it."""

    person: Person
    bid: int | None
    word: str
    leads: bool = False


class BidMade(Struct, frozen=True):
    """A bid that was made; `later` ones stand behind another."""

    person: Person
    bid: int
    later: bool = True


class Centre(Struct, frozen=True, kw_only=True):
    """The office a duel is about."""

    office: int
    icon: str
    name: str
    gives: str
    coins: str
    trail: tuple[BidMade, ...] = ()


class Notice(Struct, frozen=True):
    """A rule at work, with the button that opens it."""

    icon: str
    line: Line
    why: Button | None = None


class OfficeTile(Struct, frozen=True, kw_only=True):
    """An office with its holder and the coins on it; large ones also tell what it gives and what it costs."""

    office: int
    icon: str
    name: str
    holder: Person | None
    coins: int
    word: str
    button: Button
    gives: str = ""
    cost: str = ""


class Auction(Struct, frozen=True, kw_only=True):
    """The auction as one screen; `treasury` is held to look, `duel` is challenger, office and holder."""

    heading: str
    order: tuple[TurnLine, ...]
    treasury: Button
    offices: tuple[OfficeTile, ...]
    duel: tuple[Bidder, Centre, Bidder] | None = None
    notice: Notice | None = None
    question: str = ""

    @property
    def headline(self) -> Headline | None:
        """The bid that leads a duel, read from afar."""
        if self.duel is None:
            return None
        challenger, centre, owner = self.duel
        leader = challenger if challenger.leads else owner
        return Headline(str(leader.bid), leader.person, centre.office, centre.icon)
