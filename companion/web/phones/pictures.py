"""Pictures that seats take: read by the eye of the table's camera, shown with what was found, then handed in."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.play.session import Session
from companion.presenters.scene import Scene
from companion.sensing.readings import CAMERA
from companion.views.common.parts import Line, Word
from companion.views.common.phone import PhonePicture, PhonePiece
from companion.wording import _, wording
from engine.errors import NotFound, WrongInput
from engine.sighting import Seen

if TYPE_CHECKING:
    from companion.host.stills import CityLooks, Field, Still, StillReader

SURE = 0.9
"""Share from which a piece is not asked about."""
NOTHING = 999
"""Stands for no piece at all among the choices."""
FIELD = "field"
"""Under this name stands the field a picture is meant for, beside the places of its pieces."""
LIKELY = 4
"""So many likely names of a piece are offered first."""


class _Kept(Struct, frozen=True):
    """A picture that may still be handed in."""

    key: str
    still: Still


class Pictures:
    """The newest picture of each seat in one game; it belongs to the thread that owns the session."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._reader: StillReader | None = None
        self._city: CityLooks | None = None

    def reader(self, session: Session, folder: Path | None, seat: str) -> Callable[[bytes], Still]:
        """What reads a picture of this seat, in one thread at a time."""
        from companion.host.stills import StillReader  # slow to load: only who takes a picture waits for it

        self._reader = self._reader or StillReader(session, folder)
        return partial(self._reader.read, goods=session.policy.game.beside.format(seat=seat))

    def keep(self, seat: str, still: Still, scene: Scene) -> PhonePicture:
        """Keep what was found until it is handed in or another picture is taken, as the phone shows it."""
        key = secrets.token_urlsafe(9)
        self._kept[seat] = _Kept(key, still)
        pieces = (_piece(scene, n, field, seen) for n, field in enumerate(still.found) for seen in field.pieces)
        return PhonePicture(
            key=key,
            pieces=tuple(pieces),
            choices=tuple(tuple(_line(scene, name) for name in field.choices) for field in still.found),
            meant=tuple(_field_word(still, zone.name) for zone in still.meant),
            note=_note(still),
        )

    def hand_in(self, session: Session, seat: str, key: str, chosen: Mapping[str, int]) -> None:
        """Let the game hear of the picture as of any camera; `NotFound` for one that is kept no more.

        `chosen` names pieces by their places, and the field where that was open; `WrongInput` for what is not there.
        """
        kept = self._kept.get(seat)
        if kept is None or kept.key != key:
            raise NotFound("this picture is kept no more")
        from companion.host.stills import CityLooks, told

        named = dict(_named(kept.still, chosen))
        source = f"{CAMERA}:{seat}"
        shown = told(kept.still, f"{source}/named" if named else source, named, _meant(kept.still, chosen))
        self._city = self._city or CityLooks()
        session.show(source, self._city.joined(session, shown))
        del self._kept[seat]

    def forget(self, seat: str) -> None:
        """Another phone has the seat, or none has."""
        self._kept.pop(seat, None)


# --- what is shown ---


def _piece(scene: Scene, number: int, field: Field, seen: Seen) -> PhonePiece:
    places = {name: place for place, name in enumerate(field.choices)}
    likely = tuple(places[guess.value] for guess in seen.guesses[:LIKELY] if guess.value in places)
    known = "?" not in seen.best
    return PhonePiece(
        field=number,
        corners=seen.corners,
        line=_line(scene, seen.best) if known else (Word(_("not read")),),
        likely=likely,
        sure=known and seen.share >= SURE,
    )


def _line(scene: Scene, name: str) -> Line:
    return scene.title.piece_line(name)


def _field_word(still: Still, name: str) -> str:
    """A field by the word printed beside it on the mat."""
    return still.words.get(name, {}).get(wording.language, name)


def _note(still: Still) -> str:
    if still.lacks == "mat":
        return _("This game’s pieces are read on its mat: let three of its corners be seen.")
    if still.lacks:
        return _("No piece of the game was found. Lay them side by side in good light.")
    return next((caution[wording.language] for caution in still.cautions), "")


# --- what comes back ---


def _named(still: Still, chosen: Mapping[str, int]) -> list[tuple[tuple[int, int], str]]:
    """The pieces a person has named: field and place in it, and the name, empty for no piece."""
    places = [(n, place) for n, field in enumerate(still.found) for place in range(len(field.pieces))]
    found = []
    for text, choice in chosen.items():
        if text == FIELD:
            continue
        if not text.isdecimal() or int(text) >= len(places):
            raise WrongInput(f"the picture has no piece {text!r}")
        at = places[int(text)]
        choices = still.found[at[0]].choices
        if choice != NOTHING and choice >= len(choices):
            raise WrongInput(f"piece {text} cannot be named by {choice}")
        found.append((at, "" if choice == NOTHING else choices[choice]))
    return found


def _meant(still: Still, chosen: Mapping[str, int]) -> str:
    """The zone cards are meant for whose picture does not say it; `WrongInput` where it was not named."""
    if not still.meant:
        return ""
    at = chosen.get(FIELD, NOTHING)
    if at >= len(still.meant):
        raise WrongInput("say in which field the cards are shown")
    return still.meant[at].sighted_as
