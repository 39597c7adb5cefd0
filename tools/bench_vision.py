"""Reads the photos of `../shared/photos` and writes how well that went to `docs/vision-results.md`.

python -m tools.bench_vision [--photos FOLDER] [--nets FOLDER] [--only cards dice ...] [--all]
python -m tools.bench_vision --nets FOLDER --parts 2 [--only cards dice ...]

Measured is what the networks were trained without (`tools/measure/sets.py` says which); with `--all`, all photos too.
With `--parts`, every photo is read by networks that `tools.train.crossed` trained without its part, and the table goes
to `docs/vision-crossed.md`.
"""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import cv2

from testkit.scenes import damage, laid
from tools.measure import cards, cubes, dice, identity, markers, page, path_traced, strangers
from tools.measure.sets import Miss, Source
from vision.photo.net import FOLDER

ROOT = Path(__file__).parent.parent
PHOTOS = ROOT.parent / "shared" / "photos"
RESULTS, CROSSED = ROOT / "docs" / "vision-results.md", ROOT / "docs" / "vision-crossed.md"
FAILURES = ROOT / "build" / "vision-failures"
DECKS = ["cards_set_tomwhite", "cards_set_tinggaard"]
PICTURES = "cards_mtg_tmikonen"
TINY_TOWNS = "pieces_tinytowns_magicshoebox"


class Row(NamedTuple):
    """One line of the table: what was measured, on how many, the value, what it should be, and whether it is."""

    item: str
    many: str
    value: str
    target: str
    reached: bool | None


class Chapter(NamedTuple):
    rows: list[Row]
    misses: dict[str, list[Miss]]


def share(item: str, many: str, value: float, target: float) -> Row:
    return Row(item, many, f"{value:.3f}", f"≥ {target}", value >= target)


def found(source: Source) -> Iterator[Chapter]:
    """Cards found."""
    for title, sets, recall, precision in (
        ("SET cards", DECKS, 0.99, 0.985),
        ("picture cards" if source.parts else "picture cards (trained on)", [PICTURES], 0.97, 0.97),
        ("playing cards in clutter (boxes)", ["cards_pinochle_edje"], 0.75, 0.85),
    ):
        seen = cards.finding(source, sets)
        if seen is None:
            continue
        many = f"{seen.cards} cards"
        rows = [share(f"{title}: recall", many, seen.recall, recall)]
        rows.append(share(f"{title}: precision", many, seen.precision, precision))
        if seen.corner_error == seen.corner_error:
            rows.append(corners(title, seen))
        rows.append(Row(f"{title}: time a photo, median", many, f"{seen.ms:.0f} ms", "", None))
        yield Chapter(rows, {f"{title} found": seen.misses})
    if together := cards.finding(source, [*DECKS, PICTURES]):
        yield Chapter([corners("SET and picture cards", together)], {})


def corners(title: str, seen: cards.Finding) -> Row:
    """The line of how far corners are off; the target is set for all labelled cards together."""
    error = seen.corner_error
    return Row(f"{title}: corner error, median", f"{seen.cards} cards", f"{error:.2f} %", "≤ 0.6 %", error <= 0.6)


def laid_out(source: Source) -> Iterator[Chapter]:
    """Cards on drawn tables, and what is taken for a card where there is none."""
    rows = []
    for arrangement in laid.ARRANGEMENTS:
        seen = cards.tables(source, arrangement)
        title, many = f"drawn cards {arrangement}", f"{seen.cards} cards"
        rows.append(Row(f"{title}: recall", many, f"{seen.recall:.3f}", "", None))
        rows.append(Row(f"{title}: precision", many, f"{seen.precision:.3f}", "", None))
    false, photos = cards.strangers(source._replace(unseen=False), TINY_TOWNS)
    row = Row("Tiny Towns board without cards: outlines found", f"{photos} photo", str(false), "≤ 2", false <= 2)
    yield Chapter([*rows, row], {})


