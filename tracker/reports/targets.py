"""Which earlier event a short command means: the last roll, the last failure, the last action of an author."""

from __future__ import annotations

from collections.abc import Container

from sqlalchemy import ColumnElement, select

from tracker.projections.schema import rolls
from tracker.rulesets.base import RETRIED_KINDS
from tracker.store import Log
from tracker.store.schema import events


class Targets:
    """Looks things up in the read models of one campaign. Positions are those of events that count."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def last_roll(self, character: str | None = None) -> int | None:
        """The last roll, of one character or of anybody."""
        return self._roll(character, (), rolls.c.kind.in_(RETRIED_KINDS))

    def last_failed(self, character: str | None, over: Container[int]) -> int | None:
        """The last failed roll, of one character or of anybody, that isn't one of those that are ``over``."""
        return self._roll(character, over, rolls.c.kind.in_(RETRIED_KINDS), ~rolls.c.success)

    def last_action(self, author: str, since: int, voided: Container[str]) -> int | None:
        """An event of the last action that this author recorded at or after position ``since``; voids and ``voided``
        actions are passed over."""
        mine = select(events.c.position, events.c.action_id).where(
            events.c.campaign_id == self._log.id,
            events.c.position >= since,
            events.c.author == author,
            events.c.type.not_in(("ActionVoided", "CampaignCreated")),
        )
        with self._log.reading() as connection:
            newest_first = connection.execute(mine.order_by(events.c.position.desc()))
            return next((row.position for row in newest_first if row.action_id not in voided), None)

    def _roll(self, character: str | None, over: Container[int], *conditions: ColumnElement[bool]) -> int | None:
        query = select(rolls.c.position).where(rolls.c.campaign_id == self._log.id, rolls.c.voided.is_(None), *conditions)
        if character is not None:
            query = query.where(rolls.c.character == character)
        with self._log.reading() as connection:
            newest_first = connection.execute(query.order_by(rolls.c.position.desc())).scalars()
            return next((position for position in newest_first if position not in over), None)
