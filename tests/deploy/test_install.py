"""`deploy/install.sh` into a throw-away root: what it puts there, a second time, and out again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.host.installed import installed

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
UNITS = ("companion-kiosk.service", "companion-broker.service")
SCRIPTS = [
    *(DEPLOY / name for name in ("install.sh", "deb/try", "deb/elsewhere", "deb/postinst", "deb/prerm", "deb/postrm")),
    *(DEPLOY / "mosquitto" / name for name in ("add-device", "make-certificates", "first-start")),
]
systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not on this machine")
root_only = pytest.mark.skipif(
    os.getuid() != 0 or not shutil.which("systemd-sysusers") or not shutil.which("dpkg-deb"),
    reason="it takes root, systemd and dpkg to fill a root folder",
)


def install(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([DEPLOY / "install.sh", *words], capture_output=True, text=True, timeout=60, check=False)


def files(root: Path) -> dict[str, str]:
    """Every file and link below, but the lists of accounts and groups."""
    found = (path for path in root.rglob("*") if path.is_symlink() or path.is_file())
    names = {str(path.relative_to(root)): path for path in found}
    held = {name: os.readlink(path) if path.is_symlink() else path.read_text() for name, path in names.items()}
    return {name: text for name, text in held.items() if not re.match(r"etc/(\.pwd|g?shadow|group|passwd)", name)}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package with nothing but a launcher that succeeds, and the word that a package brought it."""
    tree = tmp_path / "package"
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN/control").write_text(
        "Package: companion\nVersion: 1\nArchitecture: all\nMaintainer: nobody <no@localhost>\n"
        "Depends: python3 (>= 3.11), python3 (<< 3.12), libgl1\nDescription: stand-in\n"
    )
    (tree / "opt/companion").mkdir(parents=True)
    (tree / "opt/companion/installed-by").write_text("deb\n")
    for name in ("usr/bin/companion", "usr/share/companion/mosquitto/first-start"):
        (tree / name).parent.mkdir(parents=True)
        (tree / name).write_text("#!/bin/sh\n")
        (tree / name).chmod(0o755)
    subprocess.run(["dpkg-deb", "-b", tree, tmp_path / "companion.deb"], check=True, capture_output=True)
    return tmp_path / "companion.deb"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root/etc").mkdir(parents=True)
    (tmp_path / "root/etc/fstab").write_text("# not ours\n")
    return tmp_path / "root"


@root_only
def test_a_root_gets_program_units_broker_and_account(root: Path, package: Path) -> None:
    told = install("--root", root, "--deb", package, "--name", "table")
    assert told.returncode == 0, told.stderr
    there = files(root)
    assert {f"etc/systemd/system/{unit}" for unit in UNITS} <= set(there)
    assert there["etc/systemd/system/multi-user.target.wants/companion-kiosk.service"].endswith(UNITS[0])
    assert there["etc/systemd/system/mosquitto.service.wants/companion-broker.service"].endswith(UNITS[1])
    assert there["etc/hostname"] == "table\n"
    assert there["etc/hosts"] == "127.0.1.1\ttable\n"
    assert told.stdout.splitlines()[-2].endswith(
        "apt install mosquitto mosquitto-clients openssl avahi-daemon libgl1 python3"
    )
    assert "usr/bin/companion" in there
    assert installed(root / "opt/companion").how == "install.sh"
    assert "etc/mosquitto/conf.d/companion.conf" in there
    groups = {line.split(":")[0] for line in (root / "etc/group").read_text().splitlines() if "companion" in line}
    assert {"video", "render", "input", "audio", "dialout"} <= groups


@root_only
def test_a_second_time_changes_nothing(root: Path, package: Path) -> None:
    install("--root", root, "--deb", package)
    before = files(root), (root / "etc/passwd").read_text()
    assert install("--root", root, "--deb", package).returncode == 0
    assert (files(root), (root / "etc/passwd").read_text()) == before


@root_only
def test_another_name_takes_the_place_of_the_one_before(root: Path, package: Path) -> None:
    (root / "etc/hosts").write_text("127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n")
    for name in ("table", "table-2"):
        assert install("--root", root, "--deb", package, "--name", name).returncode == 0
    assert (root / "etc/hostname").read_text() == "table-2\n"
    assert (root / "etc/hosts").read_text() == "127.0.0.1\tlocalhost\n127.0.1.1\ttable-2\n"


@root_only
def test_what_it_put_in_it_takes_out_and_games_and_keys_stay(root: Path, package: Path) -> None:
    install("--root", root, "--deb", package)
    for kept in ("var/lib/companion/games.db", "etc/mosquitto/companion/ca.key"):
        (root / kept).parent.mkdir(parents=True, exist_ok=True)
        (root / kept).write_text("mine")
    told = install("--root", root, "--uninstall")
    assert told.returncode == 0, told.stderr
    assert set(files(root)) == {"etc/fstab", "var/lib/companion/games.db", "etc/mosquitto/companion/ca.key"}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--rot", "x"], "unknown word '--rot'"),
        (["--root"], "--root needs a value"),
        (["--root", "/nowhere/at/all"], "there is no folder"),
        (["--deb", "none.deb"], "there is no package 'none.deb'"),
        (["--name", "My Table"], "a name has small letters"),
    ],
)
def test_a_wrong_word_is_named_and_nothing_is_done(words: list[str], reason: str) -> None:
    told = install(*words)
    assert (told.returncode, told.stdout) == (2, "")
    assert reason in told.stderr


