"""What one sees while no game is open: begin, look, score, help, go on; and the first question of a new game."""

from __future__ import annotations

from collections.abc import Sequence

from companion.play.reports import Device, Saved
from companion.presenters.chips import chips
from companion.presenters.common.newgame import game_buttons, saved_line, top_of
from companion.presenters.common.which_game import LEARN, WATCH
from companion.presenters.draft import NAMES, Draft
from companion.presenters.scene import people
from companion.presenters.source import Host
from companion.titles import DEFAULT, title_of
from companion.titles.example import ExampleState, example_of
from companion.views.common import acts
from companion.views.common.newgame import (
    BoxCard,
    ExampleGame,
    FirstChoice,
    FreshGame,
    GoOnWith,
    Help,
    Invitation,
    Point,
    Standing,
    WhichBox,
)
from companion.views.common.parts import MARK, Bar, Button, Chip, Sheet, Tag, Top
from companion.wording import LANGUAGES, _, n_, wording

NAME = "Companion"
"""The app's own name, the same in every language."""


def first_screen(host: Host | None, running: bool) -> Sheet:
    """What one may do; `running` tells that a game waits behind it."""
    saved: Sequence[Saved] = host.saved if host else ()
    leave = Button(_("Menu"), icon="menu", command=acts.Open("menu"))
    if running:
        leave = Button(_("Back"), icon="close", command=acts.Open("play"))
    waiting = _waiting(host, saved)
    some = bool(waiting.games or waiting.troubles)
    body = FirstChoice(
        title=_("What would you like to do?"),
        note=_note(host, some),
        help=Button(_("Help"), icon="question", command=acts.Open("help")),
        fresh=_fresh(),
        above=() if some else (_watching(),),
        waiting=waiting,
        beside=(_watching(), _learning(), _scoring()) if some else (_learning(), _scoring()),
    )
    return Sheet(body=body, top=Top(title=NAME, chips=_chips(host), menu=leave))


def _chips(host: Host | None) -> tuple[Chip, ...]:
    """The language, and what watches the table; also that no camera does."""
    devices: Sequence[Device] = host.devices if host else ()
    language = Button(_("Language"), command=acts.Open("menu"))
    found = (Chip("speech", LANGUAGES[wording.language], "", language), *chips(devices, False, False))
    if any(device.kind == "camera" for device in devices):
        return found
    return (*found, Chip("camera", _("none yet"), "", Button(_("Camera"), command=acts.Open("devices"))))


def _note(host: Host | None, some: bool) -> str:
    if host is not None and host.read_only:
        return _("Nothing can be kept in the data folder just now: games can only be looked at.")
    if some:
        return _("The table is read again before play goes on.")
    return _("Nothing has been played here yet. Everything works without a network.")


def _fresh() -> FreshGame:
    names = dict(zip(("red", "blue", "green", "yellow"), NAMES, strict=False))
    return FreshGame(
        note=_("Say which box lies on the table and who sits where. Under a minute, and taps are enough."),
        word=_("Set one up"),
        people=tuple(people(names).values()),
        button=Button(_("New game"), command=acts.Open("new"), look="primary"),
    )


def _watching() -> Invitation:
    return Invitation(
        icon="play",
        note=_("Drawn players, a drawn camera, drawn trays."),
        button=Button(_("Watch one being played"), command=acts.Open(WATCH)),
        drawn=_("drawn table"),
    )


def _learning() -> Invitation:
    return Invitation(
        icon="learn",
        note=_("A first game in six minutes, on a drawn table. Nothing can go wrong."),
        button=Button(_("Learn by playing"), command=acts.Open(LEARN)),
        icons=("table", "vote", "coin", "contract", "check", "fame"),
    )


def _scoring() -> Invitation:
    return Invitation(
        icon="fame",
        note=_("Nobody followed it? Type, tap or photograph what lies on the table at the end."),
        button=Button(_("Score a finished game"), command=acts.Open("count")),
        tags=(Tag(_("typed"), "porphyry", "notation"), Tag(_("photographed"), "porphyry", "camera")),
    )


def _waiting(host: Host | None, saved: Sequence[Saved]) -> GoOnWith:
    """The games that wait; until there is one an example lies ready."""
    troubles, title = _troubles(host), _("Go on with a game")
    if saved or troubles:
        return GoOnWith(title=title, note="", games=tuple(saved_line(each) for each in saved), troubles=troubles)
    example = example_of(DEFAULT) if host is not None else None
    note = _("Yours will stand here, newest first. Until then:") if example else _("Yours will stand here.")
    return GoOnWith(title=title, note=note, example=_example(example) if example else None)


def _example(told: ExampleState) -> ExampleGame:
    persons = people(told.names)
    order = sorted(told.names, key=lambda seat: -told.points[seat])
    title = _("Round {n}, {name} is due").format(n=told.round, name=told.names[told.due])
    return ExampleGame(
        title=title,
        tag=Tag(_("example"), "gold"),
        standings=tuple(Standing(persons[seat], str(told.points[seat])) for seat in order),
        button=Button(title, command=acts.TryExample()),
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
        "copy": _asked(host.lacking(draft.game) if host and draft.values == "copy" else 0),
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
