"""Decisions about pools of points, rest, conditions and character points."""

from __future__ import annotations

from tracker import events as ev
from tracker.campaign import commands as cmd
from tracker.campaign.characters import CharacterView, find_all, find_character, names_of
from tracker.campaign.decision import Decision
from tracker.campaign.injury import fallen, grown_worse, risen
from tracker.campaign.parts import Character
from tracker.campaign.recovery import end_condition
from tracker.campaign.settling import RollSpec, after_every_roll, judgement
from tracker.campaign.steps import Question
from tracker.errors import Refused
from tracker.language import _, ngettext
from tracker.text import clean_name, fold


def pool_changed(decision: Decision, command: cmd.ChangePool) -> None:
    """Points on or off a pool by hand; a gain stops at the maximum."""
    character = find_character(decision.state, command.who)
    note = clean_name(command.reason, "reason") if command.reason else ""
    pool = _pool_name(decision.sheet(character.id), command.pool)
    if command.change == 0:
        raise Refused(_("A change of 0 changes nothing."), code="nothing", where="change")
    if command.change < 0:
        lose(decision, character, pool, -command.change, reason="manual", note=note)
        if not decision.made:
            raise Refused(
                _("{name}'s {pool} can't fall any further.", name=character.name.get(""), pool=pool),
                code="empty",
                where="change",
            )
    elif not gain(decision, character, pool, command.change, reason="manual", note=note):
        raise Refused(
            _("{name}'s {pool} is full already.", name=character.name.get(""), pool=pool), code="full", where="change"
        )


def lose(
    decision: Decision,
    character: Character,
    pool: str,
    amount: int,
    *,
    reason: str,
    note: str = "",
    cause: int | None = None,
    procedure: int | None = None,
) -> None:
    """Take points off a pool by the rules: what spills over into another pool is recorded there as ``fatigue``, and what
    the pools have left may ask for rolls.

    Raises Refused when the character has no such pool.
    """
    sheet = decision.sheet(character.id)
    if pool not in sheet.pools:
        raise Refused(_("{name} has no {pool}.", name=sheet.name, pool=pool), code="no_pool", where="pool")
    loss = decision.ruleset.pool_loss(
        pool,
        amount,
        {name: one.current for name, one in sheet.pools.items()},
        {name: one.maximum for name, one in sheet.pools.items()},
    )
    first = cause
    lost = dict[str, tuple[int, int]]()  # by pool: what there was before, and the position of the loss
    for name, points in sorted(loss.changes.items(), key=lambda change: change[0] != pool):
        if points:
            position = decision.record(
                ev.PoolChanged(pool=name, change=-points, reason=reason if name == pool else "fatigue", note=note),
                subject=character.id,
                cause=first,
                procedure=procedure,
            )
            first = position if name == pool else first
            lost[name] = sheet.pools[name].current, position
    for name, (before, position) in lost.items():
        fallen(decision, character.id, name, before, position)


def gain(
    decision: Decision,
    character: Character,
    pool: str,
    amount: int,
    *,
    reason: str,
    note: str = "",
    cause: int | None = None,
    procedure: int | None = None,
) -> int:
    """Give points back up to the maximum; returns how many."""
    sheet = decision.sheet(character.id)
    if pool not in sheet.pools:
        return 0
    given = min(amount, max(0, sheet.pools[pool].maximum - sheet.pools[pool].current))
    if given:
        event = ev.PoolChanged(pool=pool, change=given, reason=reason, note=note)
        position = decision.record(event, subject=character.id, cause=cause, procedure=procedure)
        risen(decision, character.id, pool, position)
    return given


@after_every_roll
def _paid(decision: Decision, question: Question, spec: RollSpec, made: ev.RollMade, position: int) -> None:
    """What the named modifiers cost, and what the roll itself takes. Nobody keeps the pools of someone made up on the
    fly."""
    character = decision.state.characters.get(question.subject)
    if character is None:
        return
    due = [(cost.pool, cost.points, "extra_effort", cost.label) for cost in spec.costs]
    sort = spec.sort or spec.kind
    taken = decision.ruleset.under(spec.rules).spent(sort, judgement(made))
    due += [(pool, points, sort, "") for pool, points in taken.items()]
    for pool, points, reason, note in due:
        lose(decision, character, pool, points, reason=reason, note=note, cause=position, procedure=question.procedure)


def condition_added(decision: Decision, command: cmd.AddCondition) -> None:
    """A condition by hand."""
    character = find_character(decision.state, command.who)
    if command.seconds is not None and command.seconds <= 0:
        raise Refused(_("A condition lasts at least a second."), code="bad_duration", where="for")
    until = None if command.seconds is None else decision.state.clock + command.seconds
    position = decision.record(
        ev.ConditionAdded(name=clean_name(command.name, "condition"), until=until), subject=character.id
    )
    grown_worse(decision, character.id, position)


def condition_ended(decision: Decision, command: cmd.EndCondition) -> None:
    """End the newest condition of that name."""
    character = find_character(decision.state, command.who)
    lasting = decision.sheet(character.id).conditions
    wanted = fold(command.name)
    found = [at for at, condition in lasting.items() if wanted and fold(condition.name).startswith(wanted)]
    if not found:
        known = names_of(condition.name for condition in lasting.values())
        raise Refused(
            _(
                "{name} has no condition “{condition}”; present: {known}.",
                name=character.name.get(""),
                condition=command.name,
                known=known,
            ),
            code="not_found",
            where="what",
        )
    position = max(found)
    end_condition(decision, character.id, position, by="manual", cause=position)


def awarded(decision: Decision, command: cmd.Award) -> None:
    """Character points: the total grows."""
    if command.points == 0:
        raise Refused(_("An award of 0 changes nothing."), code="nothing", where="points")
    note = clean_name(command.reason, "reason") if command.reason else ""
    for character in find_all(decision.state, command.who):
        event = ev.PointsChanged(total=command.points, spent=0, reason="award", note=note)
        decision.record(event, subject=character.id)


def spent(decision: Decision, command: cmd.Spend) -> None:
    """Points spent on something; never more than are unspent."""
    character = find_character(decision.state, command.who)
    if command.points <= 0:
        raise Refused(_("Points to spend are 1 or more."), code="bad_points", where="points")
    pay(decision, character, command.points, reason="spend", note=clean_name(command.what, "what"))


def pay(decision: Decision, character: Character, points: int, *, reason: str, note: str, cause: int | None = None) -> None:
    """Spend unspent points. Raises Refused when there are too few."""
    sheet = decision.sheet(character.id)
    if sheet.points_unspent < points:
        raise Refused(
            ngettext(
                "{name} has {unspent:g} unspent points; {count} is needed.",
                "{name} has {unspent:g} unspent points; {count} are needed.",
                points,
                name=sheet.name,
                unspent=sheet.points_unspent,
                count=points,
            ),
            code="too_few_points",
            where="points",
        )
    decision.record(ev.PointsChanged(total=0, spent=points, reason=reason, note=note), subject=character.id, cause=cause)


def _pool_name(sheet: CharacterView, text: str) -> str:
    found = next((name for name in sheet.pools if fold(name) == fold(text)), None)
    if found is None:
        known = ", ".join(sheet.pools) or "none"
        raise Refused(
            _("{name} has no {pool}; pools: {known}.", name=sheet.name, pool=text.upper(), known=known),
            code="no_pool",
            where="pool",
        )
    return found
