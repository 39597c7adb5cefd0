"""What can be known of the Android package without an SDK: its spec, its packages, and what a tablet lacks.

No package was ever built, and nothing ran on a device.
"""

from __future__ import annotations

import ast
import configparser
import os
import re
import runpy
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from devices.broker import start_broker
from devices.errors import NotPresent
from tools.android import PACKAGES, lay_out
from tools.deb.packages import Requirement, needed

ROOT = Path(__file__).parents[2]
OWN = ROOT / "deploy" / "android"
TABLE = tomllib.loads((OWN / "packages.toml").read_text("utf-8"))
OUT, MORE, BLOCKED = (TABLE.pop(name) for name in ("out", "more", "blocked"))
TABLET = {
    "python_version": "3.11", "python_full_version": "3.11.0", "platform_machine": "aarch64", "sys_platform": "linux",
    "platform_system": "Linux", "os_name": "posix", "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
}  # fmt: skip
PROCESSES = {"subprocess", "multiprocessing", "pty"}
FORKS = re.compile(r"\bos\.(?:fork|forkpty|system|popen|spawn\w*|exec\w*)\b")


ANDROID = "{http://schemas.android.com/apk/res/android}"
DOCUMENTED = (Path(__file__).parent / "schemas/buildozer-keys.txt").read_text("utf-8").splitlines()[1:]


def parsed(text: str) -> configparser.ConfigParser:
    """A spec as buildozer reads it, to which small and capital letters differ."""
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(text)
    return read


def spec() -> configparser.SectionProxy:
    return parsed((OWN / "buildozer.spec").read_text("utf-8"))["app"]


def unknown_keys(text: str) -> list[str]:
    """The keys of a spec that buildozer does not document, and so would pass over in silence."""
    read = parsed(text)
    return [
        f"{section} {key}"
        for section in read.sections()
        for key in read[section]
        if f"{section} {key}" not in DOCUMENTED
    ]


def listed(key: str) -> list[str]:
    return [word.strip() for word in spec()[key].split(",")]


