"""Before a game: who sits where, what is agreed, games that wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from msgspec.structs import replace

from companion.play.reports import Device, Saved
from companion.presenters.chips import chips
from companion.presenters.common.devices import device_rows, tag
from companion.presenters.common.house_rules import changes, preset_of
from companion.presenters.draft import SIDES, Draft, first_places, recoloured, without
from companion.presenters.scene import Screens, people
from companion.presenters.title_screens import screens_of, shown_games, unshown_games
from companion.titles import title_of
from companion.titles.title import Place
from companion.views.common import acts
from companion.views.common.devices import DeviceRow
from companion.views.common.newgame import Chair, Naming, NewGame, SavedLine, Segment, Waiting
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import LANGUAGES, _, n_, wording

KEYS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM", "ÀÈÌÒÙÁÉÍÓÚÑ")
LONGEST = 12


def new_draft(game: str, chance: Random, finished: bool = False) -> Draft:
    """A new game with one person at each side of the table; a `finished` one is to be counted."""
    title = screens(game)
    colours = title.SEATS
    places = first_places(colours)[: title_of(game).seats[-1]]
    values = "" if title_of(game).asks_values else "house"
    preset = title.presets()[0].key
    draft = Draft(game=game, colours=colours, places=places, preset=preset, values=values, finished=finished)
    return dealt(draft, chance)


def screens(game: str) -> Screens:
    """The screens of a game that has some."""
    found = screens_of(game)
    if found is None:
        raise LookupError(f"{game} has no screens")
    return found


def dealt(draft: Draft, chance: Random) -> Draft:
    """What chance decides among those who sit there, drawn anew; nobody has said otherwise yet."""
    drawn = screens(draft.game).draw(draft.seats, chance)
    lies = {name: pieces for name, pieces in draft.lies.items() if name not in drawn}
    return replace(draft, drawn=drawn, lies=lies)


def new_game(
    draft: Draft, devices: Sequence[Device], seated: Sequence[str] = (), more: tuple[Button, ...] = ()
) -> Sheet:
    """Everything to agree before a game; `seated` sit here by the word of a club's desk.

    `more` are rows of this game, such as one that leads to what lies on the table.
    """
    body = NewGame(
        title=_("Who sits where?"),
        chairs=tuple(_chairs(draft)),
        screen=_("this screen"),
        segments=_segments(draft),
        rows=(_rules_row(draft), *(() if draft.finished else more)),
        found=_("Found at this table"),
        devices=tuple(replace(row, button=_TEND) for row in device_rows(devices) or (_no_devices(),)),
        naming=_naming(draft) if draft.naming else None,
    )
    return Sheet(body=body, top=top_of(_("New game"), devices), bar=_bar(draft, seated))


_TEND = Button("", command=acts.Open("devices"))
"""Every device found leads to where devices are set up."""


def _no_devices() -> DeviceRow:
    return DeviceRow(
        icon="table", title=_("Taps only"), detail=_("no camera and no trays; nothing else is needed"), tag=tag("ok")
    )


def top_of(title: str, devices: Sequence[Device]) -> Top:
    """The top bar while no game runs."""
    return Top(
        title=title,
        chips=chips(devices, False, False),
        menu=Button(_("Games"), icon="close", command=acts.Open("games")),
    )


def _chairs(draft: Draft) -> list[Chair]:
    persons = people({place.seat: place.name for place in draft.places})
    found = [
        Chair(
            seat=place.seat,
            person=persons[place.seat],
            number=0 if draft.finished else screens(draft.game).place_drawn(draft.opening, place.seat),
            side=place.side,
            word=place.name,
            button=Button(place.name, command=acts.NamePerson(place.seat)),
        )
        for place in draft.places
    ]
    free = [seat for seat in draft.colours if seat not in draft.seats][:1]
    return found + [_empty(seat) for seat in free]


def _empty(seat: str) -> Chair:
    return Chair(
        seat=seat,
        person=None,
        number=0,
        side="south",
        word=_("Somebody else"),
        button=Button("", command=acts.NamePerson(seat)),
    )


def _segments(draft: Draft) -> tuple[Segment, ...]:
    languages = tuple(
        Button(name, command=acts.Speak(code), look="tab", chosen=wording.language == code)
        for code, name in LANGUAGES.items()
    )
    found = (Segment(_("Language"), languages),)
    return (Segment(_("Game"), game_buttons(draft)), *found) if draft.finished else found


def game_buttons(draft: Draft) -> tuple[Button, ...]:
    """The games there are; of some only the rules are known."""
    there = [
        Button(title_word(game), command=acts.Agreed("game", game), look="tab", chosen=game == draft.game)
        for game in shown_games()
    ]
    rules = [Button(title_word(game), reason=_("rules only")) for game in unshown_games()]
    return (*there, *rules)


def title_word(game: str) -> str:
    """A game's name for people."""
    return game.capitalize()


