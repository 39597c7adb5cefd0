"""The actions of a round: building, working, Labor Camps, passing."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from companion.presenters.common.steps import undo
from companion.presenters.praetor import words
from companion.presenters.praetor.choice import BUILD, CAMP, WORK, Choice, chosen, next_worker, of_tile, pick
from companion.presenters.praetor.common import sheet, sums_hidden
from companion.presenters.praetor.lines import changes
from companion.presenters.praetor.look_over import entrance
from companion.presenters.praetor.map import best_turn, map_of, turned, value
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet, Stepper
from companion.views.praetor.city import CityLine, PraetorCity
from companion.wording import _, n_
from engine.event import Event
from engine.game import Command, judge
from engine.journal import Entry
from engine.praetor import phases as p
from engine.praetor.activation import fee, forgeable
from engine.praetor.city import TURNS, city
from engine.praetor.commands import Activate, Build, Labor, Pass
from engine.praetor.readings import owner
from engine.praetor.tiles import BLACKSMITH, OUTPOST, WORKER_CAMP
from engine.praetor.turns import able
from engine.praetor.values import LABOR_CAMP, MARKET, RED
from engine.praetor.zones import DISPLAY, LAST_LEVEL, WALL

SALE, TODO = "sale", "work"


def acting(scene: Scene) -> Sheet:
    """One player builds, works or passes."""
    tab = scene.look.tab or (TODO if chosen(scene).kind in (WORK, CAMP) else SALE)
    body = PraetorCity(
        map=replace(map_of(scene), look=entrance()),
        tabs=(_tab(SALE, _("For sale"), tab), _tab(TODO, _("To work at"), tab)),
        lines=_for_sale(scene) if tab == SALE else _to_work(scene),
    )
    return sheet(scene, body, _bar(scene))


def _tab(key: str, word: str, now: str) -> Button:
    return Button(word, command=acts.Tab(key), look="tab", chosen=key == now)


# --- what lies beside the map ---


def _for_sale(scene: Scene) -> tuple[CityLine, ...]:
    tiles = sorted(scene.table[DISPLAY], key=lambda tile: (scene.state.book.favor[tile], tile))
    return (*(_sale(scene, tile) for tile in tiles), _wall(scene), *_gaps(scene))


def _sale(scene: Scene, tile: str) -> CityLine:
    book, choice = scene.state.book, chosen(scene)
    return CityLine(
        name=words.tile_name(tile),
        icon=words.tile_icon(tile),
        plazas=turned(book.corners[tile], 0),
        price=words.price(book.cost[tile]),
        right=(("fame", book.favor[tile]),),
        button=Button(words.tile_name(tile), command=pick(Choice(BUILD, tile)), chosen=choice.tile == tile),
        house=scene.ours(f"city.{tile}"),
    )


def _wall(scene: Scene) -> CityLine:
    """The wall section of the round with what it would give, those taken before counted in; or who took it."""
    book, zones = scene.state.book, scene.state.zones
    section = next(iter(zones[WALL]), "")
    if not section:
        taker = _done_by(scene, lambda command: isinstance(command, Activate) and _is(scene, command.tile, OUTPOST))
        note = _("{name} took it this round").format(name=taker) if taker else _("none is left")
        return CityLine(name=_("Wall section"), icon="kind-wall", note=note, gone=True)
    backs = sum(book.back[taken] for taken in zones[scene.zones(scene.me).sections]) if scene.me else 0
    outposts = [tile for tile in city(zones).spots if _is(scene, tile, OUTPOST)]
    button = Button(_("Wall section"), command=pick(of_tile(scene, outposts[0]))) if outposts else Button("")
    return CityLine(
        name=_("Wall section"),
        icon="kind-wall",
        note=_("at an Imperial Outpost"),
        price=words.price(book.price[section]),
        right=(("fame", book.worth[section] + backs),),
        button=button,
        house=scene.ours(f"sections.{section}"),
    )


def _is(scene: Scene, tile: str, kind: str) -> bool:
    return bool(scene.state.book.kind.get(tile) == kind)


def _gaps(scene: Scene) -> list[CityLine]:
    """Tiles of this round's display that were built: the gaps stay until the update (P-BLD-11)."""
    return [
        CityLine(
            name=words.tile_name(entry.command.tile),
            icon=words.tile_icon(entry.command.tile),
            note=_("{name} built it this round").format(name=scene.name(entry.command.seat)),
            gone=True,
        )
        for entry in this_round(scene)
        if isinstance(entry.command, Build)
    ]


def this_round(scene: Scene) -> list[Entry]:
    """The entries of this round's actions, oldest first."""
    found = []
    for entry in reversed(scene.live()):
        if type(entry.command).__name__ in ("Order", "Open"):
            break
        found.append(entry)
    return found[::-1]


