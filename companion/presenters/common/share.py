"""Every way a game may leave the table: a code, texts to copy, files to save."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.host.saving import HERE, Place, file_name
from companion.presenters.handling import At, Handlers, offer
from companion.presenters.scene import Scene
from companion.sharing.bgg import bgg_text
from companion.sharing.bgstats import bgstats_link
from companion.sharing.code import Squares, squares
from companion.sharing.formats import FORMATS
from companion.sharing.report import Report, report_now
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet
from companion.views.common.share import Code, Scored, Share, SharingWay
from companion.wording import _, figure, n_, wording
from engine.errors import CompanionError

FILES = ("html", "csv", "notation", "record")
"""The kinds of file that are saved, in the order in which they are offered."""
ICONS = {"html": "chart", "csv": "grid", "notation": "notation", "record": "record"}
TEXTS: Mapping[str, Callable[[Report], str]] = {"bgg": bgg_text, "bgstats": bgstats_link}
_MADE: dict[tuple[str, str, str], object] = {}
"""What was made of the last game, by digest, language and kind."""


def sharing(scene: Scene, places: Sequence[Place]) -> Sheet:
    """The screen; `places` are where files may be saved, none without a data folder."""
    report = report_now(scene.source.book)
    place = chosen(places, scene.look.tab)
    ways = (*_texts(), *(_file(scene, report, kind, place) for kind in FILES))
    body = Share(
        title=_("Share this game"),
        scores=tuple(Scored(scene.player(one.seat), figure(one.score)) for one in report.standings),
        code=Code("BG Stats", _code(report), _("Hold a phone over it. BG Stats opens there with this game filled in.")),
        ways=ways,
    )
    return scene.title.sheet(scene, body, _bar(scene, places, place, len(ways)), "")


def chosen(places: Sequence[Place], name: str) -> Place | None:
    """The place people have chosen, the first one unless they did."""
    return next((place for place in places if place.name == name), places[0] if places else None)


def _made(report: Report, kind: str, make: Callable[[], object]) -> Any:
    """Something made of a game, kept until another game or language is shown."""
    key = (report.digest, wording.language, kind)
    if key not in _MADE:
        for old in [old for old in _MADE if old[:2] != key[:2]]:
            del _MADE[old]
        _MADE[key] = make()
    return _MADE[key]


def _code(report: Report) -> Squares:
    found: Squares = _made(report, "code", lambda: squares(bgstats_link(report)))
    return found


def _texts() -> tuple[SharingWay, SharingWay]:
    link = Button(_("Link"), icon="copy", command=acts.CopyText("bgstats"))
    text = Button(_("Copy"), icon="copy", command=acts.CopyText("bgg"))
    return (
        SharingWay(
            icon="qr", title="BG Stats", note=_("a link, also as a code; no network needed"), button=link, shown=True
        ),
        SharingWay(
            icon="speech", title=_("For BoardGameGeek"), note=_("a short text with places and remarks"), button=text
        ),
    )


def _file(scene: Scene, report: Report, kind: str, place: Place | None) -> SharingWay:
    size = _made(report, kind, lambda: len(FORMATS[kind].made(scene.source.book, report)))
    title, about = _words(report)[kind]
    button = Button(_("Save"), icon="save", command=acts.SaveFiles((kind,)))
    if place is None:
        button = Button(_("Save"), reason=_("no folder"))
    return SharingWay(icon=ICONS[kind], title=title, note=f"{about}, {max(1, round(size / 1000))} kB", button=button)


def _words(report: Report) -> dict[str, tuple[str, str]]:
    lines = n_(
        "the game on {n} line, can be played again", "the game on {n} lines, can be played again", report.entries
    )
    return {
        "html": (_("Report to read"), _("one page with charts, opens anywhere")),
        "csv": (_("Table of figures"), _("every round, for a spreadsheet")),
        "notation": (_("Notation"), lines),
        "record": (_("Whole record"), _("every tap and reading; includes all gold")),
    }


def place_word(place: Place) -> str:
    """A place in a word."""
    return _("This device") if place.name == HERE else place.name


def ways_out(count: int) -> str:
    """The sentence of the bar: how many ways are listed."""
    return _("{n} ways out, no network needed").format(n=count)


def _bar(scene: Scene, places: Sequence[Place], place: Place | None, count: int) -> Bar:
    tabs = tuple(
        Button(place_word(each), command=acts.Tab(each.name), look="tab", chosen=each == place) for each in places
    )
    back = Button(_("Back"), icon="close", command=acts.Open("score"))
    save_all = None
    if place is not None:
        save_all = Button(_("Save all four"), place_word(place), command=acts.SaveFiles(FILES), look="primary")
    note = scene.look.said or _("Files are kept on this device, or go onto a stick put into it.")
    choices = (back, *(tabs if len(tabs) > 1 else ()))
    return Bar(sentence=ways_out(count), note=note, choices=choices, primary=save_all)


# --- what taps do ---


def _copy(desk: At, act: acts.CopyText) -> None:
    assert desk.source is not None
    desk.copy(TEXTS[act.kind](report_now(desk.source.book)))
    desk.see(said=_("Copied. Paste it where you want it."))


def _save(desk: At, act: acts.SaveFiles) -> None:
    assert desk.source is not None
    place = chosen(desk.host.saving_places, desk.look.tab) if desk.host is not None else None
    if place is None or desk.host is None:
        return
    try:
        folder = desk.host.save_files(desk.source.book, act.kinds, place)
    except (CompanionError, OSError) as error:
        desk.see(said=_("Not saved: {why}").format(why=error))
    else:
        names = [file_name(kind) for kind in act.kinds]
        desk.see(said=_("Saved in {folder}: {names}").format(folder=folder, names=", ".join(names)))
        offer(desk, [folder / name for name in names])


HANDLERS: Handlers = {acts.CopyText: _copy, acts.SaveFiles: _save}