def requirements() -> dict[str, str]:
    """Package → its version in the spec, or nothing."""
    return dict(word.partition("==")[::2] for word in listed("requirements"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that is built in."""
    return lay_out(tmp_path_factory.mktemp("android") / "app")


# --- the spec ---


def test_the_spec_has_what_a_build_asks_for() -> None:
    wanted = {"title", "package.name", "package.domain", "source.dir", "version.regex", "requirements", "android.archs"}
    assert wanted <= set(spec())
    assert re.fullmatch(r"[a-z][a-z0-9_]*", spec()["package.name"])
    assert re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+", spec()["package.domain"])
    assert set(listed("android.archs")) <= {"arm64-v8a", "armeabi-v7a", "x86", "x86_64"}
    assert set(listed("orientation")) <= {"landscape", "portrait", "landscape-reverse", "portrait-reverse"}
    assert int(spec()["android.minapi"]) <= int(spec()["android.api"])


def test_the_spec_has_no_key_that_buildozer_does_not_know() -> None:
    assert unknown_keys((OWN / "buildozer.spec").read_text("utf-8")) == []
    wrong = "[app]\ntitle = x\nandroid.permission = INTERNET\nandroid.Api = 35\n[buildozer]\ntitle = x\n"
    assert unknown_keys(wrong) == ["app android.permission", "app android.Api", "buildozer title"]


def test_what_a_tablet_keeps_goes_to_no_cloud() -> None:
    assert spec()["android.allow_backup"] == "False"


def test_what_has_a_recipe_is_named_in_a_version_that_the_product_takes() -> None:
    dependencies = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    wishes = {wish.name: wish.specifier for wish in map(Requirement, dependencies)}
    named = {way.partition(" ")[2] or name: name for name, way in TABLE.items() if way.startswith("recipe")}
    versions = {named[recipe]: pin for recipe, pin in requirements().items() if recipe in named}
    assert versions.keys() == {"kivy", "msgspec", "numpy", "opencv-python-headless"}
    assert [name for name, pin in versions.items() if not wishes[name].contains(pin.removeprefix("v"))] == []
    assert re.fullmatch(r"v\d{4}\.\d{2}\.\d{2}", spec()["p4a.branch"])


def test_every_recipe_of_python_for_android_is_pinned() -> None:
    recipes = {way.partition(" ")[2] or name for name, way in {**TABLE, **MORE}.items() if way.startswith("recipe")}
    assert {name for name in recipes if not requirements()[name]} == {"android"}  # part of python-for-android itself


def test_it_asks_for_no_right_it_need_not_have() -> None:
    rights = {right.removeprefix("android.permission.") for right in listed("android.permissions")}
    assert rights == {"INTERNET", "ACCESS_NETWORK_STATE", "ACCESS_WIFI_STATE", "WAKE_LOCK", "CAMERA"}
    assert listed("android.features") == ["android.hardware.usb.host"]


def test_every_package_of_the_product_has_its_way_onto_a_tablet() -> None:
    assert set(TABLE) | set(OUT) == needed(TABLET)
    assert not set(TABLE) & set(OUT)
    assert all(len(why.split()) > 1 for why in OUT.values())


def test_the_spec_names_what_goes_there_and_nothing_else() -> None:
    names = {way.partition(" ")[2] or name for name, way in TABLE.items()}
    assert set(requirements()) == names | set(MORE)
    assert {way.split()[0] for way in [*TABLE.values(), *MORE.values()]} <= {"recipe", "local", "pure"}


def test_every_local_recipe_makes_the_locked_version_without_a_compiler() -> None:
    recipes = sorted(path.parent.name for path in OWN.glob("recipes/*/__init__.py"))
    assert recipes == sorted(name for name, way in TABLE.items() if way == "local")
    for name in recipes:
        text = (OWN / f"recipes/{name}/__init__.py").read_text("utf-8")
        (version,) = re.findall(r'^    version = "(.*)"$', text, re.MULTILINE)
        assert f"\n{name}=={version} " in f"\n{(ROOT / 'requirements.lock').read_text('utf-8')}"
        assert f'"{name.upper()}_NO_EXTENSIONS": "1"' in text
        assert f'name = "{name}"' in text


def test_every_file_the_spec_names_is_laid_out(folder: Path) -> None:
    text = (folder / "buildozer.spec").read_text("utf-8")
    named = re.findall(r"%\(source\.dir\)s/([\w.-]+)", text)
    assert {
        "icon.png",
        "icon-back.png",
        "version.toml",
        "recipes",
        "usb-filter.xml",
        "usb-devices.xml",
        "hook.py",
    } <= set(named)
    assert [name for name in named if not (folder / name).exists()] == []
    assert re.search(spec()["version.regex"], (folder / "version.toml").read_text("utf-8"), re.MULTILINE)


def test_every_kind_of_file_the_product_reads_goes_into_the_package(folder: Path) -> None:
    taken, written = set(listed("source.include_exts")), {"md", "cfg", "toml"}
    kinds = {path.suffix[1:] for name in PACKAGES for path in (folder / name).rglob("*.*") if path.is_file()}
    assert kinds - taken - written == set()


def test_a_board_that_is_plugged_in_opens_the_app(folder: Path) -> None:
    boards = tomllib.loads((ROOT / "devices/ports.toml").read_text("utf-8"))["board"]
    found = ET.parse(folder / "usb-devices.xml").getroot().findall("usb-device")
    assert [(int(one.get("vendor-id", "")), int(one.get("product-id", ""))) for one in found] == [
        (board["vid"], board["pid"]) for board in boards
    ]
    filters, meta = activity(folder)
    attached = "android.hardware.usb.action.USB_DEVICE_ATTACHED"
    assert [action.get(f"{ANDROID}name") for action in filters.iter("action")] == [attached]
    assert meta.tag == "meta-data"
    assert (meta.get(f"{ANDROID}name"), meta.get(f"{ANDROID}resource")) == (attached, "@xml/usb_devices")
    assert "usb-devices.xml:xml/usb_devices.xml" in spec()["android.add_resources"]


def activity(folder: Path) -> list[ET.Element]:
    """What python-for-android puts into the activity of its manifest, read as Android reads it."""
    text = (folder / "usb-filter.xml").read_text("utf-8")
    return list(ET.fromstring(f'<activity xmlns:android="{ANDROID[1:-1]}">{text}</activity>'))


MANIFEST = f"""<?xml version="1.0" encoding="utf-8"?>
<manifest xmlns:android="{ANDROID[1:-1]}">
    <application android:label="@string/app_name">
        <activity android:name="org.kivy.android.PythonActivity" />
    </application>
</manifest>
"""


def test_the_hook_completes_a_manifest_once(folder: Path, tmp_path: Path) -> None:
    hook = runpy.run_path(str(folder / "hook.py"))
    path = tmp_path / "src/main/AndroidManifest.xml"
    path.parent.mkdir(parents=True)
    path.write_text(MANIFEST, encoding="utf-8")
    for _ in range(2):
        hook["before_apk_assemble"](SimpleNamespace(_dist=SimpleNamespace(dist_dir=str(tmp_path))))
    manifest = ET.parse(path).getroot()
    assert [provider.get(f"{ANDROID}name") for provider in manifest.iter("provider")] == [
        "androidx.core.content.FileProvider"
    ]
    (camera,) = manifest.findall("uses-feature")
    assert (camera.get(f"{ANDROID}name"), camera.get(f"{ANDROID}required")) == ("android.hardware.camera", "false")
    assert spec()["p4a.hook"] == "%(source.dir)s/hook.py"
    assert "hook.py" in listed("source.exclude_patterns")


def test_what_is_saved_is_what_other_apps_may_read(folder: Path, tmp_path: Path) -> None:
    from companion.host.saving import own_place
    from companion.host.share_sheet import PROVIDER

    text = f'<application xmlns:android="{ANDROID[1:-1]}">{(folder / "provider.xml").read_text("utf-8")}</application>'
    (provider,) = ET.fromstring(text)
    assert provider.get(f"{ANDROID}authorities") == f"{spec()['package.domain']}.{spec()['package.name']}{PROVIDER}"
    assert (provider.get(f"{ANDROID}exported"), provider.get(f"{ANDROID}grantUriPermissions")) == ("false", "true")
    assert provider[0].get(f"{ANDROID}resource") == "@xml/shared_files"
    assert "shared-files.xml:xml/shared_files.xml" in spec()["android.add_resources"]
    (path,) = ET.parse(folder / "shared-files.xml").getroot().findall("files-path")
    files = tmp_path / "files"  # main.py's data folder is `companion` in it
    assert files / path.get("path", "") == own_place(files / "companion")
    assert "androidx.core:core:" in spec()["android.gradle_dependencies"]
    assert spec()["android.enable_androidx"] == "True"


# --- what a tablet lacks ---


def modules() -> Iterator[tuple[str, ast.Module, str]]:
    """Every module of the product: its name, its tree, its text."""
    for path in (path for name in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))):
        text = path.read_text("utf-8")
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield name, ast.parse(text), text


def imports(tree: ast.Module) -> set[str]:
    found = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    return found | {(node.module or "").split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def test_only_what_a_tablet_never_reaches_starts_a_process_or_forks() -> None:
    starting = {name for name, tree, text in modules() if imports(tree) & PROCESSES or FORKS.search(text)}
    assert starting == set(BLOCKED)


def test_a_tablet_starts_no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    with pytest.raises(NotPresent, match="on a tablet"):
        start_broker({"host": "x"})


def test_a_tablet_speaks_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.host import voice

    monkeypatch.setattr(sys, "getandroidapilevel", lambda: 35, raising=False)
    monkeypatch.setattr(voice, "Android", lambda: "its own")
    assert voice.speaker() == "its own"


STAND_INS = """
import sys, types
from importlib.machinery import PathFinder
sys.dont_write_bytecode = True
class OnlyWhatIsThere:
    @staticmethod
    def find_spec(name, path=None, target=None):
        return None if name.partition(".")[0] in {absent!r} else PathFinder.find_spec(name, path, target)
    find_distributions = PathFinder.find_distributions
sys.meta_path = [OnlyWhatIsThere if finder is PathFinder else finder for finder in sys.meta_path]
android, storage = types.ModuleType("android"), types.ModuleType("android.storage")
jnius = types.ModuleType("jnius")
def autoclass(name):
    if not name.startswith("org.jnius."):
        raise ImportError(f"no {{name}} here")
    print("found", name)
jnius.autoclass = autoclass
android.__path__ = []
storage.app_storage_path = lambda: {data!r}
android.storage = storage
sys.modules.update({{"android": android, "android.storage": storage, "jnius": jnius}})
sys.path.insert(0, {folder!r})
from kivy.utils import platform  # Kivy asks Java for the screen where it takes itself to be on Android: it draws here
import os
os.environ["ANDROID_ARGUMENT"] = {folder!r}
import main
assert main.data_folder() == {data!r} + "/companion"
"""


def absent() -> set[str]:
    """The top names of packages that are left out."""
    from importlib.metadata import packages_distributions

    plain = {
        name: {re.sub(r"[-_.]+", "-", one).lower() for one in homes} for name, homes in packages_distributions().items()
    }
    return {name for name, homes in plain.items() if homes <= set(OUT)}


def in_the_package(folder: Path, data: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run code as the app would on a tablet: with a stand-in of `android`, and without what is left out."""
    head = STAND_INS.format(absent=absent(), data=str(data), folder=str(folder))
    quiet = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1", "KIVY_NO_FILELOG": "1"}
    environment = {**os.environ, **quiet, "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
    environment.pop("PYTHONPATH", None)
    command = [sys.executable, "-c", head + code]
    return subprocess.run(command, cwd=data, env=environment, capture_output=True, text=True, timeout=200, check=False)


def test_the_left_out_packages_are_told_from_the_others() -> None:
    names = absent()
    assert {"amqtt", "cobs", "psutil", "pydantic"} <= names
    assert not names & {"kivy", "cv2", "msgspec", "aiohttp", "paho", "serial", "rich"}


def test_every_module_of_the_product_is_imported_without_what_is_left_out(folder: Path, tmp_path: Path) -> None:
    names = [name for name, _, _ in modules() if not name.endswith("__main__") and not name.startswith("companion.ui")]
    names = [name for name in names if name != "devices.embedded_broker"]
    code = f"""
import importlib, devices
for name in {names!r}:
    importlib.import_module(name)
print({len(names)}, devices.__file__)
"""
    told = in_the_package(folder, tmp_path, code)
    assert told.returncode == 0, told.stderr
    assert told.stdout.split() == [str(len(names)), str(folder / "devices/__init__.py")]


def test_the_app_opens_its_first_screen_in_the_packages_own_folder(folder: Path, tmp_path: Path) -> None:
    code = """
from kivy.clock import Clock
def end(_):
    from kivy.app import App
    print("screen", type(App.get_running_app()).__name__, flush=True)
    App.get_running_app().stop()
Clock.schedule_once(end, 3)
sys.exit(main.main())
"""
    told = in_the_package(folder, tmp_path, code)
    assert told.returncode == 0, told.stderr
    assert "found org.jnius.NativeInvocationHandler" in told.stdout
    assert "screen CompanionApp" in told.stdout
    assert (tmp_path / "companion" / "games.db").exists()
