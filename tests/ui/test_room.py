"""Words and pictures keep their room where it is narrow: long words, large ones, five players, a clock in the bar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kivy.metrics import dp
from msgspec.structs import replace

from companion.presenters.desk import Desk
from companion.ui.kit import Words
from companion.views.common import acts
from companion.views.common.devices import DeviceRow
from companion.views.common.parts import Button, Glyph, Hint, Person, Tag, Toast, Word
from companion.views.common.rulesheet import Fact
from companion.wording import LANGUAGES, wording
from engine.byzanz.phases import Picking
from testkit.byzanz.moments import led
from testkit.moments import moments_of
from testkit.window.faults import dotted, wrong_words
from tests.ui.test_fit import rest
from tests.ui.test_large import shown
from tools.gallery import before, more, play
from tools.gallery.count import ADVICE

LEGIBLE = dp(15)


@pytest.fixture
def scale() -> Iterator[Any]:
    """Sets how much larger words are."""
    from companion.ui.screens import register
    from companion.ui.theme import theme

    register()

    def to(value: float) -> None:
        theme.scale = value

    yield to
    theme.scale = 1.0
    wording.speak("en")


def named(widget: Any, kind: str) -> list[Any]:
    return [each for each in widget.walk(restrict=True) if type(each).__name__ == kind]


def words_of(widget: Any, text: str) -> Any:
    return next(each for each in widget.walk(restrict=True) if isinstance(each, Words) and each.text == text)


LINES = ["Massimiliano: perché così tanto? (morale)", "Alessandrina, quanto oro?", "Wilhelmina"]


@pytest.mark.parametrize("text", LINES)
def test_words_set_as_large_as_one_line_allows_do_not_end_in_dots(scale: Any, text: str) -> None:
    from companion.ui import fitting
    from companion.ui.kit import Text

    scale(1.25)
    cut, label = [], Text(text=text, role="subtitle", shorten=True)
    for wide in range(90, 720):
        label.size = (wide, 50)
        label.texture_update()
        if label.is_shortened and label.font_size > dp(fitting.LEGIBLE):
            cut.append(wide)
    assert cut == []


def test_words_are_fitted_anew_once_they_may_not_be_cut():
    from companion.ui.kit import Text

    label, alone = (Text(text="einverstanden", role="body", shorten=cut) for cut in (True, False))
    label.size = alone.size = (70, 46)
    label.shorten = False
    assert label.font_size == alone.font_size < dp(16)


@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_five_in_turn_leave_the_offices_upright_their_words(scale: Any, large: float):
    scale(large)
    body = play.CHOOSING.body
    gives = "Se queda una compra o cambia hasta dos contratos"
    offices = tuple(replace(office, gives=gives) for office in body.offices)
    view = replace(play.CHOOSING, body=replace(body, order=(*body.order, body.order[0]), offices=offices))
    widget = shown("Speaking", view=view, size=(800, 1280))
    assert min(each.font_size for each in widget.walk() if isinstance(each, Words) and each.text == gives) >= LEGIBLE


@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_a_fact_told_in_words_leaves_room_for_what_it_is(scale: Any, large: float):
    scale(large)
    widget = shown("FactRow", view=Fact("rule", "Contratto", "alimentare, consumo per 12 oro"), size=(680, 58))
    assert wrong_words(widget) == []
    assert min(each.font_size for each in widget.walk() if isinstance(each, Words)) >= LEGIBLE


def test_the_coins_of_the_set_up_lie_beside_the_places_to_tick(scale: Any):
    scale(1.25)
    widget = shown("Speaking", view=before.laying_out("constantinopolis", 5), size=(1280, 800))
    row = next(each for each in named(widget, "SetUpScreenRow") if each.view.coins)
    coins, ticks = named(row, "SetUpCoin"), named(row, "SetUpTick")
    assert max(each.right for each in coins) <= min(each.x for each in ticks)


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
@pytest.mark.parametrize("large", [1.0, 1.5])
def test_a_clock_in_the_bar_lies_over_nothing(scale: Any, size: tuple[int, int], large: float):
    scale(large)
    view = replace(play.CHOOSING, toast=None, top=replace(play.CHOOSING.top, note="Federico 11:22"))
    widget = shown("Speaking", view=view, size=size)
    clock, title = words_of(widget, "Federico 11:22"), words_of(widget, view.top.title)
    menu = named(widget, "MenuButton")[0]
    assert title.right <= clock.x + 1
    assert menu.right <= size[0]
    pips = [each for each in named(widget, "Pip") if each.to_window(*each.pos)[1] > size[1] - 108]
    low = title.to_window(0, title.center_y)[1] + title.texture_size[1] * 0.35
    assert all(pip.to_window(*pip.pos)[1] >= low or pip.right <= title.x for pip in pips)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("now", range(1, 9))
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_a_bar_with_everything_on_it_keeps_the_menu_in_the_window(scale: Any, large: float, now: int):
    scale(large)
    top = play.top(now, camera="disagree")
    mark = replace(top.chips[0], icon="", count="* nuestro", mark="")
    view = replace(play.CHOOSING, toast=None, top=replace(top, note="Federico 11:22", chips=(mark, *top.chips)))
    widget = shown("Speaking", view=view, size=(1280, 800))
    assert named(widget, "MenuButton")[0].right <= widget.width
    steps = [each.view for each in named(widget, "RailStep")]
    assert [step.state for step in steps].count("now") == 1
    assert len(steps) == len(top.steps) or len(steps) >= 4


@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_a_tall_bar_with_everything_on_it_keeps_the_menu_in_the_window(scale: Any, large: float):
    scale(large)
    top = play.top(4, camera="disagree")
    left = [replace(top.chips[0], count=str(count), mark="") for count in (27, 13)]
    mark = replace(top.chips[0], icon="", count="* von uns", mark="")
    full = replace(top, note="erste Ära", chips=(mark, *left, *top.chips))
    widget = shown("Speaking", view=replace(play.CHOOSING, toast=None, top=full), size=(800, 1280))
    assert named(widget, "MenuButton")[0].right <= widget.width + 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize("people", [4, 5])
@pytest.mark.parametrize("notice", [None, play.DUEL.body.notice], ids=["", "notice"])
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_a_duel_keeps_its_bidders_in_their_lines_below_a_lesson(scale: Any, large: float, notice: Any, people: int):

    scale(large)
    text = "Nel tuo turno tocca un edificio, guarda il prezzo e compralo; oppure finisci il turno."
    hint = Hint(count="5 su 9", text=text, on=Button("Avanti"), leave=Button("", icon="close"))
    body = play.DUEL.body
    order = (*body.order, *body.order)[:people]
    view = replace(play.DUEL, toast=None, hint=hint, body=replace(body, order=order, notice=notice))
    widget = shown("Speaking", view=view, size=(800, 1280))
    for bidder in named(widget, "BidderBox"):
        assert bidder.height >= named(bidder, "Disc")[0].height
    assert not wrong_words(widget)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("coins", ["hier noch keine Münzen", "17 Münzen liegen hier"])
def test_the_coins_of_an_office_stay_in_their_card(scale: Any, coins: str, large: float, size: tuple[int, int]):

    scale(large)
    first, office, second = play.DUEL.body.duel
    body = replace(play.DUEL.body, duel=(first, replace(office, coins=coins), second))
    widget = shown("Speaking", view=replace(play.DUEL, toast=None, body=body), size=size)
    tag = named(widget, "TagLine")[0]
    assert tag.x >= tag.parent.x
    assert tag.right <= tag.parent.right
    assert not wrong_words(widget)


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
@pytest.mark.parametrize("view", [more.SCORE, play.BUILDING], ids=["score", "construction"])
def test_no_heading_and_no_reason_ends_in_dots(scale: Any, view: Any, size: tuple[int, int]):
    from testkit.window.faults import dotted

    scale(1.5)
    assert not dotted(shown("Speaking", view=view, size=size))


def test_a_house_rule_is_as_high_as_its_question(scale: Any):
    from companion.views.common.newgame import RuleRow
    from testkit.window.faults import dotted

    scale(1.5)
    question = "¿Se puede volver a pujar por el cargo recién perdido en la misma activación?"
    row = RuleRow(question, "No, solo por otro cargo.", "C-AUC-14", False, Button("", command=acts.Open("play")))
    line = shown("RuleLine", view=row, width=700, size_hint_x=None)
    assert not dotted(line)
    assert words_of(line, question).font_size == words_of(line, question).full


def test_a_long_choice_takes_two_lines(scale: Any):
    scale(1.5)
    segment = shown("SegmentTap", view=Button("Gira hacia quien juega"), size=(150, 60), size_hint=(None, None))
    assert words_of(segment, "Gira hacia quien juega").font_size >= dp(16)


def test_figures_of_an_advice_stand_apart(scale: Any):
    scale(1.5)
    figures = named(shown("Speaking", view=ADVICE, size=(1280, 800)), "WayFigure")
    assert figures
    for figure in figures:
        assert max(each.right for each in figure.children) <= figure.right


def test_what_is_left_stays_in_its_card(scale: Any):
    scale(1.5)
    widget = shown("Speaking", view=play.LOADING, size=(1280, 800))
    left = named(widget, "LeftBox")[0]
    assert max(each.right for each in left.children) <= left.right


@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_what_is_left_is_called_so_only_where_the_word_has_room(scale: Any, large: float, size: tuple[int, int]):
    scale(large)
    wording.speak("es")
    widget = shown("Speaking", view=play.LOADING, size=size)
    words = [each.text for each in named(widget, "LeftBox")[0].walk(restrict=True) if getattr(each, "text", "")]
    assert "Quedan" in words or size[0] > 1000
    assert not wrong_words(widget)


@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
@pytest.mark.parametrize("hint", [None, before.learning().hint], ids=["alone", "below a lesson"])
def test_what_an_office_gives_is_told_where_it_can_be_read(scale: Any, large: float, hint: Any):
    scale(large)
    gives = "Construye un muro o cambia hasta dos contratos"
    offices = tuple(replace(office, gives=gives) for office in play.CHOOSING.body.offices)
    view = replace(play.CHOOSING, hint=hint, toast=None, body=replace(play.CHOOSING.body, offices=offices))
    widget = shown("Speaking", view=view, size=(1280, 800))
    told = [each.font_size for each in widget.walk(restrict=True) if getattr(each, "text", "") == gives]
    assert min(told, default=LEGIBLE) >= dp(11)
    assert not dotted(widget)


def test_a_choice_is_as_wide_as_what_it_shows_not_as_what_it_showed_before(scale: Any):
    scale(1.0)
    choice = shown("Choice", view=Button("Pasar y dejar el cargo a quien reta", command=acts.Open("play")))
    before = choice.children[0]
    choice.view = play.DUEL.bar.choices[1]
    before.view = Button("Otra vez, con palabras todavía más largas que antes", command=acts.Open("play"))
    rest()
    assert choice.width == choice.children[0].width < before.width


def test_everybody_who_waits_has_one_disc(scale: Any):
    from companion.presenters.common.newgame import waiting

    scale(1.0)
    people = {"red": "Anna", "blue": "Bruno", "green": "Carla"}
    widget = shown("Speaking", view=waiting("constantinopolis", people), size=(1280, 800))
    assert len(named(widget, "Disc")) == len(people)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
@pytest.mark.parametrize("large", [1.0, 1.5])
def test_every_screen_of_byzanz_keeps_its_words_beside_a_sale(scale: Any, size: tuple[int, int], large: float):
    from engine.byzanz.phases import Bidding, Limit, Over, Picking
    from tests.presenters.byzanz_taps import Tapper
    from tests.ui.test_byzanz import selling

    scale(large)
    wording.speak("de")
    for phase in (Bidding, Picking, Limit, Over):
        desk = Tapper(5, 5).play(phase)
        desk.do(acts.Prefer(scale=large, turns=False))
        if phase is not Over:
            selling(desk)
        assert not wrong_words(shown("Speaking", view=desk.view(), size=size)), phase.__name__


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_a_notice_leaves_its_way_back_room(scale: Any, large: float, size: tuple[int, int]):

    scale(large)
    line = (
        Word("Federico", True),
        Word("construye la Universidad y lleva dos mercancías al mercado"),
        Glyph("coin", "12"),
    )
    toast = Toast("tray", line, Button("Rückgängig", command=acts.Open("play")))
    widget = shown("Speaking", view=replace(play.CHOOSING, toast=toast), size=size)
    bar, back = named(widget, "ToastBar")[0], named(widget, "ToastUndo")[0]
    assert back.right <= bar.right
    words = words_of(back, "Rückgängig")
    assert words.font_size == words.full
    assert not wrong_words(widget)


@pytest.mark.parametrize("width", [240, 300, 430])
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_a_notice_over_little_of_the_bar_takes_two_lines(scale: Any, large: float, width: int):
    scale(large)
    line = (Word("Bruno", True), Word("arbeitet in"), Glyph("temple", ""), Word("Tempel des Pluto mit Stufe 1", True))
    toast = Toast("camera", line, Button("Rückgängig", command=acts.Open("play")))
    bar = shown("ToastBar", view=toast, size=(width, 64), size_hint=(None, None))
    assert not wrong_words(bar)
    assert max(each.right for each in bar.children) <= bar.right


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
def test_all_goods_can_be_chosen_among_in_large_words(scale: Any, size: tuple[int, int]):
    from tools.gallery.beside_phases import STORING

    scale(1.5)
    rows = tuple(replace(STORING.body.rows[0], good=good) for good in "YKRBG")
    view = replace(STORING, body=replace(STORING.body, rows=rows))
    screen = shown("Speaking", view=view, size=size)
    assert not wrong_words(screen)
    head = words_of(screen, STORING.body.heading)
    assert head.to_window(*head.pos)[1] >= 0
    assert head.top <= named(screen, "SelectionScreen")[0].top


def test_what_is_said_of_wages_is_whole_beside_its_figure(scale: Any):
    from companion.views.praetor.board import WageLine

    scale(1.5)
    row = WageLine(icon="morale", text="oro mancante, il morale scende", figure="8", tone="alarm")
    assert not dotted(shown("PraetorWageRow", view=row, width=250, size_hint=(None, None)))


@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_who_is_ready_leaves_its_heading_whole(scale: Any, large: float):
    scale(large)
    ready = "Massimiliano, Alessandrina, Bartolommeo, Maximilienne are ready"
    view = replace(play.LOADING, body=replace(play.LOADING.body, ready=ready))
    assert not wrong_words(shown("Speaking", view=view, size=(1280, 800)))


@pytest.mark.parametrize("width", [600, 760, 980])
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_what_was_laid_is_told_in_the_lines_it_needs(scale: Any, large: float, width: int):
    from companion.views.byzanz.cards import Notice

    scale(large)
    told = "Olive 2, Olive 4, Getreide 1, Getreide 3 und Holz 2 wurden gerade gelegt."
    line = (Word(told, True), Word("Damit bietet Federico 12; mindestens 4."))
    notice = Notice("camera", line, Button("Warum?", icon="rule", command=acts.Open("play")))
    assert not wrong_words(shown("ByzNoticeBox", view=notice, size=(width, 72), size_hint_x=None))


LONG_ENTRIES = (
    (
        (Word("Federico", True), Word("costruisce Avamposto imperiale con livello 3 e"), Glyph("worker", "2")),
        (Glyph("gold", "−3"), Glyph("fame", "+12")),
    ),
    (
        (Word("arbeitet in", True), Glyph("tile"), Word("Kaiserlicher Außenposten mit Stufe 2")),
        (Glyph("wood", "−2"), Glyph("weapon", "−2"), Glyph("fame", "+7")),
    ),
)


@pytest.mark.parametrize("entry", LONG_ENTRIES, ids=["built", "worked"])
@pytest.mark.parametrize("width", [600, 658, 760])
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_what_an_entry_brought_stands_beside_or_below_it(scale: Any, large: float, width: int, entry: Any):
    from companion.views.common.history import HistoryLine

    scale(large)
    line, right = entry
    told = HistoryLine(number=114, person=play.ANNA, line=line, note="", right=right, button=Button(""))
    row = shown("HistoryRow", view=told, size=(width, 61 * large), size_hint_x=None)
    gains = [words for words in row.walk() if getattr(words, "text", "") == right[-1].figure]
    assert not wrong_words(row)
    assert len(gains) == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_the_phases_stay_on_the_bar_between_those_at_the_table(scale: Any, large: float, language: str):
    scale(large)
    wording.speak(language)
    top = moments_of("constantinopolis")["hands-Acceptance"].desk().view().top
    for width in range(round(320 * large), 1240, 70):
        for now in range(0, len(top.steps), 2):
            steps = tuple(replace(step, state="now" if at == now else "coming") for at, step in enumerate(top.steps))
            bar = shown("LyingBar", view=replace(top, steps=steps), size=(width, 60), size_hint=(None, None))
            ends = [each.right for each in bar.walk() if type(each).__name__ == "RailStep"]
            assert (width, now, max(ends)) == (width, now, min(max(ends), bar.right))
            assert len(ends) == len(steps) or width < 1000 * large


def test_cards_one_may_take_back_are_as_wide_as_a_finger():
    from companion.ui.screens.byzanz.cards import APART, ByzStack
    from companion.views.byzanz.cards import Ware

    lying, taken = Ware("olive", "2"), Ware("olive", "2", button=Button(""))
    assert [ByzStack.beside([lying] * count, 118, 300) for count in (1, 2, 3, 4)] == [APART] * 4
    assert ByzStack.beside([lying] * 3, 118, 60) < APART
    assert ByzStack.beside([taken, *[lying] * 3], 118, 60) == APART


@pytest.mark.parametrize("wide", [420, 600, 800])
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_a_tray_of_somebody_with_a_long_name_keeps_it_whole_beside_its_button(scale: Any, large: float, wide: int):
    scale(large)
    row = DeviceRow(
        icon="tray",
        title="Schale Alessandrina",
        detail="per Funk, Münzen, Handelsbuch und Drehknopf",
        tag=Tag("bereit", "verdigris", "check"),
        person=Person("green", "Alessandrina", "A"),
        buttons=(Button("Kalibrieren", command=acts.Open("play")),),
    )
    line = shown("DeviceLine", view=row, width=dp(wide))
    assert wrong_words(line) == []
    assert line.children[0].right <= line.right


def test_ways_to_load_that_are_one_are_told_whole_upright(scale: Any):
    scale(1.5)
    way = replace(ADVICE.body.ways[0], title="A bit of each, most gold, most fame, home soonest")
    line = shown("WayTap", view=way, width=dp(720))
    assert dotted(line) == set()
    assert wrong_words(line) == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "size", [(900, 640), (960, 420), (1180, 560), (760, 900)], ids=["sale", "low", "alone", "upright"]
)
@pytest.mark.parametrize("large", [1.0, 1.25, 1.5])
def test_every_good_of_a_market_has_room_for_its_name(
    scale: Any, large: float, size: tuple[int, int], language: str
) -> None:
    from companion.presenters.byzanz import words

    scale(large)
    wording.speak(language)
    market = Desk(source=led(Picking)).view().body
    of_one = next(group for group in market.groups if group.cards)
    groups = tuple(
        replace(of_one, icon=words.ICONS[good], name=words.good_title(good), worth="12") for good in words.ORDER
    )
    widget = shown("ByzMarketPart", view=replace(market, groups=groups), size=size)
    assert wrong_words(widget) == []
    assert dotted(widget) == set()
    assert min(each.font_size for each in map(words_of, [widget] * 7, (group.name for group in groups))) >= LEGIBLE
