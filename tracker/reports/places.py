"""Where a corrected roll stands: at the place of the roll that was put down wrongly, not at its own position."""

from __future__ import annotations

from sqlalchemy import Connection, Subquery, func, select

from tracker.projections.schema import rolls
from tracker.reports.reading import scope


def corrected_rolls(connection: Connection, campaign_id: str) -> dict[int, int]:
    """From each roll that corrects another one to that one."""
    made = select(rolls.c.position, rolls.c.corrects).where(*scope(rolls, campaign_id), rolls.c.corrects.is_not(None))
    return {row.position: row.corrects for row in connection.execute(made)}


def standing(connection: Connection, campaign_id: str) -> dict[int, int]:
    """From each roll that was corrected, or that corrects another one, to its place: where the one stands that was corrected
    first."""
    found: dict[int, int] = {}
    for new, old in sorted(corrected_rolls(connection, campaign_id).items()):
        found[new] = found.setdefault(old, old)
    return found


def places(campaign_id: str) -> Subquery:
    """The query of the rolls that correct others, each with its ``place``, however often that was corrected. Other rolls
    stand at their own position and aren't in it."""
    corrects = select(rolls.c.position, rolls.c.corrects.label("place")).where(
        *scope(rolls, campaign_id), rolls.c.corrects.is_not(None)
    )
    chain = corrects.cte("corrected", recursive=True)
    earlier = rolls.alias("earlier")
    chain = chain.union_all(
        select(chain.c.position, earlier.c.corrects).where(
            earlier.c.campaign_id == campaign_id, earlier.c.position == chain.c.place, earlier.c.corrects.is_not(None)
        )
    )
    return select(chain.c.position, func.min(chain.c.place).label("place")).group_by(chain.c.position).subquery()
