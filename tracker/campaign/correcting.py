"""Decisions about rolls that were put down wrongly: the roll is taken back with what came of it, and made anew as it should
have stood, at the moment at which it was made. What came of it follows by the rules once more, with the dice that lay on the
table where the same is thrown for.

Only the roll and what came of it are taken back, not the whole of its action: the task that it opened, the exposure before
a Fright Check, and the rolls of others beside it stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from tracker import events as ev
from tracker import phrases
from tracker.campaign import commands as cmd
from tracker.campaign.chances import throw_for
from tracker.campaign.characters import names_of
from tracker.campaign.clock import fall_due
from tracker.campaign.contests import as_answered, with_other_numbers
from tracker.campaign.corrections import take_back_resting
from tracker.campaign.decision import Decision, Facts, Kept
from tracker.campaign.feats import FEAT
from tracker.campaign.other_roller import FRIGHT, another, rolled_instead, subject_of
from tracker.campaign.rolls import named
from tracker.campaign.rulings import decide_anew
from tracker.campaign.settling import Cost, RollSpec, replaced, resettled, roll
from tracker.campaign.state import CampaignState
from tracker.campaign.steps import finish
from tracker.campaign.throws import MINIMUM
from tracker.dice import Throw
from tracker.errors import Refused
from tracker.language import _
from tracker.text import clean_name, fold

# Before this version of RollMade nobody noted what a roll leads to. Kinds that are over with what the roll itself says can
# be corrected all the same.
_NOTED_SINCE = 4
_SELF_CONTAINED = frozenset(
    {"success", "will", "attack", "active_defense", FRIGHT, "effort", "group", "self_control", ev.CHANCE}
)


def corrected(decision: Decision, command: cmd.Correct) -> None:
    """A roll anew, as it should have stood. Raises Refused when nothing is different, and for what can't be corrected."""
    recorded, made = _the_roll(decision, command.roll)
    bare = cmd.Correct(roll=command.roll)
    if decision.tray.is_empty and replace(command, reason="", dependants="", resting=()) == bare:
        raise Refused(
            _("Say what is wrong with the roll {roll}: its dice (=3,4,5), a modifier, who rolled.", roll=command.roll),
            code="nothing",
            where="position",
        )
    reason = clean_name(command.reason, "reason") if command.reason else ""
    taken = resting_within(decision.facts, decision.state, command)
    gone = _events(decision.facts, {*taken, *command.resting})
    of_this = [one.event for one in gone if one.envelope.cause == recorded.position]
    made = as_answered(made, [answer for answer in of_this if isinstance(answer, ev.RollMade)])
    who = another(decision, recorded, made, command) if command.who else recorded.subject or ""
    anew = _settled(decision, recorded, made, command) if who == (recorded.subject or "") else None
    decision.kept = _thrown(gone, recorded, who)
    take_back_resting(decision, {*command.resting, *taken}, reason)
    if decision.hidden(recorded.position):
        decision.visibility = ev.GM_ONLY
    with decision.back_at(recorded.envelope):
        if made.kind == ev.CHANCE:
            _chance_anew(decision, recorded, made, command)
        elif anew is not None:
            anew = replace(anew, **_place_among_attempts(decision, recorded.position, made))
            _roll(decision, recorded, anew)
        else:
            kept = replace(made, modifiers=tuple(_left(made.modifiers, command.without, recorded.position)))
            rolled_instead(decision, recorded, kept, command, who)
        finish(decision, recorded.envelope.procedure)
        _decide_anew(decision, recorded.position)
    if recorded.envelope.game_time != decision.state.clock:
        fall_due(decision, decision.made[-1].position)


def _roll(decision: Decision, recorded: ev.Recorded, spec: RollSpec) -> None:
    roll(
        decision,
        spec,
        subject=recorded.subject or "",
        name=decision.name_of(recorded.subject or ""),
        cause=recorded.envelope.cause,
        procedure=recorded.envelope.procedure,
        purpose=" (corrected)",
    )


def _decide_anew(decision: Decision, corrected: int) -> None:
    """What others' rolls had decided together with this one is decided by what stands now."""
    for fact in list(decision.made):
        if isinstance(fact.event, ev.RollMade) and fact.event.corrects == corrected:
            decide_anew(decision, fact.position, fact.position)


# -- which roll -------------------------------------------------------------------------------------------------------


def _the_roll(decision: Decision, position: int) -> tuple[ev.Recorded, ev.RollMade]:
    """The roll to be corrected. Raises Refused, naming the newer one where it was corrected already."""
    recorded = decision.event_at(position)
    if isinstance(recorded.event, ev.RollMade) and (newer := _newer(decision, position)):
        raise Refused(
            _(
                "The roll {position} was corrected already: it is {newer} now, correct that one.",
                position=position,
                newer=newer,
            ),
            code="corrected",
            where="position",
        )
    recorded, made = decision.roll_at(position)
    if recorded.envelope.version < _NOTED_SINCE and made.kind not in _SELF_CONTAINED:
        raise Refused(
            _(
                "The roll {position} was recorded by an earlier version of the program, which didn't "
                "note what it leads to: “void {position}” takes it back, and then it can be made anew.",
                position=position,
            ),
            code="old_version",
            where="position",
        )
    return recorded, made


