"""The page of one table: its challenge with all that speaks for and against it, or how its game stands."""

from __future__ import annotations

from companion.presenters.common.history import remembering
from companion.views.common.history import History, HistoryLine
from companion.views.common.parts import Glyph, Line, Word
from companion.web.desk.cards import ICONS, TableCard, short, state_word
from companion.web.desk.club_desk import ClubTable
from companion.web.desk.evidence import Evidence, Frame, ReadLine
from companion.web.desk.intake import MISNAMED, OTHER, UNFIT, UNLAWFUL, UNPLAYABLE
from companion.web.desk.markup import Html, icon, inside, tag
from companion.web.desk.matter import Choice, Matter
from companion.web.desk.pages import card_item, disc
from companion.web.desk.store import Lie, Ruling
from companion.wording import _
from devices.desk import NO_CHALLENGE, OTHER_GAME

NEWEST = 3
"""So many lines stand above the picture of a challenge."""


def lie_words(lie: Lie) -> str:
    """What a table sent that cannot be true."""
    return {
        OTHER: _("It sent two different entries {n}."),
        UNFIT: _("The digest of entry {n} does not fit what stands there, or what was sent before."),
        MISNAMED: _("Entry {n} belongs to a game of another name."),
        UNPLAYABLE: _("Entry {n} cannot have happened in this game."),
        UNLAWFUL: _("Decided again by the rules, the game has other consequences (last entry {n})."),
    }.get(lie.why, lie.why).format(n=lie.number)


def quiet_page(table: ClubTable, card: TableCard) -> Html:
    """A table at which nothing is to be ruled on: its card, its newest lines, and what does not add up."""
    head = tag("div", tag("h1", _("Table {n}").format(n=card.number)), tag("p", _doing(card)), cls="head")
    scene = table.game.scene if table.game is not None else None
    body = remembering(scene).body if scene is not None else None
    lines = body.lines[:12][::-1] if isinstance(body, History) else ()
    where = tag("section", tag("h2", _("At a glance")), tag("ul", card_item(card), cls="tables one"), cls="panel")
    return inside(head, lies(table), tag("div", where, _journal(lines, 0), cls="columns two"))


def _doing(card: TableCard) -> Html:
    word = state_word(card.state)
    state = inside(icon(ICONS[card.state]), word) if word else _("plays")
    return tag("span", state, cls=f"note state {card.state}")


def lies(table: ClubTable) -> Html | None:
    """What a table sent that cannot be true; nothing for an honest one."""
    if not table.lies:
        return None
    said = [tag("li", lie_words(lie)) for lie in table.lies]
    advice = _("What the desk holds is what was sent first. Look at the table’s own record.")
    head = tag("h2", icon("cover"), _("The record was altered"))
    return tag("section", head, tag("ul", said), tag("p", advice), cls="panel alarm")


def matter_page(table: ClubTable, matter: Matter, since: float) -> Html:
    """A challenge, read from left to right: what is claimed, what holds, what was done."""
    waits = tag("span", icon("wait"), _("frozen for"), " ", tag("time", data_since=since), cls="tag gold")
    who = [disc(person) for person in (matter.by, matter.against) if person is not None]
    arrow = icon("next") if len(who) == 2 else None
    number = tag("span", short(table.name), cls="number")
    head = tag("div", tag("h1", number, matter.title), who[:1], arrow, who[1:], waits, cls="head matter")
    columns = (_claim(matter), _rule(matter), tag("div", _done(table.name, matter), cls="column"))
    return inside(head, lies(table), tag("div", columns, cls="columns three"))


def _done(table: str, matter: Matter) -> Html:
    """What was done, the newest first: beside a picture the newest lines stand above it, where no screen cuts them."""
    lines, picture = matter.lines[::-1], _evidence(table, matter)
    if matter.evidence is None:
        return inside(picture, _journal(lines, matter.line))
    before = _journal(lines[NEWEST:], matter.line, _("Before that")) if lines[NEWEST:] else None
    return inside(_journal(lines[:NEWEST], matter.line, cls="panel near"), picture, before)


