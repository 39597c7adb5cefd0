"""What `make` offers, and what setting up says on machines that lack something."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
UNPRIVILEGED = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}


def run(*command: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=120, check=False, **options)


def script(path: Path, text: str) -> str:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def linked(folder: Path, *commands: str) -> str:
    """A search path on which only `commands` are found."""
    for command in commands:
        (folder / command).symlink_to(str(shutil.which(command)))
    return str(folder)


class Checkout:
    """A folder with this project's `tools/setup`, where Python and apt write down what they are asked to install."""

    def __init__(self, folder: Path) -> None:
        self.folder, self._log = folder, folder / "log"
        for name in ("tools", ".venv/bin"):
            (folder / name).mkdir(parents=True)
        for name in ("tools/setup", "tools/python", "tools/system-packages.txt", "pyproject.toml"):
            shutil.copy(HERE / name, folder / name)
        for name in ("requirements.lock", "requirements-dev.lock"):
            (folder / name).touch()
        wrote = f'echo "$(basename "$0") $*" >> {self._log}'
        script(folder / "tools/system-packages", wrote)
        self.python = script(
            folder / ".venv/bin/python",
            f'case "$*" in -c*|--version*) exec {sys.executable} "$@" ;; *install*) {wrote} ;; esac',
        )

    def set_up(self, *what: str) -> str:
        """What was installed by `tools/setup` for `what`, a line each."""
        self._log.write_text("")
        environment = {**os.environ, "PYTHON": self.python}
        subprocess.run([self.folder / "tools/setup", *what], env=environment, capture_output=True, check=True)
        return self._log.read_text()


@pytest.fixture
def checkout(tmp_path) -> Checkout:
    return Checkout(tmp_path)


@pytest.mark.parametrize("target", ["setup", "run", "test", "check"])
def test_make_knows_what_the_readme_promises(target):
    assert run("make", "--dry-run", target).returncode == 0
    assert f"make {target}" in (HERE / "README.md").read_text() or target == "setup"


def test_without_a_display_make_run_plays_a_whole_game():
    plan = run("make", "--dry-run", "run").stdout
    assert "demo --screens out/screens" in plan
    assert "--table virtual" in plan


def test_make_run_sets_up_the_product_alone():
    plan = run("make", "--dry-run", "run").stdout
    assert "tools/setup run" in plan
    assert "tools/setup dev" not in plan


def test_the_documents_have_an_environment_of_their_own():
    plan = run("make", "--dry-run", "--always-make", "docs").stdout
    assert "out/docs-venv/bin/python -m pip install" in plan
    assert "--require-hashes -r requirements-docs.lock" in plan
    assert "tools/setup" not in plan


@pytest.mark.parametrize("target", ["deb", "portable", "containers", "android"])
def test_what_makes_a_package_sets_up_no_tools_of_developers(target):
    plan = run("make", "--dry-run", target).stdout
    assert "tools/setup build" in plan
    assert "tools/setup dev" not in plan


@pytest.mark.parametrize("target", ["test", "check", "soak", "bench"])
def test_other_targets_set_up_their_tools_as_well(target):
    assert "tools/setup dev" in run("make", "--dry-run", target).stdout


@pytest.mark.parametrize("what", [["run"], []])
def test_setting_up_to_run_leaves_the_tools_out(checkout, what):
    installed = checkout.set_up(*what)
    assert "--require-hashes -r requirements.lock" in installed
    assert "--editable" in installed
    assert "dev" not in installed


def test_setting_up_to_make_packages_adds_what_draws_icons_and_nothing_through_apt(checkout):
    drawing = "resvg-py==5 \\\n    --hash=sha256:2 \\\n    --hash=sha256:3\n"
    others = [f"{name}==9 \\\n    --hash=sha256:1\n" for name in ("pytest", "ruff")]
    (checkout.folder / "requirements-dev.lock").write_text(drawing.join(others))
    checkout.set_up("run")
    (added,) = checkout.set_up("build").splitlines()
    assert added.endswith("--require-hashes --no-deps -r .venv/build.txt")
    assert (checkout.folder / ".venv/build.txt").read_text() == drawing


def test_what_makes_packages_is_in_the_lock_under_the_name_that_setting_up_looks_for():
    assert "\nresvg-py==" in (HERE / "requirements-dev.lock").read_text()


