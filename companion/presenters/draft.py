"""What a table agrees on before a game: people, options, values, and what chance has drawn."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.titles.title import Place, Setting

SIDES = ("south", "west", "north", "east")
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
Chosen = tuple[tuple[str, str], ...]
"""Options that differ from the set the table plays by, with their values."""


class Preset(Struct, frozen=True):
    """A set of options worth offering: its key, name and meaning, and where it differs from the usual values."""

    key: str
    name: str
    about: str
    options: Mapping[str, str] = {}


class HouseRule(Struct, frozen=True):
    """A point on which tables differ: the question, the rule it bends, its values with their words, the usual first.

    `remarks` has, for values of one that is no option of the rules, what the record says once the game has begun.
    """

    key: str
    question: str
    rule: str
    values: Mapping[str, str]
    remarks: Mapping[str, str] = {}

    def usual(self, preset: Preset) -> str:
        """The value a set of options gives it."""
        return preset.options.get(self.key, next(iter(self.values)))


class Draft(Struct, frozen=True, kw_only=True):
    """A new game as far as it is agreed; `naming` is the colour of the person being named, `trouble` why not.

    `lies` is what people said lies on the table, by the same names: it goes before what chance decided.
    `colours` are those of the game's box. `values` is the box on the table: the owner's `copy`, the printed `house`
    set, `none`, or not chosen yet. `drawn` is what chance decided, by the names of the game's title. A
    `finished` draft is to be counted, not played.
    """

    game: str
    colours: tuple[str, ...]
    places: tuple[Place, ...]
    preset: str
    values: str = ""
    options: Chosen = ()
    drawn: Mapping[str, tuple[str, ...]] = {}
    lies: Mapping[str, tuple[str, ...]] = {}
    naming: str = ""
    trouble: str = ""
    finished: bool = False

    def setting(self) -> Setting:
        """The setting the host opens a game from."""
        return Setting(
            game=self.game,
            edition=self.preset,
            places=self.round,
            options=dict(self.options),
            values="copy" if self.values == "copy" else "house",
            drawn=self.opening,
        )

    @property
    def round(self) -> tuple[Place, ...]:
        """The people in the order of their seats, clockwise."""
        return tuple(sorted(self.places, key=lambda place: SIDES.index(place.side)))

    @property
    def opening(self) -> Mapping[str, tuple[str, ...]]:
        """How the game opens: what people said, and what chance decided where they said nothing."""
        return {**self.drawn, **self.lies}

    @property
    def seats(self) -> tuple[str, ...]:
        """The colours of the people who sit there."""
        return tuple(place.seat for place in self.places)

    def name_of(self, seat: str) -> str:
        """The name a new person of this colour has until another is typed."""
        return NAMES[self.colours.index(seat) % len(NAMES)]


def first_places(colours: tuple[str, ...]) -> tuple[Place, ...]:
    """One person at each side of the table."""
    return tuple(Place(seat, name, side) for seat, name, side in zip(colours, NAMES, SIDES, strict=False))


def recoloured(draft: Draft, old: str, new: str) -> Draft:
    """What was drawn and said, with a seat that has taken another colour."""
    drawn, lies = (
        {key: tuple(new if each == old else each for each in found) for key, found in of.items()}
        for of in (draft.drawn, draft.lies)
    )
    return replace(draft, drawn=drawn, lies=lies)


def reseated(before: Draft, draft: Draft) -> Draft:
    """A draft in which others sit there, or elsewhere: what was said of the table went by the seats, and is let go."""
    order = [[place.seat for place in each.round] for each in (before, draft)]
    return draft if order[0] == order[1] else replace(draft, lies={})


def without(draft: Draft, seat: str) -> Draft:
    """What was drawn, without a seat that has left."""
    drawn = {key: tuple(each for each in found if each != seat) for key, found in draft.drawn.items()}
    return replace(draft, drawn=drawn)
