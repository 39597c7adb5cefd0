"""What the printed game alone shows is typed once into a file of the owner."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.host.owner_values import begin, page
from engine.constantinopolis.values import copy, missing


def test_the_page_names_every_missing_value_and_changes_none(tmp_path: Path) -> None:
    lacking = missing(copy())
    path = begin(tmp_path, lacking)
    assert missing(copy(path)) == lacking
    assert path.read_text().count("\n# ") >= len(lacking)


def test_every_line_is_good_once_its_sign_is_taken_away() -> None:
    text = page(missing(copy())).replace("\n# ", "\n").partition("layer")
    assert tomllib.loads("layer" + text[2])["buildings"]["cura"]["output"] == "GB"


def test_what_is_typed_counts_from_then_on(tmp_path: Path) -> None:
    path = begin(tmp_path, missing(copy()))
    path.write_text(path.read_text().replace("[buildings.cura]\n", '[buildings.cura]\noutput = "GGBB"\n'))
    assert "buildings.cura.output" not in missing(copy(path))


def test_what_the_owner_has_typed_is_never_overwritten(tmp_path: Path) -> None:
    begin(tmp_path, [])
    with pytest.raises(FileExistsError):
        begin(tmp_path, [])
