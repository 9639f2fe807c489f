"""Files that take away what a list shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tracker.language import _
from tui.gateway.messages import News

if TYPE_CHECKING:
    from tracker.service import Campaign

FORMATS = ("csv", "jsonl", "txt")
"""What a list can be written as, by the ending of the file."""


@dataclass(eq=False)
class Written(News):
    """A file was written, with so many lines of the log (None where it holds something else), or why it wasn't."""

    path: str
    count: int | None
    problem: str = ""


def usual_name(campaign: str, what: str, format: str) -> str:
    """What a file is called unless the GM says otherwise: ``Ravenmoor-history.csv``."""
    from tracker.store.names import file_name

    return file_name(f"{campaign}-{what}", [], f".{format}")


def write(campaign: Campaign, path: Path, format: str, positions: Sequence[int]) -> Written:
    """Write the lines at these positions, in their order, into a new file."""
    from tracker.interchange.history_rows import FORMATS

    lines = FORMATS[format](campaign.log, positions, campaign.names())
    return written(path, lines, len(positions))


def written(path: Path, lines: Iterable[str], count: int | None = None) -> Written:
    """A new file of these lines, whole or not at all."""
    from tracker.cli.files import write_file
    from tracker.cli.output import safe
    from tracker.errors import Refused

    def portions() -> Iterator[bytes]:
        for line in lines:
            yield f"{safe(line)}\n".encode()

    try:
        return Written(str(write_file(path.expanduser(), portions())), count)
    except Refused as refused:
        taken = _("There is a file “{path}” already: choose another name.", path=path)
        return Written(str(path), count, taken if refused.code == "exists" else refused.message)
    except RuntimeError:  # no home that ~ could stand for
        return Written(str(path), count, _("The file “{path}” can't be written.", path=path))
