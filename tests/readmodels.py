"""All rows of a campaign's read models, to compare them as a whole."""

from __future__ import annotations

from sqlalchemy import select

from tracker.projections.schema import metadata
from tracker.service import Campaign


def rows(campaign: Campaign) -> dict[str, list[str]]:
    """Each table's rows as text, sorted."""
    found = {}
    with campaign.log.reading() as connection:
        for table in metadata.sorted_tables:
            query = select(table).where(table.c.campaign_id == campaign.log.id)
            found[table.name] = sorted(repr(row) for row in connection.execute(query).mappings())
    return found