def test_setting_up_to_develop_installs_the_product_too(checkout):
    installed = checkout.set_up("dev")
    assert "-r requirements.lock" in installed
    assert "-r requirements-dev.lock" in installed
    assert "system-packages --dev" in installed


def test_setting_up_to_develop_after_running_only_adds(checkout):
    checkout.set_up("run")
    added = checkout.set_up("dev")
    assert "-r requirements-dev.lock" in added
    assert "-r requirements.lock" not in added


@pytest.mark.parametrize("what", ["run", "build", "dev"])
def test_what_is_set_up_is_not_set_up_again(checkout, what):
    checkout.set_up("dev")
    assert checkout.set_up(what) == ""


def test_a_new_lock_is_installed_and_the_other_left_alone(checkout):
    checkout.set_up("dev")
    (checkout.folder / "requirements.lock").write_text("# changed")
    assert "-r requirements.lock" in (installed := checkout.set_up("dev"))
    assert "-r requirements-dev.lock" not in installed


def test_an_installation_that_failed_is_tried_again(checkout):
    checkout.set_up("run")
    (checkout.folder / "requirements.lock").write_text("# changed")
    script(checkout.folder / "tools/system-packages", "exit 1")
    with pytest.raises(subprocess.CalledProcessError):
        checkout.set_up("run")
    script(checkout.folder / "tools/system-packages", "exit 0")
    assert "-r requirements.lock" in checkout.set_up("run")


def test_setting_up_for_something_unknown_is_refused():
    assert run("tools/setup", "everything").returncode == 2


def test_system_packages_of_the_tests_are_listed_apart(tmp_path):
    environment = {"PATH": linked(tmp_path, "dirname", "sed")}
    product = run("tools/system-packages", env=environment).stdout
    tests = run("tools/system-packages", "--dev", env=environment).stdout
    assert "libgl1 " in product
    assert "xvfb" not in product
    assert "xvfb" in tests
    assert "libgl1 " not in tests


def test_every_system_package_is_of_a_kind_that_setting_up_knows():
    lines = (HERE / "tools/system-packages.txt").read_text().splitlines()
    assert {line.split()[0] for line in lines} <= {"#", "need", "want", "dev"}


def test_a_python_that_fits_is_taken():
    assert run("tools/python", env={**os.environ, "PYTHON": sys.executable}).stdout.strip() == sys.executable


def test_a_machine_with_only_a_newer_python_is_told_which_ones_fit(tmp_path):
    pretend = f"""exec {sys.executable} -c 'import sys; sys.version_info = (3, 14, 0); exec(sys.argv[1])' "$2" """
    newer = script(tmp_path / "python3.14", pretend)
    answer = run("tools/python", env={**os.environ, "PYTHON": newer})
    assert answer.returncode == 1
    assert "3.11, 3.12 or 3.13" in answer.stderr
    assert "3.14.0" in answer.stderr


def test_a_machine_without_any_python_is_told_so():
    answer = run("tools/python", env={**os.environ, "PYTHON": "python-that-is-not-here"})
    assert answer.returncode == 1
    assert "no Python" in answer.stderr


@pytest.mark.skipif(not Path("/usr/bin/dpkg-query").exists(), reason="no dpkg on this machine")
def test_a_missing_system_package_is_named_where_it_may_not_be_installed():
    answer = subprocess.run(
        ["sh", "-s", "a-package-nobody-made"],
        stdin=(HERE / "tools/system-packages").open(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"PATH": "/usr/bin:/bin"},
        cwd="/",
        **UNPRIVILEGED,
    )
    assert answer.returncode == 1
    assert "sudo apt-get install a-package-nobody-made" in answer.stderr


@pytest.mark.skipif(not Path("/usr/bin/dpkg-query").exists(), reason="no dpkg on this machine")
def test_a_system_package_that_is_there_is_passed_over_in_silence():
    answer = run("tools/system-packages", "dpkg")
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")


def test_scripts_may_be_run_and_are_sound_shell():
    scripts = [
        *HERE.glob("deploy/mosquitto/*-*"),
        *(HERE / name for name in ("tools/setup", "tools/python", "tools/system-packages", ".ci/run")),
    ]
    for path in scripts:
        shell = path.read_text().splitlines()[0].split("/")[-1].split()[-1]
        assert os.access(path, os.X_OK), path
        assert run(shell, "-n", str(path)).stderr == ""
