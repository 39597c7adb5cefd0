"""One table of `tools.taps`, in a process and a window of its own; prints a line of JSON for each thing found.

python -m tools.taps.visit SEED TITLE PLAYERS SIZE LANGUAGE TEXT LIGHT SIDE WHO DRAWN BEGUN PLAYED MOMENT TAPS FOLDER
[BEFORE]

BEFORE is a file with what is known of the buttons from earlier tables of the run (`tools.taps.hands.Known`).
"""

from __future__ import annotations

import json
import logging
import os
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from companion.ui import offscreen
from tools.taps.table import PLAYER, Table

if TYPE_CHECKING:
    from tools.taps.hands import Known

REST = 12
"""Frames after which what moves has come to rest."""
TWIN = 6
"""Every so many taps a screen is held beside a new one."""
SPILT = 20
"""Every so many taps lists are moved, to see whether anything changes beside them."""
AFTER = 40
"""So many taps follow when a game is over: what is shown then, and the way to the next one."""
LAST = 0.9
"""From this share of the taps on a player may leave the game for another one."""
NAMES = (
    ("Anna", "Bruno", "Carla", "Dario", "Elena", "Federico"),
    ("Massimiliano", "Wilhelmina", "Alessandrina", "Bartolommeo", "Maximilienne", "Friederike"),
)
"""Who sits there, with short names or with names about as long as may be."""
LEAVE = 60
"""So many taps without any change of the view are no way out."""


