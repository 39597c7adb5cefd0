"""Drawing contracts in Constantinopolis, and the redraw of two offices."""

from __future__ import annotations

from companion.presenters.common.steps import back, undo
from companion.presenters.constantinopolis.acceptance import known_as_ours, paper_card
from companion.presenters.constantinopolis.common import sheet
from companion.presenters.constantinopolis.unread_cards import cargoes, deck_cards, deck_of, telling, unread
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.constantinopolis.drawing import Drawing
from companion.wording import _, n_
from engine.constantinopolis.commands import Draw, Redraw
from engine.constantinopolis.faces import UNREAD
from engine.game import Pick


def redrawing(scene: Scene) -> Sheet:
    """Up to two contracts are given back for as many new ones."""
    me = scene.me
    offer = scene.offer(me, Redraw)
    pool = offer.over.pool if offer and isinstance(offer.over, Pick) else {}
    chosen = {piece: scene.look.cards.count(piece) for piece in scene.look.cards}
    cards = []
    for piece, count in sorted(pool.items()):
        for at in range(count):
            mine = at < chosen.get(piece, 0)
            button = Button("", command=acts.Card(piece, -1 if mine else 1), chosen=mine)
            cards.append(paper_card(piece, "picked" if mine else "free", _("goes back") if mine else "", button))
    primary = scene.button(Redraw(me, chosen), _("Swap these"), look="primary")
    title = _("Which contracts go back?")
    body = Drawing(
        title=title,
        hint=_("one or two"),
        drawn=(),
        found=known_as_ours(scene, cards),
        scan=back(_("Back to the ships")),
    )
    return sheet(
        scene,
        body,
        Bar(
            sentence=title,
            note=_("As many new ones are drawn."),
            person=scene.person(me),
            undo=undo(scene),
            primary=primary,
        ),
    )


def drawing(scene: Scene) -> Sheet:
    """One player draws contracts: shown to the camera, or tapped."""
    me = scene.me
    offer = scene.offer(me, Draw)
    pool, most = (dict(offer.over.pool), offer.over.most) if offer and isinstance(offer.over, Pick) else ({}, 0)
    drawn = scene.look.cards[:most]
    if scene.look.picked == UNREAD and len(drawn) < most and unread(pool, drawn):
        return telling(scene, len(drawn), most)
    deck, cargo = deck_of(scene, pool, drawn, most), scene.look.cargo
    mine = tuple(paper_card(piece, "picked", _("drawn"), Button("", command=acts.Card(piece, -1))) for piece in drawn)
    missing = most - len(drawn)
    watched = any(device.kind == "camera" and device.state not in ("lost", "off") for device in scene.source.devices)
    body = Drawing(
        title=n_("{name} draws {n}", "{name} draws {n}", most, name=scene.name(me)),
        hint=n_("{n} to come", "{n} to come", missing) if missing else _("all there"),
        drawn=known_as_ours(scene, mine),
        ask=_("Which one exactly?") if cargo else _("What does the next card carry?") if missing else "",
        cargoes=cargoes(deck) if missing and not cargo else (),
        found=known_as_ours(scene, deck_cards(deck, cargo)) if missing and cargo else (),
        other=Button(_("Other goods"), command=acts.Filter("")) if cargo else None,
        none="" if deck.faces or deck.blank else _("The deck holds no card."),
        scan=Button(_("Show them to the camera"), icon="camera", command=acts.Open("scan")) if watched else None,
    )
    return sheet(scene, body, _draw_bar(scene, me, drawn, most, watched))


def _draw_bar(scene: Scene, me: str, drawn: tuple[str, ...], most: int, watched: bool) -> Bar:
    cards = {piece: drawn.count(piece) for piece in dict.fromkeys(drawn)}
    sentence = n_("{name} draws {n} contract", "{name} draws {n} contracts", most, name=scene.name(me))
    if len(drawn) < most and scene.stop(Draw(me, cards)):
        word = n_("{n} more card", "{n} more cards", most - len(drawn))
        primary = Button(_("Take these"), reason=word, rule="C-DRW-01", about=Draw(me, cards))
    else:
        primary = scene.button(Draw(me, cards), _("Take these"), look="primary")
    return Bar(
        sentence=sentence,
        note=_("Lay them on the mat, or tap them here.") if watched else _("Tap them here."),
        person=scene.person(me),
        undo=undo(scene),
        primary=primary,
    )
