"""What `devices.toml` may hold: deep nesting, a false certificate and a password in an address do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.host.doctor import examine_camera
from companion.host.wiring import WIRING, read_wiring
from engine.errors import WrongFile
from vision.camera.address import Source


def test_deep_nesting_is_named(tmp_path: Path) -> None:
    (tmp_path / WIRING).write_text(f"serial = {'[' * 50_000}{']' * 50_000}\n")
    with pytest.raises(WrongFile, match=WIRING):
        read_wiring(tmp_path)


@pytest.mark.parametrize("content", [b"", b"no certificate", b"\xff\xd8\xff\0" * 99])
def test_an_authority_that_is_none_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "ca.crt").write_bytes(content)
    (tmp_path / WIRING).write_text('[broker]\nhost = "here"\nca = "ca.crt"\n')
    with pytest.raises(WrongFile, match=r"broker\.ca: .*ca\.crt' is no certificate"):
        read_wiring(tmp_path)


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/video?pwd=hidden",
        "http://127.0.0.1:9/?user=anna&password=hidden",
        "http://anna:hidden@127.0.0.1:9/",
        "http://127.0.0.1:9/#token=hidden",
    ],
)
def test_no_password_of_a_camera_is_shown(address: str) -> None:
    assert "hidden" not in Source(address).shown


def test_the_doctor_names_a_camera_that_is_off_without_its_password() -> None:
    (finding,) = examine_camera("http://127.0.0.1:9/video?pwd=hidden", 0.3)
    assert "hidden" not in finding.what("en") + str(finding.facts)
