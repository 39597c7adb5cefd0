"""The score of Byzanz: covered while the game runs, all profit cards turned up in one sweep at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from companion.presenters.byzanz import words
from companion.presenters.byzanz.cards import backs, kept_ware
from companion.presenters.byzanz.common import hand, over, profit, sheet, top
from companion.presenters.byzanz.lines import change
from companion.presenters.byzanz.own_sum import purse
from companion.presenters.common import steps
from companion.presenters.scene import Scene
from companion.views.byzanz.cards import Ware
from companion.views.byzanz.score import ByzScore, ByzShown
from companion.views.common import acts
from companion.views.common.parts import Button, Glyph, Line, Sheet, Word
from companion.views.common.score import Curve, Opened
from companion.wording import _, figure
from engine.byzanz.cards import KEPT_MERCHANT, MERCHANT, value
from engine.byzanz.information import round_of, totals
from engine.byzanz.market import Clear
from engine.event import Moved
from engine.game import Standing
from engine.journal import Entry
from engine.table import Tally


def score(scene: Scene) -> Sheet:
    """The score as it stands, or the final one."""
    standings = _standings(scene)
    first = standings[0].seat
    if over(scene):
        scene = steps.opened_at(scene, f"{first} {'hand' if tied(scene, standings) else 'total'}")
    body = ByzScore(
        person=scene.player(first) if over(scene) else None,
        title=_title(scene, standings),
        note=_note(scene, standings),
        buttons=_buttons(scene),
        rows=tuple(_row(scene, standing) for standing in standings),
        chart=_("Profit, round by round") if _shown(scene) else _("Profit cards, round by round"),
        curves=_curves(scene),
        ticks=_ticks(scene),
        opened=_opened(scene, standings),
    )
    return sheet(scene, body, None, "")


def _standings(scene: Scene) -> Sequence[Standing]:
    """The final order; before the end that of the table, since no hidden profit may decide what is shown."""
    found = scene.source.game.standings(scene.state)
    if over(scene):
        return found
    seats = list(scene.source.names)
    return sorted(found, key=lambda standing: seats.index(standing.seat))


def _shown(scene: Scene) -> bool:
    """Are all sums shown to everybody?"""
    return len(totals(scene.state, "")) == len(scene.source.names)


def _title(scene: Scene, standings: Sequence[Standing]) -> str:
    if not over(scene):
        return _("The score so far")
    return steps.winners([scene.name(one.seat) for one in standings if one.place == 1])


def _note(scene: Scene, standings: Sequence[Standing]) -> str:
    if over(scene):
        return tied(scene, standings) or _("Tap a figure to see where it comes from.")
    if _shown(scene):
        return _("This table shows the sums while it plays.")
    return _("Profit lies face down: only its number is told before the end.")


def tied(scene: Scene, standings: Sequence[Standing]) -> str:
    """How ties were broken, or that they were not."""
    return " ".join(_tie(scene, a, b) for a, b in pairwise(standings) if a.score == b.score)


def _tie(scene: Scene, a: Standing, b: Standing) -> str:
    pair = {"a": scene.name(a.seat), "b": scene.name(b.seat), "n": figure(a.score)}
    if a.place == b.place:
        return _("{a} and {b} both have {n}, and as many cards: they share the place.").format(**pair)
    if a.ties == b.ties:
        return _("{a} and {b} both have {n}, and as many cards: the table has decided.").format(**pair)
    at = 0 if a.ties[0] != b.ties[0] else 1
    why = _("The best profit card decides") if at else _("More cards in hand decide")
    each = {"x": figure(a.ties[at]), "y": figure(b.ties[at])}
    return _("{a} and {b} both have {n}. {why}: {x} to {y}.").format(**pair, why=why, **each)


def _buttons(scene: Scene) -> tuple[Button, ...]:
    if over(scene):
        return (
            Button(_("History"), icon="history", command=acts.Open("history")),
            Button(_("Large"), icon="shown", command=acts.Open("large")),
            Button(_("Share"), icon="share", command=acts.Open("share")),
            Button(_("New game"), command=acts.Open("new"), look="primary"),
        )
    return (
        Button(_("Counts"), icon="book", command=acts.Open("choose", "counts")),
        Button(_("Back to the game"), command=acts.Open("play"), look="primary"),
    )


def _row(scene: Scene, standing: Standing) -> ByzShown:
    seat, ended = standing.seat, over(scene)
    sum_ = totals(scene.state, "").get(seat)
    return ByzShown(
        place=str(standing.place) if ended else "",
        person=scene.player(seat),
        cards=_profits(scene, seat) if ended else backs(profit(scene, seat)),
        hand=_cell(scene, seat, "hand", str(hand(scene, seat))),
        total=_cell(scene, seat, "total", str(profit(scene, seat)) if sum_ is None else str(sum_)),
        summed=sum_ is not None,
        first=ended and standing.place == 1,
        purse=None if ended else purse(scene, seat),
    )


def _cell(scene: Scene, seat: str, what: str, figure: str) -> Button:
    key = f"{seat} {what}"
    return Button(figure, command=acts.Pick(key), chosen=scene.look.picked == key)


def _profits(scene: Scene, seat: str) -> tuple[Ware, ...]:
    cards = scene.table[scene.zones(seat).profit]
    found = sorted(words.ordered(cards), key=_counts, reverse=True)
    return tuple(kept_ware(card) for card in found)


def _counts(card: str) -> int:
    """What a profit card counts at the end."""
    return KEPT_MERCHANT if card == MERCHANT else value(card)


# --- by round ---


def _curves(scene: Scene) -> tuple[Curve, ...]:
    """The profit of each seat after every round: its sum where that is shown, else the number of cards."""
    summed = _shown(scene)
    now = dict.fromkeys(scene.source.names, 0)
    values: dict[str, list[int]] = {seat: [0] for seat in now}
    for entry in scene.live():
        for seat in now:
            now[seat] += _gain(scene, entry, seat, summed)
        if isinstance(entry.command, Clear):
            for seat, curve in values.items():
                curve.append(now[seat])
    for seat, curve in values.items():
        curve.append(now[seat])
    return tuple(Curve(scene.player(seat), tuple(curve)) for seat, curve in values.items())


def _gain(scene: Scene, entry: Entry, seat: str, summed: bool) -> int:
    zone = scene.zones(seat).profit
    if not summed:
        return change(entry.events, zone)
    moves = [event for event in entry.events if isinstance(event, Moved) and event.target == zone]
    return sum(move.count * _counts(move.piece) for move in moves)


def _ticks(scene: Scene) -> tuple[str, ...]:
    rounds = sum(isinstance(entry.command, Clear) for entry in scene.live())
    last = _("end") if over(scene) else _("now") if round_of(scene.state) else ""
    return ("0", *(str(number) for number in range(1, rounds + 1)), last)


# --- a figure that was tapped ---


def _opened(scene: Scene, standings: Sequence[Standing]) -> Opened:
    seat, _space, what = scene.look.picked.partition(" ")
    tie = tied(scene, standings) if over(scene) else ""
    if seat not in scene.source.names:
        return Opened(scene.player(standings[0].seat), _("Tap a figure"), "", (), tie)
    if what == "hand":
        return Opened(scene.player(seat), _("Cards left in hand"), str(hand(scene, seat)), _hand_lines(), tie)
    figure = totals(scene.state, "").get(seat)
    title = _("Profit") if figure is not None else _("Profit cards")
    number = profit(scene, seat) if figure is None else figure
    return Opened(scene.player(seat), title, str(number), _sales(scene, seat, figure is not None), tie)


def _hand_lines() -> tuple[Line, ...]:
    return (
        words.say(_("Worth nothing, but they break a tie."), True),
        words.say(_("Which cards they are is told to nobody.")),
    )


def _sales(scene: Scene, seat: str, summed: bool) -> tuple[Line, ...]:
    """The sales behind a profit, each with its line of the history."""
    zone = scene.zones(seat).profit
    found: list[Line] = []
    for entry in scene.live():
        kept: Tally = {}
        for event in entry.events:
            if isinstance(event, Moved) and event.target == zone:
                kept[event.piece] = kept.get(event.piece, 0) + event.count
        for card in kept:
            face: Line = (words.glyph(card), Word(f"+{_counts(card)}", True)) if summed else (Glyph("profit"),)
            found.append((*face, Word(_("line {n}").format(n=entry.number))))
    return tuple(found) or (words.say(_("No sale yet.")),)


def podium(scene: Scene) -> Sheet:
    """The final result to be read from across the table; before the end the score, as far as it is shown."""
    if not over(scene):
        return score(scene)
    standings = scene.source.game.standings(scene.state)
    persons = {seat: scene.player(seat) for seat in scene.source.names}
    return steps.large(standings, persons, tied(scene, standings), top(scene), acts.Open("score"), words.POINTS_ICON)
