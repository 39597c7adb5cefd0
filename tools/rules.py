"""Print each rule with its code, its tests and its printed place: ``python -m tools.rules constantinopolis``.

Fails if the code or a test names a rule the rulebook lacks, or a rule has no sentence, no code or no test. A rule that
no single line of code carries (a definition, a count) stands in a chapter's docstring or in the catalogue's sources.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from engine.rule import Rulebook
from tools.check_rulebook import rulebook_files

IDS = re.compile(r"\b[CBP]-[A-Z]{3}-\d{2}\b")
SPAN = re.compile(r"\b([CBP]-[A-Z]{3}-)(\d{2}) to \1(\d{2})\b")
MARK = re.compile(r"mark\.rule\(([^)]*)\)")
ROOT = Path(__file__).parents[1]

Places = dict[str, list[str]]


def named(text: str) -> set[str]:
    """The rule ids in a text, spans such as ``C-LIC-01 to C-LIC-05`` opened."""
    found = set(IDS.findall(text))
    for prefix, first, last in SPAN.findall(text):
        found |= {f"{prefix}{number:02}" for number in range(int(first), int(last) + 1)}
    return found


def in_code(game: str) -> Places:
    """Which source and data files of a game name a rule."""
    files = sorted((ROOT / "engine" / game).rglob("*.py"))
    return _places(files, named)


def in_tests(game: str) -> Places:
    """Which test files prove a rule."""
    files = sorted((ROOT / "tests" / "engine" / game).rglob("test_*.py"))
    return _places(files, lambda text: {rule for marks in MARK.findall(text) for rule in IDS.findall(marks)})


def _places(files: list[Path], read: Callable[[str], set[str]]) -> Places:
    found: Places = defaultdict(list)
    for file in files:
        for rule in read(file.read_text(encoding="utf-8")):
            found[rule].append(file.stem)
    return found


def holes(rulebook: Rulebook, code: Places, tests: Places) -> list[str]:
    """What is missing."""
    known = set(rulebook)
    found = [f"{rule}: in the code, not in the rulebook" for rule in sorted(set(code) - known)]
    found += [f"{rule}: in a test, not in the rulebook" for rule in sorted(set(tests) - known)]
    found += [f"{rule}: no code" for rule in rulebook if rule not in code]
    return found + [f"{rule}: no test" for rule in rulebook if rule not in tests]


def main(game: str) -> int:
    rulebook = Rulebook.read(*rulebook_files(ROOT / "engine" / game))
    code, tests = in_code(game), in_tests(game)
    missing = holes(rulebook, code, tests)
    for rule, item in rulebook.items():
        place = "; ".join(f"{edition} {where}" for edition, where in item.place.items())
        print(f"{rule}  {', '.join(code.get(rule, ()))}  |  {', '.join(tests.get(rule, ()))}  |  {place}")
    print("\n".join([*missing, f"{game}: {len(rulebook)} rules, {len(missing)} holes"]))
    return min(len(missing), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "constantinopolis"))
