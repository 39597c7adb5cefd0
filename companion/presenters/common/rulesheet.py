"""A rule on a sheet: the verdict, the rule in our words, the facts, and where each edition prints it."""

from __future__ import annotations

from companion.arbiter.verdict import refusal_sentence
from companion.play.reports import Refusal
from companion.play.session import ELSEWHERE
from companion.presenters.common.back_bar import way_back
from companion.presenters.scene import Scene
from companion.titles import rulebook_of, title_of
from companion.views.common import acts
from companion.views.common.options import Options
from companion.views.common.parts import Button, Sheet
from companion.views.common.rulesheet import Cite, Fact, RuleReading, RuleSheet
from companion.wording import _, wording
from engine.game import Command
from engine.rule import Rule

EDITIONS = ("it", "en", "es")
"""The languages of printed rulebooks in the order they are shown."""


def ruling(scene: Scene) -> Sheet:
    """The rule that was asked for, with the refused command if there is one."""
    look, book = scene.look, rulebook_of(scene.source.game.name)
    refusal = look.refusal
    rule_id = refusal.rule if refusal else look.rule
    rule = book.get(rule_id)
    asker = getattr(look.command, "seat", "") or scene.me
    differ, readings = differing_readings(scene, rule)
    body = RuleSheet(
        person=scene.person(asker),
        asked=_asked(scene),
        verdict=_("Not so.") if look.command is not None else _("The rule"),
        sentence=sentence_of(scene, rule, rule_id),
        facts=facts_of(scene, rule),
        rule=rule_id,
        cites=cited(scene, rule),
        differ=differ,
        readings=readings,
        foot=_("Chosen before the game, line 1") if rule and rule.option else "",
        buttons=_buttons(look.command, rule is not None),
    )
    return scene.title.sheet(scene, body, None, asker)


def _asked(scene: Scene) -> str:
    if scene.look.command is None:
        return _("what holds here")
    said = scene.title.command_words(scene, scene.look.command)
    return _("asks: {what}").format(what=said)


def sentence_of(scene: Scene, rule: Rule | None, rule_id: str) -> str:
    """A rule in our words, with the facts of the refusal if all players may know them."""
    if scene.look.refusal:
        return refusal_words(scene, scene.look.refusal)
    if rule_id == ELSEWHERE:
        return refusal_words(scene, Refusal(ELSEWHERE, {}, (scene.source.played_at,)))
    if rule is None:
        return _("This is not the moment for it.") if rule_id.startswith("T-") else rule_id
    edition = getattr(scene.state.setup, "edition", None)
    return rulebook_of(scene.source.game.name).explain(rule_id, (), wording.language, edition=edition)


def refusal_words(scene: Scene, refusal: Refusal) -> str:
    """A refusal in our words, with its facts if all players may know them."""
    game = scene.source.game
    book = rulebook_of(game.name)
    if (rule := book.get(refusal.rule)) is None:
        return refusal_sentence(game, refusal.rule, refusal.values, wording.language)
    edition = getattr(scene.state.setup, "edition", None)
    facts = tuple(scene.title.value_words(scene, name, value) for name, value in refusal.facts.items())
    told = facts if len(facts) == len(rule.facts) else ()
    return book.explain(refusal.rule, told, wording.language, reason=refusal.reason, edition=edition)


def facts_of(scene: Scene, rule: Rule | None) -> tuple[Fact, ...]:
    """The figures a refusal rests on."""
    if rule is None or scene.look.command is None:
        return ()
    stop = scene.stop(scene.look.command)
    facts = dict(scene.look.refusal.facts) if scene.look.refusal else {}
    if not facts and stop:
        facts = dict(zip(rule.facts, stop.facts, strict=False))
    title = scene.title
    return tuple(
        Fact("rule", title.fact_words(name), title.value_words(scene, name, value)) for name, value in facts.items()
    )


def cited(scene: Scene, rule: Rule | None) -> tuple[Cite, ...]:
    """Where each printed edition has a rule, and what it says otherwise."""
    if rule is None:
        return ()
    found, title = [], title_of(scene.source.game.name)
    for language in sorted(title.printed, key=EDITIONS.index):
        publisher = title.publishers.get(language, _("the printed rules"))
        place = rule.place.get(language, "silent")
        silent = place == "silent"
        words = _("silent; here is our ruling") if silent else ""
        differs = rule.differs.get(language, {})
        if differs:
            words = differs.get(wording.language, next(iter(differs.values()), words))
        found.append(
            Cite(
                language.upper(), publisher if silent else f"{publisher}, {place}", words, language == wording.language
            )
        )
    return tuple(found)


def differing_readings(scene: Scene, rule: Rule | None) -> tuple[str, tuple[RuleReading, ...]]:
    """What tables may agree on about a rule, with the question its readings answer, and the one this table plays."""
    if rule is None or not rule.option:
        return "", ()
    asked = next((point.question for point in scene.title.house_rules() if point.key == rule.option), "")
    options = scene.title.options_of(scene, rule.option)
    readings = tuple(RuleReading(value, "", chosen) for value, chosen in options)
    plays = _("Tables may agree otherwise. This table plays:")
    return f"{plays}\n{asked}" if asked else plays, readings


def _buttons(command: Command, can_ask: bool) -> tuple[Button, ...]:
    close = Button(_("Close"), command=acts.Open("play"), look="primary")
    if command is None:
        return (close,)
    asks = acts.Challenge(getattr(command, "seat", ""), command)
    return (
        (close, Button(_("Ask the table"), _("all vote, or the referee"), "vote", command=asks))
        if can_ask
        else (close,)
    )


def rules(scene: Scene) -> Sheet:
    """The chapters of the rules, to read."""
    buttons = tuple(
        Button(word, rule_id, icon, command=acts.Ask(rule_id)) for word, rule_id, icon in scene.title.chapters()
    )
    bar = way_back(_("Rules"))
    body = Options(_("What holds here"), _("In our own words, with the place in each printed edition."), buttons)
    return scene.title.sheet(scene, body, bar, "")
