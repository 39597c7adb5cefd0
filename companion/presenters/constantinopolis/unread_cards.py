"""The cards a deck can still hold, and typing in the face of one that is not known yet (C-CMP-09)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.acceptance import paper_card
from companion.presenters.constantinopolis.common import sheet
from companion.presenters.constantinopolis.contract_editor import FAMILY, face_of, facing
from companion.presenters.constantinopolis.lines import cargo_icons
from companion.presenters.scene import Scene
from companion.tasks.faces import drawn as art
from companion.tasks.faces import is_face
from companion.views.common import acts
from companion.views.common.card_enrolment import CardPair
from companion.views.common.parts import Bar, Button, Glyph, Line, Sheet, Word
from companion.views.constantinopolis.acceptance import ContractCard
from companion.views.constantinopolis.drawing import CargoGroup
from companion.wording import _, n_
from engine.constantinopolis.faces import UNREAD


def unread(pool: Mapping[str, int], drawn: Sequence[str]) -> int:
    """How many unread cards the deck still holds, beside those drawn."""
    beyond = (max(0, drawn.count(piece) - pool.get(piece, 0)) for piece in set(drawn) - {UNREAD})
    return pool.get(UNREAD, 0) - drawn.count(UNREAD) - sum(beyond)


class Deck(NamedTuple):
    """The faces a card just drawn may have with how many of each are left, the unread cards, and is there room?

    Those that carry the same stand together, the cheapest first.
    """

    faces: Mapping[str, int]
    carrying: Mapping[str, Sequence[str]]
    blank: int
    room: bool
    drawn: Sequence[str]

    def left(self, cargo: str) -> int:
        """How many cards with this cargo the deck is known to hold."""
        return sum(max(0, self.faces[face]) for face in self.carrying[cargo])


def deck_of(scene: Scene, pool: Mapping[str, int], drawn: Sequence[str], most: int) -> Deck:
    """What may have been drawn."""
    there = {*pool, *drawn, *_met(scene)} - {UNREAD}
    faces = {piece: pool.get(piece, 0) - drawn.count(piece) for piece in there}
    return Deck(faces, _carrying(faces), unread(pool, drawn), len(drawn) < most, drawn)


def _carrying(faces: Iterable[str]) -> dict[str, list[str]]:
    """The faces by their cargo, the cheapest first; one that is used up keeps its place."""
    found: dict[str, list[str]] = {}
    for face in sorted(faces, key=_by_gold):
        found.setdefault(carried(face), []).append(face)
    return found


def _met(scene: Scene) -> set[str]:
    """Faces read earlier in this game: an unread card may be another copy."""
    return {piece for zone in scene.table.values() for piece in zone if piece.startswith("contract:")}


def cargoes(deck: Deck) -> tuple[CargoGroup, ...]:
    """What the cards of the deck carry, in the order of the goods; an unread card comes first."""
    there = sorted(deck.carrying, key=lambda cargo: (cargo == "P", len(cargo), _order(cargo)))
    found = tuple(_cargo(deck, cargo) for cargo in there)
    return (_blank(deck), *found) if deck.blank > 0 else found


def _blank(deck: Deck) -> CargoGroup:
    word = n_("{n} not typed in", "{n} not typed in", deck.blank)
    return CargoGroup((), word, Button(word, command=acts.Pick(UNREAD) if deck.room else None))


def _cargo(deck: Deck, cargo: str) -> CargoGroup:
    """A cargo to tap; where only one face is left that carries it, that is the card."""
    left, blank = deck.left(cargo), deck.blank > 0
    word = n_("{n} left", "{n} left", left) if left else _("seen before") if blank else _("all drawn")
    if not deck.room or not (left or blank):
        return CargoGroup(tuple(cargo), word, Button(word))
    open_faces = [face for face in deck.carrying[cargo] if deck.faces[face] > 0 or blank]
    command = acts.Card(open_faces[0], 1) if len(open_faces) == 1 and not blank else acts.Filter(cargo)
    return CargoGroup(tuple(cargo), word, Button(word, command=command))


def deck_cards(deck: Deck, cargo: str) -> tuple[ContractCard, ...]:
    """The cards with this cargo."""
    return tuple(_deck_card(face, deck.faces[face], deck.room, deck.blank > 0) for face in deck.carrying.get(cargo, ()))


def _deck_card(piece: str, left: int, room: bool, unread_ones: bool) -> ContractCard:
    """A face to tap; one that is used up keeps its place, so that nothing moves under the finger."""
    if left <= 0 and not unread_ones:
        return paper_card(piece, "short", _("all drawn"), Button(""))
    word = n_("{n} in the deck", "{n} in the deck", left) if left > 0 else _("seen before")
    return paper_card(piece, "free", word, Button("", command=acts.Card(piece, 1) if room else None))


def carried(piece: str) -> str:
    """The letters of what a contract carries."""
    return piece.partition(":")[2].partition(".")[0]


def _by_gold(piece: str) -> tuple[int, str]:
    return int(piece.split(".")[1]), piece


def _order(cargo: str) -> tuple[int, ...]:
    return tuple((*words.ORDER, "P").index(letter) for letter in cargo)


def telling(scene: Scene, drawn: int, most: int) -> Sheet:
    """One drawn card's face is told: cargo, gold, voyages."""
    me, face = scene.me, face_of(scene.look.printed)
    pair = CardPair(None, art(FAMILY, face), _line(face), None, Button(""))
    right = Button(_("That is right"), command=acts.Card(face, 1), look="primary")
    if not is_face(FAMILY, face):
        right = Button(_("That is right"), reason=_("not complete"))
    title = _("Card {n} of {all}").format(n=drawn + 1, all=most)
    leave = Button(_("Back"), command=acts.Pick(UNREAD))
    note = _("Told once, it is there to tap from then on.")
    bar = Bar(sentence=title, note=note, person=scene.person(me), choices=(leave,), primary=right)
    return sheet(scene, facing(pair, scene.look.printed, acts.Face), bar)


def _line(face: str) -> Line:
    if not is_face(FAMILY, face):
        return (Word(_("not complete"), True),)
    return (*cargo_icons(face), Glyph("coin", face.split(".")[1], "gold_text"))
