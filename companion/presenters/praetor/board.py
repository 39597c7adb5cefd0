"""A player's own board: workers on their stairs, morale, tiles, resources, and the wages of the coming update."""

from __future__ import annotations

from companion.presenters.common.steps import undo
from companion.presenters.praetor import words
from companion.presenters.praetor.common import board_mark, die, sheet
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.praetor.board import (
    BoardDie,
    BoardFigure,
    BoardStep,
    MoraleSpace,
    PraetorBoard,
    RateLine,
    StepGroup,
    WageLine,
)
from companion.wording import _, figure, n_
from engine.praetor.advice import Wages, coming_wages
from engine.praetor.city import city
from engine.praetor.homecoming import pension
from engine.praetor.market import rates
from engine.praetor.readings import levels, out, own_tiles, space
from engine.praetor.zones import GOODS, LAST_LEVEL, RESOURCES
from engine.table import total

RATES = "rates"


def board(scene: Scene) -> Sheet:
    """The board of the player who acts, or of another one."""
    return board_of(scene, scene.me or next(iter(scene.source.names)))


def board_of(scene: Scene, first: str) -> Sheet:
    """The board of one player, or of the one whose name was tapped on it."""
    seat = scene.look.tab if scene.look.tab in scene.source.names else first
    me, wages = scene.zones(seat), coming_wages(scene.state, scene.zones(seat))
    body = PraetorBoard(
        workers=_workers_note(scene, seat),
        steps=_steps(scene, seat),
        groups=(StepGroup(_("Apprentices"), 1, 2), StepGroup(_("Active workers"), 3, LAST_LEVEL + 1)),
        morale_note=board_mark(scene, seat, "morale", _morale_note(scene, seat, wages)),
        morale=track(scene, seat, space(scene.state.zones, me), wages.morale if wages.missing else -1),
        tiles=tuple((words.tile_icon(tile), words.tile_name(tile)) for tile in own_tiles(scene.state, me)),
        sections=total(scene.table[me.sections]),
        resources=tuple(
            BoardFigure(words.ICONS[piece], words.name_of(piece), scene.table[me.store[piece]].get(piece, 0))
            for piece in RESOURCES
        ),
        due=wages.due,
        has=_("{name} has {n}").format(name=scene.name(seat), n=wages.gold),
        wages=_wage_lines(scene, seat, wages),
        outlook=_outlook(scene, wages),
        seats=tuple(
            Button(scene.name(each), command=acts.Tab(each), key=each, look="tab", chosen=each == seat)
            for each in scene.source.names
        ),
        rates=_rates(scene, seat) if scene.look.picked == RATES else (),
    )
    return sheet(scene, body, _bar(scene, seat), seat)


def _bar(scene: Scene, seat: str) -> Bar:
    chosen = scene.look.picked == RATES
    word = board_mark(scene, seat, "market", _("Market rates"))
    rates_ = Button(word, icon="city-market", command=acts.Pick(RATES), chosen=chosen)
    waiting = levels(scene.state.zones, scene.zones(seat))
    home = n_(
        "At home: level {levels}.", "At home: levels {levels}.", len(waiting), levels=", ".join(map(str, waiting))
    )
    return Bar(
        sentence=_("{name}’s board").format(name=scene.name(seat)),
        note=home if waiting else _("No worker is at home."),
        person=scene.person(seat),
        undo=undo(scene),
        choices=(rates_,),
        primary=Button(_("Back to the city"), command=acts.Open("play"), look="primary"),
    )


def _workers_note(scene: Scene, seat: str) -> str:
    away = sum(1 for _ in out(scene.state, scene.zones(seat)))
    home = total(scene.table[scene.zones(seat).active])
    return _("{home} at home, {away} in the city").format(home=home, away=away)


def _steps(scene: Scene, seat: str) -> tuple[BoardStep, ...]:
    me = scene.zones(seat)
    low = ((_("citizens"), me.citizens), (_("first"), me.first), (_("second"), me.second))
    steps = [BoardStep(word, 0, _dice(scene, zone), "low") for word, zone in low]
    placed = _placed(scene, seat)
    for level in range(1, LAST_LEVEL):
        home = tuple(found for found in _dice(scene, me.active) if found.die.pips == level)
        away = tuple(found for found in placed if found.die.pips == level)
        steps.append(BoardStep(str(level), level, (*home, *away)))
    lent = tuple(found for found in placed if found.die.pips == LAST_LEVEL)
    return (*steps, BoardStep(_("retired"), LAST_LEVEL, (*_dice(scene, me.retired), *lent), "old"))


def _dice(scene: Scene, zone: str) -> tuple[BoardDie, ...]:
    return tuple(
        BoardDie(die(scene, piece)) for piece, count in sorted(scene.table[zone].items()) for _n in range(count)
    )


def _placed(scene: Scene, seat: str) -> list[BoardDie]:
    """The workers of a seat in the city, each with the tile it stands on."""
    tiles = {zone: tile for zone, tile, _builds in city(scene.state.zones).stations}
    found = out(scene.state, scene.zones(seat))
    return [BoardDie(die(scene, piece), words.tile_icon(tiles[zone])) for zone, piece, _rises in found]


def track(scene: Scene, seat: str, here: int, falls: int = -1) -> tuple[MoraleSpace, ...]:
    """The morale track of a seat's board with its marker, and where unpaid wages would bring it."""
    values = scene.state.book.morale[scene.state.setup.side[seat]]
    person = scene.player(seat)
    return tuple(MoraleSpace(value, person if at == here else None, at == falls) for at, value in enumerate(values))


def _morale_note(scene: Scene, seat: str, wages: Wages) -> str:
    values = scene.state.book.morale[scene.state.setup.side[seat]]
    here = figure(values[space(scene.state.zones, scene.zones(seat))])
    if not wages.missing:
        return _("stands at {value}").format(value=here)
    low = figure(values[wages.morale])
    return _("stands at {value}; unpaid wages would bring it to {low}").format(value=here, low=low)


def _wage_lines(scene: Scene, seat: str, wages: Wages) -> tuple[WageLine, ...]:
    active = n_("{n} active worker", "{n} active workers", wages.active)
    retired = n_("{n} retired worker", "{n} retired workers", wages.retired)
    lines = [
        WageLine("die", board_mark(scene, seat, "wage-active", active), str(wages.for_active)),
        WageLine("retired", board_mark(scene, seat, "wage-retired", retired), str(wages.for_retired)),
    ]
    if wages.missing:
        lines.append(WageLine("morale", _("gold missing, morale falls"), str(wages.missing), "alarm"))
    if wages.lost:
        lines.append(WageLine("fame", _("morale is lowest, favor falls"), f"−{wages.lost}", "alarm"))
    return tuple(lines)


def _outlook(scene: Scene, wages: Wages) -> str:
    if not wages.retiring:
        return _("If nothing else changes before the update.")
    favor = wages.retiring * pension(scene.state)
    said = n_("{n} worker reaches level 6, retires", "{n} workers reach level 6, retire", wages.retiring)
    return _("{who} and brings {favor} favor; paid as retired.").format(who=said, favor=favor)


def _rates(scene: Scene, seat: str) -> tuple[RateLine, ...]:
    table = rates(scene.state, scene.zones(seat))
    return tuple(RateLine(words.ICONS[good], _lot(table[good].buy), _lot(table[good].sell)) for good in GOODS)


def _lot(lot: tuple[int, int]) -> str:
    return _("{cubes} for {gold}").format(cubes=lot[0], gold=lot[1])
