"""The project's own checks and benches, run as ``python -m tools.<name>`` from the top of the checkout."""
