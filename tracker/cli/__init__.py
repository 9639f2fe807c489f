"""The command line. ``main`` takes the arguments and gives back the exit code."""

from tracker.cli.app import main

__all__ = ["main"]
