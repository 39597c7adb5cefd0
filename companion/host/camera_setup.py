"""Where people tend to the camera: enrol cards, teach colours, tap the mat's corners – beside a game or without one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Protocol

from companion.host.camera import SOURCE, Eyes
from companion.play.session import Session
from companion.sensing.likelihood import GOLD
from companion.tasks.albums import enrolled_coins, known_tiles
from companion.tasks.card_enrolment import FAMILY, FOLDER, CardEnrolment
from companion.tasks.coin_enrolment import CoinEnrolment
from companion.tasks.colour_calibration import ColourCalibration, colours_file, known, lens_file
from companion.tasks.gold_count import GoldCount
from companion.tasks.lens_calibration import LensCalibration
from companion.tasks.tile_enrolment import TileEnrolment
from companion.titles.constantinopolis.tiles import tile_prints
from companion.titles.title import Title
from companion.virtual.cards import BareMat, CardDealer
from companion.virtual.sheet import SheetHolder
from engine.errors import NotFound
from engine.sighting import Sighting, Weight
from vision.drawn.board import HeldSheet
from vision.printing.cards import Print

CARDS = 106
"""Contracts in the box (C-CMP-09)."""
PILE = 5
"""Coins of a value virtual hands lay to enrol it."""
CUBES = 4
"""Cubes of each colour virtual hands lay to teach it."""


class Hands(Protocol):
    """Whoever moves pieces on the virtual mat."""

    def lay_cards(self, faces: Sequence[str]) -> None: ...

    def lay_goods(self, zone: str, tally: Mapping[str, int]) -> None: ...

    def lay_coins(self, coins: Mapping[int, int]) -> None: ...

    def lay_tiles(self, names: Sequence[str]) -> None: ...

    def hold_sheet(self, sheet: HeldSheet | None) -> None: ...


class CameraSetup:
    """Eyes that are tended to. `hands` lay what is asked for where the table is virtual, else people do.

    `box` says how many contracts of which face there are, None where only the owner knows; `game` is the one that is
    played beside it, `coins_of` says which coins virtual hands hold for a seat. Owned by one thread, which calls `tick`
    often and `close` at the end.
    """

    def __init__(
        self,
        eyes: Eyes,
        folder: Path,
        box: Mapping[str, int] | None,
        hands: Hands | None,
        game: Session | None = None,
        coins_of: Callable[[str], Mapping[int, int]] | None = None,
    ) -> None:
        self.eyes = eyes
        self.sitting: CardEnrolment | None = None
        self.teaching: ColourCalibration | None = None
        self.purse: GoldCount | None = None
        self.coining: CoinEnrolment | None = None
        self.tiling: TileEnrolment | None = None
        self.lensing: LensCalibration | None = None
        self._holder: SheetHolder | None = None
        self.dealer: CardDealer | None = None
        self.owned: list[Callable[[], None]] = []
        self._folder, self._box, self.hands = folder, box, hands
        self._game, self._coins_of = game, coins_of

    def enrol(self) -> CardEnrolment:
        """Begin, or go on with, showing cards to the camera; `EnrolError` if what was kept is damaged."""
        if self.sitting is None:
            self.rise()
            self.sitting = CardEnrolment(self._folder / FOLDER / FAMILY, self.eyes, CARDS, self._box)
            if self.hands is not None and self._box is not None:
                self.dealer = CardDealer(self.hands.lay_cards, _left(self._box, self.sitting.tally))
        return self.sitting

    def teach(self) -> ColourCalibration:
        """Begin to teach the eyes the colours of this place."""
        if self.teaching is None:
            self.teaching = ColourCalibration(self.eyes, colours_file(self._folder, self.eyes.address))
            if self.hands is not None:
                for zone, letter in self.teaching.fields.items():
                    self.hands.lay_goods(zone, {letter: CUBES})
        return self.teaching

    def measure(self) -> LensCalibration:
        """Begin to measure how the camera's lens bends."""
        if self.lensing is None:
            self.rise()
            self.lensing = LensCalibration(self.eyes, lens_file(self._folder, self.eyes.address))
            self._holder = SheetHolder(self.hands.hold_sheet) if self.hands else None
        return self.lensing

    def coin(self) -> CoinEnrolment:
        """Begin, or go on with, showing coins to the camera; `EnrolError` if what was kept is damaged."""
        if self.coining is None:
            self.rise()
            self.coining = CoinEnrolment(self._folder, self.eyes)
        return self.coining

    def tile(self) -> TileEnrolment:
        """Begin, or go on with, showing tiles to the camera; `EnrolError` if what was kept is damaged."""
        if self.tiling is None:
            self.rise()
            self.tiling = TileEnrolment(self._folder, self.eyes)
            if self.hands is not None:
                new = [name for name in sorted(tile_prints()) if name not in self.tiling.known]
                self.dealer = CardDealer(self.hands.lay_tiles, new)
        return self.tiling

    def count(self, seat: str) -> GoldCount:
        """Begin to count a seat's gold; `LookupError` before any coin is enrolled, `EnrolError` for damaged ones."""
        if self.purse is None or self.purse.seat != seat:
            known = enrolled_coins(self._folder)
            if known is None:
                raise NotFound("no coin has been enrolled")
            self.rise()
            self.eyes.know(coins=known)
            self.purse = GoldCount(seat, self.eyes)
            if self.hands is not None and self._coins_of is not None:
                self.hands.lay_coins(self._coins_of(seat))
        return self.purse

    def settle(self) -> None:
        """A person says that the coins were counted right: the game hears of it as of any sensor."""
        purse, game = self.purse, self._game
        if purse is None or game is None:
            return
        zone = game.policy.game.truth.format(seat=purse.seat)
        purse.off = purse.gold - game.state.table[zone].get(GOLD, 0)
        game.put(Sighting(SOURCE, zone, time.monotonic(), Weight(purse.gold)))

    def rise(self) -> None:
        """Cards and cubes are put away; the eyes look at the game again."""
        if self.sitting is not None:
            self.sitting.close()
            self.sitting = None
        if self.teaching is not None:
            self._clear(self.teaching)
            self.teaching.close()
            self.teaching = None
        if self.lensing is not None:
            self._lay_sheet_aside(self.lensing)
            self.lensing = None
        for work in (self.purse, self.coining, self.tiling):
            if work is not None:
                work.close()
                self.eyes.know(tiles=known_tiles(self._folder))
                self._put_away()
        self.purse = self.coining = self.tiling = None
        if self.dealer is not None and self.hands is not None:
            self.dealer = None
            self.hands.lay_cards([])

    def tick(self) -> None:
        """Take in what was seen, and let virtual hands do what is due."""
        if self.teaching is not None:
            self.teaching.pump()
        if self.lensing is not None:
            self.lensing.pump()
            if self._holder is not None:
                self._holder.poll(self.lensing)
        if self.purse is not None:
            self.purse.pump()
        if self.coining is not None:
            self.coining.pump()
            if self.hands is not None:
                self.hands.lay_coins({self.coining.value: PILE})
        for work in (self.sitting, self.tiling):
            if work is not None:
                work.pump()
                if self.dealer is not None:
                    self.dealer.poll(work)

    def _lay_sheet_aside(self, lensing: LensCalibration) -> None:
        lensing.close()
        if self.hands is not None:
            self.hands.hold_sheet(None)

    def _put_away(self) -> None:
        if self.hands is not None:
            self.hands.lay_coins({})
            self.hands.lay_tiles([])

    def _clear(self, teaching: ColourCalibration) -> None:
        if self.hands is not None:
            for zone in teaching.fields:
                self.hands.lay_goods(zone, {})

    def close(self) -> None:
        """Let go of whatever is its own, in the order it was gathered; may be called twice."""
        self.rise()
        while self.owned:
            self.owned.pop(0)()


def bare_camera_setup(
    title: Title, folder: Path, box: Mapping[str, int], seed: int, weather: str = "kind"
) -> CameraSetup:
    """A bench at a virtual mat of its own on which nothing lies."""
    mat = BareMat(title, seed, weather)
    try:
        bench = camera_setup_at(mat.camera.url, folder, box, title.prints(), mat)
    except BaseException:
        mat.close()
        raise
    bench.owned.append(mat.close)
    return bench


def camera_setup_at(
    address: str, folder: Path, box: Mapping[str, int] | None, prints: Mapping[str, Print], hands: Hands | None = None
) -> CameraSetup:
    """A bench at a camera that no game uses."""
    seen = known(folder, address)
    eyes = Eyes(address, lambda _said: None, {FAMILY: sorted(box or ())}, prints, seen.profile, seen.optics)
    bench = CameraSetup(eyes, folder, box, hands)
    bench.owned.append(eyes.close)
    return bench


def _left(box: Mapping[str, int], filed: Mapping[str, int]) -> list[str]:
    """The cards nobody has shown yet, shuffled as a deck is."""
    deck = [face for face in sorted(box) for _ in range(box[face] - filed.get(face, 0))]
    Random(len(deck)).shuffle(deck)
    return deck
