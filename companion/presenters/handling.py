"""What taps do at a desk: looking at something else, choosing, typing, commands of the game, how the screen looks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from msgspec.structs import replace

from companion.host.preferences import Preferences
from companion.play.reports import Refusal
from companion.presenters.before_game import BeforeGame
from companion.presenters.common import newgame
from companion.presenters.look import LET_GO, Look
from companion.presenters.scene import HOUSE_SET, Scene
from companion.presenters.source import Host, Phones, Source
from companion.titles import DEFAULT
from companion.views.common import acts
from companion.views.common import shown_pieces as s
from companion.views.common.scan import LookAfresh
from companion.wording import _, wording
from engine.errors import CompanionError
from engine.game import Command
from engine.journal import Learn, Remark

LONGEST = 200
"""Letters of what is typed: the address of a camera may be long."""


class At(Protocol):
    """The desk as those see it who carry out its taps."""

    host: Host | None
    source: Source | None
    look: Look
    preferences: Preferences
    before: BeforeGame
    phones: Phones | None

    @property
    def peopled(self) -> bool: ...
    def scene(self) -> Scene: ...
    def see(self, **change: object) -> None: ...
    def open(self, act: acts.Open) -> None: ...
    def notify(self) -> None: ...
    def copy(self, text: str) -> None: ...
    def offer(self, files: Sequence[Path]) -> None: ...
    def follow(self, source: Source, sides: Mapping[str, str]) -> None: ...


Handlers = Mapping[type, Callable[[At, Any], None]]
"""What carries out each kind of act at a desk; the act's own type is its parameter's."""


def offer(desk: At, files: Sequence[Path]) -> None:
    """Let people hand on what was saved, where the system can; where it fails the files are there all the same."""
    try:
        desk.offer(files)
    except CompanionError as error:
        desk.see(said=_("Not shared: {why}").format(why=error))


def submit(desk: At, source: Source, command: Command) -> None:
    """Carry out a command of the game, or open the rule that forbids it."""
    result = source.submit(command, "tap")
    if isinstance(result, Refusal) and source.lacks:
        desk.see(screen="play")
    elif isinstance(result, Refusal):
        desk.see(screen="rule", refusal=result, command=command, rule=result.rule)
    else:
        stays = desk.look.screen == "choose" and desk.look.about in desk.scene().title.STAYING
        desk.see(screen="choose" if stays else "play", picked="", value=None, amounts=(), cards=())


# --- choosing ---


def _pick(desk: At, act: acts.Pick) -> None:
    desk.see(picked="" if act.what == desk.look.picked else act.what, value=None, printed=())


def _amount(desk: At, act: acts.Amount) -> None:
    amounts = dict(desk.look.amounts)
    amounts[act.good] = max(0, amounts.get(act.good, 0) + act.by)
    desk.see(amounts=tuple(amounts.items()))


def _card(desk: At, act: acts.Card) -> None:
    cards = list(desk.look.cards)
    if act.by > 0:
        cards.append(act.face)
    elif act.face in cards:
        cards.remove(act.face)
    desk.see(cards=tuple(cards), picked="", printed=(), cargo="")


def _aside(desk: At, act: acts.Aside) -> None:
    desk.see(aside="" if act.seat == desk.look.aside else act.seat, laid=())


def _lay(desk: At, act: acts.Lay) -> None:
    laid = list(desk.look.laid)
    if act.by > 0:
        laid.append(act.face)
    elif act.face in laid:
        laid.remove(act.face)
    desk.see(laid=tuple(laid))


def _from_aside(desk: At, act: acts.FromAside) -> None:
    assert desk.source is not None
    result = desk.source.submit(act.command, "tap")
    if isinstance(result, Refusal):
        desk.see(screen="rule", refusal=result, command=act.command, rule=result.rule)
    else:
        desk.see(aside="", laid=())


def _face(desk: At, act: acts.Face) -> None:
    desk.see(printed=desk.scene().title.printed(desk.look.printed, act.region, act.value))


def _series(desk: At, act: acts.Series) -> None:
    """Commands one after the other, up to the first that is refused."""
    assert desk.source is not None
    desk.open(acts.Open("play"))
    for command in act.commands:
        submit(desk, desk.source, command)
        if desk.look.refusal is not None:
            return


def _filter(desk: At, act: acts.Filter) -> None:
    desk.see(cargo=act.cargo)


# --- typing ---


def _digit(desk: At, act: acts.Digit) -> None:
    digits = desk.look.digits[:-1] if act.digit == "<" else (desk.look.digits + act.digit)[:3]
    desk.see(digits=digits)


def _letter(desk: At, act: acts.Letter) -> None:
    text = desk.look.digits[:-1] if act.letter == "<" else (desk.look.digits + act.letter)[:LONGEST]
    desk.see(digits=text)


def _number(desk: At, _act: acts.Number) -> None:
    value = int(desk.look.digits) if desk.look.digits else desk.look.value
    desk.see(screen="play", value=value, digits="")


# --- questions ---


def _ask(desk: At, act: acts.Ask) -> None:
    desk.see(screen="rule", rule=act.rule, command=act.command, refusal=None)


def _answer(desk: At, act: acts.Answer) -> None:
    assert desk.source is not None
    desk.source.answer(act.question, act.choice)
    desk.see(screen="play")


def _hands_done(desk: At, act: acts.HandsDone) -> None:
    assert desk.source is not None
    desk.source.tick(act.lines)
    desk.notify()


def _again(desk: At, act: acts.Again) -> None:
    assert desk.source is not None
    desk.source.look_again(act.question)
    desk.notify()


def _look_afresh(desk: At, act: LookAfresh) -> None:
    assert desk.source is not None
    for zone in act.zones:
        desk.source.forget(zone)
    desk.notify()


def _uncover(desk: At, act: acts.Uncover) -> None:
    desk.see(uncovered="" if desk.look.uncovered == act.seat else act.seat)


def _value(desk: At, act: acts.Tell) -> None:
    """A value is kept in the owner's file, and pinned to this game whether it could be kept or not."""
    if desk.source is None or desk.look.screen == "value":
        desk.open(acts.Open(desk.before.tell(act)))
        return
    origin = HOUSE_SET
    if act.layer == acts.COPY:
        origin = "my copy"
        try:
            if desk.host is not None:
                desk.host.tell(act.key, act.value)
        except (CompanionError, OSError) as error:
            origin = f"my copy, not kept: {error}"
    desk.see(digits="", **LET_GO)
    submit(desk, desk.source, Learn("", act.key, act.value, origin))