@systemd
@root_only
def test_systemd_has_nothing_to_say_about_the_units(root: Path, package: Path) -> None:
    install("--root", root, "--deb", package)
    for stand_in in ("mosquitto.service", "getty@.service"):
        shutil.copy(root / f"etc/systemd/system/{UNITS[1]}", root / "etc/systemd/system" / stand_in)
    for unit in UNITS:
        assert verify(root, unit) == ""
    text = (root / f"etc/systemd/system/{UNITS[0]}").read_text()
    (root / f"etc/systemd/system/{UNITS[0]}").write_text(text.replace("RestartSec", "RestartSex"))
    assert "RestartSex" in verify(root, UNITS[0])


def verify(root: Path, unit: str) -> str:
    """What systemd says about a unit of another root; of that root it checks what the unit itself says."""
    command = ["systemd-analyze", f"--root={root}", "verify", "--man=no", "--recursive-errors=no", unit]
    verdict = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return verdict.stdout + verdict.stderr


@systemd
@pytest.mark.parametrize("unit", UNITS)
def test_a_unit_can_do_little_that_it_need_not(unit: str) -> None:
    words = ["systemd-analyze", "security", "--offline=true", "--threshold=30", str(DEPLOY / "pi" / unit)]
    verdict = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert verdict.returncode == 0, verdict.stdout.splitlines()[-1:]


mosquitto = pytest.mark.skipif(
    not shutil.which("mosquitto_passwd") or not shutil.which("openssl"), reason="mosquitto is not on this machine"
)


def first_start(folder: Path, *names: str) -> str:
    """What it says; the broker's files are in `folder`/broker."""
    command = [DEPLOY / "mosquitto/first-start", folder / "broker", folder / "data", *names]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


@mosquitto
def test_a_machine_with_another_name_gets_a_certificate_for_it_by_the_same_authority(tmp_path: Path) -> None:
    first_start(tmp_path, "table.local", "fe80::17", "127.0.0.1")
    before = {path.name: path.read_bytes() for path in (tmp_path / "broker").iterdir()}
    assert first_start(tmp_path, "table.local", "fe80::17") == ""
    told = first_start(tmp_path, "table-2.local", "127.0.0.1")
    assert "broker.crt and broker.key for table-2.local 127.0.0.1" in told
    after = {path.name: path.read_bytes() for path in (tmp_path / "broker").iterdir()}
    assert {name for name in before if after[name] != before[name]} == {"broker.crt", "broker.key", "ca.srl"}
    command = ["openssl", "verify", "-CAfile", tmp_path / "broker/ca.crt", "-verify_hostname", "table-2.local"]
    subprocess.run([*command, tmp_path / "broker/broker.crt"], check=True, capture_output=True)


@mosquitto
def test_a_certificate_is_made_anew_before_it_ends(tmp_path: Path) -> None:
    first_start(tmp_path, "table.local")
    own = tmp_path / "broker/broker.crt"
    ending = ["openssl", "x509", "-in", own, "-signkey", tmp_path / "broker/broker.key", "-days", "29"]
    own.write_bytes(subprocess.run(ending, check=True, capture_output=True).stdout)
    assert "broker.crt and broker.key for table.local" in first_start(tmp_path, "table.local")
    assert first_start(tmp_path, "table.local") == ""


@mosquitto
def test_newer_rights_take_the_place_of_older_ones_which_are_kept(tmp_path: Path) -> None:
    first_start(tmp_path, "table.local")
    (tmp_path / "broker/acl").write_text("user old\n")
    assert "acl.old" in first_start(tmp_path, "table.local")
    assert (tmp_path / "broker/acl").read_text() == (DEPLOY / "mosquitto/acl").read_text()
    assert (tmp_path / "broker/acl.old").read_text() == "user old\n"


@mosquitto
def test_the_first_start_makes_keys_rights_and_the_account_of_the_app_once(tmp_path: Path) -> None:
    from companion.host.wiring import read_wiring

    (tmp_path / "data").mkdir()
    (tmp_path / "data/devices.toml").write_text('camera = "0"\n')
    command = [DEPLOY / "mosquitto/first-start", tmp_path / "broker", tmp_path / "data", "table.local", "127.0.0.1"]
    for _ in range(2):
        subprocess.run(command, check=True, capture_output=True, timeout=60)
        made = {path.name: path.read_bytes() for path in (tmp_path / "broker").iterdir()}
        wiring = read_wiring(tmp_path / "data")
        assert wiring.camera == "0"
        assert wiring.broker is not None
        assert (wiring.broker.host, wiring.broker.user, len(wiring.broker.password)) == ("127.0.0.1", "host", 24)
    assert {path.name: path.read_bytes() for path in (tmp_path / "broker").iterdir()} == made
    assert {"acl", "passwords", "ca.crt", "ca.key", "broker.crt", "broker.key"} <= set(made)
    assert (tmp_path / "broker/broker.key").stat().st_mode & 0o077 == 0
    assert (tmp_path / "broker/passwords").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_is_one_the_shell_can_read(script: Path) -> None:
    shell = script.read_text().splitlines()[0].removeprefix("#!")
    assert os.access(script, os.X_OK)
    assert subprocess.run([shell, "-n", script], capture_output=True, check=True).stderr == b""
