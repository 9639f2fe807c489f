"""Where the GM's word counts, or points paid for it, in place of what the rules or the dice say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlalchemy import Table

from tracker import events as ev
from tracker.projections.classify import outcome
from tracker.projections.row import Row, common
from tracker.projections.schema import overrides

MODIFIER, TARGET, RETRY, OUTCOME, BOUGHT, REROLLED = "modifier", "target", "retry", "outcome", "bought", "rerolled"
RULINGS = (OUTCOME, BOUGHT, REROLLED)
"""The kinds whose ``gm_says`` is the outcome that a roll counts as."""

TYPES = (ev.RollMade, ev.TableConsulted, ev.RetryPenaltyApplied, ev.OutcomeRuled)


def rows(recorded: ev.Recorded) -> Iterator[tuple[Table, Row]]:
    """The rows that an event brings: several where a roll was overruled in several ways."""
    for part, said in enumerate(_said(recorded)):
        yield overrides, common(recorded, part=part, **said)


def _said(recorded: ev.Recorded) -> Iterator[Row]:
    match recorded.event:
        case ev.RollMade() as made:
            yield from _modifiers(recorded.position, made.modifiers, made.ruling)
            if made.computed is not None:
                yield _row(recorded.position, TARGET, made.named, f"{made.computed}", f"{made.target}", made.ruling)
        case ev.TableConsulted() as read:
            yield from _modifiers(None, read.modifiers, "")
        case ev.RetryPenaltyApplied() as penalty if penalty.overridden:
            expected = "no attempt" if penalty.expected is None else f"{penalty.expected:+d}"
            yield _row(None, RETRY, f"attempt {penalty.attempt}", expected, f"{penalty.applied:+d}", penalty.reason)
        case ev.OutcomeRuled() as ruled:
            kind = {"points": BOUGHT, "reroll": REROLLED}.get(ruled.by, OUTCOME)
            came = outcome(ruled.success, ruled.critical)
            yield _row(ruled.roll, kind, "outcome", ruled.before, came, ruled.reason) | {"degree": ruled.degree}


def _modifiers(roll: int | None, modifiers: Iterable[ev.AppliedModifier], reason: str) -> Iterator[Row]:
    for each in modifiers:
        if each.expected is not None:
            yield _row(roll, MODIFIER, each.label, f"{each.expected:+d}", f"{each.value:+d}", reason)


def _row(roll: int | None, kind: str, what: str, rules_say: str, gm_says: str, reason: str) -> Row:
    said = {"roll": roll, "kind": kind, "what": what, "rules_say": rules_say, "gm_says": gm_says, "reason": reason}
    return said | {"degree": None}
