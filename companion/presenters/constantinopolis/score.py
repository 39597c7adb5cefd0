"""The score of Constantinopolis by category, each cell with the entries behind it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.presenters.common.points import Scored, curves, most, round_number, scored, total
from companion.presenters.common.steps import large, opened_at, winners
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import sheet, top
from companion.presenters.constantinopolis.lines import entry_line
from companion.presenters.constantinopolis.results import tied
from companion.presenters.scene import Scene
from companion.titles.constantinopolis.chronicle import CATEGORIES
from companion.titles.constantinopolis.chronicle import words as heading_word
from companion.views.common import acts
from companion.views.common.parts import Button, Line, Sheet, Word
from companion.views.common.score import Cell, FinalScore, Heading, Opened, ScoreLine
from companion.wording import _, n_
from engine.constantinopolis import phases as p
from engine.game import Standing
from engine.journal import Entry

ICONS = {
    "deliveries": "phase-2-ships",
    "long": "ship-large",
    "commercial": "kind-commercial",
    "public": "kind-public",
    "donations": "phase-7-donate",
    "walls": "kind-wall",
    "gold": "coin",
}


def _zones(scene: Scene) -> dict[str, str]:
    """Where each seat's fame lies."""
    return {seat: scene.zones(seat).fame for seat in scene.source.names}


def score(scene: Scene) -> Sheet:
    """The score as it stands, or the final one."""
    standings = scene.source.game.standings(scene.state)
    over = isinstance(scene.phase, p.Over)
    first = min(standings, key=lambda s: _rank(scene, s, over)).seat
    found = scored(scene, "fame", _zones(scene), CATEGORIES)
    scene = opened_at(scene, most(found, first, tuple(CATEGORIES))) if over else scene
    ranked = sorted(standings, key=lambda s: _rank(scene, s, over))
    body = FinalScore(
        icon=words.POINTS_ICON,
        points=_("Fame"),
        person=scene.player(first),
        title=_title(scene, standings, over),
        note=_note(scene, over),
        buttons=_buttons(over),
        headings=tuple(Heading(ICONS[category], heading_word(category)) for category in CATEGORIES),
        lines=tuple(_line(scene, found, standing, over) for standing in ranked),
        chart=_("Fame, round by round"),
        curves=curves(scene, "fame", _zones(scene)),
        ticks=_ticks(scene, over),
        opened=_opened(scene, found, standings),
    )
    return sheet(scene, body, None, "")


def _rank(scene: Scene, standing: Standing, over: bool) -> int:
    """Before the end no player's gold may decide the order that is shown."""
    return int(standing.place) if over else -_fame(scene, standing.seat)


def _fame(scene: Scene, seat: str) -> int:
    return int(scene.table[scene.zones(seat).fame].get("fame", 0))


def _title(scene: Scene, standings: Sequence[Standing], over: bool) -> str:
    if not over:
        return _("The score so far")
    return winners([scene.name(standing.seat) for standing in standings if standing.place == 1])


def _note(scene: Scene, over: bool) -> str:
    rounds = scene.phase.round.number if hasattr(scene.phase, "round") else 1
    if over:
        return n_(
            "After one round. Tap a figure to see its lines.",
            "After {n} rounds. Tap a figure to see its lines.",
            rounds,
        )
    return _("Fame on the board. Walls and gold are counted at the end.")


def _buttons(over: bool) -> tuple[Button, ...]:
    if over:
        return (
            Button(_("History"), icon="history", command=acts.Open("history")),
            Button(_("Large"), icon="shown", command=acts.Open("large")),
            Button(_("Share"), icon="share", command=acts.Open("share")),
            Button(_("New game"), command=acts.Open("new"), look="primary"),
        )
    return (Button(_("Back to the game"), command=acts.Open("play"), look="primary"),)


def _line(scene: Scene, found: Scored, standing: Standing, over: bool) -> ScoreLine:
    cells = tuple(_cell(scene, found, standing.seat, category, over) for category in CATEGORIES)
    fame = standing.score if over else _fame(scene, standing.seat)
    place = standing.place if over else 1 + sum(_fame(scene, seat) > fame for seat in scene.source.names)
    return ScoreLine(place, scene.player(standing.seat), cells, str(fame), over and place == 1)


def _cell(scene: Scene, found: Scored, seat: str, category: str, over: bool) -> Cell:
    key = f"{seat} {category}"
    later = not over and category in ("walls", "gold")
    return Cell(
        "–" if later else str(total(found, seat, category)),
        Button("", command=acts.Pick(key), chosen=scene.look.picked == key),
    )


def _ticks(scene: Scene, over: bool) -> tuple[str, ...]:
    rounds = round_number(scene.phase)
    return ("0", *(str(number) for number in range(1, rounds)), _("end") if over else _("now"))


def _opened(scene: Scene, found: Scored, standings: Sequence[Standing]) -> Opened | None:
    seat, _space, category = scene.look.picked.partition(" ")
    if category not in CATEGORIES or seat not in scene.source.names:
        first = standings[0]
        return Opened(scene.player(first.seat), _("Tap a figure"), "", (), _tie(scene, standings))
    lines = tuple(_why(scene, entry, points) for entry, points in found.get((seat, category), ()))
    figure = str(total(found, seat, category))
    return Opened(scene.player(seat), heading_word(category), figure, lines, _tie(scene, standings))


def _why(scene: Scene, entry: Entry, points: int) -> Line:
    words_ = entry_line(scene, entry)
    place = _("line {n}").format(n=entry.number)
    return (*words.fame(points), Word(place, True), *words_[:2])


def _tie(scene: Scene, standings: Sequence[Standing]) -> str:
    return tied(standings, scene.source.names) if isinstance(scene.phase, p.Over) else ""


def podium(scene: Scene) -> Sheet:
    """The final result to be read from across the table."""
    persons = {seat: scene.player(seat) for seat in scene.source.names}
    standings = scene.source.game.standings(scene.state)
    return large(
        standings, persons, tied(standings, scene.source.names), top(scene), acts.Open("score"), words.POINTS_ICON
    )
