"""The set-up a table has agreed on, and what the owner's copy does not say yet."""

from __future__ import annotations

from pathlib import Path
from random import Random

from msgspec.structs import asdict, replace

from companion.titles.title import Setting
from engine.catalogue import Unknown
from engine.errors import WrongFile, WrongInput
from engine.praetor.editions import edition, presets
from engine.praetor.game import PRAETOR
from engine.praetor.learning import with_value
from engine.praetor.setup import Place, Setup, sound, start_city
from engine.praetor.values import GOLD_MINE, SIDE_A, Values, house, missing
from engine.praetor.values import copy as owners

USUAL = "rulebook"
"""The preset of the printed text with the recommended rulings."""
FIRST_ERA = "I"


def agree(setting: Setting, chance: Random, copy: Path | None = None) -> Setup:
    """The set-up a setting asks for; `chance` draws what it leaves open, `copy` holds the owner's values.

    Drawn are `rome`, `mines`, `city`, `display`, `wall` and `boards`, each as the set-up has it. Raises `ValueError`
    naming the rule or the value for which it is none.
    """
    try:
        made = begun(setting, copy)
        if len(made.places) not in PRAETOR.seats:
            raise WrongInput(f"P-SET-01: {len(made.places)} players")
        made = _drawn(made, setting, chance)
        for side in made.side.values():
            made.book.space_of_zero(side)
        wrong = [(rule, *facts) for holds, rule, *facts in sound(made) if not holds]
    except Unknown as error:
        raise WrongInput(str(error)) from error
    if wrong:
        raise WrongInput(": ".join(map(str, wrong[0])))
    return made


def begun(setting: Setting, copy: Path | None = None) -> Setup:
    """The set-up as far as a setting says it: what it leaves open is empty, the city lies as its diagram, if known.

    Raises `WrongInput` for an edition, an option or a value that is none, `WrongFile` for a damaged copy.
    """
    if setting.edition not in presets():
        raise WrongInput(f"edition {setting.edition!r} is not one of {', '.join(presets())}")
    agreed = edition(asdict(presets()[setting.edition]) | dict(setting.options))
    places = tuple(Place(place.seat, place.name) for place in setting.places)
    drawn, values = setting.drawn, _values(setting, copy)
    made = Setup(
        places,
        rome="".join(drawn.get("rome", ())),
        mines=drawn.get("mines", ()),
        city=drawn.get("city", ()),
        display=drawn.get("display", ()),
        wall="".join(drawn.get("wall", ())),
        values=values,
        boards=drawn.get("boards", ()),
        edition=agreed,
    )
    diagram = f"players-{len(places)}" in values.layouts
    return made if made.city or not diagram else replace(made, city=start_city(made.book, len(places), agreed))


def _values(setting: Setting, copy: Path | None) -> Values:
    values = house() if setting.values == "house" else owners_values(copy)
    try:
        for key, value in setting.told.items():
            values = with_value(values, key, value)
    except ValueError as error:
        raise WrongInput(str(error)) from error
    return values


def owners_values(copy: Path | None) -> Values:
    """The owner's copy; `WrongFile` names the file and what does not fit."""
    try:
        return owners(copy)
    except WrongFile:
        raise
    except ValueError as error:
        raise WrongFile(str(error)) from error


def _drawn(made: Setup, setting: Setting, chance: Random) -> Setup:
    """The set-up with what lies on the table, drawn where the setting does not say it."""
    book, drawn, players = made.book, setting.drawn, len(made.places)
    mines = [tile for tile in made.start_tiles if book.kind[tile] == GOLD_MINE]
    shown = made.deck(FIRST_ERA)
    seen = min(players + made.values.display.more_than_players, len(shown))
    (rome,) = drawn.get("rome") or (chance.choice(made.colours),)
    (wall,) = drawn.get("wall") or (chance.choice(book.sections),)
    return replace(
        made,
        rome=rome,
        mines=drawn.get("mines") or tuple(chance.sample(mines, min(players, len(mines)))),
        city=made.city or start_city(book, players, made.edition),
        display=drawn.get("display") or tuple(chance.sample(shown, seen)),
        wall=wall,
    )


def lacking(copy: Path | None) -> tuple[str, ...]:
    """The keys of the printed values the owner's copy does not say yet, the diagrams of the start cities included."""
    values = owners_values(copy)
    cities = (f"players-{players}" for players in PRAETOR.seats)
    return (*missing(values), *(f"layouts.{name}.tiles" for name in cities if name not in values.layouts))


def needed(copy: Path | None, setting: Setting) -> tuple[str, ...]:
    """Those of them without which this game cannot be set up.

    First the list of tiles, because nothing can be said without it; then the tracks on which the morale begins, and
    the start city for so many players where the setting does not say how it lies.
    """
    absent = lacking(copy)
    listed = tuple(key for key in absent if key == "city" or key.endswith((".era", ".players")))
    if not set(listed) <= set(setting.told):
        return listed
    sides = setting.drawn.get("boards") or (SIDE_A,)
    wanted = [*listed, *(f"board.{side}.morale" for side in sides)]
    if not setting.drawn.get("city"):
        wanted.append(f"layouts.players-{len(setting.places)}.tiles")
    return tuple(key for key in absent if key in wanted)


def kept(setting: Setting) -> dict[str, object]:
    """What a setting says of the owner's copy: the list of its tiles, and how the start city lies for so many players.

    The list is kept wherever it came from: what is printed on a tile could not be kept without it. A city without its
    Market is no diagram: it stays in this game.
    """
    if setting.values != "copy":
        return {}
    found = {"city": setting.told["city"]} if "city" in setting.told else {}
    city, hard = setting.drawn.get("city"), dict(setting.options).get("hard") == "yes"
    diagram = {f"layouts.players-{len(setting.places)}.tiles": list(city)} if city and not hard else {}
    return {**found, **diagram}
