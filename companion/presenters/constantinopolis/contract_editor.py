"""Saying what stands on a contract: its cargo, its gold and its voyages, region by region."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.presenters.game_words import Values
from companion.tasks.faces import is_face
from companion.views.common.card_enrolment import CardPair, Correcting
from companion.views.common.newgame import Segment
from companion.views.common.parts import Button
from companion.wording import _

FAMILY = "contract"
"""The layout of the cards."""
Print = Callable[[str, str], object]
"""Makes the act that says a value in a region."""
CARGO = (
    ("Y", "good-luxury"),
    ("K", "good-military"),
    ("R", "good-industrial"),
    ("B", "good-consumer"),
    ("G", "good-alimentary"),
    ("P", "passenger"),
)
ORDER = "GBRKY"
"""How the letters of a cargo stand in a face."""
MOST_GOLD = 30
SHIPS = ("small", "medium", "large")
ROUNDS = ("1", "2", "-")


def values_of(face: str) -> Values:
    """What stands on a card by region: `cargo`, `gold`, `small`, `medium`, `large`; nothing for one not read."""
    if not is_face(FAMILY, face):
        return ()
    cargo, gold, rounds = face.partition(":")[2].split(".")
    return (("cargo", cargo), ("gold", gold), *zip(SHIPS, rounds, strict=True))


def face_of(values: Values) -> str:
    """The face typed in so far; `?` stands for what is missing."""
    there = dict(values)
    rounds = "".join(there.get(ship) or "?" for ship in SHIPS)
    return f"contract:{there.get('cargo', '')}.{there.get('gold', '')}.{rounds}"


def printed(values: Values, region: str, value: str) -> Values:
    """What stands on the card after one more tap; a cargo is put together of up to two letters."""
    there = dict(values)
    if region == "cargo":
        value = _cargo(there.get("cargo", ""), value)
        if value == "P":
            there["small"] = "-"
    return tuple((there | {region: value}).items())


def _cargo(before: str, letter: str) -> str:
    if letter == "P":
        return "" if before == "P" else "P"
    letters = before.replace("P", "")
    if len(letters) == 2:
        return letters.replace(letter, "", 1) if letter in letters else letter
    return "".join(sorted(letters + letter, key=ORDER.index))


def facing(pair: CardPair, values: Values, say: Print) -> Correcting:
    """A card, and what may stand on it as buttons; `say` makes the acts."""
    there = dict(values)
    return Correcting(
        heading=_("What does this card show?"),
        note=_("Tap what is printed on it; tap a good twice for two of it."),
        pair=pair,
        cargo=tuple(_cargo_button(letter, icon, there, say) for letter, icon in CARGO),
        gold_title=_("Gold"),
        gold=tuple(_gold_button(gold, there, say) for gold in range(1, MOST_GOLD + 1)),
        voyages=tuple(_voyage(ship, there, say) for ship in SHIPS),
    )


def _cargo_button(letter: str, icon: str, there: Mapping[str, str], say: Print) -> Button:
    count = there.get("cargo", "").count(letter)
    return Button("×2" if count > 1 else "", icon=icon, command=say("cargo", letter), key=letter, chosen=count > 0)


def _gold_button(gold: int, there: Mapping[str, str], say: Print) -> Button:
    return Button(str(gold), command=say("gold", str(gold)), chosen=there.get("gold") == str(gold), look="tab")


def _voyage(ship: str, there: Mapping[str, str], say: Print) -> Segment:
    heading = {"small": _("Small ship"), "medium": _("Medium ship"), "large": _("Large ship")}[ship]
    buttons = tuple(
        Button("–" if r == "-" else r, command=say(ship, r), chosen=there.get(ship) == r, look="tab") for r in ROUNDS
    )
    return Segment(heading, buttons)
