"""What people do at a screen while no game runs: a new game is agreed, a finished one is counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.presenters.common import first_screen, house_rules, newgame, shown_pieces, which_game
from companion.presenters.draft import Draft, reseated
from companion.presenters.look import Look
from companion.presenters.said_so_far import SaidSoFar
from companion.presenters.source import Host
from companion.presenters.table_opening import doubts_row, doubts_sheet, opening_row
from companion.views.common import acts
from companion.views.common import shown_pieces as s
from companion.views.common.parts import Sheet
from companion.views.common.task_acts import TapPicture
from companion.wording import _

if TYPE_CHECKING:
    from companion.tasks.picture_count import PictureCount

COUNT = frozenset({"count", "counted", "podium"})
PICTURES = frozenset({"shown", "pictures"})
"""The screens on which pieces are counted in pictures."""
SCREENS = frozenset(
    {"games", "help", "new", "seats", "house", "box", "opening", "value", "doubts", "recount", "shown", *COUNT}
    | which_game.GAMES.keys()
)
"""The screens that need no game."""


class BeforeGame(SaidSoFar):
    """A draft of the next game, and the counting of one that was not followed; `chance` draws what it leaves open."""

    def __init__(self, host: Host | None, chance: Random) -> None:
        super().__init__(host, chance)
        self.asked = shown_pieces.Asked()
        self._seat = ""
        self._shown: Sequence[str] = ()

    def _fresh(self, game: str, finished: bool) -> Draft:
        draft = newgame.new_draft(game, self.chance, finished)
        places = self.host.last_places(game) if self.host else ()
        return newgame.dealt(replace(draft, places=places), self.chance) if places else draft

    def begin(self, game: str, values: str) -> None:
        """Draft a game anew with these values: `house`, `copy`, or `none` for a drawn table."""
        self.draft = replace(self._fresh(game, False), values=values)

    def view(self, screen: str, running: bool, look: Look) -> Sheet:
        """A screen that needs no game; `running` tells that a game waits behind it."""
        devices = self.host.devices if self.host else ()
        if screen == "opening" and (setup := self._begun) is not None and self._left is not None:
            return self._opens.opening(setup, look.about, newgame.top_of(_("New game"), devices))
        if screen == "doubts":
            return doubts_sheet(self._doubts, newgame.top_of(_("Your copy"), devices))
        if screen == "value":
            return self._opens.asks_before(look, self.piles, newgame.top_of(_("Your copy"), devices))
        if screen == "house":
            return house_rules.house_rules(self.draft, self.title, newgame.top_of(_("House rules"), devices))
        if screen == "box":
            return self.title.box(self.box, self._needed(), newgame.top_of(_("New game"), devices))
        if screen == "new":
            return first_screen.which_box(self.draft, self.host)
        if screen in ("seats", "opening"):
            self._shown = self._seated
            rows = (opening_row(self.draft, self._begun, self._left), doubts_row(self._doubts))
            return newgame.new_game(self.draft, devices, self._shown, tuple(row for row in rows if row))
        if screen == "help":
            return first_screen.help_screen(devices)
        if screen in which_game.GAMES:
            return which_game.which_game(screen, devices)
        if screen == "shown" and (pictures := self._pictures) is not None:
            pictures.poll()
            return shown_pieces.sheet(pictures, self.draft, self.count.found, self._seat, self.asked, self.title)
        if screen in (*COUNT, "shown"):
            screen = "count" if screen == "shown" else screen
            return self.title.count_screen(screen, self.draft, self._valued())
        return first_screen.first_screen(self.host, running)

    def stale(self, screen: str) -> bool:
        """Has the desk of a club seated others here since this screen was shown?"""
        return screen == "seats" and self._seated != self._shown

    def open(self, screen: str) -> str:
        """The screen that opens when `screen` is asked for; a new game and a new count begin with an empty draft."""
        fresh = screen == "new" or (screen == "count" and not self.draft.finished)
        if fresh or screen == "recount":
            self.draft = self._fresh(self.draft.game, screen != "new")
            self.count = self.title.empty_count()
        return "count" if screen == "recount" else screen

    @property
    def _pictures(self) -> PictureCount | None:
        return self.host.picture_count if self.host else None

    def show_pieces(self, act: s.ShowPieces) -> None:
        """Begin to count a player's pieces in pictures."""
        if self.host is not None:
            self._seat, self.asked = act.seat, shown_pieces.Asked()
            self.host.show_pieces(self.draft.game, act.showing, self.draft.seats.index(act.seat))

    def shown(self, screen: str) -> None:
        """Let go of the camera where no pieces are counted in pictures."""
        if screen not in PICTURES and self._pictures is not None:
            assert self.host is not None
            self.host.end_pictures()

    def do(self, act: object) -> bool:
        """Carry out an act that needs no game; false if it is none."""
        if type(act) in self.title.COUNTS:
            self.count = self.title.counted(self.draft, self._valued(), act)
            return True
        pictures = self._pictures
        if pictures is not None and type(act) in _IN_PICTURES:
            self.asked = _IN_PICTURES[type(act)](pictures, act) or shown_pieces.Asked()
            return True
        handle = _HANDLERS.get(type(act))
        if handle is not None:
            handle(self, act)
        return handle is not None

    def _chair(self, act: acts.NamePerson) -> None:
        self.draft = reseated(self.draft, newgame.seated(self.draft, act.seat, self.chance))

    def _named(self, act: object) -> None:
        named = newgame.named(self.draft, act)
        self.draft = named if isinstance(act, acts.Colour) else reseated(self.draft, named)

    def _agreed(self, act: acts.Agreed) -> None:
        kind, _space, option = act.question.partition(" ")
        if kind == "option":
            chosen = house_rules.with_option(self.draft, self.title, option, act.answer)
            self.draft = replace(self.draft, options=chosen)
        elif kind == "preset":
            self.draft = replace(self.draft, preset=act.answer, options=())
        elif kind == "values":
            self.draft = replace(self.draft, values=act.answer, lies={})
        elif kind == "game" and act.answer != self.draft.game:
            self.draft, self.box, self.piles = self._fresh(act.answer, self.draft.finished), {}, {}
            self.count = self.title.empty_count()

    def _redeal(self, _act: acts.Redeal) -> None:
        self.draft = newgame.dealt(self.draft, self.chance)

    @property
    def _seated(self) -> Sequence[str]:
        """Those whom a club's desk has seated here."""
        return self.host.seated if self.host else ()

    def _take_seats(self, _act: acts.TakeSeats) -> None:
        self.draft = reseated(self.draft, newgame.dealt(newgame.seated_by(self.draft, self._seated), self.chance))

    def _box_step(self, act: acts.BoxStep) -> None:
        self.box[act.key] = (max(1, self.box.get(act.key, (0, ""))[0] + act.by), acts.COPY)

    def _pile_step(self, act: acts.PileStep) -> None:
        self.piles[act.key] = max(0, self.piles.get(act.key, 0) + act.by)

    def _box_house(self, act: acts.BoxHouse) -> None:
        """Take a value from the house set, or leave it open again if it was taken before; or take all that are open."""
        if act.key and self.box.get(act.key, (None, ""))[1] == acts.HOUSE:
            del self.box[act.key]
            return
        keys = [act.key] if act.key else [key for key in self._needed() if key not in self.box]
        self.box |= {key: (self.title.house_value(key), acts.HOUSE) for key in keys}


