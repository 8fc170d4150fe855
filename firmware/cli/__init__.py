"""The command line: one file for each command, with `add_parser` and `run`."""
