"""Pieces of a finished game before the camera: the picture, what was read on it, and what that counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from companion.play.reports import Frame
from companion.presenters.draft import Draft
from companion.presenters.scene import Screens, people
from companion.titles import title_of
from companion.titles.showing import Counts, Showing, showing_named
from companion.views.common import acts
from companion.views.common import shown_pieces as s
from companion.views.common.parts import Bar, Button, Line, Sheet, Top, Word
from companion.views.common.scan import MarkBox
from companion.wording import _, n_

if TYPE_CHECKING:
    from companion.tasks.picture_count import FoundPiece, PictureCount

Found = Mapping[str, tuple[str, ...]]
"""What pictures showed: ``<seat> <showing> <kind>`` → the labels that were counted."""
UNDER = 4
"""Up to so many cubes may be entered as lying under others; more of them are counted by laying them side by side."""
FEW = 6
"""Up to so many answers stand in three columns, more of them in four."""


class Asked(Struct, frozen=True):
    """The piece that is asked about, and its label as far as it was entered."""

    place: int = -1
    begun: str = ""


# --- the screen ---


def sheet(count: PictureCount, draft: Draft, found: Found, seat: str, asked: Asked, title: Screens) -> Sheet:
    """What the camera sees of a player's pieces; `found` is what was counted before."""
    from companion.tasks.picture_count import NO_PIECE  # eyes are slow to load: only who shows pieces needs them

    person = people({place.seat: place.name for place in draft.places})[seat]
    seen = count.frame or Frame(pixels=b"", width=16, height=9)
    heading, note = title.showing_words(count.showing.name)
    piece = count.pieces[asked.place] if 0 <= asked.place < len(count.pieces) else None
    body = s.ShownPieces(
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        marks=tuple(_mark(one, title) for one in count.pieces if one.label != NO_PIECE),
        heading=heading,
        note=note if count.state == "live" else _found_words(count),
        rows=tuple(s.CountedRow(*row) for row in title.counted_rows(count.showing.counts(count.labels))),
        doubtful_title=_("What are these?"),
        doubtful=tuple(s.PieceCrop(one.crop, Button("", command=s.AskPiece(one.place))) for one in count.doubtful),
        ask=_asking(count.showing, piece, asked.begun, title) if piece else None,
    )
    top = Top(title=_("A finished game"), menu=Button(_("Games"), icon="close", command=acts.Open("games")))
    return Sheet(body=body, top=top, bar=replace(_bar(count, found, seat), person=person), band=seat)


def _found_words(count: PictureCount) -> str:
    if count.state == "looking":
        return _("Reading …")
    return n_("{n} piece read", "{n} pieces read", len(count.labels))


def _line(label: str, title: Screens) -> Line:
    """What was read on a piece; of cubes under others, how many more there are."""
    name, plus, more = label.partition("+")
    return (Word(f"+{more}", True),) if plus else title.shown_line(name)


def _mark(piece: FoundPiece, title: Screens) -> MarkBox:
    line: Line = _line(piece.label, title) if piece.label else (Word("?", True),)
    return MarkBox(line, piece.corners, bool(piece.label))


def _asking(showing: Showing, piece: FoundPiece, begun: str, title: Screens) -> s.PieceAsk:
    """What a piece may be: the likely labels first, then all of its kind; a label is begun and then finished."""
    from companion.tasks.picture_count import NO_PIECE  # eyes are slow to load: only who shows pieces needs them

    if unseen := next((label for label in (piece.label, *piece.likely) if "+" in label), ""):
        return _asking_more(piece, unseen.partition("+")[0], title)
    kind = showing.kind(piece.label or (piece.likely[0] if piece.likely else "")) or showing.kinds[0]
    likely = () if begun else tuple(label for label in piece.likely if not label.endswith("."))
    labels = tuple(dict.fromkeys((*likely, *kind.choices(begun))))
    others = (
        Button(_("Not counted"), command=s.NamePiece(piece.place, NO_PIECE)),
        Button(_("Back"), command=s.AskPiece(piece.place if begun else -1)),
    )
    return s.PieceAsk(
        heading=_("What is this?"),
        note=_("How likely the first is: {n}\u00a0%").format(n=round(100 * piece.share))
        if likely and not piece.named
        else "",
        seen=piece.crop,
        answers=tuple(_answer(piece, label, title) for label in labels),
        columns=3 if len(labels) <= FEW else 4,
        others=others,
    )


def _asking_more(piece: FoundPiece, name: str, title: Screens) -> s.PieceAsk:
    """How many cubes of a colour lie under those that are seen."""
    from companion.tasks.picture_count import NO_PIECE  # eyes are slow to load: only who shows pieces needs them

    return s.PieceAsk(
        heading=_("How many more lie under these?"),
        note=_("How likely one is: {n}\u00a0%").format(n=round(100 * piece.share)),
        seen=piece.crop,
        answers=tuple(_answer(piece, f"{name}+{more}", title) for more in range(1, UNDER + 1)),
        columns=UNDER,
        others=(
            Button(_("No more"), command=s.NamePiece(piece.place, NO_PIECE), chosen=piece.label == NO_PIECE),
            Button(_("Back"), command=s.AskPiece(-1)),
        ),
    )


def _answer(piece: FoundPiece, label: str, title: Screens) -> s.PieceAnswer:
    unfinished = label.endswith(".")
    act = s.AskPiece(piece.place, label) if unfinished else s.NamePiece(piece.place, label)
    return s.PieceAnswer(_line(label, title), Button("", command=act, chosen=label == piece.label, key=label))


# --- the bar ---


def _bar(count: PictureCount, found: Found, seat: str) -> Bar:
    if count.state == "looking":
        return Bar(sentence=_("Reading the picture …"), note=count.file, choices=(_back(),))
    return _read_bar(count, found, seat) if count.state == "read" else _live_bar(count)


