"""A finished game of Constantinopolis that was not followed, counted by taps (C-SCO, C-TIE)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.presenters.common import shown_pieces
from companion.presenters.common.finished_game import keypad, left_words, next_button, persons_of, top, who_played
from companion.presenters.constantinopolis import lines as lines_of
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.shelf import tile_title
from companion.presenters.draft import Draft
from companion.titles.showing import Counts
from companion.views.common import count_acts
from companion.views.common.counting import Counting, CountSeat
from companion.views.common.options import CountRow
from companion.views.common.parts import Bar, Button, Glyph, Line, Person, Sheet, Word
from companion.views.common.shown_pieces import CountShown
from companion.views.constantinopolis.acts import Cargo, Landed, Sailed
from companion.views.constantinopolis.counting import Loader, Paper
from companion.wording import _
from engine.constantinopolis.editions import Edition, edition, presets
from engine.constantinopolis.faces import contract
from engine.constantinopolis.untracked import Final, lines
from engine.constantinopolis.values import house

ROWS = ("fame", "walls", "contracts", "gold", "goods", "public")
ICONS = {
    **{"fame": "fame", "walls": "kind-wall", "contracts": "phase-2-ships", "gold": "coin", "goods": "good-alimentary"},
    **{"public": "kind-public", "track": "fame", "ships": "phase-2-ships"},
}
MOST = {"fame": 250, "gold": 500, "goods": 90, "public": 60}
"""More than this is a slip of the finger."""
PAYS = range(1, 25)
"""The gold a contract may pay: one tap each."""
AS_PRINTED = "111"
"""The voyages in a face counted here: how long a ship sails does not matter once the game is over."""


class Count(Struct, frozen=True, kw_only=True):
    """What has been counted so far by seat; `line` takes the keys, `typing` says that its figure is being typed,
    `cargo` is what the next contract carries, `opened` the cell of the result that is looked at, `found` what
    pictures showed."""

    finals: Mapping[str, Final] = {}
    seat: str = ""
    line: str = "fame"
    typing: bool = False
    cargo: str = ""
    opened: str = ""
    found: shown_pieces.Found = {}


# --- what taps do ---


def counted(draft: Draft, count: Count, act: object) -> Count:
    """The count after a tap."""
    if isinstance(act, CountShown):
        return _shown(draft, count, act)
    return DONE[type(act)](_at(draft, count), act)


def _shown(draft: Draft, count: Count, act: CountShown) -> Count:
    found, lines = shown_pieces.shown(draft.game, count.found, act)
    fitting = {line: min(value, _most(line)) if line != "contracts" else value for line, value in lines.items()}
    return replace(_put(replace(count, seat=act.seat, typing=False), **fitting), found=found)


def _at(draft: Draft, count: Count) -> Count:
    """The count with one of the players chosen."""
    seats = [place.seat for place in draft.places]
    return count if count.seat in seats else replace(count, seat=seats[0])


def _final(count: Count) -> Final:
    return count.finals.get(count.seat, Final(0))


def _put(count: Count, **change: object) -> Count:
    return replace(count, finals={**count.finals, count.seat: replace(_final(count), **change)})


def _seat(count: Count, act: count_acts.CountOf) -> Count:
    return replace(count, seat=act.seat, line="fame", typing=False, cargo="")


def _line(count: Count, act: count_acts.CountLine) -> Count:
    return replace(count, line=act.line, typing=False)


def _key(count: Count, act: count_acts.CountKey) -> Count:
    """A digit after another makes a longer number; the first one after choosing a line begins anew."""
    if count.line == "contracts":
        return count
    said = str(getattr(_final(count), count.line))
    text = said[:-1] if act.digit == "<" else (said if count.typing else "") + act.digit
    return replace(_put(count, **{count.line: min(int(text or "0"), _most(count.line))}), typing=True)


def _step(count: Count, act: count_acts.CountStep) -> Count:
    value = getattr(_final(count), act.line) + act.by
    return replace(_put(count, **{act.line: max(0, min(value, _most(act.line)))}), line=act.line, typing=False)


def _cargo(count: Count, act: Cargo) -> Count:
    """Two goods at most, the same twice too; a passenger travels alone. A third good begins anew."""
    if act.letter == "P" or count.cargo == "P" or len(count.cargo) == 2:
        return replace(count, cargo="" if act.letter == count.cargo else act.letter)
    return replace(count, cargo="".join(sorted(count.cargo + act.letter, key="GBRKY".index)))


def _sailed(count: Count, act: Sailed) -> Count:
    """A contract is counted with the face it has, but for its voyages."""
    if not count.cargo:
        return count
    face = f"P.{act.gold}.-11" if count.cargo == "P" else f"{count.cargo}.{act.gold}.{AS_PRINTED}"
    return replace(_put(count, contracts=(*_final(count).contracts, face)), cargo="")


def _landed(count: Count, act: Landed) -> Count:
    papers = _final(count).contracts
    return _put(count, contracts=(*papers[: act.at], *papers[act.at + 1 :]))


def _most(line: str) -> int:
    return len(house().tracks.wall_fame) - 1 if line == "walls" else MOST[line]


DONE: Mapping[type, Callable[[Count, Any], Count]] = {
    count_acts.CountOf: _seat,
    count_acts.CountLine: _line,
    count_acts.CountKey: _key,
    count_acts.CountStep: _step,
    Cargo: _cargo,
    Sailed: _sailed,
    Landed: _landed,
    count_acts.CountCell: lambda count, act: replace(count, opened=act.key),
}


# --- what the camera read ---


def showing_words(_name: str) -> tuple[str, str]:
    """What is shown to the camera, and how."""
    note = _("Contracts at sea, goods, coins and tiles of the wall. Coins and tiles are known once they were enrolled.")
    return _("What lies before a player"), note


def shown_line(label: str) -> Line:
    """A piece by what was read on it; of a contract in the making, its cargo."""
    kind, _colon, name = label.partition(":")
    if kind == "contract":
        return lines_of.cargo_icons(label) + ((Word(label.split(".")[1], True),) if label[-1] != "." else ())
    if kind == "cube":
        return (Glyph(words.ICONS[name]),)
    if kind == "coin":
        return (Glyph("coin", name, "gold_text"),)
    return (Word(tile_title(name), True),)


def counted_rows(found: Counts) -> tuple[tuple[str, str, str], ...]:
    """The lines that were filled in; the fame of public buildings only where there is some."""
    figures = {line: len(value) if isinstance(value, tuple) else value for line, value in found.items()}
    there = [line for line in ROWS if line in figures and (line != "public" or figures[line])]
    return tuple((ICONS[line], _asks(line)[0], str(figures[line])) for line in there)


# --- counting ---


def counting(draft: Draft, count: Count) -> Sheet:
    """What lies before one player, to be counted."""
    count, persons = _at(draft, count), persons_of(draft)
    body = Counting(
        title=_("What lies before {name}?").format(name=persons[count.seat].name),
        note=_("After the last round, before anything is counted at the end."),
        seats=tuple(_who(draft, count, persons[place.seat]) for place in draft.places),
        rows=tuple(_row(draft, count, line) for line in rows(draft)),
        keys=() if count.line == "contracts" else keypad(),
        loader=_loader(count) if count.line == "contracts" else None,
    )
    bar = Bar(
        sentence=_("Score a finished game"),
        note=left_words(draft, count),
        choices=(who_played(), *shown_pieces.show_button(draft, count.seat, "all")),
        primary=next_button(draft, count),
    )
    return Sheet(body=body, top=top(), bar=bar, band=count.seat)


def edition_of(draft: Draft) -> Edition:
    """The options this table played by."""
    return edition(asdict(presets()[draft.preset]) | dict(draft.options))


def rows(draft: Draft) -> tuple[str, ...]:
    """The lines to count: the fame of public buildings is asked for where the table scores it at the end (A-14)."""
    return ROWS if edition_of(draft).public_fp == "at_end" else ROWS[:-1]


def _who(draft: Draft, count: Count, person: Person) -> CountSeat:
    seen = person.seat in count.finals
    total = str(sum(_lines(draft, count, person.seat).values())) if seen else "–"
    button = Button(person.name, command=count_acts.CountOf(person.seat))
    return CountSeat(person, total, person.seat == count.seat, button)


def _lines(draft: Draft, count: Count, seat: str) -> dict[str, int]:
    final = count.finals.get(seat, Final(0))
    return lines(final if "public" in rows(draft) else replace(final, public=0), house())


def _row(draft: Draft, count: Count, line: str) -> CountRow:
    value, chosen = getattr(_final(count), line), count.line == line
    figure = str(len(value) if line == "contracts" else value)
    less = more = None
    if line != "contracts":
        less = Button("", icon="minus", command=count_acts.CountStep(line, -1) if value else None)
        more = Button("", icon="plus", command=count_acts.CountStep(line, 1) if value < _most(line) else None)
    label, note = _asks(line)
    note = shown_pieces.row_note(draft, count.found, count.seat, line, value, note)
    button = Button(label, command=count_acts.CountLine(line), chosen=chosen)
    return CountRow(
        icon=ICONS[line],
        label=label,
        note=note,
        figure=figure,
        brings=_brings(draft, count, line),
        chosen=chosen,
        less=less,
        more=more,
        button=button,
    )


def _asks(line: str) -> tuple[str, str]:
    return {
        "fame": (_("Fame on the track"), ""),
        "walls": (_("Walls"), _("on the sheet")),
        "contracts": (_("Contracts at sea"), _("on ships that are still out")),
        "gold": (_("Gold"), _("in the treasury")),
        "goods": (_("Goods in hand"), _("only for a tie")),
        "public": (_("Public buildings"), _("their fame, counted at the end")),
    }[line]


def _brings(draft: Draft, count: Count, line: str) -> str:
    """What a line brings at the end, in fame; nothing where it stands on the track already."""
    part = {"walls": "walls", "contracts": "ships", "gold": "gold", "public": "public"}.get(line, "")
    return f"+{_lines(draft, count, count.seat)[part]}" if part else ""


def _loader(count: Count) -> Loader:
    papers = tuple(
        Paper(_letters(face), contract(f"contract:{face}").gold, Button(face, command=Landed(at)))
        for at, face in enumerate(_final(count).contracts)
    )
    letters = (*((good, words.ICONS[good]) for good in words.ORDER), ("P", "passenger"))
    cargo = tuple(
        Button("", icon=icon, command=Cargo(letter), chosen=letter in count.cargo) for letter, icon in letters
    )
    first = "" if count.cargo else _("First its cargo: one or two goods, or a passenger.")
    pays = tuple(Button(str(gold), command=None if first else Sailed(gold), reason=first) for gold in PAYS)
    hint = first or _("Which gold does it pay?")
    return Loader(_("Tap a contract to take it off again."), papers, cargo, hint, pays)


def _letters(face: str) -> tuple[str, ...]:
    cargo = face.partition(".")[0]
    return ("P",) if cargo == "P" else words.goods(cargo)
