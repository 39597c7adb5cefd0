"""A companion for physical board games: begin with `companion/commands/cli.py` or `docs/architecture.md`."""

import vision  # noqa: F401 - before numpy, whose threads it sets
