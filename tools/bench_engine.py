"""How fast the engine plays Constantinopolis, Byzanz and Praetor beside its peers, in one run on one machine.

python -m tools.bench_engine [--rounds N] [--games N] [--write]

Whole random games are recorded first, of Constantinopolis uniform and lively ones. Measured is the engine along them:
the list for the acting seat, check and effects of the command, events kept, and all of it taken back at the end.
Times are CPU times of several runs in a row, figures medians of the rounds. The peer runs before and after each kind of
play, and a ratio is taken to the mean of those two: a machine whose speed changes changes both. `--write` puts the
table into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from companion.play.storage import Store
from engine.constantinopolis.game import CONSTANTINOPOLIS as GAME
from engine.event import Event, State, revert
from engine.game import Command, Game, Setup, decide, legal
from engine.journal import Journal
from testkit.byzanz.dealer import Dealer
from testkit.constantinopolis.players import LIVELY, UNIFORM, game
from testkit.praetor.players import game as praetor
from tools.bench_engine_loading import loading_figures
from tools.bench_peers import Missing, catanatron
from tools.bench_report import REFERENCE_MOPS, Figure, calibrate, machine, write_section

COUNTS = (2, 3, 4, 5)
PLAYS: dict[str, tuple[tuple[int, ...], Callable[[int, int], Journal]]] = {
    "uniform play": (COUNTS, lambda players, seed: game(players, seed, UNIFORM)),
    "lively play": (COUNTS, lambda players, seed: game(players, seed, LIVELY)),
    "Byzanz": ((3, 6), lambda players, seed: Dealer(players, seed).play()),
    "Praetor": ((2, 5), praetor),
}
"""What is played: with how many players, and a random game by their number and a seed."""
LONG = 600
"""Actions of the game that is replayed, opened and undone."""
EARLY, LATE = (20, 160), (500, 640)
"""Stretches of a long game whose undo is compared."""
POSITIONS, LISTINGS = 40, 20


class Recorded(NamedTuple):
    """A game as it was played."""

    game: Game
    setup: Setup
    commands: list[Command]


def recorded(play: str, players: int, games: int) -> list[Recorded]:
    """Random games, the same in every run."""
    return [_as_played(PLAYS[play][1](players, seed)) for seed in range(games)]


def _as_played(journal: Journal) -> Recorded:
    return Recorded(journal.game, journal.setup, [entry.command for entry in journal.entries])


def in_a_row(work: Callable[[], Any], turns: int = 5) -> float:
    """CPU seconds of one run out of some in a row, their median: as the peers' scripts take theirs."""
    gc.collect()
    took = []
    for _ in range(turns):
        start = time.process_time()
        work()
        took.append(time.process_time() - start)
    return statistics.median(took)


def cpu(work: Callable[[], Any]) -> float:
    """CPU seconds of one run."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


# -- along recorded games


def along(games: list[Recorded]) -> None:
    """List, decide, keep the events; at the end take everything back."""
    for one in games:
        state, kept = one.game.box(one.setup), []
        for command in one.commands:
            legal(one.game, state, command.seat)
            kept.append(decide(one.game, state, command))
        for events in reversed(kept):
            revert(state, events)


def positions(games: list[Recorded]) -> list[tuple[Game, State, str]]:
    """Positions spread over the games, with the seat that acts; as few as the peer's, so that caches serve both."""
    found, step = [], sum(len(one.commands) for one in games) // POSITIONS
    for one in games:
        state = one.game.box(one.setup)
        for number, command in enumerate(one.commands):
            if number % step == 0:
                found.append((one.game, state.copy(), command.seat))
            decide(one.game, state, command)
    return found


def list_all(found: list[tuple[Game, State, str]]) -> None:
    for _ in range(LISTINGS):
        for which, state, seat in found:
            legal(which, state, seat)


def applied(one: Recorded) -> tuple[State, list[list[Event]]]:
    """A game decided to its end, its events kept."""
    state = GAME.box(one.setup)
    return state, [decide(GAME, state, command) for command in one.commands]


def undo_share(games: list[Recorded]) -> float:
    """CPU time to take whole games back, over that to apply them."""
    forth = back = 0.0
    for one in games:
        start = time.process_time()
        state, kept = applied(one)
        middle = time.process_time()
        for events in reversed(kept):
            revert(state, events)
        forth, back = forth + middle - start, back + time.process_time() - middle
    return back / forth


