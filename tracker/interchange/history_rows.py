"""The lines of the log that a list shows, to take away: as text, as CSV for spreadsheets, as JSON Lines for scripts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from tracker.events import Recorded
from tracker.interchange.recap_rows import csv_row
from tracker.language import english
from tracker.reports.lines import Line, page
from tracker.reports.results import event_json
from tracker.reports.since import amended_of, revealed_of, since_json
from tracker.store import Log

_PAGE = 500
_COLUMNS = (
    *("position", "time", "who", "text", "need", "rolled", "outcome", "margin", "degree", "attempt"),
    *("counts_as", "secret", "taken_back", "bookmark"),
)


def history_text(log: Log, positions: Sequence[int], names: Mapping[str, str]) -> Iterator[str]:
    """The lines at these positions, in their order, as the history prints them."""
    for portion in _portions(positions):
        yield from map(str, _page(log, portion, names))


def history_csv(log: Log, positions: Sequence[int], names: Mapping[str, str]) -> Iterator[str]:
    """One row for each line below a row of names. Numbers are numbers; no text can be taken for a formula; the
    program's words are English whatever is spoken."""
    yield csv_row(_COLUMNS)
    for portion in _portions(positions):
        with english():
            rows = [csv_row(_cells(line)) for line in _page(log, portion, names)]
        yield from rows


def _cells(line: Line) -> tuple[str | int | None, ...]:
    margin = line.by.removeprefix("by ")
    return (
        line.position,
        line.time,
        line.who,
        line.text,
        line.need,
        line.rolled,
        line.outcome,
        int(margin) if margin else None,
        line.degree,
        line.attempt if line.need else None,
        line.ruled,
        "yes" if line.secret else "",
        "yes" if "~" in line.mark else "",
        "yes" if "*" in line.mark else "",
    )


def history_jsonl(log: Log, positions: Sequence[int], names: Mapping[str, str]) -> Iterator[str]:
    """Each event as it is stored, with what was said of it since: as ``history --all --json`` prints them."""
    for portion in _portions(positions):
        recorded: dict[int, Recorded] = log.get(portion)
        with log.reading() as connection:
            amended = amended_of(connection, log.id, portion, log.get)
            revealed = revealed_of(connection, log.id, log.get, min(portion))
        for position in portion:
            told = event_json(recorded[position]) | since_json(amended.get(position), revealed.get(position))
            yield json.dumps(told, ensure_ascii=False)


FORMATS: dict[str, Callable[[Log, Sequence[int], Mapping[str, str]], Iterator[str]]] = {
    "csv": history_csv,
    "jsonl": history_jsonl,
    "txt": history_text,
}
"""The formats by the ending of their files."""


def _page(log: Log, positions: Sequence[int], names: Mapping[str, str]) -> list[Line]:
    with log.reading() as connection:
        return page(connection, log.id, positions, names, log.get)


def _portions(positions: Sequence[int]) -> Iterator[list[int]]:
    for start in range(0, len(positions), _PAGE):
        yield list(positions[start : start + _PAGE])
