"""When a reading is believed, asked about or reported: thresholds from policy.toml, places from the game's own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.titles import title_of
from engine.errors import WrongFile
from engine.table import Zone


class Quiet(Struct, frozen=True):
    """Seconds without a change after which a difference is reported, a question put, a zone read again, an undo
    proposed."""

    patience: float
    ask: float
    again: float
    back: float


class Lead(Struct, frozen=True):
    """By how much the best reading must lead: `cards` a share, `others` log-likelihood."""

    cards: float
    others: float
    least: float
    outlier: float


class Doubt(Struct, frozen=True):
    """Standard deviation a reading has at least: pieces, gold; and the one from which a count is asked for.

    Where the `number` of all pieces is surer than that, what each of them is may follow from what is lawful.
    """

    count: float
    gold: float
    asks: float
    number: float


class Back(Struct, frozen=True):
    """How many entries back an earlier state is looked for."""

    depth: int


class Presented(Struct, frozen=True):
    """A command people give by showing its piece: the field that names the piece, the zone it is shown `at`, what
    stands before its name when it is read, and for how many seconds the table must have been quiet.
    """

    field: str
    at: Zone
    prefix: str
    quiet: float


class Words(Struct, frozen=True, kw_only=True):
    """What sensing must know of one game: which commands pieces alone explain, and where pieces are shown.

    `asked` are zones the camera counts only when asked: that count holds until the book changes there. `once_used` are
    zones that say nothing before pieces were seen there, for a table may keep those pieces elsewhere. `common` are
    zones, beside those without a slash, of no seat or in which pieces are read one by one.
    `truth` is the zone of a seat's gold and `beside` the one of cubes it pictures where no mat lies.
    `grows` are fields of those `shown` where cards that were read may stay while more are laid beside them.
    """

    sensed: dict[str, float] = {}
    presented: dict[str, Presented] = {}
    asked: tuple[str, ...] = ()
    once_used: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    chance: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    shown: dict[str, Zone] = {}
    grows: tuple[Zone, ...] = ()
    counterpart: dict[str, Zone] = {}
    private: tuple[str, ...] = ()
    truth: str = ""
    beside: str = ""


class Policy(Struct, frozen=True):
    """All thresholds, and the words of one game."""

    quiet: Quiet
    lead: Lead
    doubt: Doubt
    back: Back
    game: Words

    def shown_at(self, zone: Zone) -> Zone:
        """Where pieces that will lie in `zone` are shown to the camera; the zone itself if nowhere else."""
        return _matching(self.game.shown, zone) or zone

    def counterpart(self, zone: Zone) -> Zone | None:
        """Where a wrong number of pieces in `zone` comes from."""
        return _matching(self.game.counterpart, zone)

    def is_asked(self, zone: Zone) -> bool:
        """Does the camera count this zone only when it is asked to?"""
        return _is_any(self.game.asked, zone)

    def is_once_used(self, zone: Zone) -> bool:
        """Does this zone say nothing before pieces were seen there?"""
        return _is_any(self.game.once_used, zone)

    def is_common(self, zone: Zone) -> bool:
        """Is this one of the zones that the game names as everybody's?"""
        return _is_any(self.game.common, zone)

    def is_private(self, zone: Zone) -> bool:
        """May others know only the difference in `zone`?"""
        return _is_any(self.game.private, zone)


def _is_any(patterns: tuple[str, ...], zone: Zone) -> bool:
    return any(fnmatchcase(zone, pattern) for pattern in patterns)


def _matching(patterns: Mapping[str, Zone], zone: Zone) -> Zone | None:
    return next((there for pattern, there in patterns.items() if fnmatchcase(zone, pattern)), None)


@cache
def read_policy(game: str, **quiet: float) -> Policy:
    """The shipped policy for `game`; `quiet` replaces seconds; a mistake in the game's file raises `WrongFile`.

    A game without a `sensing.toml` is not sensed: people tap what they do.
    """
    common = tomllib.loads(files(__package__).joinpath("policy.toml").read_text(encoding="utf-8"))
    common["quiet"] |= quiet
    return msgspec.convert({**common, "game": _words_of(title_of(game).file("sensing.toml"))}, Policy)


def _words_of(file: Path) -> Words:
    try:
        return msgspec.toml.decode(file.read_bytes(), type=Words) if file.exists() else Words()
    except ValueError as error:
        raise WrongFile(f"{file.name}: {error}") from error
