"""The standard streams as a command finds them: one may be closed, full, or lack a character."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

Name = Literal["stdin", "stdout", "stderr"]


def make_ready() -> None:
    """Let a closed stream be one that says nothing and takes everything, and print a question mark for a character that a
    stream lacks."""
    names: tuple[Name, ...] = ("stdin", "stdout", "stderr")
    for name in names:  # in this order each one gets its own place among the system's files back
        if getattr(sys, name) is None:
            discard(name)
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def discard(name: Name) -> None:
    """Let what goes to a stream from now on go nowhere."""
    setattr(sys, name, Path(os.devnull).open("r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
