"""Where a camera is set up, beside a game or without one: one guided task at a time, with virtual hands to help."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeVar, cast

from msgspec import Struct

from companion.host.camera import SOURCE, Eyes
from companion.play.session import Session
from companion.sensing.likelihood import GOLD
from companion.tasks.albums import enrolled_coins, known_decks, known_tiles
from companion.tasks.base import ENROLLED, Task
from companion.tasks.card_enrolment import CardEnrolment, OwnDeck
from companion.tasks.coin_enrolment import CoinEnrolment
from companion.tasks.colour_calibration import ColourCalibration, colours_file, known, lens_file
from companion.tasks.gold_count import GoldCount
from companion.tasks.lens_calibration import LensCalibration
from companion.tasks.mat_corners import MatCorners
from companion.tasks.tile_enrolment import TileEnrolment
from companion.titles.title import Title
from companion.virtual.cards import BareMat, CardDealer
from companion.virtual.helpers import Following, Helper
from companion.virtual.sheet import held
from devices.inventory import read_box
from engine.errors import NotFound
from engine.sighting import Sighting, Weight
from vision.drawn.board import HeldSheet
from vision.layouts.layout import load_layout
from vision.mat.mat import load_mat, mat_file
from vision.printing.cards import Print

PILE = 5
"""Coins of a value virtual hands lay to enrol it."""
CUBES = 4
"""Cubes of each colour virtual hands lay to calibrate it."""
Coins = Mapping[int, int]
"""How many coins of each value."""
SomeTask = TypeVar("SomeTask", bound=Task)


class Hands(Protocol):
    """What moves pieces on the virtual mat."""

    def lay_cards(self, faces: Sequence[str], field: str) -> None: ...

    def lay_goods(self, zone: str, tally: Mapping[str, int]) -> None: ...

    def lay_coins(self, coins: Coins) -> None: ...

    def lay_tiles(self, names: Sequence[str]) -> None: ...

    def hold_sheet(self, sheet: HeldSheet | None) -> None: ...


class BoxPieces(Struct, frozen=True, kw_only=True):
    """What a box of the game holds that can be shown to the camera.

    `game` is its name, and `deck` the cards to enrol, None in a game without any. `prints` is
    what is printed on market cards, `tiles` are the names of the tiles. `coins` is how many coins of each value there
    are, None where that is not known.
    """

    game: str = ""
    deck: OwnDeck | None = None
    prints: Mapping[str, Print] = {}
    tiles: Sequence[str] = ()
    coins: Coins | None = None


def pieces_of(title: Title, deck: Mapping[str, int] | None) -> BoxPieces:
    """The pieces of a game with a deck as far as it is known."""
    coins = read_box(title.file("box.toml")).coins_by_value
    tiles = sorted(title.tiles())
    own = own_deck(title, deck)
    return BoxPieces(game=title.game.name, deck=own, prints=title.prints(), tiles=tiles, coins=coins)


def own_deck(title: Title, deck: Mapping[str, int] | None) -> OwnDeck | None:
    """The cards of a game an owner may enrol; there are as many as in the house set unless the `deck` says it."""
    if not title.enrolled:
        return None
    if faces := load_layout(title.enrolled).faces:
        once = dict.fromkeys(faces, 1)
        return OwnDeck(family=title.enrolled, total=len(once), box=once, field=title.enrolled_at, once=True)
    total = sum((deck or title.deck("house", None) or {}).values())
    return OwnDeck(family=title.enrolled, total=total, box=deck, field=title.enrolled_at)


class CameraSetup:
    """A camera that is being set up: `task` is what is done there now, if anything is.

    `hands` lay what a task asks for where the table is virtual, else people do. `game` is the one that is played beside
    it, `coins_of` says which coins virtual hands hold for a seat. `whole` takes a deck that has been enrolled to its
    last card. `mat_of` is the game whose mat lies there, the common one where it is empty. Owned by one thread, which
    calls `poll` often and `close` at the end.
    """

    def __init__(
        self,
        eyes: Eyes,
        folder: Path,
        pieces: BoxPieces,
        hands: Hands | None = None,
        *,
        game: Session | None = None,
        coins_of: Callable[[str], Coins] | None = None,
        whole: Callable[[Mapping[str, int]], object] | None = None,
        mat_of: str = "",
    ) -> None:
        self.eyes, self.folder, self.pieces, self.hands = eyes, folder, pieces, hands
        self.game, self.coins_of, self.whole, self.mat_of = game, coins_of, whole, mat_of
        self.task: Task | None = None
        self.helper: Helper | None = None
        self.owned: list[Callable[[], None]] = []
        self._begun: tuple[type, str] | None = None

    def begin(self, kind: type[SomeTask], about: str = "") -> SomeTask:
        """Begin a task of this kind, or go on with it; `about` is the seat whose gold is counted.

        `LookupError` where something is missing first, `EnrolError` if what was kept is damaged.
        """
        if self.task is None or self._begun != (kind, about):
            self.stop()
            self.task = task = _BEGINNINGS[kind](self, about)
            self._begun = kind, about
            help_with = _HELP.get(kind)
            self.helper = help_with(self, self.hands, task) if help_with and self.hands else None
            self._help()
        return cast(SomeTask, self.task)

    def poll(self) -> None:
        """Take in what was seen, and let virtual hands do what is due."""
        if self.task is not None:
            self.task.poll()
            self._help()

    def stop(self) -> None:
        """Let go of the task: what was laid is put away, and the camera looks at the game again."""
        if self.task is None:
            return
        task, helper = self.task, self.helper
        self.task = self.helper = None
        task.close()
        self.eyes.know(tiles=known_tiles(self.folder))
        if task.family:
            self.eyes.deal(known_decks(self.folder))
        if helper is not None:
            helper.close()

    def close(self) -> None:
        """Let go of whatever is its own, in the order it was gathered; may be called twice."""
        self.stop()
        while self.owned:
            self.owned.pop(0)()

    def _help(self) -> None:
        if self.helper is not None:
            self.helper.poll()


def bare_camera_setup(
    title: Title, folder: Path, seed: int, pieces: BoxPieces | None = None, weather: str = "kind", mat_of: str = ""
) -> CameraSetup:
    """A set-up at a virtual mat of its own on which nothing lies; the pieces are those of the house set.

    `mat_of` is the game whose mat that is, the common one by default.
    """
    mat = BareMat(title, seed, weather, mat=load_mat(mat_file(mat_of)))
    pieces = pieces or pieces_of(title, title.deck("house", None))
    try:
        setup = camera_setup_at(mat.camera.url, folder, pieces, mat, mat_of=mat_of)
    except BaseException:
        mat.close()
        raise
    setup.owned.append(mat.close)
    return setup


def camera_setup_at(
    address: str,
    folder: Path,
    pieces: BoxPieces,
    hands: Hands | None = None,
    whole: Callable[[Mapping[str, int]], object] | None = None,
    mat_of: str = "",
) -> CameraSetup:
    """A set-up at a camera that no game uses, over the mat of a game, the common one by default."""
    seen, deck = known(folder, address), pieces.deck
    faces = {deck.family: sorted(deck.box or ())} if deck is not None else {}
    eyes = Eyes(
        address,
        lambda _value: None,
        faces,
        pieces.prints,
        seen.profile,
        seen.optics,
        game=mat_of,
        decks=seen.decks,
    )
    setup = CameraSetup(eyes, folder, pieces, hands, whole=whole, mat_of=mat_of)
    setup.owned.append(eyes.close)
    return setup


# --- how each task begins ---


def _card_enrolment(at: CameraSetup, _about: str) -> CardEnrolment:
    deck = at.pieces.deck
    if deck is None:
        raise NotFound(f"no card of {at.pieces.game!r} is enrolled")
    return CardEnrolment(at.folder / ENROLLED / deck.family, at.eyes, deck, at.whole)


def _gold_count(at: CameraSetup, seat: str) -> GoldCount:
    coins = enrolled_coins(at.folder)
    if coins is None:
        raise NotFound("no coin has been enrolled")
    at.eyes.know(coins=coins)
    return GoldCount(seat, at.eyes, lambda gold: _reported(at.game, seat, gold), at.pieces.coins)


def _reported(game: Session | None, seat: str, gold: int) -> int | None:
    """Let the game hear of a seat's gold as of any sensor; by how much it differs from the book."""
    if game is None:
        return None
    zone = game.policy.game.truth.format(seat=seat)
    off = gold - game.state.table[zone].get(GOLD, 0)
    game.put(Sighting(SOURCE, zone, time.monotonic(), Weight(gold)))
    return off


