"""Decisions about rolls and about trying again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.characters import (
    Basis,
    CharacterView,
    find_attribute,
    find_basis,
    find_character,
    has,
    made_up,
    names_of,
)
from tracker.campaign.decision import Decision
from tracker.campaign.options import RETRY_POLICY
from tracker.campaign.parts import Task
from tracker.campaign.settling import Cost, Named, RollSpec, asked_rolls, roll, settle
from tracker.campaign.state import CampaignState
from tracker.campaign.throws import mode_named
from tracker.errors import Refused
from tracker.language import _
from tracker.rulesets.base import REPEATED_KINDS, RETRIED_KINDS, Modifier, Ruleset
from tracker.text import clean_name, fold, spoken

# What a plain roll may be; the other kinds have a command of their own, with all that follows from them.
PLAIN_KINDS = (*REPEATED_KINDS, "forced")


def roll_made(decision: Decision, command: cmd.Roll) -> None:
    """A roll, opening or continuing a task when one is named (``at``)."""
    subject, name, basis = basis_of(decision, command.who, command.what, command.base)
    _may_defend(decision, command)
    kind = command.kind or basis.kind
    if kind not in (*PLAIN_KINDS, basis.kind):
        raise Refused(
            _("A roll is of the kind {known}; “{kind}” is none.", known=", ".join(PLAIN_KINDS), kind=kind),
            code="bad_kind",
            where="kind",
        )
    if kind == "attack" and (command.at or command.policy or command.penalty is not None):
        raise Refused(_("An attack is no attempt at a task: leave out its name and policy."), code="no_task", where="at")
    task = None
    if command.at:
        at = clean_name(command.at, "task")
        task = _find_task(decision, subject, at, basis.what)
        if task is None:
            policy = _policy(decision, command.policy)
            task = decision.record(ev.TaskStarted(name=at, what=basis.what, policy=policy), subject=subject)
        elif command.policy and command.policy != decision.state.tasks[task].policy:
            raise Refused(
                _("The task “{at}” already has the policy {policy}.", at=at, policy=decision.state.tasks[task].policy),
                code="policy",
                where="policy",
            )
    elif command.penalty is not None or command.policy:
        raise Refused(
            _("A policy and a retry penalty belong to a task: name it, or retry a failed roll."),
            code="no_task",
            where="policy",
        )
    _attempt(decision, subject, name, basis, kind, command.modifiers, task, command, None)


def retried(decision: Decision, command: cmd.Retry) -> None:
    """Another attempt at a failed roll, which becomes attempt 1 of a task if it was none."""
    recorded, earlier = decision.roll_at(command.roll)
    if earlier.reroll_of is not None:  # it stands in for the attempt
        command = replace(command, roll=earlier.reroll_of)
        recorded, earlier = decision.roll_at(command.roll)
    if decision.outcome(command.roll, earlier).success:
        raise Refused(
            _("The roll {roll} succeeded: there is nothing to retry.", roll=command.roll),
            code="not_failed",
            where="position",
        )
    if earlier.kind not in RETRIED_KINDS:
        kind = _(spoken(earlier.kind))
        raise Refused(
            _("The roll {roll} is of a kind that isn't retried: {kind}.", roll=command.roll, kind=kind),
            code="not_retried",
            where="position",
        )
    subject, name, basis = _repeated(decision, recorded.subject or "", earlier)
    task = earlier.task if earlier.task in decision.state.tasks else None  # its beginning may have been taken back
    if task is None:
        task = next(iter(decision.state.begun.get(command.roll, ())), None)
    if task is None:
        policy = _policy(decision, command.policy)
        task = decision.record(
            ev.TaskStarted(name=basis.what, what=basis.what, policy=policy, first=command.roll),
            subject=subject,
            cause=command.roll,
        )
    elif task in decision.state.ends:
        raise Refused(
            _("The task “{name}” is over.", name=decision.state.tasks[task].name), code="task_ended", where="position"
        )
    modifiers = _kept(decision.ruleset, earlier, command.modifiers)
    _attempt(decision, subject, name, basis, earlier.kind, modifiers, task, command, command.roll)


def rolled_again(decision: Decision, command: cmd.Again) -> None:
    """The same roll once more, not as a retry."""
    recorded, earlier = decision.roll_at(command.roll)
    if earlier.kind not in REPEATED_KINDS:
        raise Refused(
            _("The roll {roll} is a {kind} roll: use its own command.", roll=command.roll, kind=_(spoken(earlier.kind))),
            code="not_again",
            where="position",
        )
    if decision.hidden(command.roll):
        decision.visibility = ev.GM_ONLY
    subject, name, basis = _repeated(decision, recorded.subject or "", earlier)
    spec = settle_on(
        decision,
        subject,
        earlier.kind,
        basis,
        _kept(decision.ruleset, earlier, command.modifiers),
        effort=waiting_effort(decision, subject, basis.what),
    )
    roll(decision, spec, subject=subject, name=name, cause=spec.effort)


def given_up(decision: Decision, command: cmd.GiveUp) -> None:
    """End an open task without success."""
    who = find_character(decision.state, command.who).id if command.who else None
    wanted = fold(command.task)
    found = [
        (position, task)
        for position, task in decision.state.open_tasks().items()
        if fold(task.name) == wanted and who in (None, task.character)
    ]
    if not found:
        _refuse_of_another_kind(decision.state, command.task)
    if len(found) != 1:
        names = _(", ").join(
            f"{task.name} ({task.character})" for _at, task in (found or decision.state.open_tasks().items())
        )
        problem = _("Several open tasks are") if found else _("No open task is")
        raise Refused(
            _("{problem} called “{task}”; open: {names}.", problem=problem, task=command.task, names=names or _("none")),
            code="not_found",
            where="task",
        )
    position, task = found[0]
    decision.record(ev.TaskEnded(task=position, how="given_up"), subject=task.character, cause=position)


def _refuse_of_another_kind(state: CampaignState, name: str) -> None:
    """Raises Refused, naming the words that end it, where a long task or a montage is called so, or nearly so."""
    goals = {
        "longtask giveup": [state.long_tasks[at].name for at in sorted(state.in_work)],
        "montage giveup": [state.montages[at].name for at in sorted(state.underway)],
    }
    wanted = fold(name)
    for words, names in goals.items():
        if called := next((each for each in names if wanted and wanted in fold(each)), None):
            raise Refused(
                _("“{task}” is given up by “{words} {task}”.", task=called, words=words), code="wrong_verb", where="task"
            )


def named(decision: Decision, modifiers: Sequence[cmd.GivenModifier], what: str) -> Named:
    """The modifiers that the GM named for a roll on ``what``: without points those that the rules know by that name; with
    points beyond what the rules have under that name, their value is kept beside the GM's.

    Raises Refused for a name without points that the rules don't know, and for one that counts already.
    """
    found, costs, modes = list[ev.AppliedModifier](), list[Cost](), list[str]()
    for modifier in modifiers:
        label = clean_name(modifier.label, "modifier") if modifier.label else ""
        if modifier.value is None and (mode := mode_named(decision.ruleset, fold(label))):
            modes.append(mode)
            continue
        known = decision.ruleset.named(fold(label), what) if label else None
        if modifier.value is None:
            if known is None:
                offered = names_of(names_known(decision.ruleset, what), limit=12)
                raise Refused(
                    _(
                        "No modifier is called “{label}” for {what}: give it points, such as “-2 {label}”; "
                        "known: {offered}.",
                        label=label,
                        what=what,
                        offered=offered,
                    ),
                    code="not_found",
                    where="modifiers",
                )
            applied = ev.AppliedModifier(known.label, known.value, known.source)
            if applied in found:  # nothing of the rules' holds twice, nor is it paid for twice
                raise Refused(
                    _("“{label}” counts for this roll already: say it once.", label=label), code="twice", where="modifiers"
                )
            found.append(applied)
            costs += [Cost(pool, points, known.label) for pool, points in known.costs.items()]
        else:
            beyond = known is not None and not known.low <= modifier.value <= known.high
            found.append(ev.AppliedModifier(label, modifier.value, "gm", known.value if known and beyond else None))
            if known is not None:  # the GM's points don't change what it costs
                costs += [Cost(pool, points, known.label) for pool, points in known.costs.items()]
    if len(modes) > 1:
        raise Refused(
            _("A roll has {modes}, once.", modes=_(" or ").join(decision.ruleset.modes)),
            code="twice",
            where="modifiers",
        )
    return Named(tuple(found), tuple(costs), *modes)


def names_known(rules: Ruleset, what: str) -> tuple[str, ...]:
    """What may be named for a roll on ``what`` without points."""
    return (*rules.modes, *rules.names(what))


def settle_on(
    decision: Decision,
    subject: str,
    kind: str,
    basis: Basis,
    modifiers: Sequence[cmd.GivenModifier] = (),
    *,
    beside: Sequence[Modifier] = (),
    **more: Any,
) -> RollSpec:
    """A roll on what a sheet, or the GM, has as its basis, with the modifiers that the GM named and those that the tracker
    knows ``beside`` the sheet's own; ``more`` as in ``settle``. Raises Refused."""
    return settle(
        decision,
        subject=subject,
        kind=kind,
        what=basis.what,
        default=basis.default,
        base=basis.level,
        given=basis.given,
        automatic=[*basis.modifiers, *beside],
        named=named(decision, modifiers, basis.what),
        **more,
    )


