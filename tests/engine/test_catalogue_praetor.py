"""The component values of Praetor that a text states: each with its source, and nothing guessed beside them."""

from pathlib import Path

import engine
from engine.catalogue import KNOWN, merge, read

CATALOGUE = merge(read(Path(engine.__file__).parent / "praetor" / "catalogue" / "known.toml"))
VALUES = CATALOGUE.values
TILES = VALUES["tiles"]


def test_the_21_kinds_of_tile_are_named_in_four_languages():
    assert len(TILES) == VALUES["components"]["kinds"] == 21
    assert all(set(tile["name"]) == {"en", "it", "es", "de"} for tile in TILES.values())


def test_every_value_cites_where_it_was_read():
    assert {source.layer for source in CATALOGUE.sources.values()} == {KNOWN}
    assert [key for key, source in CATALOGUE.sources.items() if not source.cites] == []


def test_what_only_the_tiles_print_is_absent():
    assert [key for key, tile in TILES.items() if {"cost", "favor", "corners", "era"} & set(tile)] == []


def test_the_box_holds_90_cubes_and_every_seat_has_eight_workers():
    assert sum(VALUES["cubes"].values()) == 90
    assert len(VALUES["start"]["active"]) + VALUES["start"]["citizens"] == VALUES["components"]["workers-each"]


def test_the_start_city_is_made_of_start_tiles():
    starting = {key for key, tile in TILES.items() if tile.get("start")}
    assert starting == {*VALUES["layout"]["central"], "gold-mine"}
