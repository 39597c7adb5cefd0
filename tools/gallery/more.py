"""Invented views for the gallery: history, disagreement, rules, score, the menu."""

from __future__ import annotations

from msgspec import structs

from companion.presenters.common import menu
from companion.views.common.differ import Differ, Exit
from companion.views.common.history import Back, History, HistoryLine
from companion.views.common.parts import Glyph, Holding, Line, Person, Row, Sheet, Top, Word
from companion.views.common.rulesheet import Cite, Fact, RuleReading, RuleSheet
from companion.views.common.score import Cell, Curve, FinalScore, Heading, Opened, ScoreLine
from tools.gallery.play import ANNA, BRUNO, CARLA, DARIO, button, top


def line(
    number: int, person: Person, words: Line, note: str, right: Line = (), struck: bool = False, edge: bool = False
) -> HistoryLine:
    """A line of the example journal."""
    return HistoryLine(
        number=number,
        person=person,
        line=words,
        note=note,
        right=right,
        button=button("look"),
        struck=struck,
        edge=edge,
    )


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
    body=History(
        heading="History",
        tabs=(button("All", look="tab", chosen=True), button("Anna", look="tab"), button("Round 4", look="tab")),
        lines=LINES,
        back=Back(
            title="Back to before the Textrinum",
            note="Three lines are taken back. They stay in the record, struck.",
            pieces=(
                Row(line=(Word("Pistrinum to the board"),), person=DARIO, right=(Glyph("kind-production"),)),
                Row(line=(Word("Dario takes 6 gold"),), person=DARIO, right=gold("6")),
                Row(line=(Word("Textrinum to the board"),), person=ANNA, right=(Glyph("kind-production"),)),
                Row(line=(Word("Anna takes 11 gold"),), person=ANNA, right=gold("11")),
            ),
            effect=(Word("No score changes.", True), Word("Production level: Anna 4 → 3, Dario 3 → 2.")),
            asked=DARIO,
            question="Dario must agree",
            reason="One of these lines is theirs.",
            no=button("No"),
            yes=button("Dario agrees", look="primary"),
            heading="Put these back by hand",
            mend=button("Correct only line 142"),
        ),
    ),
    top=top(4),
    band="yellow",
)
DIFFER = Sheet(
    body=Differ(
        title="Anna’s treasury: table and book differ",
        note="Everything else agrees. The game may go on; this stays in sight until it is settled.",
        person=ANNA,
        uncovered="Anna has uncovered her gold",
        table="17",
        table_goods=(),
        table_note="tray 2, quiet for 6 s",
        difference="−2",
        difference_note="on the table",
        book="19",
        book_goods=(),
        book_note="since line 142, round 4",
        exits=(
            Exit(
                icon="tray",
                title="Put the table right",
                sentence="Anna lays 2 gold on her tray. This clears by itself.",
                foot_icon="wait",
                foot="watching the tray",
                tone="sea",
                button=button("put"),
                coin=2,
            ),
            Exit(
                icon="table",
                title="The table is right",
                sentence="Booked as a correction: Anna has 17. The rule it breaks is named.",
                foot_icon="rule",
                foot="against C-BLD-04",
                tone="ink",
                button=button("table"),
            ),
            Exit(
                icon="book",
                title="The book is right",
                sentence="Anna holds 19. The tray counts anew from there.",
                foot_icon="check",
                foot="nothing is booked",
                tone="porphyry",
                button=button("book"),
            ),
            Exit(
                icon="history",
                title="Back to agreed",
                sentence="To line 140, before Anna sold and built. Pieces go back by hand.",
                foot_icon="undo",
                foot="2 lines are taken back",
                tone="ink",
                button=button("back"),
            ),
        ),
    ),
    top=top(4, tray="disagree"),
    band="red",
)
GOODS_DIFFER = structs.replace(
    DIFFER,
    body=structs.replace(
        DIFFER.body,
        title="Anna’s goods: table and book differ",
        table="",
        table_goods=(Holding("G", 1), Holding("Y", 2), Holding("R", 3), Holding("B", 4), Holding("K", 12)),
        table_note="camera, quiet for 11 s",
        difference="+6",
        book="",
        book_goods=(Holding("G", 1), Holding("Y", 2), Holding("R", 3)),
    ),
)
"""Goods of every colour, more than stand in a row."""
RULE = Sheet(
    body=RuleSheet(
        person=ANNA,
        asked="asks: may I bid 5 for the Praefectus Urbi?",
        verdict="No. Six at least.",
        sentence="Against the holder who owns the auction wall, every bid of an opponent rises by 3 instead of 1, "
        "the opening bid too.",
        facts=(
            Fact("coin", "Lie on the office already", "3"),
            Fact("kind-wall", "Bruno holds it and owns the auction wall", "+3"),
            Fact("phase-1-auction", "Lowest opening bid", "6", "porphyry"),
            Fact("close", "Anna would bid", "5", "alarm"),
        ),
        rule="C-AUC-09",
        cites=(
            Cite("IT", "Homo Ludens 2010, 9.5", "Others must open or raise by at least 3.", True),
            Cite("EN", "Fantasy Flight, p. 28", "Every raising bid of the opponent."),
            Cite("ES", "Edge, p. 15", "Raise of at least 3."),
        ),
        differ="The editions differ on the opening bid. This table plays:",
        readings=(
            RuleReading("open and raise", "6", True),
            RuleReading("raises only", "4", False),
            RuleReading("open, absolute", "4", False),
        ),
        foot="Chosen before the game, line 1",
        buttons=(
            button("Bid 6 instead", look="primary"),
            button("Ask the table", "all vote, or the referee", icon="vote"),
            button("Close"),
        ),
    ),
    top=top(1),
    band="red",
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
    body=FinalScore(
        icon="fame",
        points="Fame",
        person=CARLA,
        title="Carla wins",
        note="After nine rounds. All eight public buildings stand.",
        buttons=(button("Share", icon="phone"), button("New game", look="primary")),
        headings=HEADINGS,
        lines=(
            score_line(1, CARLA, (21, 9, 3, 10, 6, 1, 4)),
            score_line(2, BRUNO, (14, 4, 7, 9, 3, 6, 3)),
            score_line(3, ANNA, (18, 6, 4, 7, 6, 3, 2)),
            score_line(4, DARIO, (12, 3, 9, 10, 3, 0, 2)),
        ),
        chart="Fame, round by round",
        curves=(
            Curve(CARLA, (4, 9, 15, 20, 26, 32, 38, 44, 49, 54)),
            Curve(BRUNO, (3, 7, 12, 17, 21, 25, 29, 33, 37, 46)),
            Curve(ANNA, (3, 8, 13, 18, 22, 27, 32, 36, 41, 46)),
            Curve(DARIO, (2, 6, 10, 14, 18, 23, 28, 31, 35, 39)),
        ),
        ticks=(*(str(n) for n in range(1, 10)), "end"),
        opened=Opened(
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
    top=top(8, 9),
)
NEW_TOP = Top(title="New game", chips=top(1, tray="question").chips, menu=button("Close", icon="close"))
MENU = menu.menu(top(4), dark=False, scale=1.0, drawn=True, laid=True)
