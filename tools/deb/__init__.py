"""Builds the Debian package (docs/decisions/0010-one-folder-per-package.md). Begin with __main__.py."""
