"""What the screens need from a session and from the host that opens sessions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.play.challenges import Challenge
from companion.play.hands import Hands
from companion.play.reports import Caution, Device, Disagreement, Frame, Question, Refusal, Saved
from companion.play.set_up import Ticks
from companion.titles.title import Place as Chair
from companion.titles.title import Setting
from engine.event import State
from engine.game import Command, Game, Setup
from engine.journal import Entry, Journal
from engine.sighting import Sighting
from engine.table import Tally

if TYPE_CHECKING:
    from companion.host.camera_setup import CameraSetup
    from companion.host.drawn_table import DrawnTable
    from companion.host.holding import Holding
    from companion.host.preferences import Preferences
    from companion.host.saving import Place
    from companion.host.wiring import Wiring
    from companion.tasks.picture_count import PictureCount
    from companion.tasks.tray_calibration import TrayCalibration
    from devices.finding import Finding


class Source(Protocol):
    """A running game as the screens see it; every method belongs to the thread that owns the session."""

    changed: list[Callable[[], None]]

    @property
    def game(self) -> Game: ...

    @property
    def state(self) -> State: ...

    @property
    def names(self) -> Mapping[str, str]:
        """Seat colour → the person's name, in the order round the table."""
        ...

    @property
    def journal(self) -> Sequence[Entry]:
        """The entries, oldest first: `number`, `seat` or the command's seat, `origin`, `command`, `events`."""
        ...

    @property
    def book(self) -> Journal:
        """The journal itself: `live` numbers, `last`, `put_back(to)`."""
        ...

    @property
    def questions(self) -> Sequence[Question]: ...

    @property
    def disagreements(self) -> Sequence[Disagreement]: ...

    @property
    def devices(self) -> Sequence[Device]: ...

    @property
    def frame(self) -> Frame | None: ...

    @property
    def cautions(self) -> Callable[[], Sequence[Caution]]:
        """What spoils the camera's picture just now."""
        ...

    @property
    def note(self) -> str | Refusal:
        """What hands still have to do, in words, or why what was pressed on a tray was not done; else nothing."""
        ...

    @property
    def places(self) -> Mapping[str, str]:
        """A sensor's zone → the table's, where they are called differently."""
        ...

    @property
    def to_clear(self) -> frozenset[str]:
        """Places where what lies there has been read and is to be picked up."""
        ...

    @property
    def looks(self) -> Sequence[Sighting]:
        """What looks at a field where several zones lie show of it, each as it was taken."""
        ...

    def lying(self, field: str) -> Tally:
        """The cards that were read and lie on in a field where more are laid beside them."""
        ...

    def submit(self, command: Command, origin: str = "tap", evidence: str = "") -> Entry | Refusal:
        """Carry out a command, `evidence` beside it; the new entry, or a `Refusal`."""
        ...

    @property
    def lacks(self) -> str:
        """The printed value the game cannot go on without, by its key; nothing if it knows enough."""
        ...

    @property
    def played_at(self) -> str:
        """The host that plays this game while it is only looked at here; nothing where it is played here."""
        ...

    @property
    def challenge(self) -> Challenge | None:
        """The challenge that stands, or None."""
        ...

    @property
    def hands(self) -> Hands:
        """What hands still lack, and what of it was done."""
        ...

    def tick(self, lines: Collection[str]) -> None:
        """Hands have done these lines, by their keys."""
        ...

    @property
    def set_up(self) -> Ticks:
        """What of the set-up was ticked as done."""
        ...

    def tick_set_up(self, lines: Collection[str], done: bool = True) -> None:
        """These lines of the set-up lie there, by their keys, or do not."""
        ...

    def undo(self, to: int, seat: str = "", why: str = "") -> Entry | Refusal:
        """Take back every entry after number `to`; `why` says who agreed. The new entry, or a `Refusal`."""
        ...

    def amend(self, number: int, instead: Command | None, why: str = "") -> Entry | Refusal:
        """Let entry `number` have been `instead` (nothing, if None); the last entry this makes, or a `Refusal`."""
        ...

    def answer(self, question: str, choice: int | None) -> Entry | Refusal | None:
        """Answer a question by the position of its reading, or None for neither of them."""
        ...

    def look_again(self, question: str) -> None:
        """Forget what was read for this question and read once more."""
        ...

    def forget(self, zone: str) -> None:
        """Forget what was read of a zone, or of the whole field of that name, and read it once more."""
        ...

    def settle(self, zone: str, exit: str, why: str = "") -> Entry | Refusal | None:
        """End a disagreement: `table` is right, `book` is right, or `back` to the last agreed state."""
        ...


