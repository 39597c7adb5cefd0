"""Runs our small networks: through onnxruntime where it is installed, else through OpenCV."""

from __future__ import annotations

import threading
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.found import Image

FOLDER = Path(__file__).parent.parent / "nets"

Maps = NDArray[np.float32]


class Net:
    """One ONNX file, loaded once; may be called from any thread."""

    def __init__(self, path: Path) -> None:
        """Raises `OSError` when there is no such file."""
        if not path.is_file():
            raise OSError(f"no network at {str(path)!r}")
        self._lock = threading.Lock()
        self._fast: Any = _session(path) if find_spec("onnxruntime") else None
        self._plain = None if self._fast else cv2.dnn.readNetFromONNX(str(path))

    def __call__(self, batch: Maps) -> Maps:
        """Outputs for a batch n × 3 × h × w, 0 to 1."""
        with self._lock:
            if self._plain is None:
                out: Maps = self._fast.run(None, {"image": batch})[0]
                return out
            self._plain.setInput(batch)
            return np.asarray(self._plain.forward(), np.float32)


def _session(path: Path) -> Any:
    import onnxruntime  # an optional package

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


@cache
def shipped(name: str) -> Net:
    """The network `vision/nets/<name>.onnx`."""
    return Net(FOLDER / f"{name}.onnx")


def dense(net: Net, image: Image, long_side: int) -> tuple[Maps, float]:
    """The maps c × h × w of a detector and the px of the picture per map cell.

    The picture is scaled to `long_side` px and padded to whole multiples of 32 with its mean grey.
    """
    scale = long_side / max(image.shape[:2])
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    h, w = (-(-side // 32) * 32 for side in small.shape[:2])
    padded = cv2.copyMakeBorder(
        small, 0, h - small.shape[0], 0, w - small.shape[1], cv2.BORDER_CONSTANT, value=(128, 128, 128)
    )
    maps = net(np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255), np.float32))[0]
    rows, columns = -(-small.shape[0] // 4), -(-small.shape[1] // 4)
    return maps[:, :rows, :columns], 4 / scale


def sigmoid(logits: Maps) -> Maps:
    """Shares 0 to 1."""
    return np.asarray(1 / (1 + np.exp(-logits)), np.float32)


def softmax(logits: Maps) -> Maps:
    """Shares along the last axis that add up to 1."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def peaks(shares: Maps, least: float, reach: int = 3) -> NDArray[np.intp]:
    """The cells (row, column) that are the highest within `reach` × `reach` cells and at least `least`."""
    highest = cv2.dilate(shares, np.ones((reach, reach), np.uint8))
    return np.argwhere((shares >= highest) & (shares >= least))
