"""What asking for printed values of the owner's copy has in every game: which is missing, what an answer does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from companion.views.common import acts
from companion.views.common.parts import Bar, Button
from companion.wording import _, n_


def first_under(missing: Iterable[str], key: str) -> str:
    """The first of the missing values that is `key` or stands below it; nothing if none is."""
    return next((found for found in missing if found == key or found.startswith(f"{key}.")), "")


def value_at(values: Mapping[str, Any], key: str) -> object:
    """What a set of values has under a dotted key."""
    *above, last = key.split(".")
    for part in above:
        values = values[part]
    return values[last]


def ask_bar(key: str, value: object, fits: bool, usual: object, usual_words: str) -> Bar:
    """Keep the value that was typed in, where it `fits`; or take the `usual` one of the house set."""
    keep = Button(_("Keep it"), reason=_("nothing chosen yet"))
    if fits:
        keep = Button(
            _("Keep it"), _("in your copy"), "check", command=acts.Tell(key, value, acts.COPY), look="primary"
        )
    house = Button(
        _("Nobody knows"),
        _("house set: {what}").format(what=usual_words),
        "question",
        command=acts.Tell(key, usual, acts.HOUSE),
    )
    return Bar(sentence=_("Your copy knows it"), note=_("Asked once, and kept."), choices=(house,), primary=keep)


def box_bar(note: str, needed: Collection[str], counted: Collection[str]) -> Bar:
    """Start once all that is needed of the box is known, or take the rest from the house set."""
    still = sum(key not in counted for key in needed)
    start = Button(_("Start"), command=acts.Start(), look="primary")
    if still:
        start = Button(_("Start"), reason=n_("{n} still open", "{n} still open", still))
    rest = Button(_("House set for the rest"), _("for this game only"), "question", command=acts.BoxHouse(""))
    back = Button(_("Back"), command=acts.Open("seats"))
    return Bar(sentence=_("Your copy"), note=note, choices=(back, rest) if still else (back,), primary=start)
