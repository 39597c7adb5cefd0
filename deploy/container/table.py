"""What runs in a container: `table.py set-up | broker | desk | host | observer | addresses | healthy WHAT | add-on`.

Settings come from the environment (club.env.example), in a Home Assistant add-on from /data/options.json. Keys,
accounts and the list of rights are made by the same scripts as on any other machine (deploy/mosquitto).
"""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SCRIPTS = Path(os.environ.get("COMPANION_SCRIPTS", "/usr/share/companion/mosquitto"))
KEYS = Path(os.environ.get("COMPANION_BROKER", "/etc/mosquitto/companion"))
DATA = Path(os.environ.get("COMPANION_DATA", "/data"))
RETAINED = Path(os.environ.get("COMPANION_RETAINED", "/var/lib/mosquitto"))
PLACE = "/etc/mosquitto/companion"
"""Where mosquitto.conf looks for keys, accounts and rights."""
TLS_PORT = int(os.environ.get("COMPANION_TLS_PORT", "8883"))
PLAIN_PORT = int(os.environ.get("COMPANION_PLAIN_PORT", "1883"))
PAGE_PORT = int(os.environ.get("COMPANION_PAGE_PORT", "8484"))
PHONES_PORT = int(os.environ.get("COMPANION_PHONES_PORT", "8808"))
SUPERVISOR = os.environ.get("COMPANION_SUPERVISOR", "http://supervisor")
TABLE = DATA / "table"
"""The data folder of the game that is played on this server."""
OPTIONS = DATA / "options.json"
"""Where the supervisor of Home Assistant puts an add-on's options."""


def setting(name: str, otherwise: str = "") -> str:
    """A setting of the environment."""
    return os.environ.get(f"COMPANION_{name}", "").strip() or otherwise


# --- set-up ---


def set_up() -> int:
    """Keys, accounts and rights; what is there is kept, so it may run at every start."""
    KEYS.mkdir(parents=True, exist_ok=True)
    DATA.mkdir(parents=True, exist_ok=True)
    names = [*setting("NAMES", "localhost").split(), "broker", "localhost"]
    _script("first-start", str(KEYS), str(DATA), *dict.fromkeys(names))
    shutil.copy(KEYS / "ca.crt", DATA / "ca.crt")
    accounts = dict(line.split(":") for line in _companion("--accounts").split())
    trays = dict(tray.partition(":")[::2] for tray in setting("TRAYS").split())
    accounts |= {"watch": _secret(DATA / "watch"), "health": _secret(KEYS / "health")}
    app = trays.pop("host", "") or _apps_password()
    for name, password in {**accounts, "host": app}.items():
        _account(name, password)
    for name, password in trays.items():
        if password or name not in _known():
            _account(name, password)
    _forget(_known() - {"host", *accounts, *trays})
    if setting("GAME"):
        _furnish(TABLE / "devices.toml", app)
    return 0


def _apps_password() -> str:
    """The password of the app's account, as the first start wrote it down; made anew where that is not there."""
    file = DATA / "devices.toml"
    written = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return str(written.get("broker", {}).get("password", "")) or _secret(DATA / "host")


def _furnish(devices: Path, password: str) -> None:
    """What the server's own game has to know of the broker; what is there is kept, and may have been added to."""
    if devices.exists():
        return
    devices.parent.mkdir(exist_ok=True)
    devices.touch(mode=0o600)
    where = f'host = "{setting("BROKER_HOST", "broker")}"\nport = {TLS_PORT}\nca = "{DATA / "ca.crt"}"\n'
    devices.write_text(f'[broker]\n{where}user = "host"\npassword = "{password}"\n', encoding="utf-8")


def _account(name: str, password: str) -> None:
    """Let `name` log in with this password, or with a new one that is printed."""
    _script("add-device", str(KEYS / "passwords"), name, answer=f"{password}\n")


def _known() -> set[str]:
    """Who may log in."""
    return {line.partition(":")[0] for line in (KEYS / "passwords").read_text().splitlines()}


def _forget(names: set[str]) -> None:
    """Take out accounts that the settings name no more."""
    for name in sorted(names):
        subprocess.run(["mosquitto_passwd", "-D", str(KEYS / "passwords"), name], check=True)
        print(f"{name} may log in no more")


def _secret(file: Path) -> str:
    """The password of an account that this program uses itself: made once, and kept."""
    if not file.exists():
        file.touch(mode=0o600)
        file.write_text(os.urandom(12).hex())
    return file.read_text()


def _script(name: str, *words: str, answer: str = "") -> None:
    subprocess.run(["sh", str(SCRIPTS / name), *words], input=answer, text=True, check=True)


# --- what runs ---


