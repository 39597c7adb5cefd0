"""The devices of a table, chosen, examined and found, and the tasks done with them beside a game or without one."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.host.bare_table import BareDrawnTable, BareTable, RealTable
from companion.host.examination import Examination
from companion.host.library import Library
from companion.host.opening import Running
from companion.host.wiring import Wiring, read_wiring
from companion.play.reports import Device
from companion.sensing.readings import CAMERA
from companion.titles import known, title_of
from companion.titles.showing import showing_named
from companion.titles.title import Title
from devices.finding import Finding
from engine.errors import NotFound, WrongInput

if TYPE_CHECKING:
    from companion.host.camera_setup import CameraSetup
    from companion.host.trays import Trays
    from companion.tasks.picture_count import PictureCount
    from companion.tasks.tray_calibration import TrayCalibration

log = logging.getLogger("companion")


class DeviceTasks(Library):
    """What watches a table, and what is set up there: the camera, trays, pieces counted in pictures.

    `virtual`: the table is the drawn one just now. `running` is the game it watches, if one runs. `chance` draws what
    that table shows while nothing is played.
    """

    def __init__(self, folder: Path, name: str, *, virtual: bool, chance: Random) -> None:
        super().__init__(folder, name)
        self.virtual = virtual
        self._always_drawn = virtual
        self.running: Running | None = None
        self.camera_setup: CameraSetup | None = None
        self.tray_calibration: TrayCalibration | None = None
        self.picture_count: PictureCount | None = None
        self._chance = chance
        self._examination = Examination(folder)
        self._wiring = Wiring() if virtual else read_wiring(folder)
        self._found_trays: Trays | None = None
        self._table: Future[None] | None = None

    @property
    def setting(self) -> bool:
        """The table of the running game is still being set."""
        return self._table is not None

    @property
    def devices(self) -> Sequence[Device]:
        """What watches the table just now."""
        if self.running is not None:
            return self.running.session.devices
        trays = self._found_trays.devices if self._found_trays else ()
        return (Device(id=CAMERA, kind=CAMERA, state="off"), *trays) if self._bare.has_camera else trays

    @property
    def _bare(self) -> BareTable:
        """The table while no game is played there."""
        return BareDrawnTable(self._chance) if self.virtual else RealTable(self._wiring)

    @property
    def peopled(self) -> bool:
        """Do people sit round the table and move its pieces? A drawn one is watched from one side."""
        return self._bare.peopled

    @property
    def _own_trays(self) -> Trays | None:
        """The trays of a real table, looked for from the first time they are asked for; none at a drawn one.

        While another host plays a game of this folder, they are its own.
        """
        if self._found_trays is None and not self._always_drawn and not self.holding.is_played:
            from companion.host.trays import Trays  # slow to load: the first screen does not wait for it

            self._found_trays = Trays(self._wiring, self.folder)
        return self._found_trays

    @property
    def _trays(self) -> Trays | None:
        """The trays on the table: those of a real one are there without a game too."""
        return self.running.trays if self.running is not None else self._own_trays

    @property
    def wiring(self) -> Wiring:
        """What watches a real table, as it was chosen."""
        return self._wiring

    @property
    def rewirable(self) -> bool:
        """May devices be chosen now: at a real table, and while no game runs that they watch?"""
        return self._bare.rewirable and self.running is None

    def rewire(self, key: str, value: str) -> None:
        """Keep a setting of the devices and use it at once; `WrongInput` for one that does not fit, `OSError`."""
        if not self.rewirable:
            raise WrongInput("devices are chosen while no game runs")
        from companion.host.rewiring import rewire  # only who chooses devices needs it

        wiring = rewire(self.folder, key, value)
        self.end_setup()
        if self._found_trays is not None:
            self._found_trays.close()
        self._wiring, self._found_trays = wiring, None

    def examine(self) -> None:
        """Let the doctor look at this machine, beside the owner's thread; camera and trays of a game are left alone."""
        self._examination.begin(watched=self.running is not None or self.camera_setup is not None)

    @property
    def findings(self) -> Sequence[Finding] | None:
        """What the doctor found last; None while it looks, and before it has."""
        return self._examination.findings

    def save_diagnostics(self) -> Path:
        """Write the file that is attached to a report, where people look for files; its path."""
        return self._examination.save()

    # --- what is set up, beside a game or without one ---

    def set_up_camera(self) -> CameraSetup:
        """Begin, or go on, to set up the camera; `LookupError` where there is none, or not yet."""
        return self._set_up(self._title, "")

    def show_cards(self, game: str = "") -> CameraSetup:
        """The same to show one's own cards on the mat of a game: of that which runs, else of the one that is named."""
        titles = [self._title] if self.running is not None else [title_of(game or self.game), *map(title_of, known())]
        title = next((title for title in titles if title.enrolled), titles[0])
        return self._set_up(title, title.game.name)

    def _set_up(self, title: Title, mat_of: str) -> CameraSetup:
        """A set-up of the camera; one for the pieces of another game, or over another mat, comes to its end."""
        from vision.mat.mat import mat_file

        there, wanted = self.camera_setup, (title.game.name, mat_file(mat_of))
        if there is not None and self.running is None and (there.pieces.game, mat_file(there.mat_of)) != wanted:
            self.end_setup()
        if self.camera_setup is None:
            self.camera_setup = self._camera_setup(title, mat_of)
        return self.camera_setup

    def calibrate(self, source: str) -> TrayCalibration:
        """Begin to calibrate the tray that speaks as `source`; `LookupError` if it is not there.

        A damaged file of calibrations raises `ValueError` naming it.
        """
        self.end_setup()
        trays, tray = self._trays, source.partition(":")[2]
        if trays is None or trays.hub.card(tray) is None:
            raise NotFound(f"no tray {source!r} is there to be calibrated")
        table = self.running.table if self.running else None
        wells = next((one for one in table.trays.values() if one.id == tray), None) if table else None
        from companion.tasks.tray_calibration import TrayCalibration
        from devices.calibrations import Calibrations

        self.tray_calibration = TrayCalibration(trays.hub, source, trays.muted, Calibrations(self.folder), wells)
        return self.tray_calibration

    def advice(self, source: str, language: str) -> str:
        """Why a tray should be calibrated, in a sentence; nothing if it need not be."""
        return self._trays.advice(source, date.today(), language) if self._trays else ""

    def counts(self, seat: str) -> bool:
        """May the camera count this seat's gold: it is there, coins are enrolled, and no tray tells the gold?"""
        running = self.running
        if running is None or running.eyes is None:
            return False
        from companion.tasks.albums import has_coins  # eyes are slow to load: only who has a camera needs them

        if not has_coins(self.folder):
            return False
        zone = running.session.policy.game.truth.format(seat=seat)
        return bool(zone) and not running.session.weighs(zone)

    @property
    def in_setup(self) -> bool:
        """Is the camera being set up, or a tray calibrated?"""
        return self.camera_setup is not None or self.tray_calibration is not None

    def end_setup(self) -> None:
        """Camera and trays serve the game again; virtual hands lay the table as it was."""
        if self.tray_calibration is not None:
            self.tray_calibration.close()
            self.tray_calibration = None
            if self._trays is not None:
                self._trays.calibrated()
        if self.camera_setup is None:
            return
        self.camera_setup.close()
        self.camera_setup = None
        running = self.running
        if running is not None and running.dealer is not None:
            running.dealer.lay_again()

    def show_pieces(self, game: str, showing: str, seat: int = 0) -> PictureCount:
        """Begin to count what lies before the `seat`th player at the end of a game, in pictures."""
        from companion.host.piece_camera import through_eyes, wanted_of

        self.end_pictures()
        self.end_setup()
        title = title_of(game)
        shown = showing_named(title.showings, showing)
        table = self._bare if self.running is None else RealTable(self._wiring)
        wanted = wanted_of(title, shown, self.folder, title.deck(table.values, self._copy(game)))
        if self.running is not None and self.running.eyes is not None:
            self.picture_count = through_eyes(self.running.eyes, wanted, shown)
        else:
            self.picture_count = table.count_pieces(title, wanted, shown, seat)
        return self.picture_count

    def end_pictures(self) -> None:
        """No more pieces are counted in pictures: the camera is let go of."""
        if self.picture_count is not None:
            self.picture_count.close()
            self.picture_count = None

    def keep_deck(self, deck: Mapping[str, int], title: Title | None = None) -> None:
        """A deck that only its owner knew stands in the owner's copy once all of it has been enrolled."""
        title = title or self._title
        if not title.deck_key or self._box(title) is not None:
            return
        try:
            self.tell(title.deck_key, dict(deck), title.game.name)
        except (ValueError, OSError) as error:
            log.warning("the deck stands among the enrolled cards only: %s", error)

    def _camera_setup(self, title: Title, mat_of: str) -> CameraSetup:
        running = self.running
        if self.setting or (self.running is None and not self._bare.has_camera):
            raise NotFound("no camera is there to be set up")
        from companion.host.camera_setup import CameraSetup, pieces_of

        pieces, whole = pieces_of(title, self._box(title)), partial(self.keep_deck, title=title)
        if running is not None and running.eyes is not None:
            return CameraSetup(
                running.eyes,
                self.folder,
                pieces,
                running.table,
                game=running.session,
                coins_of=running.table.coins_of if running.table else None,
                whole=whole,
            )
        return self._bare.set_up_camera(title, self.folder, pieces, whole, mat_of)

    def _box(self, title: Title) -> Mapping[str, int] | None:
        """The cards there are, as far as known: the house set's at the virtual table, else the owner's."""
        return title.deck(self._bare.values, self._copy(title.game.name))
