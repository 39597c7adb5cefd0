"""The one place where parts are put together: journal, session, eyes, trays, and the virtual table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import msgspec

from companion.host.wiring import Broker, Wiring
from companion.play.record import open_journal
from companion.play.session import Session
from companion.sensing.box import box_of
from companion.sensing.policy import read_policy
from companion.titles import title_of
from companion.titles.title import Place, Setting, named
from engine.game import Setup
from engine.journal import Journal

if TYPE_CHECKING:
    from companion.host.camera import Eyes
    from companion.host.trays import Trays
    from companion.play.reports import Frame
    from companion.tasks.clip_keeper import Book, ClipKeeper
    from companion.tasks.colour_calibration import Known
    from companion.titles.title import Title
    from companion.virtual.camera import Pictures
    from companion.virtual.dealer import Dealer
    from companion.virtual.table import VirtualTable
    from companion.virtual.troubles import Troubles
    from devices.menu import Menu
    from vision.flat.grid import GridReader

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")


class Dealing(TypedDict, total=False):
    """How the people of a virtual table play; see `Dealer`."""

    slips: int
    pause: float
    patience: float
    yields: bool
    report: Callable[[str], None]
    seconds: Callable[[], float]


class Laying(TypedDict, total=False):
    """What a virtual table is like; see `VirtualTable`."""

    weather: str
    coinless: int
    painter: Callable[..., Pictures]


class Running:
    """A game with everything that watches it; a context manager that lets go of what is its own.

    `table`, `dealer` and `troubles` are there where virtual people play. A game that is `held` elsewhere is only looked
    at. `seconds` is the session's clock of quiet.
    """

    def __init__(self, book: Journal, *, held: bool = False, seconds: Callable[[], float] = time.monotonic) -> None:
        self.trays: Trays | None = None
        self.eyes: Eyes | None = None
        self.table: VirtualTable | None = None
        self.dealer: Dealer | None = None
        self.troubles: Troubles | None = None
        self.clips: ClipKeeper | None = None
        self.stack = ExitStack()
        self.session = new_session(book, show=self._show, truth=self._truth, held=held, seconds=seconds)

    def _show(self, seat: str, menu: Menu) -> None:
        if self.trays is not None:
            self.trays.show(seat, menu)

    def _truth(self, seat: str, gold: int) -> None:
        if self.trays is not None:
            self.trays.truth(seat, gold)

    def poll(self, *, playing: bool = True) -> None:
        """Take in what the sensors have reported since; while `playing`, virtual people go on too."""
        if self.trays is not None:
            self.trays.poll()
        if self.clips is not None:
            self.clips.poll(settled_book(self.session))
        self.session.poll()
        if self.dealer is not None and playing:
            self.dealer.poll()
        if self.troubles is not None:
            self.troubles.poll()

    def look_on(self, name: str) -> None:
        """The host of this name plays the game from now on: camera, trays and table are its own."""
        self.close()
        self.trays = self.eyes = self.table = self.dealer = self.troubles = None
        self.session.picture, self.session.forget_camera, self.session.cautions = None, None, tuple
        self.session.look_on(name)

    def close(self) -> None:
        """Let go of camera, trays and table; may be called twice."""
        self.stack.close()

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def shuffled_setup(game: str, players: int, seed: int, names: Sequence[str] = NAMES) -> Setup:
    """A set-up of a game with the house's values, as a seeded dealer makes it for people of these names."""
    title = title_of(game)
    chance = Random(f"set-up {seed}")
    places = tuple(Place(seat, name) for seat, name in zip(chance.sample(title.colours, players), names, strict=False))
    return title.agree(Setting(game=game, edition=title.edition, places=places), chance, None)


def shuffled_game(game: str, players: int, seed: int) -> Journal:
    """A game of `shuffled_setup` that is kept nowhere."""
    return unkept(game, shuffled_setup(game, players, seed))


def unkept(game: str, setup: Setup) -> Journal:
    """A game that is kept nowhere."""
    return open_journal(game, msgspec.json.encode(setup, order="deterministic"))


def new_session(book: Journal, **devices: Any) -> Session:
    """A session for a journal, its seats and names from the set-up; `devices` as `Session` takes them."""
    title, names = title_of(book.game.name), named(book.setup)
    policy, places = read_policy(book.game.name), dict(title.places(book.setup))
    return Session(book, names, policy, places=places, passes=title.passes, told=title.told, anew=title.anew, **devices)


def virtual_game(
    book: Journal, seed: int, *, weather: str = "kind", troubles: int = 0, **dealing: Unpack[Dealing]
) -> Running:
    """A game, new or to be gone on with, on the virtual table, where so many `troubles` happen on purpose."""
    from companion.virtual.troubles import Troubles

    running = Running(book)
    try:
        set_table(running, seed, weather=weather)
        deal(running, seed, **dealing)
        if troubles:
            assert running.table is not None
            running.troubles = Troubles(running.table, seed, troubles, dealing.get("report", print))
            running.stack.callback(running.troubles.close)
    except BaseException:
        running.close()
        raise
    return running