class Phones(Protocol):
    """The phones at this table; `trouble` is why they could not be served, if anything is."""

    trouble: str
    changed: list[Callable[[], None]]

    @property
    def link(self) -> str:
        """What a phone opens to join; empty while phones are not served."""
        ...

    @property
    def addresses(self) -> Sequence[str]:
        """The addresses of this computer they may be served at."""
        ...

    @property
    def joiners(self) -> Mapping[str, Sequence[str]]:
        """By seat that a phone asks for the goods it shows."""
        ...

    @property
    def joined(self) -> Collection[str]:
        """The seats that have a phone."""
        ...

    def turn_on(self, address: str) -> None:
        """Serve phones at an address; `trouble` says if that is not possible."""
        ...

    def turn_off(self) -> None:
        """Serve no phone any more: every seat is given up."""
        ...

    def answer(self, seat: str, yes: bool) -> None:
        """May the phone that asks for this seat have it?"""
        ...

    def revoke(self, seat: str) -> None:
        """The phone of a seat shows nothing any more."""
        ...


class Host(Protocol):
    """Where games are opened and found again."""

    @property
    def devices(self) -> Sequence[Device]: ...

    @property
    def sides(self) -> Mapping[str, str]:
        """At which side of the table each seat of the running game sits, as far as it is known."""
        ...

    @property
    def camera_setup(self) -> CameraSetup | None:
        """Where the camera is set up, if it is just now."""
        ...

    @property
    def in_setup(self) -> bool:
        """Is the camera being set up, or a tray calibrated?"""
        ...

    def set_up_camera(self) -> CameraSetup:
        """Begin, or go on, to set up the camera; LookupError where there is none."""
        ...

    def show_cards(self, game: str = "") -> CameraSetup:
        """The same to show one's own cards on the mat of a game: of that which runs, else of the one that is named."""
        ...

    @property
    def tray_calibration(self) -> TrayCalibration | None:
        """The tray that is being calibrated, if one is."""
        ...

    def calibrate(self, source: str) -> TrayCalibration:
        """Begin to calibrate a tray; LookupError if it is not there, ValueError for a damaged file."""
        ...

    def counts(self, seat: str) -> bool:
        """May the camera count this seat's gold?"""
        ...

    def advice(self, source: str, language: str) -> str:
        """Why a tray should be calibrated, in a sentence; nothing if it need not be."""
        ...

    def end_setup(self) -> None:
        """Camera and trays serve the game again."""
        ...

    @property
    def setting(self) -> bool:
        """The table of the game just opened is still being set; until then there is nothing to do."""
        ...

    @property
    def saved(self) -> Sequence[Saved]: ...

    def needed(self, setting: Setting) -> tuple[str, ...]:
        """The values the owner's copy must still say before the game of a setting can be set up."""
        ...

    def begun(self, setting: Setting) -> Setup | None:
        """The set-up as far as a setting says it; None where no screen asks for more, or the copy's file is damaged."""
        ...

    @property
    def drawn_table(self) -> DrawnTable | None:
        """The controls of the running game's table, if it is drawn and set."""
        ...

    def lacking(self, game: str) -> int:
        """How many printed values the owner's copy of a game does not say yet."""
        ...

    def doubts(self, game: str) -> Sequence[str]:
        """What of the owner's copy of a game fits neither its box nor its printed examples, in words."""
        ...

    @property
    def read_only(self) -> str:
        """Why nothing can be kept in the data folder; empty where all is well."""
        ...

    @property
    def troubles(self) -> Sequence[tuple[str, str]]:
        """Damaged and lost games by id, each with what is wrong."""
        ...

    def restore(self, id: str) -> None:
        """Put back as much of a game as there is; LookupError or OSError where that is not possible."""
        ...

    @property
    def seated(self) -> Sequence[str]:
        """Who sits here in the round that a club's desk has seated, in the order of their seats; nobody without one."""
        ...

    def last_places(self, game: str) -> tuple[Chair, ...]:
        """Who sat where in the newest game of this kind."""
        ...

    def try_example(self, game: str) -> Source:
        """Go on with a game's example at a drawn table; LookupError or ValueError if that is not possible."""
        ...

    def watch(self, setting: Setting) -> Source:
        """Let virtual people play at a drawn table."""
        ...

    def tell(self, key: str, value: object, game: str = "") -> None:
        """Keep a value of the owner's copy of a game, of that on the table if none is named; ValueError or OSError."""
        ...

    @property
    def wiring(self) -> Wiring:
        """What watches a table, as it was chosen."""
        ...

    @property
    def peopled(self) -> bool:
        """Do people sit round the table and move its pieces? A drawn one is watched from one side."""
        ...

    @property
    def rewirable(self) -> bool:
        """May devices be chosen now?"""
        ...

    def rewire(self, key: str, value: str) -> None:
        """Keep a setting of the devices and use it at once; ValueError or OSError if that is not possible."""
        ...

    @property
    def file_places(self) -> Sequence[Path]:
        """The folders in which files of people usually lie."""
        ...

    @property
    def picture_places(self) -> Sequence[Path]:
        """The folders in which pictures of people usually lie."""
        ...

    @property
    def picture_count(self) -> PictureCount | None:
        """What is counted in pictures of a finished game, if anything is."""
        ...

    def show_pieces(self, game: str, showing: str, seat: int = 0) -> PictureCount:
        """Begin to count what lies before a player at the end of a game, in pictures."""
        ...

    def end_pictures(self) -> None:
        """No more pieces are counted in pictures."""
        ...

    def take_in(self, file: Path) -> tuple[str, bool]:
        """Keep the game of a file: its id, and whether it is new. ValueError naming what is wrong, OSError."""
        ...

    def examine(self) -> None:
        """Let the doctor look at this machine; `findings` says what was found once that is done."""
        ...

    @property
    def findings(self) -> Sequence[Finding] | None:
        """What the doctor found last; None while it looks, and before it has."""
        ...

    def save_diagnostics(self) -> Path:
        """Write the file that is attached to a report, and say where it is. ValueError or OSError if it cannot be."""
        ...

    @property
    def saving_places(self) -> Sequence[Place]:
        """Where a game may be saved as files."""
        ...

    def save_files(self, journal: Journal, kinds: Sequence[str], place: Place) -> Path:
        """Save a game as these kinds of file; the folder they lie in. ValueError or OSError if that is not possible."""
        ...

    @property
    def preferences(self) -> Preferences:
        """How people like this screen."""
        ...

    def prefer(self, preferences: Preferences) -> None:
        """Keep how people like this screen for the next start."""
        ...

    def open(self, setting: Setting, *, drawn: bool = False) -> Source:
        """Start a new game; ValueError when the setting is not a game, LookupError for a value that is not known."""
        ...

    def resume(self, id: str) -> Source:
        """Go on with a saved game from its journal; look at it while another host plays it."""
        ...

    @property
    def holding(self) -> Holding:
        """Which game is only looked at, and who plays it."""
        ...

    def continue_here(self) -> Source:
        """Go on here with the game that is looked at; OSError while another host plays it."""
        ...
