"""What one sees while no game is open: begin, look, score, help, go on; and the first question of a new game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.play.reports import Device, Saved
from companion.presenters.chips import chips
from companion.presenters.common.newgame import game_buttons, saved_line, top_of
from companion.presenters.draft import Draft
from companion.presenters.source import Host
from companion.titles import title_of
from companion.views.common import acts
from companion.views.common.newgame import BoxCard, FirstChoice, Help, Point, WhichBox
from companion.views.common.parts import MARK, Bar, Button, Sheet, Top
from companion.wording import _, n_


def first_screen(host: Host | None, running: bool) -> Sheet:
    """What one may do; `running` tells that a game waits behind it."""
    saved: Sequence[Saved] = host.saved if host else ()
    devices: Sequence[Device] = host.devices if host else ()
    leave = Button(_("Menu"), icon="menu", command=acts.Open("menu"))
    if running:
        leave = Button(_("Back"), icon="close", command=acts.Open("play"))
    body = FirstChoice(
        title=_("What would you like to do?"),
        note=_note(host, bool(saved)),
        fresh=Button(_("New game"), _("under a minute"), "plus", command=acts.Open("new"), look="primary"),
        ways=_ways(),
        heading=_("Go on with a game"),
        games=tuple(saved_line(each) for each in saved),
        troubles=_troubles(host),
        empty=_("Your games will stand here, newest first."),
    )
    return Sheet(body=body, top=Top(title=_("Games"), chips=chips(devices, False, False), menu=leave))


def _note(host: Host | None, some: bool) -> str:
    if host is not None and host.read_only:
        return _("Nothing can be kept in the data folder just now: games can only be looked at.")
    if some:
        return _("The table is read again before play goes on.")
    return _("Nothing has been played here yet. Everything works without a network.")


def _ways() -> tuple[Button, ...]:
    return (
        Button(_("Watch one being played"), _("drawn players, camera and trays"), "play", command=acts.Watch()),
        Button(_("Learn by playing"), _("a first game in six minutes"), "learn", command=acts.Learn()),
        Button(_("Score a finished game"), _("one nobody followed"), "fame", command=acts.Open("count")),
        Button(_("Help"), _("what this app does"), "question", command=acts.Open("help")),
    )


def _troubles(host: Host | None) -> tuple[Button, ...]:
    """Games that are damaged or lost, each with a way back."""
    if host is None:
        return ()
    return tuple(
        Button(_("Restore {game}").format(game=id), what, "history", command=acts.Restore(id))
        for id, what in host.troubles
    )


def which_box(draft: Draft, host: Host | None) -> Sheet:
    """The first question of a new game, because it decides which values may be used."""
    body = WhichBox(
        title=_("Which box lies on the table?"),
        games=game_buttons(draft),
        boxes=tuple(_box(draft, *each) for each in _boxes_of(draft.game)),
    )
    return Sheet(body=body, top=top_of(_("New game"), host.devices if host else ()), bar=_bar(draft, host))


Described = tuple[str, str, str, str, tuple[tuple[str, str], ...]]


def _boxes_of(game: str) -> tuple[Described, ...]:
    """The boxes a game may be played from: a game whose rules state every value comes from its own box."""
    there = {each[0]: each for each in _boxes()}
    if not title_of(game).asks_values:
        _key, icon, title, note, points = there.pop("copy")
        there["house"] = ("house", icon, title, note, points[:1])
    if title_of(game).table is None:
        del there["none"]
    return tuple(there.values())


def _boxes() -> tuple[Described, ...]:
    return (
        (
            "copy",
            "contract",
            _("My own box"),
            _("The printed game, bought in a shop."),
            (
                ("check", _("What the rulebooks print is known already.")),
                ("camera", _("What only the box shows is read or typed once, when it is needed.")),
                ("rule", _("It is kept for every later game.")),
            ),
        ),
        (
            "house",
            "kind-production",
            _("Ours, printed"),
            _("Printed from this app and cut out."),
            (("check", _("Every value is known, nothing is asked.")),),
        ),
        (
            "none",
            "table",
            _("None, just trying"),
            _("The table is drawn on this screen."),
            (
                ("vote", _("No pieces to move, all by taps.")),
                ("play", _("Seats nobody takes play by themselves.")),
                ("history", _("Can be stopped and gone on with.")),
            ),
        ),
    )


def _box(draft: Draft, key: str, icon: str, title: str, note: str, points: tuple[tuple[str, str], ...]) -> BoxCard:
    chosen = draft.values == key
    return BoxCard(
        icon=icon,
        title=title,
        note=note,
        points=tuple(Point(*each) for each in points),
        button=Button(title, command=acts.Agreed("values", key), chosen=chosen),
    )


def _bar(draft: Draft, host: Host | None) -> Bar:
    words = {key: title for key, _icon, title, _note, _points in _boxes_of(draft.game)}
    costs = {
        "": _("This decides which printed values are used."),
        "house": _("No value will be asked."),
        "none": _("No value will be asked."),
        "copy": _asked(host.lacking if host else 0),
    }
    onward = Button(_("Who sits where?"), command=acts.Open("seats"), look="primary")
    if not draft.values:
        onward = Button(_("Who sits where?"), reason=_("which box?"))
    return Bar(sentence=words.get(draft.values, _("New game")), note=costs[draft.values], primary=onward)


def _asked(lacking: int) -> str:
    if not lacking:
        return _("Your copy says every value already.")
    return n_(
        "{n} value will be asked, when it is needed.", "{n} values will be asked, one at a time, when needed.", lacking
    )


def help_screen(devices: Sequence[Device]) -> Sheet:
    """What the companion does."""
    points = (
        Point("table", _("You play with your own pieces; this screen follows, counts and knows the rules.")),
        Point("check", _("Do on the screen what you do at the table: one tap, and it tells what hands must move.")),
        Point("undo", _("Anything can be taken back or corrected; nothing is ever lost.")),
        Point("challenge", _("Tap the scales when you disagree: the rule, its page and the facts are shown.")),
        Point("camera", _("A camera or trays may read the table; without them taps are enough.")),
        Point("rule", _("A value with {mark} is our own, because no rulebook states it.").format(mark=MARK)),
        Point("hidden", _("Gold is covered: hold your treasury to look.")),
    )
    back = Button(_("Back"), command=acts.Open("games"), look="primary")
    return Sheet(
        body=Help(_("How it works"), points), top=top_of(_("Help"), devices), bar=Bar(sentence="", primary=back)
    )
