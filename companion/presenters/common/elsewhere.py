"""A game that another host plays: here one looks on, and goes on once that host is gone."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

from msgspec.structs import replace

from companion.play.reports import Holder
from companion.play.session import ELSEWHERE
from companion.presenters.handling import At, Handlers
from companion.views.common import acts
from companion.views.common.overview import Overview
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _
from engine.errors import NotWritten

V = TypeVar("V", bound=Sheet | Overview)
PLAYS = (acts.TakeBack, acts.Challenge)
"""What is done to the game itself: only where it is played."""


def looked_on(view: V, player: Holder | None, game: str) -> V:
    """A screen of a game that `player` plays elsewhere, or none any more: its questions are not asked here."""
    sentence, note, onward = _sentence(player), _note(player), _onward(player, game)
    if isinstance(view, Overview):
        corners = tuple(_closed(each, player) if isinstance(each.command, PLAYS) else each for each in view.corners)
        return replace(view, sentence=sentence, note=note, primary=onward, corners=corners)
    told = replace(view.toast, undo=None) if view.toast else None
    return replace(view, bar=Bar(sentence=sentence, note=note, primary=onward), hint=None, toast=told)


def _closed(button: Button, player: Holder | None) -> Button:
    """A button that would change the game: a tap tells who plays it."""
    rule = "" if player is None else ELSEWHERE
    return Button(button.label, icon=button.icon, reason=_sentence(player), rule=rule)


def _sentence(player: Holder | None) -> str:
    return _("Nobody plays this game just now") if player is None else _("You look on")


def _note(player: Holder | None) -> str:
    if player is None:
        return _("Here it goes on where its last line stands.")
    if player.gone:
        words = _("{name} gives no sign any more. Go on here only if nobody plays there.")
        return words.format(name=player.name)
    return _("{name} plays this game since {when}.").format(name=player.name, when=player.since)


def _onward(player: Holder | None, game: str) -> Button:
    if player is not None and not player.gone:
        return Button(_("Continue here"), reason=_("it is played there"))
    return Button(_("Continue here"), command=acts.ContinueHere(game), look="primary")


def _continue(desk: At, act: acts.ContinueHere) -> None:
    """Go on here; where somebody was quicker, one looks on."""
    assert desk.host is not None
    source = desk.host.resume(act.id) if desk.host.holding.game != act.id else desk.source
    with suppress(NotWritten):
        source = desk.host.continue_here() if desk.host.holding.looks else source
    assert source is not None
    desk.follow(source, desk.host.sides)
    desk.notify()


HANDLERS: Handlers = {acts.ContinueHere: _continue}
