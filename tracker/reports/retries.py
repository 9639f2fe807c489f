"""The retries audit: who tried what again, at which penalty, and whether the task's policy allowed it.

What the policy expected is what the penalty's own event recorded on its day. Rows that were taken back don't count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Row, func, or_, select

from tracker.projections.schema import endings, penalties, rolls, tasks
from tracker.reports import roster
from tracker.reports.reading import counting, scope
from tracker.reports.render import OUTCOME_WORDS, place, quantity, wrapped

# Rolls that nobody chooses to make again: asking whether they were retries makes no sense.
_UNCHOSEN = ("fright", "recovery", "active_defense", "forced")


class Attempt(Struct, frozen=True):
    """One roll of a chain. ``expected`` and ``applied`` are the penalty's, in points; ``penalty`` is the position of its event,
    None for a first attempt (and for one that lacks it, see the violations)."""

    attempt: int
    position: int
    target: int
    total: int
    success: bool
    outcome: str
    applied: int
    expected: int | None = None
    reason: str = ""
    penalty: int | None = None


class Chain(Struct, frozen=True, tag_field="type", tag="chain"):
    """A task with its attempts. ``ended`` is ``success``, ``given_up``, ``session`` or None while it is open."""

    task: int
    character: str
    character_id: str | None
    what: str
    name: str
    policy: str
    session: int | None
    attempts: tuple[Attempt, ...]
    ended: str | None
    ended_at: int | None


class Violation(Struct, frozen=True, tag_field="type", tag="violation"):
    """Something about a chain that its policy doesn't allow. ``code`` is ``not_allowed``, ``penalty_differs``,
    ``missing_penalty``, ``after_success`` or ``misnumbered``; ``reason`` the GM's, where the rule was overridden."""

    code: str
    task: int
    character: str
    character_id: str | None
    what: str
    positions: tuple[int, ...]
    message: str
    reason: str = ""


class PossibleRetry(Struct, frozen=True, tag_field="type", tag="possible_unlinked_retry"):
    """A failed roll and the next one of its kind by the same character in the same scene (or, without scenes, session),
    at least one of them in no task: perhaps a retry that nobody named."""

    character: str
    character_id: str | None
    what: str
    session: int | None
    scene: int | None
    positions: tuple[int, int]


class RetryAudit(Struct, frozen=True):
    chains: tuple[Chain, ...]
    violations: tuple[Violation, ...]
    possible: tuple[PossibleRetry, ...]

    @property
    def findings(self) -> tuple[Struct, ...]:
        """Chains, violations and possible retries, in this order."""
        return (*self.chains, *self.violations, *self.possible)


def audit_retries(
    connection: Connection, campaign_id: str, *, character: str | None = None, session: int | None = None
) -> RetryAudit:
    """The audit of a campaign, on request of one character (by id) or of the tasks that began in one session."""
    names = roster.names(connection, campaign_id)
    chains = tuple(_chains(connection, campaign_id, names, character, session))
    return RetryAudit(
        chains=chains,
        violations=tuple(violation for chain in chains for violation in _violations(chain)),
        possible=tuple(_possible(connection, campaign_id, names, character, session)),
    )


def as_text(audit: RetryAudit) -> list[str]:
    """The audit in plain lines."""
    lines = [quantity(len(audit.chains), "task")]
    for chain in audit.chains:
        at = f" at {chain.name}" if chain.name else ""
        ended = f"{chain.ended.replace('_', ' ')}" if chain.ended else "open"
        lines += wrapped(f"{chain.character}: {chain.what}{at} (task {place(chain.task)}, policy {chain.policy}): {ended}")
        for attempt in chain.attempts:
            applied = f"  penalty {attempt.applied:+d}" if attempt.attempt > 1 else ""
            if attempt.penalty is not None and attempt.expected != attempt.applied:
                applied += f", rule {'no attempt' if attempt.expected is None else format(attempt.expected, '+d')}"
            lines += wrapped(
                f"{attempt.attempt:4}. {place(attempt.position):>9}  need {attempt.target:2}  rolled {attempt.total:2}  "
                f"{OUTCOME_WORDS[attempt.outcome]:6}{applied}" + (f" ({attempt.reason})" if attempt.reason else ""),
                indent=" " * 17,
            )
    lines += ["", quantity(len(audit.violations), "violation")]
    for violation in audit.violations:
        why = f" GM: {violation.reason}" if violation.reason else ""
        lines += wrapped(f"{violation.character}: {violation.what}, {violation.message}.{why}")
    lines += ["", quantity(len(audit.possible), "possible unlinked retry").replace("retrys", "retries")]
    for retry in audit.possible:
        failed, following = map(place, retry.positions)
        lines += wrapped(f"{retry.character}: {retry.what} failed at {failed}, rolled again at {following}")
    return lines


def _chains(
    connection: Connection, campaign_id: str, names: Mapping[str, str], character: str | None, session: int | None
) -> Iterator[Chain]:
    attempts = _attempts(connection, campaign_id)
    ended: dict[int, Row[Any]] = {}
    for end in connection.execute(select(endings).where(*counting(endings, campaign_id)).order_by(endings.c.position)):
        ended.setdefault(end.started, end)
    narrowed = scope(tasks, campaign_id, character=character, session=session)
    for task in connection.execute(select(tasks).where(*narrowed).order_by(tasks.c.position)):
        made = attempts.get(task.position, [])
        if task.voided is not None and not made:
            continue
        end = ended.get(task.position)
        yield Chain(
            task=task.position,
            character=names.get(task.character, task.character or ""),
            character_id=task.character,
            what=task.what,
            name=task.name,
            policy=task.policy,
            session=task.session,
            attempts=tuple(made),
            ended=end.how if end else None,
            ended_at=end.position if end else None,
        )


def _attempts(connection: Connection, campaign_id: str) -> dict[int, list[Attempt]]:
    """The rolls of every task in their order. A penalty belongs to the roll that it caused."""
    tasked = _tasked(campaign_id)
    statement = (
        select(
            tasked.c.in_task,
            rolls.c.position,
            rolls.c.target,
            rolls.c.total,
            rolls.c.success,
            rolls.c.outcome,
            rolls.c.attempt,
            rolls.c.retry_penalty,
            penalties.c.position.label("penalty"),
            penalties.c.expected,
            penalties.c.reason,
        )
    )
    return {}


def _violations(chain: Chain) -> Iterator[Violation]:
    return iter(())
