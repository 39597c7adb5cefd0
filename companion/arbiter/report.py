"""A judgement as a text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import fill

from companion.arbiter.account import Changes, account, in_words, short, shown
from companion.arbiter.expecting import Difference, unexpected
from companion.arbiter.judging import Judgement
from companion.arbiter.readings import meaning, preset_name, question
from companion.arbiter.spelling import spelling_of
from companion.arbiter.verdict import Step, Verdict, awaited
from companion.arbiter.wording import called, named, say
from companion.notation.spelling import Spelling
from companion.notation.tokens import is_bare
from companion.titles import title_of
from companion.wording import signed
from engine.event import State
from engine.table import Tally

WIDTH = 116
SILENT = "silent"
QUOTES = {"en": ("“", "”"), "it": ("«", "»"), "es": ("«", "»"), "de": ("„", "“")}
"""What a word of another language stands between."""


class Report:
    """Writes what the arbiter found, in one language, for one printed `edition`; without one for the game's first."""

    def __init__(self, game: str, edition: str, language: str, names: Mapping[str, str] | None = None) -> None:
        self.game, self.language = game, language
        self.names = names or {}
        self.title = title_of(game)
        self.edition = edition or (language if language in self.title.printed else self.title.printed[0])
        self.spelling: Spelling = spelling_of(game)

    def say(self, phrase: str, /, **facts: object) -> str:
        return say(phrase, self.language, **facts)

    def money(self, amount: int) -> str:
        """An amount of the game's money, with its sign."""
        name = self.spelling.account.money
        return f"{signed(amount)} {self._belonging(name)}" if name else ""

    def judgement(self, found: Judgement) -> str:
        """Everything about a case."""
        lines = [*self._heading(found), ""]
        for number, verdict in enumerate(found.verdicts, 1):
            lines += [*self.verdict(verdict, f"{number}. "), ""]
        lines += [self.say("in_all") + ":", *self._changes(found.changes), ""]
        lines += [self.say("state") + ":", *self.state(found.state), *self._standings(found)]
        lines += [self._unexpected(one) for one in unexpected(found)]
        return "\n".join(lines)

    def _heading(self, found: Judgement) -> Iterator[str]:
        case = found.case
        yield case.title
        if case.about:
            yield fill(" ".join(case.about.split()), WIDTH)
        preset = preset_name(self.game, case.preset, self.language)
        yield self.say("judged", preset=preset, edition=named("edition", self.edition, self.language))
        if case.options:
            yield self.say("options", options=", ".join(f"{name} = {value}" for name, value in case.options.items()))

    def _unexpected(self, one: Difference) -> str:
        return self.say("unexpected", key=one.key, expected=one.expected, found=one.found)

    def _standings(self, found: Judgement) -> Iterator[str]:
        """Who has won, once the game is over."""
        if not found.state.phase.actors:
            for one in found.standings:
                parts = ", ".join(f"{name} {fame}" for name, fame in one.lines.items() if fame)
                yield f"  {one.place}. {self.seat(one.seat)}: {one.score} ({parts})"

    # -- one ruling

    def verdict(self, verdict: Verdict, number: str = "") -> list[str]:
        """One ruling."""
        return [
            f"{number}{self._with_name(verdict.command)}",
            *_indented([*self._why(verdict), *self._readings(verdict), *self._presets(verdict)]),
        ]

    def _with_name(self, command: str) -> str:
        """A command on one line, with the player's name in place of the colour where it is known and one word."""
        seat, space, rest = command.partition(" ")
        name = self.names.get(seat, "")
        return f"{name if is_bare(name) else seat}{space}{rest}"

    def _why(self, verdict: Verdict) -> Iterator[str]:
        if verdict.allowed:
            yield self.say("costs" if verdict.cost else "allowed" if verdict.steps else "booked", cost=verdict.cost)
            yield from (f"  {self._step(step)}" for step in verdict.steps)
            yield from self._changes(verdict.changes)
            return
        yield f"{self.say('forbidden')} – {verdict.rule}. {verdict.sentence}"
        yield from self.printed(verdict.places)
        yield from (self.say("differs", number=number, note=note) for number, note in verdict.differs.items())

    def _step(self, step: Step) -> str:
        if step.phase:
            phrase, seats = ("goes_on" if step.actors else "ends"), self._seats(step.actors)
            return self.say(phrase, phase=self._section(step.phase), seats=seats, rule=step.rule)
        piece = self.piece(step.piece)
        if step.into:
            into = "" if step.into.startswith(f"{step.piece}:") else f": {short(self.spelling, step.into)}"
            return self.say("turned", count=step.count, piece=piece, into=into, rule=step.rule)
        source, target = (called(self.game, "place", zone, self.language) for zone in (step.source, step.target))
        return self.say("carried", count=step.count, piece=piece, source=source, target=target, rule=step.rule)

    def piece(self, piece: str) -> str:
        """What a piece is called; those without a name in words keep their own."""
        return called(self.game, "piece", short(self.spelling, piece), self.language)

    def quoted(self, line: str) -> str:
        """A command in notation, which is the same in every language, in quotation marks."""
        before, after = QUOTES[self.language]
        return f"{before}{line}{after}"

    def seat(self, seat: str) -> str:
        """A player: the colour of the seat, with the person's name where it is known."""
        if not seat:
            return self.say("table")
        colour = named("colour", seat, self.language)
        return f"{self.names[seat]} ({colour})" if self.names.get(seat) else colour

    def _seats(self, seats: Iterable[str]) -> str:
        return ", ".join(map(self.seat, seats))

    def _section(self, name: str) -> str:
        return named("section", name, self.language, self.game)

    def printed(self, places: Mapping[str, str]) -> Iterator[str]:
        """Where the rulebook on the table says it, and where the others do."""
        if not places:
            return
        here = places.get(self.edition, SILENT)
        edition = named("edition", self.edition, self.language)
        others = {name: place for name, place in places.items() if name != self.edition and place != SILENT}
        if here != SILENT:
            yield self.say("stands", edition=edition, place=here)
        else:
            yield self.say("silent_elsewhere" if others else "silent", edition=edition)
        if others:
            elsewhere = "; ".join(f"{named('edition', name, self.language)} {place}" for name, place in others.items())
            yield self.say("others", places=elsewhere)

    def _readings(self, verdict: Verdict) -> Iterator[str]:
        for reading in verdict.readings:
            if reading.allowed != verdict.allowed:
                phrase = "would_allow" if reading.allowed else "would_forbid"
            else:
                phrase = "would_alter" if reading.allowed else "would_forbid_by_other"
            asked = question(self.game, reading.option, self.language)
            about = f"{asked} {meaning(self.game, reading.option, reading.value, self.language)}"
            yield self.say(phrase, option=reading.option, value=reading.value, meaning=about)

    def _presets(self, verdict: Verdict) -> Iterator[str]:
        names = {name: preset_name(self.game, name, self.language) for name in verdict.presets}
        same = [names[name] for name, agrees in verdict.presets.items() if agrees]
        other = [names[name] for name, agrees in verdict.presets.items() if not agrees]
        if other and same:
            yield self.say("presets", same="; ".join(same), other="; ".join(other))
        elif other:
            yield self.say("presets_other", other="; ".join(other))

    # -- the table

    def _changes(self, changes: Mapping[str, Changes]) -> Iterator[str]:
        if not changes:
            yield f"  {self.say('nothing')}"
        for seat, changed in changes.items():
            changes_in_words = in_words(self.spelling, changed)
            words = ", ".join(f"{self._belonging(name)} {value}" for name, value in changes_in_words.items())
            yield f"  {self.seat(seat)}: {words}"

    def _belonging(self, name: str) -> str:
        return named("belonging", name, self.language, self.game)

    def state(self, state: State) -> Iterator[str]:
        """What every player has, and whose turn it is."""
        for seat in filter(None, state.seats):
            has = account(self.spelling, state.table, seat)
            words = [f"{self._belonging(name)} {self._with_cargo(state, name, value)}" for name, value in has.items()]
            yield f"  {self.seat(seat)}: {' · '.join(words)}"
        yield f"  {self.now(state)}"

    def _with_cargo(self, state: State, name: str, value: int | Tally) -> str:
        """A belonging as it stands; pieces with what they carry, no pieces as a dash."""
        text = shown(self.spelling, value) if value or isinstance(value, int) else "–"
        zone = self.spelling.account.carries.get(name, "")
        for piece in value if zone and not isinstance(value, int) else ():
            aboard = state.table.get(zone.format(piece=piece))
            if aboard:
                text = text.replace(piece, f"{piece} ({shown(self.spelling, aboard)})")
        return text

    def now(self, state: State) -> str:
        """Round, phase and whose turn it is."""
        if not state.phase.actors:
            return self.say("over")
        name = self._section(self.spelling.section(type(state.phase).__name__))
        number, seats = self.title.round(state), self._seats(awaited(self.title.game, state))
        return self.say("now" if number else "now_without_round", round=number, phase=name, seats=seats)


def _indented(lines: list[str]) -> list[str]:
    return [fill(line, WIDTH, initial_indent="   ", subsequent_indent="      ") for line in lines]
