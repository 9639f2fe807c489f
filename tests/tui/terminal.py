"""The real program on a pseudo-terminal: what Pilot can't see."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]


class Terminal:
    """A child process on a pty of its own. ``seen`` is every byte that it has sent."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        size: tuple[int, int] = (80, 24),
        code: str | None = None,
        term: str = "xterm-256color",
    ) -> None:
        command = [sys.executable, *(("-c", code) if code else ("-m", "tui")), *arguments]
        environment = {
            **os.environ,
            "TERM": term,
            "PYTHONPATH": str(ROOT),
            "HOME": str(home),
            "XDG_STATE_HOME": str(home),
        }
        self.seen = b""
        self.status: int | None = None
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # it may be ignored where the tests run in the background
            os.chdir(ROOT)
            os.execve(sys.executable, command, environment)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.status is None and self._ended() is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self._fd)

    def send(self, text: str) -> None:
        os.write(self._fd, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until the program has sent this text."""
        self.wait_until(lambda: text.encode() in self.seen)

    def wait_until(self, condition: Callable[[], object], seconds: float = 30.0) -> None:
        """Read until something has happened."""
        limit = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < limit, f"it never happened; the end of what came: {self.seen[-2000:]!r}"
            if not self._read(0.05) and self._ended() is not None:
                raise AssertionError(f"the program ended with {self.status}: {self.seen[-2000:]!r}")

    def pause(self, seconds: float) -> None:
        """Let the program work for a while."""
        limit = time.monotonic() + seconds
        while time.monotonic() < limit:
            self._read(0.05)

    def wait_for_end(self, seconds: float = 10.0) -> int:
        """Read to the end; returns the exit status."""
        limit = time.monotonic() + seconds
        while self._ended() is None:
            assert time.monotonic() < limit, "the program doesn't end"
            self._read(0.05)
        while self._read(0.2):
            pass
        assert self.status is not None
        return self.status

    def _read(self, seconds: float) -> bool:
        if not select.select([self._fd], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:
            return False
        self.seen += data
        return bool(data)

    def _ended(self) -> int | None:
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status

    @property
    def restored(self) -> bool:
        """Whether the terminal was left as it was found: main screen, no mouse, no bracketed paste, a cursor."""
        return all(code in self.seen for code in (b"\x1b[?1049l", b"\x1b[?1000l", b"\x1b[?2004l", b"\x1b[?25h"))
