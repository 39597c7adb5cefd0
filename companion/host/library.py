"""What a data folder holds: games, the owner's values, how people like the screen, and files for other programs."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.host.data_folder import open_store
from companion.host.holding import Holding
from companion.host.owner_values import file_of, forms_of, tell
from companion.host.preferences import Preferences, keep, load
from companion.host.saved_games import damaged_games, lost_games, saved_games
from companion.host.saving import Place, file_places, picture_places, places, save_files
from companion.play.reports import Saved
from companion.titles import DEFAULT, title_of
from companion.titles.title import Place as Chair
from companion.titles.title import Setting, Title, named
from companion.wording import _, wording
from engine.errors import CompanionError, WrongFile
from engine.game import Setup
from engine.journal import Journal

log = logging.getLogger("companion")


class Library:
    """A data folder, with what people keep in it. `game` names the title whose box lies on the table.

    Others see the games it holds under its `name`; else under that of the machine. `seated` sit here in the round of a
    club's desk, in the order of their seats; nobody without one.
    """

    def __init__(self, folder: Path, name: str = "") -> None:
        self.folder = folder
        self.game = DEFAULT
        self.seated: tuple[str, ...] = ()
        self._store = open_store(folder, name)
        self.holding = Holding(self._store)

    @property
    def saved(self) -> Sequence[Saved]:
        """The games that can be gone on with, newest first; a damaged one is not listed, but stays in the file."""
        return saved_games(self._store)

    @property
    def read_only(self) -> str:
        """Why nothing can be kept in the data folder; empty where all is well."""
        return self._store.read_only

    @property
    def troubles(self) -> Sequence[tuple[str, str]]:
        """Damaged and lost games by id, each with what is wrong."""
        lost = [(game, _("only a copy of the file still holds it")) for game in lost_games(self._store)]
        damaged = [(game, _("damaged: {reason}").format(reason=why)) for game, why in damaged_games(self._store)]
        return (*damaged, *lost)

    def restore(self, id: str) -> None:
        """Put back as much of a game as there is; `NotFound` where no copy holds it, `OSError`, also for one played."""
        self._store.restore(id)

    def last_places(self, game: str) -> tuple[Chair, ...]:
        """Who sat where in the newest game of this kind; empty where there is none, or its file is damaged."""
        for id, name, *_rest in self._store.games():
            if name == game:
                try:
                    names, sides = named(self._store.open(id).setup), self._store.sides(id)
                except CompanionError:
                    continue
                return tuple(Chair(seat, person, sides.get(seat, "south")) for seat, person in names.items())
        return ()

    def lacking(self, game: str) -> int:
        """How many printed values the owner's copy of a game does not say yet; 0 where its file cannot be read."""
        return len(self._read_from_copy(game, title_of(game).lacking))

    def doubts(self, game: str) -> tuple[str, ...]:
        """What of the owner's copy of a game fits neither its box nor its printed examples, in words."""
        return self._read_from_copy(game, lambda copy: title_of(game).doubts(copy, wording.language))

    def needed(self, setting: Setting) -> tuple[str, ...]:
        """The values the owner's copy must still say before the game of a setting can be set up, by their keys.

        None where its file cannot be read: then `open` says what is wrong with it.
        """
        return self._read_from_copy(setting.game, lambda copy: title_of(setting.game).needed(copy, setting))

    def begun(self, setting: Setting) -> Setup | None:
        """The set-up as far as a setting says it; None where no screen asks for more.

        None too where the owner's file cannot be read: then `open` says what is wrong with it.
        """
        begin = title_of(setting.game).begun
        try:
            return begin(setting, self._copy(setting.game)) if begin is not None else None
        except (ValueError, LookupError) as error:  # a diagram of tiles that are in no list
            log.warning("%s", error)
            return None

    def _read_from_copy(self, game: str, read: Callable[[Path | None], tuple[str, ...]]) -> tuple[str, ...]:
        try:
            return read(self._copy(game))
        except WrongFile as error:
            log.warning("%s", error)
            return ()

    @property
    def _title(self) -> Title:
        return title_of(self.game)

    def _copy(self, game: str = "") -> Path | None:
        """The file of the owner's values of a game, that on the table if none is named; None where there is none."""
        path = self.folder / file_of(game or self.game)
        return path if path.exists() else None

    def tell(self, key: str, value: object, game: str = "") -> None:
        """Keep a value of the owner's copy of a game, of that on the table if none is named.

        `ValueError` for a damaged file, `OSError` if it cannot be kept.
        """
        game = game or self.game
        tell(self.folder, key, value, forms_of(game), file_of(game))

    @property
    def preferences(self) -> Preferences:
        """How people like this screen."""
        return load(self.folder)

    @property
    def file_places(self) -> Sequence[Path]:
        """The folders in which files of people usually lie."""
        return file_places(self.folder)

    @property
    def picture_places(self) -> Sequence[Path]:
        """The folders in which pictures of people usually lie."""
        return picture_places(self.folder)

    def take_in(self, file: Path) -> tuple[str, bool]:
        """Keep the game of a record or of a text in notation: its id, and whether it was not there before.

        `ValueError` naming file, line and what is wrong, `OSError`.
        """
        from companion.sharing.reading import journal_of  # only who brings a game in needs it

        journal = journal_of(file)
        there = self._store.holder(journal)
        return (there, False) if there else (self._store.take_in(journal, time.time()), True)

    @property
    def saving_places(self) -> Sequence[Place]:
        """Where a game may be saved as files: on this device, and on every stick put into it."""
        return places(self.folder)

    def save_files(self, journal: Journal, kinds: Sequence[str], place: Place) -> Path:
        """Save a game as these kinds of file; the folder they lie in. `ValueError`, `OSError`."""
        return save_files(journal, kinds, place.path)

    def prefer(self, preferences: Preferences) -> None:
        """Keep how people like this screen for the next start."""
        keep(self.folder, preferences)
