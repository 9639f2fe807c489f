"""The audit of bought successes: which rolls count as better because character points were paid, and at which price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, select

from tracker.campaign.options import GENRE
from tracker.campaign.state import CampaignState
from tracker.projections.ledger import POINTS
from tracker.projections.overrides import BOUGHT
from tracker.projections.schema import ledger as _ledger
from tracker.projections.schema import overrides, rolls
from tracker.reports import roster
from tracker.reports.reading import counting
from tracker.reports.render import place, quantity, wrapped
from tracker.rulesets.base import Ruleset
from tracker.text import spoken


class Bought(Struct, frozen=True, tag_field="type", tag="bought"):
    """A roll that counts as ``after`` in place of ``before``, by the purchase at ``position``: ``roll`` is its position and
    ``rolled`` its name. ``cost`` are the character points paid by the event at ``paid``, None where none were; ``price``
    is what the step costs in the ``genre`` that the campaign had chosen then, None where that sells no such step.
    ``roll_counts`` is whether the roll itself still does."""

    position: int
    character: str
    character_id: str | None
    session: int | None
    roll: int
    rolled: str
    before: str
    after: str
    cost: int | None
    paid: int | None
    genre: str
    price: int | None
    secret: bool
    roll_counts: bool


def audit_bought(
    connection: Connection, campaign_id: str, state: CampaignState, rules: Ruleset, *, character: str | None = None
) -> list[Bought]:
    """Every purchase that counts, oldest first, on request of one character (by id). The state tells which genre was
    chosen when."""
    names = roster.names(connection, campaign_id)
    of_roll = and_(rolls.c.campaign_id == overrides.c.campaign_id, rolls.c.position == overrides.c.roll)
    payment = and_(
        _ledger.c.campaign_id == overrides.c.campaign_id,
        _ledger.c.cause == overrides.c.position,
        _ledger.c.pool == POINTS,
        _ledger.c.voided.is_(None),
    )
    made = (
        select(overrides, rolls.c.what.label("rolled"), rolls.c.voided.label("roll_voided"))
        .add_columns(_ledger.c.spent, _ledger.c.position.label("paid"))
        .join(rolls, of_roll)
        .outerjoin(_ledger, payment)
        .where(*counting(overrides, campaign_id, character=character), overrides.c.kind == BOUGHT)
        .order_by(overrides.c.position)
    )
    return [_bought(row, names, state, rules) for row in connection.execute(made)]


def as_text(found: Sequence[Bought]) -> list[str]:
    """The purchases in plain lines."""
    lines = [quantity(len(found), "bought success", "bought successes")]
    for one in found:
        points = "nothing" if one.cost is None else quantity(one.cost, "point")
        paid = "" if one.paid is None else f" (event {place(one.paid)})"
        price = "sells no such step" if one.price is None else f"price {one.price}"
        gone = "" if one.roll_counts else ", which doesn't count"
        secret = "  [GM]" if one.secret else ""
        lines += wrapped(
            f"{place(one.position):>9}  {one.character}: {one.rolled} at {place(one.roll)}{gone}: {spoken(one.before)} to "
            f"{spoken(one.after)} for {points}{paid}; {one.genre}: {price}{secret}",
            indent=" " * 11,
        )
    return lines


def _bought(row: Any, names: dict[str, str], state: CampaignState, rules: Ruleset) -> Bought:
    chosen = state.options.get(GENRE.name)
    genre = chosen.until(row.position).get("") if chosen else ""
    sold = rules.buying if rules.buying and genre in rules.buying.allowed_in else None
    return Bought(
        position=row.position,
        character=roster.called(names, row.character),
        character_id=row.character,
        session=row.session,
        roll=row.roll,
        rolled=row.rolled,
        before=row.rules_say,
        after=row.degree or row.gm_says,
        cost=row.spent,
        paid=row.paid,
        genre=genre or "undecided",
        price=sold.price(row.rules_say, row.degree or row.gm_says) if sold else None,
        secret=row.secret,
        roll_counts=row.roll_voided is None,
    )
