"""House rules: every point on which tables differ, in one sentence each."""

from __future__ import annotations

from companion.presenters.draft import Chosen, Draft, HouseRule, Preset
from companion.presenters.scene import Screens
from companion.views.common import acts
from companion.views.common.newgame import HouseRules, RuleRow
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import _, n_


def house_rules(draft: Draft, title: Screens, top: Top) -> Sheet:
    """The options of a new game, to read and to change."""
    chosen, preset = dict(draft.options), preset_of(draft, title)
    presets = tuple(
        Button(each.name, command=acts.Agreed("preset", each.key), look="tab", chosen=each.key == draft.preset)
        for each in title.presets()
    )
    rows = tuple(_row(rule, rule.usual(preset), chosen) for rule in (*title.house_rules(), *agreements(title)))
    body = HouseRules(_("House rules"), preset.about, presets, rows)
    done = Button(_("That is right"), command=acts.Open("seats"), look="primary")
    return Sheet(
        body=body,
        top=top,
        bar=Bar(sentence=changes(draft.options), note=_("Tap a line for its next reading."), primary=done),
    )


def agreements(title: Screens) -> tuple[HouseRule, ...]:
    """What a table may agree on beside the rules, as remarks in the record; a game's screens may have `agreements`."""
    found: tuple[HouseRule, ...] = getattr(title, "agreements", tuple)()
    return found


def preset_of(draft: Draft, title: Screens) -> Preset:
    """The set of options a draft begins from."""
    return next(each for each in title.presets() if each.key == draft.preset)


def changes(chosen: Chosen) -> str:
    """How many points were changed."""
    return n_("{n} point changed", "{n} points changed", len(chosen)) if chosen else _("No point changed")


def _row(rule: HouseRule, usual: str, chosen: dict[str, str]) -> RuleRow:
    value, values = chosen.get(rule.key, usual), list(rule.values)
    following = values[(values.index(value) + 1) % len(values)]
    button = Button("", command=acts.Agreed(f"option {rule.key}", following))
    return RuleRow(rule.question, rule.values[value], rule.rule, value != usual, button)


def with_option(draft: Draft, title: Screens, option: str, value: str) -> Chosen:
    """The choices after one more; one that is what the set has anyway is left out."""
    rule = next(each for each in (*title.house_rules(), *agreements(title)) if each.key == option)
    others = tuple((name, other) for name, other in draft.options if name != option)
    return others if value == rule.usual(preset_of(draft, title)) else (*others, (option, value))
