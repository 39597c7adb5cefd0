"""The one place where parts are put together: journal, session, eyes, trays, and the table without hardware."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from companion.play.record import open_journal
from companion.play.session import Explain, Session, in_plain_words
from companion.sensing.box import box_of
from companion.sensing.policy import read_policy
from companion.tasks.colour_calibration import UNKNOWN, Known
from companion.titles import title_of
from companion.titles.title import Place, Setting, named
from companion.wording import wording
from engine.journal import Journal

if TYPE_CHECKING:
    from companion.host.camera import Eyes
    from companion.host.trays import Trays
    from companion.tasks.tray_calibration import MutedSources
    from companion.virtual.dealer import Dealer
    from companion.virtual.table import VirtualTable
    from companion.virtual.troubles import Troubles
    from devices.hub import Hub

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")


class Running:
    """A game with everything that watches it; a context manager that lets go of all of it."""

    def __init__(self) -> None:
        self.session: Session
        self.hub: Hub | None = None
        self.deaf: MutedSources | None = None
        self.eyes: Eyes | None = None
        self.table: VirtualTable | None = None
        self.dealer: Dealer | None = None
        self.troubles: Troubles | None = None
        self.stack = ExitStack()

    def close(self) -> None:
        """Let go of camera, trays and table; may be called twice."""
        self.stack.close()

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def shuffled_setup(players: int, seed: int, game: str = "constantinopolis") -> Any:
    """A set-up with house values, as a seeded dealer makes it."""
    title = title_of(game)
    chance = Random(f"set-up {seed}")
    places = tuple(Place(seat, name) for seat, name in zip(chance.sample(title.colours, players), NAMES, strict=False))
    return title.agree(Setting(game=game, edition="reconciled", places=places), chance, None)


def new_session(book: Journal, explain: Explain | None = None, **devices: Any) -> Session:
    """A session for a journal, its seats and names from the set-up; `devices` as `Session` takes them."""
    title, names = title_of(book.game.name), named(book.setup)
    policy, explain = read_policy(book.game.name), explain or in_plain_words
    places = dict(title.places(book.setup))
    return Session(book, names, policy, places=places, passes=title.passes, explain=explain, **devices)


def virtual_game(book: Journal, seed: int, **options: Any) -> Running:
    """A game, new or to be gone on with, on the virtual table; `options` go to the table and the dealer."""
    from companion.virtual.troubles import Troubles

    troubles: int = options.pop("troubles", 0)
    dealing = {key: options.pop(key) for key in ("slips", "pause", "patience", "said") if key in options}
    running = unwatched(book)
    set_table(running, seed, **options)
    try:
        deal(running, seed, **dealing)
        if troubles:
            assert running.table is not None
            running.troubles = Troubles(running.table, seed, troubles, dealing.get("said", print))
            running.stack.callback(running.troubles.close)
    except BaseException:
        running.close()
        raise
    return running


def unwatched(book: Journal) -> Running:
    """A game whose virtual table is still to be set; its session is ready at once."""
    running = Running()
    running.session = new_session(
        book, rulebook_explains(book.game.name), show=_show_on(running), truth=_truth_on(running)
    )
    return running


def set_table(running: Running, seed: int, known: Known = UNKNOWN, **options: Any) -> None:
    """Lay mat and trays and let the session see them; takes seconds and may run in a thread of its own."""
    import companion.virtual.dealer  # noqa: F401  slow to load, and wanted as soon as the table is set
    from companion.virtual.table import VirtualTable
    from devices.inventory import read_box
    from devices.virtual.coins import PLENTY

    seats, title = list(running.session.names), title_of(running.session.game.name)
    coins = read_box(title.file("box.toml")).coins or PLENTY
    try:
        running.table = running.stack.enter_context(VirtualTable(seats, title.prints(), seed, coins=coins, **options))
        connect_virtual(running, known)
    except BaseException:
        running.close()
        raise


def deal(running: Running, seed: int, **options: Any) -> None:
    """Let the virtual table's people sit down to play; `options` go to the dealer."""
    from companion.virtual.dealer import Dealer

    assert running.table is not None
    running.dealer = Dealer(running.table, running.session, seed, **options)


def unkept(setup: Any) -> Journal:
    """A journal of Constantinopolis that is kept nowhere."""
    return open_journal("constantinopolis", msgspec.json.encode(setup, order="deterministic"))


def _show_on(running: Running) -> Any:
    def show(seat: str, menu: Any) -> None:
        if running.hub is not None and running.table is not None:
            running.hub.show(running.table.trays[seat].id, menu)

    return show


def _truth_on(running: Running) -> Any:
    def truth(seat: str, gold: int) -> None:
        if running.hub is not None and running.table is not None:
            running.hub.truth(running.table.trays[seat].id, gold)

    return truth


def connect_virtual(running: Running, known: Known = UNKNOWN) -> None:
    """Let a session see the virtual table through its camera, its serial lines and its broker."""
    from companion.tasks.tray_calibration import MutedSources
    from devices.hub import Hub
    from devices.inventory import read_box

    table, session = running.table, running.session
    assert table is not None
    running.deaf = MutedSources(session.put)
    box = read_box(title_of(session.game.name).file("box.toml"))
    running.hub = Hub(running.deaf, table.seat_of, box)
    running.stack.callback(running.hub.close)
    running.hub.speak(wording.language)
    for port in table.serial_ports:
        running.hub.add_serial(port)
    running.hub.add_mqtt(table.address, table.name)
    connect_camera(running, table.camera_url, known)


def real_game(book: Journal, trays: Trays, camera: str, known: Known = UNKNOWN) -> Running:
    """A game watched by the sensors of a real table; without any it is followed by taps."""
    running = Running()
    try:
        running.session = new_session(book, rulebook_explains(book.game.name), show=trays.show, truth=trays.truth)
        trays.watch(running.session)
        if camera:
            connect_camera(running, camera, known)
    except BaseException:
        running.close()
        raise
    return running


def connect_camera(running: Running, address: str, known: Known = UNKNOWN) -> None:
    """Let a session see the mat through a camera, as what was taught of it says."""
    from companion.host.camera import Eyes

    session = running.session
    title = title_of(session.game.name)
    faces = title.faces(session.book.setup)
    box = box_of(session.state.table)
    running.eyes = Eyes(address, session.put, faces, title.prints(), known.profile, known.optics, box)
    running.stack.callback(running.eyes.close)
    if known.tiles is not None:
        running.eyes.know(tiles=known.tiles)
    back = {there: here for here, there in session.places.items()}
    eyes = running.eyes
    session.picture, session.cautions = eyes.frame, eyes.cautions
    session.forget_camera = lambda zone: eyes.forget(back.get(zone, zone))


def rulebook_explains(game: str) -> Explain:
    """Refusals in the words of the game's rulebook, in the language in force; nobody's gold is told (C-INF-06)."""
    from companion.arbiter.verdict import moments
    from companion.arbiter.wording import explained
    from companion.play.labels import words_of
    from engine.rule import NOT_NOW, Rulebook

    book = Rulebook.read(*title_of(game).rulebook_files())

    def explain(rule: str, facts: tuple[Any, ...]) -> tuple[str, Mapping[str, Any]]:
        names = book[rule].facts if rule in book else ()
        if rule == NOT_NOW:
            facts = (words_of(facts[0]), *moments(title_of(game).game, *facts))
        hidden = title_of(game).private.get(rule)
        told = {name: fact for name, fact in zip(names, facts, strict=False) if name != hidden}
        return explained(book, rule, () if hidden else facts, wording.language), told

    return explain
