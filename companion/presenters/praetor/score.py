"""The score of Praetor by where it came from, each cell with the entries behind it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import asdict

from companion.presenters.common.points import Scored, curves, most, scored, total
from companion.presenters.common.steps import large, opened_at, winners
from companion.presenters.praetor import words
from companion.presenters.praetor.common import round_of, sheet, top
from companion.presenters.praetor.final_lines import exchanged, summed
from companion.presenters.praetor.lines import entry_line
from companion.presenters.praetor.results import tied
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Button, Line, Sheet, Word
from companion.views.common.score import Cell, FinalScore, Heading, Opened, OpenedExchange, ScoreLine
from companion.wording import _, figure, n_
from engine.game import Standing
from engine.journal import Entry
from engine.praetor import phases as p
from engine.praetor.readings import favor

RULES = {
    "start": ("P-SET-10",),
    "built": ("P-BLD-06",),
    "plazas": ("P-BLD-07",),
    "temples": ("P-TIL-08", "P-TIL-09", "P-TIL-10", "P-TIL-11", "P-TIL-12"),
    "walls": ("P-TIL-17",),
    "people": ("P-UPD-07", "P-UPD-11", "P-UPD-12"),
    "workers": ("P-SCO-01", "P-SCO-02"),
    "morale": ("P-SCO-03",),
    "gold": ("P-SCO-05",),
    "expert": ("P-EXP-02", "P-EXP-03", "P-EXP-04"),
}
"""Category → the rules under which favor is scored for it."""
ICONS = {
    "start": "phase-order",
    "built": "city-tiles",
    "plazas": "phase-actions",
    "temples": "city-temple-apollo",
    "walls": "kind-wall",
    "people": "retired",
    "workers": "die",
    "morale": "morale",
    "gold": "coin",
    "expert": "level",
}
AT_END = ("workers", "morale", "gold", "expert")


def heading_word(category: str) -> str:
    """A category in words."""
    return {
        "start": _("At the start"),
        "built": _("Tiles"),
        "plazas": _("Plazas"),
        "temples": _("Temples"),
        "walls": _("Wall"),
        "people": _("Retired"),
        "workers": _("Workers"),
        "morale": _("Morale"),
        "gold": _("Gold"),
        "expert": _("Expert"),
    }[category]


def score(scene: Scene) -> Sheet:
    """The score as it stands, or the final one."""
    standings = scene.source.game.standings(scene.state)
    over = isinstance(scene.phase, p.Over | p.Tied)
    ranked = sorted(standings, key=lambda one: one.place if over else -_favor(scene, one.seat))
    shown = categories(scene)
    found = scored(scene, "favor", _zones(scene), RULES)
    scene = opened_at(scene, most(found, ranked[0].seat, shown)) if over else scene
    body = FinalScore(
        icon=words.POINTS_ICON,
        points=_("Favor"),
        person=scene.player(ranked[0].seat),
        title=_title(scene, standings, over),
        note=_note(scene, over),
        buttons=_buttons(over),
        headings=tuple(Heading(ICONS[category], heading_word(category)) for category in shown),
        lines=tuple(_line(scene, found, standing, over) for standing in ranked),
        chart=_("Favor, round by round"),
        curves=curves(scene, "favor", _zones(scene)),
        ticks=_ticks(scene, over),
        opened=_opened(scene, found, standings, over),
    )
    return sheet(scene, body, None, "")


def categories(scene: Scene) -> tuple[str, ...]:
    """The categories of this game: the expert variant's only where it is played."""
    expert = scene.state.setup.edition.expert == "yes"
    return tuple(category for category in RULES if category != "expert" or expert)


def _favor(scene: Scene, seat: str) -> int:
    return favor(scene.state.zones, scene.zones(seat))


def _zones(scene: Scene) -> dict[str, str]:
    """Where each seat's favor lies."""
    return {seat: scene.zones(seat).favor for seat in scene.source.names}


def _title(scene: Scene, standings: Sequence[Standing], over: bool) -> str:
    if not over:
        return _("The score so far")
    return winners([scene.name(standing.seat) for standing in standings if standing.place == 1])


def _note(scene: Scene, over: bool) -> str:
    if not over:
        return _("Favor on the track. Workers, morale and gold are counted at the end.")
    return n_(
        "After one round. Tap a figure to see its lines.",
        "After {n} rounds. Tap a figure to see its lines.",
        round_of(scene).number,
    )


def _buttons(over: bool) -> tuple[Button, ...]:
    if not over:
        return (Button(_("Back to the game"), command=acts.Open("play"), look="primary"),)
    return (
        Button(_("History"), icon="history", command=acts.Open("history")),
        Button(_("Large"), icon="shown", command=acts.Open("large")),
        Button(_("Share"), icon="share", command=acts.Open("share")),
        Button(_("New game"), command=acts.Open("new"), look="primary"),
    )


def _line(scene: Scene, found: Scored, standing: Standing, over: bool) -> ScoreLine:
    seat = standing.seat
    cells = tuple(_cell(scene, found, seat, category, over) for category in categories(scene))
    points = _favor(scene, seat)
    place = standing.place if over else 1 + sum(_favor(scene, other) > points for other in scene.source.names)
    return ScoreLine(place, scene.player(seat), cells, str(points), over and place == 1)


def _cell(scene: Scene, found: Scored, seat: str, category: str, over: bool) -> Cell:
    key = f"{seat} {category}"
    said = "–" if not over and category in AT_END else figure(total(found, seat, category))
    return Cell(said, Button("", command=acts.Pick(key), chosen=scene.look.picked == key))


def _ticks(scene: Scene, over: bool) -> tuple[str, ...]:
    return ("0", *map(str, range(1, round_of(scene).number)), _("end") if over else _("now"))


def _opened(scene: Scene, found: Scored, standings: Sequence[Standing], over: bool) -> Opened:
    tie = tied(standings, scene.source.names) if over else ""
    seat, _space, category = scene.look.picked.partition(" ")
    if category not in RULES or seat not in scene.source.names:
        return Opened(scene.player(standings[0].seat), _("Tap a figure"), "", (), tie)
    told = figure(total(found, seat, category))
    if over and category in AT_END:
        plain = Opened(scene.player(seat), heading_word(category), told, summed(scene, seat, category), tie)
        return plain if category != "gold" else OpenedExchange(**asdict(plain), exchanged=exchanged(scene, seat))
    lines = tuple(_why(scene, entry, points, scene.name(seat)) for entry, points in found.get((seat, category), ()))
    return Opened(scene.player(seat), heading_word(category), told, lines, tie)


def _why(scene: Scene, entry: Entry, points: int, name: str) -> Line:
    """The favor of an entry, its line and what it says, without the name of the player whose figure it is."""
    said = [part for part in entry_line(scene, entry) if getattr(part, "text", "") != name]
    return (*words.amounts({"favor": points}), Word(_("line {n}").format(n=entry.number), True), *said[:3])


def podium(scene: Scene) -> Sheet:
    """The final result to be read from across the table."""
    persons = {seat: scene.player(seat) for seat in scene.source.names}
    standings = scene.source.game.standings(scene.state)
    return large(
        standings, persons, tied(standings, scene.source.names), top(scene), acts.Open("score"), words.POINTS_ICON
    )
