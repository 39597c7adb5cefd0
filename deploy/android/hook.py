"""Run by python-for-android before it assembles a package: what its manifest needs and the spec has no key for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

CAMERA = '<uses-feature android:name="android.hardware.camera" android:required="false" />'
"""A tablet without a camera may have the app, too."""


def before_apk_assemble(toolchain: Any) -> None:
    """Put the provider of shared files and the camera that need not be there into the manifest, once."""
    manifest = Path(toolchain._dist.dist_dir) / "src/main/AndroidManifest.xml"
    provider = Path(__file__).with_name("provider.xml").read_text(encoding="utf-8")
    manifest.write_text(completed(manifest.read_text(encoding="utf-8"), provider), encoding="utf-8")


def completed(manifest: str, provider: str) -> str:
    """A manifest with both; one that has them stays as it is."""
    if CAMERA in manifest:
        return manifest
    with_camera = manifest.replace("<application ", f"{CAMERA}\n    <application ", 1)
    return with_camera.replace("</application>", f"{provider}    </application>", 1)
