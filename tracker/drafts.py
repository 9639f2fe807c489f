"""Lines that were typed and are not recorded yet, kept in a file so that a crash or a power cut loses none of them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from tracker.writing import replace_file


class Kept(msgspec.Struct, frozen=True):
    """A line as it was typed, or the text of a ``note``, perhaps one that ``amends`` the note at a position."""

    text: str
    note: bool = False
    amends: int | None = None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(list[Kept])


def folder() -> Path:
    """Where the drafts of all campaigns of a user are."""
    from platformdirs import user_state_path

    return user_state_path("rollbook", appauthor=False) / "drafts"


class Drafts:
    """The unsent lines of one campaign. Each running program has a file of its own; those of programs that are gone are
    taken over by the next one that opens the campaign."""

    def __init__(self, folder: Path, campaign_id: str) -> None:
        self._folder = folder
        self._campaign = campaign_id
        self._mine = folder / f"{campaign_id}.{os.getpid()}.json"

    def keep(self, drafts: Sequence[Kept]) -> None:
        """What is unsent now. Quietly does nothing where the folder can't be written: it is only a safety net."""
        with contextlib.suppress(OSError):
            if not drafts:
                self._mine.unlink(missing_ok=True)
                return
            self._folder.mkdir(parents=True, exist_ok=True)
            replace_file(self._mine, _encoder.encode(drafts), mode=0o600)

    def take_over(self) -> list[Kept]:
        """What programs that are gone left unsent, oldest first; their files are removed."""
        found: list[Kept] = []
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.glob(f"{self._campaign}.*.json"), key=lambda path: path.stat().st_mtime):
                if path == self._mine or not _running(path.suffixes[-2].lstrip(".")):
                    with contextlib.suppress(msgspec.MsgspecError):
                        found += _decoder.decode(path.read_bytes())
                    path.unlink(missing_ok=True)
        return found


def _running(process: str) -> bool:
    """Whether a process of that number exists. Only POSIX can ask without harm; elsewhere a line may show up twice, which
    is better than never."""
    if os.name != "posix" or not process.isdigit():
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # somebody else's
    return True
