"""The systems a package is made for: each Python and machine gets its packages, Debian 13 has what it depends on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.deb.__main__ import ARCHES, PYTHONS
from tools.deb.files import HERE, depends
from tools.deb.packages import SOURCES, _target, locked, needed

LOCK = (HERE / "requirements.lock").read_text()
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
SYSTEMS = [(python, arch) for python in PYTHONS for arch in ARCHES]
apt = pytest.mark.skipif(not shutil.which("apt-get") or not KEYS.exists(), reason="this machine has no Debian mirror")
Trixie = Callable[..., str]


def test_packages_are_for_the_pythons_of_debian_and_ubuntu() -> None:
    releases = {"Debian 12": "3.11", "Ubuntu 24.04": "3.12", "Debian 13": "3.13"}
    assert tuple(releases.values()) == PYTHONS
    wished = re.search(r'requires-python = ">=3\.(\d+),<3\.(\d+)"', (HERE / "pyproject.toml").read_text())
    assert wished is not None
    assert [f"3.{minor}" for minor in range(int(wished[1]), int(wished[2]))] == list(PYTHONS)


@pytest.mark.parametrize(("python", "arch"), SYSTEMS)
def test_each_system_gets_every_package_in_one_version(python: str, arch: str) -> None:
    target = _target(python, ARCHES[arch])
    pins = [block.split(" ")[0].split("==") for block in locked(LOCK, needed(target), target)]
    assert {name for name, _ in pins} == needed(target) - {"colorama", "pywin32"}
    assert len({name for name, _ in pins}) == len(pins)


FOREIGN = {
    "Windows": {"sys_platform": "win32", "os_name": "nt", "platform_machine": "AMD64"},
    "macOS": {"sys_platform": "darwin", "os_name": "posix", "platform_machine": "arm64"},
    "macOS on Intel": {"sys_platform": "darwin", "os_name": "posix", "platform_machine": "x86_64"},
}


MACS = ("10_9", "10_12", "10_13", "10_15", "11_0", "12_0", "13_0", "14_0")
"""The versions of macOS that wheels of the locked packages are tagged with; pip takes only those it is told."""
WHEELS = {
    "Windows": ("win_amd64",),
    "macOS": tuple(f"macosx_{mac}_{kind}" for mac in MACS for kind in ("arm64", "universal2")),
    "macOS on Intel": tuple(f"macosx_{mac}_{kind}" for mac in MACS for kind in ("x86_64", "universal2")),
}
COMPILED = {"macOS on Intel": {"argon2-cffi-bindings"}}
"""What has no wheel there, as README.md and deploy/README.md say."""


def foreign(system: str, python: str) -> dict[str, str]:
    """A system that no package of ours is made for, as the markers of requirements see it."""
    named = {"platform_system": "Windows" if system == "Windows" else "Darwin"}
    return _target(python, "") | FOREIGN[system] | named


@pytest.mark.slow
@pytest.mark.parametrize("python", [PYTHONS[0], PYTHONS[-1]])
@pytest.mark.parametrize("system", FOREIGN)
def test_windows_and_macos_have_a_wheel_of_all_that_the_lock_names(system: str, python: str, tmp_path: Path) -> None:
    target = foreign(system, python)
    names = needed(target) - SOURCES - COMPILED.get(system, set())
    pins = [block.split(" ")[0] for block in locked(LOCK, names, target)]
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "--ignore-installed", "--quiet"]
    command += ["--ignore-requires-python", "--only-binary=:all:", "--target", str(tmp_path), "--implementation", "cp"]
    command += ["--python-version", python, *(word for tag in WHEELS[system] for word in ("--platform", tag)), *pins]
    told = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert told.returncode == 0, told.stderr


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("system", FOREIGN)
def test_the_lock_names_each_package_that_windows_and_macos_need_once(system: str, python: str) -> None:
    target = foreign(system, python)
    pins = [re.split(r"[=\[]", block)[0] for block in locked(LOCK, needed(target), target)]
    assert set(pins) == needed(target)
    assert len(set(pins)) == len(pins)
    assert ("kivy-deps-sdl2" in pins) is (system == "Windows")


@pytest.mark.slow
@pytest.mark.parametrize(("python", "arch"), [("3.12", "amd64"), ("3.13", "amd64"), ("3.13", "arm64")])
def test_each_system_has_wheels_of_what_the_lock_names(python: str, arch: str) -> None:
    from tools.deb.packages import locked_packages

    there = locked_packages(python, ARCHES[arch])
    libraries = [path.name for path in there.rglob("*.so")]
    assert libraries
    made_for = [re.search(r"\.cpython-(\d+)-(\w+)-", name) for name in libraries]
    found = {(one[1], one[2]) for one in made_for if one}
    assert found == {(python.replace(".", ""), ARCHES[arch])}


def test_what_it_depends_on_may_be_a_renamed_package() -> None:
    """Ubuntu 24.04 and Debian 13 renamed some libraries (libmtdev1t64); a wish with a version would not find them."""
    libraries = depends("3.12").split(", ")[2:]
    assert libraries
    assert all(re.fullmatch(r"[a-z0-9+.-]+", name) and not name.endswith("t64") for name in libraries)


@pytest.fixture(scope="module")
def trixie(tmp_path_factory: pytest.TempPathFactory) -> Trixie:
    """Asks the apt of Debian 13 on a machine of some kind with nothing installed; nothing here is changed."""
    folder = tmp_path_factory.mktemp("trixie")
    site = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE)"], capture_output=True, text=True, check=False
    )
    mirror = next((line for line in site.stdout.splitlines() if re.search("/debian/?$", line)), None)
    if mirror is None:
        pytest.skip("this machine has no Debian mirror")
    (folder / "sources.list").write_text(f"deb [signed-by={KEYS}] {mirror} trixie main\n")
    (folder / "status").touch()

    def ask(arch: str, tool: str, *words: str) -> str:
        for needed_folder in ("lists/partial", "cache/archives/partial"):
            (folder / arch / needed_folder).mkdir(parents=True, exist_ok=True)
        places = {
            "Dir::Etc::sourcelist": folder / "sources.list", "Dir::Etc::sourceparts": "-",
            "Dir::State::lists": folder / arch / "lists", "Dir::State::status": folder / "status",
            "Dir::Cache": folder / arch / "cache", "APT::Sandbox::User": "root",
            "APT::Architecture": arch, "APT::Architectures": arch,
        }  # fmt: skip
        options = [word for key, value in places.items() for word in ("-o", f"{key}={value}")]
        done = subprocess.run([tool, "-q", *options, *words], capture_output=True, text=True, timeout=120, check=False)
        return done.stdout if done.returncode == 0 else f"failed: {done.stderr}"

    return ask


@apt
@pytest.mark.slow
@pytest.mark.parametrize("arch", ARCHES)
def test_debian_13_has_all_it_depends_on(arch: str, trixie: Trixie, tmp_path: Path) -> None:
    if trixie(arch, "apt-get", "update").startswith("failed"):
        pytest.skip("the Debian mirror cannot be reached")
    for name, wishes in (("good", depends("3.13")), ("older", depends("3.11"))):
        tree = tmp_path / name
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(
            f"Package: companion-{name}\nVersion: 1\nArchitecture: {arch}\nMaintainer: nobody <no@localhost>\n"
            f"Depends: {wishes}\nRecommends: mosquitto, espeak-ng\nDescription: stand-in\n"
        )
        subprocess.run(["dpkg-deb", "-b", tree, tmp_path / f"{name}.deb"], check=True, capture_output=True)
    told = trixie(arch, "apt-get", "--simulate", "install", str(tmp_path / "good.deb"))
    assert "Inst companion-good" in told, told
    assert {"mosquitto", "espeak-ng", "python3.13", "libmtdev1t64"} <= set(
        re.findall(r"^Inst (\S+)", told, re.MULTILINE)
    )
    assert trixie(arch, "apt-get", "--simulate", "install", str(tmp_path / "older.deb")).startswith("failed")


# --- a version is a tag ---


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that says 1.2.0 everywhere."""
    (tmp_path / "deploy/home-assistant").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / "deploy/home-assistant/config.yaml").write_text('version: "1.2.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("## [Unreleased]\n\n## [1.2.0] - 2026-11-24\n\n- Bells.\n")
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=nobody", "-c", "user.email=no@localhost", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, text=True, check=True).stdout


def commit(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "all")


def release(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    names = {f"GIT_{role}_{what}": "no@localhost" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {"PATH": "/usr/bin:/bin", **names}
    command = [str(HERE / "tools/release"), *words]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60, check=False)


needs_git = pytest.mark.skipif(not shutil.which("git"), reason="git is not on this machine")


@needs_git
def test_a_version_becomes_a_tag_that_update_finds(checkout: Path) -> None:
    from companion.host.releases import releases

    told = release(checkout, "1.2.0")
    assert (told.returncode, told.stderr) == (0, "")
    assert git(checkout, "tag", "--points-at", "HEAD") == "v1.2.0\n"
    assert releases(str(checkout))[0].version == "1.2.0"
    assert "there is a v1.2.0 already" in release(checkout, "1.2.0").stderr


MADE = """
import sys, tempfile
from pathlib import Path
from tools.deb.__main__ import file_name
from tools.deb.files import HERE, project_version
from tools.deb.packages import project_wheel
from tools.portable import folder_name
version = project_version()
print(HERE, file_name(version, "3.11", "amd64"), folder_name(version, "3.11", "arm64"))
print(project_wheel(Path(sys.argv[1])).name)
"""


def made(sources: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """What the tools of a checkout call the Debian package, the folder, and the wheel, which is built."""
    command, environment = [sys.executable, "-c", MADE, str(out)], {**os.environ, "PYTHONPATH": str(sources)}
    return subprocess.run(
        command, cwd=sources, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.fixture
def sources(checkout: Path) -> Path:
    """The checkout that says 1.2.0, with this project's own settings and tools, and little to pack."""
    project = (HERE / "pyproject.toml").read_text("utf-8")
    (checkout / "pyproject.toml").write_text(
        re.sub(r'^version = ".*"$', 'version = "1.2.0"', project, flags=re.MULTILINE)
    )
    for name in ("README.md", "LICENSE", "tools/__init__.py", "tools/portable.py"):
        (checkout / name).parent.mkdir(exist_ok=True)
        shutil.copy(HERE / name, checkout / name)
    shutil.copytree(HERE / "tools/deb", checkout / "tools/deb", ignore=shutil.ignore_patterns("__pycache__"))
    wheel = tomllib.loads(project)["tool"]["hatch"]["build"]["targets"]["wheel"]
    for folder in (*wheel["packages"], *wheel["shared-data"]):
        (checkout / folder).mkdir(parents=True)
        (checkout / folder / "__init__.py").touch()
    commit(checkout)
    return checkout


@needs_git
def test_a_tag_gives_its_version_to_wheel_package_and_folder(
    sources: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("out")
    assert release(sources, "1.2.0").returncode == 0
    told = made(sources, out)
    assert told.stdout.split() == [
        str(sources), "companion_1.2.0_py3.11_amd64.deb", "companion-1.2.0-py3.11-aarch64",
        "companion-1.2.0-py3-none-any.whl",
    ], told.stderr  # fmt: skip


@needs_git
def test_a_commit_that_is_tagged_as_another_version_makes_nothing(
    sources: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    git(sources, "tag", "v1.3.0")
    told = made(sources, tmp_path_factory.mktemp("out"))
    assert told.returncode == 1
    assert "tagged v1.3.0, and pyproject.toml says 1.2.0" in told.stderr


@needs_git
@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("pyproject.toml", 'version = "1.1.0"\n', "pyproject.toml names another version"),
        ("deploy/home-assistant/config.yaml", 'version: "1.1.0"\n', "config.yaml names another version"),
        ("CHANGELOG.md", "## [1.2.0]\n", "no heading '## [1.2.0] - YEAR-MONTH-DAY'"),
        ("CHANGELOG.md", "## [Unreleased]\n- New.\n## [1.2.0] - 2026-11-24\n", "lines under [Unreleased]"),
    ],
)
def test_nothing_is_tagged_while_two_places_disagree(checkout: Path, file: str, text: str, reason: str) -> None:
    (checkout / file).write_text(text)
    assert "something is not committed" in release(checkout, "1.2.0").stderr
    commit(checkout)
    told = release(checkout, "1.2.0")
    assert told.returncode == 1
    assert reason in told.stderr
    assert git(checkout, "tag") == ""


@needs_git
def test_a_word_that_is_no_version_is_refused(checkout: Path) -> None:
    assert release(checkout, "next").returncode == 2


@needs_git
def test_a_tag_on_this_commit_is_the_version_it_says() -> None:
    if not (HERE / ".git").exists():
        pytest.skip("not a git checkout")
    tags = re.findall(r"^v(\d+\.\d+\.\d+)$", git(HERE, "tag", "--points-at", "HEAD"), re.MULTILINE)
    said = re.search(r'^version = "(.*)"$', (HERE / "pyproject.toml").read_text(), re.MULTILINE)
    assert said is not None
    assert set(tags) <= {said[1]}