def cannot_start(draft: Draft) -> str:
    """Why no game could be opened from this draft, and what to do."""
    if draft.values == "copy":
        return _("Your copy still lacks values. Play with the house set, or read them first.")
    seats = title_of(draft.game).seats
    words = _("This is no game yet: {least} to {most} people, each with a colour of their own.")
    return words.format(least=seats[0], most=seats[-1])


def offered(draft: Draft, seated: Sequence[str]) -> bool:
    """Has the desk seated people here who do not sit there yet, no more than the game has seats for?"""
    there = [place.name for place in draft.places]
    return bool(seated) and list(seated) != there and len(seated) <= title_of(draft.game).seats[-1]


def seated_by(draft: Draft, seated: Sequence[str]) -> Draft:
    """They sit down in the order of their seats, clockwise from the near side."""
    if not offered(draft, seated):
        return draft
    sides = [SIDES[number * len(SIDES) // len(seated)] for number in range(len(seated))]
    places = tuple(Place(*each) for each in zip(draft.colours, seated, sides, strict=False))
    return replace(draft, places=places, naming="")


def _rules_row(draft: Draft) -> Button:
    label = preset_of(draft, screens(draft.game)).name
    return Button(label, changes(draft.options), "rule", command=acts.Open("house"))


def _bar(draft: Draft, seated: Sequence[str]) -> Bar:
    if draft.naming:
        done = Button(_("That is right"), command=acts.NamePerson(""), look="primary")
        return Bar(sentence=_("Who is this?"), note=_("A name, a colour, a side of the table."), primary=done)
    count = len(draft.places)
    if draft.finished:
        counts = Button(_("Count it"), command=acts.Open("count"), look="primary")
        note = _("Tap a place to name it. House rules count here too.")
        return Bar(sentence=n_("{n} player", "{n} players", count), note=note, primary=counts)
    again = Button(_("Draw again"), icon="history", command=acts.Redeal())
    start = Button(_("Start"), command=acts.Start(), look="primary")
    if count < title_of(draft.game).seats[0]:
        start = Button(_("Start"), reason=_("{n} players at least").format(n=title_of(draft.game).seats[0]))
    elif not draft.values:
        start = Button(_("Start"), reason=_("which box?"))
    sentence = n_("{n} player", "{n} players", count)
    hint = _("Tap a place to name it.")
    note = draft.trouble or f"{hint} {screens(draft.game).drawn_words()}"
    if offered(draft, seated):
        note = _("The desk seats {names} here.").format(names=", ".join(seated))
        take = Button(_("Seat them"), icon="table", command=acts.TakeSeats())
        return Bar(sentence=sentence, note=note, choices=(take, again), primary=start)
    return Bar(sentence=sentence, note=note, choices=(again,), primary=start)


def _naming(draft: Draft) -> Naming:
    place = next(place for place in draft.places if place.seat == draft.naming)
    person = people({each.seat: each.name or "?" for each in draft.places})[place.seat]
    keys = tuple(tuple(Button(letter, command=acts.Key(letter)) for letter in row) for row in KEYS)
    keys = (*keys[:2], (*keys[2], *_spaces()), keys[3])
    words = {"south": _("near"), "west": _("left"), "north": _("far"), "east": _("right")}
    sides = tuple(Button(words[side], command=acts.Side(side), chosen=place.side == side) for side in SIDES)
    mine = {each.seat: each for each in draft.places}
    colours = tuple(
        Button(
            person.initial if seat == place.seat else "", command=acts.Colour(seat), key=seat, chosen=seat == place.seat
        )
        for seat in draft.colours
        if seat == place.seat or seat not in mine
    )
    more = len(draft.places) > title_of(draft.game).seats[0]
    remove = Button(_("Leaves the table"), icon="close", command=acts.Rise() if more else None)
    return Naming(person=person, text=place.name, keys=keys, sides=sides, colours=colours, remove=remove)


def _spaces() -> tuple[Button, Button]:
    return Button(_("space"), command=acts.Key(" ")), Button("", icon="undo", command=acts.Key("<"))


def named(draft: Draft, act: object) -> Draft:
    """The draft after something was done to the person being named."""
    place = next((place for place in draft.places if place.seat == draft.naming), None)
    if place is None:
        return draft
    if isinstance(act, acts.Key):
        return _put(draft, replace(place, name=_typed(place.name, act.letter)))
    if isinstance(act, acts.Side):
        return _put(draft, replace(place, side=act.side))
    if isinstance(act, acts.Colour):
        other = recoloured(_put(draft, replace(place, seat=act.seat)), place.seat, act.seat)
        return replace(other, naming=act.seat)
    left = tuple(each for each in draft.places if each is not place)
    return without(replace(draft, places=left, naming=""), place.seat)


def _typed(name: str, letter: str) -> str:
    if letter == "<":
        return name[:-1]
    if len(name) >= LONGEST:
        return name
    return name + (letter.upper() if not name or name.endswith(" ") else letter.lower())


def _put(draft: Draft, place: Place) -> Draft:
    return replace(draft, places=tuple(place if each.seat == draft.naming else each for each in draft.places))


def seated(draft: Draft, seat: str, chance: Random) -> Draft:
    """The person of this colour is named, or a new one; for an empty seat naming ends."""
    if not seat:
        named_all = tuple(
            replace(place, name=place.name.strip() or draft.name_of(place.seat)) for place in draft.places
        )
        return replace(draft, naming="", places=named_all)
    if seat in draft.seats or len(draft.places) >= title_of(draft.game).seats[-1]:
        return replace(draft, naming=seat)
    place = Place(seat, draft.name_of(seat), "south")
    return dealt(replace(draft, places=(*draft.places, place), naming=seat), chance)


def waiting(game: str, names: Mapping[str, str]) -> Sheet:
    """The table is being set for these people: seat → name."""
    body = Waiting(
        _("Setting the table…"),
        _("Mat, camera and trays are being laid out. This takes a few seconds."),
        tuple(people(names).values()),
    )
    return Sheet(body=body, top=Top(title=title_word(game)))


def saved_line(saved: Saved) -> SavedLine:
    """A game that can be gone on with, or looked at."""
    state = _("finished") if saved.over else _("round {n}").format(n=saved.round) if saved.round else ""
    lines = n_("{n} line", "{n} lines", saved.entries)
    colours = saved.seats or title_of(saved.game).colours
    persons = tuple(people(dict(zip(colours, saved.names, strict=False))).values())
    about = ", ".join(filter(None, (state, lines, _when(saved))))
    return SavedLine(title_word(saved.game), about, persons, _saved_button(saved))


def _when(saved: Saved) -> str:
    """When a game was played last, or who plays it."""
    if saved.holder is None:
        return saved.when
    words = _("{name} gives no sign") if saved.holder.gone else _("played at {name}")
    return words.format(name=saved.holder.name)


def _saved_button(saved: Saved) -> Button:
    if saved.holder is not None and saved.holder.gone:
        return Button(_("Continue here"), command=acts.ContinueHere(saved.id))
    looks = saved.over or saved.holder is not None
    return Button(_("Look") if looks else _("Go on"), command=acts.GoOn(saved.id))


def no_screens(game: str) -> Sheet:
    """A game of which only the rules are known is open: what can be done, and the way back."""
    sentence = _("{game} has no screens yet.").format(game=title_word(game))
    note = _("Its record can be checked, printed and exported on the command line.")
    back = Button(_("Games"), command=acts.Open("games"), look="primary")
    return Sheet(
        body=Options(sentence, note, ()), top=Top(title=title_word(game)), bar=Bar(sentence=sentence, primary=back)
    )
