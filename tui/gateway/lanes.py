"""Threads that work through jobs one after the other, so that nothing slow ever runs where the keys are handled."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

Job = Callable[[], None]


class Lane(threading.Thread):
    """Jobs are done in the order in which they were given. A job's exception goes to ``failed`` and the lane goes on.

    A daemon: a query that never returns doesn't keep the program alive.
    """

    def __init__(self, name: str, failed: Callable[[Exception], None]) -> None:
        super().__init__(name=f"rollbook-{name}", daemon=True)
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._failed = failed

    def do(self, job: Job) -> None:
        self._jobs.put(job)

    def run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception as error:
                self._failed(error)

    def finish(self, seconds: float) -> bool:
        """Let the jobs given so far come to an end; False when that takes longer than ``seconds``."""
        self._jobs.put(None)
        if self.is_alive():
            self.join(seconds)
        return not self.is_alive()
