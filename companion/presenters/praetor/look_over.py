"""The city looked over with the camera: the book's map, how each tile was seen so far, and where to move next.

Nothing is booked by looking: what is asked and what differs is found as ever, and *Done* leads there.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.common.look_over import SCREEN
from companion.presenters.common.scan import marks_on, status_of
from companion.presenters.praetor import words
from companion.presenters.praetor.choice import Choice
from companion.presenters.praetor.common import sheet
from companion.presenters.praetor.doubts import doubts, lies_word, strays, worker_word
from companion.presenters.praetor.map import stray, tile_at
from companion.presenters.praetor.scan_marks import focus_of
from companion.presenters.scene import Scene
from companion.titles.praetor.city_seen import AGREES, DIFFERS, DOUBT, UNSEEN, CitySeen, TileSeen, city_seen
from companion.titles.praetor.seen import MAT
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.common.scan import LookAfresh
from companion.views.praetor.city import SEEN_MARKS, CityTile, PraetorMap
from companion.views.praetor.look_over import PraetorLookOver, SeenCount, SmallPicture
from companion.wording import _, n_
from engine.praetor.city import Cell, Spot, city
from vision.flat.patches import LOOKS

CAMERA = "camera"


def entrance() -> Button:
    """What opens this screen."""
    return Button(_("Look over the city"), icon=CAMERA, command=acts.Open(SCREEN))


def look_over(scene: Scene) -> Sheet:
    """The map that fills in while the camera is moved."""
    seen = _seen(scene)
    trouble, way = _trouble(scene)
    body = PraetorLookOver(
        map=_map(scene, seen),
        counts=_counts(seen),
        picture=None if trouble else _picture(scene),
        trouble=trouble,
        way=way,
    )
    return sheet(scene, body, _bar(scene, seen))


def _seen(scene: Scene) -> CitySeen:
    """What looks show, and beside it what is asked about or differs already."""
    found, odd = city_seen(scene.state, scene.source.looks), doubts(scene)
    asked = {
        tile: TileSeen(state=DIFFERS)
        for tile in odd
        if tile in found.tiles and found.tiles[tile].state in (AGREES, UNSEEN)
    }
    beside = {**strays(scene), **found.strays}
    unread = found.unread - {(spot.x, spot.y) for spot in beside.values()}
    return replace(found, tiles={**found.tiles, **asked}, strays=beside, unread=unread)


# --- the map ---


def _map(scene: Scene, seen: CitySeen) -> PraetorMap:
    odd, spots = doubts(scene), city(scene.state.zones).spots
    due = _nearest(seen, spots)[0]
    tiles = [_tile(scene, tile, spot, seen.tiles[tile], odd.get(tile, ""), tile == due) for tile, spot in spots.items()]
    beside = [replace(stray(scene, tile, spot), seen=DIFFERS) for tile, spot in seen.strays.items()]
    return PraetorMap(tiles=(*tiles, *beside, *map(_unread, sorted(seen.unread))), free=(), still=True)


def _unread(cell: Cell) -> CityTile:
    """A tile beside the city that could not be read."""
    x, y = cell
    return CityTile(
        x=x,
        y=y,
        name="",
        icon="question",
        plazas=(),
        area="none",
        fee=(),
        button=Button(""),
        doubt=_("a tile?"),
        seen=DOUBT,
    )


def _tile(scene: Scene, tile: str, spot: Spot, seen: TileSeen, asked: str, due: bool) -> CityTile:
    """A tile of the book with how it was seen; the one that is `due` to be looked at next is framed."""
    shown = tile_at(scene, tile, spot, Choice())
    word = asked or _word(spot, seen)
    settled_at = _settled_at(scene) if word else None
    button = Button(shown.name if settled_at else "", command=settled_at, chosen=due)
    return replace(shown, button=button, seen=seen.state, doubt=word)


def _word(spot: Spot, seen: TileSeen) -> str:
    """What of a tile is otherwise than in the book, in a word or two; nothing where all is as it should be."""
    if seen.state != DIFFERS:
        return ""
    if seen.table or seen.book:
        return worker_word(seen.table, seen.book)
    if seen.lies is not None:
        return lies_word(spot, seen.lies)
    if not seen.other:
        return _("not there?")
    return f"{words.tile_name(seen.other)}?" if words.is_tile(seen.other) else _("another tile?")


def _settled_at(scene: Scene) -> acts.Open | None:
    """Where it is settled what was seen otherwise; None while nothing is asked yet."""
    if scene.source.questions:
        return acts.Open("scan")
    return acts.Open("differ") if scene.source.disagreements else None


# --- beside it ---


def _counts(seen: CitySeen) -> tuple[SeenCount, ...]:
    figures = {state: len(seen.those(state)) for state in (AGREES, UNSEEN)}
    figures |= {DOUBT: seen.doubted, DIFFERS: len(seen.otherwise)}
    told = {
        AGREES: _("as in the book"),
        DOUBT: _("in doubt"),
        DIFFERS: _("otherwise than in the book"),
        UNSEEN: _("not seen yet"),
    }
    return tuple(
        SeenCount(icon=icon, tone=tone, words=word, figure=str(figures[state]))
        for state, word in told.items()
        for icon, tone in (SEEN_MARKS.get(state, ("hidden", "muted")),)
    )


def _picture(scene: Scene) -> SmallPicture:
    frame = scene.source.frame
    if frame is None:
        return SmallPicture(pixels=b"", width=16, height=9, marks=(), status=status_of(None), good=False)
    return SmallPicture(
        pixels=frame.pixels,
        width=frame.width,
        height=frame.height,
        marks=marks_on(scene.title, frame),
        status=status_of(frame) if frame.corners or frame.marks else _("No tile is known here"),
        good=bool(frame.marks),
        focus=focus_of(frame) if frame.corners else None,
    )


def _trouble(scene: Scene) -> tuple[str, Button | None]:
    """Why no camera looks, and the way out of it; nothing while one does."""
    camera = next((device for device in scene.source.devices if device.kind == CAMERA), None)
    if camera is None:
        choose = Button(_("Choose devices"), icon="broker", command=acts.Open("wiring"))
        return _("No camera looks at this table. Choose one, or go on by taps."), choose
    if camera.state in ("lost", "off"):
        look = Button(_("Devices"), icon=CAMERA, command=acts.Open("devices"))
        return _("The camera is gone. What was seen so far stays."), look
    return "", None


# --- what is done ---


def _bar(scene: Scene, seen: CitySeen) -> Bar:
    there = len(seen.tiles) - len(seen.those(UNSEEN))
    sentence = n_("{seen} of {n} tile seen", "{seen} of {n} tiles seen", len(seen.tiles), seen=str(there))
    again = Button(_("Start again"), command=LookAfresh((LOOKS, MAT)))
    if not there:
        again = Button(_("Start again"), reason=_("nothing seen yet"))
    return Bar(sentence=sentence, note=_next(scene, seen), choices=(again,), primary=_done(scene, seen))


def _done(scene: Scene, seen: CitySeen) -> Button:
    """On to what is asked or differs, or back to the game."""
    odd, left = len(seen.otherwise), len(seen.those(UNSEEN))
    note = _("all as in the book")
    if settled_at := _settled_at(scene):
        note = _("to what is asked") if scene.source.questions else _("to what differs")
    elif odd:
        note = n_("{n} otherwise, asked soon", "{n} otherwise, asked soon", odd)
    elif left:
        note = n_("{n} not seen yet", "{n} not seen yet", left)
    elif seen.doubted:
        note = n_("{n} in doubt", "{n} in doubt", seen.doubted)
    return Button(_("Done"), note, command=settled_at or acts.Open("play"), look="primary")


def _next(scene: Scene, seen: CitySeen) -> str:
    """What to do next, in one line; nothing to be moved while no camera looks."""
    if seen.those(UNSEEN) and _trouble(scene)[0]:
        return ""
    if len(seen.those(UNSEEN)) == len(seen.tiles):
        return _("Move the camera slowly over the city, so close that a few tiles fill the picture.")
    if seen.apart:
        return _("A part was seen that joins nothing yet: show what lies between.")
    spots = city(scene.state.zones).spots
    tile, beside = _nearest(seen, spots)
    if tile:
        return _towards(spots[tile], spots[beside]).format(tile=words.tile_name(tile), other=words.tile_name(beside))
    if seen.otherwise:
        return _("All was seen. What lies otherwise is framed on the map.")
    if doubt := seen.those(DOUBT):
        return _("Look at {tile} once more, from closer: it is in doubt.").format(tile=words.tile_name(doubt[0]))
    if seen.unread:
        return _("Beside the city lies a tile that could not be read: look at it once more, from closer.")
    return _("Every tile lies as in the book.")


def _nearest(seen: CitySeen, spots: dict[str, Spot]) -> tuple[str, str]:
    """The tile not seen yet that lies nearest to one that was, and that one; nothing where there are not both."""
    left = seen.those(UNSEEN)
    there = [tile for tile in seen.tiles if tile not in left]
    pairs = ((tile, beside) for tile in left for beside in there)
    return min(pairs, key=lambda pair: _apart(spots[pair[0]], spots[pair[1]]), default=("", ""))


def _apart(one: Spot, other: Spot) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _towards(spot: Spot, beside: Spot) -> str:
    """Where on the map a tile lies from another, in a sentence for both."""
    right, down = spot.x - beside.x, spot.y - beside.y
    if abs(right) >= abs(down):
        if right > 0:
            return _("Next: {tile}, right of {other} on the map.")
        return _("Next: {tile}, left of {other} on the map.")
    if down > 0:
        return _("Next: {tile}, below {other} on the map.")
    return _("Next: {tile}, above {other} on the map.")
