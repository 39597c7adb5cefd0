"""The cards a deck can still hold, and typing in the face of one that is not known yet (C-CMP-09)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.presenters.constantinopolis.acceptance import paper_card
from companion.presenters.constantinopolis.common import sheet
from companion.presenters.constantinopolis.contract_editor import face_of, facing
from companion.presenters.constantinopolis.lines import cargo_icons
from companion.presenters.scene import Scene
from companion.tasks.card_enrolment import drawn as art
from companion.tasks.card_enrolment import is_face
from companion.views.common import acts
from companion.views.common.card_enrolment import CardPair
from companion.views.common.parts import Bar, Button, Glyph, Line, Sheet, Word
from companion.views.constantinopolis.acceptance import ContractCard
from companion.wording import _, n_
from engine.constantinopolis.faces import UNREAD


def unread(pool: Mapping[str, int], drawn: Sequence[str]) -> int:
    """How many unread cards the deck still holds, beside those drawn."""
    beyond = (max(0, drawn.count(piece) - pool.get(piece, 0)) for piece in set(drawn) - {UNREAD})
    return pool.get(UNREAD, 0) - drawn.count(UNREAD) - sum(beyond)


def deck_cards(scene: Scene, pool: Mapping[str, int], drawn: Sequence[str], most: int) -> tuple[ContractCard, ...]:
    """The cards that may be drawn: an unread one to be told, then faces that pass the filter by cargo."""
    blank, room = unread(pool, drawn), len(drawn) < most
    there = {*pool, *drawn, *_met(scene)} - {UNREAD}
    faces = {piece: pool.get(piece, 0) - drawn.count(piece) for piece in there}
    found = [
        _deck_card(piece, faces[piece], room, blank > 0)
        for piece in sorted(faces, key=_cargo_order)
        if (faces[piece] > 0 or blank > 0 or piece in drawn) and _passes(piece, scene.look.cargo)
    ]
    return (_blank_card(blank, room), *found) if blank > 0 else tuple(found)


def _met(scene: Scene) -> set[str]:
    """Faces read earlier in this game: an unread card may be another copy."""
    return {piece for zone in scene.table.values() for piece in zone if piece.startswith("contract:")}


def _blank_card(count: int, room: bool) -> ContractCard:
    word = n_("{n} not typed in", "{n} not typed in", count)
    return paper_card(UNREAD, "free", word, Button(word, command=acts.Pick(UNREAD) if room else None))


def _deck_card(piece: str, left: int, room: bool, unread_ones: bool) -> ContractCard:
    """A face to tap; one that is used up keeps its place, so that nothing moves under the finger."""
    if left <= 0 and not unread_ones:
        return paper_card(piece, "short", _("all drawn"), Button(""))
    word = n_("{n} in the deck", "{n} in the deck", left) if left > 0 else _("seen before")
    return paper_card(piece, "free", word, Button("", command=acts.Card(piece, 1) if room else None))


def _cargo_order(piece: str) -> tuple[int, str]:
    cargo = piece.partition(":")[2].partition(".")[0]
    return len(cargo), piece


def _passes(piece: str, cargo: str) -> bool:
    carried = piece.partition(":")[2].partition(".")[0]
    return all(letter in carried for letter in cargo)


def telling(scene: Scene, drawn: int, most: int) -> Sheet:
    """One drawn card's face is told: cargo, gold, voyages."""
    me, face = scene.me, face_of(scene.look.printed)
    pair = CardPair(None, art(face), _line(face), None, Button(""))
    right = Button(_("That is right"), command=acts.Card(face, 1), look="primary")
    if not is_face(face):
        right = Button(_("That is right"), reason=_("not complete"))
    title = _("Card {n} of {all}").format(n=drawn + 1, all=most)
    leave = Button(_("Back"), command=acts.Pick(UNREAD))
    note = _("Told once, it is there to tap from then on.")
    bar = Bar(sentence=title, note=note, person=scene.person(me), choices=(leave,), primary=right)
    return sheet(scene, facing(pair, scene.look.printed, acts.Face), bar)


def _line(face: str) -> Line:
    if not is_face(face):
        return (Word(_("not complete"), True),)
    return (*cargo_icons(face), Glyph("coin", face.split(".")[1], "gold_text"))