# -- one long game


def long_game() -> Recorded:
    """The first lively game of five with enough actions."""
    for seed in range(200):
        journal = game(5, seed, LIVELY)
        if journal.last >= LATE[1]:
            return _as_played(journal)
    raise LookupError(f"no game of {LATE[1]} actions")


def replay(one: Recorded) -> None:
    """From the box, every action checked."""
    state = GAME.box(one.setup)
    for command in one.commands[:LONG]:
        decide(GAME, state, command)


def undo_times(one: Recorded, stretch: tuple[int, int], turns: int = 15) -> dict[tuple[type, int], float]:
    """Seconds to take back an action in this stretch of the game, by its kind and number of events: medians."""
    state, found = GAME.box(one.setup), defaultdict(list)
    for command in one.commands[: stretch[0]]:
        decide(GAME, state, command)
    for command in one.commands[slice(*stretch)]:
        for _ in range(turns):
            done = decide(GAME, state, command)
            start = time.perf_counter()
            revert(state, done)
            found[type(command), len(done)].append(time.perf_counter() - start)
        decide(GAME, state, command)
    return {kind: statistics.median(took) for kind, took in found.items()}


def growth(one: Recorded) -> float:
    """Undo late in the game over undo early in it, the same kinds of action compared."""
    early, late = undo_times(one, EARLY), undo_times(one, LATE)
    return statistics.median(late[kind] / early[kind] for kind in early.keys() & late.keys())


def slowest(games: list[Recorded], turns: int = 7) -> float:
    """The slowest single action of the games over the median one; each at its best of some turns."""
    best: dict[tuple[int, int], float] = {}
    for _ in range(turns):
        for number, one in enumerate(games):
            state = GAME.box(one.setup)
            for place, command in enumerate(one.commands):
                start = time.perf_counter()
                decide(GAME, state, command)
                took = time.perf_counter() - start
                best[number, place] = min(took, best.get((number, place), took))
    acts = [took for (_, place), took in best.items() if place]  # the opening lays out the whole box
    return max(acts) / statistics.median(acts)


def opening_ms(rounds: int) -> float:
    """CPU milliseconds to open a saved game of 600 entries from SQLite, every digest checked."""
    one = long_game()
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
        name, journal = store.begin("constantinopolis", one.setup, 0.0)
        for command in one.commands[:LONG]:
            journal.submit(command)
        return statistics.median(cpu(lambda: store.open(name)) for _ in range(rounds)) * 1000


# -- the table


class Rate(NamedTuple):
    """Ours, or the peer's: actions and lists a second."""

    actions: float
    lists: float


class Run(NamedTuple):
    """One measurement: ours, and the peer's round it (None without a peer)."""

    ours: Rate
    peer: Rate | None


def middle(runs: list[Run]) -> Run:
    """The median of ours, and the peer at which ours has its median ratio."""
    ours = Rate(*(statistics.median(values) for values in zip(*(run.ours for run in runs), strict=True)))
    beside = [(run.ours, run.peer) for run in runs if run.peer]
    if not beside:
        return Run(ours, None)
    ratios = [statistics.median(one[i] / peer[i] for one, peer in beside) for i in range(len(Rate._fields))]
    return Run(ours, Rate(ours.actions / ratios[0], ours.lists / ratios[1]))


def peer_rate() -> Rate:
    """One run of catanatron; raises `Missing`."""
    told = catanatron()
    return Rate(told["actions_per_s"], told["legal_enums_per_s"])


def our_rate(found: list[Recorded], here: list[tuple[Game, State, str]]) -> Rate:
    """Actions/s and lists/s along these games."""
    actions = in_a_row(lambda: along(found))
    return Rate(
        sum(len(one.commands) for one in found) / actions, LISTINGS * len(here) / in_a_row(lambda: list_all(here))
    )