def opened(table: Table, host: Any) -> Any:
    """The app with a new game, or at a moment of one, which looks as the table asks."""
    from companion.presenters.desk import Desk
    from companion.titles import title_of
    from companion.titles.title import Place, Setting
    from companion.views.common import acts
    from companion.wording import wording
    from testkit.people import People
    from tools.bench_app_window import opened as shown

    wording.speak(table.language)
    title = title_of(table.title)
    seats = title.colours[: table.players]
    names = NAMES[table.seed // 2 % 2]
    if table.moment:
        return shown(_preferred(_come_to(table, names, host), table), host.poll)
    if not table.begun:
        return shown(_preferred(Desk(host, chance=Random(table.seed)), table), host.poll)
    places = tuple(Place(*each) for each in zip(seats, names, table.sides(seats), strict=False))
    source = host.open(Setting(game=table.title, edition=title.edition, places=places), drawn=table.drawn)
    app = shown(_preferred(Desk(host, source, chance=Random(table.seed)), table), host.poll)
    while host.setting:
        offscreen.settle(1)
    if table.played:
        People(source, table.seed).play(table.played)
        app.desk.do(acts.HandsDone(tuple(line.key for line in source.hands.open)))
    return app


def _come_to(table: Table, names: Sequence[str], host: Any) -> Any:
    """A desk at the table's moment, without a camera of its own."""
    from companion.play.session import Session
    from testkit.moments import moments_of

    desk = moments_of(table.title)[table.moment].desk(table.side, host)
    assert isinstance(desk.source, Session)
    desk.source.names = dict(zip(desk.source.names, names, strict=False))
    return desk


def _preferred(desk: Any, table: Table) -> Any:
    """The desk as the people of the table like it."""
    from companion.views.common import acts

    desk.do(acts.Prefer(dark=table.light == "dark", scale=table.text, turns=table.seed % 2 == 0))
    return desk


class Errors(logging.Handler):
    """What was logged as an error since the last look."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []
        logging.getLogger().addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def taken(self) -> list[str]:
        """The lines since the last look."""
        lines, self.lines = self.lines, []
        return lines


class Visit:
    """Taps at one table, and what was found on the way."""

    def __init__(self, app: Any, table: Table, out: Path, before: Known | None = None) -> None:
        from tools.taps.hands import Hands

        self.app, self.table, self.out = app, table, out
        self.hands = Hands(app.face, Random(f"{table.seed} {table.who}"), wild=table.who != PLAYER, before=before)
        self.errors = Errors()
        self.screens: Counter[str] = Counter()
        self.found: set[tuple[str, str, str]] = set()
        self.number = 0
        self._same, self._view = 0, None

    def go(self) -> None:
        """Tap until the taps are spent, or the game is over and what follows was looked at."""
        after = 0
        self.judge()  # what is there before anybody taps
        while self.number < self.table.taps and after < AFTER:
            self.number += 1
            self.hands.may_leave = self._may_leave
            if not self._moves():
                self.note("dead end", "nothing can be tapped", "")
                return
            self.judge()
            after += self.table.who == PLAYER and self._over

    def _moves(self) -> bool:
        """Do one thing; while a table is being set there is nothing to touch, and that ends by itself."""
        waits = True
        while not self.hands.move():
            if not waits:
                return False
            waits = self.app.desk.host.setting  # when that has ended, the next frame shows it
            offscreen.settle(1)
        return True

    @property
    def _over(self) -> bool:
        source = self.app.desk.source
        return source is not None and not source.state.phase.actors and not source.hands.open

    @property
    def _may_leave(self) -> bool:
        """Is there no game, or has it been played?"""
        return self.app.desk.source is None or self._over or self.number > LAST * self.table.taps

    def _given(self, words: str) -> bool:
        """Did somebody give these words, as long as they liked: the name of a person, a folder?"""
        from companion.presenters.inside import inside
        from companion.views.common.parts import Person

        desk = self.app.desk
        names = {person.name for person in inside(desk.view(), Person)}
        names |= set(desk.source.names.values()) if desk.source is not None else set()
        return words.strip() in names or str(desk.host.folder) in words

    def judge(self) -> None:
        """Look at the picture once it has come to rest."""
        from companion.wording import wording
        from testkit.window.faults import dotted, faults
        from testkit.window.foreign import english
        from tools.bench_app_finger import shown

        face = self.app.face
        self.screens[shown(face)] += 1
        for words in dotted(face):
            if not self._given(words):
                self.note("cut", words, f"ends in dots, {wording.language} × {self.table.text}")
        for words in english(face) if wording.language != "en" else ():
            if not self._given(words):
                self.note("foreign", words, "in English")
        if faults(face):
            offscreen.settle(REST)
            for fault in faults(face):
                self.note(fault.kind, fault.words, fault.where)
        self._follows(face)
        for line in self.errors.taken():
            self.note("error", line, "log")

    def _follows(self, face: Any) -> None:
        """Does the window show the view of the desk, and does some tap lead on?"""
        from companion.presenters.care import LIVE
        from testkit.window.same_look import differing
        from testkit.window.spilled import spilled

        desk = self.app.desk
        plays_itself = desk.host.drawn_table is not None  # there people play on meanwhile
        if face.away or desk.look.screen in LIVE or plays_itself:
            return
        view = desk.view()
        if face.screen.view != view and not self._comes(face):
            self.note("stale", "the window shows another view than the desk's", "")
        elif self.number % TWIN == 0 and (odd := differing(face.screen)):
            self.note("differs", odd, "")
        if self.number % SPILT == 0 and not _unseen():
            with held(desk):
                odd_lists = list(spilled(face.screen))
            for words in () if face.away else odd_lists:  # what is read from afar came up meanwhile
                self.note("spilled", words, "")
        self._same = self._same + 1 if view == self._view else 0
        self._view = view
        if self._same == LEAVE:
            self.note("dead end", f"{LEAVE} taps change nothing", "")

    def _comes(self, face: Any) -> bool:
        """Does the window show the view of the desk before long? A clock in it may go on between two looks.

        It does not while nobody is there: what is read from across the room says less.
        """
        for _ in range(REST):
            offscreen.settle(2)
            if face.away or face.screen.view == self.app.desk.view():
                return True
        return False

    def note(self, kind: str, words: str, where: str) -> None:
        """Tell of something, with a picture, the first time it is found here."""
        from tools.bench_app_finger import shown

        screen = shown(self.app.face)
        if (screen, kind, where) in self.found:
            return
        self.found.add((screen, kind, where))
        name = self._picture(f"{self.table.title}-{self.table.seed}-{self.number}-{kind.replace(' ', '-')}-{screen}")
        told = {"found": kind, "screen": screen, "words": words, "where": where, "tap": self.number, "picture": name}
        tell(**told, last=self.hands.last)

    def _picture(self, name: str) -> str:
        """Save what the window shows, where it is drawn at all."""
        if _unseen():
            return ""
        offscreen.picture(str(self.out / f"{name}.png"))
        return f"{name}.png"


@contextmanager
def held(desk: Any) -> Iterator[None]:
    """The desk while its clock stands still: on a slow machine it would go on from each picture to the next."""
    going, stands = desk.now, desk.now()
    desk.now = lambda: stands
    desk.notify()
    try:
        yield
    finally:
        desk.now = going


def _unseen() -> bool:
    """Is nothing drawn?"""
    return os.environ.get("KIVY_GL_BACKEND") == "mock"


def tell(**found: object) -> None:
    """One line of what was found."""
    print(json.dumps(found, ensure_ascii=False), flush=True)


def visit(table: Table, out: Path, folder: Path, before: Known | None) -> None:
    """Play a table to its end, or until something ends the app, which is told too."""
    from companion.host.host import Host

    with closing(Host(folder, chance=Random(table.seed))) as host:
        one = Visit(opened(table, host), table, out, before)
        try:
            one.go()
        except Exception:  # whatever ends the app is what is looked for
            one.note("exception", traceback.format_exc(limit=-5), traceback.format_exc(limit=-1))
        hands = one.hands
        tell(
            **{"screens": one.screens, "taps": one.number, "there": hands.there, "left": sorted(hands.left)},
            **{"seen": sorted(hands.seen), "touched": sorted(hands.touched)},
            ways={name: sorted(screens) for name, screens in hands.ways.items()},
            size=[round(each) for each in hands.face.size],
        )


def _known(file: Path) -> Known:
    """What a file says of the buttons."""
    from tools.taps.hands import Known

    return msgspec.json.decode(file.read_bytes(), type=Known)


def main(words: list[str]) -> None:
    """Play with everything people keep in a folder of its own."""
    what = len(Table._fields)
    table, out = Table.read(words[:what]), Path(words[what])
    with tempfile.TemporaryDirectory(prefix="taps-") as folder:
        os.environ.update(HOME=folder, XDG_DATA_HOME=folder, XDG_DOCUMENTS_DIR=folder)
        offscreen.prepare(*map(int, table.size.split("x")))
        before = _known(Path(words[what + 1])) if words[what + 1 :] else None
        visit(table, out, Path(folder), before)


if __name__ == "__main__":
    main(sys.argv[1:])
