"""What is tried at one table: window, language, words, light, side, game, players, and who taps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from companion.titles import BUILT_IN, title_of
from testkit.moments import moments_of

SIZES = ("1280x800", "800x1280", "2560x1600", "1024x600")
LANGUAGES = ("en", "it", "es", "de")
TEXTS = (1.0, 1.25, 1.5)
LIGHTS = ("light", "dark")
SIDES = ("south", "west", "north", "east")
PLAYER, MONKEY = "player", "monkey"
PLAYED = (0, 0, 30, 100, 250)
"""So many decisions were made before anybody taps: some screens come late in a game, or at its end."""
BEFORE = 5
"""At every so many whole games nothing has begun yet."""
WHOLE = 21
"""Every so many tables of a title are whole games; at those between, people sit down at a moment that seldom comes."""
GLIMPSE = 25
"""The most taps from such a moment on: most leave it, and few come back."""
SHORT = 100
"""The most taps before a game or in its midst, for what no moment leads to."""
MIDST = 60
"""The most decisions that were made of such a game: most of its screens have come by then."""
ELSEWHERE = 5
"""Of every so many tables one is before a game, one in its midst, and one drawn, where cameras see something."""


class Table(NamedTuple):
    """One table; `size` is that of the window in px, `side` where the first player sits, `taps` the most there are.

    Everybody taps as `seed` decides. `drawn` tables have a camera and trays, and people who play by themselves. `begun`
    tables are in a game already; at the others somebody has to find the way to one. Virtual people have made the first
    `played` decisions of a game. At a `moment` of `testkit.moments` that game is in it; its players are given there.
    """

    seed: int
    title: str
    players: int
    size: str
    language: str
    text: float
    light: str
    side: str
    who: str
    drawn: bool
    begun: bool
    played: int
    moment: str
    taps: int

    def words(self) -> list[str]:
        """As arguments of the process that plays it."""
        return [str(each) for each in self]

    @classmethod
    def read(cls, words: Sequence[str]) -> Table:
        seed, title, players, size, language, text, light, side, who, drawn, begun, played, moment, taps = words
        return cls(
            *(int(seed), title, int(players), size, language, float(text), light, side, who),
            *(drawn == "True", begun == "True", int(played), moment, int(taps)),
        )

    def sides(self, seats: Sequence[str]) -> list[str]:
        """Where each of these sits: round the table, beginning at `side`."""
        first = SIDES.index(self.side)
        return [SIDES[(first + at) % 4] for at, _ in enumerate(seats)]


def table(seed: int, title: str, taps: int) -> Table:
    """The table of a seed: moments, sizes and languages in turn, the rest by chance, every third one a monkey's."""
    turn, place = divmod(seed // len(BUILT_IN), WHOLE)
    names = list(moments_of(title)) if place else []
    moment = names[(turn * (WHOLE - 1) + place - 1) % len(names)] if names else ""
    return _at(moment, turn + place, _whole(seed, turn, title, taps))


def _at(moment: str, tried: int, one: Table) -> Table:
    """The same table at a moment."""
    who = MONKEY if tried % 3 == 2 else PLAYER
    there = one._replace(who=who, begun=True, drawn=False, played=0, moment=moment, taps=min(one.taps, GLIMPSE))
    return there if moment else one


def _whole(seed: int, turn: int, title: str, taps: int) -> Table:
    """A whole game of the seed."""
    chance, virtual = Random(f"table {seed}"), title_of(title).table is not None
    one = Table(
        seed=seed,
        title=title,
        players=chance.choice(list(title_of(title).seats)),
        size=SIZES[seed % 4],
        language=LANGUAGES[(seed + seed // 4) % 4],
        text=chance.choice(TEXTS),
        light=chance.choice(LIGHTS),
        side=chance.choice(SIDES),
        who=MONKEY if turn % 3 == 2 else PLAYER,
        drawn=virtual and chance.random() < 0.2,
        begun=turn % BEFORE != 0,
        played=0,
        moment="",
        taps=taps,
    )
    later = virtual and one.begun and not one.drawn
    return one._replace(played=chance.choice(PLAYED)) if later else one


def elsewhere(one: Table) -> Table:
    """The same table; of every few, one where no game has begun, one in the midst of a game, and one that is drawn."""
    short = one._replace(moment="", taps=SHORT)
    match one.seed % ELSEWHERE:
        case 0:
            return short._replace(begun=False)
        case 1:
            return short._replace(played=Random(one.seed).randrange(1, MIDST))
        case 2:
            return short._replace(drawn=True)
    return one


def tables(first: int, titles: Sequence[str], taps: int) -> Iterator[Table]:
    """Tables without end from seed `first` on, the games in turn."""
    seed = first
    while True:
        yield table(seed, titles[seed % len(titles)], taps)
        seed += 1