def told_apart(_: Source) -> Iterator[Chapter]:
    """Identity among as many cards as the box has."""
    seen = identity.named()
    ratio, many = seen.ms / seen.orb_ms, f"{seen.cards} of {identity.ENROLLED} drawn cards"
    right = Row("enrolled cards named right", many, f"{seen.right:.3f}", "≥ ORB's", seen.right >= seen.orb_right)
    rows = [right, Row("the same by brute-force ORB", many, f"{seen.orb_right:.3f}", "", None)]
    rows.append(Row("enrolled cards named wrongly", many, f"{seen.wrong:.3f}", "0", seen.wrong == 0))
    rows.append(Row("time beside brute-force ORB", many, f"{ratio:.3f}", "≤ 0.167", ratio <= 1 / 6))
    yield Chapter(rows, {})


def read(source: Source) -> Iterator[Chapter]:
    """SET cards read, picture cards named."""
    for deck in DECKS:
        seen = cards.reading(source, deck)
        if seen is not None:
            many = f"{seen.cards} cards"
            rows = [share(f"{deck}: count and colour", many, seen.count_and_colour, 0.99)]
            rows.append(share(f"{deck}: all four features", many, seen.all_four, 0.95))
            rows.append(Row(f"{deck}: time a card", many, f"{seen.ms:.1f} ms", "", None))
            yield Chapter(rows, {f"{deck} read": seen.misses})
    named = cards.identities(source)
    many = f"{named.right + named.silent + named.wrong} copies"
    none_wrong = Row("picture cards named wrongly", many, str(named.wrong), "0", named.wrong == 0)
    rows = [none_wrong, Row("picture cards left open", many, str(named.silent), "", None)]
    rows.append(Row("cards that are not enrolled, named", "14 cards", str(named.strangers), "0", named.strangers == 0))
    yield Chapter(rows, {"picture cards named": named.misses})


def rolled(source: Source) -> Iterator[Chapter]:
    """Dice found and read."""
    for title, name, value, exact in (
        ("dice", "dice_byler", 0.96, 0.80),
        ("other dice", "dice_taistudio", 0.97, None),
        ("dice among other pieces (renders)", "render_pieces", None, None),
    ):
        seen = dice.rolls(source, name)
        if seen is None:
            continue
        many = f"{seen.dice} dice"
        rows = [Row(f"{title}: found", many, f"{seen.found:.3f}", "", None)]
        rows.append(judged(f"{title}: value right", many, seen.value, value))
        rows.append(judged(f"{title}: scenes without error", many, seen.exact, exact))
        rows.append(Row(f"{title}: false ones", many, str(seen.false), "", None))
        rows.append(Row(f"{title}: time a photo, median", many, f"{seen.ms:.0f} ms", "", None))
        yield Chapter(rows, {title: seen.misses})
    single = dice.singles(source)
    if single is not None:
        row = share("single large dice", f"{single.photos} photos", single.right, 0.97)
        yield Chapter([row], {"single dice": single.misses})


def judged(item: str, many: str, value: float, target: float | None) -> Row:
    return share(item, many, value, target) if target else Row(item, many, f"{value:.3f}", "", None)


def counted(source: Source) -> Iterator[Chapter]:
    """Pieces of five colours counted."""
    coloured = cubes.colours(source)
    if coloured is not None:
        many = f"{coloured.photos} photos"
        rows = [share("coloured dice as cubes: counts right", many, coloured.each, 0.95)]
        rows.append(share("coloured dice as cubes: all five right", many, coloured.all_five, 0.80))
        yield Chapter(rows, {"coloured dice as cubes": coloured.misses})
    town = cubes.town(source._replace(unseen=False), TINY_TOWNS)
    if town is not None:
        row = Row("Tiny Towns board: red, blue, yellow cubes right", "1 photo", f"{3 - len(town)} of 3", "3", not town)
        yield Chapter([row], {})
    seen = cubes.counts(source)
    if seen is not None:
        many = f"{seen.pictures} renders"
        rows = [share("wooden cubes: counts right", many, seen.each, 0.90)]
        rows.append(share("wooden cubes: all five right", many, seen.all_five, 0.60))
        rows.append(Row("wooden cubes: mean error of a count", many, f"{seen.error:.2f}", "", None))
        rows.append(Row("wooden cubes: counts within the reported interval", many, f"{seen.inside:.3f}", "", None))
        rows.append(
            Row("houses and discs not taken for cubes", f"{seen.others} pieces", f"{seen.recognised:.3f}", "", None)
        )
        rows.append(Row("wooden cubes: time a photo, median", many, f"{seen.ms:.0f} ms", "", None))
        yield Chapter(rows, {"wooden cubes": seen.misses})


