"""The command line. ``main`` takes the arguments and gives back the exit code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tracker.cli.context import OpenScreen, Serve

__all__ = ["main"]


def main(argv: Sequence[str] | None = None, *, open_screen: OpenScreen | None = None, serve: Serve | None = None) -> int:
    """See ``tracker.cli.app.main``."""
    from tracker.cli import app

    return app.main(argv, open_screen=open_screen, serve=serve)
