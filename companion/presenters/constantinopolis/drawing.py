"""Drawing contracts in Constantinopolis, and the redraw of two offices."""

from __future__ import annotations

from companion.presenters.common.steps import back, undo
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.acceptance import paper_card
from companion.presenters.constantinopolis.common import sheet
from companion.presenters.constantinopolis.unread_cards import deck_cards, telling, unread
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
        missing=0,
        filters=(),
        found=tuple(cards),
        none="",
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
    shown = deck_cards(scene, pool, drawn, most)
    mine = tuple(paper_card(piece, "picked", _("drawn"), Button("", command=acts.Card(piece, -1))) for piece in drawn)
    missing = most - len(drawn)
    hint = n_("{n} to come", "{n} to come", missing) if missing else _("all there")
    title = n_("{name} draws {n}", "{name} draws {n}", most, name=scene.name(me))
    watched = any(device.kind == "camera" and device.state not in ("lost", "off") for device in scene.source.devices)
    scan = Button(_("Show them to the camera"), icon="camera", command=acts.Open("scan")) if watched else None
    none = "" if shown else _("The deck holds no such contract.")
    body = Drawing(
        title=title,
        hint=hint,
        drawn=mine,
        missing=missing,
        filters=_filters(scene.look.cargo),
        found=shown,
        none=none,
        scan=scan,
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


def _filters(cargo: str) -> tuple[Button, ...]:
    letters = [(good, words.ICONS[good]) for good in words.ORDER] + [("P", "passenger")]
    found = [Button("", icon=icon, command=acts.Filter(letter), chosen=letter in cargo) for letter, icon in letters]
    return (*found, Button(_("All"), command=acts.Filter(""), chosen=not cargo))
