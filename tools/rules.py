"""Print each rule with its code, its tests and its printed place: ``python -m tools.rules [GAME] [--prove]``.

A rule is carried by code that *says* it (a string in a statement: a refusal, or why an event happens), by a function
that *keeps* it (its docstring names it: a rule that never refuses), or by a class that holds what is *printed*. A
comment or the docstring of a module carries nothing. Fails if the code or a test names a rule the rulebook lacks, or
a rule has no sentence, no code or no test. With `--prove` the tests are run, and a rule is a hole too if none of its
tests makes the code say or keep it (see tools/rules_proof.py).
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.titles import DEFAULT, rulebook_of

IDS = re.compile(r"\b[CBP]-[A-Z]{3}-\d{2}\b")
SPAN = re.compile(r"\b([CBP]-[A-Z]{3}-)(\d{2}) to \1(\d{2})\b")
MARK = re.compile(r"mark\.rule\(([^)]*)\)")
ROOT = Path(__file__).parents[1]
SAYS, KEEPS, PRINTS = "says", "keeps", "prints"
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Carrier(NamedTuple):
    """A place in the code that carries a rule: its file, the qualified name there, and how."""

    file: Path
    name: str
    how: str

    def __str__(self) -> str:
        return f"{self.file.stem}.{self.name} {self.how}" if self.name else f"{self.file.stem} {self.how}"


Carriers = dict[str, list[Carrier]]
Tests = dict[str, list[str]]


def named(text: str) -> set[str]:
    """The rule ids in a text, spans such as ``C-LIC-01 to C-LIC-05`` opened."""
    found = set(IDS.findall(text))
    for prefix, first, last in SPAN.findall(text):
        found |= {f"{prefix}{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def in_code(game: str) -> Carriers:
    """What carries each rule of a game."""
    found: Carriers = defaultdict(list)
    for file in sorted((ROOT / "engine" / game).rglob("*.py")):
        for rule, carrier in carried(file, file.read_text(encoding="utf-8")):
            if carrier not in found[rule]:
                found[rule].append(carrier)
    return found


def carried(file: Path, text: str) -> Iterator[tuple[str, Carrier]]:
    """The rules a source file carries, and where."""
    yield from _in(ast.parse(text), file, "")


def _in(node: ast.AST, file: Path, name: str) -> Iterator[tuple[str, Carrier]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.ClassDef):
            inner = f"{name}.{child.name}" if name else child.name
            how = PRINTS if isinstance(child, ast.ClassDef) else KEEPS
            yield from ((rule, Carrier(file, inner, how)) for rule in sorted(named(ast.get_docstring(child) or "")))
            yield from _in(child, file, inner)
        elif isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield from ((rule, Carrier(file, name, SAYS)) for rule in sorted(named(child.value)))
        elif not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):  # a docstring says nothing
            yield from _in(child, file, name)


def in_tests(game: str) -> Tests:
    """Which test files prove a rule."""
    found: Tests = defaultdict(list)
    for file in sorted((ROOT / "tests" / "engine" / game).rglob("test_*.py")):
        for rule in {rule for marks in MARK.findall(file.read_text(encoding="utf-8")) for rule in IDS.findall(marks)}:
            found[rule].append(file.stem)
    return found


def holes(rulebook: Iterable[str], code: Carriers, tests: Tests) -> list[str]:
    """What is missing."""
    known = list(rulebook)
    found = [f"{rule}: in the code, not in the rulebook" for rule in sorted(set(code) - set(known))]
    found += [f"{rule}: in a test, not in the rulebook" for rule in sorted(set(tests) - set(known))]
    found += [f"{rule}: no code" for rule in known if not code.get(rule)]
    return found + [f"{rule}: no test" for rule in known if not tests.get(rule)]


def proof(game: str, code: Carriers) -> list[str]:
    """The rules no test makes the code say or keep; runs the tests."""
    from tools.rules_proof import unproven, witnessed

    return [f"{rule}: its tests never reach what carries it" for rule in unproven(code, witnessed(game))]


def main() -> int:
    """Print the table; 1 when there is a hole."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default=DEFAULT)
    parser.add_argument("--prove", action="store_true", help="run the tests and see that they reach the code")
    asked = parser.parse_args()
    rulebook = rulebook_of(asked.game)
    code, tests = in_code(asked.game), in_tests(asked.game)
    for rule, item in rulebook.items():
        place = "; ".join(f"{edition} {where}" for edition, where in item.place.items())
        print(f"{rule}  {', '.join(map(str, code.get(rule, ())))}  |  {', '.join(tests.get(rule, ()))}  |  {place}")
    missing = holes(rulebook, code, tests) + (proof(asked.game, code) if asked.prove else [])
    print("\n".join([*missing, f"{asked.game}: {len(rulebook)} rules, {len(missing)} holes"]))
    return min(len(missing), 1)


if __name__ == "__main__":
    sys.exit(main())