def _done_by(scene: Scene, done: Callable[[Command], bool]) -> str:
    return next((scene.name(entry.command.seat) for entry in this_round(scene) if done(entry.command)), "")


def _to_work(scene: Scene) -> tuple[CityLine, ...]:
    """The tiles of the city a worker may go to now, with what each brings this player."""
    zones, book = scene.state.zones, scene.state.book
    there = [tile for tile in city(zones).spots if book.worked[tile] or book.kind[tile] == LABOR_CAMP]
    free = [tile for tile in there if not zones[book.area_of[tile]]]
    return tuple(_job(scene, tile) for tile in sorted(free, key=lambda tile: (words.tile_name(tile), tile)))


def _job(scene: Scene, tile: str) -> CityLine:
    choice, me = of_tile(scene, tile), scene.zones(scene.me)
    levels = able(scene.state, me)
    if choice.kind == WORK and levels:
        choice = replace(choice, worker=levels[-1])
    command = _command(scene, choice)
    stop = scene.stop(command)
    whose = owner(scene.state.zones, scene.state.book, tile)
    note = _("to {name}").format(name=scene.name(whose)) if fee(scene.state, me, tile) else ""
    return CityLine(
        name=words.tile_name(tile),
        icon=words.tile_icon(tile),
        price=words.price(fee(scene.state, me, tile)),
        note=note if stop is None else words.short(stop),
        right=_gain(scene, choice),
        button=Button(words.tile_name(tile), command=pick(choice), chosen=chosen(scene).tile == tile),
        house=scene.ours(f"city.{tile}.fee"),
    )


def _gain(scene: Scene, choice: Choice) -> tuple[tuple[str, int], ...]:
    """What working there brings now, without the fee."""
    found = changes(_worked(scene, choice), scene.zones(scene.me))
    for piece, count in fee(scene.state, scene.zones(scene.me), choice.tile).items():
        found[piece] = found.get(piece, 0) + count
    return tuple((words.ICONS[piece], by) for piece, by in found.items() if by > 0)


def _worked(scene: Scene, choice: Choice) -> list[Event]:
    """What happens by working there, as far as the tile itself is concerned."""
    return list(judge(scene.source.game, scene.state, _command(scene, choice)).events)


def _command(scene: Scene, choice: Choice) -> Activate | Labor:
    """The command a choice of a tile in the city stands for; at a Blacksmith as much wood as was chosen."""
    if choice.kind == CAMP:
        return Labor(scene.me, choice.tile)
    wood = _wood(scene, choice) if _is(scene, choice.tile, BLACKSMITH) else 0
    return Activate(scene.me, choice.tile, choice.worker, wood)


def _wood(scene: Scene, choice: Choice) -> int:
    least, most = forgeable(scene.state, scene.zones(scene.me), choice.tile, choice.worker)
    value = most if scene.look.value is None else scene.look.value
    return max(min(value, most), min(least, most))


# --- what is due ---


def _bar(scene: Scene) -> Bar:
    choice = chosen(scene)
    if choice.kind == BUILD:
        return _building(scene, choice)
    if choice.kind in (WORK, CAMP):
        return _working(scene, choice)
    return _idle(scene)


def _idle(scene: Scene) -> Bar:
    me, name = scene.me, scene.name(scene.me)
    board = Button(_("Board"), icon="die", command=acts.Open("choose", "board"))
    advice = Button(_("What is possible?"), icon="question", command=acts.Open("choose", "advice"))
    if isinstance(scene.phase, p.Lent):
        return Bar(
            sentence=_("{name}’s retired worker acts").format(name=name),
            note=_("As one of level 6: it builds or works at once."),
            person=scene.person(me),
            undo=undo(scene),
            choices=(board, advice),
        )
    forced = not able(scene.state, scene.zones(me))
    look, note = ("primary", _("no worker is left")) if forced else ("plain", _("for the rest of the round"))
    leave = scene.button(Pass(me), _("Pass"), note, look=look)
    return Bar(
        sentence=_("{name} acts").format(name=name),
        note=_("Tap a tile for sale to build it, or a tile in the city to work there."),
        person=scene.person(me),
        undo=undo(scene),
        choices=(board,) if forced else (board, advice, leave),
        primary=leave if forced else None,
    )


def _workers(scene: Scene, choice: Choice) -> tuple[Button, ...]:
    """The worker who acts; a tap goes on to the next one."""
    levels = able(scene.state, scene.zones(scene.me))
    if not levels or isinstance(scene.phase, p.Lent):
        return ()
    several = len(set(levels)) > 1
    note = _("level {n}, tap for another") if several else _("level {n}")
    other = pick(next_worker(scene, choice)) if several else acts.Open("choose", "board")
    return (Button(_("Worker"), note.format(n=choice.worker), "die", command=other),)