# Who brings modifiers in that are worked out anew for every roll.
AUTOMATIC = frozenset({"sheet", "skill", "load", "pools", "retry", "fright", "standing", "effort"})


def _kept(rules: Ruleset, earlier: ev.RollMade, more: Sequence[cmd.GivenModifier]) -> list[cmd.GivenModifier]:
    """The modifiers that the GM had named for an earlier roll, and ``more`` that he names now; the others are worked out
    anew. A way to roll twice that he names now takes the place of the earlier one."""
    named = [
        cmd.GivenModifier(old.value if old.source == "gm" else None, old.label)
        for old in earlier.modifiers
        if old.source not in AUTOMATIC
    ]
    said_anew = any(one.value is None and mode_named(rules, fold(one.label)) for one in more)
    mode = [cmd.GivenModifier(None, earlier.mode)] if earlier.mode and not said_anew else []
    return [*named, *mode, *more]


def _attempt(
    decision: Decision,
    subject: str,
    name: str,
    basis: Basis,
    kind: str,
    modifiers: Sequence[cmd.GivenModifier],
    task: int | None,
    command: cmd.Roll | cmd.Retry,
    cause: int | None,
) -> None:
    attempt, penalty = 1, 0
    ruling = clean_name(command.reason, "reason") if command.reason else ""
    if task is not None:
        waiting = next((prompt for prompt, asked in asked_rolls(decision).items() if asked.task == task), None)
        if waiting is not None:
            raise Refused(
                _("An attempt at this task waits for its dice: answer {waiting} first.", waiting=waiting),
                code="waiting",
                where="task",
            )
        attempt = len(decision.state.attempts(task)) + 1
        cause = cause if cause is not None else task
        if attempt > 1 or command.penalty is not None:
            penalty, cause = _penalty(decision, subject, task, attempt, command, cause)
            if _rests_on_a_change(decision, task, attempt, command):
                ruling = ""  # the reason is what has changed, and nothing is overruled
    spec = settle_on(
        decision,
        subject,
        kind,
        basis,
        modifiers,
        beside=[Modifier(phrases.ATTEMPT.format(number=attempt), penalty, "retry")] if penalty else [],
        set_target=command.target if isinstance(command, cmd.Roll) else None,
        represents=clean_name(command.represents, "for") if isinstance(command, cmd.Roll) and command.represents else "",
        ruling=ruling,
        task=task,
        attempt=attempt,
        retry_penalty=penalty,
        effort=waiting_effort(decision, subject, basis.what),
        then=_foe(decision, subject, command),
    )
    roll(decision, spec, subject=subject, name=name, cause=spec.effort if cause is None else cause)


