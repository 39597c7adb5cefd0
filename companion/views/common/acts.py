"""What a tap can mean besides a command of the game: looking, choosing, going back, settling, setting up."""

from __future__ import annotations

from msgspec import Struct


class Open(Struct, frozen=True):
    """Show a screen: `play`, `table`, `menu`, `scan`, `devices`, `history`, `differ`, `score`, `rules`, `games`, `new`.

    `choose` opens a smaller choice of the phase by the name in `about`.
    """

    screen: str
    about: str = ""


class Pick(Struct, frozen=True):
    """Choose something on this screen, such as a tile or a contract; choosing it again lets go of it."""

    what: str


class Tab(Struct, frozen=True):
    """Look at one kind of thing."""

    what: str


class Amount(Struct, frozen=True):
    """Take one more (`by` 1) or one fewer (−1) of a good."""

    good: str
    by: int


class AskNumber(Struct, frozen=True):
    """Ask for any number, in the place of a stepper."""


class Digit(Struct, frozen=True):
    """A key of the keypad; ``<`` takes the last digit back."""

    digit: str


class Whom(Struct, frozen=True):
    """Ask about this player instead."""

    seat: str


class Letter(Struct, frozen=True):
    """A key of the keyboard while a rule is looked for; ``<`` takes the last letter back."""

    letter: str


class Find(Struct, frozen=True):
    """Look for the rules that have these words."""

    words: str


class Number(Struct, frozen=True):
    """Take the number that was typed."""


class Card(Struct, frozen=True):
    """Add a card to those drawn (`by` 1) or take it out again (−1)."""

    face: str
    by: int = 1


class Aside(Struct, frozen=True):
    """A player begins something at their own edge, while the screen goes on speaking to another; again: no more."""

    seat: str


class Lay(Struct, frozen=True):
    """Lay a card (`by` 1) at one's own edge, or take it back (−1)."""

    face: str
    by: int = 1


class FromAside(Struct, frozen=True):
    """Carry out a command given at one's own edge: what others have chosen on the screen stays."""

    command: object


class Face(Struct, frozen=True):
    """The card being typed in shows `value` in a region (`cargo`, `gold`, `small`, `medium`, `large`)."""

    region: str
    value: str


class Series(Struct, frozen=True):
    """Carry out several commands one after the other, as far as they are lawful."""

    commands: tuple[object, ...]


class Filter(Struct, frozen=True):
    """Show the cards with exactly this cargo; an empty one asks for it again."""

    cargo: str


class Ask(Struct, frozen=True):
    """Open the rule that forbids a command, or a rule by its id."""

    rule: str
    command: object = None


class Sit(Struct, frozen=True):
    """A player opens their own card while several may act; an empty seat closes it."""

    seat: str


class BackTo(Struct, frozen=True):
    """Look at what taking back everything after entry `to` would mean; it may settle the disagreement in `zone`."""

    to: int
    zone: str = ""


class TakeBack(Struct, frozen=True):
    """Take back everything after entry `to`; every player it concerns has agreed."""

    to: int


class Mend(Struct, frozen=True):
    """Look at what entry `number` could have been instead."""

    number: int


class Pieces(Struct, frozen=True):
    """Choose the pieces of what entry `number` could have been; `kind` names the command."""

    number: int
    kind: str


class Instead(Struct, frozen=True):
    """Look at what becomes of the game if entry `number` had been `command`, or nothing."""

    number: int
    command: object


class Amend(Struct, frozen=True):
    """Correct the entry as looked at; every player it concerns has agreed."""


class Agree(Struct, frozen=True):
    """One player agrees to going back."""

    seat: str


class AgreeAll(Struct, frozen=True):
    """All of these agree, by one tap."""

    seats: tuple[str, ...]


class Vote(Struct, frozen=True):
    """A player agrees to what the table is asked, or takes the yes back."""

    seat: str


class Rule(Struct, frozen=True):
    """A challenge is ruled on: it `stands`, the table lets it `allow`, or it is taken `back`; by vote or `referee`."""

    how: str
    referee: bool = False


class HandsDone(Struct, frozen=True):
    """Hands have done these lines of what the table lacked, by their keys."""

    lines: tuple[str, ...]


class TickSetUp(Struct, frozen=True):
    """These lines of the set-up lie there, by their keys, or do not."""

    lines: tuple[str, ...]
    done: bool


class Answer(Struct, frozen=True):
    """Answer a question with the reading at `choice`, or with none of them."""

    question: str
    choice: int | None


