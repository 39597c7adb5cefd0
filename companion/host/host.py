"""Where games are opened and found again, with the sensors that watch them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.host.device_tasks import DeviceTasks
from companion.host.drawn_table import DrawnTable
from companion.host.opening import Running, connect, deal, set_table, unkept
from companion.host.owner_values import file_of
from companion.play.record import read_record
from companion.play.session import Session
from companion.play.set_up import Ticks
from companion.titles import title_of
from companion.titles.example import example_of, record_of
from companion.titles.title import Setting
from companion.wording import wording
from engine.catalogue import Unknown
from engine.errors import NotFound, WrongFile
from engine.journal import Journal

if TYPE_CHECKING:
    from companion.host.trays import Trays
    from companion.tasks.colour_calibration import Known

DRAWN = "drawn"
"""What a game is marked with in the store whose table is drawn."""
PACE = 1.2
"""Seconds the virtual table's people think, so that one can follow them."""


class Host(DeviceTasks):
    """Opens games in a data folder. `virtual` plays them on the drawn table; else real sensors watch.

    `game` names the one whose box lies on the table: the running one, else the one last opened or offered first.

    One game runs at a time; its owner calls `poll` often, and `close` at the end. A drawn table is set beside the
    owner's thread: until it stands, `setting` is true. The trays of its last `coinless` seats have no wells for coins.
    `chance` shuffles and deals.
    """

    def __init__(
        self,
        folder: Path,
        *,
        virtual: bool = False,
        pace: float = PACE,
        coinless: int = 0,
        chance: Random | None = None,
        name: str = "",
    ) -> None:
        super().__init__(folder, name, virtual=virtual, chance=chance or Random())
        self._taken = ""
        self.drawn_table: DrawnTable | None = None
        self.pace = pace
        self._coinless = coinless
        self.sides: Mapping[str, str] = {}
        self._helper = ThreadPoolExecutor(1, "set the table")
        self._seed = 0
        self._language = wording.language

    def open(self, setting: Setting, *, drawn: bool = False) -> Session:
        """Start a new game; `ValueError` when the setting is not a game (too few seats, two of a colour).

        A `drawn` table needs no pieces: virtual hands move them, and virtual people play the seats left free.
        """
        try:
            setup = title_of(setting.game).agree(setting, self._chance, self._copy(setting.game))
            game, book = self._store.begin(setting.game, setup, time.time())
            sides = {place.seat: place.side for place in setting.places}
            self._store.place(game, sides | ({"": DRAWN} if drawn else {}))
            session = self._run(game, book)
            self._taken = setting.places[0].seat if drawn else ""
            return session
        except Unknown as error:
            raise WrongFile(f"{file_of(setting.game)}: {error}") from error

    def watch(self, setting: Setting) -> Session:
        """Let virtual people play a game at a drawn table, to be looked at; it is kept nowhere."""
        setup = title_of(setting.game).agree(setting, self._chance, None)
        sides = {place.seat: place.side for place in setting.places}
        return self._run("", unkept(setting.game, setup), sides | {"": DRAWN})

    def try_example(self, game: str) -> Session:
        """Go on with a game's example at a drawn table, in the seat that is due; it is kept nowhere."""
        told = example_of(game)
        if told is None:
            raise NotFound(f"{game} brings no example")
        session = self._run("", read_record(record_of(game)), {"": DRAWN})
        self._taken = told.due
        return session

    def resume(self, id: str) -> Session:
        """Go on with a saved game; `LookupError` for an unknown one, `Damaged` (a `ValueError`) naming the entry.

        While another host plays it, it is looked at, and follows what is played there.
        """
        return self._run(id, self.holding.opened(id))

    def continue_here(self) -> Session:
        """Go on here with the game that is looked at; `Held` (an `OSError`) while another host plays it."""
        self.holding.take_over()
        return self.resume(self.holding.game)

    def poll(self) -> None:
        """Let the running game take in what its sensors reported, and the virtual table's people go on.

        A table that could not be set raises what went wrong, an `OSError` as a rule.
        """
        if self._table is not None and self._table.done():
            self._sit_down(self._table)
        self.holding.poll(self.running)
        if self.running is not None:
            self.drawn_table = None if self.running.session.played_at else self.drawn_table
            self._speak(self.running)
            self.running.poll(playing=not self.in_setup)
        elif self._own_trays is not None:
            self._own_trays.poll()
        if self.camera_setup is not None:
            self.camera_setup.poll()
        if self.tray_calibration is not None:
            self.tray_calibration.poll()

    def _speak(self, running: Running) -> None:
        """A language chosen meanwhile is that of the trays' displays too."""
        if self._language != wording.language:
            self._language = wording.language
            running.session.reword()

    def _sit_down(self, table: Future[None]) -> None:
        assert self.running is not None
        self._table = None
        table.result()
        if self.running.session.played_at:  # another host has gone on with the game meanwhile
            self.running.close()
            return
        deal(self.running, self._seed, pause=self.pace, yields=True)
        self.drawn_table = DrawnTable(self.running, self.pace)
        if self._taken:
            self.drawn_table.own(self._taken, True)
        for callback in list(self.running.session.changed):
            callback()

    def close(self) -> None:
        """Let go of everything; may be called twice."""
        self.end_pictures()
        self._end()
        if self._found_trays is not None:
            self._found_trays.close()
        self._helper.shutdown()
        self._examination.close()
        self._store.close()

    def _run(self, game: str, book: Journal, sides: Mapping[str, str] | None = None) -> Session:
        self._end()
        self.holding.sit(game)
        self._taken = ""
        self.game = book.game.name
        kept = dict(sides if sides is not None else self._store.sides(game))
        self.virtual = kept.pop("", "") == DRAWN or self._always_drawn
        self.sides = kept
        running = Running(book, held=self.holding.looks)
        if self.holding.looks:
            running.look_on(self.holding.played_at)
        else:
            self._equip(running, game)
        self.running = running
        return running.session

    def _equip(self, running: Running, game: str) -> None:
        """Give a game that is played here what watches it and what keeps beside it."""
        book = running.session.book
        if game:
            running.session.set_up = Ticks(self._store.ticks(game), partial(self._store.tick, game))
        if self._own_trays is not None and not self.virtual:
            self._connect(running, self._own_trays)
        elif self._title.table is not None:
            self._set_table(running)
        if self._title.recorder is not None and (record := self._title.recorder(book, self._copy(), self.tell)):
            running.session.changed.append(record)

    def _connect(self, running: Running, trays: Trays) -> None:
        camera = self._wiring.camera
        try:
            connect(running, trays, camera, self._known(camera) if camera else None)
        except BaseException:
            running.close()
            raise

    def _set_table(self, running: Running) -> None:
        self._seed = self._chance.randrange(1 << 30)
        from companion.tasks.colour_calibration import VIRTUAL

        taught = self._known(VIRTUAL)
        lay = partial(set_table, running, self._seed, taught, self.folder, coinless=self._coinless)
        self._table = self._helper.submit(lay)

    def _known(self, address: str) -> Known:
        """What was taught of a camera."""
        from companion.tasks.colour_calibration import known

        return known(self.folder, address)

    def _end(self) -> None:
        self.end_setup()
        if self._table is not None:
            wait([self._table])
            self._table = None
        if self.running is not None:
            self.running.close()
            self.running = None
            self.drawn_table = None
            self.virtual = self._always_drawn
