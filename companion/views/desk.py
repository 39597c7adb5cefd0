"""The desk between screens and game: it turns taps into commands or another look, and gives the view to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.told import Refusal
from companion.views import acts
from companion.views.around import (
    consent,
    differing,
    finding,
    mending,
    opening,
    remembering,
    ruling,
    scanning,
    typing,
)
from companion.views.care import Care
from companion.views.constantinopolis import screens as constantinopolis
from companion.views.lobby import SCREENS, Lobby
from companion.views.look import Look
from companion.views.parts import Button, Sheet
from companion.views.scene import Scene
from companion.views.source import House, Source
from companion.views.table import Overview
from companion.wording import wording
from engine.catalogue import Unknown
from engine.journal import Learn, Overrule, Remark, amend

TITLES: Mapping[str, Any] = {"constantinopolis": constantinopolis}
AROUND: Mapping[str, Callable[[Scene], Sheet]] = {
    "scan": scanning.scanning,
    "devices": finding.finding,
    "history": remembering.remembering,
    "differ": differing.differing,
    "rule": ruling.ruling,
    "rules": ruling.rules,
    "keypad": typing.typing,
}
GAME = frozenset({"play", "choose", "table"})
"""The screens on which the game goes on."""
UNCHOSEN: Mapping[str, Any] = {
    **{"picked": "", "tab": "", "cards": (), "amounts": ()},
    **{"back_to": None, "agreed": (), "mend": 0, "amended": None},
}
"""What is let go of when another screen is opened."""


class Desk:
    """What one screen of a house shows; `refresh` is called whenever the view may have changed.

    Without a game it shows the lobby; `chance` draws the first offices there.
    """

    def __init__(self, house: House | None = None, source: Source | None = None, chance: Random | None = None) -> None:
        self.house = house
        self.source = source
        self.lobby = Lobby(house, chance or Random())
        self.care = Care(house)
        self.look = Look(screen="play" if source else "games")
        self.sides: Mapping[str, str] = {}
        self.dark, self.scale = False, 1.0
        self.refresh: list[Callable[[], None]] = []
        if source:
            self._follow(source)

    # --- what is shown ---

    def view(self) -> Sheet | Overview:
        """The view to show now; where a printed value is missing for it, the card that asks for it."""
        try:
            return self._ask_value(self.source.lacks) if self._stuck() else self._view()  # type: ignore[union-attr]
        except Unknown as error:
            return self._ask_value(error.key)

    def _stuck(self) -> bool:
        return self.source is not None and self.look.screen in GAME and bool(self.source.lacks)

    def _ask_value(self, key: str) -> Sheet:
        scene = self.scene()
        return scene.title.asks(scene, scene.title.lacking(scene.state.setup.values, key))  # type: ignore[no-any-return]

    def _view(self) -> Sheet | Overview:
        if self.care.shows(self.look.screen, self.source is not None):
            return self.care.view(self.look.screen, self._scene_here())
        if self.source is None or self.look.screen in SCREENS:
            return self.lobby.view(self.look.screen, self.source is not None)
        if self.house is not None and self.house.setting:
            return opening.waiting(self.source.names)
        scene = self.scene()
        if self.look.screen == "menu":
            return opening.menu(scene.title.top(scene), self.dark, self.scale)
        if self.look.screen == "table":
            return scene.title.overview(scene)  # type: ignore[no-any-return]
        if self.look.screen in ("score", "large"):
            return getattr(scene.title, self.look.screen)(scene)  # type: ignore[no-any-return]
        around = AROUND.get(self.look.screen)
        return around(scene) if around else scene.title.play(scene)

    def scene(self) -> Scene:
        """The running game as this screen looks at it; LookupError without one."""
        if self.source is None:
            raise LookupError("no game is running at this desk")
        return Scene(self.source, self.look, self.sides, TITLES[self.source.game.name])

    def _scene_here(self) -> Scene | None:
        return None if self.source is None else self.scene()

    # --- what is done ---

    def press(self, button: Button) -> None:
        """Somebody tapped a button: carry it out, or open the rule that closes it."""
        if button.command is not None:
            self.do(button.command)
        elif button.rule:
            self.do(acts.Ask(button.rule, button.about))

    def step(self, value: int) -> None:
        """Somebody chose a number."""
        self._see(value=value)

    def hold(self, seat: str, held: bool) -> None:
        """Somebody holds his treasury to look at it, or lets go."""
        self._see(uncovered=seat if held else "")

    def do(self, command: Any) -> None:
        """Carry out a command of the game or an act of the screen."""
        handle = _HANDLERS.get(type(command))
        if handle is not None:
            handle(self, command)
        elif self.lobby.do(command):
            self._tell()
        elif (screen := self.care.do(command, self.look.screen)) is not None:
            self._see(screen=screen)
        elif self.source is not None:
            self._submit(command)
        self.care.shown(self.look.screen, self.source is not None)

    def _submit(self, command: Any) -> None:
        assert self.source is not None
        result = self.source.submit(command, "tap")
        if isinstance(result, Refusal) and self.source.lacks:
            self._see(screen="play")
        elif isinstance(result, Refusal):
            self._see(screen="rule", refusal=result, command=command, rule=result.rule)
        else:
            self._see(screen="choose" if self._stays() else "play", picked="", value=None, amounts=(), cards=())

    def _stays(self) -> bool:
        """Trading on the market beside the ships goes on where it was."""
        return self.look.screen == "choose" and self.look.about == "trade"

    def changed(self) -> None:
        """The game has gone on: what was chosen for another moment is let go."""
        if self.source is None:
            return
        last = self.source.book.last
        if last != self.look.entry:
            news = self._news(last)
            self.look = replace(
                self.look,
                entry=last,
                value=None,
                picked=self._kept(),
                toast=news,
                back_to=None,
                agreed=(),
                mend=0,
                amended=None,
            )
        self._tell()

    def _kept(self) -> str:
        """A choice survives only on the score, where it names a cell."""
        return self.look.picked if self.look.screen == "score" else ""

    def quiet(self, entry: int) -> None:
        """The notice of an entry has been there long enough."""
        if self.look.toast == entry:
            self._see(toast=0)

    def _news(self, last: int) -> int:
        """The newest entry, if a sensor brought it: then it is shown with a way back."""
        assert self.source is not None
        entry = self.source.journal[-1]
        sensed = entry.origin.partition(":")[0] in ("camera", "serial", "mqtt")
        return last if sensed else 0

    def _see(self, **change: Any) -> None:
        self.look = replace(self.look, **change)
        self._tell()

    def _tell(self) -> None:
        for callback in list(self.refresh):
            callback()

    def _follow(self, source: Source) -> None:
        if self.source is not None and self.changed in self.source.changed:
            self.source.changed.remove(self.changed)
        self.source = source
        source.changed.append(self.changed)
        self.look = Look(entry=source.book.last)

    # --- acts ---

    def _open(self, act: acts.Open) -> None:
        if act.screen == "play":
            self._see(screen="play", about="", value=None, refusal=None, command=None, rule="", **UNCHOSEN)
        elif act.screen in SCREENS:
            self._see(screen=self.lobby.open(act.screen), picked="")
        else:
            self._see(screen=act.screen, about=act.about, **UNCHOSEN)

    def _pick(self, act: acts.Pick) -> None:
        self._see(picked="" if act.what == self.look.picked else act.what, value=None)

    def _amount(self, act: acts.Amount) -> None:
        amounts = dict(self.look.amounts)
        amounts[act.good] = max(0, amounts.get(act.good, 0) + act.by)
        self._see(amounts=tuple(amounts.items()))

    def _card(self, act: acts.Card) -> None:
        cards = list(self.look.cards)
        if act.by > 0:
            cards.append(act.face)
        elif act.face in cards:
            cards.remove(act.face)
        self._see(cards=tuple(cards))

    def _keypad(self, _act: acts.Keypad) -> None:
        self._see(screen="keypad", digits="")

    def _digit(self, act: acts.Digit) -> None:
        digits = self.look.digits[:-1] if act.digit == "<" else (self.look.digits + act.digit)[:3]
        self._see(digits=digits)

    def _number(self, _act: acts.Number) -> None:
        value = int(self.look.digits) if self.look.digits else self.look.value
        self._see(screen="play", value=value, digits="")

    def _overrule(self, act: acts.Overrule) -> None:
        self._submit(Overrule(getattr(act.command, "seat", ""), act.command, act.rule, "the table allows it"))

    def _series(self, act: acts.Series) -> None:
        self._open(acts.Open("play"))
        for command in act.commands:
            self._submit(command)
            if self.look.refusal is not None:
                return

    def _filter(self, act: acts.Filter) -> None:
        cargo = self.look.cargo.replace(act.cargo, "") if act.cargo in self.look.cargo else self.look.cargo + act.cargo
        self._see(cargo=cargo if act.cargo else "")

    def _ask(self, act: acts.Ask) -> None:
        self._see(screen="rule", rule=act.rule, command=act.command, refusal=None)

    def _back_to(self, act: acts.BackTo) -> None:
        self._see(screen="history", back_to=act.to, agreed=(), mend=0, amended=None)

    def _take_back(self, act: acts.TakeBack) -> None:
        assert self.source is not None
        scene = self.scene()
        entries = self.source.book.taken_back(act.to)
        waiting = [seat for seat in consent.concerned(scene, entries) if seat not in self.look.agreed]
        if waiting:
            self._see(screen="history", back_to=act.to)
            return
        result = self.source.undo(act.to)
        if isinstance(result, Refusal):
            self._see(screen="rule", refusal=result, rule=result.rule, command=None)
        else:
            self._open(acts.Open("play"))

    def _mend(self, act: acts.Mend) -> None:
        self._see(screen="history", mend=act.number, amended=None, back_to=None, agreed=())

    def _instead(self, act: acts.Instead) -> None:
        assert self.source is not None
        amended = amend(self.source.book, act.number, act.command)
        self._see(screen="history", mend=act.number, instead=act.command, amended=amended, agreed=())

    def _amend(self, _act: acts.Amend) -> None:
        assert self.source is not None
        amended = self.look.amended
        if amended is None or set(mending.touched(self.scene(), amended)) - set(self.look.agreed):
            return
        result = self.source.amend(amended.number, self.look.instead)
        if isinstance(result, Refusal):
            self._see(screen="rule", refusal=result, rule=result.rule, command=None)
        else:
            self._open(acts.Open("play"))

    def _agree(self, act: acts.Agree) -> None:
        self._see(agreed=(*self.look.agreed, act.seat))

    def _answer(self, act: acts.Answer) -> None:
        assert self.source is not None
        self.source.answer(act.question, act.choice)
        self._see(screen="play")

    def _again(self, act: acts.Again) -> None:
        assert self.source is not None
        self.source.look_again(act.question)
        self._tell()

    def _settle(self, act: acts.Settle) -> None:
        assert self.source is not None
        result = self.source.settle(act.zone, act.exit)
        if isinstance(result, Refusal):
            self._see(screen="rule", refusal=result, rule=result.rule, command=None)
        else:
            self._see(screen="differ" if self.source.disagreements else "play", about="")

    def _uncover(self, act: acts.Uncover) -> None:
        self._see(uncovered="" if self.look.uncovered == act.seat else act.seat)

    def _challenge(self, act: acts.Challenge) -> None:
        assert self.source is not None
        self.source.submit(Remark(act.seat, "challenge", self.look.rule), "tap")
        self._open(acts.Open("history"))

    def _speak(self, act: acts.Speak) -> None:
        wording.speak(act.language)
        self._tell()

    def _dress(self, act: acts.Dress) -> None:
        self.dark = self.dark if act.dark is None else act.dark
        self.scale = act.scale or self.scale
        self._tell()

    # --- a new game ---

    def _start(self, _act: acts.Start) -> None:
        assert self.house is not None
        draft = self.lobby.draft
        if self.lobby.unboxed:
            self._see(screen="box")
            return
        try:
            setting = self.lobby.setting()
            source = self.house.open(setting)
        except (ValueError, LookupError, OSError):
            self.lobby.draft = replace(draft, trouble=opening.cannot_start(draft))
        else:
            self.lobby.draft = replace(draft, trouble="")
            self._follow(source)
            self.sides = {place.seat: place.side for place in setting.places}
        self._tell()

    def _tell_value(self, act: acts.Tell) -> None:
        """A value is kept in the owner's file, and pinned to this game whether it could be kept or not."""
        assert self.source is not None
        source = "house set"
        if act.layer == acts.COPY:
            source = "my copy"
            try:
                if self.house is not None:
                    self.house.tell(act.key, act.value)
            except (ValueError, OSError) as error:
                source = f"my copy, not kept: {error}"
        self._see(digits="", **UNCHOSEN)
        self._submit(Learn("", act.key, act.value, source))

    def _resume(self, act: acts.Resume) -> None:
        assert self.house is not None
        self._follow(self.house.resume(act.id))
        self._tell()


