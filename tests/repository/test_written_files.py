"""Every file the product keeps is written whole, by `engine.files.write_whole`."""

import ast
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
PRODUCT = ("companion", "vision", "devices", "engine")
ELSEWHERE = {
    "companion/host/archive.py",  # a backup, written whole in the same way without being held in memory
    "engine/files.py",  # writes whole, or into a pipe
    "devices/broker.py",  # the configuration of a broker that is started: a folder of its own, gone when it stops
    "devices/broker_folder.py",  # whose folder it is: the same
    "devices/contract.py",  # the schema, written by a developer
    "devices/protocol.py",  # constants, written by a developer
}


def writes(path: Path) -> list[int]:
    """The lines that write a file by themselves."""
    calls = (node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    return [call.lineno for call in calls if is_write(call)]


def is_write(call: ast.Call) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    modes = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    opened = name == "open" and any(mode[:1] in "wxa" and len(mode) < 4 for mode in modes if mode)
    return name in {"write_text", "write_bytes", "imwrite"} or opened


def test_no_part_of_the_product_writes_a_file_it_keeps_by_itself() -> None:
    files = [path for part in PRODUCT for path in (HERE / part).rglob("*.py") if "firmware" not in path.parts]
    found = {str(path.relative_to(HERE)): lines for path in files if (lines := writes(path))}
    assert set(found) <= ELSEWHERE, found


def test_a_file_opened_for_writing_is_found(tmp_path: Path) -> None:
    code = tmp_path / "one.py"
    code.write_text('path.open("wb")\nopen(path, "w")\npath.write_text("")\npath.open()\nos.open(path, flags)\n')
    assert writes(code) == [1, 2, 3]
