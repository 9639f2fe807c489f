"""What is set, where it comes from, and how it is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tracker import settings as user
from tracker.cli.context import Common
from tracker.errors import Refused
from tracker.language import N_, _
from tracker.reports.render import filled

_SOURCES = {
    "default": N_("usual"),
    "file": N_("settings.toml"),
    "environment": N_("environment"),
    "option": N_("option"),
}


def settings(*words: str, context: Common) -> int:
    """Say what is set and where each value comes from, or set one in your settings.toml.

    Parameters
    ----------
    words
        Nothing, or: set KEY VALUE.
    """
    if words:
        if len(words) != 3 or words[0] != "set":
            raise Refused(_("Write settings, or settings set KEY VALUE."), code="usage", where="words")
        user.write(words[1], words[2])
        in_force = user.load()
        if in_force.sources[words[1]] != "file":
            context.out.warn(
                _("It is in the file now; what {source} says stays above it.", source=_source(in_force, words[1]))
            )
        rows = [_row(in_force, words[1])]
        context.out.show(rows, _lines(rows))
        return 0
    rows = [_row(context.loaded, key) for key in user.names()]
    keys = [{"key": f"{user.KEYS}.{action}", "value": list(given)} for action, given in context.loaded.keys.items()]
    context.out.show([*rows, *keys], _told(rows, keys))
    return 0


def _row(loaded: user.Loaded, key: str) -> dict[str, Any]:
    return {
        "key": key,
        "value": _without_password(getattr(loaded.settings, key)),
        "source": loaded.sources[key],
        "variable": user.variable(key),
        "allowed": user.allowed(key),
        "description": user.description(key),
    }


def _without_password(value: object) -> object:
    """A value as anybody may see it who looks over the shoulder."""
    return re.sub(r"(?<=://)([^/@:]*):[^@]*@", r"\1:***@", value) if isinstance(value, str) else value


def _source(loaded: user.Loaded, key: str) -> str:
    source = loaded.sources[key]
    return user.variable(key) if source == "environment" else _(_SOURCES[source])


def _told(rows: list[dict[str, Any]], keys: list[dict[str, Any]]) -> Iterator[str]:
    yield _("Your file: {file}", file=user.path())
    yield from _lines(rows)
    for row in keys:
        yield f"{row['key']:16} {', '.join(row['value'])}"


def _lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        value = str(row["value"]).lower() if isinstance(row["value"], bool) else str(row["value"]) or '""'
        source = row["variable"] if row["source"] == "environment" else _(_SOURCES[row["source"]])
        yield f"{row['key']:14} {filled(value, 14)} {filled(source, 22)} {row['description']} ({row['allowed']})"