_HANDLERS: dict[type, Callable[[Desk, Any], None]] = {
    acts.Open: Desk._open,
    acts.Pick: Desk._pick,
    acts.Tab: lambda desk, act: desk._see(tab=act.what, picked=""),
    acts.Amount: Desk._amount,
    acts.Card: Desk._card,
    acts.Series: Desk._series,
    acts.Filter: Desk._filter,
    acts.Keypad: Desk._keypad,
    acts.Digit: Desk._digit,
    acts.Number: Desk._number,
    acts.Overrule: Desk._overrule,
    acts.Ask: Desk._ask,
    acts.Sit: lambda desk, act: desk._see(seat=act.seat, screen="play"),
    acts.BackTo: Desk._back_to,
    acts.TakeBack: Desk._take_back,
    acts.Mend: Desk._mend,
    acts.Instead: Desk._instead,
    acts.Amend: Desk._amend,
    acts.Agree: Desk._agree,
    acts.Answer: Desk._answer,
    acts.Again: Desk._again,
    acts.Settle: Desk._settle,
    acts.Uncover: Desk._uncover,
    acts.Challenge: Desk._challenge,
    acts.Speak: Desk._speak,
    acts.Dress: Desk._dress,
    acts.Start: Desk._start,
    acts.Tell: Desk._tell_value,
    acts.Resume: Desk._resume,
}