def _rests_on_a_change(decision: Decision, task: int, attempt: int, command: cmd.Roll | cmd.Retry) -> bool:
    """Whether an attempt is allowed for nothing but the reason that was given."""
    policy = decision.state.tasks[task].policy
    alone = decision.ruleset.next_attempt(
        policy, attempt, damage_assessed=command.damage_assessed, waited=command.waited, changed=False
    )
    return command.penalty is None and not alone.allowed


def _foe(decision: Decision, subject: str, command: cmd.Roll | cmd.Retry) -> dict[str, str]:
    """Who is defended against, for what a critical defense does."""
    if not isinstance(command, cmd.Roll) or not command.foe:
        return {}
    foe = made_up(command.foe) or find_character(decision.state, command.foe, "foe").id
    if foe == subject:
        raise Refused(
            _("{foe} can't be the foe as well: name another.", foe=decision.name_of(foe)), code="same", where="foe"
        )
    return {"foe": foe}


def _may_defend(decision: Decision, command: cmd.Roll) -> None:
    """Raises Refused for a defense against a critical hit, which allows none, unless the GM says why."""
    if command.attack is None or command.reason:
        return
    _recorded, attack = decision.roll_at(command.attack)
    outcome = decision.outcome(command.attack, attack)
    if outcome.success and outcome.critical:
        raise Refused(
            _(
                "The attack {attack} is a critical hit, which allows no defense; to overrule: “because REASON”.",
                attack=command.attack,
            ),
            code="no_defense",
            where="foe",
        )