# --- how the screen looks ---


def _speak(desk: At, act: acts.Speak) -> None:
    wording.speak(act.language)
    _wear(desk, language=act.language)


def _prefer(desk: At, act: acts.Prefer) -> None:
    chosen: dict[str, object] = {"dark": act.dark, "scale": act.scale or None, "turns": act.turns, "clock": act.clock}
    chosen |= {"speech": act.speech or None, "sounds": act.sounds}
    _wear(desk, **{name: value for name, value in chosen.items() if value is not None})


def _wear(desk: At, **chosen: object) -> None:
    desk.preferences = replace(desk.preferences, **chosen)
    if desk.host is not None:
        desk.host.prefer(desk.preferences)
    desk.notify()


# --- a game is opened ---


def _start(desk: At, _act: acts.Start) -> None:
    assert desk.host is not None
    before = desk.before
    if first := before.asks_first:
        desk.open(first)
        return
    try:
        setting = before.setting()
        source = desk.host.open(setting, drawn=True) if before.draft.values == "none" else desk.host.open(setting)
    except (CompanionError, OSError):
        before.draft = replace(before.draft, trouble=newgame.cannot_start(before.draft))
    else:
        before.draft = replace(before.draft, trouble="")
        desk.follow(source, {place.seat: place.side for place in setting.places})
        for text in before.remarks:
            source.submit(Remark("", text), "tap")
        if desk.peopled and hasattr(desk.scene().title, "set_up"):
            desk.see(screen="setup")
    desk.notify()


def _watch(desk: At, act: acts.Watch) -> None:
    if desk.host is None:  # a desk with one game and no data folder has no table to draw
        return
    if act.game:
        desk.before.begin(act.game, "none")
    desk.before.draft = replace(desk.before.draft, values="none")
    try:
        source = desk.host.watch(desk.before.setting())
    except (CompanionError, OSError):
        desk.notify()
        return
    desk.follow(source, desk.host.sides)
    desk.notify()


def _try_example(desk: At, _act: acts.TryExample) -> None:
    if desk.host is None:
        return
    with suppress(CompanionError, OSError):
        desk.follow(desk.host.try_example(DEFAULT), desk.host.sides)
    desk.notify()


def _restore(desk: At, act: acts.Restore) -> None:
    assert desk.host is not None
    with suppress(CompanionError, OSError):
        desk.host.restore(act.id)
    desk.notify()


def _resume(desk: At, act: acts.GoOn) -> None:
    assert desk.host is not None
    source = desk.host.resume(act.id)
    desk.follow(source, desk.host.sides)
    desk.notify()


# --- a finished game in pictures ---


def _show_pieces(desk: At, act: s.ShowPieces) -> None:
    desk.before.show_pieces(act)
    desk.see(screen="shown")


def _open_picture(desk: At, act: s.OpenPicture) -> None:
    desk.before.do(act)
    desk.see(screen="shown")


def _count_shown(desk: At, act: s.CountShown) -> None:
    """What was read counts; the picture is let go of."""
    desk.before.do(act)
    desk.see(screen="count")


HANDLERS: Handlers = {
    acts.Open: lambda desk, act: desk.open(act),
    acts.Pick: _pick,
    acts.Tab: lambda desk, act: desk.see(tab=act.what, picked="", said=""),
    acts.Amount: _amount,
    acts.Card: _card,
    acts.Aside: _aside,
    acts.Lay: _lay,
    acts.FromAside: _from_aside,
    acts.Face: _face,
    acts.Series: _series,
    acts.Filter: _filter,
    acts.AskNumber: lambda desk, _act: desk.see(screen="keypad", digits=""),
    acts.Digit: _digit,
    acts.Letter: _letter,
    acts.Find: lambda desk, act: desk.see(screen="search", digits=act.words, **LET_GO),
    acts.Number: _number,
    acts.Whom: lambda desk, act: desk.see(about=act.seat),
    acts.Sit: lambda desk, act: desk.see(seat=act.seat, screen="play"),
    acts.Ask: _ask,
    acts.Answer: _answer,
    acts.Again: _again,
    LookAfresh: _look_afresh,
    acts.HandsDone: _hands_done,
    acts.Uncover: _uncover,
    acts.Tell: _value,
    acts.Speak: _speak,
    acts.Prefer: _prefer,
    acts.Start: _start,
    acts.GoOn: _resume,
    acts.Restore: _restore,
    acts.Watch: _watch,
    acts.TryExample: _try_example,
    s.ShowPieces: _show_pieces,
    s.OpenPicture: _open_picture,
    s.CountShown: _count_shown,
}
