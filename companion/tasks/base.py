"""What all guided tasks have in common, and what they need of the camera."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from engine.sighting import Sighting

if TYPE_CHECKING:
    from vision.camera.source import Frame
    from vision.cards.owned import Decks
    from vision.cubes.place_colours import ColourProfile
    from vision.eye import Eye
    from vision.flat.coins import CoinAlbum
    from vision.flat.tiles import TileAlbum
    from vision.mat.optics import Optics
    from vision.picture import Picture

ENROLLED = "enrolled"
"""The folder within the data folder where what was shown to the camera is kept."""
Listener = Callable[["Picture", Sighting], None]
"""Takes a picture (BGR) and what was seen in it."""


class Task(ABC):
    """Guided work beside a game. One thread owns it: it polls it often, and closes it at the end."""

    trouble: str = ""
    """Why what was asked last was not done, as one word of the task; nothing if it was."""

    @property
    def family(self) -> str:
        """The family of cards that is enrolled here; nothing where no cards are."""
        return ""

    @abstractmethod
    def poll(self) -> None:
        """Take in what was seen or answered since the last time."""

    @abstractmethod
    def again(self) -> None:
        """Look at what lies there as if for the first time, or do the last step once more."""

    def keep(self) -> bool:
        """Keep what was read as it is; false with a `trouble` if that is not possible."""
        return not self.trouble

    def take_back(self) -> None:
        """The last thing that was done is taken back; nothing happens where things are not done one by one."""
        return

    @abstractmethod
    def close(self) -> None:
        """Let go of camera and trays: what they report goes to the game again."""


class Lender(Protocol):
    """A camera whose sightings can be borrowed."""

    def divert(self, listener: Listener | None) -> None:
        """From now on what is seen goes to `listener`, with the picture it was seen in; None: to the game again."""
        ...

    def forget(self, zone: str) -> None:
        """Read a zone again and report it even if nothing changed."""
        ...


class Eyes(Lender, Protocol):
    """What tasks need of the camera's thread."""

    @property
    def eye(self) -> Eye:
        """What the camera makes of its picture: the mat's pose and its marks."""
        ...

    @property
    def shot(self) -> Frame | None:
        """The newest picture."""
        ...

    def ask(self, deed: Callable[[Eye], object]) -> None:
        """Have something done with the eye, in its own thread, before the next picture."""
        ...

    def know(self, tiles: TileAlbum | None = None, coins: CoinAlbum | None = None) -> None:
        """Look for these tiles and coins beside the cards from now on; without any, for none."""
        ...

    def deal(self, decks: Decks) -> None:
        """Read the cards of these decks as they were enrolled, all others by our print."""
        ...

    def use(self, profile: ColourProfile | None) -> None:
        """Read with these colours; None for the printed ones."""
        ...

    def look_through(self, optics: Optics | None) -> None:
        """Straighten pictures for this lens; None to guess it from the mat."""
        ...

    def place(self, corners: Sequence[tuple[float, float]]) -> None:
        """Take the mat to lie at these corners, as shares of the picture; `ValueError` if it cannot."""
        ...