_BEGINNINGS: Mapping[type, Callable[[CameraSetup, str], Task]] = {
    CardEnrolment: _card_enrolment,
    CoinEnrolment: lambda at, _about: CoinEnrolment(at.folder, at.eyes),
    TileEnrolment: lambda at, _about: TileEnrolment(at.folder, at.eyes),
    ColourCalibration: lambda at, _about: ColourCalibration(at.eyes, colours_file(at.folder, at.eyes.address)),
    LensCalibration: lambda at, _about: LensCalibration(at.eyes, lens_file(at.folder, at.eyes.address)),
    GoldCount: _gold_count,
    MatCorners: lambda at, _about: MatCorners(at.eyes),
}


# --- what virtual hands do at each task ---

Help = Callable[[CameraSetup, Hands, Any], Helper | None]


def _show_cards(at: CameraSetup, hands: Hands, task: CardEnrolment) -> Helper | None:
    deck, room = task.of, at.eyes.eye.mat.zones[task.of.field].most
    if deck.box is None:
        return None
    lay = partial(hands.lay_cards, field=deck.field)
    return CardDealer(lay, _left(deck.box, task.tally), task, room)


def _left(deck: Mapping[str, int], filed: Mapping[str, int]) -> list[str]:
    """The cards that have not been filed yet, shuffled as a deck is."""
    cards = [face for face in sorted(deck) for _ in range(deck[face] - filed.get(face, 0))]
    Random(len(cards)).shuffle(cards)
    return cards