def _back() -> Button:
    return Button(_("Back"), command=acts.Open("count"))


def _live_bar(count: PictureCount) -> Bar:
    """Before a picture is read: take one, or open a file."""
    file = Button(_("A picture file"), icon="copy", command=acts.Open("pictures"))
    take = Button(_("Take the picture"), icon="camera", command=s.TakePicture(), look="primary")
    if not count.has_camera:
        sentence = _("No camera is there: open a picture")
        return Bar(sentence=sentence, note=_trouble(count), choices=(_back(),), primary=file)
    ready = count.frame is not None
    sentence = _("Lay it side by side, hands away") if ready else _("No picture yet")
    example = _("The drawn table shows an example.") if count.example else _("On the mat it is read best.")
    note = _trouble(count) or example
    return Bar(sentence=sentence, note=note, choices=(_back(), file), primary=take if ready else None)


def _trouble(count: PictureCount) -> str:
    """Why the last picture was not read."""
    words = {
        "": "",
        "picture": _("{file} is no whole picture: JPEG, PNG, WebP and BMP are read. Nothing was changed."),
        "large": _("{file} is too large: at most 50 million pixels are read. Nothing was changed."),
        "disk": _("{file} cannot be opened. Nothing was changed."),
        "dark": _("The camera has sent no picture yet."),
    }
    return words[count.trouble].format(file=f"“{count.file}”")


def _read_bar(count: PictureCount, found: Found, seat: str) -> Bar:
    again = Button(_("Another picture"), icon="camera", command=s.LookOn())
    if not count.pieces:
        note = _("Nothing that counts here was found in the picture. Nothing was changed.")
        return Bar(sentence=_("Nothing was found"), note=note, choices=(_back(),), primary=again)
    if count.doubtful:
        n = len(count.doubtful)
        sentence = n_("{n} piece is in doubt", "{n} pieces are in doubt", n)
        note = _("Tap it and say what it is.") if count.labels else _("None is known: is it the right game?")
        out = Button(_("Leave them out"), command=s.LeaveOut())
        return Bar(sentence=sentence, note=note, choices=(_back(), again, out))
    act = s.CountShown(seat, count.showing.name, count.labels)
    if not count.labels:
        return Bar(sentence=_("Nothing counts"), note="", choices=(_back(),), primary=again)
    note = _("Tap a piece that was read wrongly.")
    right = Button(_("Count these"), command=act, look="primary")
    if not before(found, seat, count.showing, count.labels):
        return Bar(sentence=_("Is that right?"), note=note, choices=(_back(), again), primary=right)
    more = Button(_("Add them"), command=s.CountShown(act.seat, act.showing, act.labels, more=True))
    instead = Button(_("Count these instead"), command=act, look="primary")
    sentence = _("Are they all, or more of them?")
    return Bar(sentence=sentence, note=note, choices=(again, more), primary=instead)


# --- what a game counts of it ---


def before(found: Found, seat: str, showing: Showing, labels: tuple[str, ...]) -> bool:
    """Was a kind of these pieces counted in an earlier picture?"""
    return any(f"{seat} {showing.name} {kind.prefix}" in found for kind in map(showing.kind, labels) if kind)


def shown(game: str, found: Found, act: s.CountShown) -> tuple[Found, Counts]:
    """What pictures showed with these pieces too, and the lines of the final count they fill in."""
    showing = showing_named(title_of(game).showings, act.showing)
    lines: dict[str, int | tuple[str, ...]] = {}
    for kind in showing.kinds:
        own, key = showing.of_kind(kind, act.labels), f"{act.seat} {showing.name} {kind.prefix}"
        if own:
            found = {**found, key: (*found.get(key, ()), *own) if act.more else own}
            lines |= kind.count(found[key])
    return found, lines


def read_by_camera(game: str, found: Found, seat: str, line: str) -> tuple[tuple[str, ...], object] | None:
    """The pieces that filled in a line of a player's count, and what they came to; None where it was typed."""
    for showing in title_of(game).showings:
        for kind in showing.kinds:
            labels = found.get(f"{seat} {showing.name} {kind.prefix}")
            if line in kind.lines and labels:
                return labels, kind.count(labels)[line]
    return None


def origin(
    draft: Draft, found: Found, seat: str, line: str, value: object, shown_line: Callable[[str], Line]
) -> tuple[Line, ...]:
    """Where a figure of the count comes from: read by the camera, from which pieces, or typed."""
    read = read_by_camera(draft.game, found, seat, line)
    if read is None:
        return ((Word(_("Counted by hand.")),),)
    labels, counted = read
    pieces = tuple(part for label in labels[:MOST] for part in shown_line(label))
    rest = len(labels) - MOST
    more = (Word(_("and {n} more").format(n=rest)),) if rest > 0 else ()
    first = _("Read by the camera:") if counted == value else _("Changed by hand; the camera read:")
    return ((Word(first),), (*pieces, *more))


MOST = 10
"""So many pieces stand in the line that tells where a figure comes from."""


def row_note(draft: Draft, found: Found, seat: str, line: str, value: object, note: str) -> str:
    """The note of a line to count: that the camera read it, or that it was changed since."""
    read = read_by_camera(draft.game, found, seat, line)
    if read is None:
        return note
    return _("read by the camera") if read[1] == value else _("changed by hand")


def show_button(draft: Draft, seat: str, showing: str) -> tuple[Button, ...]:
    """The way to the camera; none in a game whose pieces it cannot read."""
    if not title_of(draft.game).showings:
        return ()
    return (Button(_("Show to the camera"), icon="camera", command=s.ShowPieces(seat, showing)),)
