"""The peers the engine is measured beside, each run by a Python of its own under `.cache/`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SCRIPTS = ROOT.parent / "shared" / "bench"
"""Where the peers' scripts lie if they came with the project."""
LOADING = Path(__file__).with_name("peer_loading.py")


class Missing(Exception):
    """A peer that cannot be measured here; the message says why."""


def python_with(package: str, exact: str) -> Path:
    """A Python that has `package` in exactly this version, made at the first use; raises `Missing`."""
    home = ROOT / ".cache" / f"peer-{package}"
    python = home / "bin" / "python"
    if not python.exists():
        _run([sys.executable, "-m", "venv", str(home)], f"no venv for {package}")
    probe = f"import importlib.metadata as m; assert m.version({package!r}) == {exact!r}"
    if subprocess.run([str(python), "-c", probe], capture_output=True, check=False).returncode:
        _run([str(python), "-m", "pip", "install", "-q", f"{package}=={exact}"], f"{package} {exact} not installed")
    return python


def _run(command: list[str], trouble: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{trouble}: {done.stderr.strip().splitlines()[-1:]}")


def catanatron() -> dict[str, Any]:
    """One run of the catanatron script: `actions_per_s`, `legal_enums_per_s`, `copy_us`, …; raises `Missing`."""
    script = SCRIPTS / "peer_catanatron.py"
    if not script.exists():
        raise Missing("peer_catanatron.py is not beside the project (../shared/bench)")
    python = python_with("catanatron", "3.2.1")
    done = subprocess.run([str(python), script.name], cwd=script.parent, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"peer_catanatron.py: {done.stderr.strip().splitlines()[-1:]}")
    return dict(json.loads(done.stdout))


def cp_sat(instances: list[dict[str, Any]]) -> list[dict[str, float]]:
    """The best worth of each loading by CP-SAT and the CPU milliseconds it took; raises `Missing`."""
    python = python_with("ortools", "9.14.6206")
    done = subprocess.run(
        [str(python), str(LOADING)], input=json.dumps(instances), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Missing(f"{LOADING.name}: {done.stderr.strip().splitlines()[-1:]}")
    return list(json.loads(done.stdout))