def _show_tiles(at: CameraSetup, hands: Hands, task: TileEnrolment) -> Helper:
    return CardDealer(hands.lay_tiles, [name for name in sorted(at.pieces.tiles) if name not in task.known], task)


def _lay_pile(_at: CameraSetup, hands: Hands, task: CoinEnrolment) -> Helper:
    return Following[Coins](hands.lay_coins, lambda: {task.value: PILE}, {})


def _lay_gold(at: CameraSetup, hands: Hands, task: GoldCount) -> Helper | None:
    if at.coins_of is None:
        return None
    coins = at.coins_of(task.seat)
    return Following[Coins](hands.lay_coins, lambda: coins, {})


def _lay_cubes(_at: CameraSetup, hands: Hands, task: ColourCalibration) -> Helper:
    def lay(count: int) -> None:
        for zone, good in task.fields.items():
            hands.lay_goods(zone, {good: count} if count else {})

    return Following(lay, lambda: CUBES, 0)


def _hold_sheet(_at: CameraSetup, hands: Hands, task: LensCalibration) -> Helper:
    return Following(hands.hold_sheet, lambda: held(task.count) if task.state == "looking" else None, None)


_HELP: Mapping[type, Help] = {
    CardEnrolment: _show_cards,
    CoinEnrolment: _lay_pile,
    TileEnrolment: _show_tiles,
    GoldCount: _lay_gold,
    ColourCalibration: _lay_cubes,
    LensCalibration: _hold_sheet,
}
