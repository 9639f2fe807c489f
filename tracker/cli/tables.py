"""Commands about tables of critical hits and misses."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from tracker.campaign import commands as cmd
from tracker.campaign.options import CRITICALS
from tracker.cli.context import Action, Common, Context
from tracker.cli.files import read_file
from tracker.cli.output import at_event
from tracker.errors import Refused
from tracker.events import TableRow
from tracker.language import _, ngettext
from tracker.rulesets.criticals import FILE_LIMIT, FORMATS, CriticalRow, read_table


def table_load(
    file: str,
    /,
    *,
    name: Annotated[str | None, Parameter(help="What to call the table, if not as the file.")] = None,
    action: Action = None,
    context: Common,
) -> int:
    """Take a table of critical hits and misses from a file; “options criticals NAME” puts it to use.

    Parameters
    ----------
    file
        CSV with the columns table (hit or miss), roll (3 or 3-4) and text; or TOML with [[hit]] and [[miss]], each with roll
        and text, and perhaps a title.
    """
    data = _bytes(file)
    text = _text(data, file)
    table = read_table(text, _format(Path(file).suffix, text), Path(file).stem if name is None else name)
    command = cmd.LoadTable(
        name=table.name,
        title=table.title,
        hit=_rows(table.hit),
        miss=_rows(table.miss),
        sha256=hashlib.sha256(data).hexdigest(),
    )
    return context.record(command, action=action)


def table_list(*, context: Common) -> int:
    """List the tables of critical hits and misses; a star marks the one in use."""
    found = _tables(context)
    context.out.show(found, map(_line, found) if found else [_("There is no table: “rollbook table load FILE” takes one.")])
    return 0


def _bytes(file: str) -> bytes:
    data = read_file(file, 4 * FILE_LIMIT, "file")  # a character is 4 bytes at most
    if len(data) > 4 * FILE_LIMIT:
        raise Refused(_("The file “{file}” is too large for a table.", file=file), code="too_long", where="file")
    return data


def _text(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Refused(
            _("The file “{file}” is not UTF-8 text (byte {start}).", file=file, start=problem.start),
            code="bad_table",
            where="file",
        ) from None


def _format(suffix: str, text: str) -> str:
    """By the file's ending, else by what it looks like: TOML begins with a title or a ``[[hit]]``."""
    ending = suffix.lower().removeprefix(".")
    if ending in FORMATS:
        return ending
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")), "")
    return "toml" if first.startswith("[") or "=" in first else "csv"


def _rows(rows: tuple[CriticalRow, ...]) -> tuple[TableRow, ...]:
    return tuple(TableRow(row.low, row.high, row.text) for row in rows)


def _tables(context: Context) -> list[dict[str, Any]]:
    campaign = context.campaign
    used = CRITICALS.value(campaign.state, campaign.ruleset)
    shipped = campaign.ruleset.criticals.tables if campaign.ruleset.criticals else ()
    return [
        *({"name": name, "title": name, "shipped": True, "used": name == used} for name in shipped),
        *(
            {
                "name": table.name,
                "title": table.title,
                "shipped": False,
                "used": table.name == used,
                "hit_rows": len(table.hit),
                "miss_rows": len(table.miss),
                "position": position,
            }
            for position, table in (setting.entries[-1] for setting in campaign.state.tables.values())
        ),
    ]


def _line(table: dict[str, Any]) -> str:
    mark = "*" if table["used"] else " "
    if table["shipped"]:
        return f"{mark} {table['name']}   " + _("ships with Rollbook")
    rows = ngettext(
        "{count} row for hits, {misses} for misses",
        "{count} rows for hits, {misses} for misses",
        table["hit_rows"],
        misses=table["miss_rows"],
    )
    title = f"   {table['title']}" if table["title"] != table["name"] else ""
    return f"{mark} {table['name']}{title}   {rows}{at_event(table['position'])}"