def rates(rounds: int, games: int) -> tuple[dict[tuple[str, int], Run], str]:
    """What was measured of each kind of play and number of players, and why there is no peer."""
    plays = {
        (play, players): recorded(play, players, games) for play, (counts, _) in PLAYS.items() for players in counts
    }
    runs: dict[tuple[str, int], list[Run]] = {key: [] for key in plays}
    try:
        before = peer_rate()
    except Missing as reason:
        before, absent = None, str(reason)
    else:
        absent = ""
    for play, counts in [(play, counts) for play, (counts, _) in PLAYS.items()] * rounds:
        ours = {n: our_rate(plays[play, n], positions(plays[play, n])) for n in counts}
        after = before and peer_rate()
        for n, rate in ours.items():
            runs[play, n].append(Run(rate, _mean(before, after)))
        before = after
    return {key: middle(found) for key, found in runs.items()}, absent


def _mean(one: Rate | None, other: Rate | None) -> Rate | None:
    if one is None or other is None:
        return None
    return Rate((one.actions + other.actions) / 2, (one.lists + other.lists) / 2)


def rate_figures(rounds: int, games: int) -> Iterator[Figure]:
    """Actions and lists a second beside catanatron."""
    found, absent = rates(rounds, games)
    if absent:
        yield Figure("catanatron 3.2.1", absent)
    for (play, players), (ours, peer) in found.items():
        what = f"{play}, {players} players"
        yield _beside(f"{what}: actions/s", ours.actions, peer and peer.actions, 2.5)
        yield _beside(f"{what}: lists/s", ours.lists, peer and peer.lists, 1.5)


def _beside(what: str, rate: float, peer: float | None, goal: float) -> Figure:
    if not peer:
        return Figure(what, f"{rate / 1e3:.1f}k", f"≥ {goal} × catanatron")
    told = f"{rate / 1e3:.1f}k = {rate / peer:.2f} × {peer / 1e3:.1f}k"
    return Figure(what, told, f"≥ {goal} × catanatron", rate >= goal * peer)


def single_figures(rounds: int, games: int) -> Iterator[Figure]:
    """Undo, replay, opening and the slowest action."""
    found = recorded("lively play", 4, games)
    share = statistics.median(undo_share(found) for _ in range(rounds))
    yield Figure("undo of one action over its apply", f"{share:.2f} ×", "≤ 0.5 ×", share <= 0.5)
    one = long_game()
    grown = statistics.median(growth(one) for _ in range(rounds))
    what = f"undo at actions {LATE[0]}–{LATE[1]} over that at {EARLY[0]}–{EARLY[1]}, kind by kind"
    yield Figure(what, f"{grown:.2f} ×", "≤ 1.2 ×", grown <= 1.2)
    slow = REFERENCE_MOPS / calibrate()
    took = statistics.median(cpu(lambda: replay(one)) for _ in range(rounds * 3)) * 1000
    yield Figure(
        f"replay of {LONG} actions, every one checked", f"{took:.2f} ms", f"< {5 * slow:.1f} ms", took < 5 * slow
    )
    took = opening_ms(rounds * 3)
    yield Figure(f"opening a saved game of {LONG} actions", f"{took:.2f} ms", f"< {8 * slow:.1f} ms", took < 8 * slow)
    most = slowest(found)
    yield Figure("slowest action over the median one", f"{most:.0f} ×", "< 50 ×", most < 50)


def measure(rounds: int, games: int) -> Iterator[Figure]:
    """Each figure as it is known."""
    yield from rate_figures(rounds, games)
    yield from single_figures(rounds, games)
    try:
        yield from loading_figures()
    except Missing as reason:
        yield Figure("CP-SAT", str(reason))


def main() -> int:
    """Print every figure; 1 when one misses its goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="repeats of each measurement")
    parser.add_argument("--games", type=int, default=6, help="recorded games of each kind")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    asked = parser.parse_args()
    figures = []
    for figure in measure(asked.rounds, asked.games):
        figures.append(figure)
        mark = {True: "✓", False: "✗", None: " "}[figure.reached]
        print(f"{mark} {figure.what:64} {figure.value:22} {figure.goal}", flush=True)
    if asked.write:
        about = [f"`make bench`; {machine(['msgspec'])}; calibration {calibrate():.1f} (goals in ms were set at "]
        about[0] += f"{REFERENCE_MOPS}). Along recorded games: list for the acting seat, check, effects, events, undo."
        write_section("engine", "Engine: Constantinopolis, Byzanz, Praetor", about, figures)
    return 0 if all(figure.reached is not False for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
