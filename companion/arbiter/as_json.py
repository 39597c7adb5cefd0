"""A judgement for programs."""

from __future__ import annotations

import msgspec

from companion.arbiter.expecting import unexpected
from companion.arbiter.judging import Judgement
from companion.titles import title_of
from engine.event import State
from engine.game import Standing


def as_json(judgement: Judgement) -> dict[str, object]:
    """A judgement as one JSON object (docs/cases/README.md)."""
    case, state = judgement.case, judgement.state
    return {
        "title": case.title,
        "game": case.game,
        "edition": case.edition or title_of(case.game).printed[0],
        "preset": case.preset,
        "options": case.options,
        "rulings": [msgspec.to_builtins(one) for one in judgement.verdicts],
        "changes": judgement.changes,
        "standings": {one.seat: _standing(one) for one in judgement.standings},
        "phase": _phase(case.game, state),
        "state": {zone: dict(tally) for zone, tally in sorted(state.table.items()) if tally},
        "unexpected": [msgspec.to_builtins(one) for one in unexpected(judgement)],
    }


def _phase(game: str, state: State) -> dict[str, object]:
    phase, number = state.phase, title_of(game).round(state)
    return {"name": type(phase).__name__, "round": number, "actors": list(phase.actors)}


def _standing(one: Standing) -> dict[str, object]:
    return {"place": one.place, "score": one.score, "lines": one.lines}
