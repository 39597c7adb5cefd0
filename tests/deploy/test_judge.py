"""A package that can't be run here is judged: each fault of its compiled files is named with the file."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tools.deb.judge import Compiled, compiled_in, faults

ARM = Compiled(Path("lib/one.so"), "AArch64", (2, 27), frozenset({"libc.so.6", "two.so"}))
OTHER = Compiled(Path("lib/two.so"), "AArch64", (2, 17), frozenset({"libm.so.6", "ld-linux-aarch64.so.1"}))
TRIXIE = (2, 41)


def test_what_lies_in_the_package_and_what_it_brings_is_enough() -> None:
    assert list(faults([ARM, OTHER], "arm64", TRIXIE, ["libc6"])) == []


@pytest.mark.parametrize(
    ("changed", "libc", "installed", "said"),
    [
        ({"machine": "Advanced Micro Devices X86-64"}, TRIXIE, ["libc6"], "is for Advanced Micro Devices X86-64, not"),
        ({}, (2, 17), ["libc6"], "lib/one.so needs glibc 2.27, the release has 2.17"),
        ({"links": frozenset({"libGL.so.1"})}, TRIXIE, ["libc6"], "links to libGL.so.1, which nothing brings"),
        ({}, TRIXIE, [], "lib/one.so links to libc.so.6, which nothing brings"),
    ],
    ids=["processor", "C library", "library", "nothing installed"],
)
def test_each_fault_names_the_file(changed, libc, installed, said) -> None:
    found = list(faults([ARM._replace(**changed), OTHER], "arm64", libc, installed))
    assert any(said in fault and str(ARM.path) in fault for fault in found)


def test_a_window_that_is_never_opened_may_lack_its_libraries() -> None:
    window = ARM._replace(path=Path("window_x11.so"), links=frozenset({"libXrender.so.1"}))
    assert list(faults([window], "arm64", TRIXIE, [])) == []


@pytest.mark.skipif(not shutil.which("readelf"), reason="binutils is not on this machine")
def test_a_library_of_this_machine_is_read_and_is_none_of_another(tmp_path: Path) -> None:
    (library, *_) = sorted(Path(np.__file__).parent.rglob("_multiarray_umath*.so"))
    shutil.copy(library, tmp_path)
    (tmp_path / "words.txt").write_text("no program")
    (found,) = compiled_in(tmp_path)
    assert found.path.name == library.name
    assert "libc.so.6" in found.links
    assert found.libc > (2, 2)
    other = "arm64" if "X86" in found.machine else "amd64"
    assert any("not for" in fault for fault in faults([found], other, TRIXIE, ["libc6"]))


@pytest.mark.skipif(not shutil.which("readelf") or not shutil.which("apt-get"), reason="it takes binutils and apt")
def test_a_mirror_that_is_gone_is_said(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.deb.judge", str(tmp_path / "it.deb"), "trixie", "--mirror"]
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [*command, "http://127.0.0.1:9/debian"], cwd=root, capture_output=True, text=True, timeout=60, check=False
    )
    assert (told.returncode, told.stdout) == (0, "deb: not tried: no trixie can be had from its mirror\n")
