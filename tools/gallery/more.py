"""Invented views for the gallery: history, disagreement, rules, score, and before a game."""

from __future__ import annotations

from companion.presenters.common import opening
from companion.views.common.devices import DeviceRow
from companion.views.common.differ import Differ, Exit
from companion.views.common.history import Back, History, HistoryLine
from companion.views.common.newgame import Chair, Naming, NewGame, Resume, SavedLine, Segment
from companion.views.common.parts import Bar, Button, Glyph, Line, Person, Row, Sheet, Tag, Top, Word
from companion.views.common.rulesheet import Cite, Fact, RuleSheet
from companion.views.common.rulesheet import Reading as RuleReading
from companion.views.common.score import Cell, Curve, FinalScore, Heading, Opened, ScoreLine
from tools.gallery.play import ANNA, BRUNO, CARLA, DARIO, TAP, button, closed, top


def line(
    number: int, person: Person, words: Line, note: str, right: Line = (), struck: bool = False, edge: bool = False
) -> HistoryLine:
    """A line of the example journal."""
    return HistoryLine(number, person, words, note, right, button("look"), struck, edge)


def gold(amount: str) -> Line:
    """Gold at the right of a line."""
    return (Glyph("coin", amount, "gold_text"),)


LINES = (
    line(144, DARIO, (Word("buys a Pistrinum", True),), "seen by camera", gold("−6"), True),
    line(143, ANNA, (Word("ends her turn", True),), "tapped", (), True),
    line(142, ANNA, (Word("buys a Textrinum", True),), "tapped, tray agrees", gold("−11"), True, True),
    line(
        141,
        ANNA,
        (Word("sells", True), Glyph("good-alimentary"), Glyph("good-alimentary"), Word("at the market")),
        "tray counted",
        gold("+2"),
    ),
    line(140, ANNA, (Word("uses the Caupona", True),), "tapped", (*gold("+4"), Glyph("fame", "+1", "porphyry"))),
    line(139, CARLA, (Word("ends her turn", True),), "tapped"),
    line(
        138,
        CARLA,
        (Word("correction:", True), Word("1 gold less")),
        "table was right; nobody objected",
        (Glyph("disagree"),),
    ),
    line(137, CARLA, (Word("buys a Metallum", True),), "seen by camera", gold("−20")),
    line(136, ANNA, (Word("receives", True), Glyph("good-consumer"), Word("as Pretorio")), "tapped, C-OFF-02"),
    line(135, DARIO, (Word("receives", True), Word("4 gold as Comes")), "booked by the rule, C-OFF-03", gold("+4")),
)
HISTORY = Sheet(
    History(
        "History",
        (button("All", look="tab", chosen=True), button("Anna", look="tab"), button("Round 4", look="tab")),
        LINES,
        Back(
            "Back to before the Textrinum",
            "Three lines are taken back. They stay in the record, struck.",
            (
                Row((Word("Pistrinum to the board"),), "", DARIO, (Glyph("kind-production"),)),
                Row((Word("Dario takes 6 gold"),), "", DARIO, gold("6")),
                Row((Word("Textrinum to the board"),), "", ANNA, (Glyph("kind-production"),)),
                Row((Word("Anna takes 11 gold"),), "", ANNA, gold("11")),
            ),
            (Word("No score changes.", True), Word("Production level: Anna 4 → 3, Dario 3 → 2.")),
            DARIO,
            "Dario must agree",
            "One of these lines is his.",
            button("No"),
            button("Dario agrees", look="primary"),
            "Put these back by hand",
            button("Correct only line 142"),
        ),
    ),
    top(4),
    None,
    "yellow",
)
DIFFER = Sheet(
    Differ(
        "Anna’s treasury: table and book differ",
        "Everything else agrees. The game may go on; this stays in sight until it is settled.",
        ANNA,
        "Anna has uncovered her gold",
        "17",
        (),
        "tray 2, quiet for 6 s",
        "−2",
        "on the table",
        "19",
        (),
        "since line 142, round 4",
        (
            Exit(
                "tray",
                "Put the table right",
                "Anna lays 2 gold on her tray. This clears by itself.",
                "wait",
                "watching the tray",
                "sea",
                button("put"),
                2,
            ),
            Exit(
                "table",
                "The table is right",
                "Booked as a correction: Anna has 17. The rule it breaks is named.",
                "rule",
                "against C-BLD-04",
                "ink",
                button("table"),
            ),
            Exit(
                "book",
                "The book is right",
                "Anna holds 19. The tray counts anew from there.",
                "check",
                "nothing is booked",
                "porphyry",
                button("book"),
            ),
            Exit(
                "history",
                "Back to agreed",
                "To line 140, before Anna sold and built. Pieces go back by hand.",
                "undo",
                "2 lines are taken back",
                "ink",
                button("back"),
            ),
        ),
    ),
    top(4, tray="disagree"),
    None,
    "red",
)
RULE = Sheet(
    RuleSheet(
        ANNA,
        "asks: may I bid 5 for the Praefectus Urbi?",
        "No. Six at least.",
        "Against the holder who owns the auction wall, every bid of an opponent rises by 3 instead of 1, "
        "the opening bid too.",
        (
            Fact("coin", "Lie on the office already", "3"),
            Fact("kind-wall", "Bruno holds it and owns the auction wall", "+3"),
            Fact("phase-1-auction", "Lowest opening bid", "6", "porphyry"),
            Fact("close", "Anna would bid", "5", "alarm"),
        ),
        "C-AUC-09",
        (
            Cite("IT", "Homo Ludens 2010, 9.5", "Others must open or raise by at least 3.", True),
            Cite("EN", "Fantasy Flight, p. 28", "Every raising bid of the opponent."),
            Cite("ES", "Edge, p. 15", "Raise of at least 3."),
        ),
        "The editions differ on the opening bid. This table plays:",
        (
            RuleReading("open and raise", "6", True),
            RuleReading("raises only", "4", False),
            RuleReading("open, absolute", "4", False),
        ),
        "Chosen before the game, line 1",
        (
            button("Bid 6 instead", look="primary"),
            button("Ask the table", "all vote, or the referee", icon="vote"),
            button("Close"),
        ),
    ),
    top(1),
    None,
    "red",
)
HEADINGS = tuple(
    Heading(icon, word)
    for icon, word in (
        ("phase-2-ships", "Deliveries"),
        ("ship-large", "Long voyages"),
        ("kind-commercial", "Commercial"),
        ("kind-public", "Public"),
        ("phase-7-donate", "Donations"),
        ("kind-wall", "Walls"),
        ("coin", "Gold"),
    )
)