def damaged(source: Source) -> Iterator[Chapter]:
    """Recall of each kind of cards, and dice, lost when unseen photos are made worse.

    The target is that of SET and picture cards together (there are few of the latter); each kind is held to it too.
    """
    for title, sets in (
        ("SET and picture card", [*DECKS, PICTURES] if source.unseen else []),
        ("SET card", DECKS if source.unseen else []),
        ("picture card", [PICTURES]),
        ("playing card", ["cards_pinochle_edje"]),
    ):
        plain = cards.finding(source, sets)
        for name, change in damage.DAMAGES.items() if plain else ():
            seen = cards.finding(source, sets, change)
            if plain and seen:
                yield Chapter([lost(f"{title} recall lost: {name}", seen.cards, plain.recall - seen.recall)], {})
    if source.unseen:
        yield from dimmed(source)


def lost(item: str, many: int, share: float) -> Row:
    least = 0.10 if "17 px" in item else 0.03
    return Row(item, f"{many} cards", f"{share:.3f}", f"≤ {least}", share <= least)


def dimmed(source: Source) -> Iterator[Chapter]:
    """Dice lost, and dice no longer read rightly, when unseen photos are made worse."""
    plain = dice.rolls(source, "dice_byler")
    for name, change in damage.DAMAGES.items():
        seen = dice.rolls(source, "dice_byler", change)
        if plain is not None and seen is not None:
            least, many = 0.10 if "17" in name else 0.03, f"{seen.dice} dice"
            lost = plain.found - seen.found
            rows = [Row(f"dice lost: {name}", many, f"{lost:.3f}", f"≤ {least}", lost <= least)]
            rows.append(Row(f"dice values lost: {name}", many, f"{plain.value - seen.value:.3f}", "", None))
            yield Chapter(rows, {})


def printed(source: Source) -> Iterator[Chapter]:
    """Markers, where there are some and where there are none, and chessboards; all photos, for nothing was learned."""
    if not source.unseen:
        return
    for name in markers.SETS:
        seen = markers.detected(source, name)
        many = f"{seen.markers} markers"
        rows = [share(f"{name}: detected", many, seen.share, 0.95)]
        rows.append(Row(f"{name}: false ids", many, str(seen.false), "0", seen.false == 0))
        rows.append(Row(f"{name}: time a photo, median", many, f"{seen.ms:.1f} ms", "", None))
        yield Chapter(rows, {f"{name} detected": seen.misses})
    none = markers.strangers(source)
    many = f"{none.photos} photos"
    rows = [Row("ids of the mat where there are none", many, str(none.false), "0", none.false == 0)]
    rows.append(Row("looking for the mat's markers: time a photo, median", many, f"{none.ms:.1f} ms", "", None))
    yield Chapter(rows, {"ids of the mat where there are none": none.misses})
    for name in markers.BOARDS:
        lens = markers.lens(source, name)
        many = f"{lens.photos} whole boards"
        rows = [Row(f"{name}: found", many, f"{lens.found:.3f}", "", None)]
        rows.append(Row(f"{name}: error of the lens", many, f"{lens.error:.2f} px", "≤ 0.5 px", lens.error <= 0.5))
        yield Chapter(rows, {f"{name} found": lens.misses})


