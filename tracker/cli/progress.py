"""How far a long command has come, for those who watch it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

T = TypeVar("T")


def with_progress(items: Iterable[T], title: str, *, as_json: bool, total: int | None = None) -> Iterator[T]:
    """The items, and a bar on the error stream meanwhile: only where that is a terminal, the answer is for people and there
    are several items. It is gone when they are through. ``title`` is a word of ours, no text of people; ``total`` is how
    many items there are, where they can't be counted beforehand."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    if (total is not None and total < 2) or not _is_watched(as_json):
        yield from items
        return
    with _bar() as bar:
        yield from bar.track(items, total=total, description=title)


@contextmanager
def progress(title: str, *, as_json: bool) -> Iterator[Callable[[int, int], None]]:
    """The same bar for work that tells itself how much of how much is done, from when it does so for the first time."""
    with ExitStack() as stack:
        bars: list[tuple[Progress, TaskID]] = []

        def came(done: int, all: int) -> None:
            if not bars and _is_watched(as_json):
                bar = stack.enter_context(_bar())
                bars.append((bar, bar.add_task(title, total=None)))
            for bar, task in bars:
                bar.update(task, completed=done, total=all)

        yield came


def _is_watched(as_json: bool) -> bool:
    return not as_json and sys.stderr.isatty()


def _bar() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # What is printed meanwhile goes above the bar; what a file or another program takes goes there untouched.
    return Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty())
