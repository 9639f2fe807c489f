"""The rolls of a recap for programs: CSV for spreadsheets, JSON Lines for scripts."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterator, Sequence

from tracker.reports.recap import Entry, Recap, Rolled
from tracker.reports.render import OUTCOME_WORDS
from tracker.text import spoken

_COLUMNS = (
    *("number", "session", "scene", "character", "kind", "what", "base", "modifiers", "target", "notation", "dice", "total"),
    *("outcome", "degree", "margin", "counts_as", "attempt", "gm", "voided", "bookmarks"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def recap_csv(recap: Recap) -> Iterator[str]:
    """One row for each roll below a row of names, as RFC 4180 has it but for the ends of the lines, which aren't in them.
    Numbers are numbers; no text can be taken for a formula. The GM's edition says which rolls are secret."""
    gm = recap.edition == "gm"
    yield csv_row((*_COLUMNS, *(["secret"] if gm else [])))
    for session in recap.sessions:
        for scene in session.scenes:
            for entry in scene.entries:
                if entry.rolled:
                    row = _cells(entry, entry.rolled, session.number, scene.title)
                    yield csv_row((*row, *([_yes(entry.secret)] if gm else [])))


def recap_jsonl(recap: Recap) -> Iterator[str]:
    """One roll a line, as ``history --json`` has them but oldest first; the last line says how to check the log. The GM's
    rolls say what players were told of them; players, who don't see those, get a line of its own for it."""
    for entry in recap.entries:
        if entry.rolled:
            yield json.dumps(entry.rolled.data, ensure_ascii=False)
        elif entry.kind == "told" and recap.edition == "players":
            told = {"type": "told", "position": entry.number, "character": entry.who, "text": entry.text}
            yield json.dumps(told, ensure_ascii=False)
    head = {} if recap.head_position is None else {"head": recap.head_position}
    yield json.dumps({"type": "verify", **head, "hash": recap.head_hash, "command": recap.command})


def _cells(entry: Entry, rolled: Rolled, session: int | None, scene: str) -> tuple[str | int | None, ...]:
    data = rolled.data
    return (
        entry.number,
        session,
        scene,
        entry.who,
        rolled.kind,
        rolled.what,
        rolled.base,
        "; ".join(f"{value:+d} {label}".rstrip() for label, value in rolled.modifiers),
        rolled.target,
        data["notation"],
        "+".join(map(str, data["dice"])),
        data["total"],
        OUTCOME_WORDS[rolled.outcome],
        spoken(data["degree"]),
        rolled.by,
        OUTCOME_WORDS[rolled.counts],
        rolled.attempt,
        ", ".join(rolled.gm),
        _yes(entry.voided),
        "; ".join(entry.marks),
    )


def _yes(holds: bool) -> str:
    return "yes" if holds else ""


def csv_row(cells: Sequence[str | int | None]) -> str:
    """A row of a spreadsheet: numbers are numbers, and no text can be taken for a formula."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([safe_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return line.getvalue()


def safe_cell(text: str) -> str:
    """A text that a spreadsheet shows instead of working it out: what begins like a formula, in wide letters too, gets an
    apostrophe before it."""
    return f"'{text}" if text and unicodedata.normalize("NFKC", text[0]).startswith(_FORMULA) else text