CHAPTERS: dict[str, Callable[[Source], Iterator[Chapter]]] = {
    "cards": found,
    "tables": laid_out,
    "reading": read,
    "identity": told_apart,
    "dice": rolled,
    "cubes": counted,
    "damage": damaged,
    "markers": printed,
}


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--photos", type=Path, default=PHOTOS)
    ask.add_argument("--nets", type=Path, default=FOLDER, help="other networks than those shipped")
    ask.add_argument("--only", nargs="*", choices=CHAPTERS, default=list(CHAPTERS))
    ask.add_argument("--all", action="store_true", help="also all photos, those trained on among them")
    ask.add_argument("--parts", type=int, default=0, help="cross-validation: the folder has networks for each part")
    options = ask.parse_args()
    if not options.photos.is_dir():
        print(f"no photos at {str(options.photos)!r}: nothing measured, {RESULTS.name} left as it is")
        return 0
    cv2.setNumThreads(1)
    sources = [Source(options.photos, options.nets, unseen, options.parts) for unseen in (True, False)]
    passes = [[part for name in options.only for part in CHAPTERS[name](source)]
              for source in (sources if options.all else sources[:1])]  # fmt: skip
    table = lines(passes)
    misses = {title: wrong for part in passes[-1] for title, wrong in part.misses.items()}
    print("\n".join([*table, str(page.write(FAILURES, misses))]))
    if options.parts:
        CROSSED.write_text(report(table, misses, IN_PARTS.format(options.parts)), encoding="utf-8")
    elif list(options.only) == list(CHAPTERS):
        RESULTS.write_text(report(table, misses, HOW), encoding="utf-8")
        path_traced.measure(options.photos / path_traced.PICTURES.name, RESULTS)
        if options.nets == FOLDER:
            strangers.write(strangers.measured(sources[1], strangers.EVERY), strangers.EVERY, RESULTS)
    return 0


def lines(passes: list[list[Chapter]]) -> list[str]:
    """The table: one line per item, the passes beside each other."""
    rows = [{row.item: row for part in parts for row in part.rows} for parts in passes]
    heads = ["unseen photos | on | reached", "all photos | on | reached"][: len(passes)]
    table = [" | ".join(["| what | target", *heads]) + " |", "|---" * (2 + 3 * len(passes)) + "|"]
    for row in {item: row for one in reversed(rows) for item, row in one.items()}.values():
        cells = [part for one in rows for part in judgement(one.get(row.item))]
        table.append("| " + " | ".join([row.item, row.target, *cells]) + " |")
    return table


def judgement(row: Row | None) -> tuple[str, str, str]:
    if row is None:
        return "–", "", ""
    return row.value, row.many, {True: "yes", False: "**no**", None: ""}[row.reached]


HOW = (
    "*Unseen photos* are those that no network was trained on: the first sixth of each set by name, thus by time and "
    "room, of `cards_pinochle_edje` the last sixth too, where cards overlap (the card finder saw those tables early in "
    "its training, their cards blanked out), one scene of `dice_taistudio`, and for reading and judging cards the "
    "whole deck of `cards_set_tinggaard` (the card finder saw that deck early in its training). The Magic cards are "
    "too few to leave some out. "
    "Times are processor time of one thread."
)
IN_PARTS = (
    "*Unseen photos* are all photos here: by cross-validation in {} parts of each set, cut by name, thus by time and "
    "room (of the SET cards each deck is a part), every photo was read by networks that `tools.train.crossed` trained "
    "from nothing without its part. They had fewer photos and far less time than the shipped networks, whose results "
    "are in `vision-results.md`. Times are processor time of one thread."
)
LEFT_OUT = (
    "Left out: two photos of `cards_set_tinggaard` (`1.jpg`, `4.jpg`), in whose labels several cards bear the corners "
    "of one and others the features of their neighbours."
)
PICTURED = "The same with pictures: `build/vision-failures/index.html` after a run (photos are not passed on)."


def report(table: list[str], misses: dict[str, list[Miss]], how: str) -> str:
    """The whole of `docs/vision-results.md` or of `docs/vision-crossed.md`."""
    command = "make bench-vision" if how == HOW else "python -m tools.bench_vision --parts"
    parts = ["# What the eyes read on real photos", "", f"Written by `{command}`; do not edit.", ""]
    parts += [
        f"Measured on {datetime.date.today()}, one frame each, OpenCV {cv2.__version__}, one thread.",
        "",
        how,
        "",
    ]
    parts += [*table, "", LEFT_OUT, "", "## Failures", "", PICTURED, ""]
    for title, wrong in misses.items():
        parts += [f"### {title}: {len(wrong) or 'none'}", ""] + [f"- `{m.photo.name}`: {m.what}" for m in wrong] + [""]
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
