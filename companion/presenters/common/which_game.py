"""Which game is watched at a drawn table, and which is learnt there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.play.reports import Device
from companion.presenters.common.newgame import title_word, top_of
from companion.presenters.lesson import About, taught_games
from companion.presenters.title_screens import screens_of, shown_games
from companion.titles import title_of
from companion.views.common import acts
from companion.views.common.newgame import BoxCard, Point, WhichBox
from companion.views.common.parts import Bar, Button, Sheet
from companion.wording import _

WATCH, LEARN = "watch", "learn"
"""The screens that ask which game is watched, and which is learnt."""
Act = Callable[[str], acts.Watch | acts.Learn]


def watched_games() -> tuple[str, ...]:
    """The games that virtual people play."""
    return tuple(game for game in shown_games() if title_of(game).table is not None)


GAMES: Mapping[str, Callable[[], tuple[str, ...]]] = {WATCH: watched_games, LEARN: taught_games}
ACTS: Mapping[str, Act] = {WATCH: acts.Watch, LEARN: acts.Learn}


def which_game(screen: str, devices: Sequence[Device]) -> Sheet:
    """The games that can be watched, or learnt, each with what it is about."""
    watching = screen == WATCH
    sentence = _("Watch one being played") if watching else _("Learn by playing")
    note = _("They play by themselves; nothing is kept.") if watching else _("You play a seat, and are told how.")
    body = WhichBox(
        title=_("Watch which game?") if watching else _("Learn which game?"),
        games=(),
        boxes=tuple(_card(game, ACTS[screen]) for game in GAMES[screen]()),
    )
    back = Button(_("Back"), command=acts.Open("games"), look="primary")
    return Sheet(body=body, top=top_of(sentence, devices), bar=Bar(sentence=sentence, note=note, primary=back))


def _card(game: str, act: Act) -> BoxCard:
    title, seats = screens_of(game), title_of(game).seats
    about = title.about() if title is not None and hasattr(title, "about") else About("table", ())
    return BoxCard(
        icon=about.icon,
        title=title_word(game),
        note=_("{least} to {most} people").format(least=seats[0], most=seats[-1]),
        points=tuple(Point(*each) for each in about.points),
        button=Button(title_word(game), command=act(game), key=game),
    )
