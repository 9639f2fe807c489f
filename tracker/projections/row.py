"""A row in the making: the columns that every read model takes from the envelope."""

from __future__ import annotations

from typing import Any

from tracker.events import GM_ONLY, Recorded

Row = dict[str, Any]


def common(recorded: Recorded, **columns: Any) -> Row:
    """The columns of every table, filled from the envelope, with those of one table."""
    envelope = recorded.envelope
    return {
        "campaign_id": envelope.campaign,
        "position": envelope.position,
        "session": envelope.session,
        "character": envelope.subject,
        "secret": envelope.visibility == GM_ONLY,
        "voided": None,
        **columns,
    }