def _claim(matter: Matter) -> Html:
    sheet = matter.sheet
    facts = [_fact(fact.icon, fact.text, fact.figure) for fact in sheet.facts]
    sign = {True: icon("check"), False: icon("close"), None: icon("question")}[matter.lawful]
    word = {True: _("Lawful"), False: _("Not lawful"), None: _("Nothing found")}[matter.lawful]
    tone = {True: "agrees", False: "alarm", None: ""}[matter.lawful]
    said = tag(
        "section", tag("h2", _("What is said")), tag("p", sheet.asked, cls="claim"), tag("dl", facts), cls="panel"
    )
    finding = tag(
        "section",
        tag("h2", _("What the app finds")),
        tag("p", sign, word, cls=f"verdict {tone}"),
        tag("p", matter.finding),
        tag("p", tag("span", icon("book"), sheet.rule, cls="tag sea")) if sheet.rule else None,
        cls="panel",
    )
    return tag("div", said, finding, cls="column")


def _fact(symbol: str, text: str, figure: str) -> Html:
    return tag("div", tag("dt", icon(symbol), text), tag("dd", figure))


def _rule(matter: Matter) -> Html:
    sheet = matter.sheet
    cites = [tag("li", tag("strong", cite.language), cite.place, tag("small", cite.words) if cite.words else None,
                 cls="own" if cite.own else None) for cite in sheet.cites]  # fmt: skip
    before = [tag("li", icon("vote"), _precedent(each.table, each.how, each.referee)) for each in matter.precedents]
    return tag(
        "section",
        tag("h2", _("The rule")),
        tag("p", sheet.sentence, cls="sentence"),
        (tag("h3", _("Where it stands")), tag("ul", cites, cls="cites")) if cites else None,
        (tag("p", sheet.differ), tag("ul", [tag("li", each.text, cls="own" if each.chosen else None)
                                            for each in sheet.readings], cls="cites")) if sheet.readings else None,
        tag("h3", _("Ruled before")),
        tag("ul", before, cls="before") if before else tag("p", _("Nothing yet on this rule.")),
        cls="panel",
    )  # fmt: skip


def _precedent(table: str, how: str, referee: str) -> str:
    words = how_words(how)
    where = _("Table {n}").format(n=short(table))
    return ", ".join(filter(None, (where, words, referee)))


def how_words(how: str) -> str:
    """A ruling in a word or two."""
    return {"back": _("taken back"), "stands": _("it stands"), "allow": _("allowed")}.get(how, how)


# --- the picture ---


def _evidence(table: str, matter: Matter) -> Html:
    """The picture of the mat with what was read on it, or why there is none."""
    found = matter.evidence
    if found is None:
        return tag("section", tag("h2", _("Evidence, picture")), tag("p", matter.lacks), cls="panel evidence")
    made = tag("small", _("made at"), " ", tag("time", data_clock=found.at))
    return tag(
        "section",
        tag("div", tag("h2", _("Evidence, picture")), made, cls="made"),
        tag("figure", _picture(table, matter.challenge, found), _framed(found), cls="mat"),
        _read(found),
        cls="panel evidence",
    )


def _picture(table: str, challenge: int, found: Evidence) -> Html:
    alt = _("The mat of table {n} from straight above; what was read on it stands below.").format(n=short(table))
    source = f"/table/{table}/picture/{challenge}?{found.digest}"
    return tag("a", tag("img", src=source, alt=alt, width=found.wide, height=found.high), href=source, target="_blank")


def _framed(found: Evidence) -> Html:
    """A frame round all that was read; what is not sure is dashed."""
    frames = [tag("polygon", points=_points(frame), cls=None if frame.sure else "unsure") for frame in found.frames]
    return tag("svg", frames, viewBox=f"0 0 {found.wide} {found.high}", cls="frames", aria_hidden="true")