_HANDLERS: dict[type, Callable[[BeforeGame, Any], None]] = {
    acts.NamePerson: BeforeGame._chair,
    acts.Key: BeforeGame._named,
    acts.Side: BeforeGame._named,
    acts.Colour: BeforeGame._named,
    acts.Rise: BeforeGame._named,
    acts.Agreed: BeforeGame._agreed,
    acts.Redeal: BeforeGame._redeal,
    acts.TakeSeats: BeforeGame._take_seats,
    acts.Lies: BeforeGame._lies,
    acts.DrawRest: BeforeGame._draw_rest,
    acts.BoxStep: BeforeGame._box_step,
    acts.PileStep: BeforeGame._pile_step,
    acts.BoxHouse: BeforeGame._box_house,
}


def _point(pictures: PictureCount, act: TapPicture) -> shown_pieces.Asked:
    """A tap on the picture asks about the piece that lies there."""
    place = pictures.at(act.x, act.y)
    return shown_pieces.Asked(-1 if place is None else place)


_IN_PICTURES: dict[type, Callable[..., shown_pieces.Asked | None]] = {
    TapPicture: _point,
    s.AskPiece: lambda _pictures, act: shown_pieces.Asked(act.place, act.begun),
    s.NamePiece: lambda pictures, act: pictures.name(act.place, act.label),
    s.LeaveOut: lambda pictures, _act: pictures.leave_out(),
    s.TakePicture: lambda pictures, _act: pictures.take(),
    s.OpenPicture: lambda pictures, act: pictures.open(Path(act.file)),
    s.LookOn: lambda pictures, _act: pictures.again(),
}
"""What taps on the screen of pictures do; the piece that is asked about then, if any is."""
