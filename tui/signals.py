"""Leaving on a signal with the terminal as it was: Textual itself would leave its screen and the mouse switched on."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from typing import Any

from textual.app import App


def leave_on_signals(app: App[Any]) -> None:
    """Have an app exit as it does by its key when the system asks it to; its code says by which signal."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        number = getattr(signal, name, None)
        with contextlib.suppress(NotImplementedError, ValueError, RuntimeError):  # not on this system or thread
            if number is not None:
                loop.add_signal_handler(number, app.exit, None, 128 + number)