def _points(frame: Frame) -> str:
    return " ".join(f"{x},{y}" for x, y in zip(frame.corners[::2], frame.corners[1::2], strict=True))


def _read(found: Evidence) -> Html:
    """What was read, in words, with its shares."""
    if not found.lines:
        return tag("p", _("Nothing was read on it."))
    rows = [_read_line(line) for line in found.lines]
    more = _("and {n} more").format(n=found.more) if found.more else None
    return inside(tag("ul", rows, cls="read"), tag("p", tag("small", more)) if more else None)


def _read_line(read: ReadLine) -> Html:
    times = f"{read.times} × " if read.times > 1 else None
    return tag("li", tag("span", times, read.words), tag("b", _shares(read.shares)))


def _shares(shares: tuple[float, ...]) -> str:
    """Each one's share where there are few, else the least."""
    said = [f"{round(100 * share)} %" for share in shares]
    return ", ".join(said) if len(said) <= 2 else _("at least {share}").format(share=said[-1])


def _journal(lines: tuple[HistoryLine, ...], marked: int, title: str = "", cls: str = "panel") -> Html:
    rows = [_line(line, line.number == marked) for line in lines]
    return tag("section", tag("h2", title or _("Journal")), tag("ol", rows, cls="journal"), cls=cls)


def _line(line: HistoryLine, marked: bool) -> Html:
    who = disc(line.person) if line.person is not None else tag("span", cls="disc none")
    name = line.person.name if line.person is not None else _("the table")
    said = tag("span", tag("span", name, " ", cls="unseen"), words(line.line), tag("small", line.note))
    right = tag("b", words(line.right)) if line.right else None
    look = " ".join(filter(None, ("marked" if marked else "", "struck" if line.struck else "")))
    return tag("li", tag("span", line.number, cls="at"), who, said, right, cls=look)


def words(line: Line) -> Html:
    """A line of words and icons."""
    return inside([_part(part) for part in line])


def _part(part: Glyph | Word) -> Html:
    if isinstance(part, Word):
        return tag("strong" if part.strong else "span", part.text, " ")
    return tag("span", icon(part.icon), part.figure, " ", cls="glyph")


# --- the ruling ---


def rulings(table: str, matter: Matter) -> Html:
    """The rulings there are; none is chosen before the referee has."""
    if matter.sent is not None:
        return tag("footer", tag("p", sent_words(matter.sent), cls="sent", role="status"), cls="foot")
    choices = [_choice(choice) for choice in matter.choices]
    book = tag(
        "button",
        icon("vote"),
        tag("span", _("Book the ruling"), tag("small", _("choose one first"), id="chosen")),
        cls="button primary",
        type="submit",
    )
    hidden = tag("input", type="hidden", name="challenge", value=matter.challenge)
    fields = tag("fieldset", tag("legend", _("The ruling"), cls="unseen"), choices, cls="choices")
    return tag("footer", tag("form", hidden, fields, book, id="ruling", data_table=table), cls="foot")


def _choice(choice: Choice) -> Html:
    field = tag("input", type="radio", name="how", value=choice.how, required=True, data_label=choice.label)
    words = tag("span", tag("strong", icon(choice.icon), choice.label), tag("small", choice.note))
    return tag("label", field, words, cls="choice")


def sent_words(ruling: Ruling) -> str:
    """What became of a ruling."""
    if ruling.entry:
        return _("Booked at the table as line {n}.").format(n=ruling.entry)
    if ruling.refused:
        why = {
            OTHER_GAME: _("another game is played there now"),
            NO_CHALLENGE: _("this challenge does not stand any more"),
        }.get(ruling.refused, ruling.refused)
        return _("The table did not book it: {why}.").format(why=why)
    return _("Sent; the table has not answered yet. It is sent again until it does.")
