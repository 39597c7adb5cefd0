"""House rules: every point on which tables differ, in one sentence each."""

from __future__ import annotations

from companion.presenters.constantinopolis import agreed
from companion.views.common import acts
from companion.views.common.newgame import HouseRules, RuleRow
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import _, n_

Chosen = tuple[tuple[str, str], ...]
"""Options that differ from the set the table plays by, with their values."""


def house_rules(preset: str, chosen: Chosen, top: Top) -> Sheet:
    """The options of a new game, to read and to change."""
    other = dict(chosen)
    presets = tuple(
        Button(name, command=acts.Agreed("preset", key), look="tab", chosen=key == preset)
        for key, name, _about in agreed.presets()
    )
    rows = tuple(_row(preset, option, other) for option in agreed.options())
    note = next(about for key, _name, about in agreed.presets() if key == preset)
    body = HouseRules(_("House rules"), note, presets, rows)
    done = Button(_("That is right"), command=acts.Open("seats"), look="primary")
    return Sheet(body, top, Bar(changes(chosen), _("Tap a line for its next reading."), None, None, (), done))


def changes(chosen: Chosen) -> str:
    """How many points were changed."""
    return n_("{n} point changed", "{n} points changed", len(chosen)) if chosen else _("No point changed")


def _row(preset: str, option: str, other: dict[str, str]) -> RuleRow:
    usual = agreed.preset_value(preset, option)
    value = other.get(option, usual)
    values = agreed.option_values(option)
    following = values[(values.index(value) + 1) % len(values)]
    button = Button("", command=acts.Agreed(f"option {option}", following))
    answer = agreed.option_words(option, value)
    return RuleRow(agreed.option_question(option), answer, agreed.option_rule(option), value != usual, button)


def with_option(preset: str, chosen: Chosen, option: str, value: str) -> Chosen:
    """The choices after one more; one that says what the set says anyway is left out."""
    others = tuple((name, said) for name, said in chosen if name != option)
    return others if value == agreed.preset_value(preset, option) else (*others, (option, value))
