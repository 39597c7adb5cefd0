"""Check the sentences of every game: ``python -m tools.check_rulebook engine``.

A rulebook is ``engine/<game>/rulebook.toml`` or the files of ``engine/<game>/rulebook/``. Every rule has a sentence in
each language, names only facts it declares, and its id stands once; ``reasons.toml`` and ``options.toml`` add
sentences to the rules of the other files, in each language too. Every other TOML file of a game must be readable.
"""

import string
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "it", "es", "de")

Rule = dict[str, Any]
PARTS = ("reasons.toml", "options.toml")
ADDED = ("reasons", "under")


def placeholders(sentence: str) -> set[str]:
    """Names in braces; raises ValueError for a brace that does not close."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def faults_of_sentence(rule: Rule, language: str) -> Iterator[str]:
    sentence = rule.get(language)
    if not isinstance(sentence, str) or not sentence.strip():
        yield f"no sentence in {language!r}"
        return
    try:
        unknown = placeholders(sentence) - set(rule.get("facts", []))
    except ValueError as error:
        yield f"{language!r}: {error}: {sentence!r}"
        return
    if unknown:
        yield f"{language!r} speaks of {sorted(unknown)}, which are not in facts {rule.get('facts', [])!r}"


def faults_of_addition(addition: object, rule: Rule | None) -> Iterator[str]:
    """What is wrong with the reasons of a rule, or its sentences under options."""
    if not isinstance(addition, dict) or rule is None:
        yield "adds to no rule"
        return
    for group, tables in addition.items():
        if group not in ADDED:
            yield f"{group!r} is none of {ADDED}"
            continue
        for name, table in tables.items():
            for language in LANGUAGES:
                whole = {**table, "facts": rule.get("facts", [])}
                yield from (f"{group}.{name}: {fault}" for fault in faults_of_sentence(whole, language))


def faults_of_rule(rule: object) -> Iterator[str]:
    """What is wrong with one rule of a rulebook."""
    if not isinstance(rule, dict):
        yield f"expected a table, got {rule!r}"
        return
    for language in LANGUAGES:
        yield from faults_of_sentence(rule, language)
        if rule.get("refusal") and not rule["refusal"].get(language):
            yield f"no refusal in {language!r}"


def read(path: Path) -> tuple[Rule, list[str]]:
    """The content of a TOML file, and why it could not be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")), []
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return {}, [f"{path}: {error}"]


def rulebook_files(game: Path) -> list[Path]:
    return sorted([*game.glob("rulebook.toml"), *game.glob("rulebook/*.toml")])


def check_rulebook(game: Path) -> tuple[int, list[str]]:
    """How many rules the rulebook of a game has, and its faults."""
    faults: list[str] = []
    homes: dict[str, Path] = {}
    whole: Rule = {}
    for path in rulebook_files(game):
        rules, unreadable = read(path)
        if path.name in PARTS:
            continue
        whole |= rules
        faults += unreadable
        for rule_id, rule in rules.items():
            if rule_id in homes:
                faults.append(f"{path}: [{rule_id}] stands already in {homes[rule_id]}")
            homes[rule_id] = path
            faults += [f"{path}: [{rule_id}] {fault}" for fault in faults_of_rule(rule)]
    for path in (found for found in rulebook_files(game) if found.name in PARTS):
        for rule_id, addition in read(path)[0].items():
            faults += [f"{path}: [{rule_id}] {fault}" for fault in faults_of_addition(addition, whole.get(rule_id))]
    return len(homes), faults


def check_data(game: Path) -> list[str]:
    """Faults of the TOML files beside the rulebook."""
    others = sorted(set(game.rglob("*.toml")) - set(rulebook_files(game)))
    return [fault for path in others for fault in read(path)[1]]


def main(folder: str) -> int:
    games = [path for path in sorted(Path(folder).iterdir()) if path.is_dir() and any(path.rglob("*.toml"))]
    found: list[str] = []
    for game in games:
        rules, faults = check_rulebook(game)
        found += faults + check_data(game)
        print(f"{game.name}: {rules} rules")
    print("\n".join([*found, f"rulebooks: {len(found)} faults"]))
    return min(len(found), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
