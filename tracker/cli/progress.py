"""How far a long command has come, for those who watch it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

T = TypeVar("T")


def with_progress(items: Iterable[T], title: str, *, as_json: bool, total: int | None = None) -> Iterator[T]:
    """The items, and a bar on the error stream meanwhile: only where that is a terminal, the answer is for people and there
    are several items. It is gone when they are through. ``title`` is a word of ours, no text of people; ``total`` is how
    many items there are, where they can't be counted beforehand."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    if (total is not None and total < 2) or as_json or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # What is printed meanwhile goes above the bar; what a file or another program takes goes there untouched.
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        yield from bar.track(items, total=total, description=title)