class Again(Struct, frozen=True):
    """Look again."""

    question: str


class Settle(Struct, frozen=True):
    """End a disagreement by `table`, `book` or `back`."""

    zone: str
    exit: str


class Uncover(Struct, frozen=True):
    """The owner uncovers their gold while the disagreement about it is looked at."""

    seat: str


class Challenge(Struct, frozen=True):
    """A player challenges what was done last, or asks the table for a `command` a rule forbids."""

    seat: str = ""
    command: object = None


class Speak(Struct, frozen=True):
    """Change the language."""

    language: str


class Prefer(Struct, frozen=True, kw_only=True):
    """Change the look: `dark`, how much larger words are, whether the screen `turns` to each, and shows a `clock`.

    And what is heard: `speech` (`off`, `short`, `full`), `sounds`.
    """

    dark: bool | None = None
    scale: float = 0.0
    turns: bool | None = None
    speech: str = ""
    sounds: bool | None = None
    clock: bool | None = None


class NamePerson(Struct, frozen=True):
    """New game: name the person of this colour."""

    seat: str


class Key(Struct, frozen=True):
    """New game: a key of the keyboard; ``<`` takes the last letter back."""

    letter: str


class Side(Struct, frozen=True):
    """New game: the person being named sits at this side."""

    side: str


class Colour(Struct, frozen=True):
    """New game: the person being named takes this colour."""

    seat: str


class Rise(Struct, frozen=True):
    """New game: the person being named leaves the table."""


class Agreed(Struct, frozen=True):
    """New game: one of the questions is answered."""

    question: str
    answer: str


class Redeal(Struct, frozen=True):
    """New game: draw the first offices again."""


class Lies(Struct, frozen=True):
    """New game: what lies on the table, by a name of the game's set-up (`Setting.drawn`); nothing leaves it open."""

    name: str
    pieces: tuple[str, ...]


class DrawRest(Struct, frozen=True):
    """New game: chance decides what nobody has said of the table."""


class TakeSeats(Struct, frozen=True):
    """New game: those whom a club's desk has seated here sit down."""


COPY, HOUSE = "copy", "house"
"""Where a typed value comes from: the owner's printed game, or our own set."""


class Tell(Struct, frozen=True):
    """A printed value is typed in, from the owner's copy or from the house set."""

    key: str
    value: object
    layer: str


class BoxStep(Struct, frozen=True):
    """New game: one more (`by` 1) or one fewer (−1) of a tile in the owner's box."""

    key: str
    by: int


class PileStep(Struct, frozen=True):
    """New game: one more (`by` 1) or one fewer (−1) of what has one back and one name in the owner's box."""

    key: str
    by: int


class BoxHouse(Struct, frozen=True):
    """New game: the house set says how many there are; of every tile still open, without a key."""

    key: str


class CopyText(Struct, frozen=True):
    """Share: put the text of a kind (`bgg`, `bgstats`) where other programs paste from."""

    kind: str


class SaveFiles(Struct, frozen=True):
    """Share: write these kinds of file into the folder that is chosen."""

    kinds: tuple[str, ...]


class TakeIn(Struct, frozen=True):
    """Keep the game of this file."""

    file: str


class Wire(Struct, frozen=True):
    """Keep a setting of the devices (`camera`, `serial`, `usb`, `broker`, `broker.host` …) and use it at once."""

    key: str
    value: str


class Examine(Struct, frozen=True):
    """Let the doctor look at this machine and its devices."""


class SaveDiagnostics(Struct, frozen=True):
    """Write the file that is attached to a report about the program."""


class Start(Struct, frozen=True):
    """New game: begin."""


class Watch(Struct, frozen=True):
    """Let virtual people play a game at a drawn table; `game` is the one of the draft where none is named."""

    game: str = ""


class TryExample(Struct, frozen=True):
    """Go on with the example game at a drawn table, in the seat that is due."""


class Learn(Struct, frozen=True):
    """Begin a guided first game at a drawn table; the first game that has one where none is named."""

    game: str = ""


class LessonOn(Struct, frozen=True):
    """On to the next step of the lesson."""


class LessonLeft(Struct, frozen=True):
    """The lesson is left, or gone on with."""

    left: bool


class Restore(Struct, frozen=True):
    """Put back as much of a damaged or lost game as there is."""

    id: str


class GoOn(Struct, frozen=True):
    """Go on with a saved game."""

    id: str


class ContinueHere(Struct, frozen=True):
    """Go on here with a game that another host has played, and plays no more."""

    id: str
