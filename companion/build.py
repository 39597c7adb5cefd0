"""The one place where parts are put together: journal, session, eyes, trays, and the table without hardware."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.games import title_of
from companion.sensing.policy import read_policy
from companion.session import Explain, Session
from engine.journal import Journal

if TYPE_CHECKING:
    from companion.eyes import Eyes
    from companion.virtual.dealer import Dealer
    from companion.virtual.table import VirtualTable
    from devices.hub import Hub

GAME = "constantinopolis"
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena")
PASSES = ("Concede", "Decline", "EndTurn", "Done", "Keep", "Stay")
"""What the pass button of a tray stands for, the first lawful one."""


class Running:
    """A game with everything that watches it; a context manager that lets go of all of it."""

    def __init__(self) -> None:
        self.session: Session
        self.hub: Hub | None = None
        self.eyes: Eyes | None = None
        self.table: VirtualTable | None = None
        self.dealer: Dealer | None = None
        self.stack = ExitStack()

    def close(self) -> None:
        """Let go of camera, trays and table; may be called twice."""
        self.stack.close()

    def __enter__(self) -> Running:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def shuffled_setup(players: int, seed: int) -> Any:
    """A set-up of Constantinopolis with house values, as a seeded dealer makes it."""
    from engine.constantinopolis.setup import Place, Setup
    from engine.constantinopolis.values import Book, house
    from engine.constantinopolis.zones import COLOURS

    chance = Random(f"set-up {seed}")
    values = house()
    colours = chance.sample(COLOURS, players)
    places = tuple(Place(colour, name) for colour, name in zip(colours, NAMES, strict=False))
    markets = tuple(chance.sample(Book(values).cards, 2))
    return Setup(places, tuple(chance.sample(colours, players)), markets, values)


def new_session(book: Journal, explain: Explain | None = None, **devices: Any) -> Session:
    """A session for a journal, its seats and names from the set-up; `devices` as `Session` takes them."""
    names = {place.colour: place.name or place.colour for place in book.setup.places}
    places = {f"mat/goods-{number}": f"goods/{colour}" for number, colour in enumerate(names, 1)}
    more = {"explain": explain} if explain else {}
    return Session(book, names, read_policy(book.game.name), places=places, passes=PASSES, **more, **devices)


def virtual_game(setup: Any, seed: int, *, data: Path | None = None, language: str = "en", **options: Any) -> Running:
    """A new game on the virtual table, kept in `data` if given; `options` go to the table and the dealer."""
    from companion.virtual.dealer import Dealer
    from companion.virtual.table import VirtualTable

    dealing = {key: options.pop(key) for key in ("slips", "pause", "said") if key in options}
    running = Running()
    try:
        book = _journal(setup, data, running)
        running.session = new_session(book, rulebook_explains(GAME, language), show=_show_on(running))
        seats = list(running.session.names)
        running.table = running.stack.enter_context(VirtualTable(seats, market_prints(), seed, **options))
        connect_virtual(running)
        running.dealer = Dealer(running.table, running.session, seed, **dealing)
    except BaseException:
        running.close()
        raise
    return running


def _journal(setup: Any, data: Path | None, running: Running) -> Journal:
    if data is None:
        return Journal(title_of(GAME).game, setup)
    import time

    from companion.storage import Store

    store = running.stack.enter_context(Store(data / "games.db"))
    return store.begin(GAME, setup, time.time())[1]


def _show_on(running: Running) -> Any:
    def show(seat: str, menu: Any) -> None:
        if running.hub is not None:
            running.hub.show(f"tray-{seat}", menu)

    return show


def connect_virtual(running: Running) -> None:
    """Let a session see the virtual table through its camera, its serial lines and its broker."""
    from devices.hub import Hub

    table, session = running.table, running.session
    assert table is not None
    running.hub = Hub(session.put, table.seat_of)
    running.stack.callback(running.hub.close)
    for port in table.serial_ports:
        running.hub.add_serial(port)
    running.hub.add_mqtt(table.address, table.name)
    connect_camera(running, table.camera_url)


def connect_camera(running: Running, address: str) -> None:
    """Let a session see the mat through a camera."""
    from companion.eyes import Eyes

    session = running.session
    faces = {"contract": contract_faces(session.book.setup)}
    running.eyes = Eyes(address, session.put, faces, market_prints())
    running.stack.callback(running.eyes.close)
    back = {there: here for here, there in session.places.items()}
    eyes = running.eyes
    session.forget_camera = lambda zone: eyes.forget(back.get(zone, zone))


def contract_faces(setup: Any) -> list[str]:
    """The faces contracts of this game may show."""
    return sorted(setup.book.deck())


def market_prints() -> dict[str, Any]:
    """What is printed on each market card, by its piece."""
    from engine.constantinopolis.values import catalogue

    markets = catalogue().values["markets"]
    return {f"market-{name}": _print(card) for name, card in markets.items()}


def _print(card: Mapping[str, Any]) -> dict[str, Any]:
    gifts = {entry[0]: (len(entry), fame) for entry, fame in card.get("donation", {}).items()}
    rows = [_row(good, card, gifts.get(good, (None, None))) for good in "GBRKY"]
    return {"title": card["region"], "name": card["name"], "rows": rows}


def _row(good: str, card: Mapping[str, Any], gift: Sequence[int | None]) -> dict[str, Any]:
    prices = {key: card.get(key, {}).get(good) for key in ("limit", "buy", "sell")}
    return {"good": good, **prices, "cubes": gift[0], "fame": gift[1]}


def rulebook_explains(game: str, language: str) -> Explain:
    """Refusals in the words of the game's rulebook."""
    from importlib.resources import files

    from engine.rule import Rulebook

    folder = files(f"engine.{game}") / "rulebook"
    book = Rulebook.read(*sorted(Path(str(folder)).glob("*.toml")))

    def explain(rule: str, facts: tuple[Any, ...]) -> tuple[str, Mapping[str, Any]]:
        if rule not in book:
            return rule, {}
        return book.explain(rule, facts, language), dict(zip(book[rule].facts, facts, strict=False))

    return explain
