"""The audit of bought successes: which rolls count as better because character points were paid, and at which price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, select

from tracker.campaign.options import GENRE
from tracker.campaign.state import CampaignState
from tracker.language import _, ngettext
from tracker.phrases import said
from tracker.projections.ledger import POINTS
from tracker.projections.overrides import BOUGHT
from tracker.projections.schema import ledger as _ledger
from tracker.projections.schema import overrides, rolls
from tracker.reports import roster
from tracker.reports.reading import counting
from tracker.reports.render import flush_right, place, wrapped
from tracker.reports.words import word
from tracker.rulesets.base import Ruleset


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
    lines = [ngettext("{count} bought success", "{count} bought successes", len(found))]
    for one in found:
        points = _("nothing") if one.cost is None else ngettext("{count} point", "{count} points", one.cost)
        paid = "" if one.paid is None else _(" (event {position})", position=place(one.paid))
        price = _("sells no such step") if one.price is None else _("price {points}", points=one.price)
        gone = "" if one.roll_counts else _(", which doesn't count")
        bought = _(
            "{before} to {after} for {points}", before=word(one.before), after=word(one.after), points=f"{points}{paid}"
        )
        rolled = _("{what} at {position}", what=said(one.rolled), position=place(one.roll))
        secret = "  [GM]" if one.secret else ""
        head = f"{flush_right(place(one.position), 9)}  {one.character}: {rolled}{gone}"
        lines += wrapped(f"{head}: {bought}; {said(one.genre)}: {price}{secret}", indent=" " * 11)
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
