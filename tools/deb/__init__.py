"""Builds the Debian package (docs/decisions/0009-one-folder-per-package.md). Begin with __main__.py."""