def _building(scene: Scene, choice: Choice) -> Bar:
    me, tile = scene.me, words.tile_name(choice.tile)
    cancel = Button(_("Not this"), icon="close", command=acts.Pick(scene.look.picked))
    bar = Bar(
        sentence=_("{name} builds: {tile}").format(name=scene.name(me), tile=tile),
        note=_("Tap a free cell of the city."),
        person=scene.person(me),
        undo=undo(scene),
        choices=(cancel, *_workers(scene, choice)),
        primary=_where(scene, choice),
    )
    if choice.spot is None:
        return bar
    printed, plazas = scene.state.book.favor[choice.tile], value(scene, choice.tile, choice.spot)
    command = Build(me, choice.tile, choice.worker, choice.spot)
    build = scene.button(
        command, _("Build it here"), _("+{n} and +{m} favor").format(n=printed, m=plazas), look="primary"
    )
    note = n_("{n} plaza matches.", "{n} plazas match.", plazas)
    return replace(bar, note=note, choices=(*_workers(scene, choice), _turn(scene, choice)), primary=build)


def _where(scene: Scene, choice: Choice) -> Button:
    """Before a cell is chosen: the rule that forbids to build at all, or that a cell is missing."""
    cells = map_of(scene).free
    spot = best_turn(scene, choice.tile, cells[0].x, cells[0].y)
    stop = scene.button(Build(scene.me, choice.tile, choice.worker, spot), _("Build it"))
    return Button(_("Build it"), reason=_("which cell?")) if stop.open else stop


def _turn(scene: Scene, choice: Choice) -> Button:
    assert choice.spot is not None
    spot = replace(choice.spot, turn=(choice.spot.turn + 1) % TURNS)
    note = ""
    if not sums_hidden(scene):
        best = value(scene, choice.tile, best_turn(scene, choice.tile, spot.x, spot.y))
        less = best - value(scene, choice.tile, choice.spot)
        note = _("best is {n} more").format(n=less) if less else _("this is best")
    return Button(_("Turn"), note, "rotate", command=pick(replace(choice, spot=spot)))


def _working(scene: Scene, choice: Choice) -> Bar:
    me, tile, book = scene.me, choice.tile, scene.state.book
    here = not book.worked[tile] and choice.kind != CAMP
    command = _command(scene, choice)
    label = _("Use it") if choice.kind == CAMP else _("Work here")
    act = scene.button(command, label, _brings(scene, choice), look="primary")
    if here:
        act = Button(label, reason=_("nothing to do there"), rule="P-ACV-06")
    return Bar(
        sentence=words.tile_name(tile),
        note=_about(scene, choice),
        person=scene.person(me),
        undo=undo(scene),
        choices=(*_stepper(scene, choice), *(_workers(scene, choice) if choice.kind == WORK and not here else ())),
        primary=act,
    )


def _stepper(scene: Scene, choice: Choice) -> tuple[Stepper, ...]:
    if not _is(scene, choice.tile, BLACKSMITH) or not choice.worker:
        return ()
    least, most = forgeable(scene.state, scene.zones(scene.me), choice.tile, choice.worker)
    return (Stepper(_wood(scene, choice), least, most),) if most > least else ()


def _brings(scene: Scene, choice: Choice) -> str:
    """What the tile brings now, in words."""
    kind = scene.state.book.kind[choice.tile]
    if choice.kind == CAMP:
        return _("a retired worker acts")
    if kind == MARKET:
        return _("deals with the bank")
    if kind == WORKER_CAMP:
        return _("a citizen learns")
    names = {icon: piece for piece, icon in words.ICONS.items()}
    parts = [f"{count} {words.name_of(names[icon])}" for icon, count in _gain(scene, choice)]
    return ", ".join(parts) or _("nothing now")


def _about(scene: Scene, choice: Choice) -> str:
    """Whom it costs what, and whether the worker rises."""
    me, book, found = scene.zones(scene.me), scene.state.book, []
    due, whose = fee(scene.state, me, choice.tile), owner(scene.state.zones, book, choice.tile)
    if due:
        found.append(_("{price} to {name}.").format(price=words.price_words(due), name=scene.name(whose)))
    if book.area[choice.tile] == RED and choice.worker and choice.worker != LAST_LEVEL:
        found.append(_("The worker rises to level {n} in the update.").format(n=choice.worker + 1))
    if _is(scene, choice.tile, BLACKSMITH):
        found.append(_("Wood becomes weapons, as many as the level at most."))
    return " ".join(found) or (_("Free of charge.") if book.worked[choice.tile] else "")
