"""The commands, one module each: `add_arguments` and `run` side by side. Begin with cli.py, which lists them."""
