"""Measures a column for calibration: some readings in a row, their mean and their spread.

Runs under MicroPython and CPython.
"""

from .zone import EMPTY

try:
    from typing import Any
except ImportError:  # MicroPython knows no typing, and never looks at annotations
    Any = None  # type: ignore[assignment, misc]

READINGS = 12  # at ten readings a second of an HX711, a little more than a second
UNSTEADY = 0.5  # largest spread of the readings in pieces; more comes from a hand, or a draught
FELT = 0.5  # least weight of the pieces, as a share of one piece by the calibration until now
MOST = 0xFFFF


class Measure:
    """The measurement for a tare (all columns, no pieces) or a calibrate (one column); `found` goes to the host."""

    def __init__(self, message: dict[str, Any], zone: Any) -> None:
        self.zone = zone
        self.number = message["sequence"]
        self.pieces = message.get("pieces", 0)
        self.columns = [message["column"]] if self.pieces else list(range(len(EMPTY)))
        zone.columns[self.columns[-1]]  # raises IndexError for an unknown column, before anything is measured
        self.found: list[Any] = []
        self._rows: list[Any] = []

    def take(self, raw: Any) -> bool:
        """Take a reading; True when there are enough."""
        self._rows.append(list(raw))
        return len(self._rows) >= READINGS

    def finish(self) -> str:
        """Set zero or unit of the columns: "done"; or set nothing: "refused" or "unsteady"."""
        results = [self._finish(index) for index in self.columns]
        if None in results:
            return "refused"
        if max([wavers for _, _, wavers in results]) > UNSTEADY:
            return "unsteady"
        for index, (zero, unit, wavers) in zip(self.columns, results):  # noqa: B905
            column = self.zone.columns[index]
            column.zero, column.unit = zero, unit
            fields = {"zone": self.zone.name, "column": index, "pieces": self.pieces, "zero": zero, "unit": unit}
            fields["wavers"] = min(MOST, int(wavers * 100 + 0.5))
            self.found.append(fields)
        return "done"

    def _finish(self, index: int) -> Any:
        """(zero, unit, spread in pieces) of a column, or None when the pieces weigh too little."""
        raw = [row[index] for row in self._rows]
        column, middle = self.zone.columns[index], sum(raw) / len(raw)
        zero = column.zero if self.pieces else middle
        unit = (middle - zero) / self.pieces if self.pieces else column.unit
        light = self.pieces and abs(middle - zero) < FELT * abs(column.unit)
        return None if light else (zero, unit, (max(raw) - min(raw)) / abs(unit))
