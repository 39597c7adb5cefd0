"""The command line, one module a command: its arguments beside what it does."""