def configuration(bridge: Mapping[str, Any] | None = None) -> str:
    """The broker's configuration of any machine, with what a container needs, and the way to another broker."""
    text = (SCRIPTS / "mosquitto.conf").read_text(encoding="utf-8").replace(PLACE, str(KEYS))
    text = text.replace("listener 8883", f"listener {TLS_PORT}").replace("listener 1883 ", f"listener {PLAIN_PORT} ")
    text += f"\nlog_dest stdout\npersistence_location {RETAINED}/\n"
    if os.geteuid() == 0:  # it would become the user mosquitto, who cannot read our files
        text += "user root\n"
    return text + (bridge_to(bridge) if bridge else "")


def bridge_to(broker: Mapping[str, Any]) -> str:
    """Trays and their discovery go out to Home Assistant's broker; that it is back comes in, and nothing else."""
    lines = [
        "",
        "connection home-assistant", "remote_clientid companion-bridge", f"address {broker['host']}:{broker['port']}",
        f"remote_username {broker['username']}", f"remote_password {broker['password']}", "cleansession true",
        "notifications false", "try_private false", "restart_timeout 5",
        "topic companion/# out 1", "topic homeassistant/device/# out 1", "topic homeassistant/status in 1", "",
        *(["bridge_capath /etc/ssl/certs", ""] if broker.get("ssl") else []),
    ]  # fmt: skip
    if any(re.search(r"[\r\n]", str(value)) for value in broker.values()):
        raise SystemExit("table.py: Home Assistant's broker has an account with a line break")
    return "\n".join(lines)