def _newer(decision: Decision, position: int) -> int | None:
    """The roll that counts in place of one which was corrected, perhaps more than once."""
    found: int | None = None
    while position in decision.state.void_positions:
        anew = _made_anew(decision.facts, decision.state, position)
        if anew is None:
            return None
        position = found = anew.position
    return found


def _made_anew(facts: Facts, state: CampaignState, position: int) -> ev.Recorded | None:
    """The roll that was made in place of one, by the correction that took that back; None where it counts, or something else
    took it back."""
    void = facts.recorded(state.void_positions.get(position, 0))
    made = () if void is None else facts.action(void.envelope.action)
    return next((one for one in made if isinstance(one.event, ev.RollMade) and one.event.corrects == position), None)


def resting_within(facts: Facts, state: CampaignState, command: cmd.Correct) -> set[int]:
    """The positions of what a correction takes back by itself: the roll, what came of it in its own action, and, where it
    was somebody else's roll, what had led to just that. Nothing where there is no such roll."""
    recorded = facts.recorded(command.roll)
    if recorded is None or not isinstance(recorded.event, ev.RollMade):
        return set()
    action = _as_it_stands(facts, state, recorded.envelope.action)
    found = {recorded.position}
    for one in action:
        envelope = one.envelope
        if one.position > recorded.position and (
            not found.isdisjoint({envelope.cause, envelope.procedure})
            or not found.isdisjoint(_decided_on(one.event))
            or (isinstance(one.event, ev.ProcedureEnded) and one.event.procedure == recorded.envelope.procedure)
            or recorded.event.reroll_of is not None  # what it stood in for counts otherwise
        ):
            found.add(one.position)
    # A group's verdict is decided anew, wherever the last one was written down.
    verdicts = _events(facts, state.verdicts.get(recorded.position, ()))
    found |= {one.position for one in verdicts if isinstance(one.event, ev.GroupDecided)}
    if command.who and subject_of(state, command.who) != recorded.subject:
        found |= _led_to(facts, state, command, recorded)
        if recorded.event.kind == FEAT:  # what it cost to begin with was the wrong one's as well
            mine = recorded.envelope.procedure
            found |= {one.position for one in action if mine is not None and mine in (one.position, one.envelope.procedure)}
    return {at for at in found if at not in state.void_positions}


def _as_it_stands(facts: Facts, state: CampaignState, action_id: str) -> list[ev.Recorded]:
    """What counts of an action, with what stands in place of its rolls where these were corrected, in the log's order."""
    found: dict[int, ev.Recorded] = {}
    wanted, known = [action_id], {action_id}
    while wanted:
        for one in facts.action(wanted.pop()):
            found[one.position] = one
            anew = _made_anew(facts, state, one.position) if isinstance(one.event, ev.RollMade) else None
            if anew is not None and anew.envelope.action not in known:
                known.add(anew.envelope.action)
                wanted.append(anew.envelope.action)
    return [found[at] for at in sorted(found) if at not in state.void_positions]


def _decided_on(event: ev.Event) -> tuple[int, ...]:
    """The rolls that a verdict rests on."""
    return event.rolls if isinstance(event, ev.ContestDecided | ev.GroupDecided | ev.FeatPerformed) else ()


def _led_to(facts: Facts, state: CampaignState, command: cmd.Correct, roll: ev.Recorded) -> set[int]:
    """What led to somebody's roll and was theirs alone: the exposure to what frightens, the penalty of a retry, the task
    that it opened unless there are other attempts at that."""
    found: set[int] = set()
    task = roll.event.task if isinstance(roll.event, ev.RollMade) else None
    at = roll.envelope.cause
    while at is not None and (one := facts.recorded(at)) is not None and one.subject == roll.subject:
        if not isinstance(one.event, ev.FrightExposed | ev.RetryPenaltyApplied):
            break
        found.add(at)
        at = one.envelope.cause
    begun = None if task is None else facts.recorded(task)
    if begun is not None and task in state.tasks and begun.envelope.action == roll.envelope.action:
        others = {attempt.roll for attempt in state.attempts(begun.position)} - {roll.position, *command.resting}
        if not others - {state.tasks[begun.position].first}:
            found.add(begun.position)
    return found


def _events(facts: Facts, positions: Iterable[int]) -> list[ev.Recorded]:
    return [one for position in sorted(positions) if (one := facts.recorded(position)) is not None]


# -- its numbers ------------------------------------------------------------------------------------------------------


