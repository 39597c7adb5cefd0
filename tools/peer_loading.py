"""The best loading by CP-SAT: instances as JSON on standard input, worth and CPU milliseconds on standard output.

Runs in a Python of its own that has OR-Tools (see `tools.bench_peers`), hence imports nothing of this project.
A ship is [slots, places, bonus of a long voyage]; a contract is [goods by type, slots, passengers, worth, rounds by
ship]; `cost` is what a round at sea costs. All worths are whole numbers.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from ortools.sat.python import cp_model  # type: ignore[import-not-found]


def solve(case: dict[str, Any]) -> tuple[float, float]:
    """The best worth and the CPU milliseconds the solver took, building the model included."""
    start = time.process_time()
    model, worth = cp_model.CpModel(), []
    ships, cards = range(len(case["ships"])), range(len(case["contracts"]))
    put = {(s, k): model.NewBoolVar("") for s in ships for k in cards if case["contracts"][k][4][s]}
    for k in cards:
        model.Add(sum(put[s, k] for s in ships if (s, k) in put) <= 1)
        worth += [put[s, k] * case["contracts"][k][3] for s in ships if (s, k) in put]
    for kind, stock in enumerate(case["stock"]):
        model.Add(sum(here * case["contracts"][k][0][kind] for (_, k), here in put.items()) <= stock)
    for s in ships:
        worth.append(_voyage(model, case, s, {k: put[s, k] for k in cards if (s, k) in put}))
    model.Maximize(sum(worth))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.Solve(model)
    return round(solver.ObjectiveValue()), (time.process_time() - start) * 1000


def _voyage(model: Any, case: dict[str, Any], ship: int, aboard: dict[int, Any]) -> Any:
    """Room and passengers of one ship; what its voyage costs less the bonus."""
    slots, places, bonus = case["ships"][ship]
    model.Add(sum(here * case["contracts"][k][1] for k, here in aboard.items()) <= slots)
    model.Add(sum(here * case["contracts"][k][2] for k, here in aboard.items()) <= places)
    sails, far = model.NewBoolVar(""), model.NewBoolVar("")
    for k, here in aboard.items():
        model.AddImplication(here, sails)
        if case["contracts"][k][4][ship] == 2:
            model.AddImplication(here, far)
    model.AddImplication(far, sails)
    model.AddBoolOr([here for k, here in aboard.items() if case["contracts"][k][4][ship] == 2] + [far.Not()])
    return far * (bonus - case["cost"]) - sails * case["cost"]


def main() -> int:
    found = [solve(case) for case in json.load(sys.stdin)]
    print(json.dumps([{"worth": worth, "ms": ms} for worth, ms in found]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
