"""The desk between screens and game: it turns taps into commands or another look, and gives the view to show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.host.preferences import PLAIN
from companion.play.reports import Refusal
from companion.presenters import agreements
from companion.presenters.before_game import SCREENS, Lobby
from companion.presenters.care import Care
from companion.presenters.common import (
    answering,
    differing,
    finding,
    keypad,
    opening,
    remembering,
    ruling,
    scanning,
    searching,
    voting,
)
from companion.presenters.constantinopolis import contract_editor
from companion.presenters.constantinopolis import screens as constantinopolis
from companion.presenters.look import Look
from companion.presenters.scene import Scene
from companion.presenters.source import Host, Source
from companion.views.common import acts
from companion.views.common.overview import Overview
from companion.views.common.parts import Button, Sheet
from companion.wording import wording
from engine.catalogue import Unknown
from engine.journal import Learn

TITLES: Mapping[str, Any] = {"constantinopolis": constantinopolis}
AROUND: Mapping[str, Callable[[Scene], Sheet]] = {
    "scan": scanning.scanning,
    "devices": finding.finding,
    "history": remembering.remembering,
    "differ": differing.differing,
    "rule": ruling.ruling,
    "rules": ruling.rules,
    "keypad": keypad.typing,
    "answers": answering.answering,
    "search": searching.searching,
}
GAME = frozenset({"play", "choose", "table"})
"""The screens on which the game goes on."""
UNCHOSEN: Mapping[str, Any] = {
    **{"picked": "", "tab": "", "cards": (), "amounts": (), "printed": ()},
    **{"back_to": None, "agreed": (), "settling": "", "mend": 0, "amended": None},
}
"""What is let go of when another screen is opened."""


class Desk:
    """What one screen of a house shows; `refresh` is called whenever the view may have changed.

    Without a game it shows the lobby; `chance` draws the first offices there.
    """

    def __init__(self, house: Host | None = None, source: Source | None = None, chance: Random | None = None) -> None:
        self.house = house
        self.source = source
        self.lobby = Lobby(house, chance or Random())
        self.care = Care(house)
        self.look = Look(screen="play" if source else "games")
        self.sides: Mapping[str, str] = house.sides if house else {}
        self.dress = house.dress if house else PLAIN
        self.refresh: list[Callable[[], None]] = []
        if self.dress.language:
            wording.speak(self.dress.language)
        if source:
            self._follow(source)

    # --- what is shown ---

    @property
    def dark(self) -> bool:
        """Is the screen dark?"""
        return self.dress.dark

    @property
    def scale(self) -> float:
        """How much larger words are than designed."""
        return self.dress.scale

    @property
    def turns(self) -> bool:
        """Does the screen turn to whom it speaks to? Whoever watches the virtual table sits on one side of it."""
        return not getattr(self.house, "virtual", False) if self.dress.turns is None else self.dress.turns

    def view(self) -> Sheet | Overview:
        """The view to show now; where a printed value is missing for it, the card that asks for it."""
        try:
            shown = self._ask_value(self.source.lacks) if self._stuck() else self._view()  # type: ignore[union-attr]
        except Unknown as error:
            shown = self._ask_value(error.key)
        return replace(shown, turn=0) if isinstance(shown, Sheet) and not self.turns else shown

    def _stuck(self) -> bool:
        return self.source is not None and self.look.screen in GAME and bool(self.source.lacks)

    def _ask_value(self, key: str) -> Sheet:
        scene = self.scene()
        return scene.title.asks(scene, scene.title.lacking(scene.state.setup.values, key))  # type: ignore[no-any-return]

    def _view(self) -> Sheet | Overview:
        if self.care.shows(self.look.screen, self.source is not None):
            return self.care.view(self.look.screen, self._scene_here())
        if self.source is None and self.look.screen == "menu":
            devices = self.house.devices if self.house else ()
            return opening.bare_menu(devices, self.dark, self.scale, self.turns)
        if self.source is None or self.look.screen in SCREENS:
            return self.lobby.view(self.look.screen, self.source is not None)
        if self.house is not None and self.house.setting:
            return opening.waiting(self.source.names)
        scene = self.scene()
        if self.look.screen == "menu":
            return opening.menu(scene.title.top(scene), self.dark, self.scale, self.turns)
        if self.look.screen == "table":
            return scene.title.overview(scene)  # type: ignore[no-any-return]
        if self.look.screen in ("score", "large"):
            return getattr(scene.title, self.look.screen)(scene)  # type: ignore[no-any-return]
        if scene.source.challenge is not None and self.look.screen in GAME:
            return voting.voting(scene)
        around = AROUND.get(self.look.screen)
        return around(scene) if around else scene.title.play(scene)

    def scene(self) -> Scene:
        """The running game as this screen looks at it; LookupError without one."""
        if self.source is None:
            raise LookupError("no game is running at this desk")
        counts = self.care.counts(self.source.names)
        return Scene(self.source, self.look, self.sides, TITLES[self.source.game.name], counts)

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
        self.see(value=value)

    def hold(self, seat: str, held: bool) -> None:
        """Somebody holds his treasury to look at it, or lets go."""
        self.see(uncovered=seat if held else "")

    def do(self, command: Any) -> None:
        """Carry out a command of the game or an act of the screen."""
        handle = _HANDLERS.get(type(command))
        if handle is not None:
            handle(self, command)
        elif self.lobby.do(command):
            self._tell()
        elif (screen := self.care.do(command, self.look.screen)) is not None:
            self.see(screen=screen)
        elif self.source is not None:
            self.submit(command)
        self.care.shown(self.look.screen, self.source is not None)

    def submit(self, command: Any) -> None:
        """Carry out a command of the game, or open the rule that forbids it."""
        assert self.source is not None
        result = self.source.submit(command, "tap")
        if isinstance(result, Refusal) and self.source.lacks:
            self.see(screen="play")
        elif isinstance(result, Refusal):
            self.see(screen="rule", refusal=result, command=command, rule=result.rule)
        else:
            self.see(screen="choose" if self._stays() else "play", picked="", value=None, amounts=(), cards=())

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
            self.see(toast=0)

    def _news(self, last: int) -> int:
        """The newest entry, if a sensor brought it: then it is shown with a way back."""
        assert self.source is not None
        entry = self.source.journal[-1]
        sensed = entry.origin.partition(":")[0] in ("camera", "serial", "mqtt")
        return last if sensed else 0

    def see(self, **change: Any) -> None:
        """Look at something else."""
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

    def open(self, act: acts.Open) -> None:
        """Show a screen; what was chosen on another is let go of."""
        if act.screen == "play":
            self.see(screen="play", about="", value=None, refusal=None, command=None, rule="", **UNCHOSEN)
        elif act.screen in SCREENS:
            self.see(screen=self.lobby.open(act.screen), picked="")
        else:
            self.see(screen=act.screen, about=act.about, digits="", **UNCHOSEN)

    def _pick(self, act: acts.Pick) -> None:
        self.see(picked="" if act.what == self.look.picked else act.what, value=None, printed=())

    def _amount(self, act: acts.Amount) -> None:
        amounts = dict(self.look.amounts)
        amounts[act.good] = max(0, amounts.get(act.good, 0) + act.by)
        self.see(amounts=tuple(amounts.items()))

    def _card(self, act: acts.Card) -> None:
        cards = list(self.look.cards)
        if act.by > 0:
            cards.append(act.face)
        elif act.face in cards:
            cards.remove(act.face)
        self.see(cards=tuple(cards), picked="", printed=())

    def _face(self, act: acts.Face) -> None:
        self.see(printed=contract_editor.printed(self.look.printed, act.region, act.value))

    def _keypad(self, _act: acts.Keypad) -> None:
        self.see(screen="keypad", digits="")

    def _digit(self, act: acts.Digit) -> None:
        digits = self.look.digits[:-1] if act.digit == "<" else (self.look.digits + act.digit)[:3]
        self.see(digits=digits)

    def _letter(self, act: acts.Letter) -> None:
        text = self.look.digits[:-1] if act.letter == "<" else (self.look.digits + act.letter)[:30]
        self.see(digits=text)

    def _number(self, _act: acts.Number) -> None:
        value = int(self.look.digits) if self.look.digits else self.look.value
        self.see(screen="play", value=value, digits="")

    def _series(self, act: acts.Series) -> None:
        self.open(acts.Open("play"))
        for command in act.commands:
            self.submit(command)
            if self.look.refusal is not None:
                return

    def _filter(self, act: acts.Filter) -> None:
        cargo = self.look.cargo.replace(act.cargo, "") if act.cargo in self.look.cargo else self.look.cargo + act.cargo
        self.see(cargo=cargo if act.cargo else "")

    def _ask(self, act: acts.Ask) -> None:
        self.see(screen="rule", rule=act.rule, command=act.command, refusal=None)

    def _answer(self, act: acts.Answer) -> None:
        assert self.source is not None
        self.source.answer(act.question, act.choice)
        self.see(screen="play")

    def _again(self, act: acts.Again) -> None:
        assert self.source is not None
        self.source.look_again(act.question)
        self._tell()

    def _uncover(self, act: acts.Uncover) -> None:
        self.see(uncovered="" if self.look.uncovered == act.seat else act.seat)

    def _speak(self, act: acts.Speak) -> None:
        wording.speak(act.language)
        self._wear(language=act.language)

    def _dress(self, act: acts.Dress) -> None:
        chosen = {"dark": act.dark, "scale": act.scale or None, "turns": act.turns}
        self._wear(**{name: value for name, value in chosen.items() if value is not None})

    def _wear(self, **chosen: Any) -> None:
        self.dress = replace(self.dress, **chosen)
        if self.house is not None:
            self.house.wear(self.dress)
        self._tell()

    # --- a new game ---

    def _start(self, _act: acts.Start) -> None:
        assert self.house is not None
        draft = self.lobby.draft
        if self.lobby.unboxed:
            self.see(screen="box")
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
        self.see(digits="", **UNCHOSEN)
        self.submit(Learn("", act.key, act.value, source))

    def _resume(self, act: acts.Resume) -> None:
        assert self.house is not None
        self._follow(self.house.resume(act.id))
        self.sides = self.house.sides
        self._tell()


_HANDLERS: dict[type, Callable[[Desk, Any], None]] = {
    **agreements.HANDLERS,
    acts.Open: Desk.open,
    acts.Pick: Desk._pick,
    acts.Tab: lambda desk, act: desk.see(tab=act.what, picked=""),
    acts.Amount: Desk._amount,
    acts.Card: Desk._card,
    acts.Face: Desk._face,
    acts.Series: Desk._series,
    acts.Filter: Desk._filter,
    acts.Keypad: Desk._keypad,
    acts.Digit: Desk._digit,
    acts.Whom: lambda desk, act: desk.see(about=act.seat),
    acts.Letter: Desk._letter,
    acts.Number: Desk._number,
    acts.Ask: Desk._ask,
    acts.Sit: lambda desk, act: desk.see(seat=act.seat, screen="play"),
    acts.Answer: Desk._answer,
    acts.Again: Desk._again,
    acts.Uncover: Desk._uncover,
    acts.Speak: Desk._speak,
    acts.Dress: Desk._dress,
    acts.Start: Desk._start,
    acts.Tell: Desk._tell_value,
    acts.Resume: Desk._resume,
}
