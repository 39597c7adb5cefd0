"""What was turned up before the first round: n + 1 city tiles and a wall section (P-SET-06)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.presenters.praetor import words
from companion.presenters.praetor.face_up import apart, section_line, sections_apart, tile_line
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.views.praetor.reveal import PraetorReveal
from companion.wording import _, n_
from engine.praetor.setup import Setup

BACK = acts.Open("opening")


def due(setup: Setup) -> int:
    """How many tiles lie in the display: one more than players, as far as there are so many."""
    return min(len(setup.colours) + setup.values.display.more_than_players, len(pool(setup)))


def pool(setup: Setup) -> tuple[str, ...]:
    """The tiles that may lie on top of the deck; raises `Unknown` while the list of tiles is not known."""
    first = setup.deck("I")
    most = len(setup.colours) + setup.values.display.more_than_players
    return first if len(first) >= most else (*first, *setup.deck("II"))


def shown(setup: Setup) -> tuple[str, ...]:
    """The tiles that were told to lie in the display."""
    there = pool(setup)
    return tuple(tile for tile in setup.display if tile in there)


def turning_up(setup: Setup, letter: str, top: Top) -> Sheet:
    """Which tiles lie in the first display? Those that begin with a letter, where one was tapped."""
    found, most = shown(setup), due(setup)
    there = apart(setup.book, _commonest(tile for tile in pool(setup) if tile not in found))
    listed = [tile for tile in there if not letter or words.tile_name(tile).startswith(letter)] or there
    more = len(found) < most
    body = PraetorReveal(
        heading=n_("Which tile lies for sale?", "Which {n} tiles lie for sale?", most),
        note=_("Tap what lies there; a tap on one above takes it back."),
        found=tuple(tile_line(setup.book, tile, _shows(found, tile), setup.ours.__contains__) for tile in found),
        there=tuple(
            tile_line(setup.book, tile, acts.Lies("display", (*found, tile)) if more else None, setup.ours.__contains__)
            for tile in listed
        ),
        letters=_letters(there, letter),
    )
    done = Button(_("These are it"), command=BACK, look="primary")
    if more:
        done = Button(_("These are it"), reason=n_("{n} to come", "{n} to come", most - len(found)))
    bar = Bar(sentence=_("The display"), choices=(Button(_("Back"), command=BACK),), primary=done)
    return Sheet(body=body, top=top, bar=bar)


def _shows(found: tuple[str, ...], tile: str) -> acts.Lies:
    """The display without one of its tiles."""
    return acts.Lies("display", tuple(each for each in found if each != tile))


def _commonest(tiles: Iterable[str]) -> list[str]:
    """Tiles whose kind is there most often first, then by name."""
    there = list(tiles)
    many = Counter(map(words.kind_of, there))
    return sorted(there, key=lambda tile: (-many[words.kind_of(tile)], words.tile_name(tile), tile))


def _letters(tiles: Sequence[str], chosen: str) -> tuple[Button, ...]:
    """The letters with which names begin; a second tap on one shows all again."""
    letters = sorted({words.tile_name(tile)[0] for tile in tiles})
    return tuple(
        Button(
            letter,
            command=acts.Open("opening", f"display {'' if letter == chosen else letter}"),
            chosen=letter == chosen,
        )
        for letter in letters
    )


def unveiling(setup: Setup, _about: str, top: Top) -> Sheet:
    """Which wall section was turned up first?"""
    book, ours = setup.book, setup.ours.__contains__
    sections = sections_apart(book, sorted(book.sections))
    body = PraetorReveal(
        heading=_("Which wall section was turned up?"),
        note=_("Tap it."),
        found=(section_line(book, setup.wall, acts.Lies("wall", ()), ours),) if setup.wall in book.sections else (),
        there=tuple(
            section_line(book, each, acts.Lies("wall", (each,)), ours) for each in sections if each != setup.wall
        ),
    )
    done = Button(_("This is it"), command=BACK, look="primary")
    if setup.wall not in book.sections:
        done = Button(_("This is it"), reason=n_("{n} to come", "{n} to come", 1))
    bar = Bar(sentence=_("Wall section"), choices=(Button(_("Back"), command=BACK),), primary=done)
    return Sheet(body=body, top=top, bar=bar)