def _settled(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct) -> RollSpec:
    """The roll as it should have been settled, but for its dice, by the rules of its day. Raises Refused."""
    if command.base is not None and not made.given:
        raise Refused(
            _(
                "The roll {position} was made against {named} from a sheet: correct a modifier.",
                position=recorded.position,
                named=made.named,
            ),
            code="not_given",
            where="base",
        )
    if command.target is not None and made.computed is None:
        raise Refused(
            _(
                "The target of the roll {position} is what its base and modifiers come to: correct those.",
                position=recorded.position,
            ),
            code="not_given",
            where="target",
        )
    added = named(decision, command.modifiers, made.what)
    modifiers = replaced(_left(made.modifiers, command.without, recorded.position), added.modifiers)
    settled = {field: getattr(made, field) for field in RollSpec.__struct_fields__ if hasattr(made, field)}
    changes = {
        "modifiers": modifiers,
        "base": made.base if command.base is None else command.base,
        "target": made.target if command.target is None else command.target,
        "mode": added.mode or made.mode,
        "corrects": recorded.position,
        "costs": (*_paid(decision, recorded, made, modifiers), *added.costs),
    }
    with decision.back_at(recorded.envelope) as rules:
        spec = RollSpec(**settled | changes, rules=rules)
        if made.kind == ev.CHANCE or (modifiers == made.modifiers and command.base is None and command.target is None):
            return spec
        return with_other_numbers(decision, resettled(decision, spec))


def _left(modifiers: Sequence[ev.AppliedModifier], without: Sequence[str], position: int) -> list[ev.AppliedModifier]:
    """The modifiers that stay. One without a name goes by its points, ``-2``. Raises Refused for a name that none of them
    has."""
    left = list(modifiers)
    for text in without:
        wanted = fold(text)
        found = [one for one in left if wanted and f"{fold(one.label)} ".startswith(f"{wanted} ")]
        found = found or [one for one in left if not one.label and text == f"{one.value:+d}"]
        if not found or found[0].source == "retry":
            known = names_of(one.label for one in modifiers if one.source != "retry")
            raise Refused(
                _(
                    "No modifier of the roll {position} is called “{text}”; it has: {known}.",
                    position=position,
                    text=text,
                    known=known,
                ),
                code="not_found",
                where="without",
            )
        left.remove(found[0])
    return left


def _paid(
    decision: Decision, recorded: ev.Recorded, made: ev.RollMade, modifiers: Sequence[ev.AppliedModifier]
) -> list[Cost]:
    """What was paid for the modifiers that stay."""
    action = decision.facts.action(recorded.envelope.action)
    notes = {
        one.event.note for one in action if isinstance(one.event, ev.PoolChanged) and one.envelope.cause == recorded.position
    }
    known = [decision.ruleset.named(fold(one.label), made.what) for one in modifiers if one.label in notes]
    return [Cost(pool, points, one.label) for one in known if one is not None for pool, points in one.costs.items()]


def _place_among_attempts(decision: Decision, position: int, made: ev.RollMade) -> dict[str, object]:
    """A plain roll that a retry made the first attempt of a task stays that."""
    first = next(iter(decision.state.begun.get(position, ())), None)
    return {} if first is None or made.task is not None else {"task": first, "attempt": 1}


def _chance_anew(decision: Decision, recorded: ev.Recorded, made: ev.RollMade, command: cmd.Correct) -> None:
    if command.modifiers or command.without or command.who:
        raise Refused(
            _("A random check has neither modifiers nor a roller: correct its dice."), code="nothing", where="modifiers"
        )
    faces = made.base if command.base is None else command.base
    sides = made.notation.partition("d")[2]
    chance = phrases.CHANCE.format
    what = chance(faces=faces, sides=sides) if made.what == chance(faces=made.base, sides=sides) else made.what
    decision.kept = [replace(kept, what=what) for kept in decision.kept]
    throw_for(decision, faces, made.notation, what, recorded.envelope.procedure)


# -- the dice that lay on the table -----------------------------------------------------------------------------------


def _thrown(events: Sequence[ev.Recorded], roll: ev.Recorded, who: str) -> list[Kept]:
    """The throws of these events in their order, those of the roll's own maker as ``who``'s."""
    found = []
    for one in events:
        subject = who if one.subject == roll.subject else one.subject or ""
        match one.event:
            case ev.RollMade() as made:
                throws = [Throw(made.notation, *each) for each in _in_order(made)]
                what = made.what
            case ev.TableConsulted() as read:
                throws, what = [Throw(read.notation, read.dice, read.dice_source)], ""
            case ev.AmountRolled() as amount:
                throws, what = [Throw(amount.notation, amount.dice, amount.dice_source)], amount.what
            case _:
                continue
        found += [Kept(one.position, type(one.event), subject, what, throw) for throw in throws]
    return found


def _in_order(made: ev.RollMade) -> list[tuple[tuple[int, ...], str]]:
    """The throws of a roll so that they read as they did: each that was made once more stands before what followed it."""
    again = [(one.dice, one.dice_source) for one in made.dropped if one.why == MINIMUM]
    others = [(one.dice, one.dice_source) for one in made.dropped if one.why != MINIMUM]
    return [*again[:1], (made.dice, made.dice_source), *again[1:], *others]
