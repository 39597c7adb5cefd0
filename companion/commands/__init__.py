"""The commands, one module each: `add_arguments` and `run` side by side; `companion/commands/cli.py` lists them."""
