"""What the eye doubts in Byzanz: each reading as the cards it stands for, with the rule and its place in print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.play.reports import Question
from companion.presenters.byzanz import common
from companion.presenters.byzanz.cards import gaps, wares
from companion.presenters.common.rulesheet import cited
from companion.presenters.scene import Scene
from companion.sensing.doubt import Counted
from companion.titles import rulebook_of
from companion.views.byzanz.doubted import ByzQuestion, ByzReading, ByzScan
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.common.scan import QuestionCard, Scan
from companion.wording import _, n_
from engine.byzanz import phases as p
from engine.byzanz.auction import Bid, GiveToMarket, LayOut
from engine.byzanz.cards import PRINTED, kind
from engine.byzanz.market import PickGood
from engine.byzanz.selling import Sell
from engine.byzanz.zones import MARKET
from engine.game import Command
from engine.table import Tally

RULES: dict[type, str] = {LayOut: "B-AUC-01", Bid: "B-AUC-07", PickGood: "B-MKT-03", Sell: "B-SEL-03"}
"""Command → the rule that says which cards it takes."""
GIFT = "B-WIN-02"
"""The rule by which cards come to the market."""


def sheet(scene: Scene, body: Struct, bar: Bar | None, seat: str | None = None) -> Sheet:
    """A speaking screen turned to the seat it speaks to; what is asked about cards shows them."""
    return common.sheet(scene, _with_cards(scene, body), bar, seat)


def _with_cards(scene: Scene, body: Struct) -> Struct:
    """A question about cards with their pictures; whose they are is asked with people instead."""
    if not isinstance(body, Scan) or body.question is None or any(each.person for each in body.question.readings):
        return body
    asked = next(iter(scene.source.questions))
    commands = [each.command for each in asked.readings[: len(body.question.readings)]]
    cards = [_cards(scene, each) for each in commands]
    if not any(cards):
        return body
    question = _question(scene, body.question, asked, cards)
    first = replace(body.primary, label=_("Yes, the first")) if body.primary else None
    return ByzScan(**asdict(body) | {"question": question, "primary": first})


def _question(scene: Scene, card: QuestionCard, asked: Question, cards: Sequence[Tally]) -> ByzQuestion:
    shared: Counter[str] = Counter(cards[0])
    for each in cards[1:]:
        shared &= Counter(each)
    if any(isinstance(each.command, Counted) for each in asked.readings):
        shared.clear()  # there the number itself is asked
    readings = tuple(
        ByzReading(
            cards=wares(Counter(each) - shared) or gaps(1),
            name=_number(said.command) if isinstance(said.command, Counted) else one.name,
            share=one.share,
            button=one.button,
        )
        for each, one, said in zip(cards, card.readings, asked.readings, strict=False)
    )
    rule = _rule(scene, asked.readings[0].command)
    open_rule = Button(_("Why?"), icon="rule", command=acts.Ask(rule))
    return ByzQuestion(**asdict(card), doubted=readings, rule=open_rule, printed=_printed(scene, rule))


def _number(counted: Counted) -> str:
    """How many cards that is; which ones, the cards beside it tell."""
    return n_("{n} card", "{n} cards", counted.count) if counted.count else _("none")


def _cards(scene: Scene, command: Command) -> Tally:
    """The cards a reading stands for."""
    if isinstance(command, Counted):
        return {command.piece: command.count} if command.count and command.piece in PRINTED else {}
    if isinstance(command, PickGood):
        return {card: count for card, count in scene.table[MARKET].items() if kind(card) == command.good}
    if isinstance(command, GiveToMarket):
        return {command.card: 1}
    return dict(getattr(command, "cards", {}))


def _rule(scene: Scene, command: Command) -> str:
    picked = isinstance(command, Counted) and isinstance(scene.phase, p.Picking)
    return RULES[PickGood] if picked else RULES.get(type(command), GIFT)


def _printed(scene: Scene, rule: str) -> str:
    """Where the rule stands in the printed rules: those of the language in force, or the first."""
    places = cited(scene, rulebook_of(scene.source.game.name).get(rule))
    place = next((each.place for each in places if each.own), places[0].place if places else "")
    return f"{rule}: {place}" if place else rule
