"""The retries audit: who tried what again, at which penalty, and whether the task's policy allowed it.

What the policy expected is what the penalty's own event recorded on its day. Rows that were taken back don't count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, func, or_, select, union

from tracker.language import _, ngettext
from tracker.phrases import said
from tracker.projections.schema import endings, penalties, rolls, tasks
from tracker.reports import roster
from tracker.reports.among import Among
from tracker.reports.overrides import Ruled, rulings, succeeded
from tracker.reports.places import places
from tracker.reports.reading import counting, scope
from tracker.reports.render import OUTCOME_WORDS, cells, filled, flush_right, place, wrapped
from tracker.reports.words import outcome_word, word
from tracker.rulesets.base import RETRIED_KINDS

_Stretch = tuple[int, int] | None
"""Between which positions something must have happened, None for anywhere."""


class Attempt(Struct, frozen=True):
    """One roll of a chain. ``expected`` (None: the policy allows no such attempt), ``applied`` and ``reason`` are those of
    the penalty event at position ``penalty``, None for a first attempt and for one that lacks it; ``retry_penalty`` is what
    the roll itself took. All in points. ``success`` and ``outcome`` are what counts: where that was ruled or bought,
    ``ruled`` is the position of the ruling."""

    attempt: int
    position: int
    target: int
    total: int
    success: bool
    outcome: str
    retry_penalty: int
    penalty: int | None = None
    expected: int | None = None
    applied: int = 0
    reason: str = ""
    ruled: int | None = None


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
    connection: Connection, campaign_id: str, *, character: str | None = None, among: Among | None = None
) -> RetryAudit:
    """The audit of a campaign, on request of one character (by id), or of what has to do with some lines."""
    names = roster.names(connection, campaign_id)
    keep = among or Among(connection, campaign_id)
    chains = keep(_chains(connection, campaign_id, names, character, keep.stretch))
    return RetryAudit(
        chains=tuple(chains),
        violations=tuple(keep(violation for chain in chains for violation in _violations(chain))),
        possible=tuple(keep(_possible(connection, campaign_id, names, character, keep.stretch))),
    )


def as_text(audit: RetryAudit) -> list[str]:
    """The audit in plain lines."""
    lines = [counted(audit.chains)]
    for chain in audit.chains:
        lines += wrapped(_chain_text(chain))
        for attempt in chain.attempts:
            lines += wrapped(_attempt_text(attempt), indent=" " * 17)
    lines += ["", ngettext("{count} violation", "{count} violations", len(audit.violations))]
    for violation in audit.violations:
        why = _(" GM: {reason}", reason=violation.reason) if violation.reason else ""
        what = f"{violation.character}: {said(violation.what)}"
        lines += wrapped(_("{what}, {breach}.", what=what, breach=violation.message) + why)
    possible = ngettext("{count} possible unlinked retry", "{count} possible unlinked retries", len(audit.possible))
    lines += ["", possible]
    for retry in audit.possible:
        failed, following = map(place, retry.positions)
        lines += wrapped(
            _(
                "{character}: {what} failed at {failed}, rolled again at {following}",
                character=retry.character,
                what=said(retry.what),
                failed=failed,
                following=following,
            )
        )
    return lines


def _chain_text(chain: Chain) -> str:
    what = f"{chain.character}: {said(chain.what)}"
    if chain.name not in ("", chain.what):
        what = _("{what} at {task}", what=what, task=chain.name)
    task = _("task {position}, policy {policy}", position=place(chain.task), policy=word(chain.policy))
    ended = word(chain.ended) if chain.ended else _("left open")
    return f"{what} ({task}): {ended}"


def _attempt_text(attempt: Attempt) -> str:
    applied = ""
    if attempt.attempt > 1 or attempt.penalty:
        applied = _("  penalty {penalty:+d}", penalty=attempt.retry_penalty)
    if attempt.penalty is not None and attempt.expected != attempt.applied:
        rule = _("no attempt") if attempt.expected is None else f"{attempt.expected:+d}"
        applied += _(", rule {rule}", rule=rule)
    need = _("need {need}", need=f"{attempt.target:2}")
    rolled = _("rolled {rolled}", rolled=f"{attempt.total:2}")
    widest = max(cells(outcome_word(outcome)) for outcome in OUTCOME_WORDS)
    head = f"{attempt.attempt:4}. {flush_right(place(attempt.position), 9)}  {need}  {rolled}  "
    text = head + filled(outcome_word(attempt.outcome), widest) + applied
    text += f" ({attempt.reason})" if attempt.reason else ""
    return text + (_("  by event {position}", position=place(attempt.ruled)) if attempt.ruled else "")


def counted(chains: Sequence[Chain]) -> str:
    """``3 tasks, 1 left open``."""
    left = sum(chain.ended is None for chain in chains)
    tasks = ngettext("{count} task", "{count} tasks", len(chains))
    return tasks + (_(", {number:,} left open", number=left) if left else "")


def _chains(
    connection: Connection, campaign_id: str, names: Mapping[str, str], character: str | None, stretch: _Stretch
) -> Iterator[Chain]:
    attempts = _attempts(connection, campaign_id, stretch)
    ended: dict[int, Any] = {}
    ends = select(endings).where(*counting(endings, campaign_id), *_touched(endings.c.started, campaign_id, stretch))
    for row in connection.execute(ends.order_by(endings.c.position)):
        ended.setdefault(row.started, row)
    narrowed = (*scope(tasks, campaign_id, character=character), *_touched(tasks.c.position, campaign_id, stretch))
    for task in connection.execute(select(tasks).where(*narrowed).order_by(tasks.c.position)):
        made = attempts.get(task.position, [])
        if task.voided is not None and not made:
            continue
        end = ended.get(task.position)
        yield Chain(
            task=task.position,
            character=roster.called(names, task.character),
            character_id=task.character,
            what=task.what,
            name=task.name,
            policy=task.policy,
            session=task.session,
            attempts=tuple(made),
            ended=end.how if end else None,
            ended_at=end.position if end else None,
        )


def _touched(task: ColumnElement[int], campaign_id: str, stretch: _Stretch) -> list[ColumnElement[bool]]:
    """That a task was begun, tried or ended between two positions."""
    if stretch is None:
        return []
    here: list[Select[Any]] = [
        select(rolls.c.task).where(rolls.c.campaign_id == campaign_id, rolls.c.position.between(*stretch)),
        select(tasks.c.position).where(tasks.c.campaign_id == campaign_id, tasks.c.position.between(*stretch)),
        select(tasks.c.position).where(tasks.c.campaign_id == campaign_id, tasks.c.first.between(*stretch)),
        select(endings.c.started).where(endings.c.campaign_id == campaign_id, endings.c.position.between(*stretch)),
    ]
    return [task.in_(union(*here))]


def _attempts(connection: Connection, campaign_id: str, stretch: _Stretch) -> dict[int, list[Attempt]]:
    """The rolls of every task, in order. A penalty belongs to the roll that it caused."""
    found: defaultdict[int, list[Attempt]] = defaultdict(list)
    ruled = rulings(connection, campaign_id)
    firsts = (
        select(tasks.c.position.label("started"), *_ROLLED)
        .join(rolls, (rolls.c.campaign_id == tasks.c.campaign_id) & (rolls.c.position == tasks.c.first))
        .where(*counting(tasks, campaign_id), rolls.c.voided.is_(None), *_touched(tasks.c.position, campaign_id, stretch))
    )
    for row in connection.execute(firsts):
        found[row.started].append(_attempt(row, ruled, number=1))
    penalty = (
        (penalties.c.campaign_id == rolls.c.campaign_id)
        & (penalties.c.position == rolls.c.cause)
        & (penalties.c.task == rolls.c.task)
        & penalties.c.voided.is_(None)
    )
    others = (
        select(rolls.c.task, rolls.c.attempt, *_ROLLED, penalties.c.position.label("penalty"), penalties.c.expected)
        .add_columns(penalties.c.applied, penalties.c.reason)
        .outerjoin(penalties, penalty)
        .where(*counting(rolls, campaign_id), rolls.c.task.is_not(None), *_touched(rolls.c.task, campaign_id, stretch))
        .order_by(rolls.c.attempt, rolls.c.position)  # a corrected one has its place and not its position
    )
    for row in connection.execute(others):
        given = {} if row.penalty is None else {name: getattr(row, name) for name in _GIVEN}
        found[row.task].append(_attempt(row, ruled, number=row.attempt, **given))
    return found


_ROLLED = (rolls.c.position, rolls.c.target, rolls.c.total, rolls.c.success, rolls.c.outcome, rolls.c.retry_penalty)
_GIVEN = ("penalty", "expected", "applied", "reason")


def _attempt(row: Any, rulings: Mapping[int, Ruled], *, number: int, **given: Any) -> Attempt:
    ruled = rulings.get(row.position)
    return Attempt(
        attempt=number,
        position=row.position,
        target=row.target,
        total=row.total,
        success=row.success if ruled is None else ruled.success,
        outcome=row.outcome if ruled is None else ruled.outcome,
        retry_penalty=row.retry_penalty,
        ruled=None if ruled is None else ruled.position,
        **given,
    )


def _violations(chain: Chain) -> Iterator[Violation]:
    succeeded: Attempt | None = None
    for number, attempt in enumerate(chain.attempts, start=1):
        for code, message in _breaches(attempt, number):
            positions = (attempt.position,) if attempt.penalty is None else (attempt.penalty, attempt.position)
            yield _violation(chain, code, positions, message, attempt.reason)
        if succeeded:
            message = _(
                "attempt {attempt} followed the success at {position}",
                attempt=attempt.attempt,
                position=place(succeeded.position),
            )
            yield _violation(chain, "after_success", (succeeded.position, attempt.position), message)
        elif attempt.success:
            succeeded = attempt


def _breaches(attempt: Attempt, number: int) -> Iterator[tuple[str, str]]:
    """What is wrong with an attempt by itself: code and words."""
    which = _("attempt {attempt} at {position}", attempt=attempt.attempt, position=place(attempt.position))
    if attempt.attempt != number:
        yield "misnumbered", _("{attempt} is number {number} of those that count", attempt=which, number=number)
    if attempt.penalty is None:
        if attempt.attempt > 1:
            yield "missing_penalty", _("{attempt} has no penalty recorded", attempt=which)
        return
    if attempt.expected is None:
        yield "not_allowed", _("{attempt} is one that the policy doesn't allow", attempt=which)
    elif attempt.expected != attempt.applied:
        taken = {"attempt": which, "taken": attempt.applied, "due": attempt.expected}
        yield "penalty_differs", _("{attempt} took {taken:+d} where the rule says {due:+d}", **taken)
    if attempt.applied != attempt.retry_penalty:
        taken = {"attempt": which, "taken": attempt.retry_penalty, "due": attempt.applied}
        yield "penalty_differs", _("{attempt} was rolled with {taken:+d} where {due:+d} was due", **taken)


def _violation(chain: Chain, code: str, positions: tuple[int, ...], message: str, reason: str = "") -> Violation:
    return Violation(
        code=code,
        task=chain.task,
        character=chain.character,
        character_id=chain.character_id,
        what=chain.what,
        positions=positions,
        message=message,
        reason=reason,
    )


def _possible(
    connection: Connection, campaign_id: str, names: Mapping[str, str], character: str | None, stretch: _Stretch
) -> Iterator[PossibleRetry]:
    sessions = select(rolls.c.session).where(*scope(rolls, campaign_id), rolls.c.position.between(*(stretch or (0, 0))))
    firsts = (
        select(tasks.c.first, func.min(tasks.c.position).label("started"))
        .where(*counting(tasks, campaign_id), tasks.c.first.is_not(None))
        .group_by(tasks.c.first)
        .subquery()
    )
    in_task = func.coalesce(rolls.c.task, firsts.c.started)
    alike = (rolls.c.character, rolls.c.kind, rolls.c.what_key, rolls.c.session, rolls.c.scene)

    stands = places(campaign_id)
    place_of = func.coalesce(stands.c.place, rolls.c.position)  # a corrected one has its place and not its position

    def earlier(column: ColumnElement[Any], name: str) -> ColumnElement[Any]:
        return func.lag(column).over(partition_by=alike, order_by=place_of).label(name)

    pairs = (
        select(
            rolls.c.position,
            rolls.c.character,
            rolls.c.what,
            rolls.c.session,
            rolls.c.scene,
            in_task.label("in_task"),
            earlier(rolls.c.position, "earlier"),
            earlier(succeeded(campaign_id), "earlier_success"),
            earlier(in_task, "earlier_task"),
            earlier(place_of, "earlier_place"),
        )
        .outerjoin(firsts, firsts.c.first == rolls.c.position)
        .outerjoin(stands, stands.c.position == rolls.c.position)
        .where(
            *counting(rolls, campaign_id, character=character),
            *([] if stretch is None else [or_(rolls.c.session.in_(sessions), rolls.c.session.is_(None))]),
            rolls.c.character.is_not(None),
            rolls.c.kind.in_(RETRIED_KINDS),
        )
        .subquery()
    )
    unlinked = (
        select(pairs)
        .where(pairs.c.earlier_success.is_(False), or_(pairs.c.in_task.is_(None), pairs.c.earlier_task.is_(None)))
        .order_by(pairs.c.earlier_place)
    )
    for pair in connection.execute(unlinked):
        yield PossibleRetry(
            character=roster.called(names, pair.character),
            character_id=pair.character,
            what=pair.what,
            session=pair.session,
            scene=pair.scene,
            positions=(pair.earlier, pair.position),
        )