def score_line(place: int, person: Person, cells: tuple[int, ...]) -> ScoreLine:
    """A player's line in the example score."""
    shown = tuple(Cell(str(cell), button(str(cell), chosen=(place, i) == (2, 5))) for i, cell in enumerate(cells))
    return ScoreLine(place, person, shown, str(sum(cells)), place == 1)


SCORE = Sheet(
    FinalScore(
        CARLA,
        "Carla wins",
        "After nine rounds. All eight public buildings stand.",
        (button("Share", icon="phone"), button("New game", look="primary")),
        HEADINGS,
        (
            score_line(1, CARLA, (21, 9, 3, 10, 6, 1, 4)),
            score_line(2, BRUNO, (14, 4, 7, 9, 3, 6, 3)),
            score_line(3, ANNA, (18, 6, 4, 7, 6, 3, 2)),
            score_line(4, DARIO, (12, 3, 9, 10, 3, 0, 2)),
        ),
        "Fame, round by round",
        (
            Curve(CARLA, (4, 9, 15, 20, 26, 32, 38, 44, 49, 54)),
            Curve(BRUNO, (3, 7, 12, 17, 21, 25, 29, 33, 37, 46)),
            Curve(ANNA, (3, 8, 13, 18, 22, 27, 32, 36, 41, 46)),
            Curve(DARIO, (2, 6, 10, 14, 18, 23, 28, 31, 35, 39)),
        ),
        (*(str(n) for n in range(1, 10)), "end"),
        Opened(
            BRUNO,
            "Three wall segments",
            "6",
            (
                (Word("Auction", True), Word("round 3, line 96")),
                (Word("Market", True), Word("round 5, line 171")),
                (Word("Ship", True), Word("round 8, line 298")),
            ),
            "Bruno and Anna both have 46. More gold decides: 49 to 38.",
        ),
    ),
    top(8, 9),
    None,
    "",
)
SEGMENTS = (
    Segment(
        "Game",
        (
            button("Constantinopolis", look="tab", chosen=True),
            closed("not yet", "Byzanz"),
            closed("not yet", "Praetor"),
        ),
    ),
    Segment(
        "Rulebook on the table",
        (button("Italiano", look="tab", chosen=True), button("English", look="tab"), button("Español", look="tab")),
    ),
    Segment(
        "Values",
        (
            button("House set", "ours, complete", look="tab", chosen=True),
            button("My copy", "asks for what is missing", look="tab"),
        ),
    ),
)
CHAIRS = (
    Chair("red", ANNA, 1, "south", "Anna", button("Anna")),
    Chair("black", None, 0, "south", "Black", button("Black")),
    Chair("blue", BRUNO, 4, "west", "Bruno", button("Bruno")),
    Chair("green", CARLA, 3, "north", "Carla", button("Carla")),
    Chair("yellow", DARIO, 2, "east", "Dario", button("Dario")),
)
NEW_TOP = Top("New game", chips=top(1, tray="question").chips, menu=button("Close", icon="close"))
NEW_BAR = Bar(
    "Four players",
    "Tap a place to name it. First offices were drawn at random.",
    None,
    None,
    (button("Draw again", icon="history"),),
    button("Start", look="primary"),
)
FOUND = (
    DeviceRow("camera", "Camera", "place and colour locked", Tag("ready", "verdigris", "check")),
    DeviceRow("tray", "Trays 1 to 4", "tray 3 asks for a recount", Tag("count", "gold")),
)
HOUSE = button("Reconciled set", "as most editions read; 0 changes", icon="rule")
NEW = Sheet(
    NewGame("Who sits where?", CHAIRS, "this screen", SEGMENTS, HOUSE, "Found at this table", FOUND), NEW_TOP, NEW_BAR
)
KEYS = tuple(tuple(button(key) for key in row) for row in ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM"))
NAMING = Sheet(
    NewGame(
        "Who sits where?",
        CHAIRS,
        "this screen",
        SEGMENTS,
        HOUSE,
        "Found at this table",
        FOUND,
        Naming(
            ANNA,
            "Anna",
            KEYS,
            tuple(button(side, chosen=side == "near") for side in ("near", "left", "far", "right")),
            tuple(
                Button(letter, command=TAP, key=seat, chosen=seat == "red")
                for seat, letter in (("black", ""), ("blue", ""), ("green", ""), ("red", "A"), ("yellow", ""))
            ),
            button("Leaves the table", icon="close"),
        ),
    ),
    NEW_TOP,
    NEW_BAR,
)
RESUME = Sheet(
    Resume(
        "Go on with a game?",
        "The table is read again before play goes on.",
        (
            SavedLine(
                "Constantinopolis",
                "Round 4 of 9, 144 lines, today at 20:15",
                (ANNA, BRUNO, CARLA, DARIO),
                button("Go on", look="primary"),
            ),
            SavedLine("Constantinopolis", "Finished, 612 lines, Saturday", (ANNA, CARLA), button("Look")),
        ),
        button("Score a finished game", "one nobody followed", icon="fame"),
        button("New game", icon="plus"),
    ),
    Top("Companion", chips=top(1).chips, menu=button("Menu", icon="menu")),
)
MENU = opening.menu(top(4), dark=False, scale=1.0)