def broker_words(bridge: Mapping[str, Any] | None = None) -> list[str]:
    """The command that runs the broker."""
    file = Path(os.environ.get("TMPDIR", "/tmp")) / "companion-mosquitto.conf"
    file.touch(mode=0o600)
    file.write_text(configuration(bridge), encoding="utf-8")
    return [shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin") or "mosquitto", "-c", str(file)]


def desk_words(*more: str) -> list[str]:
    """The command that runs the desk, or answers for it."""
    where = f"mqtts://{_broker()}"
    page = ["--page", "0.0.0.0", "--port", str(PAGE_PORT), "--known-as", setting("PAGE", f"localhost:{PAGE_PORT}")]
    at = ["--listen", setting("NAMES", "localhost").split()[0], "--broker-port", str(TLS_PORT), "--broker", where]
    words = ["--tables", setting("TABLES", "24"), "--name", setting("EVENING"), "--referee", setting("REFEREE")]
    return [sys.executable, "-m", "companion", "--data", str(DATA), "desk", *page, *at, *words, *more]


def _broker() -> str:
    """The broker as a service reaches it by TLS, and whose authority it has."""
    return f"{setting('BROKER_HOST', 'broker')}:{TLS_PORT}?ca={DATA / 'ca.crt'}"


def host_words() -> list[str]:
    """The command that goes on with the game that waits on this server, or begins one; phones join it."""
    seats = [word for seat in setting("SEATS").split(",") for word in ("--seat", seat.strip())]
    new = ["--new", setting("GAME"), *seats] if setting("GAME") else []
    phones = ["--phones", f"0.0.0.0:{PHONES_PORT}", "--known-as", setting("PHONES", f"localhost:{PHONES_PORT}")]
    words = ["host", "last", *new, *phones, "--continue", "--name", setting("NAMES", "localhost").split()[0]]
    return [sys.executable, "-m", "companion", "--data", str(TABLE), *_followed(setting("TABLE")), *words]


def _followed(table: str) -> list[str]:
    """What lets the desk follow the server's own game, as that table."""
    if not table:
        return []
    passwords = dict(line.split(":") for line in _companion("--accounts").split())
    if table not in passwords:
        raise SystemExit(f"table.py: COMPANION_TABLE={table}: the desk has no such table")
    return ["--desk", f"mqtts://{table}:{passwords[table]}@{_broker()}"]


def observer_words() -> list[str]:
    """The command that prints what the trays say."""
    at = ["-h", setting("BROKER_HOST", "broker"), "-p", str(TLS_PORT), "--cafile", str(DATA / "ca.crt")]
    return ["mosquitto_sub", *at, "-u", "watch", "-P", _secret(DATA / "watch"), "-t", "companion/#", "-v"]


def _companion(*words: str) -> str:
    """What the desk answers to words that let it end at once."""
    return subprocess.run(desk_words(*words), stdout=subprocess.PIPE, text=True, check=True).stdout


# --- how it is ---


def healthy(*parts: str) -> int:
    """0 when the broker lets its account for checks in, the desk serves a page, the host plays; else 1 and why."""
    try:
        for part in parts:
            {"broker": _broker_answers, "desk": _desk_answers, "host": _host_plays}[part]()
    except (OSError, subprocess.SubprocessError) as error:
        print(f"{part}: {error}", file=sys.stderr)
        return 1
    return 0


def _broker_answers() -> None:
    account = ["-u", "health", "-P", (KEYS / "health").read_text()]
    words = ["mosquitto_sub", "-h", "127.0.0.1", "-p", str(PLAIN_PORT), *account, "-t", "health", "-E"]
    subprocess.run(words, check=True, timeout=8, capture_output=True)


def _desk_answers() -> None:
    page = urllib.request.Request(
        f"http://127.0.0.1:{PAGE_PORT}/static/theme.css", headers={"Host": setting("PAGE", f"localhost:{PAGE_PORT}")}
    )
    urllib.request.urlopen(page, timeout=8).close()


def _host_plays() -> None:
    words = [sys.executable, "-m", "companion", "--data", str(TABLE), "host", "--status", "--json"]
    said = subprocess.run(words, stdout=subprocess.PIPE, check=True, timeout=25).stdout
    if not any(played["lives"] for played in json.loads(said)["played"]):
        raise OSError("no game is played here just now")


# --- Home Assistant ---


def add_on() -> int:
    """Set up by the add-on's options, then broker and desk until one of them ends."""
    options = _options()
    bridge = _home_assistant() if options.get("home_assistant") else None
    _be(setting("USER"))
    RETAINED.mkdir(parents=True, exist_ok=True)
    set_up()
    print("The authority that trays and tables trust, ca.crt:", (KEYS / "ca.crt").read_text(), sep="\n", flush=True)
    return run_together([broker_words(bridge), *([desk_words()] if options.get("tables") else [])])


def _options() -> dict[str, Any]:
    """The options of an add-on; none elsewhere."""
    return dict(json.loads(OPTIONS.read_text(encoding="utf-8"))) if OPTIONS.exists() else {}


def _be(user: str) -> None:
    """Go on as this user, to whom the data folder then belongs: a supervisor makes it root's."""
    if not user or os.geteuid() != 0:
        return
    account = pwd.getpwnam(user)
    for path in (DATA, *DATA.rglob("*")):
        os.chown(path, account.pw_uid, account.pw_gid, follow_symlinks=False)
    os.setgroups([])
    os.setgid(account.pw_gid)
    os.setuid(account.pw_uid)


def environment_of(options: Mapping[str, Any]) -> dict[str, str]:
    """The options of an add-on as the settings a club's server has."""
    trays = " ".join(f"{tray['id']}:{tray['password']}" for tray in options.get("trays", ()))
    names = " ".join(options.get("names", ())) or "homeassistant.local"
    return {
        "COMPANION_NAMES": names, "COMPANION_TRAYS": trays, "COMPANION_TABLES": str(options.get("tables") or 1),
        "COMPANION_EVENING": options.get("evening", ""), "COMPANION_REFEREE": options.get("referee", ""),
        "COMPANION_PAGE": options.get("page") or f"{names.split()[0]}:{PAGE_PORT}",
        "COMPANION_BROKER_HOST": "localhost",
    }  # fmt: skip


def _home_assistant() -> dict[str, Any] | None:
    """Where Home Assistant's own broker is, by its supervisor; None where there is none."""
    asked = urllib.request.Request(
        f"{SUPERVISOR}/services/mqtt", headers={"Authorization": f"Bearer {os.environ.get('SUPERVISOR_TOKEN', '')}"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return dict(json.load(answer)["data"])
    except (OSError, ValueError, KeyError) as error:
        print(f"table.py: Home Assistant names no broker ({error}); trays are not shown there", file=sys.stderr)
        return None


def run_together(commands: Sequence[Sequence[str]]) -> int:
    """Run them until one ends or this program is asked to end; then end the others. The first one's status."""
    running = [subprocess.Popen(words) for words in commands]
    asked: list[int] = []
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda number, _frame: (asked.append(number), [p.terminate() for p in running]))
    ended, status = os.waitpid(-1, 0)
    for process in running:
        if process.pid != ended:
            process.terminate()
            process.wait(20)
    return 0 if asked else os.waitstatus_to_exitcode(status) or 1


def main(words: Sequence[str]) -> int:
    """Do what the first word says."""
    if options := _options():
        os.environ.update(environment_of(options))
    match list(words):
        case ["set-up"]:
            return set_up()
        case ["addresses"]:
            print(_companion("--addresses"), end="")
            return 0
        case ["healthy", ("broker" | "desk" | "host") as part]:
            return healthy(part)
        case ["healthy", "add-on"]:
            return healthy("broker", *(["desk"] if options.get("tables") else []))
        case ["add-on"]:
            return add_on()
        case [("broker" | "desk" | "host" | "observer") as what]:
            all_words = {"broker": broker_words, "desk": desk_words, "host": host_words, "observer": observer_words}
            chosen = all_words[what]()
            sys.stdout.flush()
            os.execvp(chosen[0], chosen)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