def _penalty(
    decision: Decision, subject: str, task: int, attempt: int, command: cmd.Roll | cmd.Retry, cause: int
) -> tuple[int, int]:
    record: Task = decision.state.tasks[task]
    ruled = decision.ruleset.next_attempt(
        record.policy,
        attempt,
        damage_assessed=command.damage_assessed,
        waited=command.waited,
        changed=bool(command.reason),
    )
    if command.penalty is None and not ruled.allowed:
        raise Refused(
            _("{reason} {decision}", reason=ruled.reason, decision=_way_on(decision, record, attempt)),
            code="retry_refused",
            where="policy",
        )
    applied = command.penalty if command.penalty is not None else ruled.modifier or 0
    event = ev.RetryPenaltyApplied(
        task=task,
        attempt=attempt,
        policy=record.policy,
        expected=ruled.modifier,
        applied=applied,
        reason=clean_name(command.reason, "reason") if command.reason else "",
    )
    return applied, decision.record(event, subject=subject, cause=cause)


def _way_on(decision: Decision, task: Task, attempt: int) -> str:
    """What to type when a policy doesn't allow an attempt."""
    if decision.ruleset.next_attempt(task.policy, attempt, damage_assessed=False, waited=False, changed=True).allowed:
        return _("Say what is different now: “retry because the guard has left”.")
    if decision.ruleset.next_attempt(task.policy, attempt, damage_assessed=True, waited=True, changed=False).allowed:
        return _("When both are done, say so: “retry damage waited”.")
    return _("To overrule, name the penalty that you apply: “retry penalty -2 because REASON”.")


def _policy(decision: Decision, chosen: str) -> str:
    policy = chosen or RETRY_POLICY.value(decision.state, decision.ruleset)
    if policy not in decision.ruleset.retry_policies:
        known = ", ".join(decision.ruleset.retry_policies)
        raise Refused(
            _("No retry policy is called “{policy}”; known: {known}.", policy=policy, known=known),
            code="policy",
            where="policy",
        )
    return policy


def _find_task(decision: Decision, subject: str, name: str, what: str) -> int | None:
    for position, task in decision.state.open_tasks().items():
        if task.character == subject and fold(task.name) == fold(name) and fold(task.what) == fold(what):
            return position
    return None


def basis_of(decision: Decision, who: str, what: str, base: int | None) -> tuple[str, str, Basis]:
    """Subject, name and basis. ``@name`` is someone made up on the fly, who needs a ``base``. Raises Refused."""
    if subject := made_up(who):
        name = subject[1:]
        if base is None:
            raise Refused(
                _("Say what number {name} has: “@{name} {what}=12”.", name=name, what=what or "per"),
                code="missing",
                where="what",
            )
        return subject, name, Basis(clean_name(what, "what"), base, given=True)
    character = find_character(decision.state, who)
    sheet = decision.sheet(character.id)
    if base is None:
        return character.id, sheet.name, find_basis(sheet, decision.ruleset, what)
    name = clean_name(what, "what")
    if has_ability(sheet, decision.ruleset, name):
        raise Refused(
            _("{name}'s sheet has {ability}: use a modifier, or set it.", name=sheet.name, ability=name),
            code="known_skill",
            where="what",
        )
    return character.id, sheet.name, Basis(name, base, given=True)


def has_ability(sheet: CharacterView, ruleset: Ruleset, name: str) -> bool:
    """Whether a skill or an attribute of that name stands on a sheet, so that nobody needs to say its number."""
    attribute = find_attribute(ruleset, name)
    return any(fold(skill.name) == fold(name) for skill in sheet.skills) or bool(attribute and has(sheet, attribute))


def _repeated(decision: Decision, subject: str, earlier: ev.RollMade) -> tuple[str, str, Basis]:
    """The basis of an earlier roll, as it is now; what the sheet doesn't have keeps its number."""
    character = decision.state.characters.get(subject)
    if subject.startswith("@"):
        return subject, subject[1:], Basis(earlier.what, earlier.base, given=True)
    if character is None or character.removed:
        raise Refused(_("The character of that roll was taken back."), code="not_found", where="position")
    sheet = decision.sheet(character.id)
    if earlier.given:
        return subject, sheet.name, Basis(earlier.what, earlier.base, given=True)
    return subject, sheet.name, find_basis(sheet, decision.ruleset, earlier.what)


def waiting_effort(decision: Decision, subject: str, what: str) -> int | None:
    """The position of an extra effort that waits for this feat."""
    character = decision.state.characters.get(subject)
    waiting = character.efforts if character else {}
    taken = {asked.effort for asked in asked_rolls(decision).values()}
    fitting = [at for at, effort in waiting.items() if effort.feat == fold(what) and at not in taken]
    return max(fitting, default=None)