def set_table(
    running: Running,
    seed: int,
    known: Known | None = None,
    folder: Path | None = None,
    **laid: Unpack[Laying],
) -> None:
    """Lay the virtual table and connect the game to it; takes seconds and may run in a thread of its own."""
    import companion.virtual.dealer  # noqa: F401  slow to load, and wanted as soon as the table is set
    from companion.host.trays import Trays
    from companion.virtual.table import VirtualTable

    title, seats = title_of(running.session.game.name), list(running.session.names)
    try:
        table = VirtualTable(title, seats, seed, **laid)
        running.table = running.stack.enter_context(table)
        wiring = wiring_of(running.table)
        trays = Trays(wiring, folder)
        running.stack.callback(trays.close)
        connect(running, trays, wiring.camera, known)
    except BaseException:
        running.close()
        raise


def wiring_of(table: VirtualTable) -> Wiring:
    """What watches a virtual table, as `devices.toml` would name it; trays of the real one are left alone."""
    at = table.address
    broker = Broker(host=at.host, port=at.port, user=at.user, password=at.password, table=table.name)
    return Wiring(camera=table.camera_url, serial=table.serial_ports, broker=broker, trays=table.numbers, usb=False)


def deal(running: Running, seed: int, **dealing: Unpack[Dealing]) -> None:
    """Let the virtual table's people sit down to play."""
    from companion.virtual.dealer import Dealer

    assert running.table is not None
    running.dealer = Dealer(running.table, running.session, seed, **dealing)


def connect(running: Running, trays: Trays, camera: str, known: Known | None = None) -> None:
    """Let a game be watched by the trays of a table, and by its camera if it has one; from any thread."""
    running.trays = trays
    trays.watch(running.session)
    if camera:
        connect_camera(running, camera, known)


def _live(running: Running, eyes: Eyes) -> Frame | None:
    """What the camera of a game sees now; a drawn one draws faster while somebody looks."""
    if running.table is not None:
        running.table.camera.watch()
    return eyes.frame()


def _grid(title: Title, known: Known) -> GridReader | None:
    """What reads the tiles of a game in the cells of its mat, and the dice on them; None where it has no dice."""
    from vision.flat.grid import reader_of

    paints, enrolled = title.dice(), known.tiles.pictures if known.tiles is not None else {}
    own = bool(enrolled.keys() & title.tiles().keys())  # an album may hold another game's tiles, of another size
    side = known.tiles.side if known.tiles is not None and own else None
    return reader_of(title.tiles(), paints, enrolled, side) if paints else None


def _at_each_entry(session: Session, deed: Callable[[], None]) -> Callable[[], None]:
    """What to call after every change of a session, so that `deed` is done where an entry was made."""
    known = [session.book.last]

    def changed() -> None:
        if session.book.last != known[0]:
            known[0] = session.book.last
            deed()

    return changed


def settled_book(session: Session) -> Book:
    """What clips are measured on: the table as the book has it, and the zones about which it is disputed."""
    from companion.tasks.clip_keeper import Book

    table = session.state.table
    return Book(
        tallies=lambda zone: table.get(zone, {}),
        last=lambda: session.book.last,
        disputed=lambda: [*(one.zone for one in session.disagreements), *(one.zone for one in session.questions)],
        upheld=lambda: [one.zone for one, how in session.ended if how == "book"],
    )


def keep_clips(running: Running, folder: Path, address: str) -> None:
    """Keep clips of a game whose table agreed to it, until the game is let go of."""
    from companion.tasks.clip_keeper import ClipKeeper
    from companion.tasks.clips import consent
    from companion.tasks.colour_calibration import colours_file

    agreed, eyes, session = consent(folder), running.eyes, running.session
    if agreed is None or eyes is None:
        return
    place = colours_file(folder, address).stem
    running.clips = keeper = ClipKeeper(folder, agreed, session.game.name, place, session.places)
    running.stack.callback(lambda: keeper.close(settled_book(session)))
    eyes.keep_clips(keeper)


def connect_camera(running: Running, address: str, known: Known | None = None) -> None:
    """Let a session see the mat through a camera, as what was taught of it says."""
    from companion.host.camera import Eyes
    from companion.tasks.colour_calibration import UNKNOWN

    known = known or UNKNOWN
    session = running.session
    title = title_of(session.game.name)
    faces = title.faces(session.book.setup)
    box = box_of(session.state.table)
    running.eyes = Eyes(
        address,
        session.put,
        faces,
        title.prints(),
        known.profile,
        known.optics,
        box,
        title.game.name,
        _grid(title, known),
        known.decks,
    )
    if known.clips is not None:
        keep_clips(running, known.clips, address)
    running.stack.callback(running.eyes.close)
    if known.tiles is not None:
        running.eyes.know(tiles=known.tiles)
    back = {there: here for here, there in session.places.items()}
    eyes = running.eyes
    session.picture, session.cautions = partial(_live, running, eyes), eyes.cautions
    session.forget_camera = lambda zone: eyes.forget(back.get(zone, zone))
    session.changed.append(_at_each_entry(session, eyes.begin_looks))
